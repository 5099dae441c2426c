/* See parts.h. */
#include "engine/vm/parts.h"

#include <string.h>

#include "engine/vm/heap.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/makers.h"
#include "engine/vm/stackmap.h"

/* ---- nested classes ---- */

/* Returns the length of the name of the outermost class around k, which is k's whole name if k is
 * not nested. */
static size_t outermost_len(const struct klass *k) {
  const char *nested = strchr(k->name->s + 1, '$');
  return nested ? (size_t)(nested - k->name->s) : k->name->len;
}

static bool is_nested(const struct klass *k) { return outermost_len(k) < k->name->len; }

static bool same_outermost(const struct klass *a, const struct klass *b) {
  size_t n = outermost_len(a);
  return n == outermost_len(b) && !memcmp(a->name->s, b->name->s, n);
}

enum { WITHIN_UNKNOWN, WITHIN_OBJECTS, WITHIN_NAMES };

/* Returns whether k is nested in a class that has instance fields. A class without any
 * (Collections, Executors) only lends its name. */
static bool within_objects(struct vm *vm, struct klass *k) {
  if (k->within == WITHIN_UNKNOWN) {
    const struct symbol *name = symtab_find(vm->syms, k->name->s, outermost_len(k));
    const struct klass *outer = name ? classes_find(vm, name) : NULL;
    k->within = outer && outer->all_field_count ? WITHIN_OBJECTS : WITHIN_NAMES;
  }
  return k->within == WITHIN_OBJECTS;
}

/* Returns whether k is a non-public class nested beside the class of `whole` or a superclass of it,
 * so that only their code makes objects of k. */
static bool is_inner_of(struct vm *vm, const struct klass *whole, struct klass *k) {
  if (!is_nested(k) || k->flags & ACC_PUBLIC || !within_objects(vm, k)) return false;
  for (; whole; whole = whole->super)
    if (same_outermost(whole, k)) return true;
  return false;
}

static bool refers_to(struct vm *vm, ref holder, ref r) {
  const struct klass *k = vm_klass(vm, holder);
  for (uint32_t i = 0; !k->is_array && i < k->ref_count; i++)
    if (*MEM32(vm, holder + k->ref_offsets[i]) == r) return true;
  return false;
}

/* Returns whether r is the object that `view`'s class is nested in: the map of a view, the lock of
 * a condition. */
static bool is_around(struct vm *vm, ref view, ref r) {
  struct klass *inner = vm_klass(vm, view);
  const struct klass *k = vm_klass(vm, r);
  if (!is_nested(inner) || !within_objects(vm, inner) || !refers_to(vm, view, r)) return false;
  for (; k; k = k->super)
    if (same_outermost(k, inner)) return true;
  return false;
}

/* ---- objects of threads, and futures ---- */

/* Returns whether k is a class of threads, thread groups or thread-locals, or of a pool's lists of
 * threads for dumps. What a call does with them was shown with the call, as interrupts were;
 * thread-locals belong to their thread alone. */
static bool is_of_threads(const struct vm *vm, const struct klass *k) {
  static const char *const prefixes[] = {"java/lang/Thread", "jdk/internal/vm/ThreadContainer",
                                         "jdk/internal/vm/SharedThreadContainer"};
  if (klass_is_subclass(k, vm->wk.thread)) return true;
  for (size_t i = 0; k->is_jdk && i < COUNT(prefixes); i++)
    if (!strncmp(k->name->s, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

/* Returns whether r is the mirror of VM, whose state of the boot every new thread reads. It does
 * not change while a program runs. */
static bool is_of_boot(struct vm *vm, ref r) {
  const struct klass *k = vm_klass(vm, r) == vm->wk.klass ? vm_mirror_klass(vm, r) : NULL;
  return k && k->is_jdk && !strcmp(k->name->s, "jdk/internal/misc/VM");
}

static bool is_future(const struct klass *k) {
  for (uint32_t i = 0; i < k->super_count; i++)
    if (!strcmp(k->supers[i]->name->s, "java/util/concurrent/Future")) return true;
  return false;
}

/* ---- made objects ---- */

/* Returns whether r is a part because of its class or its references, regardless of its maker. */
static bool is_part(struct vm *vm, ref whole, ref r) {
  struct klass *k = klass_base(vm_klass(vm, r));
  return r == whole || is_of_threads(vm, k) || is_of_boot(vm, r) ||
         is_inner_of(vm, vm_klass(vm, whole), k) || is_around(vm, whole, r);
}

static bool leads_to(struct vm *vm, ref r, ref whole) {
  for (; r > MAKER_NOBODY; r = makers_of(vm, r))
    if (is_part(vm, whole, r)) return true;
  return false;
}

bool parts_meet(struct vm *vm, ref a, ref b) {
  for (; a > MAKER_NOBODY; a = makers_of(vm, a))
    if (leads_to(vm, b, a)) return true;
  return false;
}

/* Returns whether `whole` was constructed with r. A constructor does not keep an array that it
 * receives, but any field may hold an array that another object made for it, as toArray does. */
static bool was_given(struct vm *vm, ref whole, ref r) {
  const struct klass *k = vm_klass(vm, whole);
  bool array = vm_klass(vm, r)->is_array;
  for (uint32_t i = 0; !k->is_array && i < k->all_field_count; i++) {
    const struct field *f = k->all_fields[i];
    if ((*f->desc->s == 'L' || *f->desc->s == '[') && (array || f->flags & ACC_FINAL) &&
        *MEM32(vm, whole + f->offset) == r)
      return true;
  }
  return false;
}

/* Makes r, which has no maker, a part of `whole` or of nothing, for good. Returns whether it is now
 * a part. */
static bool parts_adopts(struct vm *vm, ref whole, ref r, uint32_t at) {
  const struct klass *k = klass_base(vm_klass(vm, r));
  bool alone;
  if (arena_is_immortal(r) || !section_library(vm, k) || !was_given(vm, whole, r)) return false;
  alone = !heap_reached_beside(vm, r, whole, at);
  makers_set(vm, r, alone ? whole : MAKER_NOBODY);
  return alone;
}

bool parts_owns(struct vm *vm, ref whole, ref r, uint32_t at) {
  if (r == whole || !(vm_object(vm, r)->lock & OBJ_SHARED)) return true;
  while (!is_part(vm, whole, r)) {
    ref maker = makers_of(vm, r);
    if (maker == MAKER_NOBODY || is_future(vm_klass(vm, r))) return false;
    if (!maker) return parts_adopts(vm, whole, r, at);
    r = maker;
  }
  return true;
}

/* ---- objects that were handed out ---- */

/* Returns whether the running code belongs to the class of `whole` or to one nested with it, and
 * was called by the program, not by another library object. */
static bool runs_code_of(struct vm *vm, const struct thread *t, const struct klass *whole) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    if (!m || !m->owner || !section_library(vm, m->owner)) return false;
    for (const struct klass *k = whole; k; k = k->super)
      if (k->super && same_outermost(k, m->owner)) return true;
  }
  return false;
}

const struct klass *parts_touched(struct vm *vm, const struct thread *t, ref r) {
  for (ref whole, part = r; (whole = makers_of(vm, part)) > MAKER_NOBODY; part = whole) {
    const struct klass *of = vm_klass(vm, whole);
    struct klass *k = klass_base(vm_klass(vm, part));
    if (is_future(k) || is_of_threads(vm, k)) return NULL;
    if (!vm->hooks->section_rests(vm, of) || is_inner_of(vm, of, k)) continue;
    if (!runs_code_of(vm, t, of)) return of;
  }
  return NULL;
}

/* ---- receivers ---- */

ref section_receiver(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  if (m->flags & ACC_STATIC) return 0;
  return m->owner->is_jdk ? *MEM32(vm, f->locals) : stackmap_this(vm, f);
}
