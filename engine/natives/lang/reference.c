/* java.lang.ref: while a program is checked, all references are strong (soundness rule 5, strong
 * references). Only the program itself clears or enqueues references, and the threads that would do
 * so are never started. */
#include "engine/natives/util.h"

static uint32_t referent(struct native_call *c) {
  return klass_field_offset(c->vm->wk.reference ? c->vm->wk.reference : vm_klass(c->vm, c->args[0]),
                            "referent");
}

static int refers_to(struct native_call *c) {
  uint32_t off = referent(c);
  VISIBLE(c, OPK_VOLATILE_READ, c->args[0], off);
  ev_access(c->vm, c->t, c->args[0], off, 4, 0, ACCESS_VOLATILE);
  /* refersTo(null) asks whether the reference was cleared */
  c->vm->run.asked_world += !c->args[1];
  return ret_int(c, *MEM32(c->vm, c->args[0] + off) == c->args[1]);
}

static int reference_clear(struct native_call *c) {
  uint32_t off = referent(c);
  VISIBLE(c, OPK_VOLATILE_WRITE, c->args[0], off);
  ev_access(c->vm, c->t, c->args[0], off, 4, 1, ACCESS_VOLATILE);
  put32(c->vm, c->args[0] + off, 0);
  return NATIVE_OK;
}

#define REFERENCE "java/lang/ref/Reference"
const struct native_row natives_reference[] = {
    {REFERENCE, "<clinit>", NULL, nat_nothing},
    {REFERENCE, "refersTo0", NULL, refers_to},
    {REFERENCE, "clear0", NULL, reference_clear},
    {REFERENCE, "getAndClearReferencePendingList", NULL, nat_null},
    {REFERENCE, "hasReferencePendingList", NULL, nat_zero},
    {REFERENCE, "waitForReferenceProcessing", NULL, nat_zero},
    {"java/lang/ref/PhantomReference", "refersTo0", NULL, refers_to},
    {"java/lang/ref/PhantomReference", "clear0", NULL, reference_clear},
    {"java/lang/ref/Finalizer", "<clinit>", NULL, nat_nothing},
    {"jdk/internal/ref/CleanerImpl", "start", NULL, nat_nothing},
    {0},
};
