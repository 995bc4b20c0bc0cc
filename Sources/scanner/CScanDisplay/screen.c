#include "screen.h"

#include <errno.h>
#include <stdlib.h>

int screen_make(struct scan_screen **made, struct scan_screen screen) {
  struct scan_screen *copy = malloc(sizeof *copy);
  int result = copy ? scan_watch_make(&screen.watch, screen.connection) : -ENOMEM;
  if (result == 0) {
    *copy = screen;
    *made = copy;
  } else {
    free(copy);
    screen.driver->close(&screen);
  }
  return result;
}

void scan_screen_close(struct scan_screen *screen) {
  for (struct surface *surface = screen->surfaces; surface; surface = screen->surfaces) {
    screen->surfaces = surface->next;
    screen->driver->end(screen, surface);
    free(surface);
  }
  screen->driver->close(screen);
  scan_watch_end(&screen->watch);
  free(screen->picture);
  free(screen);
}

uint32_t *screen_picture_make(struct scan_screen *screen, int32_t width, int32_t height) {
  free(screen->picture);
  screen->picture = width > 0 && height > 0 ? calloc((size_t)width * (size_t)height, sizeof *screen->picture) : NULL;
  screen->picture_width = width;
  screen->picture_height = height;
  return screen->picture;
}

int scan_screen_capture(struct scan_screen *screen, const struct scan_place *place) {
  if (place->width <= 0 || place->height <= 0) return -EINVAL;
  int result = screen->driver->flush(screen);
  return result < 0 ? result : screen->driver->capture(screen, place);
}

const uint32_t *scan_screen_picture(const struct scan_screen *screen, int32_t *width, int32_t *height) {
  *width = screen->picture_width;
  *height = screen->picture_height;
  return screen->picture;
}

int scan_screen_descriptor(const struct scan_screen *screen) { return screen->watch.descriptor; }

void screen_report(struct scan_screen *screen, enum scan_event_kind kind, const struct surface *surface, int32_t x,
                   int32_t y) {
  if (surface && surface->is_ended) return;
  struct scan_event event = {.kind = kind, .surface = surface ? surface->id : 0, .x = x, .y = y};
  screen->report(screen->owner, event);
}

int scan_screen_flush(struct scan_screen *screen) {
  int result = screen->driver->flush(screen);
  for (struct surface **link = &screen->surfaces; *link && result == 0;) {
    struct surface *surface = *link;
    if (!surface->is_ended) {
      link = &surface->next;
      continue;
    }
    *link = surface->next;
    screen->driver->end(screen, surface);
    free(surface);
    result = screen->driver->flush(screen);
  }
  bool is_stuck = result == -EAGAIN;
  if (is_stuck != screen->is_stuck) scan_watch_for_writing(&screen->watch, is_stuck);
  screen->is_stuck = is_stuck;
  return result;
}

int scan_screen_read(struct scan_screen *screen) {
  int result = screen->driver->read(screen);
  if (result < 0) return result;
  if (scan_watch_timer_elapsed(&screen->watch)) screen_report(screen, SCAN_TIMER, NULL, 0, 0);
  // Handling the events that were read can have made requests, which are sent here.
  result = scan_screen_flush(screen);
  return result == -EAGAIN ? 0 : result;
}

void scan_screen_set_timer(const struct scan_screen *screen, int milliseconds) {
  scan_watch_set_timer(&screen->watch, milliseconds);
}

int scan_screen_ask(struct scan_screen *screen) { return screen->driver->ask ? screen->driver->ask(screen) : 1; }

int scan_screen_outputs(struct scan_screen *screen, struct scan_output *outputs) {
  return screen->driver->outputs(screen, outputs);
}

// --- Surfaces

// Each change is sent before the next is made: libwayland ends the process if it cannot send and has no room left.

static struct surface *find(struct scan_screen *screen, uint32_t id) {
  struct surface *surface = screen->surfaces;
  while (surface && (surface->id != id || surface->is_ended)) surface = surface->next;
  return surface;
}

uint32_t scan_surface_make(struct scan_screen *screen, const struct scan_place *place) {
  struct surface *surface = screen->driver->flush(screen) == 0 ? calloc(1, sizeof *surface) : NULL;
  if (!surface) return 0;
  surface->screen = screen;
  surface->place = *place;
  // No surface has the number 0.
  surface->id = ++screen->last_id ? screen->last_id : ++screen->last_id;
  surface->next = screen->surfaces;
  screen->surfaces = surface;
  if (screen->driver->make(screen, surface) == 0) return surface->id;
  surface->is_ended = true;
  return 0;
}

void scan_surface_end(struct scan_screen *screen, uint32_t id) {
  struct surface *surface = find(screen, id);
  if (surface) surface->is_ended = true;
}

int scan_surface_draw(struct scan_screen *screen, uint32_t id, const uint32_t *pixels, int32_t width, int32_t height,
                      const struct scan_rect *parts, int count) {
  struct surface *surface = find(screen, id);
  if (!surface || surface->width <= 0 || surface->height <= 0) return 0;
  if (width <= 0 || height <= 0 || width > INT16_MAX || (int64_t)width * height > INT32_MAX / 4) return -EINVAL;
  int result = screen->driver->flush(screen);
  return result < 0 ? result : screen->driver->draw(screen, surface, pixels, width, height, parts, count);
}

int scan_surface_move(struct scan_screen *screen, uint32_t id, int32_t x, int32_t y) {
  struct surface *surface = find(screen, id);
  if (!surface || surface->place.bar > 0) return 0;
  int result = screen->driver->flush(screen);
  if (result < 0) return result;
  surface->place.x = x;
  surface->place.y = y;
  screen->driver->move(screen, surface);
  return 0;
}
