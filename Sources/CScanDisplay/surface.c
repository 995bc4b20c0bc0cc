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
  if (width <= 0 || height <= 0 || width > 32767 || (int64_t)width * height > INT32_MAX / 4) return -EINVAL;
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
  struct scan_surface *surface = data;
  zwlr_layer_surface_v1_ack_configure(layer, serial);
  surface->width = width > 32767 ? 32767 : (int32_t)width;
  surface->height = height > 32767 ? 32767 : (int32_t)height;
  const struct scan_handler *handler = &surface->wayland->handler;
  handler->configured(handler->owner, surface, surface->width, surface->height);
}

static void layer_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
  struct scan_surface *surface = data;
  const struct scan_handler *handler = &surface->wayland->handler;
  handler->closed(handler->owner, surface);
}

static const struct zwlr_layer_surface_v1_listener layer_listener = {.configure = layer_configure,
                                                                     .closed = layer_closed};

static struct wl_output *output_of(struct scan_wayland *wayland, uint32_t id) {
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++)
    if (entry->output && entry->description.id == id) return entry->output;
  return NULL;
}

static void take_no_input(struct scan_surface *surface) {
  struct wl_region *nothing = wl_compositor_create_region(surface->wayland->compositor);
  wl_surface_set_input_region(surface->surface, nothing);
  if (nothing) wl_region_destroy(nothing);
}

struct scan_surface *scan_surface_make(struct scan_wayland *wayland, const struct scan_place *place) {
  struct wl_output *output = output_of(wayland, place->output);
  struct scan_surface *surface = output ? calloc(1, sizeof *surface) : NULL;
  if (!surface) return NULL;
  surface->wayland = wayland;
  surface->surface = wl_compositor_create_surface(wayland->compositor);
  if (surface->surface) {
    wl_surface_set_user_data(surface->surface, surface);
    surface->viewport = wp_viewporter_get_viewport(wayland->viewporter, surface->surface);
    surface->layer = zwlr_layer_shell_v1_get_layer_surface(wayland->shell, surface->surface, output,
                                                           ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "switchway-scan");
  }
  if (!surface->viewport || !surface->layer) {
    scan_surface_end(surface);
    return NULL;
  }
  zwlr_layer_surface_v1_add_listener(surface->layer, &layer_listener, surface);
  const uint32_t left = ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT, right = ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT;
  const uint32_t top = ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP, bottom = ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM;
  if (place->bar > 0) {
    zwlr_layer_surface_v1_set_anchor(surface->layer, left | right | (place->is_top ? top : bottom));
    zwlr_layer_surface_v1_set_size(surface->layer, 0, (uint32_t)place->bar);
    zwlr_layer_surface_v1_set_exclusive_zone(surface->layer, place->bar);
  } else {
    zwlr_layer_surface_v1_set_anchor(surface->layer, left | top);
    zwlr_layer_surface_v1_set_size(surface->layer, (uint32_t)place->width, (uint32_t)place->height);
    zwlr_layer_surface_v1_set_margin(surface->layer, place->y, 0, 0, place->x);
    // From the output's corner, whatever bars are there.
    zwlr_layer_surface_v1_set_exclusive_zone(surface->layer, -1);
    take_no_input(surface);
  }
  wl_surface_commit(surface->surface);
  return surface;
}

void scan_surface_end(struct scan_surface *surface) {
  if (surface->wayland->under_pointer == surface) surface->wayland->under_pointer = NULL;
  if (surface->layer) zwlr_layer_surface_v1_destroy(surface->layer);
  if (surface->viewport) wp_viewport_destroy(surface->viewport);
  if (surface->surface) wl_surface_destroy(surface->surface);
  free(surface);
}

int scan_surface_draw(struct scan_surface *surface, const uint32_t *pixels, int32_t width, int32_t height) {
  if (surface->width <= 0 || surface->height <= 0) return -EINVAL;
  struct wl_buffer *buffer = NULL;
  int result = make_buffer(surface->wayland->shm, pixels, width, height, &buffer);
  if (result < 0) return result;
  wp_viewport_set_destination(surface->viewport, surface->width, surface->height);
  wl_surface_attach(surface->surface, buffer, 0, 0);
  wl_surface_damage_buffer(surface->surface, 0, 0, width, height);
  wl_surface_commit(surface->surface);
  return 0;
}

void scan_surface_move(struct scan_surface *surface, int32_t x, int32_t y) {
  zwlr_layer_surface_v1_set_margin(surface->layer, y, 0, 0, x);
  wl_surface_commit(surface->surface);
}
