#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "CScanDisplay.h"
#include "x11-covers.h"

// The questions to the server. ACTIVE asks for the active window, and PID to POSITION ask about it, in this order. LIST
// asks for the list of all windows, and KIND and TITLE ask about each of them. COVER asks for the size of a window that
// bypasses the window manager.
enum what { ACTIVE, PID, NAME, SHADOW, SIZE, POSITION, LIST, KIND, TITLE, COVER };

// The first atoms are the properties whose changes are followed. They are numbered as the questions about them.
enum { FOLLOWED = SHADOW + 1, ALL = FOLLOWED, TYPE, DOCK, DESKTOP, ATOMS };
static const char *const atom_names[ATOMS] = {
    "_NET_ACTIVE_WINDOW", "_NET_WM_PID",         "_NET_WM_NAME",             "_GTK_FRAME_EXTENTS",
    "_NET_CLIENT_LIST",   "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_DESKTOP",
};

struct question {
  unsigned sequence;
  enum what what;
  // The index of the window in the list, for the questions KIND and TITLE.
  size_t index;
};

struct scan_front {
  xcb_connection_t *connection;
  xcb_window_t root;
  xcb_atom_t atoms[ATOMS];
  // The questions without an answer, in a ring buffer. The questions about the active window and about the list are in
  // it at most once at a time.
  struct question questions[256];
  uint8_t first, end;
  // Whether questions about the active window, the screen or the list have no answer yet.
  bool is_asking, is_covers_asking, is_listing;
  // The number of times that the active window was asked for.
  uint32_t asked;
  // Whether something has changed since the questions were asked.
  bool is_stale;
  // The window whose changes are followed, or 0 for none.
  xcb_window_t followed;
  struct scan_window window;
  bool has_size, has_position;
  // The shadow at the left, right, top and bottom. Source: GTK's _GTK_FRAME_EXTENTS.
  uint32_t shadow[4];
  struct scan_listed windows[SCAN_WINDOWS];
  size_t count;
  // Whether the list is complete and nobody has taken it yet.
  bool is_new;
  struct scan_covers *covers;
  bool is_locked;
};

static void follow(struct scan_front *front, xcb_window_t window, uint32_t events) {
  if (window) xcb_change_window_attributes(front->connection, window, XCB_CW_EVENT_MASK, &events);
}

static void ask(struct scan_front *front, enum what what, size_t index, unsigned sequence) {
  front->questions[front->end++] = (struct question){.sequence = sequence, .what = what, .index = index};
}

static void ask_property(struct scan_front *front, enum what what, size_t index, xcb_window_t window, int atom,
                         uint32_t words) {
  ask(front, what, index,
      xcb_get_property(front->connection, 0, window, front->atoms[atom], XCB_ATOM_ANY, 0, words).sequence);
}

// Follows the active window, and asks the questions about it.
static void set_window(struct scan_front *front, xcb_window_t active) {
  if (front->followed != active) {
    follow(front, front->followed, 0);
    // A program that grabs or releases the keyboard causes an event about the focus.
    follow(front, active,
           XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_FOCUS_CHANGE);
    front->followed = active;
  }
  memset(&front->window, 0, sizeof front->window);
  memset(front->shadow, 0, sizeof front->shadow);
  front->has_size = front->has_position = false;
  if (!active) return;
  ask_property(front, PID, 0, active, PID, 1);
  ask_property(front, NAME, 0, active, NAME, SCAN_TITLE / 4);
  ask_property(front, SHADOW, 0, active, SHADOW, 4);
  ask(front, SIZE, 0, xcb_get_geometry(front->connection, active).sequence);
  ask(front, POSITION, 0, xcb_translate_coordinates(front->connection, active, front->root, 0, 0).sequence);
}

void scan_front_ask_list(struct scan_front *front) {
  if (front->is_listing) return;
  front->is_listing = true;
  ask_property(front, LIST, 0, front->root, ALL, SCAN_WINDOWS);
  xcb_flush(front->connection);
}

// Copies the bytes of a property, at most `size`, and returns their number.
static size_t copy(void *target, size_t size, xcb_get_property_reply_t *reply) {
  int length = xcb_get_property_value_length(reply);
  size_t count = length < 0 ? 0 : (size_t)length < size ? (size_t)length : size;
  memcpy(target, xcb_get_property_value(reply), count);
  return count;
}

static void set_list(struct scan_front *front, xcb_get_property_reply_t *reply) {
  uint32_t ids[SCAN_WINDOWS];
  front->count = copy(ids, sizeof ids, reply) / sizeof *ids;
  for (size_t i = 0; i < front->count; i++) {
    front->windows[i].id = ids[i];
    front->windows[i].title_length = 0;
    ask_property(front, KIND, i, ids[i], TYPE, 1);
    ask_property(front, TITLE, i, ids[i], NAME, SCAN_TITLE / 4);
  }
}

static void take(struct scan_front *front, struct question question, void *reply) {
  struct scan_window *window = &front->window;
  struct scan_listed *listed = &front->windows[question.index];
  uint32_t numbers[4] = {0};
  switch (question.what) {
  case ACTIVE:
    copy(numbers, 4, reply);
    // A window manager may name the root window, which means that no window is active. The root's events stay selected.
    set_window(front, numbers[0] == front->root ? 0 : numbers[0]);
    window->is_untold = ((xcb_get_property_reply_t *)reply)->type == XCB_ATOM_NONE;
    break;
  case PID:
    copy(numbers, 4, reply);
    window->pid = numbers[0] <= INT32_MAX ? (int32_t)numbers[0] : 0;
    break;
  case NAME: window->title_length = (int)copy(window->title, SCAN_TITLE, reply); break;
  case SHADOW:
    if (copy(numbers, sizeof numbers, reply) == sizeof numbers && numbers[0] <= INT16_MAX &&
        numbers[1] <= INT16_MAX && numbers[2] <= INT16_MAX && numbers[3] <= INT16_MAX)
      memcpy(front->shadow, numbers, sizeof numbers);
    break;
  case SIZE:
    window->width = ((xcb_get_geometry_reply_t *)reply)->width;
    window->height = ((xcb_get_geometry_reply_t *)reply)->height;
    front->has_size = true;
    break;
  case POSITION:
    window->x = ((xcb_translate_coordinates_reply_t *)reply)->dst_x;
    window->y = ((xcb_translate_coordinates_reply_t *)reply)->dst_y;
    front->has_position = true;
    break;
  case LIST: set_list(front, reply); break;
  case KIND:
    copy(numbers, 4, reply);
    if (numbers[0] && (numbers[0] == front->atoms[DOCK] || numbers[0] == front->atoms[DESKTOP])) listed->id = 0;
    break;
  case TITLE: listed->title_length = (int)copy(listed->title, SCAN_TITLE, reply); break;
  case COVER: {
    const xcb_get_geometry_reply_t *size = reply;
    if (scan_covers_may_be(front->covers, size->width, size->height)) front->is_stale = true;
    break;
  }
  }
}

int scan_front_list(struct scan_front *front, struct scan_listed *windows) {
  if (!front->is_new) return -1;
  front->is_new = false;
  int count = 0;
  for (size_t i = 0; i < front->count; i++)
    if (front->windows[i].id) windows[count++] = front->windows[i];
  return count;
}

void scan_front_raise(struct scan_front *front, uint32_t window) {
  // Window managers obey a request from a pager. Source: EWMH 1.5, _NET_ACTIVE_WINDOW.
  xcb_client_message_event_t event = {.response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window};
  event.type = front->atoms[ACTIVE];
  event.data.data32[0] = 2;
  xcb_send_event(front->connection, 0, front->root,
                 XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY, (const char *)&event);
  xcb_flush(front->connection);
}

// --- Events and answers

// Asks for the size of a window that bypasses the window manager. If there are too many at once, all are checked
// together.
static void measure(struct scan_front *front, xcb_window_t window) {
  if ((uint8_t)(front->end - front->first) < 100)
    ask(front, COVER, 0, xcb_get_geometry(front->connection, window).sequence);
  else
    front->is_stale = true;
}

// Handles the events that the root window reports, about itself and about all other windows.
static void handle_root(struct scan_front *front, const xcb_generic_event_t *event) {
  const xcb_configure_notify_event_t *changed = (const void *)event;
  const xcb_map_notify_event_t *mapped = (const void *)event;
  switch (event->response_type) {
  case XCB_MAP_NOTIFY:
    if (mapped->override_redirect) measure(front, mapped->window);
    break;
  case XCB_CONFIGURE_NOTIFY:
    if (changed->window == front->root ||
        (changed->override_redirect && scan_covers_may_be(front->covers, changed->width, changed->height)))
      front->is_stale = true;
    break;
  case XCB_UNMAP_NOTIFY:
  case XCB_DESTROY_NOTIFY:
    if (front->is_locked || scan_covers_are_there(front->covers)) front->is_stale = true;
    break;
  }
}

static void handle(struct scan_front *front, const xcb_generic_event_t *event) {
  // The highest bit marks events that other programs sent: window managers report places in this way.
  uint8_t type = event->response_type & 0x7f;
  if (type == XCB_PROPERTY_NOTIFY) {
    xcb_atom_t atom = ((const xcb_property_notify_event_t *)event)->atom;
    for (int i = 0; i < FOLLOWED; i++)
      if (atom == front->atoms[i]) front->is_stale = true;
    if (atom == front->atoms[ALL]) scan_front_ask_list(front);
    // All other events begin with the window that reports them.
  } else if (((const xcb_unmap_notify_event_t *)event)->event == front->root) {
    handle_root(front, event);
  } else if (type == XCB_CONFIGURE_NOTIFY || type == XCB_UNMAP_NOTIFY || type == XCB_FOCUS_IN ||
             type == XCB_FOCUS_OUT) {
    front->is_stale = true;
  }
}

// Writes the active window from the answers. A window without a place counts as no window.
static void describe(const struct scan_front *front, struct scan_window *window) {
  *window = front->window;
  window->question = front->asked;
  window->is_locked = front->is_locked;
  window->is_there = front->has_size && front->has_position;
  window->x += (int32_t)front->shadow[0];
  window->y += (int32_t)front->shadow[2];
  window->width -= (int32_t)(front->shadow[0] + front->shadow[1]);
  window->height -= (int32_t)(front->shadow[2] + front->shadow[3]);
}

// Takes the next answer, if it has arrived. Returns whether it had.
static bool take_next(struct scan_front *front) {
  void *reply = NULL;
  xcb_generic_error_t *failure = NULL;
  struct question question = front->questions[front->first];
  if (front->first == front->end || !xcb_poll_for_reply(front->connection, question.sequence, &reply, &failure))
    return false;
  front->first++;
  // A window without an answer no longer exists, so it is removed from the list.
  if (!reply && question.what == KIND) front->windows[question.index].id = 0;
  if (!reply && question.what == LIST) front->count = 0;
  uint8_t end = front->end;
  if (reply) take(front, question, reply);
  free(reply);
  free(failure);
  bool is_last = end == front->end;
  if (question.what == ACTIVE) {
    scan_covers_ask(front->covers, front->followed);
    front->is_covers_asking = true;
  }
  if (question.what == POSITION || (question.what == ACTIVE && is_last)) front->is_asking = false;
  if ((question.what == TITLE && question.index + 1 == front->count) || (question.what == LIST && is_last)) {
    front->is_listing = false;
    front->is_new = true;
  }
  return true;
}

int scan_front_update(struct scan_front *front, struct scan_window *window) {
  int result = 0;
  bool is_more = true;
  bool was_asking = front->is_asking || front->is_covers_asking;
  // Answers lead to new questions, and sending those can bring more events. 16 rounds are more than that needs.
  for (int round = 0; round < 16 && is_more; round++) {
    is_more = false;
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(front->connection))) {
      handle(front, event);
      free(event);
    }
    while (take_next(front)) is_more = true;
    if (front->is_covers_asking && scan_covers_take(front->covers, &is_more)) {
      front->is_covers_asking = false;
      front->is_locked = scan_covers_are_lock(front->covers);
    }
    if (was_asking && !front->is_asking && !front->is_covers_asking) {
      was_asking = false;
      describe(front, window);
      result = 1;
    }
    scan_front_ask(front, false);
    was_asking |= front->is_asking;
  }
  return xcb_connection_has_error(front->connection) ? -EPIPE : result;
}

uint32_t scan_front_ask(struct scan_front *front, bool anew) {
  uint32_t question = front->asked + 1;
  front->is_stale |= anew;
  if (front->is_stale && !front->is_asking && !front->is_covers_asking) {
    front->is_stale = false;
    front->is_asking = true;
    front->asked++;
    ask_property(front, ACTIVE, 0, front->root, ACTIVE, 1);
  }
  xcb_flush(front->connection);
  return question;
}

int scan_front_descriptor(const struct scan_front *front) { return xcb_get_file_descriptor(front->connection); }

void scan_front_close(struct scan_front *front) {
  scan_covers_end(front->covers);
  xcb_disconnect(front->connection);
  free(front);
}

int scan_front_open(struct scan_front **made, const char *name) {
  int number = 0;
  struct scan_front *front = calloc(1, sizeof *front);
  if (!front) return -ENOMEM;
  front->connection = xcb_connect(name, &number);
  if (xcb_connection_has_error(front->connection)) {
    scan_front_close(front);
    return -ECONNREFUSED;
  }
  xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(front->connection));
  while (number-- > 0 && screens.rem > 1) xcb_screen_next(&screens);
  front->root = screens.data->root;
  for (int i = 0; i < ATOMS; i++) {
    xcb_intern_atom_cookie_t cookie =
        xcb_intern_atom(front->connection, 0, (uint16_t)strlen(atom_names[i]), atom_names[i]);
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(front->connection, cookie, NULL);
    if (reply) front->atoms[i] = reply->atom;
    free(reply);
  }
  front->covers = scan_covers_make(front->connection, screens.data);
  if (!front->covers) {
    scan_front_close(front);
    return -ENOMEM;
  }
  follow(front, front->root,
         XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
  scan_front_ask(front, true);
  *made = front;
  return 0;
}
