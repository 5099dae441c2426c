/* See dpor_step.h. */
#include "engine/search/dpor_step.h"

#include <stdlib.h>

#include "engine/base/check.h"

struct dpor_step *dpor_step_new(uint64_t label, uint32_t slot, bool whole, uint32_t units) {
  struct dpor_step *s = mem_alloc(sizeof *s + units * sizeof s->units[0]);
  s->label = label;
  s->slot = slot;
  s->whole = whole;
  s->refs = 1;
  s->count = units;
  return s;
}

struct dpor_step *dpor_step_otherwise(const struct dpor_step *s) {
  struct dpor_step *o = dpor_step_new(s->label, s->slot, true, s->count);
  memcpy(o->units, s->units, s->count * sizeof s->units[0]);
  return o;
}

struct dpor_step *dpor_step_keep(struct dpor_step *s) {
  s->refs++;
  return s;
}

void dpor_step_drop(struct dpor_step *s) {
  CHECK(!s || s->refs, "a step is released as often as it was kept");
  if (s && !--s->refs) free(s);
}

/* ---- dependence ---- */

static bool dpor_unit_conflicts(const struct dpor_unit *a, const struct dpor_unit *b) {
  return a->part == b->part && a->object == b->object && (a->bytes & b->bytes) &&
         (a->use != DPOR_READ || b->use != DPOR_READ);
}

bool dpor_unit_meets(const struct dpor_unit *u, const struct dpor_step *b) {
  for (uint32_t i = 0; i < b->count; i++)
    if (dpor_unit_conflicts(u, &b->units[i])) return true;
  return false;
}

bool dpor_dependent(const struct dpor_step *a, const struct dpor_step *b) {
  if (a->slot == b->slot || a->whole || b->whole) return true;
  for (uint32_t i = 0; i < a->count; i++)
    if (dpor_unit_meets(&a->units[i], b)) return true;
  return false;
}

bool dpor_step_uses(const struct dpor_step *s, const struct dpor_unit *u, enum dpor_use use) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->units[i].part == u->part && s->units[i].object == u->object && s->units[i].use == use)
      return true;
  return false;
}

/* ---- words ---- */

void dpor_word_add(struct dpor_word *w, struct dpor_step *s) {
  *vec_push(&w->steps) = dpor_step_keep(s);
}

void dpor_word_remove(struct dpor_word *w, size_t i) {
  CHECK(i < w->steps.len, "a step that is removed is in the word: %zu", i);
  dpor_step_drop(w->steps.data[i]);
  memmove(&w->steps.data[i], &w->steps.data[i + 1],
          (w->steps.len - i - 1) * sizeof w->steps.data[0]);
  w->steps.len--;
}

void dpor_word_release(struct dpor_word *w) {
  for (size_t i = 0; i < w->steps.len; i++) dpor_step_drop(w->steps.data[i]);
  vec_free(&w->steps);
}

bool dpor_word_may_begin(const struct dpor_word *w, const struct dpor_step *s, size_t *at) {
  for (*at = 0; *at < w->steps.len; ++*at) {
    const struct dpor_step *o = w->steps.data[*at];
    if (o->slot == s->slot) break;
    if (dpor_dependent(o, s)) return false;
  }
  if (*at == w->steps.len) return true;
  if (w->steps.data[*at]->label != s->label) return false;
  for (size_t i = 0; i < *at; i++)
    if (dpor_dependent(w->steps.data[i], w->steps.data[*at])) return false;
  return true;
}
