/* The reader of the JDK's image: opens it, visits and reads every resource, and looks up names. */
#include "engine/classfile/classpath.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

struct sum {
  unsigned bytes, visits;
};

static int touch(void *arg, const struct jimage_entry *e) {
  struct sum *s = arg;
  s->bytes +=
      (unsigned)(strlen(e->module) + strlen(e->parent) + strlen(e->base) + strlen(e->extension));
  if (e->len) s->bytes += e->data[0] + e->data[e->len - 1];
  return ++s->visits > 1000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct jimage *j;
  struct error err = {0};
  struct sum s = {0};
  const uint8_t *found;
  size_t len;
  if (jimage_open(fuzz_file(data, size), &j, &err)) return 0;
  jimage_each(j, touch, &s, &err);
  if (jimage_class(j, NULL, "java/lang/Object", &found, &len, &err) == 0 && len)
    s.bytes += found[len - 1];
  if (jimage_resource(j, "java.base", "a/B.class", &found, &len, &err) == 0 && len)
    s.bytes += found[len - 1];
  jimage_module_of(j, "java/lang");
  jimage_close(j);
  return 0;
}
