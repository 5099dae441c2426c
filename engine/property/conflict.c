/* The property `conflict`: two threads are about to access the same location, both are able to, and
 * at least one of them writes it. This is the detector of paper 004's figure 9. It looks at single
 * states, stores nothing, and does not use happens-before. It is off by default.
 *
 * Every conflict is a data race: execute the write and then the other access, and nothing orders
 * the second after the first. Conversely, the first race that h finds on a path can usually be
 * turned into a conflict by leaving out the steps between the two accesses on which neither
 * depends. This fails if one thread waits for the other through something that makes no
 * happens-before edge (LockSupport, opaque reads). There h finds races without a conflict.
 *
 * The same accesses count as in the race check: fields declared volatile (which the paper's
 * detector reported) and final fields do not count, two atomic accesses do not conflict, and
 * trusted classes are silent. Elements of arrays count (the paper left them out). Two checks are
 * inexact, and both can only miss conflicts. Accesses of different widths conflict only if they
 * begin at the same byte. For a block that a native reads or writes as a whole (except arraycopy
 * and clone), only the beginning counts. */
#include "engine/property/property.h"

#include <stdlib.h>
#include <string.h>

#include "engine/property/race.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

static bool is_write(const struct thread *t) {
  return t->op == OPK_WRITE || t->op == OPK_BULK_WRITE || t->op == OPK_VOLATILE_WRITE ||
         t->op == OPK_ATOMIC;
}

/* A thread that is about to access memory is always enabled. */
static bool before_access(const struct thread *t) {
  bool memory = op_is_plain_access(t->op) || t->op == OPK_VOLATILE_READ ||
                t->op == OPK_VOLATILE_WRITE || t->op == OPK_ATOMIC;
  return t->state == THREAD_RUNNABLE && memory && t->op_obj;
}

static bool is_reported(struct vm *vm, const struct thread *a, const struct thread *b) {
  const struct field *f = vm_field_at(vm, a->op_obj, a->op_off);
  if (f && (f->flags & ACC_VOLATILE)) return false;
  return !race_exempt(vm, a, a->op_obj, a->op_off) || !race_exempt(vm, b, b->op_obj, b->op_off);
}

static bool conflict(struct vm *vm, const struct thread *a, const struct thread *b) {
  if (a->op_obj != b->op_obj || a->op_off != b->op_off) return false;
  if (!is_write(a) && !is_write(b)) return false;
  return (op_is_plain_access(a->op) || op_is_plain_access(b->op)) && is_reported(vm, a, b);
}

static const char *access_word(const struct thread *t) { return is_write(t) ? "write" : "read"; }

static void add_stack(struct vm *vm, struct thread *t, struct text *out) {
  char *stack = vm_stack_text(vm, t), *at = stack, *line;
  while ((line = strsep(&at, "\n")) && *line) text_printf(out, "    at %s\n", line);
  free(stack);
}

static char *detail_of(struct vm *vm, struct thread *a, struct thread *b, const char *where) {
  struct text d = {0};
  struct thread *const both[] = {a, b};
  size_t i;
  for (i = 0; i < COUNT(both); i++) {
    char *name = thread_title(vm, both[i]);
    text_printf(&d, "%s of %s by thread %s:\n", access_word(both[i]), where, name);
    add_stack(vm, both[i], &d);
    free(name);
  }
  return d.s;
}

static void conflict_report(struct vm *vm, struct thread *a, struct thread *b) {
  struct violation *v = &vm->violation;
  struct text message = {0};
  char *where = race_location_name(vm, a, a->op_obj, a->op_off);
  vm_violation_clear(vm);
  v->property = PROP_CONFLICT;
  v->kind = is_write(a) && is_write(b) ? "WW" : "RW";
  v->thread = a->index;
  v->other = b->index;
  v->obj = a->op_obj;
  v->off = a->op_off;
  text_printf(&message, "conflict (%s) on %s: thread ", v->kind, where);
  violation_mention(vm, v, &message, a);
  text_printf(&message, " can %s it while thread ", access_word(a));
  violation_mention(vm, v, &message, b);
  text_printf(&message, " can %s it", access_word(b));
  v->message = message.s;
  v->location = vm_location_text(vm, a);
  v->method = vm_location_method(vm, a, NULL);
  v->detail = detail_of(vm, a, b, where);
  vm_stack_places(vm, a, &v->places);
  vm_stack_places(vm, b, &v->places);
  free(where);
}

static bool state(struct vm *vm, enum way_on way) {
  /* daemons end with the program */
  uint32_t n = way == WAY_ENDED ? 0 : vm_machine(vm)->thread_count, i, k;
  for (i = 1; i < n; i++) {
    if (!before_access(vm_thread(vm, i))) continue;
    for (k = 0; k < i; k++)
      if (before_access(vm_thread(vm, k)) && conflict(vm, vm_thread(vm, k), vm_thread(vm, i))) {
        conflict_report(vm, vm_thread(vm, k), vm_thread(vm, i));
        return true;
      }
  }
  return false;
}

const struct property_ops property_conflict = {
    .name = "conflict", .start = race_trust_start, .stop = race_trust_stop, .state = state};
