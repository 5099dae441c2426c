/* Identity hashes, which other JVMs take from the host and heddle computes from the path (soundness
 * rule 6, names from the path). */
#include "engine/base/hash.h"
#include "engine/vm/answers.h"
#include "engine/base/check.h"
#include "engine/vm/given.h"
#include "engine/vm/machine.h"

/* Returns the name of the object's class or, if the object is a mirror, of the class itself. */
static const char *of_whom(struct vm *vm, ref r) {
  const struct klass *k = vm_mirror_klass(vm, r);
  return k ? k->name->s : vm_klass(vm, r)->name->s;
}

/* Depends on the seed, on the thread that asks first (by its place in the tree of threads), and on
 * how many hashes that thread assigned before. Does not depend on addresses or on what other
 * threads did in between. */
uint32_t vm_identity_hash(struct vm *vm, struct thread *t, ref r) {
  struct monitor *m;
  uint64_t given;
  uint32_t h;
  if (!r) return 0;
  m = vm_monitor_make(vm, t, r);
  if (!m) return 0;
  if (m->hash) return m->hash;
  vm_distinguish(vm, t, "an identity hash code");
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof(struct machine));
  vm_machine(vm)->hash_seen = 1;
  vm->seen.seed |= !vm->boot.running;
  thread_touch_all(vm, t);
  h = (uint32_t)(hash_mix(vm->opt.seed * 0x9e3779b97f4a7c15ull + ((uint64_t)t->hash_base << 32) +
                          ++t->hash_count) &
                 0x7fffffffu);
  if (given_take(vm, t, "identityHashCode", of_whom(vm, r), true, &given)) h = (uint32_t)given;
  if (!h) h = 1;
  vm_note_answer(vm, t, ANSWER_HASH, h, of_whom(vm, r));
  CHECK(!m->hash, "an object gets one identity hash: 0x%x", r);
  put32(vm, (uint32_t)((uint8_t *)&m->hash - vm->arena.mem), h);
  return h;
}
