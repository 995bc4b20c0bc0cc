// Declarations that the files for Wayland share.
#ifndef SWITCHWAY_SCAN_WAYLAND_H
#define SWITCHWAY_SCAN_WAYLAND_H

#include <wayland-client.h>

#include "protocols/viewporter.h"
#include "protocols/wlr-layer-shell-unstable-v1.h"
#include "protocols/xdg-output-unstable-v1.h"
#include "screen.h"

struct output {
  struct wayland *wayland;
  // NULL if this entry is free.
  struct wl_output *output;
  struct zxdg_output_v1 *logical;
  struct scan_output description;
  int32_t mode_width, mode_height;
  // The transform of wl_output. If it is odd, width and height are exchanged.
  int32_t transform;
};

// A transparent surface over a whole output, of which rings are parts. Rings are not layer surfaces themselves: for
// each new layer surface, a compositor sends events to all of them, and it disconnects a client with so many that it
// cannot read all events in time.
struct canvas {
  struct wayland *wayland;
  uint32_t output;
  // 0 if this entry is free.
  int rings;
  struct wl_surface *surface;
  struct wp_viewport *viewport;
  struct zwlr_layer_surface_v1 *layer;
  bool is_sized;
  // Whether a ring was moved or made. Its place becomes valid with the next commit.
  bool is_stale;
};

// A picture that was requested from the compositor.
struct copy {
  // NULL if none is requested.
  struct wl_proxy *frame;
  struct wl_buffer *buffer;
  uint32_t *pixels;
  size_t size;
  int32_t width, height, stride;
  // Whether the lines go from the bottom to the top, and whether red and blue are exchanged.
  bool is_inverted, is_swapped;
};

struct wayland {
  struct scan_screen *screen;
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_compositor *compositor;
  struct wl_subcompositor *subcompositor;
  struct wl_shm *shm;
  struct wp_viewporter *viewporter;
  struct zwlr_layer_shell_v1 *shell;
  struct zxdg_output_manager_v1 *logical_outputs;
  // NULL if the compositor gives no pictures.
  struct wl_proxy *copier;
  struct copy copy;
  struct wl_seat *seat;
  uint32_t seat_id;
  struct wl_pointer *pointer;
  struct wl_touch *touch;
  struct output outputs[SCAN_OUTPUTS];
  struct canvas canvases[SCAN_OUTPUTS];
  bool have_outputs_changed;
  // The surface under the pointer, and the pointer's position on it.
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

int wayland_ask(struct scan_screen *screen);

extern const struct wl_interface wayland_copier_interface;
int wayland_capture(struct scan_screen *screen, const struct scan_place *place);
// Frees everything that does not belong to the connection.
void wayland_capture_end(struct wayland *wayland);

// Makes a buffer that ends itself when the compositor has read it. Returns 0 or a negative errno.
int wayland_buffer(struct wl_shm *shm, const uint32_t *pixels, int32_t width, int32_t height, struct wl_buffer **made);
void wayland_take_no_input(struct wayland *wayland, struct wl_surface *surface);

int wayland_ring_make(struct wayland *wayland, struct surface *surface, struct wl_output *output);
void wayland_ring_place(struct scan_screen *screen, struct surface *surface);
void wayland_ring_end(struct surface *surface);
// Sends the places of rings to the compositor.
void wayland_canvases_commit(struct wayland *wayland);
// Reports SCAN_SIZED for the rings whose canvas exists.
void wayland_rings_report(struct wayland *wayland);

#endif
