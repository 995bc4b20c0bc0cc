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

static int write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return -(written < 0 ? errno : EIO);
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

// A buffer that ends itself when the compositor has read it.
static int make_buffer(struct wl_shm *shm, const uint32_t *pixels, int32_t width, int32_t height,
                       struct wl_buffer **made) {
  int fd = memfd_create("switchway-scan", MFD_CLOEXEC);
  if (fd < 0) return -errno;
  int32_t size = width * height * 4;
  int result = write_all(fd, (const char *)pixels, (size_t)size);
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

static void take_no_input(struct wayland *wayland, struct wl_surface *surface) {
  struct wl_region *nothing = wl_compositor_create_region(wayland->compositor);
  if (!nothing) return;
  wl_surface_set_input_region(surface, nothing);
  wl_region_destroy(nothing);
}

static void set_place(struct wayland *wayland, struct surface *surface) {
  const uint32_t left = ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT, right = ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT;
  const uint32_t top = ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP, bottom = ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM;
  const struct scan_place *place = &surface->place;
  if (place->bar > 0) {
    zwlr_layer_surface_v1_set_anchor(surface->layer, left | right | (place->is_top ? top : bottom));
    zwlr_layer_surface_v1_set_size(surface->layer, 0, (uint32_t)place->bar);
    zwlr_layer_surface_v1_set_exclusive_zone(surface->layer, place->bar);
    return;
  }
  zwlr_layer_surface_v1_set_anchor(surface->layer, left | top);
  zwlr_layer_surface_v1_set_size(surface->layer, (uint32_t)place->width, (uint32_t)place->height);
  zwlr_layer_surface_v1_set_margin(surface->layer, place->y, 0, 0, place->x);
  // From the output's corner, whatever bars are there.
  zwlr_layer_surface_v1_set_exclusive_zone(surface->layer, -1);
  take_no_input(wayland, surface->surface);
}

int wayland_surface_make(struct scan_screen *screen, struct surface *surface) {
  struct wayland *wayland = screen->wayland;
  struct wl_output *output = wayland_output(wayland, surface->place.output);
  if (!output) return -ENODEV;
  surface->surface = wl_compositor_create_surface(wayland->compositor);
  if (!surface->surface) return -ENOMEM;
  wl_surface_set_user_data(surface->surface, surface);
  surface->viewport = wp_viewporter_get_viewport(wayland->viewporter, surface->surface);
  surface->layer = zwlr_layer_shell_v1_get_layer_surface(wayland->shell, surface->surface, output,
                                                         ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "switchway-scan");
  if (!surface->viewport || !surface->layer) return -ENOMEM;
  zwlr_layer_surface_v1_add_listener(surface->layer, &layer_listener, surface);
  set_place(wayland, surface);
  wl_surface_commit(surface->surface);
  return 0;
}

void wayland_surface_end(struct scan_screen *screen, struct surface *surface) {
  if (screen->wayland->under_pointer == surface) screen->wayland->under_pointer = NULL;
  if (surface->layer) zwlr_layer_surface_v1_destroy(surface->layer);
  if (surface->viewport) wp_viewport_destroy(surface->viewport);
  if (surface->surface) wl_surface_destroy(surface->surface);
}

int wayland_surface_draw(struct scan_screen *screen, struct surface *surface, const uint32_t *pixels, int32_t width,
                         int32_t height, const struct scan_rect *parts, int count) {
  struct wl_buffer *buffer = NULL;
  int result = make_buffer(screen->wayland->shm, pixels, width, height, &buffer);
  if (result < 0) return result;
  if (!surface->is_acknowledged) zwlr_layer_surface_v1_ack_configure(surface->layer, surface->serial);
  surface->is_acknowledged = true;
  wp_viewport_set_destination(surface->viewport, surface->width, surface->height);
  wl_surface_attach(surface->surface, buffer, 0, 0);
  wl_surface_damage_buffer(surface->surface, 0, 0, width, height);
  wl_surface_commit(surface->surface);
  return 0;
}

void wayland_surface_move(struct scan_screen *screen, struct surface *surface) {
  zwlr_layer_surface_v1_set_margin(surface->layer, surface->place.y, 0, 0, surface->place.x);
  wl_surface_commit(surface->surface);
}
