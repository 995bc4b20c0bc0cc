/* The least that passing keys on takes: one read of a grabbed keyboard, one write to another. `relay NODE`; with a
 * second argument it is a mouse. */
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
  if (argc != 2 && argc != 3) {
    fputs("usage: relay NODE [pointer]\n", stderr);
    return 2;
  }
  int node = open(argv[1], O_RDONLY | O_CLOEXEC), out = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (node < 0 || ioctl(node, EVIOCGRAB, 1)) return fail(argv[1]);
  if (out < 0 || ioctl(out, UI_SET_EVBIT, EV_KEY)) return fail("/dev/uinput");
  if (ioctl(out, UI_SET_EVBIT, argc == 3 ? EV_REL : EV_REP)) return fail("uinput");
  for (int key = argc == 3 ? BTN_LEFT : KEY_ESC; key < (argc == 3 ? BTN_JOYSTICK : BTN_MISC); key++)
    if (ioctl(out, UI_SET_KEYBIT, key)) return fail("uinput");
  for (int code = 0; argc == 3 && code <= REL_Y; code++)
    if (ioctl(out, UI_SET_RELBIT, code)) return fail("uinput");
  if (ioctl(out, UI_DEV_SETUP, &setup) || ioctl(out, UI_DEV_CREATE)) return fail("uinput");
  struct pollfd waiting = {.fd = node, .events = POLLIN};
  while (poll(&waiting, 1, -1) > 0) {
    ssize_t got = read(node, events, sizeof events);
    if (got <= 0 || write(out, events, got) != got) return fail("read and write");
  }
  return fail("poll");
}
