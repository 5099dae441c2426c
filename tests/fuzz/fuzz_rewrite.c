/* The recorder's rewriter: instruments class files for every kind of event, as inside a JVM. A
 * class that passes the checks must also pass them after rewriting. */
#include "engine/classfile/class_reader.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_class.h"
#include "trace/recorder/rewrite.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t number_site(void *arg, const struct class_file *cf, const struct rewrite_site *s) {
  uint32_t *sites = arg;
  if (!cf || (s->bci && s->bci >= s->method->code_len)) abort();
  return ++*sites;
}

static void ordered(void *arg, const struct class_file *cf, const struct method_info *m,
                    const struct moved_insn *map, size_t count) {
  (void)arg, (void)cf;
  for (size_t i = 0; i < count; i++)
    if (map[i].bci > m->code_len || (i && map[i].pc < map[i - 1].pc)) abort();
}

static struct rewrite_options everything(uint32_t *sites) {
  struct rewrite_options o = {.noise = true, .site = number_site, .moved = ordered, .arg = sites};
#define TRACE_EVENT(code, id, name, group, ref, traits) event_want(&o.events, code);
#include "trace/events.def"
#undef TRACE_EVENT
  return o;
}

static void rewrite(const uint8_t *data, size_t size, const struct class_file *cf) {
  uint32_t sites = 0;
  struct rewrite_options o = everything(&sites);
  struct error err = {0};
  uint8_t *out;
  size_t len;
  int rc = class_rewrite(data, size, cf, &o, &out, &len, &err);
  if (rc == ERR_INTERNAL && !rewrite_check(data, size, NULL)) {
    fprintf(stderr, "%s\n", err.msg);
    abort();
  }
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct symtab *syms = symtab_new();
  struct pool pool;
  struct class_file *cf;
  pool_init(&pool);
  if (!class_parse(data, size, "input", &pool, syms, &cf, NULL)) rewrite(data, size, cf);
  pool_release(&pool);
  symtab_free(syms);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
  struct fuzz_random r = fuzz_random(seed);
  return fuzz_below(&r, 4) ? mutate_class(data, size, max, &r) : LLVMFuzzerMutate(data, size, max);
}
