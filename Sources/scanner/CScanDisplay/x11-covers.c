#include "x11-covers.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/randr.h>
#include <xcb/xcbext.h>

#include "CScanDisplay.h"

// A lock draws one window over all outputs, or one over each of them, bypasses the window manager, and grabs the
// keyboard. The server does not report which program has grabbed the keyboard, and sends no event about it. So each
// question reads the tree of windows:
//
//     cover     mapped, bypasses the window manager, over a whole output, above the active window
//     locked    a cover on each output; or one cover, and the keyboard is grabbed
//
// A grab of keyboard and pointer without a cover is not a lock: GTK grabs both before it maps a menu, and nothing
// reports the menu then. If that counted as a lock, the person would see only the page for the locked screen.
//
// The overlay of a compositing manager belongs to the server, and the guard window of a window manager is not drawn.
// So neither of them is a cover.

struct rect {
  int32_t x, y, width, height;
};

struct child {
  xcb_window_t window;
  unsigned attributes, geometry;
  bool counts;
};

struct scan_covers {
  xcb_connection_t *connection;
  xcb_window_t root;
  // A window that is never mapped: a grab for it always fails, and the failure says whether another program has a grab.
  xcb_window_t probe;
  // The bits of a window's number that say which client it belongs to.
  uint32_t owners;
  bool has_monitors;
  struct rect outputs[SCAN_OUTPUTS];
  int output_count;
  // The requests that have no answer yet; 0 if there is none.
  unsigned keyboard, monitors, tree, parent;
  // The child of the root window that contains the active window, as far as it is known.
  xcb_window_t frame;
  struct child *children;
  int count, next;
  bool has_taken;
  // The answer.
  bool is_keyboard_taken;
  bool is_covered[SCAN_OUTPUTS];
};

struct scan_covers *scan_covers_make(xcb_connection_t *connection, const xcb_screen_t *screen) {
  struct scan_covers *covers = calloc(1, sizeof *covers);
  if (!covers) return NULL;
  covers->connection = connection;
  covers->root = screen->root;
  covers->owners = ~xcb_get_setup(connection)->resource_id_mask & 0x1fffffff;
  covers->outputs[0] = (struct rect){0, 0, screen->width_in_pixels, screen->height_in_pixels};
  covers->output_count = 1;
  covers->probe = xcb_generate_id(connection);
  xcb_create_window(connection, 0, covers->probe, screen->root, -1, -1, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                    XCB_COPY_FROM_PARENT, 0, NULL);
  const xcb_query_extension_reply_t *randr = xcb_get_extension_data(connection, &xcb_randr_id);
  if (randr && randr->present) {
    // Monitors came with this version.
    xcb_randr_query_version_reply_t *version =
        xcb_randr_query_version_reply(connection, xcb_randr_query_version(connection, 1, 5), NULL);
    covers->has_monitors = version && (version->major_version > 1 || version->minor_version >= 5);
    free(version);
  }
  return covers;
}

void scan_covers_end(struct scan_covers *covers) {
  if (covers) free(covers->children);
  free(covers);
}

void scan_covers_ask(struct scan_covers *covers, xcb_window_t active) {
  xcb_connection_t *connection = covers->connection;
  covers->frame = active;
  covers->is_keyboard_taken = false;
  memset(covers->is_covered, 0, sizeof covers->is_covered);
  covers->keyboard = xcb_grab_keyboard(connection, 0, covers->probe, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC,
                                       XCB_GRAB_MODE_ASYNC)
                         .sequence;
  if (covers->has_monitors) covers->monitors = xcb_randr_get_monitors(connection, covers->root, 1).sequence;
  covers->tree = xcb_query_tree(connection, covers->root).sequence;
  if (active) covers->parent = xcb_query_tree(connection, active).sequence;
}

// Takes an answer if it has arrived, or returns false. `reply` is NULL if the window no longer exists.
static bool take(struct scan_covers *covers, unsigned *question, void **reply) {
  xcb_generic_error_t *failure = NULL;
  *reply = NULL;
  if (!*question || !xcb_poll_for_reply(covers->connection, *question, reply, &failure)) return false;
  free(failure);
  *question = 0;
  covers->has_taken = true;
  return true;
}

static void set_monitors(struct scan_covers *covers, const xcb_randr_get_monitors_reply_t *reply) {
  xcb_randr_monitor_info_iterator_t monitors = xcb_randr_get_monitors_monitors_iterator(reply);
  if (monitors.rem > 0) covers->output_count = 0;
  for (; monitors.rem > 0 && covers->output_count < SCAN_OUTPUTS; xcb_randr_monitor_info_next(&monitors))
    covers->outputs[covers->output_count++] =
        (struct rect){monitors.data->x, monitors.data->y, monitors.data->width, monitors.data->height};
}

// The server lists the children from the lowest to the highest.
static void set_children(struct scan_covers *covers, const xcb_query_tree_reply_t *reply) {
  const xcb_window_t *windows = xcb_query_tree_children(reply);
  int count = xcb_query_tree_children_length(reply);
  struct child *children = realloc(covers->children, (size_t)(count ? count : 1) * sizeof *children);
  covers->count = covers->next = 0;
  if (!children) return;
  covers->children = children;
  for (int i = 0; i < count; i++) {
    // Windows of the server itself are left out.
    if (!(windows[i] & covers->owners)) continue;
    children[covers->count++] = (struct child){
        .window = windows[i],
        .attributes = xcb_get_window_attributes(covers->connection, windows[i]).sequence,
        .geometry = xcb_get_geometry(covers->connection, windows[i]).sequence,
    };
  }
}

static void set_frame(struct scan_covers *covers, const xcb_query_tree_reply_t *reply) {
  if (!reply || reply->parent == covers->root || !reply->parent) return;
  covers->frame = reply->parent;
  covers->parent = xcb_query_tree(covers->connection, reply->parent).sequence;
}

static bool contains(struct rect outer, struct rect inner) {
  return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= inner.x + inner.width &&
         outer.y + outer.height >= inner.y + inner.height;
}

static void measure(struct scan_covers *covers, const xcb_get_geometry_reply_t *reply) {
  struct rect rect = {reply->x, reply->y, reply->width, reply->height};
  for (int i = 0; i < covers->output_count; i++)
    if (contains(rect, covers->outputs[i])) covers->is_covered[i] = true;
}

// A window below the active window does not cover it: when the loop reaches the active window, it forgets the covers so
// far.
static void take_children(struct scan_covers *covers) {
  void *reply;
  for (; covers->next < covers->count; covers->next++) {
    struct child *child = &covers->children[covers->next];
    if (child->attributes) {
      if (!take(covers, &child->attributes, &reply)) return;
      const xcb_get_window_attributes_reply_t *attributes = reply;
      child->counts = attributes && attributes->override_redirect && attributes->map_state == XCB_MAP_STATE_VIEWABLE &&
                      attributes->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
      free(reply);
    }
    if (!take(covers, &child->geometry, &reply)) return;
    if (child->window == covers->frame) {
      memset(covers->is_covered, 0, sizeof covers->is_covered);
    } else if (reply && child->counts) {
      measure(covers, reply);
    }
    free(reply);
  }
}

// Reads the answers that have arrived so far.
static bool take_all(struct scan_covers *covers) {
  void *reply;
  if (take(covers, &covers->keyboard, &reply)) {
    // A frozen keyboard is also grabbed: its events wait until the program with the grab releases them.
    uint8_t status = reply ? ((const xcb_grab_keyboard_reply_t *)reply)->status : XCB_GRAB_STATUS_NOT_VIEWABLE;
    covers->is_keyboard_taken = status == XCB_GRAB_STATUS_ALREADY_GRABBED || status == XCB_GRAB_STATUS_FROZEN;
    free(reply);
  }
  if (take(covers, &covers->monitors, &reply)) {
    if (reply) set_monitors(covers, reply);
    free(reply);
  }
  while (take(covers, &covers->parent, &reply)) {
    set_frame(covers, reply);
    free(reply);
  }
  if (take(covers, &covers->tree, &reply)) {
    if (reply) set_children(covers, reply);
    free(reply);
  }
  // The order of the windows and the places of the outputs have to be known first.
  if (covers->keyboard || covers->monitors || covers->parent || covers->tree) return false;
  take_children(covers);
  return covers->next == covers->count;
}

bool scan_covers_take(struct scan_covers *covers, bool *has_taken) {
  covers->has_taken = false;
  bool is_whole = take_all(covers);
  *has_taken |= covers->has_taken;
  return is_whole;
}

bool scan_covers_are_lock(const struct scan_covers *covers) {
  int count = 0;
  for (int i = 0; i < covers->output_count; i++) count += covers->is_covered[i];
  if (count == covers->output_count) return true;
  return count > 0 && covers->is_keyboard_taken;
}

bool scan_covers_are_there(const struct scan_covers *covers) {
  for (int i = 0; i < covers->output_count; i++)
    if (covers->is_covered[i]) return true;
  return false;
}

bool scan_covers_may_be(const struct scan_covers *covers, int width, int height) {
  for (int i = 0; i < covers->output_count; i++)
    if (width >= covers->outputs[i].width && height >= covers->outputs[i].height) return true;
  return false;
}
