#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "CScanDisplay.h"

// The questions in the order in which they are asked and answered. The first says of which window the others are.
enum question { ACTIVE, PID, NAME, SHADOW, SIZE, POSITION, QUESTIONS };

// First those of the questions, which are followed.
enum { FOLLOWED = SHADOW + 1, LIST = FOLLOWED, KIND, DOCK, DESKTOP, ATOMS };
static const char *const atom_names[ATOMS] = {
    "_NET_ACTIVE_WINDOW", "_NET_WM_PID",         "_NET_WM_NAME",             "_GTK_FRAME_EXTENTS",
    "_NET_CLIENT_LIST",   "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_DESKTOP",
};

// The list of all windows: one question for it, then two for each of them, its kind and its name.
struct list {
  unsigned sequences[1 + 2 * SCAN_WINDOWS];
  int next, asked;
  // Its last answer has come and was not taken.
  bool is_new;
  struct scan_listed windows[SCAN_WINDOWS];
};

struct scan_front {
  xcb_connection_t *connection;
  xcb_window_t root;
  xcb_atom_t atoms[ATOMS];
  unsigned sequences[QUESTIONS];
  // The question whose answer comes next, and how many have been asked.
  int next, asked;
  // Something has changed since the questions were asked.
  bool is_stale;
  // The window whose changes are followed; 0: none.
  xcb_window_t followed;
  struct scan_window window;
  bool has_size, has_position;
  // Left, right, top, bottom. Source: GTK's _GTK_FRAME_EXTENTS.
  uint32_t shadow[4];
  struct list list;
};

static void follow(struct scan_front *front, xcb_window_t window, uint32_t events) {
  if (window) xcb_change_window_attributes(front->connection, window, XCB_CW_EVENT_MASK, &events);
}

static void ask_property(struct scan_front *front, enum question question, xcb_window_t window, uint32_t words) {
  front->sequences[question] =
      xcb_get_property(front->connection, 0, window, front->atoms[question], XCB_ATOM_ANY, 0, words).sequence;
  front->asked = question + 1;
}

static void begin(struct scan_front *front) {
  if (!front->is_stale || front->next < front->asked) return;
  front->is_stale = false;
  front->next = 0;
  ask_property(front, ACTIVE, front->root, 1);
}

// Follows the active window, and asks for what is to be known of it.
static void set_window(struct scan_front *front, xcb_window_t active) {
  if (front->followed != active) {
    follow(front, front->followed, 0);
    follow(front, active, XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY);
    front->followed = active;
  }
  memset(&front->window, 0, sizeof front->window);
  memset(front->shadow, 0, sizeof front->shadow);
  front->has_size = front->has_position = false;
  if (!active) return;
  ask_property(front, PID, active, 1);
  ask_property(front, NAME, active, SCAN_TITLE / 4);
  ask_property(front, SHADOW, active, 4);
  front->sequences[SIZE] = xcb_get_geometry(front->connection, active).sequence;
  front->sequences[POSITION] = xcb_translate_coordinates(front->connection, active, front->root, 0, 0).sequence;
  front->asked = QUESTIONS;
}

// Copies the bytes of a property, at most `size`, and returns their number.
static size_t copy(void *target, size_t size, xcb_get_property_reply_t *reply) {
  int length = xcb_get_property_value_length(reply);
  size_t count = length < 0 ? 0 : (size_t)length < size ? (size_t)length : size;
  memcpy(target, xcb_get_property_value(reply), count);
  return count;
}

static void take(struct scan_front *front, enum question question, void *reply) {
  struct scan_window *window = &front->window;
  uint32_t numbers[4] = {0};
  switch (question) {
  case ACTIVE:
    copy(numbers, 4, reply);
    // A window manager may say so of the root window, which is none. Its events are needed further.
    set_window(front, numbers[0] == front->root ? 0 : numbers[0]);
    break;
  case PID:
    copy(numbers, 4, reply);
    window->pid = numbers[0] <= INT32_MAX ? (int32_t)numbers[0] : 0;
    break;
  case NAME:
    window->title_length = (int)copy(window->title, SCAN_TITLE, reply);
    break;
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
  case QUESTIONS: break;
  }
}

// --- The list of all windows

static unsigned ask_for_list(struct scan_front *front, xcb_window_t window, xcb_atom_t property, uint32_t words) {
  return xcb_get_property(front->connection, 0, window, property, XCB_ATOM_ANY, 0, words).sequence;
}

void scan_front_ask_list(struct scan_front *front) {
  struct list *list = &front->list;
  if (list->next < list->asked) return;
  list->sequences[0] = ask_for_list(front, front->root, front->atoms[LIST], SCAN_WINDOWS);
  list->next = 0;
  list->asked = 1;
  xcb_flush(front->connection);
}

static void take_list(struct scan_front *front, xcb_get_property_reply_t *reply) {
  struct list *list = &front->list;
  uint32_t ids[SCAN_WINDOWS];
  size_t count = copy(ids, sizeof ids, reply) / sizeof *ids;
  for (size_t i = 0; i < count; i++) {
    list->windows[i].id = ids[i];
    list->windows[i].title_length = 0;
    list->sequences[list->asked++] = ask_for_list(front, ids[i], front->atoms[KIND], 1);
    list->sequences[list->asked++] = ask_for_list(front, ids[i], front->atoms[NAME], SCAN_TITLE / 4);
  }
}

static void take_listed(struct scan_front *front, int question, xcb_get_property_reply_t *reply) {
  struct scan_listed *window = &front->list.windows[(question - 1) / 2];
  uint32_t kind = 0;
  if (question % 2 == 0) {
    window->title_length = (int)copy(window->title, SCAN_TITLE, reply);
  } else if (copy(&kind, sizeof kind, reply) && (kind == front->atoms[DOCK] || kind == front->atoms[DESKTOP])) {
    window->id = 0;
  }
}

// Returns whether an answer has come.
static bool update_list(struct scan_front *front) {
  struct list *list = &front->list;
  int before = list->next;
  void *reply = NULL;
  xcb_generic_error_t *failure = NULL;
  while (list->next < list->asked &&
         xcb_poll_for_reply(front->connection, list->sequences[list->next], &reply, &failure)) {
    int question = list->next++;
    // A window that has gone meanwhile has no kind.
    if (!reply && question % 2 == 1) list->windows[question / 2].id = 0;
    if (reply && question == 0) take_list(front, reply);
    if (reply && question > 0) take_listed(front, question, reply);
    free(reply);
    free(failure);
    reply = NULL;
    failure = NULL;
    list->is_new = list->next == list->asked;
  }
  return list->next > before;
}

int scan_front_list(struct scan_front *front, struct scan_listed *windows) {
  struct list *list = &front->list;
  if (!list->is_new) return -1;
  list->is_new = false;
  int count = 0;
  for (int i = 0; i < list->asked / 2; i++)
    if (list->windows[i].id) windows[count++] = list->windows[i];
  return count;
}

void scan_front_raise(struct scan_front *front, uint32_t window) {
  // By a pager, which window managers obey. Source: EWMH 1.5, _NET_ACTIVE_WINDOW.
  xcb_client_message_event_t event = {.response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window};
  event.type = front->atoms[ACTIVE];
  event.data.data32[0] = 2;
  xcb_send_event(front->connection, 0, front->root,
                 XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY, (const char *)&event);
  xcb_flush(front->connection);
}

// --- What has come

static void handle(struct scan_front *front, const xcb_generic_event_t *event) {
  // The highest bit marks events that other programs sent: window managers tell places so.
  uint8_t type = event->response_type & 0x7f;
  if (type == XCB_PROPERTY_NOTIFY) {
    xcb_atom_t atom = ((const xcb_property_notify_event_t *)event)->atom;
    for (int i = 0; i < FOLLOWED; i++)
      if (atom == front->atoms[i]) front->is_stale = true;
  } else if (type == XCB_CONFIGURE_NOTIFY || type == XCB_UNMAP_NOTIFY) {
    front->is_stale = true;
  }
}

// Writes what the answers say. A window without a place is none.
static void describe(const struct scan_front *front, struct scan_window *window) {
  *window = front->window;
  window->is_there = front->has_size && front->has_position;
  window->x += (int32_t)front->shadow[0];
  window->y += (int32_t)front->shadow[2];
  window->width -= (int32_t)(front->shadow[0] + front->shadow[1]);
  window->height -= (int32_t)(front->shadow[2] + front->shadow[3]);
}

int scan_front_update(struct scan_front *front, struct scan_window *window) {
  int result = 0;
  bool is_more = true;
  // Answers lead to new questions, and sending those can bring more events. Chosen: more rounds than that takes.
  for (int round = 0; round < 16 && is_more; round++) {
    is_more = update_list(front);
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(front->connection))) {
      handle(front, event);
      free(event);
    }
    void *reply = NULL;
    xcb_generic_error_t *failure = NULL;
    while (front->next < front->asked &&
           xcb_poll_for_reply(front->connection, front->sequences[front->next], &reply, &failure)) {
      enum question question = front->next++;
      if (reply) take(front, question, reply);
      free(reply);
      free(failure);
      reply = NULL;
      failure = NULL;
      is_more = true;
      if (front->next < front->asked) continue;
      describe(front, window);
      result = 1;
    }
    scan_front_ask(front, false);
  }
  return xcb_connection_has_error(front->connection) ? -EPIPE : result;
}

void scan_front_ask(struct scan_front *front, bool anew) {
  if (anew) front->is_stale = true;
  begin(front);
  xcb_flush(front->connection);
}

int scan_front_descriptor(const struct scan_front *front) { return xcb_get_file_descriptor(front->connection); }

void scan_front_close(struct scan_front *front) {
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
  follow(front, front->root, XCB_EVENT_MASK_PROPERTY_CHANGE);
  scan_front_ask(front, true);
  *made = front;
  return 0;
}
