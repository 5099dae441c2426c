/* Bookmarks and notes (see debug.h): nodes of the tree with a letter, a text, or both. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/debug.h"

bool moments_remove(struct debug *d, size_t i) {
  if (i >= d->moments.len) return false;
  free(d->moments.data[i].text);
  memmove(&d->moments.data[i], &d->moments.data[i + 1],
          (d->moments.len - i - 1) * sizeof *d->moments.data);
  d->moments.len--;
  return true;
}

void moments_forget(struct debug *d) {
  while (moments_remove(d, 0)) continue;
}

const struct debug_moment *moments_find(const struct debug *d, char letter) {
  size_t i;
  for (i = 0; letter && i < d->moments.len; i++)
    if (d->moments.data[i].letter == letter) return &d->moments.data[i];
  return NULL;
}

void moments_add(struct debug *d, node_id n, char letter, const char *text) {
  const struct debug_moment *before = moments_find(d, letter);
  if (before) moments_remove(d, (size_t)(before - d->moments.data));
  INVARIANT(!letter || !moments_find(d, letter), "a letter marks one moment: %c", letter);
  *vec_push(&d->moments) = (struct debug_moment){
      .node = n, .letter = letter, .text = text && *text ? mem_strdup(text) : NULL};
}

char *moments_text(struct debug *d, const struct debug_moment *m) {
  struct node_info info;
  struct text t = {0};
  if (m->letter) text_printf(&t, "'%c ", m->letter);
  if (!engine_node(d->engine, m->node, &info)) text_printf(&t, "step %u", info.depth);
  if (m->text) text_printf(&t, ": %s", m->text);
  return t.s ? t.s : mem_strdup("");
}

void moments_report(struct debug *d, node_id n) {
  size_t i;
  for (i = 0; i < d->moments.len; i++) {
    const struct debug_moment *m = &d->moments.data[i];
    if (m->node != n || !m->text) continue;
    if (m->letter)
      debug_log(d, LOG_GOOD, "'%c: %s", m->letter, m->text);
    else
      debug_log(d, LOG_GOOD, "note: %s", m->text);
  }
}
