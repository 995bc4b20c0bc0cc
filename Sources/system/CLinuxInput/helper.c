#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int sw_pair(int keeps_records, int ends[2]) {
  int type = keeps_records ? SOCK_SEQPACKET : SOCK_STREAM;
  return socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

int sw_never_wait(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

static pid_t parent_at_start;

// Is called when the helper continues after a stop, or its parent has ended. If the parent has ended, SIGALRM ends the
// helper after two seconds, in which it can finish its work.
static void continued(int signal) {
  (void)signal;
  if (getppid() != parent_at_start) alarm(2);
}

static void close_between(unsigned first, unsigned last) {
  if (first <= last) close_range(first, last, 0);
}

static void become_helper(const char *name, int first, int second, pid_t parent) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
  int ignored[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};
  for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  parent_at_start = parent;
  struct sigaction action = {.sa_handler = continued, .sa_flags = SA_RESTART};
  sigaction(SIGCONT, &action, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  // SIGCONT is used because it also wakes a helper that is stopped.
  prctl(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0);
  if (getppid() != parent) alarm(2);
  // Close all inherited descriptors, because a grab lasts as long as any process has the event node open.
  unsigned low = first, high = second;
  if (first < 0 || (second >= 0 && second < first)) {
    low = second;
    high = first;
  }
  if ((int)low < 0) {
    close_between(3, ~0U);
  } else {
    close_between(3, low - 1);
    if ((int)high >= 0) close_between(low + 1, high - 1);
    close_between(((int)high < 0 ? low : high) + 1, ~0U);
  }
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3 && nowhere >= 0; fd++) dup2(nowhere, fd);
  if (nowhere > 2) close(nowhere);
}

int sw_fork_helper(const char *name, int first, int second) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) {
    become_helper(name, first, second, parent);
    return 0;
  }
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  if (descriptor >= 0) return descriptor;
  int failure = errno;
  kill(child, SIGKILL);
  waitpid(child, 0, 0);
  return -failure;
}

void sw_kill_child(int child) { syscall(SYS_pidfd_send_signal, child, SIGKILL, 0, 0); }

int sw_child_status(int child) {
  siginfo_t information = {0};
  // 3 is P_PIDFD of linux/wait.h, a name that older C libraries do not have.
  if (waitid((idtype_t)3, (id_t)child, &information, WEXITED | WNOHANG) < 0) return errno == ECHILD ? 0 : -1;
  if (information.si_pid == 0) return -1;
  return information.si_code == CLD_EXITED ? information.si_status : 128 + information.si_status;
}

int sw_reap_child(int child) { return sw_child_status(child) >= 0; }

void sw_copy_log(int source, int sink) {
  static char text[65536];
  for (;;) {
    ssize_t count = recv(source, text, sizeof text, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    for (ssize_t done = 0; done < count;) {
      ssize_t taken = write(sink, text + done, (size_t)(count - done));
      if (taken >= 0) {
        done += taken;
      } else if (errno == EAGAIN) {
        // The descriptor may be non-blocking, so wait until there is space.
        struct pollfd room = {.fd = sink, .events = POLLOUT};
        poll(&room, 1, -1);
        if (room.revents & (POLLERR | POLLHUP | POLLNVAL)) break;
      } else if (errno != EINTR) {
        break;
      }
    }
  }
}

void sw_trim_memory(void) { malloc_trim(0); }
