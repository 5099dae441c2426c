/* The registry of native methods, filled once from the tables of natives.def. */
#include "engine/natives/natives.h"
#include "engine/base/check.h"
#include "engine/natives/io/files.h"
#include "engine/natives/invoke/handles.h"
#include "engine/natives/test/supplied.h"
#include "engine/natives/util.h"
#include "engine/natives/io/zstream.h"

#include <stdlib.h>
#include <xxhash.h>

enum { SLOTS = 8192 };

struct natives {
  const struct native_row *slots[SLOTS]; /* open addressing, hashed by class and name */
};

static const struct native_row *const tables[] = {
#define NATIVES(name) natives_##name,
#include "engine/natives/natives.def"
#undef NATIVES
    NULL};

static const struct native_row *const of_libraries[] = {
#define NATIVES(name)
#define NATIVES_OF_LIBRARIES(name) natives_##name,
#include "engine/natives/natives.def"
#undef NATIVES
    NULL};

static uint32_t hash_of(const char *klass, const char *name) {
  return (uint32_t)XXH3_64bits_withSeed(name, strlen(name), XXH3_64bits(klass, strlen(klass))) %
         SLOTS;
}

void natives_init(struct vm *vm) {
  struct natives *n = mem_alloc(sizeof *n);
  uint32_t count = 0;
  for (size_t i = 0; tables[i]; i++) {
    if (tables[i] == natives_future && !vm->opt.swallowed)
      continue; /* only needed for --swallowed */
    for (const struct native_row *r = tables[i]; r->klass; r++) {
      uint32_t h = hash_of(r->klass, r->name);
      count++;
      CHECK(count < SLOTS, "the registry of natives has a free place");
      while (n->slots[h]) h = (h + 1) % SLOTS;
      n->slots[h] = r;
    }
  }
  vm->loaded.natives = n;
}

void natives_release(struct vm *vm) {
  free(vm->loaded.natives);
  vm->loaded.natives = NULL;
}

static int library_open(struct vm *vm, struct error *err) {
  natives_init(vm);
  return files_open(vm, err);
}

static void library_release(struct vm *vm) {
  natives_release(vm);
  files_release(vm);
  zstreams_release(vm);
}

static int native_nothing(struct native_call *c) {
  (void)c;
  return NATIVE_OK;
}

native_fn *natives_find(struct vm *vm, const char *klass, const char *name, const char *desc,
                        bool *override) {
  const struct natives *n = vm->loaded.natives;
  native_fn *any = NULL;
  for (uint32_t h = hash_of(klass, name); n->slots[h]; h = (h + 1) % SLOTS) {
    const struct native_row *r = n->slots[h];
    if (strcmp(r->name, name) != 0 || strcmp(r->klass, klass) != 0) continue;
    if (override) *override = true;
    if (r->desc && !strcmp(r->desc, desc)) return r->fn;
    if (!r->desc && !any) any = r->fn;
  }
  if (override) *override = any != NULL;
  if (!any && !strcmp(desc, "()V") &&
      (!strcmp(name, "registerNatives") || !strcmp(name, "initIDs")))
    return native_nothing;
  return any;
}

static native_fn *natives_find_library(const char *klass, const char *name, const char *desc) {
  for (size_t i = 0; of_libraries[i]; i++)
    for (const struct native_row *r = of_libraries[i]; r->klass; r++)
      if (!strcmp(r->klass, klass) && !strcmp(r->name, name) &&
          (!r->desc || !strcmp(r->desc, desc)))
        return r->fn;
  return NULL;
}

static struct klass *natives_supplied(struct vm *vm, const struct symbol *name, struct error *err) {
  struct klass *k = inputs_class(vm, name, err);
  return k ? k : junit_class(vm, name, err);
}

const struct vm_library natives_library = {.open = library_open,
                                           .release = library_release,
                                           .find = natives_find,
                                           .find_library = natives_find_library,
                                           .nothing = nat_nothing,
                                           .supplied = natives_supplied,
                                           .method_handle = ldc_method_handle,
                                           .method_type = ldc_method_type,
                                           .polymorphic = polymorphic_method,
                                           .runs_tests = junit_is_main,
                                           .main_threw = junit_not_listed};
