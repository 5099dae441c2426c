/* Generates the helper class: public, final, without fields, with a static native method for each
 * row of probes.def. It is generated rather than compiled, so that the build needs no javac and the
 * methods always agree with the table. */
#include "trace/recorder/bytebuf.h"
#include "trace/recorder/rewrite.h"

#define HELPER_VERSION 52

static uint16_t add_utf8(struct bytebuf *b, uint16_t *count, const char *s) {
  bb_u1(b, CP_UTF8);
  bb_u2(b, (unsigned)strlen(s));
  bb_add(b, s, strlen(s));
  return ++*count;
}

static uint16_t add_class(struct bytebuf *b, uint16_t *count, const char *name) {
  uint16_t text = add_utf8(b, count, name);
  bb_u1(b, CP_CLASS);
  bb_u2(b, text);
  return ++*count;
}

static void add_method(struct bytebuf *pool, uint16_t *count, struct bytebuf *methods,
                       const char *name, const char *desc) {
  bb_u2(methods, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE);
  bb_u2(methods, add_utf8(pool, count, name));
  bb_u2(methods, add_utf8(pool, count, desc));
  bb_u2(methods, 0);
}

void probe_class(uint8_t **out, size_t *len) {
  struct bytebuf pool = {0}, methods = {0}, all = {0};
  uint16_t count = 0;
  uint16_t self = add_class(&pool, &count, HELPER_CLASS),
           super = add_class(&pool, &count, "java/lang/Object");
#define PROBE(id, name, desc, params) add_method(&pool, &count, &methods, name, desc);
#include "trace/recorder/probes.def"
#undef PROBE
  bb_u4(&all, 0xcafebabe);
  bb_u4(&all, HELPER_VERSION);
  bb_u2(&all, count + 1u);
  bb_add(&all, pool.p, pool.len);
  bb_u2(&all, ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  bb_u2(&all, self);
  bb_u2(&all, super);
  bb_u4(&all, 0); /* no interfaces, no fields */
  bb_u2(&all, PROBE_COUNT);
  bb_add(&all, methods.p, methods.len);
  bb_u2(&all, 0);
  free(pool.p);
  free(methods.p);
  *out = all.p;
  *len = all.len;
}
