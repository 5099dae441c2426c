/* The boot: runs the library's own initialisers in an order that the library can cope with (the
 * JVM's initPhase1 by hand, without the module system). Its allocations are immortal; their
 * contents at the end are the pristine image with which states are compared.
 *
 * The boot runs no code of the program and depends only on the JDK and the options. */
#include "engine/vm/boot/boot.h"

#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/modules.h"
#include "engine/vm/machine.h"
#include "engine/vm/loader/throw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREAD_NORM_PRIORITY = 5, STATUS_RUNNABLE = 5, INIT_LEVEL_BOOTED = 4 };

/* ---- running bytecode at boot ---- */

static int boot_failed(struct vm *vm, const char *what, struct error *err) {
  struct thread *t = vm_thread(vm, 0);
  char *text = NULL;
  if (vm->err.code) {
    int rc = error_set(err, vm->err.code, "%s: %s%s%s", what, vm->err.msg,
                       vm->failure.stack ? "\n" : "", vm->failure.stack ? vm->failure.stack : "");
    return rc;
  }
  if (t->exception && vm->wk.throwable) text = vm_throwable_text(vm, t->exception);
  error_set(err, ERR_UNSUPPORTED, "the JDK's library failed to start: %s%s%s", what,
            text ? ": " : "", text ? text : "");
  free(text);
  return ERR_UNSUPPORTED;
}

/* Runs all frames down to and including the one with FRAME_STOP. */
static int boot_run(struct vm *vm, struct thread *t, const char *what, struct error *err) {
  int stop;
  do stop = interp_run(vm, t);
  while (stop == STOP_BUDGET && !vm->sched.stop);
  if (stop != STOP_TERMINATED || t->exception || vm->err.code) return boot_failed(vm, what, err);
  return 0;
}

int vm_call_boot(struct vm *vm, struct method *m, const uint32_t *args, uint32_t *result,
                 struct error *err) {
  struct thread *t = vm_thread(vm, 0);
  char what[300];
  int rc;
  snprintf(what, sizeof what, "%.120s.%.120s", m->owner->name->s, m->name->s);
  if (vm_push_frame(vm, t, m, args, FRAME_STOP, 0) != NATIVE_TAIL)
    return boot_failed(vm, what, err);
  rc = boot_run(vm, t, what, err);
  if (!rc && result) *result = *MEM32(vm, vm_frame(vm, t->frame)->sp);
  return rc;
}

int boot_init(struct vm *vm, const char *name, struct error *err) {
  struct thread *t = vm_thread(vm, 0);
  struct klass *k = vm_class(vm, name, err);
  if (!k) return err->code;
  for (;;) {
    uint32_t before = t->frame, bottom;
    int rc = vm_init_class(vm, t, k);
    if (rc == NATIVE_OK) return 0;
    if (rc != NATIVE_RETRY || t->frame == before) return boot_failed(vm, name, err);
    for (bottom = t->frame; vm_frame(vm, bottom)->prev != before;)
      bottom = vm_frame(vm, bottom)->prev;
    vm_frame(vm, bottom)->flags |= FRAME_STOP;
    rc = boot_run(vm, t, name, err);
    if (rc) return rc;
  }
}

int boot_call(struct vm *vm, const char *klass, const char *name, const char *desc,
              const uint32_t *args, struct error *err) {
  struct method *m;
  int rc = boot_init(vm, klass, err);
  if (rc) return rc;
  m = klass_method(vm_class(vm, klass, err), name, desc);
  if (!m) return error_set(err, ERR_UNSUPPORTED, "this JDK has no %s.%s", klass, name);
  return vm_call_boot(vm, m, args, NULL, err);
}

ref boot_new(struct vm *vm, const char *klass, struct error *err) {
  ref r;
  if (boot_init(vm, klass, err)) return 0;
  r = vm_new_object(vm, NULL, vm_class(vm, klass, err));
  if (!r) error_set(err, ERR_MEMORY, "the area of boot objects is full");
  return r;
}

int boot_new_call(struct vm *vm, const char *klass, const char *desc, uint32_t *args, ref *out,
                  struct error *err) {
  *out = args[0] = boot_new(vm, klass, err);
  return *out ? boot_call(vm, klass, "<init>", desc, args, err) : err->code;
}

/* ---- fields by name ---- */

static uint32_t static_at(struct vm *vm, const char *klass, const char *name) {
  struct error err = {0};
  struct klass *k = vm_class(vm, klass, &err);
  struct field *f = k ? klass_field(k, name, NULL) : NULL;
  return f && (f->flags & ACC_STATIC) ? k->mirror + f->offset : 0;
}

void boot_put_static(struct vm *vm, const char *klass, const char *name, uint32_t value) {
  uint32_t at = static_at(vm, klass, name);
  if (at) put32(vm, at, value);
}

static void put_static_byte(struct vm *vm, const char *klass, const char *name, uint8_t value) {
  uint32_t at = static_at(vm, klass, name);
  if (at) arena_put_u8(&vm->arena, at, value);
}

/* ---- the phases ---- */

/* The class's initialiser would set zeros, which the JVM replaces. So sets the values directly and
 * marks the class as initialised. */
static int boot_unsafe_constants(struct vm *vm, struct error *err) {
  static const char name[] = "jdk/internal/misc/UnsafeConstants";
  struct klass *k = vm_class(vm, name, err);
  if (!k) return err->code;
  boot_put_static(vm, name, "ADDRESS_SIZE0", 8);
  boot_put_static(vm, name, "PAGE_SIZE", 4096);
  put_static_byte(vm, name, "BIG_ENDIAN", 0);
  put_static_byte(vm, name, "UNALIGNED_ACCESS", 1);
  boot_put_static(vm, name, "DATA_CACHE_LINE_FLUSH_SIZE", 0);
  put32(vm, k->mirror + vm->mirror.init_state, INIT_DONE);
  return 0;
}

/* Sets Thread's fields, which later releases keep in Thread.holder. */
static int raw_thread(struct vm *vm, ref thread, ref group, struct error *err) {
  ref holder = thread;
  struct klass *k = vm->wk.thread;
  if (vm->wk.thread_holder) {
    k = vm_class(vm, "java/lang/Thread$FieldHolder", err);
    if (!k) return err->code;
    holder = vm_new_object(vm, NULL, k);
    put32(vm, thread + vm->wk.thread_holder, holder);
  }
  put32(vm, holder + vm->wk.thread_priority, THREAD_NORM_PRIORITY);
  put32(vm, holder + vm->wk.thread_status, STATUS_RUNNABLE);
  put32(vm, holder + klass_field_offset(k, "group"), group);
  if (vm->wk.thread_eetop) put64(vm, thread + vm->wk.thread_eetop, 1);
  return 0;
}

static int boot_main_thread(struct vm *vm, struct error *err) {
  static const char *const first[] = {"java/lang/String", "java/lang/System", "java/lang/Class",
                                      "java/lang/ThreadGroup", "java/lang/Thread"};
  ref thread = vm_new_object(vm, NULL, vm->wk.thread),
      system = vm_new_object(vm, NULL, vm->wk.thread_group), group;
  uint32_t args[3];
  int rc = 0;
  vm->boot.main_thread = thread;
  if (!thread || !system || !thread_new(vm, NULL, 0))
    return error_set(err, ERR_MEMORY, "no room for the main thread");
  vm->run.cur = vm_thread(vm, 0);
  vm->run.cur->object = thread;
  rc = raw_thread(vm, thread, system, err);
  for (size_t i = 0; !rc && i < COUNT(first); i++) rc = boot_init(vm, first[i], err);
  args[0] = vm->boot.system_group = system;
  if (!rc) rc = boot_call(vm, "java/lang/ThreadGroup", "<init>", "()V", args, err);
  args[1] = system;
  args[2] = vm_intern_sym(vm, symtab_cstr(vm->syms, "main"));
  if (!rc)
    rc = boot_new_call(vm, "java/lang/ThreadGroup", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
                       args, &group, err);
  if (rc) return rc;
  vm->boot.main_group = args[1] = group;
  args[0] = thread;
  rc = boot_call(vm, "java/lang/Thread", "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
                 args, err);
  if (!rc) rc = raw_thread(vm, thread, group, err);
  return rc;
}

static int boot_properties(struct vm *vm, struct error *err) {
  static const char hash_map[] = "java/util/HashMap";
  uint32_t args[2];
  ref properties, saved;
  int rc = boot_new_call(vm, "java/util/Properties", "()V", args, &properties, err);
  if (!rc) rc = properties_fill(vm, properties, err);
  args[1] = properties;
  if (!rc) rc = boot_new_call(vm, hash_map, "(Ljava/util/Map;)V", args, &saved, err);
  if (!rc) rc = boot_call(vm, "jdk/internal/misc/VM", "saveProperties", NULL, &saved, err);
  if (rc) return rc;
  boot_put_static(vm, "java/lang/System", "props", properties);
  boot_put_static(vm, "java/lang/System", "lineSeparator",
                  vm_intern_sym(vm, symtab_cstr(vm->syms, "\n")));
  rc = boot_init(vm, "jdk/internal/util/StaticProperty", err);
  boot_put_static(vm, "jdk/internal/misc/VM", "initLevel", INIT_LEVEL_BOOTED);
  put_static_byte(vm, "jdk/internal/misc/VM", "javaLangInvokeInited", 1);
  return rc;
}

/* Returns FileDescriptor.`name`, or 0 on an error. */
static ref standard_descriptor(struct vm *vm, const char *name, struct error *err) {
  if (boot_init(vm, "java/io/FileDescriptor", err)) return 0;
  return *MEM32(vm, static_at(vm, "java/io/FileDescriptor", name));
}

/* Makes a FileOutputStream on a descriptor without running its constructor. */
static ref raw_file_output(struct vm *vm, const char *name, struct error *err) {
  static const char klass[] = "java/io/FileOutputStream";
  ref s = boot_new(vm, klass, err), fd = s ? standard_descriptor(vm, name, err) : 0;
  if (!fd) return 0;
  put32(vm, s + klass_field_offset(vm_class(vm, klass, err), "fd"), fd);
  return s;
}

/* Makes a PrintStream. Its natives write to the descriptor when `out` is a FileOutputStream; no
 * other part of the stream is used. The library keeps some initial streams for its warnings: in
 * System.`initial`, or in `in_17` for JDK 17. */
static int boot_print_stream(struct vm *vm, const char *name, const char *initial,
                             const char *in_17, struct error *err) {
  ref file = raw_file_output(vm, name, err);
  ref stream = file ? boot_new(vm, "java/io/PrintStream", err) : 0;
  if (!stream) return err->code;
  put32(vm, stream + klass_field_offset(vm_class(vm, "java/io/PrintStream", err), "out"), file);
  boot_put_static(vm, "java/lang/System", name, stream);
  if (initial) boot_put_static(vm, "java/lang/System", initial, stream);
  if (in_17) boot_put_static(vm, "java/lang/System", in_17, stream);
  return 0;
}

static int boot_streams(struct vm *vm, struct error *err) {
  uint32_t args[2];
  ref in;
  int rc = boot_print_stream(vm, "out", NULL, NULL, err);
  if (!rc) rc = boot_print_stream(vm, "err", "initialErr", "initialErrStream", err);
  if (rc) return rc;
  args[1] = standard_descriptor(vm, "in", err);
  if (!args[1]) return err->code;
  rc = boot_new_call(vm, "java/io/FileInputStream", "(Ljava/io/FileDescriptor;)V", args, &in, err);
  if (rc) return rc;
  args[1] = in;
  rc = boot_new_call(vm, "java/io/BufferedInputStream", "(Ljava/io/InputStream;)V", args, &in, err);
  if (rc) return rc;
  boot_put_static(vm, "java/lang/System", "in", in);
  boot_put_static(vm, "java/lang/System", "initialIn", in);
  return 0;
}

static int boot_warm_up(struct vm *vm, struct error *err) {
  static const char *const names[] = {
#define WARM(name) name,
#include "engine/vm/boot/warmup.def"
#undef WARM
  };
  for (size_t i = 0; i < COUNT(names); i++) {
    int rc = boot_init(vm, names[i], err);
    if (rc == ERR_NOTFOUND) {
      error_clear(err);
      rc = 0;
    }
    if (rc) return rc;
  }
  return 0;
}

static int boot_exceptions(struct vm *vm, struct error *err) {
  ref e = boot_new(vm, "java/lang/OutOfMemoryError", err);
  if (!e) return err->code;
  throwable_init(vm, e, vm_intern_sym(vm, symtab_cstr(vm->syms, "Java heap space")), e);
  vm_classes(vm)->out_of_memory = e;
  return 0;
}

/* Makes the root frame's method and looks up the methods that the life of a thread needs. */
static int boot_methods(struct vm *vm, struct error *err) {
  struct method *root = pool_alloc(&vm->pool, sizeof *root);
  root->owner = vm->wk.thread;
  root->name = symtab_cstr(vm->syms, "<root>");
  root->desc = symtab_cstr(vm->syms, "()V");
  root->flags = ACC_STATIC;
  root->ret = root->ret_exact = 'V';
  root->vtable = -1;
  root->vm_flags = METHOD_HIDDEN | METHOD_SYNTHETIC;
  root->id = (uint32_t)vm->methods.len;
  *vec_push(&vm->methods) = root;
  vm->wk.m_root = root;
  vm->wk.m_thread_run = klass_method(vm->wk.thread, "run", "()V");
  vm->wk.m_thread_exit = klass_method(vm->wk.thread, "exit", "()V");
  vm->wk.m_dispatch_uncaught =
      klass_method(vm->wk.thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
  if (!vm->wk.m_thread_run || !vm->wk.m_dispatch_uncaught)
    return error_set(err, ERR_UNSUPPORTED, "this JDK's Thread is not known");
  return 0;
}

/* Marks all objects of the boot as shared, because every thread can reach them. Removes the
 * monitors that the boot has left; they are made again when needed. Otherwise a monitor of an
 * immortal object would be a change that fingerprints include. */
static void share_all(struct vm *vm) {
  for (size_t i = 0; i < vm->arena.immortals.len; i++) {
    struct object *o = vm_object(vm, vm->arena.immortals.data[i]);
    const struct monitor *m;
    if (o->klass < KLASS_FIRST) continue;
    m = vm_monitor(vm, vm->arena.immortals.data[i]);
    if (m && !m->owner && !m->hash) o->lock &= OBJ_FLAGS;
    o->lock |= OBJ_SHARED;
  }
}

/* Objects whose identity hash the boot requested keep their monitors and count as changed from the
 * start. */
static void note_hashed(struct vm *vm) {
  for (size_t i = 0; i < vm->arena.immortals.len; i++) {
    ref r = vm->arena.immortals.data[i];
    if (vm_object(vm, r)->klass >= KLASS_FIRST && vm_monitor(vm, r)) arena_touch(&vm->arena, r);
  }
}

/* Prepares the machine for main and removes all traces of what the boot executed. */
static void boot_forget(struct vm *vm) {
  struct machine *mc = vm_machine(vm);
  struct thread *t = vm_thread(vm, 0);
  uint32_t used = vm_frame(vm, t->frame)->sp;
  if (vm->run.stack_high > used) memset(vm->arena.mem + used, 0, vm->run.stack_high - used);
  t->insns = 0;
  t->hash_count = t->named = t->draws = 0;
  t->spins = t->clock_read = 0;
  t->now = t->ready = t->last_read = t->read_site = t->reads[0] = t->reads[1] = 0;
  t->reads_site = 0;
  t->op = OPK_BEGIN;
  t->op_obj = t->object;
  mc->clock = 0;
  mc->clock_seen = mc->hash_seen = mc->random_seen = 0;
  mc->random = vm->opt.seed;
  vm->insn_total = 0;
  vm->boot.running = false;
  vm->heap.gc_wanted = false;
  share_all(vm);
  arena_immortal_seal_all(&vm->arena, !vm->opt.cold);
  note_hashed(vm);
  vm->boot.top = vm->arena.immortal_top;
}

int boot_library(struct vm *vm, struct error *err) {
  int rc = boot_methods(vm, err);
  if (!rc) rc = modules_start(vm, err);
  if (!rc) rc = boot_unsafe_constants(vm, err);
  if (!rc) rc = boot_main_thread(vm, err);
  if (!rc) rc = boot_init(vm, "java/lang/Throwable", err);
  if (!rc) rc = boot_exceptions(vm, err);
  if (!rc) rc = boot_init(vm, "java/lang/Module", err);
  if (!rc) rc = boot_call(vm, "java/lang/System", "setJavaLangAccess", "()V", NULL, err);
  if (!rc) rc = boot_init(vm, "java/lang/reflect/AccessibleObject", err);
  if (!rc) rc = boot_init(vm, "java/lang/reflect/Method", err);
  if (!rc) rc = boot_properties(vm, err);
  if (!rc) rc = boot_gaps(vm, err);
  if (!rc) rc = boot_streams(vm, err);
  if (!rc && !vm->opt.cold) rc = boot_warm_up(vm, err);
  if (!rc) boot_forget(vm);
  return rc;
}
