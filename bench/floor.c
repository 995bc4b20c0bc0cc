/* The least that any daemon must do: one read of an event, one write of a line. `floor NODE SOCKET [--allocate]`
 * serves one client. --allocate: one malloc per event, to show that the counter works. */
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

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int serve(int node, int client, int allocate) {
  struct input_event events[64];
  char line[512];
  int loop = epoll_create1(0);
  struct epoll_event watch = {.events = EPOLLIN, .data = {.fd = node}}, ready;
  if (loop < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, node, &watch)) return fail("epoll");
  for (;;) {
    int count = epoll_wait(loop, &ready, 1, -1);
    /* A tracer that attaches interrupts it. */
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail("epoll_wait");
    ssize_t got = read(node, events, sizeof events);
    if (got <= 0) return fail("read");
    for (size_t i = 0; i < (size_t)got / sizeof *events; i++) {
      if (events[i].type != EV_KEY || events[i].value == 2) continue;
      long long at = events[i].time.tv_sec * 1000000LL + events[i].time.tv_usec;
      if (allocate) {
        void *volatile waste = malloc(64);
        free(waste);
      }
      int length = events[i].value
                       ? snprintf(line, sizeof line,
                                  "{\"type\":\"command\",\"seq\":1,\"command\":\"select\",\"args\":[],\"phase\":\"do\","
                                  "\"count\":1,\"source\":{\"switch\":\"left\",\"device\":\"box\",\"gesture\":\"tap\"},"
                                  "\"pressed\":%lld,\"accepted\":%lld,\"sent\":%lld,\"for\":null}\n",
                                  at, at, at)
                       : snprintf(line, sizeof line,
                                  "{\"type\":\"press\",\"switch\":\"left\",\"down\":false,\"time\":%lld,"
                                  "\"accepted\":%lld}\n",
                                  at, at);
      if (send(client, line, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return 0;
    }
  }
}

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
