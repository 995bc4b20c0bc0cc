#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sw_process_descriptor(int process) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  return descriptor >= 0 ? descriptor : -errno;
}

int sw_start_apart(const char *path, char *const *arguments, const char *folder) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    setsid();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3 && nowhere >= 0; fd++) dup2(nowhere, fd);
    if (nowhere > 2) close(nowhere);
    if (!folder || chdir(folder) == 0) execv(path, arguments);
    _exit(127);
  }
  return sw_process_descriptor(child);
}
