#define _GNU_SOURCE
#include "wayland.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// --- Outputs

static void output_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
                            int32_t subpixel, const char *make, const char *model, int32_t transform) {
  struct output *entry = data;
  entry->transform = transform;
}

static void output_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
                        int32_t refresh) {
  struct output *entry = data;
  if (!(flags & WL_OUTPUT_MODE_CURRENT)) return;
  entry->mode_width = width;
  entry->mode_height = height;
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

static void add_output(struct wayland *wayland, uint32_t id) {
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

struct wl_output *wayland_output(struct wayland *wayland, uint32_t id) {
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++)
    if (entry->output && entry->description.id == id) return entry->output;
  return NULL;
}

static int wayland_outputs(struct scan_screen *screen, struct scan_output *outputs) {
  struct wayland *wayland = screen->wayland;
  int count = 0;
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++) {
    struct scan_output about = entry->description;
    about.real_width = entry->transform & 1 ? entry->mode_height : entry->mode_width;
    about.real_height = entry->transform & 1 ? entry->mode_width : entry->mode_height;
    // An output whose description is not complete yet is left out.
    if (entry->output && about.width > 0 && about.height > 0 && about.real_width > 0 && about.real_height > 0)
      outputs[count++] = about;
  }
  return count;
}

// --- The connection

static void *bind_once(struct wayland *wayland, uint32_t id, const char *name, uint32_t version,
                       const struct wl_interface *interface, uint32_t known, void *former) {
  if (former || strcmp(name, interface->name) != 0) return former;
  return wl_registry_bind(wayland->registry, id, interface, version < known ? version : known);
}

static void registry_global(void *data, struct wl_registry *registry, uint32_t id, const char *name,
                            uint32_t version) {
  struct wayland *one = data;
  one->compositor = bind_once(one, id, name, version, &wl_compositor_interface, 4, one->compositor);
  one->subcompositor =
      bind_once(one, id, name, version, &wl_subcompositor_interface, 1, one->subcompositor);
  one->shm = bind_once(one, id, name, version, &wl_shm_interface, 1, one->shm);
  one->viewporter = bind_once(one, id, name, version, &wp_viewporter_interface, 1, one->viewporter);
  one->shell = bind_once(one, id, name, version, &zwlr_layer_shell_v1_interface, 3, one->shell);
  one->logical_outputs =
      bind_once(one, id, name, version, &zxdg_output_manager_v1_interface, 3, one->logical_outputs);
  one->copier = bind_once(one, id, name, version, &wayland_copier_interface, 1, one->copier);
  if (!one->seat) {
    // Version 1 has everything that is used here.
    one->seat = bind_once(one, id, name, version, &wl_seat_interface, 1, NULL);
    one->seat_id = id;
    if (one->seat) wl_seat_add_listener(one->seat, &wayland_seat_listener, one);
  }
  if (strcmp(name, wl_output_interface.name) == 0 && version >= 2) add_output(one, id);
}

static void registry_global_remove(void *data, struct wl_registry *registry, uint32_t id) {
  struct wayland *wayland = data;
  for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++)
    if (entry->output && entry->description.id == id) remove_output(entry);
  if (wayland->seat && wayland->seat_id == id) {
    wayland_seat_capabilities(wayland, wayland->seat, 0);
    wl_seat_destroy(wayland->seat);
    wayland->seat = NULL;
  }
}

static const struct wl_registry_listener registry_listener = {.global = registry_global,
                                                              .global_remove = registry_global_remove};

static int failure_of(struct wayland *wayland) {
  int failure = wl_display_get_error(wayland->display);
  return failure ? -failure : -EPIPE;
}

static int wayland_flush(struct scan_screen *screen) {
  struct wayland *wayland = screen->wayland;
  wayland_canvases_commit(wayland);
  if (wl_display_flush(wayland->display) >= 0) return 0;
  return errno == EAGAIN ? -EAGAIN : failure_of(wayland);
}

static int read_events(struct wayland *wayland) {
  while (wl_display_prepare_read(wayland->display) != 0)
    if (wl_display_dispatch_pending(wayland->display) < 0) return failure_of(wayland);
  if (wl_display_read_events(wayland->display) < 0 && errno != EAGAIN) return failure_of(wayland);
  return wl_display_dispatch_pending(wayland->display) < 0 ? failure_of(wayland) : 0;
}

static int wayland_read(struct scan_screen *screen) {
  int result = read_events(screen->wayland);
  if (result == 0) wayland_rings_report(screen->wayland);
  if (result < 0 || !screen->wayland->have_outputs_changed) return result;
  screen->wayland->have_outputs_changed = false;
  screen_report(screen, SCAN_OUTPUTS_CHANGED, NULL, 0, 0);
  return 0;
}

// The proxies end with the connection and may not be used afterwards.
static void wayland_close(struct scan_screen *screen) {
  wayland_capture_end(screen->wayland);
  wl_display_disconnect(screen->wayland->display);
  free(screen->wayland);
}

static const struct driver driver = {.close = wayland_close,
                                     .read = wayland_read,
                                     .flush = wayland_flush,
                                     .outputs = wayland_outputs,
                                     .make = wayland_surface_make,
                                     .end = wayland_surface_end,
                                     .draw = wayland_surface_draw,
                                     .move = wayland_ring_place,
                                     .capture = wayland_capture,
                                     .ask = wayland_ask};

// --- Opening

static void sync_done(void *data, struct wl_callback *callback, uint32_t serial) { *(bool *)data = true; }

static const struct wl_callback_listener sync_listener = {.done = sync_done};

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits until the compositor has answered all requests so far, but at most `patience` milliseconds.
static int round_trip(struct scan_screen *screen, int patience) {
  struct wayland *wayland = screen->wayland;
  bool is_done = false;
  struct wl_callback *callback = wl_display_sync(wayland->display);
  if (!callback) return -ENOMEM;
  wl_callback_add_listener(callback, &sync_listener, &is_done);
  int64_t end = milliseconds() + patience;
  int result = 0;
  while (!is_done && result == 0) {
    struct pollfd fd = {.fd = wl_display_get_fd(wayland->display), .events = POLLIN};
    int64_t left = end - milliseconds();
    result = wayland_flush(screen);
    if (result == 0 && (left <= 0 || poll(&fd, 1, (int)left) == 0)) result = -ETIMEDOUT;
    if (result == 0) result = read_events(wayland);
  }
  wl_callback_destroy(callback);
  return result;
}

// The name of a protocol that the compositor lacks, or NULL if it has all of them.
static const char *missing_of(const struct wayland *wayland) {
  if (!wayland->shell) return zwlr_layer_shell_v1_interface.name;
  if (!wayland->viewporter) return wp_viewporter_interface.name;
  if (!wayland->logical_outputs) return zxdg_output_manager_v1_interface.name;
  if (!wayland->compositor) return wl_compositor_interface.name;
  if (!wayland->subcompositor) return wl_subcompositor_interface.name;
  return wayland->shm ? NULL : wl_shm_interface.name;
}

int scan_screen_open_wayland(struct scan_screen **made, const char *name, int patience, scan_report report,
                             void *owner, const char **missing) {
  struct wayland *wayland = calloc(1, sizeof *wayland);
  if (!wayland) return -ENOMEM;
  wayland->display = wl_display_connect(name);
  if (!wayland->display) {
    free(wayland);
    return -ECONNREFUSED;
  }
  int result = screen_make(made, (struct scan_screen){.driver = &driver,
                                                      .wayland = wayland,
                                                      .report = report,
                                                      .owner = owner,
                                                      .connection = wl_display_get_fd(wayland->display)});
  if (result < 0) return result;
  wayland->screen = *made;
  wayland->registry = wl_display_get_registry(wayland->display);
  wl_registry_add_listener(wayland->registry, &registry_listener, wayland);
  result = round_trip(*made, patience);
  if (result == 0) {
    for (struct output *entry = wayland->outputs; entry < wayland->outputs + SCAN_OUTPUTS; entry++) describe(entry);
    result = round_trip(*made, patience);
  }
  if (result == 0 && (*missing = missing_of(wayland))) result = -ENOPROTOOPT;
  wayland->have_outputs_changed = false;
  if (result == 0) return 0;
  scan_screen_close(*made);
  *made = NULL;
  return result;
}
