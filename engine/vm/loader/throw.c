/* Exceptions that the machine raises, stack traces, and failures of heddle itself with the Java
 * stack at that point.
 *
 * A backtrace is an object of KLASS_BACKTRACE laid out as an int array of pairs {method id,
 * bytecode index}, innermost frame first. Exceptions raised here are made without running their
 * constructors; their fields are set as Throwable's field initialisers would set them. */
#include "engine/vm/loader/throw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/heap.h"
#include "engine/vm/code.h"
#include "engine/vm/loader/npe_message.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/runner.h"
#include "engine/vm/uncounted.h"

enum { DEPTH_MAX = 1024 };

static const struct frame *throw_java_frame(struct vm *vm, uint32_t at);
static bool throw_hidden(struct vm *vm, const struct frame *f);

/* ---- stack traces as text ---- */

char *klass_dotted(const struct klass *k) {
  const struct klass *base = k;
  char *s = mem_strdup(k->shown->s), *suffix;
  base = klass_base(base);
  suffix = base->lookup ? strrchr(s, '+') : NULL;
  mem_exchange(s, '/', '.');
  if (suffix) *suffix = '/';
  return s;
}

static void add_place(struct text *out, const struct method *m, uint32_t bci) {
  const struct class_file *cf = m->owner->cf;
  int line = m->info ? method_line(m->info, bci) : -1;
  if (m->flags & ACC_NATIVE)
    text_puts(out, "Native Method");
  else if (!cf || !cf->source_file)
    text_puts(out, "Unknown Source");
  else if (line >= 0)
    text_printf(out, "%s:%d", cf->source_file->s, line);
  else
    text_puts(out, cf->source_file->s);
}

void vm_frame_text(struct text *out, const struct method *m, uint32_t bci) {
  char *dotted = klass_dotted(m->owner);
  text_printf(out, "%s.%s(", dotted, m->name->s);
  add_place(out, m, bci);
  text_puts(out, ")\n");
  free(dotted);
}

/* Returns the outermost frame of the program if a test runner is below it, or NULL if all frames
 * should be shown. */
static const struct frame *last_reporting(struct vm *vm, const struct thread *t) {
  const struct frame *last = NULL;
  bool tested = false;
  for (const struct frame *f = vm->runner ? throw_java_frame(vm, t->frame) : NULL; f;
       f = throw_java_frame(vm, f->prev)) {
    struct klass *k = frame_method(vm, f)->owner;
    if (runner_library(k))
      tested = true;
    else if (!k->is_jdk && k != vm->main_method->owner && !throw_hidden(vm, f))
      last = f, tested = false;
  }
  return tested ? last : NULL;
}

static void add_stack_place(stack_place_vec *out, uint32_t thread, const struct method *m,
                            uint32_t bci) {
  *vec_push(out) = (struct stack_place){.method = m, .bci = bci, .thread = thread};
}

uint32_t vm_stack_places(struct vm *vm, struct thread *t, stack_place_vec *out) {
  uint32_t n = 0, left_out = 0;
  const struct method *native = vm->run.native ? vm_native_running(vm) : vm_native_of(vm, t);
  const struct frame *last = last_reporting(vm, t);
  bool behind = false;
  if (native) add_stack_place(out, t->index, native, 0);
  for (const struct frame *f = throw_java_frame(vm, t->frame); f && n < DEPTH_MAX;
       f = throw_java_frame(vm, f->prev), n++) {
    if (throw_hidden(vm, f)) continue;
    left_out += behind;
    if (!behind) add_stack_place(out, t->index, frame_method(vm, f), frame_bci(vm, f));
    behind |= f == last;
  }
  return left_out;
}

char *vm_stack_text(struct vm *vm, struct thread *t) {
  struct text out = {0};
  stack_place_vec places = {0};
  uint32_t left_out = vm_stack_places(vm, t, &places);
  text_puts(&out, "");
  for (size_t i = 0; i < places.len; i++)
    vm_frame_text(&out, places.data[i].method, places.data[i].bci);
  if (left_out) text_printf(&out, "... %u more of the test's runner\n", left_out);
  vec_free(&places);
  return out.s;
}

char *vm_throwable_message(struct vm *vm, ref throwable) {
  ref message = *MEM32(vm, throwable + vm->wk.throwable_message);
  if (message) return vm_utf8(vm, message);
  return strcmp(vm_klass(vm, throwable)->name->s, "java/lang/NullPointerException")
             ? NULL
             : npe_message(vm, throwable);
}

static struct klass *trace_class(struct vm *vm, ref bt, uint32_t i) {
  return vm->methods.data[array_ref(vm, bt, i * 2)]->owner;
}

/* Returns how many frames of a trace to show: all, or those down to the program's outermost frame
 * if a test library called it. */
static uint32_t reporting_frames(struct vm *vm, ref bt) {
  uint32_t n = bt ? array_length(vm, bt) / 2 : 0, last = n;
  bool tested = false;
  while (last &&
         (trace_class(vm, bt, last - 1)->is_jdk || runner_library(trace_class(vm, bt, last - 1))))
    tested |= runner_library(trace_class(vm, bt, --last));
  return tested && last ? last : n;
}

static void add_throwable(struct vm *vm, struct text *out, ref throwable) {
  ref bt = *MEM32(vm, throwable + vm->wk.throwable_backtrace);
  char *name = klass_dotted(vm_klass(vm, throwable)), *text = vm_throwable_message(vm, throwable);
  uint32_t n = bt ? array_length(vm, bt) / 2 : 0, shown = reporting_frames(vm, bt);
  text_printf(out, "%s%s%s\n", name, text ? ": " : "", text ? text : "");
  free(name);
  free(text);
  for (uint32_t i = 0; i < shown; i++) {
    text_puts(out, "    at ");
    vm_frame_text(out, vm->methods.data[array_ref(vm, bt, i * 2)], array_ref(vm, bt, i * 2 + 1));
  }
  if (shown < n) text_printf(out, "    ... %u more of the test's runner\n", n - shown);
}

enum { CAUSES_MAX = 16 };

/* Returns 0 if there is none. */
static ref cause_of(struct vm *vm, ref throwable) {
  ref cause = *MEM32(vm, throwable + vm->wk.throwable_cause);
  return cause == throwable ? 0 : cause;
}

char *vm_throwable_text(struct vm *vm, ref throwable) {
  struct text out = {0};
  for (int i = 0; throwable && i < CAUSES_MAX; i++) {
    if (i) text_puts(&out, "Caused by: ");
    add_throwable(vm, &out, throwable);
    throwable = cause_of(vm, throwable);
  }
  if (out.len) out.s[--out.len] = 0;
  return out.s;
}

void vm_throwable_places(struct vm *vm, ref throwable, uint32_t thread, stack_place_vec *out) {
  for (int i = 0; throwable && i < CAUSES_MAX; i++) {
    ref bt = *MEM32(vm, throwable + vm->wk.throwable_backtrace);
    uint32_t shown = reporting_frames(vm, bt);
    for (uint32_t k = 0; k < shown; k++)
      add_stack_place(out, thread, vm->methods.data[array_ref(vm, bt, k * 2)],
                      array_ref(vm, bt, k * 2 + 1));
    throwable = cause_of(vm, throwable);
  }
}

/* Returns "File.java:31", or "Class.method@bci" without line numbers. */
static char *location(const struct method *m, uint32_t bci) {
  const struct class_file *cf = m->owner->cf;
  int line = m->info ? method_line(m->info, bci) : -1;
  char *dotted, *s;
  if (cf && cf->source_file && line >= 0) return mem_printf("%s:%d", cf->source_file->s, line);
  dotted = klass_dotted(m->owner);
  s = mem_printf("%s.%s@%u", dotted, m->name->s, bci);
  free(dotted);
  return s;
}

/* Returns the frame whose place describes where t is, or NULL. */
static const struct frame *location_frame(struct vm *vm, const struct thread *t) {
  const struct frame *first = throw_java_frame(vm, t->frame), *f = first;
  while (f && (frame_method(vm, f)->owner->is_jdk || throw_hidden(vm, f) ||
               (frame_method(vm, f)->vm_flags & METHOD_SYNTHETIC)))
    f = throw_java_frame(vm, f->prev);
  return f ? f : first;
}

char *vm_location_text(struct vm *vm, struct thread *t) {
  const struct frame *f = location_frame(vm, t);
  return f ? location(frame_method(vm, f), frame_bci(vm, f)) : mem_strdup("?");
}

const struct method *vm_location_method(struct vm *vm, const struct thread *t, uint32_t *bci) {
  const struct frame *f = location_frame(vm, t);
  if (f && bci) *bci = frame_bci(vm, f);
  return f ? frame_method(vm, f) : NULL;
}

/* Stores the place that describes where the throwable was made. Returns false if it has none. */
static bool throwable_place(struct vm *vm, ref throwable, const struct method **m, uint32_t *bci) {
  ref bt = *MEM32(vm, throwable + vm->wk.throwable_backtrace);
  uint32_t n = bt ? array_length(vm, bt) / 2 : 0, i = 0;
  while (i < n && (trace_class(vm, bt, i)->is_jdk || runner_library(trace_class(vm, bt, i)))) i++;
  if (!n) return false;
  if (i == n) i = 0;
  *m = vm->methods.data[array_ref(vm, bt, i * 2)];
  *bci = array_ref(vm, bt, i * 2 + 1);
  return true;
}

char *vm_throwable_location(struct vm *vm, ref throwable) {
  const struct method *m;
  uint32_t bci;
  return throwable_place(vm, throwable, &m, &bci) ? location(m, bci) : mem_strdup("?");
}

const struct method *vm_throwable_method(struct vm *vm, ref throwable) {
  const struct method *m;
  uint32_t bci;
  return throwable_place(vm, throwable, &m, &bci) ? m : NULL;
}

/* ---- StackTraceElement ---- */

static void put_field(struct vm *vm, ref element, const char *name, ref value) {
  vm_put_ref(vm, element, klass_field_offset(vm->wk.stack_trace_element, name), value);
}

static ref intern_text(struct vm *vm, const char *s) {
  return vm_intern_sym(vm, symtab_cstr(vm->syms, s));
}

static void fill_element(struct vm *vm, ref e, const struct method *m, uint32_t bci) {
  const struct klass *k = m->owner;
  /* StackTraceElement.format: the parts that toString omits */
  enum { BUILTIN_LOADER = 1, JDK_MODULE = 2 };
  int line = m->flags & ACC_NATIVE ? -2 : m->info ? method_line(m->info, bci) : -1;
  char *dotted = klass_dotted(k);
  put_field(vm, e, "declaringClass", intern_text(vm, dotted));
  free(dotted);
  put_field(vm, e, "methodName", vm_intern_sym(vm, m->name));
  if (k->cf && k->cf->source_file)
    put_field(vm, e, "fileName", vm_intern_sym(vm, k->cf->source_file));
  if (klass_of_bootstrap(k) && k->where[0])
    put_field(vm, e, "moduleName", intern_text(vm, k->where));
  else if (!klass_of_bootstrap(k))
    put_field(vm, e, "classLoaderName", intern_text(vm, "app"));
  put32(vm, e + klass_field_offset(vm->wk.stack_trace_element, "lineNumber"), (uint32_t)line);
  arena_put_u8(&vm->arena, e + klass_field_offset(vm->wk.stack_trace_element, "format"),
               BUILTIN_LOADER | JDK_MODULE);
}

int vm_stack_elements(struct vm *vm, struct thread *t, ref array, ref throwable) {
  bool is_backtrace = vm_object(vm, throwable)->klass == KLASS_BACKTRACE;
  ref bt = is_backtrace ? throwable : *MEM32(vm, throwable + vm->wk.throwable_backtrace);
  uint32_t n = bt ? array_length(vm, bt) / 2 : 0;
  if (array_length(vm, array) < n) n = array_length(vm, array);
  for (uint32_t i = 0; i < n; i++) {
    ref e = array_ref(vm, array, i);
    if (!e) return vm_throw(vm, t, "java/lang/NullPointerException", NULL);
    fill_element(vm, e, vm->methods.data[array_ref(vm, bt, i * 2)], array_ref(vm, bt, i * 2 + 1));
  }
  return NATIVE_OK;
}

/* ---- walking the stack ---- */

/* Returns the first frame of Java code at address `at` or among its callers, or NULL at the
 * bottom. */
static const struct frame *throw_java_frame(struct vm *vm, uint32_t at) {
  while (at) {
    const struct frame *f = vm_frame(vm, at);
    if (f->method && frame_method(vm, f)->code) return f;
    at = f->prev;
  }
  return NULL;
}

static bool throw_hidden(struct vm *vm, const struct frame *f) {
  return (frame_method(vm, f)->vm_flags & METHOD_HIDDEN) != 0;
}

static bool is_named(const struct method *m, const char *name) { return !strcmp(m->name->s, name); }

/* Returns the innermost frame in the trace of an exception of class k: the first one outside
 * fillInStackTrace and the exception's constructors. */
static const struct frame *trace_start(struct vm *vm, const struct thread *t,
                                       const struct klass *k) {
  const struct frame *f = throw_java_frame(vm, t->frame);
  while (f && is_named(frame_method(vm, f), "fillInStackTrace") &&
         klass_is_subclass(k, frame_method(vm, f)->owner))
    f = throw_java_frame(vm, f->prev);
  while (f && is_named(frame_method(vm, f), "<init>") &&
         klass_is_subclass(k, frame_method(vm, f)->owner) &&
         klass_is_subclass(frame_method(vm, f)->owner, vm->wk.throwable))
    f = throw_java_frame(vm, f->prev);
  return f;
}

/* Returns the native method that the stub of a reflective call replaces. The JVM's trace shows that
 * method. */
static const struct method *native_stood_for(struct vm *vm, const struct frame *f) {
  const struct frame *caller = f->prev ? vm_frame(vm, f->prev) : NULL;
  struct klass *k = caller && caller->method ? frame_method(vm, caller)->owner : NULL;
  const struct method *m;
  if (!k || !k->is_jdk || strncmp(k->name->s, "jdk/internal/reflect/", 21) != 0) return NULL;
  m = klass_declared_method(k, "invoke0", NULL);
  if (!m) m = klass_declared_method(k, "newInstance0", NULL);
  return m && m->flags & ACC_NATIVE ? m : NULL;
}

/* Returns the method that frame f adds to a trace, or NULL. */
static const struct method *traced(struct vm *vm, const struct frame *f) {
  return throw_hidden(vm, f) ? native_stood_for(vm, f) : frame_method(vm, f);
}

void vm_fill_stack_trace(struct vm *vm, struct thread *t, ref throwable) {
  const struct method *native = t == vm->run.cur ? vm_native_running(vm) : vm_native_of(vm, t);
  const struct frame *first, *f;
  uint32_t n = native != NULL, at;
  ref bt;
  if (!t || !vm->wk.throwable) return;
  first = trace_start(vm, t, vm_klass(vm, throwable));
  for (f = first; f && n < DEPTH_MAX; f = throw_java_frame(vm, f->prev)) n += traced(vm, f) != NULL;
  put32(vm, throwable + vm->wk.throwable_backtrace, 0);
  put32(vm, throwable + vm->wk.throwable_depth, 0);
  bt = heap_alloc(vm, ARRAY_BASE + n * 8, KLASS_BACKTRACE);
  if (!bt && vm->sched.scheduling)
    error_set(&vm->err, ERR_MEMORY, "the program's heap is full (a stack trace)");
  if (!bt) return;
  put32(vm, bt + ARRAY_LENGTH, n * 2);
  at = bt + ARRAY_BASE;
  if (native) {
    put32(vm, at, native->id);
    put32(vm, at + 4, 0);
    at += 8;
  }
  for (f = first; f && at < bt + ARRAY_BASE + n * 8; f = throw_java_frame(vm, f->prev)) {
    const struct method *m = traced(vm, f);
    if (!m) continue;
    put32(vm, at, m->id);
    put32(vm, at + 4, m->id == f->method ? frame_bci(vm, f) : 0);
    at += 8;
  }
  CHECK(at == bt + ARRAY_BASE + n * 8, "a stack trace has the frames that were counted: %u", n);
  vm_put_ref(vm, throwable, vm->wk.throwable_backtrace, bt);
  put32(vm, throwable + vm->wk.throwable_depth, n);
}

/* ---- raising ---- */

int vm_throw_ref(struct vm *vm, struct thread *t, ref exception) {
  INVARIANT(vm_instance_of(vm, exception, vm->wk.throwable), "what is thrown is a Throwable: 0x%x",
            exception);
  thread_touch(vm, t);
  t->exception = exception;
  return NATIVE_THROW;
}

static ref throwable_static(struct vm *vm, const char *name) {
  struct field *f = klass_field(vm->wk.throwable, name, NULL);
  return f ? *MEM32(vm, vm->wk.throwable->mirror + f->offset) : 0;
}

/* Sets the fields of a new throwable as Throwable's initialisers do. */
void throwable_init(struct vm *vm, ref e, ref message, ref cause) {
  put32(vm, e + vm->wk.throwable_message, message);
  put32(vm, e + vm->wk.throwable_cause, cause);
  put32(vm, e + vm->wk.throwable_stack, throwable_static(vm, "UNASSIGNED_STACK"));
  put32(vm, e + vm->wk.throwable_suppressed, throwable_static(vm, "SUPPRESSED_SENTINEL"));
}

/* The error takes room beyond the bound, as the JVM sets some aside for it. If there is no free
 * chunk, uses the error made at boot, which has no stack trace. A search cannot continue then,
 * because the layout of the heap is not part of a state. */
int vm_throw_out_of_memory(struct vm *vm, struct thread *t) {
  ref spare = vm_classes(vm)->out_of_memory, e;
  struct klass *k = spare ? vm_klass(vm, spare) : NULL;
  ref message;
  if (!t || !spare) {
    error_set(&vm->err, ERR_MEMORY, "the heap of the program is full");
    return NATIVE_FATAL;
  }
  e = heap_alloc_beyond(vm, k->instance_size, k->id);
  if (!e && vm->sched.scheduling)
    return error_set(&vm->err, ERR_MEMORY, "the program's heap is full"), NATIVE_FATAL;
  if (!e) return vm_throw_ref(vm, t, spare);
  READS_ASIDE(); /* no thread has a reference to it */
  message = *MEM32(vm, spare + vm->wk.throwable_message);
  READS_COUNT();
  throwable_init(vm, e, message, e);
  vm_fill_stack_trace(vm, t, e);
  return vm_throw_ref(vm, t, e);
}

/* Marks the stack trace of a NullPointerException as its first one, because only that one explains
 * what was null. */
static void note_filled(struct vm *vm, struct klass *k, ref e) {
  enum { BACKTRACE_FILLED = 1 };
  struct field *f = strcmp(k->name->s, "java/lang/NullPointerException")
                        ? NULL
                        : klass_field(k, "extendedMessageState", "I");
  if (f) put32(vm, e + f->offset, BACKTRACE_FILLED);
}

static int throw_text(struct vm *vm, struct thread *t, const char *klass, const char *text) {
  struct error err = {0};
  struct klass *k = vm_class(vm, klass, &err);
  ref e, message = 0;
  if (!k || !t) {
    error_set(&vm->err, k ? ERR_INTERNAL : err.code, "%s%s%s raised during the boot%s%s", klass,
              text ? ": " : "", text ? text : "",
              k ? "" : ", and it cannot be loaded: ", k ? "" : err.msg);
    return NATIVE_FATAL;
  }
  if (text) {
    message = vm_string(vm, t, text);
    if (!message) return NATIVE_THROW;
  }
  e = vm_new_object(vm, t, k);
  if (!e) return NATIVE_THROW;
  throwable_init(vm, e, message, e);
  vm_fill_stack_trace(vm, t, e);
  note_filled(vm, k, e);
  return vm_throw_ref(vm, t, e);
}

int vm_throw(struct vm *vm, struct thread *t, const char *klass, const char *fmt, ...) {
  char text[2048];
  va_list ap;
  if (!strcmp(klass, "java/lang/OutOfMemoryError")) return vm_throw_out_of_memory(vm, t);
  if (!fmt) return throw_text(vm, t, klass, NULL);
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  return throw_text(vm, t, klass, text);
}

int vm_throw_class_cast(struct vm *vm, struct thread *t, ref r, const struct klass *to) {
  char *a = klass_dotted(vm_klass(vm, r)), *b = klass_dotted(to),
       *places = access_places(vm, vm_klass(vm, r), to);
  int rc = vm_throw(vm, t, "java/lang/ClassCastException",
                    "class %s cannot be cast to class %s (%s)", a, b, places);
  free(a);
  free(b);
  free(places);
  return rc;
}

int vm_throw_abstract(struct vm *vm, struct thread *t, const struct klass *receiver,
                      const struct method *m) {
  const uint32_t owner = m->owner->flags;
  const char *kind = owner & ACC_INTERFACE  ? "interface"
                     : owner & ACC_ABSTRACT ? "abstract class"
                                            : "class";
  char *place = klass_dotted(m->owner), *of = receiver ? klass_dotted(receiver) : NULL;
  struct text name = {0};
  int rc;
  text_add_method(&name, NULL, m->name, m->desc);
  rc = vm_throw(vm, t, "java/lang/AbstractMethodError", "%s%s%s '%s%s of %s %s.",
                of ? "Receiver class " : "Missing implementation", of ? of : "",
                of ? " does not define or inherit an implementation of the resolved method"
                   : " of resolved method",
                m->flags & ACC_ABSTRACT ? "abstract " : "", name.s + 1, kind, place);
  text_release(&name);
  free(place);
  free(of);
  return rc;
}

void vm_broken(struct vm *vm, enum broken what, const char *fmt, ...) {
  va_list ap;
  if (vm->seen.assumption[0]) return;
  va_start(ap, fmt);
  vsnprintf(vm->seen.assumption, sizeof vm->seen.assumption, fmt, ap);
  va_end(ap);
  vm->seen.broken = what;
}

int vm_lacks_native(struct vm *vm, struct thread *t, const struct method *m) {
  bool first = !vm->err.code;
  int rc =
      vm_unsupported(vm, t, "native method %s.%s%s", m->owner->shown->s, m->name->s, m->desc->s);
  if (first) vm->failure.lacks_native = m;
  return rc;
}

int vm_unsupported(struct vm *vm, struct thread *t, const char *fmt, ...) {
  char text[900];
  va_list ap;
  if (vm->err.code) return NATIVE_FATAL;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  error_set(&vm->err, ERR_UNSUPPORTED, "%s", text);
  vm->failure.lacks_native = NULL;
  free(vm->failure.stack);
  free(vm->failure.place);
  vm->failure.stack = t ? vm_stack_text(vm, t) : NULL;
  vm->failure.place = t ? vm_location_text(vm, t) : NULL;
  return NATIVE_FATAL;
}
