// What the parts of a display share.
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
  // It is to be ended with the next flush.
  bool is_ended;
  // In the desktop's pixels. 0: not known yet.
  int32_t width, height;
  // It is to be reported as sized.
  bool is_new;
  // Wayland's.
  struct wl_surface *surface;
  struct wp_viewport *viewport;
  // A bar's. NULL: it is a ring.
  struct zwlr_layer_surface_v1 *layer;
  // On how many outputs the compositor shows a bar. It is asked after the first drawing; `shown` is NULL before, and
  // when it has answered.
  int shown_on;
  bool is_drawn;
  struct wl_callback *shown;
  // A ring's.
  struct wl_subsurface *part;
  struct canvas *canvas;
  // Of its size, which is acknowledged when it is drawn.
  uint32_t serial;
  bool is_acknowledged;
  // X11's.
  uint32_t window;
};

// How a kind of display does it.
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
  // NULL: it does not report what covers a bar.
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
  // What was taken last, line by line. NULL: nothing was.
  uint32_t *picture;
  int32_t picture_width, picture_height;
};

// Makes a screen on a connection of its driver, which is ended if this fails.
int screen_make(struct scan_screen **made, struct scan_screen screen);

// The place for a new picture, instead of the last one. NULL: no memory.
uint32_t *screen_picture_make(struct scan_screen *screen, int32_t width, int32_t height);

void screen_report(struct scan_screen *screen, enum scan_event_kind kind, const struct surface *surface, int32_t x,
                   int32_t y);

#endif
