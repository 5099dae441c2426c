/* See swallowed.h. */
#include "engine/natives/lang/swallowed.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/throw.h"

static bool looked_for(const struct vm *vm) {
  return vm->opt.swallowed && vm->sched.scheduling && (vm->opt.properties & PROP_EXCEPTION);
}

bool swallowed_exception(struct vm *vm, const struct thread *t, ref exception, const char *where) {
  struct violation *v = &vm->violation;
  struct text message = {0};
  char *kind, *said;
  if (!looked_for(vm) || !exception) return false;
  kind = klass_dotted(vm_klass(vm, exception));
  said = vm_throwable_message(vm, exception);
  vm_violation_clear(vm);
  v->property = PROP_EXCEPTION;
  v->end = FAILURE_STORED;
  snprintf(v->buf, sizeof v->buf, "%s", kind);
  v->kind = v->buf;
  v->thread = t->index;
  text_printf(&message, "%s in thread ", kind);
  violation_mention(vm, v, &message, t);
  text_printf(&message, " is stored in a %s%s%s", where, said ? ": " : "", said ? said : "");
  v->message = message.s;
  v->detail = vm_throwable_text(vm, exception);
  vm_throwable_places(vm, exception, t->index, &v->places);
  v->location = vm_throwable_location(vm, exception);
  v->method = vm_throwable_method(vm, exception);
  free(kind);
  free(said);
  return vm_violated(vm);
}

bool swallowed_status(struct vm *vm, struct thread *t, int32_t status) {
  struct violation *v = &vm->violation;
  struct text message = {0};
  if (!looked_for(vm) || !status) return false;
  vm_violation_clear(vm);
  v->property = PROP_EXCEPTION;
  v->end = FAILURE_STATUS;
  v->status = status;
  v->kind = "exit status";
  v->thread = t->index;
  text_puts(&message, "thread ");
  violation_mention(vm, v, &message, t);
  text_printf(&message, " ends the program with status %d", status);
  v->message = message.s;
  v->detail = vm_stack_text(vm, t);
  vm_stack_places(vm, t, &v->places);
  v->location = vm_location_text(vm, t);
  v->method = vm_location_method(vm, t, NULL);
  return vm_violated(vm);
}
