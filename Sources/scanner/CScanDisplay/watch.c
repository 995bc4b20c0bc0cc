#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "CScanDisplay.h"

int scan_watch_make(struct scan_watch *watch, int connection) {
  struct epoll_event event = {.events = EPOLLIN};
  watch->connection = connection;
  watch->descriptor = epoll_create1(EPOLL_CLOEXEC);
  watch->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (watch->descriptor >= 0 && watch->timer >= 0 &&
      epoll_ctl(watch->descriptor, EPOLL_CTL_ADD, watch->timer, &event) == 0 &&
      epoll_ctl(watch->descriptor, EPOLL_CTL_ADD, connection, &event) == 0)
    return 0;
  int failure = errno;
  scan_watch_end(watch);
  return -failure;
}

void scan_watch_end(struct scan_watch *watch) {
  if (watch->timer >= 0) close(watch->timer);
  if (watch->descriptor >= 0) close(watch->descriptor);
  watch->timer = watch->descriptor = -1;
}

void scan_watch_for_writing(const struct scan_watch *watch, bool wanted) {
  struct epoll_event event = {.events = wanted ? EPOLLIN | EPOLLOUT : EPOLLIN};
  epoll_ctl(watch->descriptor, EPOLL_CTL_MOD, watch->connection, &event);
}

void scan_watch_set_timer(const struct scan_watch *watch, int milliseconds) {
  struct itimerspec time = {
      .it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L}};
  timerfd_settime(watch->timer, 0, &time, NULL);
}

bool scan_watch_timer_elapsed(const struct scan_watch *watch) {
  uint64_t count;
  return read(watch->timer, &count, sizeof count) == sizeof count;
}
