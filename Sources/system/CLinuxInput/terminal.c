// Uses the terminal as a screen: shows the alternate screen, reads single keys, and restores the terminal when the
// process ends.
//
// The signal handlers in this file use only calls that signal-safety(7) allows.
#define _GNU_SOURCE
#include "CLinuxInput.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { end_count = sizeof ends / sizeof *ends, crash_count = sizeof crashes / sizeof *crashes };

// Control sequences of xterm. The first switches to the alternate screen, hides the cursor, turns on reports of the
// terminal's focus, and clears the screen. The last undoes this. Linux's console has no alternate screen, so the last
// one also moves the cursor below the last row.
static const char enter[] = "\033[?1049h\033[?25l\033[?1004h\033[2J";
static const char again[] = "\033[?25l\033[?1004h\033[2J";
static const char leave[] = "\033[?1004l\033[0m\033[999;1H\n\033[?25h\033[?1049l";

static int input = -1, output = -1, pipes[2] = {-1, -1};
static struct termios before, keys;
static volatile sig_atomic_t is_entered, is_shown, ended_by, is_stale;

/// Writes all of `text`, but stops if the terminal does not accept more, and never waits.
static void say(const char *text, size_t count) {
  while (count > 0) {
    struct pollfd room = {.fd = output, .events = POLLOUT};
    if (poll(&room, 1, 0) <= 0) return;
    ssize_t done = write(output, text, count);
    if (done <= 0) return;
    text += done;
    count -= (size_t)done;
  }
}

static void show(void) {
  tcsetattr(input, TCSANOW, &keys);
  // Do not switch to the alternate screen twice: the terminal would lose the cursor's position before the first time.
  if (is_shown) say(again, sizeof again - 1);
  else say(enter, sizeof enter - 1);
  is_shown = 1;
}

static void hide(void) {
  if (!is_shown) return;
  is_shown = 0;
  say(leave, sizeof leave - 1);
  // Discard keys that were typed and not read, for example by a switch, because the shell must not get them.
  tcsetattr(input, TCSAFLUSH, &before);
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, 0);
}

/// Lets a signal end or stop the process as if it were not handled.
static void raise_by_default(int number) {
  handle(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &set, 0);
}

static void wake(void) { (void)!write(pipes[1], "", 1); }

static void on_end(int number) {
  int code = errno;
  // The program has not ended after the first signal, so it may hang.
  if (ended_by) {
    hide();
    raise_by_default(number);
  }
  ended_by = number;
  wake();
  errno = code;
}

static void on_crash(int number) {
  hide();
  raise_by_default(number);
}

static void on_stop(int number) {
  int code = errno;
  hide();
  raise_by_default(number);
  // The process continues here after the stop. The shell has changed the terminal meanwhile.
  handle(SIGTSTP, on_stop);
  show();
  is_stale = 1;
  wake();
  errno = code;
}

static void on_change(int number) {
  int code = errno;
  if (number == SIGCONT && is_entered) show();
  is_stale = 1;
  wake();
  errno = code;
}

int sw_terminal_enter(int from, int to) {
  if (is_entered) return -EBUSY;
  if (tcgetattr(from, &before) < 0) return -errno;
  if (pipes[0] < 0) {
    if (pipe2(pipes, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
    atexit(sw_terminal_leave);
  }
  keys = before;
  // Ctrl-C and Ctrl-Z still cause signals.
  keys.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
  keys.c_lflag |= ISIG;
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  input = from;
  output = to;
  ended_by = is_stale = 0;
  is_entered = 1;
  for (int i = 0; i < end_count; i++) handle(ends[i], on_end);
  for (int i = 0; i < crash_count; i++) handle(crashes[i], on_crash);
  handle(SIGTSTP, on_stop);
  handle(SIGCONT, on_change);
  handle(SIGWINCH, on_change);
  show();
  return 0;
}

void sw_terminal_leave(void) {
  if (!is_entered) return;
  is_entered = 0;
  hide();
  for (int i = 0; i < end_count; i++) handle(ends[i], SIG_DFL);
  for (int i = 0; i < crash_count; i++) handle(crashes[i], SIG_DFL);
  handle(SIGTSTP, SIG_DFL);
  handle(SIGCONT, SIG_DFL);
  handle(SIGWINCH, SIG_DFL);
}

int sw_terminal_signals(void) { return pipes[0]; }

int sw_terminal_ended_by(void) { return ended_by; }

int sw_terminal_is_stale(void) {
  char bytes[64];
  while (read(pipes[0], bytes, sizeof bytes) > 0) {}
  int was = is_stale;
  is_stale = 0;
  return was;
}

int sw_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
