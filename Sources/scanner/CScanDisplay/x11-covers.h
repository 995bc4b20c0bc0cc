// Whether the screen of an X11 server is locked.
#ifndef SWITCHWAY_SCAN_X11_COVERS_H
#define SWITCHWAY_SCAN_X11_COVERS_H

#include <stdbool.h>
#include <xcb/xcb.h>

struct scan_covers;

// NULL: no memory.
struct scan_covers *scan_covers_make(xcb_connection_t *connection, const xcb_screen_t *screen);
void scan_covers_end(struct scan_covers *covers);
// Asks about the screen. `active`: the active window; 0: none. Only once the former answer has come.
void scan_covers_ask(struct scan_covers *covers, xcb_window_t active);
// Takes what has come: whether the answer is whole. What is asked next is not sent yet.
// `has_taken`: something has come.
bool scan_covers_take(struct scan_covers *covers, bool *has_taken);
bool scan_covers_are_lock(const struct scan_covers *covers);
// Whether a window lay over an output by the last answer.
bool scan_covers_are_there(const struct scan_covers *covers);
// Whether a window of this size can lie over an output.
bool scan_covers_may_be(const struct scan_covers *covers, int width, int height);

#endif
