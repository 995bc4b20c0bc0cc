/* The least that any daemon must do before it is ready: `opener NAME` finds the event nodes of devices of that name
 * with libudev, opens them with libevdev, reports readiness (sd_notify) and waits. */
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <libudev.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

static int opened(struct udev_device *device, const char *name) {
  struct udev_device *parent = udev_device_get_parent(device);
  const char *node = udev_device_get_devnode(device), *own = parent ? udev_device_get_sysattr_value(parent, "name") : 0;
  struct libevdev *state;
  if (!node || !own || strcmp(own, name) || strncmp(udev_device_get_sysname(device), "event", 5)) return 0;
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  return fd >= 0 && !libevdev_new_from_fd(fd, &state) && !libevdev_set_clock_id(state, CLOCK_MONOTONIC);
}

int main(int argc, char **argv) {
  int count = 0;
  struct udev *udev = udev_new();
  struct udev_enumerate *all = udev_enumerate_new(udev);
  struct udev_list_entry *entry;
  if (argc != 2) {
    fputs("usage: opener NAME\n", stderr);
    return 2;
  }
  udev_enumerate_add_match_subsystem(all, "input");
  udev_enumerate_scan_devices(all);
  udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(all)) {
    struct udev_device *device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
    if (!device) continue;
    count += opened(device, argv[1]);
    udev_device_unref(device);
  }
  if (!count) {
    fprintf(stderr, "opener: no node of %s could be opened\n", argv[1]);
    return 1;
  }
  sd_notify(0, "READY=1");
  pause();
  return 0;
}
