// What Swift cannot write of a display: Wayland's tables of callbacks and its shared memory, and one descriptor for a
// connection and a timer. Functions that return an int return 0 or more, or a negative errno.
#ifndef SWITCHWAY_CSCANDISPLAY_H
#define SWITCHWAY_CSCANDISPLAY_H

#include <stdbool.h>
#include <stdint.h>

// --- Wayland (wayland.c, surface.c)

/// A connection to a compositor.
struct scan_wayland;
/// A surface of the layer shell.
struct scan_surface;

/// The most outputs that are followed. Others are ignored.
#define SCAN_OUTPUTS 16

/// An output, as the compositor describes it.
struct scan_output {
  uint32_t id;
  char name[64];
  /// Its place in the compositor's layout, in logical pixels.
  int32_t x, y, width, height;
  /// Its size in real pixels, before `transform`.
  int32_t mode_width, mode_height;
  /// As in wl_output. Odd: width and height are exchanged.
  int32_t transform;
};

/// What a compositor reports. Called only from `scan_wayland_read`.
struct scan_handler {
  void *owner;
  /// An output came, went or changed.
  void (*outputs)(void *owner);
  /// A surface may be drawn from now on, in this size (logical pixels).
  void (*configured)(void *owner, struct scan_surface *surface, int32_t width, int32_t height);
  /// The compositor has taken the surface away. It still has to be ended.
  void (*closed)(void *owner, struct scan_surface *surface);
  /// A click or a touch at a place of the surface (logical pixels).
  void (*pressed)(void *owner, struct scan_surface *surface, int32_t x, int32_t y);
};

/// Connects to the compositor of WAYLAND_DISPLAY. -ECONNREFUSED: none; -ETIMEDOUT: it does not answer; -ENOPROTOOPT: it
/// has no layer shell, and `missing` is the name of what it has not.
int scan_wayland_open(struct scan_wayland **made, const struct scan_handler *handler, const char **missing);
void scan_wayland_close(struct scan_wayland *wayland);
int scan_wayland_descriptor(struct scan_wayland *wayland);
/// Reads and reports what has arrived, without waiting.
int scan_wayland_read(struct scan_wayland *wayland);
/// Sends what is to be sent, without waiting. -EAGAIN: the compositor does not read.
int scan_wayland_flush(struct scan_wayland *wayland);
/// Writes the outputs whose description is whole, at most SCAN_OUTPUTS, and returns their number.
int scan_wayland_outputs(struct scan_wayland *wayland, struct scan_output *outputs);

/// Where a surface is to be. Logical pixels.
struct scan_place {
  /// `scan_output.id`.
  uint32_t output;
  int32_t x, y, width, height;
  /// For a bar: it takes a whole edge and keeps this many pixels free there, 0: `x` and `y` count.
  int32_t bar;
  /// The bar is at the top.
  bool is_top;
};

/// Asks for a surface above all windows. It takes no focus, and only a bar takes clicks. NULL: no memory, or no output.
struct scan_surface *scan_surface_make(struct scan_wayland *wayland, const struct scan_place *place);
void scan_surface_end(struct scan_surface *surface);
/// Shows `pixels` (premultiplied ARGB, `width` × `height`) on the whole surface, which has been configured.
int scan_surface_draw(struct scan_surface *surface, const uint32_t *pixels, int32_t width, int32_t height);
/// Moves a surface that is no bar.
void scan_surface_move(struct scan_surface *surface, int32_t x, int32_t y);

// --- A connection and a timer as one descriptor (watch.c)

struct scan_watch {
  /// Readable when there is something to do.
  int descriptor;
  int timer;
  int connection;
};

int scan_watch_make(struct scan_watch *watch, int connection);
void scan_watch_end(struct scan_watch *watch);
/// Whether the descriptor becomes readable too when the connection can be written.
void scan_watch_for_writing(const struct scan_watch *watch, bool wanted);
/// Sets the timer once. 0: off.
void scan_watch_set_timer(const struct scan_watch *watch, int milliseconds);
/// Whether the timer has elapsed since this was asked.
bool scan_watch_timer_elapsed(const struct scan_watch *watch);

#endif
