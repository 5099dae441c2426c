/* Throwable and StackTraceElement. */
#include "engine/vm/loader/npe_message.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/throw.h"

#include <stdlib.h>

static int fill_in_stack_trace(struct native_call *c) {
  vm_fill_stack_trace(c->vm, c->t, c->args[0]);
  return ret_ref(c, c->args[0]);
}

/* initStackTraceElements(StackTraceElement[], Throwable) in JDK 9 to 18; later
 * (StackTraceElement[], Object backtrace, int). */
static int init_elements(struct native_call *c) {
  if (!c->args[0] || !c->args[1]) return nat_npe(c);
  return vm_stack_elements(c->vm, c->t, c->args[0], c->args[1]);
}

/* NullPointerException.getMessage: computes the helpful message each time, so that no cached
 * message becomes part of a state. */
static int npe_get_message(struct native_call *c) {
  enum { COMPUTED = 2 };
  struct vm *vm = c->vm;
  ref self = c->args[0], message = *MEM32(vm, self + vm->wk.throwable_message);
  char *text;
  if (message) return ret_ref(c, message);
  if (field_get_int(vm, self, "extendedMessageState") == COMPUTED)
    return ret_ref(c, field_get_ref(vm, self, "extendedMessage"));
  text = npe_message(vm, self);
  if (!text) return ret_ref(c, 0);
  message = vm_string(vm, c->t, text);
  free(text);
  return ret_new(c, message);
}

static int npe_extended(struct native_call *c) {
  char *text = npe_message(c->vm, c->args[0]);
  ref r = text ? vm_string(c->vm, c->t, text) : 0;
  bool failed = text && !r;
  free(text);
  return failed ? NATIVE_THROW : ret_ref(c, r);
}

const struct native_row natives_throwable[] = {
    {"java/lang/Throwable", "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace},
    {"java/lang/StackTraceElement", "initStackTraceElements", NULL, init_elements},
    {"java/lang/StackTraceElement", "computeFormat", NULL, nat_nothing},
    {"java/lang/NullPointerException", "getMessage", NULL, npe_get_message},
    {"java/lang/NullPointerException", "getExtendedNPEMessage", NULL, npe_extended},
    {0},
};
