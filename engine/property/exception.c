/* The property `exception`: an exception, for example an AssertionError (assertions are enabled),
 * leaves a thread's run() or main(), and no handler installed by the program takes it. Exceptions
 * that a handler takes are recorded for the verdict's scope. In JDKs that have Thread.stop, a
 * thread ended by it is not reported. */
#include "engine/property/property.h"

#include "engine/base/hash.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/throw.h"
#include "engine/natives/lang/thread_group.h"

#include <stdio.h>
#include <stdlib.h>

static bool has_handler(struct vm *vm, const struct thread *t) {
  if (vm->wk.thread_handler && *MEM32(vm, t->object + vm->wk.thread_handler)) return true;
  return thread_group_has_default(vm) || thread_group_handles(vm, t);
}

/* Counts the same exception at the same place once, however many paths have it. */
static void note_handled(struct vm *vm, ref ex) {
  char *place = vm_throwable_location(vm, ex);
  uint64_t key = hash_mix(vm_klass(vm, ex)->id + 1ull);
  for (const char *at = place; at && *at; at++) key = hash_mix(key ^ (uint8_t)*at);
  free(place);
  for (size_t i = 0; i < vm->seen.handled.len; i++)
    if (vm->seen.handled.data[i] == key) return;
  *vec_push(&vm->seen.handled) = key;
}

static bool uncaught(struct vm *vm, struct thread *t, ref ex) {
  struct violation *v = &vm->violation;
  struct text message = {0};
  char *kind, *msg;
  bool taken = has_handler(vm, t) && !thread_in_handler(vm, t);
  if (taken && !vm->opt.swallowed) {
    note_handled(vm, ex);
    return false;
  }
  if (!(t->flags & TF_MAIN) && !taken && thread_group_is_silent(vm, ex)) return false;
  kind = klass_dotted(vm_klass(vm, ex));
  msg = vm_throwable_message(vm, ex);
  vm_violation_clear(vm);
  v->property = PROP_EXCEPTION;
  snprintf(v->buf, sizeof v->buf, "%s", kind);
  v->kind = v->buf;
  v->thread = t->index;
  text_printf(&message, "uncaught %s in thread ", kind);
  violation_mention(vm, v, &message, t);
  if (msg) text_printf(&message, ": %s", msg);
  v->message = message.s;
  v->detail = vm_throwable_text(vm, ex);
  vm_throwable_places(vm, ex, t->index, &v->places);
  v->location = vm_throwable_location(vm, ex);
  v->method = vm_throwable_method(vm, ex);
  free(kind);
  free(msg);
  return true;
}

const struct property_ops property_exception = {.name = "exception", .uncaught = uncaught};
