// What wayland.c and surface.c share.
#ifndef SWITCHWAY_SCAN_WAYLAND_H
#define SWITCHWAY_SCAN_WAYLAND_H

#include <wayland-client.h>

#include "CScanDisplay.h"
#include "protocols/viewporter.h"
#include "protocols/wlr-layer-shell-unstable-v1.h"
#include "protocols/xdg-output-unstable-v1.h"

struct output {
  struct scan_wayland *wayland;
  // NULL: this entry is free.
  struct wl_output *output;
  struct zxdg_output_v1 *logical;
  struct scan_output description;
};

struct scan_wayland {
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
  struct scan_handler handler;
  // Where the pointer is.
  struct scan_surface *under_pointer;
  int32_t x, y;
};

struct scan_surface {
  struct scan_wayland *wayland;
  struct wl_surface *surface;
  struct wp_viewport *viewport;
  struct zwlr_layer_surface_v1 *layer;
  // Logical, as the compositor configured it.
  int32_t width, height;
};

#endif
