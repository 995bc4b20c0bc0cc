/* The least that any daemon must do: one read of an event, one write of a line. `floor NODE SOCKET [--allocate]`
 * serves one client. --allocate: one malloc per event, to show that the counter works.
 *
 * With ON_SD_EVENT it waits by systemd's event loop, as switchwayd does: for the node, the client, a signal and a timer
 * that is far away. What that loop costs is then not taken for a cost of the daemon. */
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#ifdef ON_SD_EVENT
#include <signal.h>
#include <systemd/sd-event.h>
#endif

static int fail(const char *what) {
  perror(what);
  return 1;
}

/* Reads what the node has, and sends a line for each edge. Returns 0 if the client or the node has gone. */
static int answer(int node, int client, int allocate) {
  struct input_event events[64];
  char line[512];
  ssize_t got = read(node, events, sizeof events);
  if (got <= 0) return 0;
  for (size_t i = 0; i < (size_t)got / sizeof *events; i++) {
    if (events[i].type != EV_KEY || events[i].value == 2) continue;
    long long at = events[i].time.tv_sec * 1000000LL + events[i].time.tv_usec;
    if (allocate) {
      void *volatile waste = malloc(64);
      free(waste);
    }
    int length = events[i].value
                     ? snprintf(line, sizeof line,
                                "{\"type\":\"command\",\"seq\":1,\"command\":\"select\",\"args\":[],"
                                "\"phase\":\"do\",\"count\":1,"
                                "\"source\":{\"switch\":\"left\",\"device\":\"box\",\"gesture\":\"tap\"},"
                                "\"pressed\":%lld,\"accepted\":%lld,\"sent\":%lld,\"for\":null}\n",
                                at, at, at)
                     : snprintf(line, sizeof line,
                                "{\"type\":\"press\",\"switch\":\"left\",\"down\":false,\"time\":%lld,"
                                "\"accepted\":%lld}\n",
                                at, at);
    if (send(client, line, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return 0;
  }
  return 1;
}

#ifdef ON_SD_EVENT
static int client_of_node, allocates;

static int node_is_ready(sd_event_source *source, int fd, uint32_t events, void *data) {
  (void)events, (void)data;
  if (!answer(fd, client_of_node, allocates)) return sd_event_exit(sd_event_source_get_event(source), 0);
  return 0;
}

static int client_is_ready(sd_event_source *source, int fd, uint32_t events, void *data) {
  (void)fd, (void)events, (void)data;
  return sd_event_exit(sd_event_source_get_event(source), 0);
}

static int time_has_come(sd_event_source *source, uint64_t at, void *data) {
  (void)source, (void)at, (void)data;
  return 0;
}

static int serve(int node, int client, int allocate) {
  enum { AN_HOUR_S = 3600 };
  sd_event *loop = 0;
  sigset_t ends;
  client_of_node = client, allocates = allocate;
  sigemptyset(&ends), sigaddset(&ends, SIGTERM), sigprocmask(SIG_BLOCK, &ends, 0);
  if (sd_event_new(&loop) < 0 || sd_event_add_io(loop, 0, node, EPOLLIN, node_is_ready, 0) < 0 ||
      sd_event_add_io(loop, 0, client, EPOLLIN, client_is_ready, 0) < 0 ||
      sd_event_add_signal(loop, 0, SIGTERM, 0, 0) < 0 ||
      sd_event_add_time_relative(loop, 0, CLOCK_MONOTONIC, AN_HOUR_S * 1000000ULL, 0, time_has_come, 0) < 0)
    return fail("sd-event");
  return sd_event_loop(loop) < 0;
}
#else
static int serve(int node, int client, int allocate) {
  int loop = epoll_create1(0);
  struct epoll_event watch = {.events = EPOLLIN, .data = {.fd = node}}, ready;
  if (loop < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, node, &watch)) return fail("epoll");
  for (;;) {
    int count = epoll_wait(loop, &ready, 1, -1);
    /* A tracer that attaches interrupts it. */
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail("epoll_wait");
    if (!answer(node, client, allocate)) return 0;
  }
}
#endif

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: floor NODE SOCKET [--allocate]\n", stderr);
    return 2;
  }
  int clock = CLOCK_MONOTONIC, node = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (node < 0 || ioctl(node, EVIOCSCLOCKID, &clock)) return fail(argv[1]);
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  snprintf(place.sun_path, sizeof place.sun_path, "%s", argv[2]);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (void *)&place, sizeof place) || listen(listener, 4)) return fail(argv[2]);
  int client = accept(listener, 0, 0);
  if (client < 0) return fail("accept");
  return serve(node, client, argc > 3 && !strcmp(argv[3], "--allocate"));
}
