#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "CScanDisplay.h"

// The questions in the order in which they are asked and answered. The first says of which window the others are.
enum question { ACTIVE, PID, NAME, SHADOW, SIZE, POSITION, QUESTIONS };

static const char *const atom_names[] = {"_NET_ACTIVE_WINDOW", "_NET_WM_PID", "_NET_WM_NAME", "_GTK_FRAME_EXTENTS"};
enum { ATOMS = SHADOW + 1 };

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
    set_window(front, numbers[0]);
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

static void handle(struct scan_front *front, const xcb_generic_event_t *event) {
  // The highest bit marks events that other programs sent: window managers tell places so.
  uint8_t type = event->response_type & 0x7f;
  if (type == XCB_PROPERTY_NOTIFY) {
    xcb_atom_t atom = ((const xcb_property_notify_event_t *)event)->atom;
    for (int i = 0; i < ATOMS; i++)
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
    is_more = false;
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
