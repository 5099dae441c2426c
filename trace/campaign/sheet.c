/* Prints tables as text and Markdown. See sheet.h. */
#include "trace/campaign/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

void sheet_column(struct sheet *s, const char *group, const char *head, bool left) {
  *vec_push(&s->columns) = (struct sheet_column){
      .group = group ? mem_strdup(group) : NULL, .head = mem_strdup(head), .left = left};
}

void sheet_cell(struct sheet *s, char *text) { *vec_push(&s->cells) = text; }

void sheet_release(struct sheet *s) {
  size_t i;
  for (i = 0; i < s->columns.len; i++) {
    free(s->columns.data[i].group);
    free(s->columns.data[i].head);
  }
  for (i = 0; i < s->cells.len; i++) free(s->cells.data[i]);
  vec_free(&s->columns);
  vec_free(&s->cells);
}

/* Returns the width of UTF-8 text: its number of characters. */
static size_t width_of(const char *s) {
  size_t n = 0;
  for (; *s; s++) n += (*s & 0xc0) != 0x80;
  return n;
}

static void pad(struct text *t, size_t n) {
  while (n--) text_puts(t, " ");
}

static void sheet_put(struct text *t, const char *s, size_t width, bool left) {
  size_t n = width_of(s), space = n < width ? width - n : 0;
  if (!left) pad(t, space);
  text_puts(t, s);
  if (left) pad(t, space);
}

static void trim_line(struct text *t) {
  while (t->len && t->s[t->len - 1] == ' ') t->s[--t->len] = 0;
  text_puts(t, "\n");
}

/* Returns the index after the last column of the group that column i begins. */
static size_t group_end(const struct sheet *s, size_t i) {
  for (i++; i < s->columns.len && !s->columns.data[i].group; i++) continue;
  return i;
}

static const char *between(const struct sheet *s, size_t i) {
  return !i ? "" : s->columns.data[i].group ? "   " : "  ";
}

static size_t *widths(const struct sheet *s) {
  size_t *w = mem_alloc((s->columns.len + 1) * sizeof *w), i, k;
  for (i = 0; i < s->columns.len; i++) w[i] = width_of(s->columns.data[i].head);
  for (i = 0; i < s->cells.len; i++)
    if (width_of(s->cells.data[i]) > w[i % s->columns.len])
      w[i % s->columns.len] = width_of(s->cells.data[i]);
  /* Widens the last column of a group whose heading is wider than the group. */
  for (i = 0; i < s->columns.len; i = group_end(s, i)) {
    size_t all = w[i];
    for (k = i + 1; k < group_end(s, i); k++) all += w[k] + strlen(between(s, k));
    if (s->columns.data[i].group && width_of(s->columns.data[i].group) > all)
      w[group_end(s, i) - 1] += width_of(s->columns.data[i].group) - all;
  }
  return w;
}

static void head(const struct sheet *s, const size_t *w, struct text *out) {
  size_t i, k;
  for (i = 0; i < s->columns.len; i = group_end(s, i)) {
    size_t all = w[i];
    for (k = i + 1; k < group_end(s, i); k++) all += w[k] + strlen(between(s, k));
    text_puts(out, between(s, i));
    sheet_put(out, s->columns.data[i].group ? s->columns.data[i].group : "", all, true);
  }
  trim_line(out);
  for (i = 0; i < s->columns.len; i++) {
    text_puts(out, between(s, i));
    sheet_put(out, s->columns.data[i].head, w[i], s->columns.data[i].left);
  }
  trim_line(out);
}

void sheet_text(const struct sheet *s, struct text *out) {
  size_t *w = widths(s), i, n = s->columns.len;
  CHECK(!s->cells.len || (n && s->cells.len % n == 0),
        "a table has whole rows: %zu cells in %zu columns", s->cells.len, n);
  head(s, w, out);
  for (i = 0; i < s->cells.len; i++) {
    text_puts(out, between(s, i % n));
    sheet_put(out, s->cells.data[i], w[i % n], s->columns.data[i % n].left);
    if (i % n == n - 1) trim_line(out);
  }
  free(w);
}

static void markdown_cell(struct text *out, const char *s) {
  text_puts(out, " ");
  for (; *s; s++) {
    if (*s == '|') text_puts(out, "\\");
    text_add(out, s, 1);
  }
  text_puts(out, " |");
}

void sheet_markdown(const struct sheet *s, struct text *out) {
  const char *group = "";
  size_t i, n = s->columns.len;
  CHECK(!s->cells.len || (n && s->cells.len % n == 0),
        "a table has whole rows: %zu cells in %zu columns", s->cells.len, n);
  text_puts(out, "|");
  for (i = 0; i < n; i++) {
    const struct sheet_column *c = &s->columns.data[i];
    char *both;
    if (c->group) group = c->group;
    both = mem_printf("%s%s%s", group, *group && *c->head ? " " : "", c->head);
    markdown_cell(out, both);
    free(both);
  }
  text_puts(out, "\n|");
  for (i = 0; i < n; i++) text_puts(out, s->columns.data[i].left ? "---|" : "---:|");
  for (i = 0; i < s->cells.len; i++) {
    if (i % n == 0) text_puts(out, "\n|");
    markdown_cell(out, s->cells.data[i]);
  }
  text_puts(out, "\n");
}
