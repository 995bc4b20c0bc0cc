// Surfaces above all windows, on Wayland (layer shell) and X11, and text for them. This is in C because it needs tables
// of callbacks, shared memory and requests of variable length. Only the functions that connect wait.
//
// Functions that return an int return 0 or more, or a negative errno.
#ifndef SWITCHWAY_CSCANDISPLAY_H
#define SWITCHWAY_CSCANDISPLAY_H

#include <stdbool.h>
#include <stdint.h>

// --- A connection and a timer as one descriptor (watch.c)

struct scan_watch {
  /// The descriptor that is readable when there is something to do.
  int descriptor;
  int timer;
  int connection;
};

int scan_watch_make(struct scan_watch *watch, int connection);
void scan_watch_end(struct scan_watch *watch);
/// Sets whether the descriptor also becomes readable when the connection can be written.
void scan_watch_for_writing(const struct scan_watch *watch, bool wanted);
/// Sets the timer, which elapses once. 0 turns it off.
void scan_watch_set_timer(const struct scan_watch *watch, int milliseconds);
/// Whether the timer has elapsed since the last call.
bool scan_watch_timer_elapsed(const struct scan_watch *watch);

// --- A connection to a display (screen.c, wayland.c, x11.c)

struct scan_screen;

/// The largest number of outputs that a screen has. Further outputs are ignored.
#define SCAN_OUTPUTS 16

/// An output (a monitor), as the display describes it.
struct scan_output {
  uint32_t id;
  char name[64];
  /// The output's area in the layout of all outputs, in the desktop's pixels.
  int32_t x, y, width, height;
  /// The output's size in real pixels, after its rotation.
  int32_t real_width, real_height;
};

enum scan_event_kind {
  /// An output was connected or disconnected, or has changed.
  SCAN_OUTPUTS_CHANGED,
  /// A surface can be drawn from now on. `x` and `y` are its width and height in the desktop's pixels.
  SCAN_SIZED,
  /// The display has removed a surface. The caller still has to end it.
  SCAN_CLOSED,
  /// A click or a touch at `x` and `y` of a bar, in the desktop's pixels.
  SCAN_PRESSED,
  /// The timer has elapsed.
  SCAN_TIMER,
  /// `x` is 1 if no part of a bar can be seen any more, and 0 if some part can. Only some compositors report it.
  SCAN_COVERED,
  /// The answer to `scan_screen_ask`: everything that the display sent before it has been reported.
  SCAN_ANSWERED,
  /// The answer to `scan_screen_capture`. `x` is 1 if the picture is there, and 0 if the display gives none.
  SCAN_CAPTURED,
};

struct scan_event {
  enum scan_event_kind kind;
  uint32_t surface;
  int32_t x, y;
};

/// A function that `scan_screen_read` calls for each event. It may not call the functions of this file.
typedef void (*scan_report)(void *owner, struct scan_event event);

/// Connects to a compositor; `name` is as in WAYLAND_DISPLAY. Returns -ECONNREFUSED if there is no compositor,
/// -ETIMEDOUT if it does not answer within `patience` milliseconds, and -ENOPROTOOPT if it lacks the protocol
/// `missing`.
int scan_screen_open_wayland(struct scan_screen **made, const char *name, int patience, scan_report report,
                             void *owner, const char **missing);

/// Connects to an X11 server; `name` is as in DISPLAY. Returns -ECONNREFUSED if there is no server, and -ENOPROTOOPT
/// if its colours do not have 24 bits.
int scan_screen_open_x11(struct scan_screen **made, const char *name, scan_report report, void *owner);

void scan_screen_close(struct scan_screen *screen);

/// The descriptor that is readable when `scan_screen_read` has something to do.
int scan_screen_descriptor(const struct scan_screen *screen);

/// Reads the events that have arrived, and reports them.
int scan_screen_read(struct scan_screen *screen);

/// Sends the pending requests. Returns -EAGAIN if the display does not read; the descriptor is readable when it does.
int scan_screen_flush(struct scan_screen *screen);

/// Asks the display for SCAN_ANSWERED. Each question gets one answer, in order. Returns 1 if the display never reports
/// SCAN_COVERED; then nothing is asked.
int scan_screen_ask(struct scan_screen *screen);

/// Sets the timer, which elapses once. 0 turns it off.
void scan_screen_set_timer(const struct scan_screen *screen, int milliseconds);

/// Writes the outputs, at most SCAN_OUTPUTS, and returns their number.
int scan_screen_outputs(struct scan_screen *screen, struct scan_output *outputs);

// --- Surfaces, by their numbers. A number that no surface has is ignored.

/// The place of a surface, in the desktop's pixels, from the corner of its output.
struct scan_place {
  /// The `scan_output.id` of its output.
  uint32_t output;
  int32_t x, y, width, height;
  /// The number of pixels that a bar keeps free at its edge; a bar is as wide as the output. 0 if it is not a bar.
  int32_t bar;
  bool is_top;
};

struct scan_rect {
  int16_t x, y;
  uint16_t width, height;
};

/// Asks for a surface above all windows, and returns its number. The surface takes no focus, and only a bar takes
/// clicks. SCAN_SIZED or SCAN_CLOSED follows. Returns 0 without memory or such an output, or if the display does not
/// read.
uint32_t scan_surface_make(struct scan_screen *screen, const struct scan_place *place);

/// Ends a surface, with the next flush.
void scan_surface_end(struct scan_screen *screen, uint32_t surface);

/// Shows `pixels` (premultiplied ARGB, `width` × `height` real pixels) on a whole surface that has its size. `parts`
/// are the parts of it that are not transparent; X11 shows only these. Without parts everything is shown.
int scan_surface_draw(struct scan_screen *screen, uint32_t surface, const uint32_t *pixels, int32_t width,
                      int32_t height, const struct scan_rect *parts, int count);

/// Asks for a picture of a part of an output, as it is shown now. `place` is as for a ring. SCAN_CAPTURED follows; for
/// an earlier request, it no longer comes. Returns -ENOTSUP if the display gives no pictures.
int scan_screen_capture(struct scan_screen *screen, const struct scan_place *place);

/// The picture that was taken last, in real pixels, each 0xffRRGGBB. It is valid until the next picture is requested.
const uint32_t *scan_screen_picture(const struct scan_screen *screen, int32_t *width, int32_t *height);

/// Moves a surface that is not a bar. Returns -EAGAIN if the display does not read; then the surface stays where it is.
int scan_surface_move(struct scan_screen *screen, uint32_t surface, int32_t x, int32_t y);

// --- Text in the desktop's font (text.c)

typedef struct PangoLayout PangoLayout;

/// Makes an object that draws lines of text in one size. `size` is the size of the font, in pixels.
PangoLayout *scan_text_make(int size);
void scan_text_end(PangoLayout *text);
/// The width in pixels of a line of UTF-8.
int scan_text_width(PangoLayout *text, const char *line, int length);
/// Draws a line in a rectangle, in the middle of its height. A line that does not fit is cut and ends in an ellipsis.
void scan_text_draw(PangoLayout *text, const char *line, int length, struct scan_rect rect, uint32_t rgb,
                    uint32_t *pixels, int width, int height);

// --- The active window of an X11 desktop (x11-front.c)

struct scan_front;

/// The largest number of bytes of a title that are read.
#define SCAN_TITLE 1024

/// The active window, as the window manager and the program report it.
struct scan_window {
  /// The number of the question that this answers: see `scan_front_ask`.
  uint32_t question;
  /// Whether a screen lock, or something that looks like one, has the keyboard.
  bool is_locked;
  /// Whether a window is active.
  bool is_there;
  /// Whether no window manager reports which window is active.
  bool is_untold;
  /// The process, or 0 if it is not reported.
  int32_t pid;
  /// The window's place, without the window manager's frame and the program's own shadow.
  int32_t x, y, width, height;
  char title[SCAN_TITLE];
  int title_length;
};

/// Connects to an X11 server; `name` is as in DISPLAY. Returns -ECONNREFUSED if there is none.
int scan_front_open(struct scan_front **made, const char *name);
void scan_front_close(struct scan_front *front);
int scan_front_descriptor(const struct scan_front *front);
/// Asks for the changes, or with `anew` for everything again. Returns the number of the question. An answer with this
/// number, or with a later one, describes the state after this call.
uint32_t scan_front_ask(struct scan_front *front, bool anew);
/// Reads the answers that have arrived, without waiting. Returns 1 if `window` is a new answer, and 0 if there is none.
int scan_front_update(struct scan_front *front, struct scan_window *window);

/// The largest number of windows that are listed.
#define SCAN_WINDOWS 64

/// A window of the window manager's list.
struct scan_listed {
  uint32_t id;
  char title[SCAN_TITLE];
  int title_length;
};

/// Asks for the list of all windows.
void scan_front_ask_list(struct scan_front *front);
/// Writes the list that `scan_front_update` has read, without panels and desktops. Returns the number of its windows,
/// or -1 if there is no new answer.
int scan_front_list(struct scan_front *front, struct scan_listed *windows);
/// Asks the window manager to activate a window and to bring it to the top.
void scan_front_raise(struct scan_front *front, uint32_t window);

#endif
