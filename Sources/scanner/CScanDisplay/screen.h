// Declarations that the files for Wayland and for X11 share.
#ifndef SWITCHWAY_SCREEN_H
#define SWITCHWAY_SCREEN_H

#include "CScanDisplay.h"

struct wayland;
struct x11;

struct surface {
  struct surface *next;
  struct scan_screen *screen;
  uint32_t id;
  struct scan_place place;
  // Whether the next flush ends the surface.
  bool is_ended;
  // The surface's size in the desktop's pixels; 0 if it is not known yet.
  int32_t width, height;
  // Whether SCAN_SIZED still has to be reported.
  bool is_new;
  // The next members are used on Wayland.
  struct wl_surface *surface;
  struct wp_viewport *viewport;
  // The layer surface of a bar; NULL for a ring.
  struct zwlr_layer_surface_v1 *layer;
  // The number of outputs on which the compositor shows a bar. The compositor is asked after the first drawing. `shown`
  // is NULL before that, and again when the compositor has answered.
  int shown_on;
  bool is_drawn;
  struct wl_callback *shown;
  // The next two members are used for a ring.
  struct wl_subsurface *part;
  struct canvas *canvas;
  // The serial number that the compositor has given to the size. The size is acknowledged when the surface is drawn.
  uint32_t serial;
  bool is_acknowledged;
  // This member is used on X11.
  uint32_t window;
};

// The functions of one kind of display.
struct driver {
  void (*close)(struct scan_screen *screen);
  int (*read)(struct scan_screen *screen);
  int (*flush)(struct scan_screen *screen);
  int (*outputs)(struct scan_screen *screen, struct scan_output *outputs);
  int (*make)(struct scan_screen *screen, struct surface *surface);
  void (*end)(struct scan_screen *screen, struct surface *surface);
  int (*draw)(struct scan_screen *screen, struct surface *surface, const uint32_t *pixels, int32_t width,
              int32_t height, const struct scan_rect *parts, int count);
  void (*move)(struct scan_screen *screen, struct surface *surface);
  int (*capture)(struct scan_screen *screen, const struct scan_place *place);
  // NULL if the display does not report that something covers a bar.
  int (*ask)(struct scan_screen *screen);
};

struct scan_screen {
  const struct driver *driver;
  struct wayland *wayland;
  struct x11 *x11;
  scan_report report;
  void *owner;
  struct surface *surfaces;
  uint32_t last_id;
  int connection;
  struct scan_watch watch;
  bool is_stuck;
  // The last picture, line by line; NULL if there is none.
  uint32_t *picture;
  int32_t picture_width, picture_height;
};

// Makes a screen on a connection of its driver. If this fails, the connection is closed.
int screen_make(struct scan_screen **made, struct scan_screen screen);

// Returns memory for a new picture, which replaces the last one, or NULL if there is no memory.
uint32_t *screen_picture_make(struct scan_screen *screen, int32_t width, int32_t height);

void screen_report(struct scan_screen *screen, enum scan_event_kind kind, const struct surface *surface, int32_t x,
                   int32_t y);

#endif
