#include <linux/input-event-codes.h>

#include "wayland.h"

// Clicks and touches. Only a bar receives them.

static void move_to(struct wayland *wayland, wl_fixed_t x, wl_fixed_t y) {
  wayland->x = wl_fixed_to_int(x);
  wayland->y = wl_fixed_to_int(y);
}

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
  struct wayland *wayland = data;
  wayland->under_pointer = surface ? wl_surface_get_user_data(surface) : NULL;
  move_to(wayland, x, y);
}

static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
  struct wayland *wayland = data;
  wayland->under_pointer = NULL;
}

static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
  move_to(data, x, y);
}

static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
  struct wayland *wayland = data;
  if (button == BTN_LEFT && state == WL_POINTER_BUTTON_STATE_PRESSED && wayland->under_pointer)
    screen_report(wayland->screen, SCAN_PRESSED, wayland->under_pointer, wayland->x, wayland->y);
}

static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {}

static const struct wl_pointer_listener pointer_listener = {.enter = pointer_enter,
                                                            .leave = pointer_leave,
                                                            .motion = pointer_motion,
                                                            .button = pointer_button,
                                                            .axis = pointer_axis};

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
  struct wayland *wayland = data;
  struct surface *touched = surface ? wl_surface_get_user_data(surface) : NULL;
  if (touched) screen_report(wayland->screen, SCAN_PRESSED, touched, wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) {}

static const struct wl_touch_listener touch_listener = {
    .down = touch_down, .up = touch_up, .motion = touch_motion, .frame = touch_frame, .cancel = touch_cancel};

void wayland_seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
  struct wayland *wayland = data;
  bool has_pointer = capabilities & WL_SEAT_CAPABILITY_POINTER, has_touch = capabilities & WL_SEAT_CAPABILITY_TOUCH;
  if (has_pointer && !wayland->pointer) {
    wayland->pointer = wl_seat_get_pointer(seat);
    if (wayland->pointer) wl_pointer_add_listener(wayland->pointer, &pointer_listener, wayland);
  } else if (!has_pointer && wayland->pointer) {
    wl_pointer_destroy(wayland->pointer);
    wayland->pointer = NULL;
    wayland->under_pointer = NULL;
  }
  if (has_touch && !wayland->touch) {
    wayland->touch = wl_seat_get_touch(seat);
    if (wayland->touch) wl_touch_add_listener(wayland->touch, &touch_listener, wayland);
  } else if (!has_touch && wayland->touch) {
    wl_touch_destroy(wayland->touch);
    wayland->touch = NULL;
  }
}

const struct wl_seat_listener wayland_seat_listener = {.capabilities = wayland_seat_capabilities};
