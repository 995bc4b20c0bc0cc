#include "CLinuxInput.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <time.h>

int64_t sw_monotonic_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int sw_leds(int fd, uint64_t *on) {
  // The kernel writes its bitmaps as longs.
  unsigned long bits = 0;
  _Static_assert(LED_MAX < 8 * sizeof bits, "one long holds all LEDs");
  if (ioctl(fd, EVIOCGLED(sizeof bits), &bits) < 0) return -errno;
  *on = bits;
  return 0;
}
