#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <sys/socket.h>

int sw_accept(int listener) {
  int fd = accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return fd < 0 ? -errno : fd;
}
