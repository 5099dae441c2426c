/* Subroutines of old class files (JVMS 4.10.2.5): which of them are being executed at a place, and
 * which locals each has touched since it began. After a jsr, locals that its subroutine did not
 * touch are as they were before. */
#include "engine/vm/verify/verifier.h"

#include <string.h>

static uint32_t words(const struct verifier *v) { return v->m->max_locals / 64u + 1u; }

static struct sub_mask *mask_new(struct verifier *v, uint32_t entry, const uint64_t *touched,
                                 struct sub_mask *outer) {
  struct sub_mask *m = pool_alloc(&v->pool, sizeof *m);
  size_t n = words(v) * sizeof(uint64_t);
  frame_memory(v, sizeof *m + n);
  m->entry = entry;
  m->outer = outer;
  m->touched = pool_alloc(&v->pool, n);
  if (touched) memcpy(m->touched, touched, n);
  return m;
}

static bool unite(const struct verifier *v, uint64_t *to, const uint64_t *from) {
  bool changed = false;
  for (uint32_t i = 0; i < words(v); i++) {
    changed |= (from[i] & ~to[i]) != 0;
    to[i] |= from[i];
  }
  return changed;
}

struct sub_mask *masks_copy(struct verifier *v, const struct sub_mask *m) {
  struct sub_mask *first = NULL, **at = &first;
  for (; m && !v->failed; m = m->outer, at = &(*at)->outer)
    *at = mask_new(v, m->entry, m->touched, NULL);
  return first;
}

struct sub_mask *masks_enter(struct verifier *v, struct sub_mask *now, uint32_t entry) {
  return mask_new(v, entry, NULL, now);
}

void masks_touch(struct sub_mask *now, uint32_t slot, uint32_t slots) {
  for (; now; now = now->outer)
    for (uint32_t i = slot; i < slot + slots; i++) now->touched[i / 64] |= UINT64_C(1) << (i % 64);
}

void masks_unite(const struct verifier *v, struct sub_mask *now, const struct sub_mask *with) {
  for (; now; now = now->outer) unite(v, now->touched, with->touched);
}

struct sub_mask *masks_find(struct sub_mask *now, uint32_t entry) {
  while (now && now->entry != entry) now = now->outer;
  return now;
}

struct sub_mask *masks_merge(const struct verifier *v, struct sub_mask *old, struct sub_mask *more,
                             bool *changed) {
  struct sub_mask **at = &old;
  while (*at) {
    const struct sub_mask *other = masks_find(more, (*at)->entry);
    if (!other) { /* not on all paths to this place */
      *at = (*at)->outer;
      *changed = true;
      continue;
    }
    if (unite(v, (*at)->touched, other->touched)) *changed = true;
    at = &(*at)->outer;
  }
  return old;
}
