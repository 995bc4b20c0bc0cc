#define _GNU_SOURCE
#include "wayland.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// --- Buffers

// The compositor has read the pixels.
static void buffer_release(void *data, struct wl_buffer *buffer) { wl_buffer_destroy(buffer); }

static const struct wl_buffer_listener buffer_listener = {.release = buffer_release};

int wayland_buffer(struct wl_shm *shm, const uint32_t *pixels, int32_t width, int32_t height,
                   struct wl_buffer **made) {
  int fd = memfd_create("switchway-scan", MFD_CLOEXEC);
  if (fd < 0) return -errno;
  int32_t size = width * height * 4;
  // A file in memory takes all bytes in one write, unless there is too little memory.
  int result = write(fd, pixels, (size_t)size) == size ? 0 : -ENOMEM;
  if (result == 0) {
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
    *made = pool ? wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888) : NULL;
    if (pool) wl_shm_pool_destroy(pool);
    if (*made)
      wl_buffer_add_listener(*made, &buffer_listener, NULL);
    else
      result = -ENOMEM;
  }
  close(fd);
  return result;
}

// --- Surfaces

static void layer_configure(void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
                            uint32_t height) {
  struct surface *surface = data;
  surface->serial = serial;
  surface->is_acknowledged = false;
  surface->width = width > 32767 ? 32767 : (int32_t)width;
  surface->height = height > 32767 ? 32767 : (int32_t)height;
  screen_report(surface->screen, SCAN_SIZED, surface, surface->width, surface->height);
}

static void layer_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
  struct surface *surface = data;
  screen_report(surface->screen, SCAN_CLOSED, surface, 0, 0);
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {.configure = layer_configure,
                                                                     .closed = layer_closed};

// --- Whether the bar can be seen
//
// A compositor that draws a scene (sway from 1.10 on) reports that a surface leaves its output when something opaque
// covers all of it. Only a screen lock covers the bar, which is above everything else. A bar that is made behind the
// lock never enters an output. Source: docs/design/desktop.md, "The locked screen".

static void surface_enter(void *data, struct wl_surface *wl_surface, struct wl_output *output) {
  struct surface *surface = data;
  if (surface->shown_on++ == 0) screen_report(surface->screen, SCAN_COVERED, surface, 0, 0);
}

static void surface_leave(void *data, struct wl_surface *wl_surface, struct wl_output *output) {
  struct surface *surface = data;
  if (surface->shown_on > 0 && --surface->shown_on == 0) screen_report(surface->screen, SCAN_COVERED, surface, 1, 0);
}

static const struct wl_surface_listener surface_listener = {.enter = surface_enter, .leave = surface_leave};

// The compositor has handled the first drawing.
static void shown_done(void *data, struct wl_callback *callback, uint32_t serial) {
  struct surface *surface = data;
  wl_callback_destroy(callback);
  surface->shown = NULL;
  if (surface->shown_on == 0) screen_report(surface->screen, SCAN_COVERED, surface, 1, 0);
}

static const struct wl_callback_listener shown_listener = {.done = shown_done};

static void ask_whether_shown(struct wayland *wayland, struct surface *surface) {
  surface->shown = wl_display_sync(wayland->display);
  if (surface->shown) wl_callback_add_listener(surface->shown, &shown_listener, surface);
}

static void ask_done(void *data, struct wl_callback *callback, uint32_t serial) {
  wl_callback_destroy(callback);
  screen_report(data, SCAN_ANSWERED, NULL, 0, 0);
}

static const struct wl_callback_listener ask_listener = {.done = ask_done};

int wayland_ask(struct scan_screen *screen) {
  struct wl_callback *callback = wl_display_sync(screen->wayland->display);
  if (!callback) return -ENOMEM;
  wl_callback_add_listener(callback, &ask_listener, screen);
  return 0;
}

void wayland_take_no_input(struct wayland *wayland, struct wl_surface *surface) {
  struct wl_region *nothing = wl_compositor_create_region(wayland->compositor);
  if (!nothing) return;
  wl_surface_set_input_region(surface, nothing);
  wl_region_destroy(nothing);
}

static int make_bar(struct wayland *wayland, struct surface *surface, struct wl_output *output) {
  surface->layer = zwlr_layer_shell_v1_get_layer_surface(wayland->shell, surface->surface, output,
                                                         ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "switchway-scan");
  if (!surface->layer) return -ENOMEM;
  zwlr_layer_surface_v1_add_listener(surface->layer, &layer_listener, surface);
  wl_surface_add_listener(surface->surface, &surface_listener, surface);
  const uint32_t edge =
      surface->place.is_top ? ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP : ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM;
  zwlr_layer_surface_v1_set_anchor(
      surface->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT | edge);
  zwlr_layer_surface_v1_set_size(surface->layer, 0, (uint32_t)surface->place.bar);
  zwlr_layer_surface_v1_set_exclusive_zone(surface->layer, surface->place.bar);
  wl_surface_commit(surface->surface);
  return 0;
}

int wayland_surface_make(struct scan_screen *screen, struct surface *surface) {
  struct wayland *wayland = screen->wayland;
  struct wl_output *output = wayland_output(wayland, surface->place.output);
  if (!output) return -ENODEV;
  surface->surface = wl_compositor_create_surface(wayland->compositor);
  if (!surface->surface) return -ENOMEM;
  wl_surface_set_user_data(surface->surface, surface);
  surface->viewport = wp_viewporter_get_viewport(wayland->viewporter, surface->surface);
  if (!surface->viewport) return -ENOMEM;
  return surface->place.bar > 0 ? make_bar(wayland, surface, output) : wayland_ring_make(wayland, surface, output);
}

void wayland_surface_end(struct scan_screen *screen, struct surface *surface) {
  if (screen->wayland->under_pointer == surface) screen->wayland->under_pointer = NULL;
  if (surface->shown) wl_callback_destroy(surface->shown);
  if (surface->layer) zwlr_layer_surface_v1_destroy(surface->layer);
  if (surface->part) wl_subsurface_destroy(surface->part);
  if (surface->viewport) wp_viewport_destroy(surface->viewport);
  if (surface->surface) wl_surface_destroy(surface->surface);
  if (surface->canvas) wayland_ring_end(surface);
}

int wayland_surface_draw(struct scan_screen *screen, struct surface *surface, const uint32_t *pixels, int32_t width,
                         int32_t height, const struct scan_rect *parts, int count) {
  struct wl_buffer *buffer = NULL;
  int result = wayland_buffer(screen->wayland->shm, pixels, width, height, &buffer);
  if (result < 0) return result;
  if (surface->layer && !surface->is_acknowledged)
    zwlr_layer_surface_v1_ack_configure(surface->layer, surface->serial);
  surface->is_acknowledged = true;
  wp_viewport_set_destination(surface->viewport, surface->width, surface->height);
  wl_surface_attach(surface->surface, buffer, 0, 0);
  wl_surface_damage_buffer(surface->surface, 0, 0, width, height);
  wl_surface_commit(surface->surface);
  if (surface->layer && !surface->is_drawn) ask_whether_shown(screen->wayland, surface);
  surface->is_drawn = true;
  return 0;
}
