/* The parts of the benchmark: a box that is pressed, and a server that answers with lines. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <sys/types.h>

struct box {
  int fd;
  char node[64];
};

/* Makes a device with one button, or with the keys of a keyboard, through uinput. Ends the program with a message if
 * that fails. */
void box_make(struct box *box);
void keyboard_make(struct box *box);
void box_press(const struct box *box, int down);
void box_key(const struct box *box, int code, int down);

/* A mouse with two axes and four buttons; a frame of its movement. */
void mouse_make(struct box *box);
void mouse_move(const struct box *box, int dx, int dy);

/* Writes the event node of the device of this name to `node` with `size` bytes; returns 0 if there is none. */
int node_named(const char *name, char *node, size_t size);

/* Makes the unprivileged user the owner of a folder. */
void give_to_user(const char *path);

struct server {
  pid_t pid;
  int socket;
  char buffer[1 << 16];
  int held;
};

/* Starts `argv` as the unprivileged user, with the groups that read devices, and connects to `path` unless it is
 * NULL. */
void server_start(struct server *server, char *const argv[], const char *path, char *const environment[]);
/* Waits for a line that contains `text`; returns 0 if none came within `seconds`. */
int server_wait(struct server *server, const char *text, int seconds);
/* Makes a press and its release, each answered before the next. Returns the time from the press to its command's line,
 * us. */
double server_press(struct server *server, const struct box *box);
/* Presses until the server answers, which may have to open the box first, and then some more. */
void server_warm_up(struct server *server, const struct box *box);
/* Returns the processor time since its start, ns (/proc/PID/schedstat). */
int64_t server_cpu(const struct server *server);
/* Returns a field of /proc/PID/status: kB of `VmRSS:`, the number of `voluntary_ctxt_switches:`. */
long server_status(const struct server *server, const char *field);
void server_stop(struct server *server);
/* Opens another connection to `path`; returns -1 on failure. */
int server_connect(const char *path);

/* Counts the system calls of the main thread of `pid` in `count`, which is shared, until calls_stop. */
pid_t calls_count(pid_t pid, volatile uint64_t *count);
void calls_stop(pid_t tracer);

/* Thirty-one more clients of the server at `path`, some of them unpleasant; returns once all are connected. */
pid_t crowd_start(const char *path);
void crowd_stop(pid_t pid);

/* Starts `argv` as the unprivileged user, ends it, and returns the nanoseconds until it sent READY=1 to the socket
 * `notify`, which the environment names. */
int64_t time_to_ready(char *const argv[], const char *notify, char *const environment[]);

/* Reads `--runs N` or `--presses N` at argv[*at], and moves *at to its number. Returns 0 if it is neither. */
int read_count(int argc, char **argv, int *at, int *runs, int *presses);
void sort(double *values, int count);
/* Also sorts `values`. */
double median(double *values, int count);

int64_t now_ns(void);
void fail(const char *what);

#endif
