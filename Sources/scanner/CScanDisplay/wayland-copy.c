#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "wayland.h"

// Takes pictures of a part of an output, by version 1 of wlr-screencopy-unstable. Few of its requests are used, so they
// are declared here instead of generated: the manager makes a frame; the frame reports the size of its buffer, and
// copies into the buffer.

enum { MANAGER_CAPTURE_REGION = 1, FRAME_COPY = 0, FRAME_DESTROY = 1 };

static const struct wl_interface frame_interface;
static const struct wl_interface *capture_types[] = {
    &frame_interface, NULL, &wl_output_interface, NULL, NULL, NULL, NULL};
static const struct wl_interface *copy_types[] = {&wl_buffer_interface};
static const struct wl_interface *no_types[] = {NULL, NULL, NULL, NULL};
static const struct wl_message manager_requests[] = {
    {"capture_output", "nio", capture_types},
    {"capture_output_region", "nioiiii", capture_types},
    {"destroy", "", NULL}};
static const struct wl_message frame_requests[] = {{"copy", "o", copy_types}, {"destroy", "", NULL}};
static const struct wl_message frame_events[] = {
    {"buffer", "uuuu", no_types}, {"flags", "u", no_types}, {"ready", "uuu", no_types}, {"failed", "", no_types}};
static const struct wl_interface frame_interface = {"zwlr_screencopy_frame_v1", 1, 2, frame_requests, 4, frame_events};
const struct wl_interface wayland_copier_interface = {"zwlr_screencopy_manager_v1", 1, 3, manager_requests, 0, NULL};

struct frame_listener {
  void (*buffer)(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height, uint32_t stride);
  void (*flags)(void *data, struct wl_proxy *frame, uint32_t flags);
  void (*ready)(void *data, struct wl_proxy *frame, uint32_t high, uint32_t low, uint32_t nanoseconds);
  void (*failed)(void *data, struct wl_proxy *frame);
};

static void end(struct copy *copy) {
  if (copy->frame)
    wl_proxy_marshal_flags(copy->frame, FRAME_DESTROY, NULL, wl_proxy_get_version(copy->frame),
                           WL_MARSHAL_FLAG_DESTROY);
  if (copy->buffer) wl_buffer_destroy(copy->buffer);
  if (copy->pixels) munmap(copy->pixels, copy->size);
  *copy = (struct copy){.frame = NULL};
}

static void finish(struct wayland *wayland, bool is_there) {
  end(&wayland->copy);
  screen_report(wayland->screen, SCAN_CAPTURED, NULL, is_there, 0);
}

// Makes a buffer of this size, or returns NULL if there is no memory.
static struct wl_buffer *make(struct wayland *wayland, uint32_t format, int32_t width, int32_t height, int32_t stride) {
  struct copy *copy = &wayland->copy;
  int fd = memfd_create("switchway-scan", MFD_CLOEXEC);
  if (fd < 0) return NULL;
  copy->size = (size_t)stride * (size_t)height;
  if (ftruncate(fd, (off_t)copy->size) == 0)
    copy->pixels = mmap(NULL, copy->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (copy->pixels == MAP_FAILED) copy->pixels = NULL;
  struct wl_shm_pool *pool = copy->pixels ? wl_shm_create_pool(wayland->shm, fd, (int32_t)copy->size) : NULL;
  struct wl_buffer *buffer = pool ? wl_shm_pool_create_buffer(pool, 0, width, height, stride, format) : NULL;
  if (pool) wl_shm_pool_destroy(pool);
  close(fd);
  return buffer;
}

static void frame_buffer(void *data, struct wl_proxy *frame, uint32_t format, uint32_t width, uint32_t height,
                         uint32_t stride) {
  struct wayland *wayland = data;
  struct copy *copy = &wayland->copy;
  bool is_known = format == WL_SHM_FORMAT_XRGB8888 || format == WL_SHM_FORMAT_ARGB8888 ||
                  format == WL_SHM_FORMAT_XBGR8888 || format == WL_SHM_FORMAT_ABGR8888;
  if (copy->buffer || !is_known || width > INT16_MAX || height > INT16_MAX || stride > 4 * INT16_MAX ||
      stride < 4 * width)
    return finish(wayland, false);
  copy->is_swapped = format == WL_SHM_FORMAT_XBGR8888 || format == WL_SHM_FORMAT_ABGR8888;
  copy->width = (int32_t)width;
  copy->height = (int32_t)height;
  copy->stride = (int32_t)stride;
  copy->buffer = make(wayland, format, copy->width, copy->height, copy->stride);
  if (!copy->buffer) return finish(wayland, false);
  wl_proxy_marshal_flags(frame, FRAME_COPY, NULL, wl_proxy_get_version(frame), 0, copy->buffer);
}

static void frame_flags(void *data, struct wl_proxy *frame, uint32_t flags) {
  struct wayland *wayland = data;
  wayland->copy.is_inverted = flags & 1;
}

static void frame_ready(void *data, struct wl_proxy *frame, uint32_t high, uint32_t low, uint32_t nanoseconds) {
  struct wayland *wayland = data;
  const struct copy *copy = &wayland->copy;
  uint32_t *picture = copy->pixels ? screen_picture_make(wayland->screen, copy->width, copy->height) : NULL;
  for (int32_t y = 0; picture && y < copy->height; y++) {
    int32_t line = copy->is_inverted ? copy->height - 1 - y : y;
    const uint32_t *pixels = copy->pixels + (size_t)line * (size_t)(copy->stride / 4);
    for (int32_t x = 0; x < copy->width; x++) {
      uint32_t pixel = pixels[x];
      if (copy->is_swapped) pixel = (pixel & 0xff) << 16 | (pixel & 0xff00) | (pixel >> 16 & 0xff);
      *picture++ = 0xff000000 | pixel;
    }
  }
  finish(wayland, picture != NULL);
}

static void frame_failed(void *data, struct wl_proxy *frame) { finish(data, false); }

static const struct frame_listener listener = {
    .buffer = frame_buffer, .flags = frame_flags, .ready = frame_ready, .failed = frame_failed};

int wayland_capture(struct scan_screen *screen, const struct scan_place *place) {
  struct wayland *wayland = screen->wayland;
  struct wl_output *output = wayland_output(wayland, place->output);
  if (!wayland->copier || !output) return -ENOTSUP;
  end(&wayland->copy);
  struct wl_proxy *frame = wl_proxy_marshal_flags(wayland->copier, MANAGER_CAPTURE_REGION, &frame_interface,
                                                  wl_proxy_get_version(wayland->copier), 0, NULL, 0, output, place->x,
                                                  place->y, place->width, place->height);
  if (!frame) return -ENOMEM;
  wayland->copy.frame = frame;
  wl_proxy_add_listener(frame, (void (**)(void))&listener, wayland);
  return 0;
}

void wayland_capture_end(struct wayland *wayland) {
  if (wayland->copy.pixels) munmap(wayland->copy.pixels, wayland->copy.size);
}
