/* The least that passing keys on takes: one read of a grabbed keyboard, one write to another. `relay NODE`. */
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include <sys/ioctl.h>

static int fail(const char *what) {
  perror(what);
  return 1;
}

int main(int argc, char **argv) {
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 0x1209, .product = 0xbe9e},
                               .name = "Bench relay"};
  struct input_event events[64];
  if (argc != 2) {
    fputs("usage: relay NODE\n", stderr);
    return 2;
  }
  int node = open(argv[1], O_RDONLY | O_CLOEXEC), out = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (node < 0 || ioctl(node, EVIOCGRAB, 1)) return fail(argv[1]);
  if (out < 0 || ioctl(out, UI_SET_EVBIT, EV_KEY) || ioctl(out, UI_SET_EVBIT, EV_REP)) return fail("/dev/uinput");
  for (int key = KEY_ESC; key < BTN_MISC; key++)
    if (ioctl(out, UI_SET_KEYBIT, key)) return fail("uinput");
  if (ioctl(out, UI_DEV_SETUP, &setup) || ioctl(out, UI_DEV_CREATE)) return fail("uinput");
  struct pollfd waiting = {.fd = node, .events = POLLIN};
  while (poll(&waiting, 1, -1) > 0) {
    ssize_t got = read(node, events, sizeof events);
    if (got <= 0 || write(out, events, got) != got) return fail("read and write");
  }
  return fail("poll");
}
