/* Stacks and exceptions for people, and as StackTraceElements (throw.h). */
#include "engine/vm/interp/throw.h"
#include "engine/vm/interp/throw_int.h"
#include "engine/vm/interp/npe_message.h"
#include "engine/vm/sched/runner.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/heap.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- text ---- */

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

char *vm_stack_text(struct vm *vm, struct thread *t) {
  struct text out = {0};
  uint32_t n = 0, left_out = 0;
  const struct method *native = vm->run.native ? vm_native_running(vm) : vm_native_of(vm, t);
  const struct frame *last = last_reporting(vm, t);
  bool behind = false;
  text_puts(&out, "");
  if (native) vm_frame_text(&out, native, 0);
  for (const struct frame *f = throw_java_frame(vm, t->frame); f && n < DEPTH_MAX;
       f = throw_java_frame(vm, f->prev), n++) {
    if (throw_hidden(vm, f)) continue;
    left_out += behind;
    if (!behind) vm_frame_text(&out, frame_method(vm, f), frame_bci(vm, f));
    behind |= f == last;
  }
  if (left_out) text_printf(&out, "... %u more of the test's runner\n", left_out);
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

char *vm_throwable_text(struct vm *vm, ref throwable) {
  enum { CAUSES_MAX = 16 };
  struct text out = {0};
  for (int i = 0; throwable && i < CAUSES_MAX; i++) {
    ref cause = *MEM32(vm, throwable + vm->wk.throwable_cause);
    if (i) text_puts(&out, "Caused by: ");
    add_throwable(vm, &out, throwable);
    if (cause == throwable) break; /* no cause */
    throwable = cause;
  }
  if (out.len) out.s[--out.len] = 0;
  return out.s;
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

char *vm_location_text(struct vm *vm, struct thread *t) {
  const struct frame *first = throw_java_frame(vm, t->frame), *f = first;
  while (f && (frame_method(vm, f)->owner->is_jdk || throw_hidden(vm, f) ||
               (frame_method(vm, f)->vm_flags & METHOD_SYNTHETIC)))
    f = throw_java_frame(vm, f->prev);
  if (!f) f = first;
  return f ? location(frame_method(vm, f), frame_bci(vm, f)) : mem_strdup("?");
}

char *vm_throwable_location(struct vm *vm, ref throwable) {
  ref bt = *MEM32(vm, throwable + vm->wk.throwable_backtrace);
  uint32_t n = bt ? array_length(vm, bt) / 2 : 0, i = 0;
  while (i < n && (trace_class(vm, bt, i)->is_jdk || runner_library(trace_class(vm, bt, i)))) i++;
  if (!n) return mem_strdup("?");
  if (i == n) i = 0;
  return location(vm->methods.data[array_ref(vm, bt, i * 2)], array_ref(vm, bt, i * 2 + 1));
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
