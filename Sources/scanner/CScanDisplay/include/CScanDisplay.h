// Surfaces above all windows, on Wayland (layer shell) and X11, and text for them: what needs tables of callbacks,
// shared memory and requests of variable length. Nothing waits but opening.
//
// Functions that return an int return 0 or more, or a negative errno.
#ifndef SWITCHWAY_CSCANDISPLAY_H
#define SWITCHWAY_CSCANDISPLAY_H

#include <stdbool.h>
#include <stdint.h>

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

// --- A connection to a display (screen.c, wayland.c, x11.c)

struct scan_screen;

/// The most outputs that are followed. Others are ignored.
#define SCAN_OUTPUTS 16

/// An output, as the display describes it.
struct scan_output {
  uint32_t id;
  char name[64];
  /// Its place in the layout of all outputs, in the desktop's pixels.
  int32_t x, y, width, height;
  /// Its size in real pixels, turned as it is seen.
  int32_t real_width, real_height;
};

enum scan_event_kind {
  /// An output came, went or changed.
  SCAN_OUTPUTS_CHANGED,
  /// A surface may be drawn from now on: `x` and `y` are its width and height in the desktop's pixels.
  SCAN_SIZED,
  /// The display has taken a surface away. It still has to be ended.
  SCAN_CLOSED,
  /// A click or a touch at `x` and `y` of a bar, in the desktop's pixels.
  SCAN_PRESSED,
  /// The timer has elapsed.
  SCAN_TIMER,
  /// Nothing of a bar can be seen any more: `x` is 1. Some of it can: 0. Only some compositors report it.
  SCAN_COVERED,
  /// The answer to `scan_screen_ask`: whatever the display said before it has been reported.
  SCAN_ANSWERED,
  /// The answer to `scan_screen_capture`: `x` is 1, and the picture is there. It cannot be had: 0.
  SCAN_CAPTURED,
};

struct scan_event {
  enum scan_event_kind kind;
  uint32_t surface;
  int32_t x, y;
};

/// Called only from `scan_screen_read`. It may not call these functions.
typedef void (*scan_report)(void *owner, struct scan_event event);

/// Connects to a compositor; `name` is as in WAYLAND_DISPLAY. -ECONNREFUSED: there is none; -ETIMEDOUT: it does not
/// answer for so many milliseconds; -ENOPROTOOPT: it lacks the protocol `missing`.
int scan_screen_open_wayland(struct scan_screen **made, const char *name, int patience, scan_report report,
                             void *owner, const char **missing);

/// Connects to an X11 server; `name` is as in DISPLAY. -ECONNREFUSED: there is none; -ENOPROTOOPT: its colours have
/// not 24 bit.
int scan_screen_open_x11(struct scan_screen **made, const char *name, scan_report report, void *owner);

void scan_screen_close(struct scan_screen *screen);

/// Readable when `scan_screen_read` has something to do.
int scan_screen_descriptor(const struct scan_screen *screen);

/// Reads and reports what has arrived.
int scan_screen_read(struct scan_screen *screen);

/// Sends what is to be sent. -EAGAIN: the display does not read; the descriptor is readable when it does.
int scan_screen_flush(struct scan_screen *screen);

/// Asks the display for SCAN_ANSWERED. Each question gets one answer, in order. 1: the display never reports
/// SCAN_COVERED, and is not asked.
int scan_screen_ask(struct scan_screen *screen);

/// Sets the timer once. 0: off.
void scan_screen_set_timer(const struct scan_screen *screen, int milliseconds);

/// Writes the outputs, at most SCAN_OUTPUTS, and returns their number.
int scan_screen_outputs(struct scan_screen *screen, struct scan_output *outputs);

// --- Surfaces, by their numbers. A number that is no surface's does nothing.

/// Where a surface is to be, in the desktop's pixels, from the corner of its output.
struct scan_place {
  /// `scan_output.id`.
  uint32_t output;
  int32_t x, y, width, height;
  /// For a bar: it takes a whole edge and keeps this many pixels free there. 0: no bar.
  int32_t bar;
  bool is_top;
};

struct scan_rect {
  int16_t x, y;
  uint16_t width, height;
};

/// Asks for a surface above all windows, and returns its number. It takes no focus, and only a bar takes clicks.
/// SCAN_SIZED or SCAN_CLOSED follows. 0: no memory, no such output, or the display does not read.
uint32_t scan_surface_make(struct scan_screen *screen, const struct scan_place *place);

/// Ends a surface, with the next flush.
void scan_surface_end(struct scan_screen *screen, uint32_t surface);

/// Shows `pixels` (premultiplied ARGB, `width` × `height` real pixels) on a whole surface that has its size. `parts`:
/// what of it is not transparent; X11 shows only these. None: all.
int scan_surface_draw(struct scan_screen *screen, uint32_t surface, const uint32_t *pixels, int32_t width,
                      int32_t height, const struct scan_rect *parts, int count);

/// Asks for a picture of a part of an output, as it is shown now. `place` is as for a ring. SCAN_CAPTURED follows, but
/// not for the former one. -ENOTSUP: the display gives no pictures.
int scan_screen_capture(struct scan_screen *screen, const struct scan_place *place);

/// The picture that was taken last, in real pixels, each 0xffRRGGBB. It is valid until the next one is asked for.
const uint32_t *scan_screen_picture(const struct scan_screen *screen, int32_t *width, int32_t *height);

/// Moves a surface that is no bar. -EAGAIN: the display does not read, and the surface stays where it is.
int scan_surface_move(struct scan_screen *screen, uint32_t surface, int32_t x, int32_t y);

// --- Text in the desktop's font (text.c)

typedef struct PangoLayout PangoLayout;

/// Lines of one size: `size` is the font's, in pixels.
PangoLayout *scan_text_make(int size);
void scan_text_end(PangoLayout *text);
/// The width in pixels of a line of UTF-8.
int scan_text_width(PangoLayout *text, const char *line, int length);
/// Draws a line in a rectangle, in the middle of its height; what does not fit ends in an ellipsis.
void scan_text_draw(PangoLayout *text, const char *line, int length, struct scan_rect rect, uint32_t rgb,
                    uint32_t *pixels, int width, int height);

// --- The window in front of an X11 desktop (x11-front.c)

struct scan_front;

/// The most bytes of a title that are read.
#define SCAN_TITLE 1024

/// The active window, as the window manager and the program report it.
struct scan_window {
  /// Of `scan_front_ask`: which question this answers.
  uint32_t question;
  /// A screen lock has the keyboard, or what looks like one.
  bool is_locked;
  /// False: no window is active.
  bool is_there;
  /// No window manager says which window is active.
  bool is_untold;
  /// 0: not reported.
  int32_t pid;
  /// Without the window manager's frame and the program's own shadow.
  int32_t x, y, width, height;
  char title[SCAN_TITLE];
  int title_length;
};

/// Connects to an X11 server; `name` is as in DISPLAY. -ECONNREFUSED: there is none.
int scan_front_open(struct scan_front **made, const char *name);
void scan_front_close(struct scan_front *front);
int scan_front_descriptor(const struct scan_front *front);
/// Asks for what has changed, or for everything anew. Returns the number of the question: what answers it, or a later
/// one, was reported after this call.
uint32_t scan_front_ask(struct scan_front *front, bool anew);
/// Reads without waiting. 1: `window` is the newest answer; 0: there is none.
int scan_front_update(struct scan_front *front, struct scan_window *window);

/// The most windows that are listed.
#define SCAN_WINDOWS 64

/// A window of the window manager's list.
struct scan_listed {
  uint32_t id;
  char title[SCAN_TITLE];
  int title_length;
};

/// Asks for the list of all windows.
void scan_front_ask_list(struct scan_front *front);
/// Writes an answer that `scan_front_update` has read, without panels and desktops. Returns how many windows it has, or
/// -1: there is no new one.
int scan_front_list(struct scan_front *front, struct scan_listed *windows);
/// Asks the window manager to bring a window to the front.
void scan_front_raise(struct scan_front *front, uint32_t window);

#endif
