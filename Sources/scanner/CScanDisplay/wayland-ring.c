#include <errno.h>

#include "wayland.h"

// Rings are parts of a canvas. The canvas exists as long as one of its rings does.

static void canvas_configure(void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width,
                             uint32_t height) {
  struct canvas *canvas = data;
  struct wl_buffer *buffer = NULL;
  const uint32_t transparent = 0;
  zwlr_layer_surface_v1_ack_configure(layer, serial);
  // If there is no memory, no ring of this canvas is shown.
  if (width == 0 || height == 0 || wayland_buffer(canvas->wayland->shm, &transparent, 1, 1, &buffer) < 0) return;
  wp_viewport_set_destination(canvas->viewport, (int32_t)width, (int32_t)height);
  wl_surface_attach(canvas->surface, buffer, 0, 0);
  wl_surface_damage_buffer(canvas->surface, 0, 0, 1, 1);
  canvas->is_sized = true;
  canvas->is_stale = true;
}

static void canvas_closed(void *data, struct zwlr_layer_surface_v1 *layer) {
  struct canvas *canvas = data;
  struct scan_screen *screen = canvas->wayland->screen;
  for (struct surface *surface = screen->surfaces; surface; surface = surface->next)
    if (surface->canvas == canvas) screen_report(screen, SCAN_CLOSED, surface, 0, 0);
}

static const struct zwlr_layer_surface_v1_listener canvas_listener = {.configure = canvas_configure,
                                                                      .closed = canvas_closed};

static void end(struct canvas *canvas) {
  if (canvas->layer) zwlr_layer_surface_v1_destroy(canvas->layer);
  if (canvas->viewport) wp_viewport_destroy(canvas->viewport);
  if (canvas->surface) wl_surface_destroy(canvas->surface);
  *canvas = (struct canvas){.rings = 0};
}

static int make(struct canvas *canvas, struct wl_output *output) {
  struct wayland *wayland = canvas->wayland;
  canvas->surface = wl_compositor_create_surface(wayland->compositor);
  if (!canvas->surface) return -ENOMEM;
  canvas->viewport = wp_viewporter_get_viewport(wayland->viewporter, canvas->surface);
  canvas->layer = zwlr_layer_shell_v1_get_layer_surface(wayland->shell, canvas->surface, output,
                                                        ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "switchway-scan");
  if (!canvas->viewport || !canvas->layer) return -ENOMEM;
  zwlr_layer_surface_v1_add_listener(canvas->layer, &canvas_listener, canvas);
  zwlr_layer_surface_v1_set_anchor(
      canvas->layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT |
                         ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM);
  // The canvas covers the whole output, also the space that bars keep free.
  zwlr_layer_surface_v1_set_exclusive_zone(canvas->layer, -1);
  wayland_take_no_input(wayland, canvas->surface);
  wl_surface_commit(canvas->surface);
  return 0;
}

// Returns NULL if there is no memory.
static struct canvas *canvas_of(struct wayland *wayland, uint32_t id, struct wl_output *output) {
  struct canvas *unused = NULL;
  for (struct canvas *canvas = wayland->canvases; canvas < wayland->canvases + SCAN_OUTPUTS; canvas++) {
    if (canvas->rings > 0 && canvas->output == id) return canvas;
    if (canvas->rings == 0 && !unused) unused = canvas;
  }
  if (!unused) return NULL;
  *unused = (struct canvas){.wayland = wayland, .output = id};
  if (make(unused, output) == 0) return unused;
  end(unused);
  return NULL;
}

int wayland_ring_make(struct wayland *wayland, struct surface *surface, struct wl_output *output) {
  struct canvas *canvas = canvas_of(wayland, surface->place.output, output);
  if (!canvas) return -ENOMEM;
  surface->canvas = canvas;
  canvas->rings++;
  surface->part = wl_subcompositor_get_subsurface(wayland->subcompositor, surface->surface, canvas->surface);
  if (!surface->part) return -ENOMEM;
  // A ring can be drawn without drawing its canvas.
  wl_subsurface_set_desync(surface->part);
  wayland_take_no_input(wayland, surface->surface);
  wayland_ring_place(wayland->screen, surface);
  surface->width = surface->place.width;
  surface->height = surface->place.height;
  surface->is_new = true;
  return 0;
}

void wayland_ring_place(struct scan_screen *screen, struct surface *surface) {
  wl_subsurface_set_position(surface->part, surface->place.x, surface->place.y);
  surface->canvas->is_stale = true;
}

void wayland_ring_end(struct surface *surface) {
  if (--surface->canvas->rings == 0) end(surface->canvas);
}

void wayland_canvases_commit(struct wayland *wayland) {
  for (struct canvas *canvas = wayland->canvases; canvas < wayland->canvases + SCAN_OUTPUTS; canvas++) {
    if (canvas->is_stale && canvas->is_sized) {
      wl_surface_commit(canvas->surface);
      canvas->is_stale = false;
    }
  }
}

void wayland_rings_report(struct wayland *wayland) {
  struct scan_screen *screen = wayland->screen;
  for (struct surface *surface = screen->surfaces; surface; surface = surface->next) {
    if (!surface->is_new || !surface->canvas || !surface->canvas->is_sized) continue;
    surface->is_new = false;
    screen_report(screen, SCAN_SIZED, surface, surface->width, surface->height);
  }
}
