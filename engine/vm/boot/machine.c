/* Makes, starts and frees a machine: arena, JDK and class path. boot.c boots the library. */
#include "engine/host/broker.h"
#include "engine/vm/given.h"
#include "engine/vm/heap.h"
#include "engine/vm/library.h"
#include "engine/vm/boot/launch.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *copy(struct pool *p, const char *s) {
  return s ? pool_strndup(p, s, strlen(s)) : NULL;
}

static void copy_options(struct vm *vm, const struct engine_options *opt) {
  struct engine_options *o = &vm->opt;
  *o = *opt;
  o->java_home = copy(&vm->pool, opt->java_home);
  o->class_path = copy(&vm->pool, opt->class_path);
  o->trust = copy(&vm->pool, opt->trust);
  o->benign = copy(&vm->pool, opt->benign);
  o->atomic = copy(&vm->pool, opt->atomic);
  o->stdin_path = copy(&vm->pool, opt->stdin_path);
}

static int open_sources(struct vm *vm, struct error *err) {
  char modules[1100];
  int rc = jdk_find(vm->opt.java_home, vm->loaded.jdk_home, sizeof vm->loaded.jdk_home, err);
  if (rc) return rc;
  if (vm->opt.stdin_path && strcmp(vm->opt.stdin_path, "-") != 0 &&
      access(vm->opt.stdin_path, R_OK))
    return error_set(err, ERR_INPUT, "cannot read the standard input %s", vm->opt.stdin_path);
  vm->loaded.jdk_release = jdk_release(vm->loaded.jdk_home);
  snprintf(modules, sizeof modules, "%s/lib/modules", vm->loaded.jdk_home);
  rc = jimage_open(modules, &vm->loaded.jdk, err);
  if (rc) return rc;
  rc = classpath_open(vm->opt.class_path ? vm->opt.class_path : ".", &vm->loaded.classpath, err);
  return rc ? rc : vm->library->open(vm, err);
}

int vm_create(const struct engine_options *opt, const struct vm_library *library,
              const struct vm_hooks *hooks, struct vm **out, struct error *err) {
  struct vm *vm = mem_alloc(sizeof *vm);
  int rc;
  *out = vm;
  pool_init(&vm->pool);
  copy_options(vm, opt);
  vm->library = library;
  vm->push_frame = vm_push_frame;
  vm->hooks = hooks;
  vm->syms = symtab_new();
  vm->boot.running = true;
  vm->run.budget = UINT32_MAX;
  vm->run.calls = 1;
  vm->marks.hit = -1;
  vm->heap.bound = vm->opt.heap_bytes ? vm->opt.heap_bytes : HEAP_MOST;
  if (vm->heap.bound > HEAP_MOST)
    rc = error_set(err, ERR_USAGE, "--heap: at most %u MB", HEAP_MOST >> 20);
  else
    rc = arena_init(&vm->arena, err);
  if (!rc) rc = given_new(vm->opt.inputs, vm->opt.input_count, &vm->given, err);
  if (!rc) rc = open_sources(vm, err);
  if (!rc) {
    vm_machine(vm)->heap_bump = HEAP_BASE;
    classes_init(vm);
    strings_init(vm);
    rc = wellknown_load(vm, err);
  }
  if (!rc) return 0;
  vm_free(vm);
  *out = NULL;
  return rc;
}

int vm_new(const struct engine_options *opt, const struct vm_library *library,
           const struct vm_hooks *hooks, struct vm **out, struct error *err) {
  int rc = vm_create(opt, library, hooks, out, err);
  if (rc) return rc;
  rc = boot_library(*out, err);
  if (rc) {
    vm_free(*out);
    *out = NULL;
    return rc;
  }
  return 0;
}

void vm_free(struct vm *vm) {
  if (!vm) return;
  vm_violation_clear(vm);
  classes_release(vm);
  strings_release(vm);
  vm->library->release(vm);
  given_free(vm->given);
  broker_free(vm->host.broker);
  if (vm->loaded.jdk) jimage_close(vm->loaded.jdk);
  if (vm->loaded.classpath) classpath_close(vm->loaded.classpath);
  symtab_free(vm->syms);
  vec_free(&vm->klasses);
  vec_free(&vm->methods);
  vec_free(&vm->marks.list);
  vec_free(&vm->seen.steps);
  vec_free(&vm->seen.handled);
  free(vm->failure.stack);
  free(vm->failure.place);
  pool_release(&vm->pool);
  arena_release(&vm->arena);
  free(vm);
}

/* ---- the program ---- */

static ref make_args(struct vm *vm, int argc, char *const *argv) {
  ref array = vm_new_array(vm, NULL, vm->wk.string_array, argc);
  for (int i = 0; array && i < argc; i++) {
    ref s = vm_string(vm, NULL, argv[i]);
    if (!s) return 0;
    put32(vm, array + ARRAY_BASE + (uint32_t)i * 4, s);
  }
  return array;
}

int vm_start(struct vm *vm, const char *main_class, int argc, char *const *argv,
             struct error *err) {
  char *name = mem_strdup(main_class);
  struct klass *k;
  int rc = 0;
  mem_exchange(name, '.', '/');
  k = vm_class(vm, name, err);
  if (!k) {
    if (err->code == ERR_NOTFOUND) {
      error_clear(err);
      error_set(err, ERR_INPUT, "could not find or load main class %s (class path: %s)", main_class,
                vm->opt.class_path);
    }
    rc = ERR_INPUT;
    goto out;
  }
  if (klass_prove(vm, k)) {
    char *dotted = mem_strdup(k->refused->error_class);
    mem_exchange(dotted, '/', '.');
    rc = error_set(err, ERR_INPUT, "unable to initialize main class %s: %s: %.*s", main_class,
                   dotted, (int)strcspn(k->refused->message, "\n"), k->refused->message);
    free(dotted);
    goto out;
  }
  properties_command(vm, main_class, argc, argv);
  rc = launch_method(vm, k, &vm->main_method, err);
  if (rc) goto out;
  vm->runner = vm->library->runs_tests(k);
  vm->main_args = make_args(vm, argc, argv);
  rc = vm->main_args ? given_start(vm, err)
                     : error_set(err, ERR_MEMORY, "no room for the program's arguments");
out:
  free(name);
  return rc;
}
