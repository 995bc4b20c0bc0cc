/* See bench.h. */
#define _GNU_SOURCE
#include "bench.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/uinput.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void fail(const char *what) {
  fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
  exit(1);
}

int64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void pause_ms(int ms) { poll(0, 0, ms); }

static void make(struct box *box, const char *name, int product, int first, int last, int moves) {
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = product}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  char system[64], path[128];
  box->fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (box->fd < 0) fail("/dev/uinput (root and a real kernel are needed: make bench)");
  for (int key = first; key <= last; key++)
    if (ioctl(box->fd, UI_SET_EVBIT, EV_KEY) || ioctl(box->fd, UI_SET_KEYBIT, key)) fail("uinput");
  for (int code = 0; moves && code <= REL_Y; code++)
    if (ioctl(box->fd, UI_SET_EVBIT, EV_REL) || ioctl(box->fd, UI_SET_RELBIT, code)) fail("uinput");
  if (ioctl(box->fd, UI_DEV_SETUP, &setup) || ioctl(box->fd, UI_DEV_CREATE) ||
      ioctl(box->fd, UI_GET_SYSNAME(sizeof system), system) < 0)
    fail("uinput");
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", system);
  box->node[0] = 0;
  for (int tries = 0; tries < 1000 && !box->node[0]; tries++, pause_ms(5)) {
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
      if (!strncmp(entry->d_name, "event", 5))
        snprintf(box->node, sizeof box->node, "/dev/input/%.32s", entry->d_name);
    if (folder) closedir(folder);
  }
  if (!box->node[0]) fail(path);
  /* udev sets the node's group a moment after the kernel has made the node. */
  const struct group *readers = getgrnam("input");
  struct stat node = {0};
  for (int tries = 0; tries < 1000 && (stat(box->node, &node) || (readers && node.st_gid != readers->gr_gid)); tries++)
    pause_ms(5);
}

void box_make(struct box *box) { make(box, "Bench Box", 0xbe9c, BTN_TRIGGER, BTN_TRIGGER, 0); }

void keyboard_make(struct box *box) { make(box, "Bench Keyboard", 0xbe9d, KEY_ESC, KEY_KPDOT, 0); }

void mouse_make(struct box *box) { make(box, "Bench Mouse", 0xbe9f, BTN_LEFT, BTN_SIDE, 1); }

void mouse_move(const struct box *box, int dx, int dy) {
  struct input_event events[3] = {
      {.type = EV_REL, .code = REL_X, .value = dx}, {.type = EV_REL, .code = REL_Y, .value = dy}, {.type = EV_SYN}};
  if (write(box->fd, events, sizeof events) != sizeof events) fail("uinput: write");
}

void box_press(const struct box *box, int down) { box_key(box, BTN_TRIGGER, down); }

void box_key(const struct box *box, int code, int down) {
  /* The kernel writes its own time; where a socket stands for it, this one counts. */
  int64_t now = now_ns() / 1000;
  struct timeval time = {now / 1000000, now % 1000000};
  struct input_event events[2] = {{time, EV_KEY, code, down}, {time, EV_SYN, SYN_REPORT, 0}};
  if (write(box->fd, events, sizeof events) != sizeof events) fail("uinput: write");
}

int node_named(const char *name, char *node, size_t size) {
  const char *const class = "/sys/class/input";
  char path[320], found[80];
  DIR *folder = opendir(class);
  int is_found = 0;
  for (struct dirent *entry; folder && !is_found && (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "event", 5)) continue;
    snprintf(path, sizeof path, "%s/%.64s/device/name", class, entry->d_name);
    FILE *file = fopen(path, "r");
    is_found = file && fgets(found, sizeof found, file) && !strncmp(found, name, strlen(name)) &&
               found[strlen(name)] == '\n';
    if (file) fclose(file);
    if (is_found) snprintf(node, size, "/dev/input/%.64s", entry->d_name);
  }
  if (folder) closedir(folder);
  return is_found;
}

static const struct passwd *user(void) {
  const char *name = getenv("SWITCHWAY_TEST_USER");
  const struct passwd *found = getpwnam(name ? name : "switcher");
  if (!found) {
    fputs("bench: no user 'switcher': run make bench, or name one in SWITCHWAY_TEST_USER\n", stderr);
    _exit(1);
  }
  return found;
}

void give_to_user(const char *path) {
  if (chown(path, user()->pw_uid, user()->pw_gid)) fail(path);
}

static void become_unprivileged(void) {
  struct group *group;
  gid_t groups[2];
  int count = 0;
  if ((group = getgrnam("input"))) groups[count++] = group->gr_gid;
  if ((group = getgrnam("switchway-uinput"))) groups[count++] = group->gr_gid;
  if (setgroups(count, groups) || setgid(user()->pw_gid) || setuid(user()->pw_uid)) fail("becoming unprivileged");
}

int server_connect(const char *path) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  snprintf(place.sun_path, sizeof place.sun_path, "%s", path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (!connect(fd, (void *)&place, sizeof place)) return fd;
  close(fd);
  return -1;
}

static pid_t start(char *const argv[], char *const environment[]) {
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid) return pid;
  if (geteuid() == 0) become_unprivileged();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execve(argv[0], argv, environment);
  fail(argv[0]);
  return -1;
}

static void stop(pid_t pid) {
  kill(pid, SIGTERM);
  waitpid(pid, 0, 0);
}

void server_start(struct server *server, char *const argv[], const char *path, char *const environment[]) {
  server->held = 0;
  server->socket = -1;
  server->pid = start(argv, environment);
  if (!path) return;
  for (int tries = 0; tries < 2000; tries++, pause_ms(5)) {
    if (waitpid(server->pid, 0, WNOHANG) == server->pid) {
      fprintf(stderr, "bench: %s has ended\n", argv[0]);
      exit(1);
    }
    if ((server->socket = server_connect(path)) >= 0) return;
  }
  fail(path);
}

int server_wait(struct server *server, const char *text, int seconds) {
  int64_t deadline = now_ns() + seconds * 1000000000LL;
  for (;;) {
    server->buffer[server->held] = 0;
    char *end, *line = server->buffer;
    int found = 0;
    while (!found && (end = strchr(line, '\n'))) {
      *end = 0;
      found = strstr(line, text) != 0;
      line = end + 1;
    }
    server->held -= line - server->buffer;
    memmove(server->buffer, line, server->held);
    if (found) return 1;
    struct pollfd waiting = {.fd = server->socket, .events = POLLIN};
    int64_t left = deadline - now_ns();
    if (left <= 0 || poll(&waiting, 1, left / 1000000 + 1) <= 0) return 0;
    ssize_t got = read(server->socket, server->buffer + server->held, sizeof server->buffer - 1 - server->held);
    if (got <= 0) fail("the server has closed");
    server->held += got;
  }
}

static const char *const command = "\"type\":\"command\"", *const released = "\"down\":false";

double server_press(struct server *server, const struct box *box) {
  int64_t before = now_ns();
  box_press(box, 1);
  if (!server_wait(server, command, 10)) fail("no command came");
  double took = (now_ns() - before) / 1000.0;
  box_press(box, 0);
  if (!server_wait(server, released, 10)) fail("no release came");
  return took;
}

void server_warm_up(struct server *server, const struct box *box) {
  enum { MOST_TRIES = 100, PRESSES = 200 };
  int tries = 0;
  do {
    if (tries++ == MOST_TRIES) fail("the server does not see the box");
    box_press(box, 1);
    box_press(box, 0);
  } while (!server_wait(server, command, 1));
  server_wait(server, released, 1);
  while (server_wait(server, released, 0)) continue;
  for (int i = 0; i < PRESSES; i++) {
    server_press(server, box);
    pause_ms(2);
  }
}

int64_t server_cpu(const struct server *server) {
  char path[64];
  long long spent = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", server->pid);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%lld", &spent) != 1) fail(path);
  fclose(file);
  return spent;
}

long server_status(const struct server *server, const char *field) {
  char path[64], line[256];
  long value = 0;
  snprintf(path, sizeof path, "/proc/%d/status", server->pid);
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  while (fgets(line, sizeof line, file))
    if (!strncmp(line, field, strlen(field))) value = atol(line + strlen(field));
  fclose(file);
  return value;
}

void server_stop(struct server *server) {
  if (server->socket >= 0) close(server->socket);
  stop(server->pid);
}

int64_t time_to_ready(char *const argv[], const char *notify, char *const environment[]) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  char told[1024];
  snprintf(place.sun_path, sizeof place.sun_path, "%s", notify);
  unlink(notify);
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, (void *)&place, sizeof place) || chmod(notify, 0666)) fail(notify);
  int64_t before = now_ns();
  pid_t pid = start(argv, environment);
  do {
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    if (poll(&waiting, 1, 20000) <= 0) fail("never ready");
    ssize_t got = recv(fd, told, sizeof told - 1, 0);
    told[got < 0 ? 0 : got] = 0;
  } while (!strstr(told, "READY=1"));
  int64_t took = now_ns() - before;
  close(fd);
  unlink(notify);
  stop(pid);
  return took;
}

int read_count(int argc, char **argv, int *at, int *runs, int *presses) {
  int *count = !strcmp(argv[*at], "--runs") ? runs : !strcmp(argv[*at], "--presses") ? presses : 0;
  if (!count || *at + 1 >= argc) return 0;
  *count = atoi(argv[++*at]);
  return 1;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void sort(double *values, int count) { qsort(values, count, sizeof *values, compare); }

double median(double *values, int count) {
  sort(values, count);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}
