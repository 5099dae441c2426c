/* AbstractOwnableSynchronizer's owner, for the synchronizers of the JDK: no scheduling points.
 *
 * The owner is written by the thread that takes or gives up the lock, with itself or null, and the
 * JDK's locks only compare it with the thread that asks. Whether that is equal no other thread's
 * write can change, so both commute with everything that others do. That holds for who asks for the
 * owner itself (getOwner, toString), too, where it is the thread that asks, and where no other
 * thread could write it. Elsewhere it does not: between the lock's state and its owner others might
 * come; the run notes it and no verdict is complete. A synchronizer of the program's own executes
 * the library's code, and so do all under --por none, and where races in the JDK's own classes are
 * looked for: the owner's is one. */
#include "engine/vm/natives/util.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/sched/quiet.h"

#define OWNABLE "java/util/concurrent/locks/AbstractOwnableSynchronizer"
static const char field[] = "exclusiveOwnerThread";

static bool is_hidden(const struct native_call *c) {
  return vm_klass(c->vm, c->args[0])->is_jdk && !vm_trusts_none(c->vm) &&
         c->vm->opt.por != POR_NONE;
}

static int set_owner(struct native_call *c) {
  if (!is_hidden(c)) return nat_body(c);
  vm_put_ref(c->vm, c->args[0], klass_field_offset(vm_klass(c->vm, c->args[0]), field), c->args[1]);
  return NATIVE_OK;
}

/* Who calls shows it to others, and does not only compare. */
static bool owner_is_shown(const struct native_call *c) {
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  const struct method *m = f ? frame_method(c->vm, f) : NULL;
  return m && !strcmp(m->name->s, "getOwner");
}

static int get_owner(struct native_call *c) {
  ref owner;
  if (!is_hidden(c)) return nat_body(c);
  owner = nat_get_ref(c->vm, c->args[0], field);
  if (owner != c->t->object && owner_is_shown(c)) quiet_shown(c->vm, c->args[0], OWNABLE, field);
  return ret_ref(c, owner);
}

const struct native_row natives_owner[] = {
    {OWNABLE, "setExclusiveOwnerThread", NULL, set_owner},
    {OWNABLE, "getExclusiveOwnerThread", NULL, get_owner},
    {0},
};
