#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

int sw_forbid_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0;
}

int64_t sw_monotonic_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int sw_block_signals(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (signal(SIGPIPE, SIG_IGN) == SIG_ERR) return -errno;
  return sigprocmask(SIG_BLOCK, &set, 0) < 0 ? -errno : 0;
}
