/* AbstractOwnableSynchronizer's owner, for the synchronizers of the JDK: no scheduling points.
 *
 * The owner is written by the thread that takes or gives up the lock, with itself or null, and the
 * JDK's locks only compare it with the thread that asks. Whether that is equal no other thread's
 * write can change, so both commute with everything that others do. Who asks for the owner itself
 * (getOwner, toString) breaks that; the run notes it and no verdict is complete. A synchronizer of
 * the program's own executes the library's code, and so do all where races in the JDK's own classes
 * are looked for: the owner's is one. */
#include "engine/vm/natives/util.h"
#include "engine/vm/sched/quiet.h"

#define OWNABLE "java/util/concurrent/locks/AbstractOwnableSynchronizer"
static const char field[] = "exclusiveOwnerThread";

static bool of_jdk(const struct native_call *c) {
  return vm_klass(c->vm, c->args[0])->is_jdk && !vm_trusts_none(c->vm);
}

static int set_owner(struct native_call *c) {
  if (!of_jdk(c)) return nat_body(c);
  vm_put_ref(c->vm, c->args[0], klass_field_offset(vm_klass(c->vm, c->args[0]), field), c->args[1]);
  return NATIVE_OK;
}

static int get_owner(struct native_call *c) {
  return of_jdk(c) ? ret_ref(c, nat_get_ref(c->vm, c->args[0], field)) : nat_body(c);
}

static int ask_owner(struct native_call *c) {
  if (c->vm->sched.scheduling) quiet_broken(c->vm, OWNABLE, field);
  return nat_body(c);
}

#define LOCKS "java/util/concurrent/locks/"
const struct native_row natives_owner[] = {
    {OWNABLE, "setExclusiveOwnerThread", NULL, set_owner},
    {OWNABLE, "getExclusiveOwnerThread", NULL, get_owner},
    {LOCKS "ReentrantLock$Sync", "getOwner", NULL, ask_owner},
    {LOCKS "ReentrantReadWriteLock$Sync", "getOwner", NULL, ask_owner},
    {0},
};
