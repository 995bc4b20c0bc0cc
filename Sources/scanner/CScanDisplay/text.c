#include <cairo/cairo.h>

#include "CScanDisplay.h"

// Pango's own headers need GLib's, whose flags SwiftPM refuses (-pthread). So the functions that are used are
// declared here: the binary interfaces of Pango 1 and GObject 2 do not change.
typedef struct PangoContext PangoContext;
typedef struct PangoFontDescription PangoFontDescription;
typedef struct PangoFontMap PangoFontMap;
enum { PANGO_SCALE = 1024, PANGO_ELLIPSIZE_END = 3 };
PangoFontMap *pango_cairo_font_map_get_default(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
PangoFontDescription *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
void pango_font_description_free(PangoFontDescription *font);
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int setting);
void pango_layout_set_ellipsize(PangoLayout *layout, int mode);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_get_pixel_size(PangoLayout *layout, int *width, int *height);
void pango_cairo_show_layout(cairo_t *cairo, PangoLayout *layout);
void g_object_unref(void *object);

PangoLayout *scan_text_make(int size) {
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  PangoFontDescription *font = pango_font_description_from_string("Sans");
  pango_font_description_set_absolute_size(font, (double)size * PANGO_SCALE);
  PangoLayout *text = pango_layout_new(context);
  pango_layout_set_font_description(text, font);
  pango_layout_set_single_paragraph_mode(text, 1);
  pango_layout_set_ellipsize(text, PANGO_ELLIPSIZE_END);
  pango_font_description_free(font);
  g_object_unref(context);
  return text;
}

void scan_text_end(PangoLayout *text) { g_object_unref(text); }

static void set(PangoLayout *text, const char *line, int length, int width) {
  pango_layout_set_text(text, line, length);
  pango_layout_set_width(text, width < 0 ? -1 : width * PANGO_SCALE);
}

int scan_text_width(PangoLayout *text, const char *line, int length) {
  int width, height;
  set(text, line, length, -1);
  pango_layout_get_pixel_size(text, &width, &height);
  return width;
}

void scan_text_draw(PangoLayout *text, const char *line, int length, struct scan_rect rect, uint32_t rgb,
                    uint32_t *pixels, int width, int height) {
  cairo_surface_t *surface = cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width,
                                                                 height, width * 4);
  cairo_t *cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
  int text_width, text_height;
  set(text, line, length, rect.width);
  pango_layout_get_pixel_size(text, &text_width, &text_height);
  // A name with many combining marks is higher than its line. Without clipping it would cover the names beside it.
  cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height);
  cairo_clip(cairo);
  cairo_move_to(cairo, rect.x, rect.y + (rect.height - text_height) / 2);
  pango_cairo_show_layout(cairo, text);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
}
