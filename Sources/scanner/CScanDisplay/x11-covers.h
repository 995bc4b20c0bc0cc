// Finds out whether the screen of an X11 server is locked.
#ifndef SWITCHWAY_SCAN_X11_COVERS_H
#define SWITCHWAY_SCAN_X11_COVERS_H

#include <stdbool.h>
#include <xcb/xcb.h>

struct scan_covers;

// Returns NULL if there is no memory.
struct scan_covers *scan_covers_make(xcb_connection_t *connection, const xcb_screen_t *screen);
void scan_covers_end(struct scan_covers *covers);
// Asks about the screen. `active` is the active window, or 0 for none. Call it only after the former answer.
void scan_covers_ask(struct scan_covers *covers, xcb_window_t active);
// Takes the answers that have arrived, and returns whether they are complete. The questions that follow from them are
// not sent yet. Sets `has_taken` if any answer had arrived.
bool scan_covers_take(struct scan_covers *covers, bool *has_taken);
bool scan_covers_are_lock(const struct scan_covers *covers);
// Whether a window covered an output at the last answer.
bool scan_covers_are_there(const struct scan_covers *covers);
// Whether a window of this size can cover an output.
bool scan_covers_may_be(const struct scan_covers *covers, int width, int height);

#endif
