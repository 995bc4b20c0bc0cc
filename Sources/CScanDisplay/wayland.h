// What wayland.c and wayland-surface.c share.
#ifndef SWITCHWAY_SCAN_WAYLAND_H
#define SWITCHWAY_SCAN_WAYLAND_H

#include <wayland-client.h>

#include "protocols/viewporter.h"
#include "protocols/wlr-layer-shell-unstable-v1.h"
#include "protocols/xdg-output-unstable-v1.h"
#include "screen.h"

struct output {
  struct wayland *wayland;
  // NULL: this entry is free.
  struct wl_output *output;
  struct zxdg_output_v1 *logical;
  struct scan_output description;
  int32_t mode_width, mode_height;
  // As in wl_output. Odd: width and height are exchanged.
  int32_t transform;
};

struct wayland {
  // NULL while it is being opened.
  struct scan_screen *screen;
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_compositor *compositor;
  struct wl_shm *shm;
  struct wp_viewporter *viewporter;
  struct zwlr_layer_shell_v1 *shell;
  struct zxdg_output_manager_v1 *logical_outputs;
  struct wl_seat *seat;
  uint32_t seat_id;
  struct wl_pointer *pointer;
  struct wl_touch *touch;
  struct output outputs[SCAN_OUTPUTS];
  bool have_outputs_changed;
  // Where the pointer is.
  struct surface *under_pointer;
  int32_t x, y;
};

extern const struct wl_seat_listener wayland_seat_listener;
void wayland_seat_capabilities(void *wayland, struct wl_seat *seat, uint32_t capabilities);

struct wl_output *wayland_output(struct wayland *wayland, uint32_t id);
int wayland_surface_make(struct scan_screen *screen, struct surface *surface);
void wayland_surface_end(struct scan_screen *screen, struct surface *surface);
int wayland_surface_draw(struct scan_screen *screen, struct surface *surface, const uint32_t *pixels, int32_t width,
                         int32_t height, const struct scan_rect *parts, int count);
void wayland_surface_move(struct scan_screen *screen, struct surface *surface);

#endif
