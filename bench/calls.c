/* Counts the system calls of a process from outside. See bench.h. */
#define _GNU_SOURCE
#include "bench.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static void trace(pid_t pid, volatile uint64_t *count) {
  int status, signal = 0;
  if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACESYSGOOD) || ptrace(PTRACE_INTERRUPT, pid, 0, 0)) fail("ptrace");
  while (waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status)) {
    struct __ptrace_syscall_info info;
    signal = 0;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
      if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) <= 0) fail("PTRACE_GET_SYSCALL_INFO");
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) ++*count;
    } else if (!(status >> 16)) {
      signal = WSTOPSIG(status);
    }
    ptrace(PTRACE_SYSCALL, pid, 0, signal);
  }
}

pid_t calls_count(pid_t pid, volatile uint64_t *count) {
  pid_t tracer = fork();
  if (tracer < 0) fail("fork");
  if (tracer) return tracer;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  trace(pid, count);
  _exit(0);
}

void calls_stop(pid_t tracer) {
  kill(tracer, SIGKILL);
  waitpid(tracer, 0, 0);
}
