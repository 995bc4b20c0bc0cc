#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <sys/epoll.h>

int sw_poller_make(void) {
  int fd = epoll_create1(EPOLL_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int sw_poller_add(int poller, int fd, int64_t tag) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = (uint64_t)tag}};
  return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int sw_poller_remove(int poller, int fd) {
  return epoll_ctl(poller, EPOLL_CTL_DEL, fd, 0) < 0 ? -errno : 0;
}

int sw_poller_ready(int poller, int64_t *tags, int count) {
  struct epoll_event events[64];
  int ready = epoll_wait(poller, events, count < 64 ? count : 64, 0);
  if (ready < 0) return -errno;
  for (int i = 0; i < ready; i++) tags[i] = (int64_t)events[i].data.u64;
  return ready;
}
