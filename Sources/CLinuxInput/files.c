#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/mman.h>
#include <unistd.h>

int sw_open_entry(int folder, const char *name) {
  int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int sw_memory_file(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

// The groups of the process before `sw_act_as`.
static gid_t own_groups[256];
static int own_group_count;

int sw_act_as(uid_t user) {
  // The user's primary group; 65534 (nogroup) for an unknown user.
  const struct passwd *entry = getpwuid(user);
  gid_t group = entry ? entry->pw_gid : 65534;
  own_group_count = getgroups(256, own_groups);
  if (own_group_count < 0) return -errno;
  if (setgroups(1, &group) == 0 && setegid(group) == 0 && seteuid(user) == 0) return 0;
  int failure = errno;
  sw_act_as_self();
  return -failure;
}

int sw_act_as_self(void) {
  if (seteuid(getuid()) == 0 && setegid(getgid()) == 0 && setgroups((size_t)own_group_count, own_groups) == 0)
    return 0;
  return -errno;
}
