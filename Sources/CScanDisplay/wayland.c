#define _GNU_SOURCE
#include "wayland.h"

#include <errno.h>
#include <linux/input-event-codes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int32_t lesser(int32_t one, int32_t other) { return one < other ? one : other; }

// --- Outputs

static void output_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
                            int32_t subpixel, const char *make, const char *model, int32_t transform) {
  struct output *entry = data;
  entry->description.transform = transform;
}

static void output_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
                        int32_t refresh) {
  struct output *entry = data;
  if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
  entry->description.mode_width = width;
  entry->description.mode_height = height;
}

static void output_done(void *data, struct wl_output *output) {
  struct output *entry = data;
  entry->wayland->have_outputs_changed = true;
}

static void output_scale(void *data, struct wl_output *output, int32_t factor) {}

static const struct wl_output_listener output_listener = {
    .geometry = output_geometry, .mode = output_mode, .done = output_done, .scale = output_scale};

static void logical_position(void *data, struct zxdg_output_v1 *logical, int32_t x, int32_t y) {
  struct output *entry = data;
  entry->description.x = x;
  entry->description.y = y;
}

static void logical_size(void *data, struct zxdg_output_v1 *logical, int32_t width, int32_t height) {
  struct output *entry = data;
  entry->description.width = width;
  entry->description.height = height;
}

static void logical_done(void *data, struct zxdg_output_v1 *logical) {
  struct output *entry = data;
  entry->wayland->have_outputs_changed = true;
}

static void logical_name(void *data, struct zxdg_output_v1 *logical, const char *name) {
  struct output *entry = data;
  strncpy(entry->description.name, name, sizeof entry->description.name - 1);
}

static void logical_description(void *data, struct zxdg_output_v1 *logical, const char *description) {}

static const struct zxdg_output_v1_listener logical_listener = {.logical_position = logical_position,
                                                                .logical_size = logical_size,
                                                                .done = logical_done,
                                                                .name = logical_name,
                                                                .description = logical_description};

static void describe(struct output *entry) {
  if (!entry->output || entry->logical || !entry->wayland->logical_outputs) return;
  entry->logical = zxdg_output_manager_v1_get_xdg_output(entry->wayland->logical_outputs, entry->output);
  if (entry->logical) zxdg_output_v1_add_listener(entry->logical, &logical_listener, entry);
}

static void add_output(struct scan_wayland *wayland, uint32_t id) {
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++) {
    if (entry->output) continue;
    memset(entry, 0, sizeof *entry);
    entry->wayland = wayland;
    entry->description.id = id;
    entry->output = wl_registry_bind(wayland->registry, id, &wl_output_interface, 2);
    if (!entry->output) return;
    wl_output_add_listener(entry->output, &output_listener, entry);
    describe(entry);
    return;
  }
}

static void remove_output(struct output *entry) {
  if (entry->logical) zxdg_output_v1_destroy(entry->logical);
  if (entry->output) wl_output_destroy(entry->output);
  entry->logical = NULL;
  entry->output = NULL;
  entry->wayland->have_outputs_changed = true;
}

int scan_wayland_outputs(struct scan_wayland *wayland, struct scan_output *outputs) {
  int count = 0;
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++) {
    const struct scan_output *about = &entry->description;
    if (entry->output && about->width > 0 && about->height > 0 && about->mode_width > 0 && about->mode_height > 0)
      outputs[count++] = *about;
  }
  return count;
}

// --- Pointer and touch

static void move_to(struct scan_wayland *wayland, wl_fixed_t x, wl_fixed_t y) {
  wayland->x = wl_fixed_to_int(x);
  wayland->y = wl_fixed_to_int(y);
}

static void pointer_enter(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface,
                          wl_fixed_t x, wl_fixed_t y) {
  struct scan_wayland *wayland = data;
  wayland->under_pointer = surface ? wl_surface_get_user_data(surface) : NULL;
  move_to(wayland, x, y);
}

static void pointer_leave(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
  struct scan_wayland *wayland = data;
  wayland->under_pointer = NULL;
}

static void pointer_motion(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
  move_to(data, x, y);
}

static void pointer_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                           uint32_t state) {
  struct scan_wayland *wayland = data;
  if (button == BTN_LEFT && state == WL_POINTER_BUTTON_STATE_PRESSED && wayland->under_pointer)
    wayland->handler.pressed(wayland->handler.owner, wayland->under_pointer, wayland->x, wayland->y);
}

static void pointer_axis(void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value) {}

static const struct wl_pointer_listener pointer_listener = {.enter = pointer_enter,
                                                            .leave = pointer_leave,
                                                            .motion = pointer_motion,
                                                            .button = pointer_button,
                                                            .axis = pointer_axis};

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
  struct scan_wayland *wayland = data;
  struct scan_surface *touched = surface ? wl_surface_get_user_data(surface) : NULL;
  if (touched)
    wayland->handler.pressed(wayland->handler.owner, touched, wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {}
static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {}
static void touch_frame(void *data, struct wl_touch *touch) {}
static void touch_cancel(void *data, struct wl_touch *touch) {}

static const struct wl_touch_listener touch_listener = {
    .down = touch_down, .up = touch_up, .motion = touch_motion, .frame = touch_frame, .cancel = touch_cancel};

static void seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
  struct scan_wayland *wayland = data;
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

static const struct wl_seat_listener seat_listener = {.capabilities = seat_capabilities};

// --- The connection

static void *bind_once(struct scan_wayland *wayland, uint32_t id, const char *name, uint32_t version,
                       const struct wl_interface *interface, int32_t known, void *former) {
  if (former || strcmp(name, interface->name) != 0) return former;
  return wl_registry_bind(wayland->registry, id, interface, (uint32_t)lesser((int32_t)version, known));
}

static void registry_global(void *data, struct wl_registry *registry, uint32_t id, const char *name,
                            uint32_t version) {
  struct scan_wayland *one = data;
  one->compositor = bind_once(one, id, name, version, &wl_compositor_interface, 4, one->compositor);
  one->shm = bind_once(one, id, name, version, &wl_shm_interface, 1, one->shm);
  one->viewporter = bind_once(one, id, name, version, &wp_viewporter_interface, 1, one->viewporter);
  one->shell = bind_once(one, id, name, version, &zwlr_layer_shell_v1_interface, 3, one->shell);
  one->logical_outputs =
      bind_once(one, id, name, version, &zxdg_output_manager_v1_interface, 3, one->logical_outputs);
  if (!one->seat) {
    // Version 1 has only what is used here.
    one->seat = bind_once(one, id, name, version, &wl_seat_interface, 1, NULL);
    one->seat_id = id;
    if (one->seat) wl_seat_add_listener(one->seat, &seat_listener, one);
  }
  if (strcmp(name, wl_output_interface.name) == 0 && version >= 2) add_output(one, id);
}

static void registry_global_remove(void *data, struct wl_registry *registry, uint32_t id) {
  struct scan_wayland *wayland = data;
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++)
    if (entry->output && entry->description.id == id) remove_output(entry);
  if (wayland->seat && wayland->seat_id == id) {
    seat_capabilities(wayland, wayland->seat, 0);
    wl_seat_destroy(wayland->seat);
    wayland->seat = NULL;
  }
}

static const struct wl_registry_listener registry_listener = {.global = registry_global,
                                                              .global_remove = registry_global_remove};

static int failure_of(struct scan_wayland *wayland) {
  int failure = wl_display_get_error(wayland->display);
  return failure ? -failure : -EPIPE;
}

int scan_wayland_flush(struct scan_wayland *wayland) {
  if (wl_display_flush(wayland->display) >= 0) return 0;
  return errno == EAGAIN ? -EAGAIN : failure_of(wayland);
}

int scan_wayland_read(struct scan_wayland *wayland) {
  while (wl_display_prepare_read(wayland->display) != 0)
    if (wl_display_dispatch_pending(wayland->display) < 0) return failure_of(wayland);
  if (wl_display_read_events(wayland->display) < 0 && errno != EAGAIN) return failure_of(wayland);
  if (wl_display_dispatch_pending(wayland->display) < 0) return failure_of(wayland);
  if (wayland->have_outputs_changed) {
    wayland->have_outputs_changed = false;
    wayland->handler.outputs(wayland->handler.owner);
  }
  return 0;
}

static void sync_done(void *data, struct wl_callback *callback, uint32_t serial) { *(bool *)data = true; }

static const struct wl_callback_listener sync_listener = {.done = sync_done};

// Waits until the compositor has answered everything so far, 2 s at most.
static int round_trip(struct scan_wayland *wayland) {
  bool is_done = false;
  struct wl_callback *callback = wl_display_sync(wayland->display);
  if (!callback) return -ENOMEM;
  wl_callback_add_listener(callback, &sync_listener, &is_done);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + 2000;
  int result = 0;
  while (!is_done && result == 0) {
    result = scan_wayland_flush(wayland);
    if (result < 0) break;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t left = end - (now.tv_sec * 1000 + now.tv_nsec / 1000000);
    struct pollfd fd = {.fd = wl_display_get_fd(wayland->display), .events = POLLIN};
    if (left <= 0 || (poll(&fd, 1, (int)left) == 0)) result = -ETIMEDOUT;
    if (result == 0) result = scan_wayland_read(wayland);
  }
  wl_callback_destroy(callback);
  return result;
}

int scan_wayland_open(struct scan_wayland **made, const struct scan_handler *handler, const char **missing) {
  struct scan_wayland *wayland = calloc(1, sizeof *wayland);
  if (!wayland) return -ENOMEM;
  wayland->handler = *handler;
  wayland->display = wl_display_connect(NULL);
  if (!wayland->display) {
    free(wayland);
    return -ECONNREFUSED;
  }
  wayland->registry = wl_display_get_registry(wayland->display);
  wl_registry_add_listener(wayland->registry, &registry_listener, wayland);
  int result = round_trip(wayland);
  if (result == 0) {
    for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++) describe(entry);
    result = round_trip(wayland);
  }
  *missing = !wayland->shell             ? zwlr_layer_shell_v1_interface.name
             : !wayland->viewporter      ? wp_viewporter_interface.name
             : !wayland->logical_outputs ? zxdg_output_manager_v1_interface.name
             : !wayland->compositor      ? wl_compositor_interface.name
             : !wayland->shm             ? wl_shm_interface.name
                                         : NULL;
  if (result == 0 && *missing) result = -ENOPROTOOPT;
  if (result < 0) {
    scan_wayland_close(wayland);
    return result;
  }
  *made = wayland;
  return 0;
}

int scan_wayland_descriptor(struct scan_wayland *wayland) { return wl_display_get_fd(wayland->display); }

// The proxies end with the connection: nothing of them may be used afterwards.
void scan_wayland_close(struct scan_wayland *wayland) {
  wl_display_disconnect(wayland->display);
  free(wayland);
}
