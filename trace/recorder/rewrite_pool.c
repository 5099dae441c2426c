/* Adds constants after those of the class. The original constants keep their indices, so no ldc of
 * the class has to become an ldc_w. The insertions themselves use ldc_w. */
#include "trace/recorder/rewrite_int.h"

static const char *const probe_text[PROBE_COUNT][2] = {
#define PROBE(id, name, desc, params) {name, desc},
#include "trace/recorder/probes.def"
#undef PROBE
};

static uint16_t new_index(struct rewriter *rw) {
  if (rw->constant_count >= 65535) {
    error_set(rw->err, ERR_LIMIT, "the constant pool would have more than 65535 entries");
    return 0;
  }
  return (uint16_t)rw->constant_count++;
}

uint16_t rw_utf8(struct rewriter *rw, const char *s, size_t len) {
  uint16_t i = new_index(rw);
  if (!i) return 0;
  bb_u1(&rw->constants, CP_UTF8);
  bb_u2(&rw->constants, (unsigned)len);
  bb_add(&rw->constants, s, len);
  return i;
}

static uint16_t pair(struct rewriter *rw, enum cp_tag tag, uint16_t a, uint16_t b) {
  uint16_t i = a && b ? new_index(rw) : 0;
  if (!i) return 0;
  bb_u1(&rw->constants, tag);
  bb_u2(&rw->constants, a);
  bb_u2(&rw->constants, b);
  return i;
}

uint16_t rw_integer(struct rewriter *rw, int32_t v) {
  uint16_t i = new_index(rw);
  if (!i) return 0;
  bb_u1(&rw->constants, CP_INTEGER);
  bb_u4(&rw->constants, (uint32_t)v);
  return i;
}

static uint16_t find_class(const struct rewriter *rw, const char *name, size_t len) {
  for (size_t i = 0; i < rw->classes.len; i++) {
    const struct class_constant *c = &rw->classes.data[i];
    if (c->len == len && !memcmp(c->name, name, len)) return c->index;
  }
  for (uint16_t i = 1; i < rw->cf->cp_count; i++) {
    const struct cp_entry *e = &rw->cf->cp[i];
    if (e->tag == CP_CLASS && e->name->len == len && !memcmp(e->name->s, name, len)) return i;
  }
  return 0;
}

uint16_t rw_class(struct rewriter *rw, const char *name, size_t len) {
  uint16_t i = find_class(rw, name, len);
  if (!i) {
    uint16_t text = rw_utf8(rw, name, len);
    i = text ? new_index(rw) : 0;
    if (!i) return 0;
    bb_u1(&rw->constants, CP_CLASS);
    bb_u2(&rw->constants, text);
  }
  *vec_push(&rw->classes) = (struct class_constant){name, len, i};
  return i;
}

uint16_t rw_probe(struct rewriter *rw, enum probe probe) {
  if (rw->probe_ref[probe]) return rw->probe_ref[probe];
  if (!rw->helper_class) rw->helper_class = rw_class(rw, HELPER_CLASS, strlen(HELPER_CLASS));
  const char *const *text = probe_text[probe];
  uint16_t name = rw_utf8(rw, text[0], strlen(text[0]));
  uint16_t desc = rw_utf8(rw, text[1], strlen(text[1]));
  return rw->probe_ref[probe] =
             pair(rw, CP_METHODREF, rw->helper_class, pair(rw, CP_NAMEANDTYPE, name, desc));
}
