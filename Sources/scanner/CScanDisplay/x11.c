#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "screen.h"

// The picture of a surface is the background of its window, so the server repaints it by itself.

enum {
  WINDOW_TYPE,
  WINDOW_TYPE_DOCK,
  STRUT,
  STRUT_PARTIAL,
  STATE,
  STATE_STICKY,
  STATE_ABOVE,
  DESKTOP,
  WORKAREA,
  ATOMS,
};

static const char *const atom_names[ATOMS] = {
    "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_STRUT",       "_NET_WM_STRUT_PARTIAL",
    "_NET_WM_STATE",       "_NET_WM_STATE_STICKY",     "_NET_WM_STATE_ABOVE", "_NET_WM_DESKTOP",
    "_NET_WORKAREA",
};

struct x11 {
  xcb_connection_t *connection;
  xcb_window_t root;
  uint8_t depth;
  xcb_atom_t atoms[ATOMS];
  // The number of RandR's first event, or 0 if the server lacks RandR.
  uint8_t randr;
  // The request for a picture that is not answered yet (0 for none), and the size of the picture.
  unsigned captured;
  int32_t captured_width, captured_height;
  // The request for the monitors that is not answered yet, or 0 for none.
  unsigned asked;
  struct scan_output outputs[SCAN_OUTPUTS];
  int count;
  // The height of all monitors together.
  int32_t height;
  // The space that other panels kept free at the edges of a single monitor when the connection began.
  int32_t kept_top, kept_bottom;
};

// --- Outputs: the monitors of RandR

static void ask_for_monitors(struct x11 *x11) {
  if (!x11->randr) return;
  if (x11->asked) xcb_discard_reply(x11->connection, x11->asked);
  x11->asked = xcb_randr_get_monitors(x11->connection, x11->root, 1).sequence;
}

// Uses an answer, and frees it. If the answer has no monitors, the former monitors stay.
static void read_monitors(struct x11 *x11, xcb_randr_get_monitors_reply_t *reply) {
  if (!reply) return;
  xcb_randr_monitor_info_iterator_t monitors = xcb_randr_get_monitors_monitors_iterator(reply);
  if (monitors.rem > 0) x11->count = 0;
  for (; monitors.rem > 0 && x11->count < SCAN_OUTPUTS; xcb_randr_monitor_info_next(&monitors)) {
    const xcb_randr_monitor_info_t *monitor = monitors.data;
    struct scan_output *output = &x11->outputs[x11->count++];
    *output = (struct scan_output){.id = monitor->name, .x = monitor->x, .y = monitor->y};
    output->width = output->real_width = monitor->width;
    output->height = output->real_height = monitor->height;
    // To ask for its real name would need another request.
    snprintf(output->name, sizeof output->name, "monitor-%u", monitor->name);
  }
  free(reply);
}

static int x11_outputs(struct scan_screen *screen, struct scan_output *outputs) {
  memcpy(outputs, screen->x11->outputs, sizeof screen->x11->outputs);
  return screen->x11->count;
}

// --- Windows

static void set(struct x11 *x11, xcb_window_t window, xcb_atom_t property, xcb_atom_t type, int count,
                const uint32_t *values) {
  xcb_change_property(x11->connection, XCB_PROP_MODE_REPLACE, window, property, type, 32, (uint32_t)count, values);
}

// Makes a window a panel that keeps its place free and never takes the focus.
static void make_dock(struct x11 *x11, const struct surface *surface, int32_t x, int32_t y) {
  xcb_window_t window = surface->window;
  const xcb_atom_t *atoms = x11->atoms;
  uint32_t left = (uint32_t)x, right = (uint32_t)(x + surface->width - 1);
  uint32_t from_top = (uint32_t)(y + surface->height), from_bottom = (uint32_t)(x11->height - y);
  // The space is measured from the edge of all monitors together. Source: EWMH 1.5, _NET_WM_STRUT_PARTIAL.
  uint32_t top_strut[12] = {0, 0, from_top, 0, 0, 0, 0, 0, left, right, 0, 0};
  uint32_t bottom_strut[12] = {0, 0, 0, from_bottom, 0, 0, 0, 0, 0, 0, left, right};
  const uint32_t *strut = surface->place.is_top ? top_strut : bottom_strut;
  uint32_t all_desktops = UINT32_MAX;
  set(x11, window, atoms[WINDOW_TYPE], XCB_ATOM_ATOM, 1, &atoms[WINDOW_TYPE_DOCK]);
  set(x11, window, atoms[STATE], XCB_ATOM_ATOM, 2, &atoms[STATE_STICKY]);
  set(x11, window, atoms[DESKTOP], XCB_ATOM_CARDINAL, 1, &all_desktops);
  set(x11, window, atoms[STRUT], XCB_ATOM_CARDINAL, 4, strut);
  set(x11, window, atoms[STRUT_PARTIAL], XCB_ATOM_CARDINAL, 12, strut);
  // The first hint says that the window takes no focus, the second that the program chooses its place and size.
  uint32_t hints[9] = {1}, size_hints[18] = {1 | 2};
  set(x11, window, XCB_ATOM_WM_HINTS, XCB_ATOM_WM_HINTS, 9, hints);
  set(x11, window, XCB_ATOM_WM_NORMAL_HINTS, XCB_ATOM_WM_SIZE_HINTS, 18, size_hints);
  static const char name[] = "switchway-scan";
  xcb_change_property(x11->connection, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                      sizeof name - 1, name);
}

static const struct scan_output *output_of(const struct x11 *x11, uint32_t id) {
  for (int i = 0; i < x11->count; i++)
    if (x11->outputs[i].id == id) return &x11->outputs[i];
  return NULL;
}

static int x11_make(struct scan_screen *screen, struct surface *surface) {
  struct x11 *x11 = screen->x11;
  const struct scan_place *place = &surface->place;
  const struct scan_output *output = output_of(x11, place->output);
  if (!output) return -ENODEV;
  int32_t x = output->x + place->x, y = output->y + place->y, width = place->width, height = place->height;
  if (place->bar > 0) {
    x = output->x;
    y = place->is_top ? output->y + x11->kept_top : output->y + output->height - x11->kept_bottom - place->bar;
    width = output->width;
    height = place->bar;
  }
  if (width <= 0 || height <= 0 || width > INT16_MAX || height > INT16_MAX) return -EINVAL;
  surface->window = xcb_generate_id(x11->connection);
  surface->width = width;
  surface->height = height;
  // The window manager does not manage a ring.
  uint32_t values[] = {place->bar == 0, place->bar > 0 ? XCB_EVENT_MASK_BUTTON_PRESS : 0};
  xcb_create_window(x11->connection, XCB_COPY_FROM_PARENT, surface->window, x11->root, (int16_t)x, (int16_t)y,
                    (uint16_t)width, (uint16_t)height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
                    XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, values);
  if (place->bar > 0)
    make_dock(x11, surface, x, y);
  else
    xcb_shape_rectangles(x11->connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_INPUT, XCB_CLIP_ORDERING_UNSORTED,
                         surface->window, 0, 0, 0, NULL);
  surface->is_new = true;
  return 0;
}

static void x11_end(struct scan_screen *screen, struct surface *surface) {
  if (surface->window) xcb_destroy_window(screen->x11->connection, surface->window);
}

static int x11_draw(struct scan_screen *screen, struct surface *surface, const uint32_t *pixels, int32_t width,
                    int32_t height, const struct scan_rect *parts, int count) {
  xcb_connection_t *connection = screen->x11->connection;
  xcb_pixmap_t pixmap = xcb_generate_id(connection);
  xcb_gcontext_t graphics = xcb_generate_id(connection);
  xcb_create_pixmap(connection, screen->x11->depth, pixmap, surface->window, (uint16_t)width, (uint16_t)height);
  xcb_create_gc(connection, graphics, pixmap, 0, NULL);
  // The length of a request is limited. It is counted in units of 4 bytes, with the header.
  int32_t rows = (int32_t)(xcb_get_maximum_request_length(connection) - 16) / width;
  if (rows < 1) rows = 1;
  for (int32_t y = 0; y < height; y += rows) {
    int32_t some = height - y < rows ? height - y : rows;
    xcb_put_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, pixmap, graphics, (uint16_t)width, (uint16_t)some, 0,
                  (int16_t)y, 0, screen->x11->depth, (uint32_t)(some * width * 4),
                  (const uint8_t *)(pixels + (size_t)y * (size_t)width));
  }
  xcb_change_window_attributes(connection, surface->window, XCB_CW_BACK_PIXMAP, &pixmap);
  xcb_free_gc(connection, graphics);
  xcb_free_pixmap(connection, pixmap);
  if (count > 0)
    xcb_shape_rectangles(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, XCB_CLIP_ORDERING_UNSORTED,
                         surface->window, 0, 0, (uint32_t)count, (const xcb_rectangle_t *)parts);
  xcb_map_window(connection, surface->window);
  xcb_clear_area(connection, 0, surface->window, 0, 0, 0, 0);
  return 0;
}

static void x11_move(struct scan_screen *screen, struct surface *surface) {
  const struct scan_output *output = output_of(screen->x11, surface->place.output);
  if (!output) return;
  int32_t place[] = {output->x + surface->place.x, output->y + surface->place.y};
  xcb_configure_window(screen->x11->connection, surface->window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
}

// --- Pictures

// Takes a picture of the root window, with all windows in it.
static int x11_capture(struct scan_screen *screen, const struct scan_place *place) {
  struct x11 *x11 = screen->x11;
  const struct scan_output *output = output_of(x11, place->output);
  if (!output || place->width > INT16_MAX || place->height > INT16_MAX) return -ENOTSUP;
  if (x11->captured) xcb_discard_reply(x11->connection, x11->captured);
  x11->captured_width = place->width;
  x11->captured_height = place->height;
  x11->captured = xcb_get_image(x11->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, x11->root, (int16_t)(output->x + place->x),
                                (int16_t)(output->y + place->y), (uint16_t)place->width, (uint16_t)place->height,
                                UINT32_MAX)
                      .sequence;
  return 0;
}

// Uses a picture, and frees it. `reply` is NULL if the server has refused it.
static void take_picture(struct scan_screen *screen, xcb_get_image_reply_t *reply) {
  const struct x11 *x11 = screen->x11;
  size_t count = (size_t)x11->captured_width * (size_t)x11->captured_height;
  bool is_whole = reply && (size_t)xcb_get_image_data_length(reply) >= count * 4;
  uint32_t *picture = is_whole ? screen_picture_make(screen, x11->captured_width, x11->captured_height) : NULL;
  if (picture) {
    memcpy(picture, xcb_get_image_data(reply), count * 4);
    for (size_t i = 0; i < count; i++) picture[i] |= 0xff000000;
  }
  free(reply);
  screen_report(screen, SCAN_CAPTURED, NULL, picture != NULL, 0);
}

// --- The connection

static void handle(struct scan_screen *screen, const xcb_generic_event_t *event) {
  struct x11 *x11 = screen->x11;
  // The highest bit marks events that other programs sent.
  uint8_t type = event->response_type & 0x7f;
  if (type == XCB_BUTTON_PRESS) {
    const xcb_button_press_event_t *press = (const xcb_button_press_event_t *)event;
    for (const struct surface *surface = screen->surfaces; surface; surface = surface->next)
      if (surface->window == press->event && press->detail == 1)
        screen_report(screen, SCAN_PRESSED, surface, press->event_x, press->event_y);
  } else if (type == XCB_CONFIGURE_NOTIFY) {
    const xcb_configure_notify_event_t *change = (const xcb_configure_notify_event_t *)event;
    if (change->window != x11->root) return;
    x11->height = change->height;
    ask_for_monitors(x11);
  } else if (x11->randr && type == x11->randr) {
    ask_for_monitors(x11);
  }
}

static int x11_read(struct scan_screen *screen) {
  struct x11 *x11 = screen->x11;
  xcb_generic_event_t *event;
  while ((event = xcb_poll_for_event(x11->connection))) {
    handle(screen, event);
    free(event);
  }
  void *reply = NULL;
  xcb_generic_error_t *failure = NULL;
  if (x11->asked && xcb_poll_for_reply(x11->connection, x11->asked, &reply, &failure)) {
    x11->asked = 0;
    free(failure);
    read_monitors(x11, reply);
    screen_report(screen, SCAN_OUTPUTS_CHANGED, NULL, 0, 0);
  }
  reply = NULL;
  failure = NULL;
  if (x11->captured && xcb_poll_for_reply(x11->connection, x11->captured, &reply, &failure)) {
    x11->captured = 0;
    free(failure);
    take_picture(screen, reply);
  }
  for (struct surface *surface = screen->surfaces; surface; surface = surface->next) {
    if (!surface->is_new) continue;
    surface->is_new = false;
    screen_report(screen, SCAN_SIZED, surface, surface->width, surface->height);
  }
  return xcb_connection_has_error(x11->connection) ? -EPIPE : 0;
}

static int x11_flush(struct scan_screen *screen) { return xcb_flush(screen->x11->connection) > 0 ? 0 : -EPIPE; }

static void x11_close(struct scan_screen *screen) {
  xcb_disconnect(screen->x11->connection);
  free(screen->x11);
}

static const struct driver driver = {.close = x11_close,
                                     .read = x11_read,
                                     .flush = x11_flush,
                                     .outputs = x11_outputs,
                                     .make = x11_make,
                                     .end = x11_end,
                                     .draw = x11_draw,
                                     .move = x11_move,
                                     .capture = x11_capture};

// Uses the space that other panels leave on the first desktop. The server reports one area for all monitors together,
// so the area is used only with a single monitor.
static void read_workarea(struct x11 *x11, xcb_get_property_reply_t *reply) {
  uint32_t area[4];
  if (reply && x11->count == 1 && xcb_get_property_value_length(reply) >= (int)sizeof area) {
    memcpy(area, xcb_get_property_value(reply), sizeof area);
    int64_t top = area[1], bottom = x11->height - top - area[3];
    // Arbitrary: a window that takes more than a third is not a panel.
    if (top <= x11->height / 3) x11->kept_top = (int32_t)top;
    if (bottom >= 0 && bottom <= x11->height / 3) x11->kept_bottom = (int32_t)bottom;
  }
  free(reply);
}

// Asks for everything that does not change, and waits for the answers.
static void ask_once(struct x11 *x11) {
  xcb_connection_t *connection = x11->connection;
  xcb_intern_atom_cookie_t cookies[ATOMS];
  for (int i = 0; i < ATOMS; i++)
    cookies[i] = xcb_intern_atom(connection, 0, (uint16_t)strlen(atom_names[i]), atom_names[i]);
  for (int i = 0; i < ATOMS; i++) {
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(connection, cookies[i], NULL);
    if (reply) x11->atoms[i] = reply->atom;
    free(reply);
  }
  uint32_t events = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
  xcb_change_window_attributes(connection, x11->root, XCB_CW_EVENT_MASK, &events);
  xcb_get_property_cookie_t area =
      xcb_get_property(connection, 0, x11->root, x11->atoms[WORKAREA], XCB_ATOM_CARDINAL, 0, 4);
  const xcb_query_extension_reply_t *randr = xcb_get_extension_data(connection, &xcb_randr_id);
  if (!randr || !randr->present) return read_workarea(x11, xcb_get_property_reply(connection, area, NULL));
  x11->randr = randr->first_event;
  xcb_randr_query_version(connection, 1, 5);
  xcb_randr_select_input(connection, x11->root, XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE);
  read_monitors(x11, xcb_randr_get_monitors_reply(connection, xcb_randr_get_monitors(connection, x11->root, 1), NULL));
  read_workarea(x11, xcb_get_property_reply(connection, area, NULL));
}

int scan_screen_open_x11(struct scan_screen **made, const char *name, scan_report report, void *owner) {
  int number = 0;
  xcb_connection_t *connection = xcb_connect(name, &number);
  if (!connection || xcb_connection_has_error(connection)) {
    xcb_disconnect(connection);
    return -ECONNREFUSED;
  }
  xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection));
  while (number-- > 0 && screens.rem > 1) xcb_screen_next(&screens);
  const xcb_screen_t *root = screens.data;
  bool has_colours = root->root_depth == 24 || root->root_depth == 32;
  struct x11 *x11 = has_colours ? calloc(1, sizeof *x11) : NULL;
  if (!x11) {
    xcb_disconnect(connection);
    return has_colours ? -ENOMEM : -ENOPROTOOPT;
  }
  *x11 = (struct x11){.connection = connection, .root = root->root, .depth = root->root_depth, .count = 1};
  x11->height = root->height_in_pixels;
  x11->outputs[0] = (struct scan_output){.name = "screen",
                                         .width = root->width_in_pixels,
                                         .height = root->height_in_pixels,
                                         .real_width = root->width_in_pixels,
                                         .real_height = root->height_in_pixels};
  ask_once(x11);
  return screen_make(made, (struct scan_screen){.driver = &driver,
                                                .x11 = x11,
                                                .report = report,
                                                .owner = owner,
                                                .connection = xcb_get_file_descriptor(connection)});
}
