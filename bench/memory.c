/* Preloaded, gives a program one event node that is a socket: a box with one button, found by libudev and read by
 * libevdev as any other. Only what the kernel and udevd would say is replaced; reading and waiting are the program's
 * own calls. BENCH_NODE: the socket that stands for the node. BENCH_SYS: the node's folder as in sysfs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

static const char node_path[] = "/dev/input/event0", box_name[] = "Bench Box";
static const unsigned box_major = 13, box_minor = 64;
static unsigned char is_node[1024];

static int is_ours(int fd) { return fd >= 0 && (size_t)fd < sizeof is_node && is_node[fd]; }

static int connected(void) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  snprintf(place.sun_path, sizeof place.sun_path, "%s", getenv("BENCH_NODE"));
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || (size_t)fd >= sizeof is_node || connect(fd, (void *)&place, sizeof place)) return -1;
  fcntl(fd, F_SETFL, O_NONBLOCK);
  is_node[fd] = 1;
  return fd;
}

int open(const char *path, int flags, ...) {
  if (!strcmp(path, node_path)) return connected();
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

int fstat(int fd, struct stat *status) {
  int result = fstatat(fd, "", status, AT_EMPTY_PATH);
  if (!result && is_ours(fd)) status->st_mode = S_IFCHR | 0600, status->st_rdev = makedev(box_major, box_minor);
  return result;
}

char *realpath(const char *restrict path, char *restrict resolved) {
  static char *(*next)(const char *, char *);
  char device[64];
  snprintf(device, sizeof device, "/sys/dev/char/%u:%u", box_major, box_minor);
  if (!strcmp(path, device) && !resolved) return strdup(getenv("BENCH_SYS"));
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "realpath");
  return next(path, resolved);
}

/* What the kernel tells of the box: its name, and that it has a button. All else is zero. */
static int told(unsigned long request, void *into) {
  unsigned size = _IOC_SIZE(request), number = _IOC_NR(request);
  if (!(_IOC_DIR(request) & _IOC_READ)) return 0;
  memset(into, 0, size);
  if (number == _IOC_NR(EVIOCGPHYS(0)) || number == _IOC_NR(EVIOCGUNIQ(0))) return errno = ENOENT, -1;
  if (number == _IOC_NR(EVIOCGVERSION)) *(int *)into = EV_VERSION;
  if (number == _IOC_NR(EVIOCGNAME(0))) return snprintf(into, size, "%s", box_name) + 1;
  unsigned char *bits = into;
  if (number == _IOC_NR(EVIOCGBIT(0, 0)) && size) bits[0] = 1 << EV_SYN | 1 << EV_KEY;
  if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0)) && size > BTN_TRIGGER / 8)
    bits[BTN_TRIGGER / 8] |= 1 << BTN_TRIGGER % 8;
  return size;
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*next)(int, unsigned long, void *);
  va_list more;
  va_start(more, request);
  void *argument = va_arg(more, void *);
  va_end(more);
  if (is_ours(fd)) return _IOC_TYPE(request) == 'E' ? told(request, argument) : (errno = ENOTTY, -1);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "ioctl");
  return next(fd, request, argument);
}

/* Valgrind of Debian 12 does not know this call. A helper of the daemon then ends unseen, which no press notices. */
long syscall(long number, ...) {
  static long (*next)(long, ...);
  long a[4];
  va_list more;
  va_start(more, number);
  for (int i = 0; i < 4; i++) a[i] = va_arg(more, long);
  va_end(more);
  if (number == SYS_pidfd_open && getenv("BENCH_NO_PIDFD")) return eventfd(0, EFD_CLOEXEC);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "syscall");
  return next(number, a[0], a[1], a[2], a[3]);
}

/* libudev with one device, which was always there. Its objects are never looked into. */
#define OBJECT(type) ((struct type *)(void *)is_node)
struct udev *udev_new(void) { return OBJECT(udev); }
struct udev *udev_unref(struct udev *udev) { return (void)udev, NULL; }
struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  return (void)udev, (void)name, OBJECT(udev_monitor);
}
struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) { return (void)monitor, NULL; }
int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *name, const char *type) {
  return (void)monitor, (void)name, (void)type, 0;
}
int udev_monitor_enable_receiving(struct udev_monitor *monitor) { return (void)monitor, 0; }
int udev_monitor_get_fd(struct udev_monitor *monitor) { return (void)monitor, eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
  return (void)monitor, errno = EAGAIN, NULL;
}
struct udev_enumerate *udev_enumerate_new(struct udev *udev) { return (void)udev, OBJECT(udev_enumerate); }
struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *list) { return (void)list, NULL; }
int udev_enumerate_add_match_subsystem(struct udev_enumerate *list, const char *name) {
  return (void)list, (void)name, 0;
}
int udev_enumerate_add_match_sysname(struct udev_enumerate *list, const char *name) {
  return (void)list, (void)name, 0;
}
int udev_enumerate_add_match_is_initialized(struct udev_enumerate *list) { return (void)list, 0; }
int udev_enumerate_scan_devices(struct udev_enumerate *list) { return (void)list, 0; }
struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *list) {
  return (void)list, OBJECT(udev_list_entry);
}
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return (void)entry, getenv("BENCH_SYS"); }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return (void)entry, NULL; }
struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
  return (void)udev, (void)path, OBJECT(udev_device);
}
struct udev_device *udev_device_unref(struct udev_device *device) { return (void)device, NULL; }
const char *udev_device_get_syspath(struct udev_device *device) { return (void)device, getenv("BENCH_SYS"); }
const char *udev_device_get_devnode(struct udev_device *device) { return (void)device, node_path; }
struct udev_list_entry *udev_device_get_properties_list_entry(struct udev_device *device) {
  return (void)device, NULL;
}
struct udev_list_entry *udev_device_get_devlinks_list_entry(struct udev_device *device) { return (void)device, NULL; }
const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
  return (void)device, (void)key, NULL;
}
