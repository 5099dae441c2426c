/* UTF-8 text and styled lines (see line.h). */
#include "tui/text/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/engine.h"

int utf8_decode(const char *s, uint32_t *ch) {
  const unsigned char *p = (const unsigned char *)s;
  int need, i;
  uint32_t c;
  if (!*p) return 0;
  if (*p < 0x80) {
    *ch = *p;
    return 1;
  }
  need = *p >= 0xF0 && *p < 0xF5 ? 3 : *p >= 0xE0 ? 2 : *p >= 0xC2 ? 1 : 0;
  if (*p >= 0xF5) need = 0;
  c = *p & (0x3Fu >> need);
  for (i = 1; i <= need; i++) {
    if ((p[i] & 0xC0) != 0x80)
      need = 0;
    else
      c = c << 6 | (p[i] & 0x3Fu);
  }
  if (!need || (need == 2 && (c < 0x800 || (c >= 0xD800 && c < 0xE000))) ||
      (need == 3 && (c < 0x10000 || c > 0x10FFFF))) {
    *ch = 0xFFFD;
    return 1;
  }
  *ch = c;
  return need + 1;
}

int utf8_encode(uint32_t ch, char out[4]) {
  if (ch < 0x80) {
    out[0] = (char)ch;
    return 1;
  }
  if (ch < 0x800) {
    out[0] = (char)(0xC0 | ch >> 6);
    out[1] = (char)(0x80 | (ch & 0x3F));
    return 2;
  }
  if (ch < 0x10000) {
    out[0] = (char)(0xE0 | ch >> 12);
    out[1] = (char)(0x80 | (ch >> 6 & 0x3F));
    out[2] = (char)(0x80 | (ch & 0x3F));
    return 3;
  }
  out[0] = (char)(0xF0 | ch >> 18);
  out[1] = (char)(0x80 | (ch >> 12 & 0x3F));
  out[2] = (char)(0x80 | (ch >> 6 & 0x3F));
  out[3] = (char)(0x80 | (ch & 0x3F));
  return 4;
}

/* The widths do not depend on the locale, so batch output is the same everywhere. */
int utf8_columns(uint32_t ch) {
  static const struct {
    uint32_t from, to;
    int columns;
  } ranges[] = {
      {0x300, 0x36F, 0},     {0x483, 0x489, 0},     {0x591, 0x5BD, 0},     {0x610, 0x61A, 0},
      {0x64B, 0x65F, 0},     {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x202A, 0x202E, 0},
      {0x2060, 0x2064, 0},   {0x20D0, 0x20F0, 0},   {0x2E80, 0x303E, 2},   {0x3041, 0x33FF, 2},
      {0x3400, 0x4DBF, 2},   {0x4E00, 0x9FFF, 2},   {0xA000, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},
      {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},
      {0xFEFF, 0xFEFF, 0},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2},
      {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2}, {0xE0100, 0xE01EF, 0},
  };
  size_t i;
  if (ch < 0x300) return 1;
  for (i = 0; i < COUNT(ranges) && ch >= ranges[i].from; i++)
    if (ch <= ranges[i].to) return ranges[i].columns;
  return 1;
}

int utf8_width(const char *s) {
  uint32_t ch;
  int n, width = 0;
  for (; (n = utf8_decode(s, &ch)); s += n) width += utf8_columns(ch);
  return width;
}

int utf8_wrap(const char *s, int from, int cols) {
  int x = 0, blank = -1, n;
  uint32_t ch;
  if (cols < 1) cols = 1;
  for (; (n = utf8_decode(s, &ch)); s += n) {
    if (x >= from + cols) return blank > from + cols / 3 ? blank + 1 : from + cols;
    if (ch == ' ' && x > from) blank = x;
    x += utf8_columns(ch);
  }
  return x;
}

int utf8_rows(const char *s, int cols) {
  int rows = 1, width = utf8_width(s), at = utf8_wrap(s, 0, cols);
  for (; at < width; rows++) at = utf8_wrap(s, at, cols - LINE_CONTINUED);
  return rows;
}

void line_clear(struct line *l) {
  l->t.len = 0;
  if (l->t.s) l->t.s[0] = 0;
  l->spans.len = 0;
}

void line_release(struct line *l) {
  text_release(&l->t);
  vec_free(&l->spans);
}

static void span(struct line *l, enum style style) {
  struct line_span *s;
  if (l->spans.len && l->spans.data[l->spans.len - 1].style == style) return;
  if (!l->spans.len && style == ST_NORMAL) return;
  INVARIANT(!l->spans.len || l->spans.data[l->spans.len - 1].at <= l->t.len,
            "the spans of a line ascend: %zu bytes", l->t.len);
  s = vec_push(&l->spans);
  s->at = (uint32_t)l->t.len;
  s->style = style;
}

void line_puts(struct line *l, enum style style, const char *s) {
  if (!*s) return;
  span(l, style);
  text_puts(&l->t, s);
}

void line_printf(struct line *l, enum style style, const char *fmt, ...) {
  va_list args;
  char *s;
  va_start(args, fmt);
  if (vasprintf(&s, fmt, args) < 0) abort();
  va_end(args);
  line_puts(l, style, s);
  free(s);
}

int line_width(const struct line *l) { return utf8_width(line_text(l)); }

const char *line_text(const struct line *l) { return l->t.s ? l->t.s : ""; }

void line_tab(struct line *l, int column) {
  int n = column - line_width(l);
  span(l, ST_NORMAL);
  do {
    text_puts(&l->t, " ");
  } while (--n > 0);
}

void line_fit(struct line *l, enum style style, const char *s, int columns) {
  const char *p = s;
  uint32_t ch;
  int n, width = 0;
  if (columns <= 0) return;
  if (utf8_width(s) <= columns) {
    line_puts(l, style, s);
    return;
  }
  for (; (n = utf8_decode(p, &ch)) && width + utf8_columns(ch) < columns; p += n)
    width += utf8_columns(ch);
  line_printf(l, style, "%.*s~", (int)(p - s), s);
}

void line_part(struct line *l, const struct line *of, int from, int to) {
  const char *s = line_text(of), *p = s;
  size_t next = 0;
  enum style style = ST_NORMAL;
  uint32_t ch;
  int n, x = 0;
  for (; (n = utf8_decode(p, &ch)) && x < to; p += n) {
    while (next < of->spans.len && of->spans.data[next].at <= (uint32_t)(p - s))
      style = of->spans.data[next++].style;
    if (x >= from) {
      span(l, style);
      text_add(&l->t, p, (size_t)n);
    }
    x += utf8_columns(ch);
  }
}

enum style line_thread_style(uint32_t thread) {
  return (enum style)(ST_THREAD0 + thread % LINE_THREAD_STYLES);
}

enum style line_h_style(uint32_t effect) {
  return effect & H_RACE ? ST_BAD : effect & H_UNCHANGED ? ST_DIM : ST_GOOD;
}
