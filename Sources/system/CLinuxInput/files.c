#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

int sw_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  // EINVAL means that the file system, such as NFS, cannot do this in one step.
  if (errno != EINVAL && errno != ENOSYS) return -errno;
  struct stat status;
  if (lstat(to, &status) == 0) return -EEXIST;
  return rename(from, to) == 0 ? 0 : -errno;
}

int sw_memory_file(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}
