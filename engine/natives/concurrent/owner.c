/* The owner field of AbstractOwnableSynchronizer, for the synchronizers of the JDK.
 *
 * The thread that acquires or releases the lock sets the owner to itself or to null, and the JDK's
 * locks only compare it with the current thread. No other thread's write can change the result of
 * that comparison. So these accesses commute with all steps of other threads and are not scheduling
 * points. The same holds if a thread asks for the owner (getOwner, toString) while it owns the
 * lock, or while no other thread can write the owner. In other cases, other threads may run between
 * the changes of the lock's state and of its owner. Then the run notes that the owner was shown,
 * and the search starts over with all these accesses as scheduling points (quiet_show_owners). When
 * a given schedule is followed, they are scheduling points on request, because a step of the
 * schedule may end at one.
 *
 * The library's own code runs for a synchronizer of the program, under --por none, and when the
 * race check covers the JDK's own classes, because a race on the owner may be among the results. */
#include "engine/natives/concurrent/memory.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/sched/quiet.h"

#define OWNABLE "java/util/concurrent/locks/AbstractOwnableSynchronizer"
static const char field[] = "exclusiveOwnerThread";

static bool is_hidden(const struct native_call *c) {
  return vm_klass(c->vm, c->args[0])->is_jdk && !vm_trusts_none(c->vm) &&
         c->vm->opt.por != POR_NONE;
}

static uint32_t owner_offset(const struct native_call *c) {
  INVARIANT(c->args[0], "a synchronizer that is asked about is there: %s", c->m->name->s);
  return klass_field_offset(vm_klass(c->vm, c->args[0]), field);
}

static int set_owner(struct native_call *c) {
  if (!is_hidden(c)) return nat_body(c);
  if (c->vm->sched.owners)
    return mem_put(c, 'L', c->args[0], owner_offset(c), c->args[1], ACCESS_PLAIN);
  if (c->vm->sched.cut) VISIBLE(c, OPK_WRITE, c->args[0], owner_offset(c));
  vm_put_ref(c->vm, c->args[0], owner_offset(c), c->args[1]);
  return NATIVE_OK;
}

/* Does the caller return the owner, rather than only compare it? */
static bool owner_is_shown(const struct native_call *c) {
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  const struct method *m = f ? frame_method(c->vm, f) : NULL;
  return m && !strcmp(m->name->s, "getOwner");
}

static int get_owner(struct native_call *c) {
  ref owner;
  if (!is_hidden(c)) return nat_body(c);
  if (c->vm->sched.owners) return mem_get(c, 'L', c->args[0], owner_offset(c), ACCESS_PLAIN);
  if (c->vm->sched.cut) VISIBLE(c, OPK_READ, c->args[0], owner_offset(c));
  owner = field_get_ref(c->vm, c->args[0], field);
  if (owner != c->t->object && owner_is_shown(c)) quiet_shown(c->vm, c->args[0], OWNABLE, field);
  return ret_ref(c, owner);
}

const struct native_row natives_owner[] = {
    {OWNABLE, "setExclusiveOwnerThread", NULL, set_owner},
    {OWNABLE, "getExclusiveOwnerThread", NULL, get_owner},
    {0},
};
