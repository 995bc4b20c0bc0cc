/* What the benchmark is made of: a box that is pressed, and a server that answers with lines. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <sys/types.h>

struct box {
  int fd;
  char node[64];
};

/* A device with one button, or with the keys of a keyboard, through uinput. Ends the program with a message when it
 * cannot be made. */
void box_make(struct box *box);
void keyboard_make(struct box *box);
void box_press(const struct box *box, int down);
void box_key(const struct box *box, int code, int down);

/* The event node of the device of this name, in `node` of so many bytes; 0 when there is none. */
int node_named(const char *name, char *node, size_t size);

/* Makes the unprivileged user the owner of a folder. */
void give_to_user(const char *path);

struct server {
  pid_t pid;
  int socket;
  char buffer[1 << 16];
  int held;
};

/* Starts `argv` as the unprivileged user, with the groups that read devices, and connects to `path`; NULL: to nothing. */
void server_start(struct server *server, char *const argv[], const char *path, char *const environment[]);
/* Waits for a line that holds `text`; 0 when none came within `seconds`. */
int server_wait(struct server *server, const char *text, int seconds);
/* Nanoseconds on the processor since it started (/proc/PID/schedstat). */
int64_t server_cpu(const struct server *server);
/* A field of /proc/PID/status: kB of `VmRSS:`, a number of `voluntary_ctxt_switches:`. */
long server_status(const struct server *server, const char *field);
void server_stop(struct server *server);
/* Another connection to `path`; -1 when there is none to be had. */
int server_connect(const char *path);

/* Thirty-one more clients of the server at `path`, some of them unpleasant; returns once all are connected. */
pid_t crowd_start(const char *path);
void crowd_stop(pid_t pid);

/* Starts `argv` as the unprivileged user, ends it, and gives the nanoseconds until it said READY=1 to the socket at
 * `notify`, which the environment names. */
int64_t time_to_ready(char *const argv[], const char *notify, char *const environment[]);

void sort(double *values, int count);
/* Sorts `values`, too. */
double median(double *values, int count);

int64_t now_ns(void);
void fail(const char *what);

#endif
