/* Random numbers and hash codes that Java derives from the clock or from global counters. Here they
 * are functions of the seed, the thread, and the number of draws that the thread has made before.
 * So no hidden counter makes them depend on the interleaving (soundness rule 6, names from the
 * path). */
#include "engine/natives/lang/random.h"

#include "engine/base/hash.h"
#include "engine/vm/answers.h"
#include "engine/vm/given.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"

#include <stddef.h>

/* Returns the next number of this thread's own sequence. */
static uint64_t next_own(struct native_call *c) {
  struct thread *t = c->t;
  CHECK(t->draws < UINT32_MAX, "numbers that a thread draws are counted: T%u", t->index);
  thread_touch_all(c->vm, t);
  vm_distinguish(c->vm, t, "a number that a thread draws");
  t->draws++;
  return mix64(mix64(t->hash_base) + t->draws);
}

/* Like next_own, but the number also depends on the run's seed, so verdicts say "for seed N" from
 * then on. */
static uint64_t random_draw(struct native_call *c) {
  if (!vm_machine(c->vm)->random_seen && !c->vm->boot.running)
    put32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, random_seen), 1);
  c->vm->seen.seed |= !c->vm->boot.running;
  return mix64(next_own(c) ^ mix64(c->vm->opt.seed));
}

/* Random(): calls Random(long) with a drawn seed. */
static int random_new(struct native_call *c) {
  struct method *m = klass_declared_method(c->m->owner, "<init>", "(J)V");
  uint64_t seed;
  uint32_t args[3];
  if (!given_take(c->vm, c->t, "Random", NULL, true, &seed)) seed = random_draw(c);
  vm_note_answer(c->vm, c->t, ANSWER_RANDOM, seed, NULL);
  args[0] = c->args[0];
  args[1] = (uint32_t)seed;
  args[2] = (uint32_t)(seed >> 32);
  return vm_push_frame(c->vm, c->t, m, args, 0, 0);
}

uint64_t random_initial_seed(const struct vm *vm) { return mix64(vm->opt.seed ^ 0x5eed); }

static int initial_seed(struct native_call *c) {
  uint64_t seed;
  if (given_take(c->vm, c->t, "initialSeed", NULL, true, &seed)) return ret_long(c, (int64_t)seed);
  return ret_long(c, (int64_t)random_initial_seed(c->vm));
}

/* ---- ThreadLocalRandom: fields of the running thread, which no other thread reads ---- */

static uint32_t thread_field(struct native_call *c, const char *name) {
  return c->t->object + klass_field_offset(c->vm->wk.thread, name);
}

static uint32_t xorshift(uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

struct local_random random_of_thread(struct vm *vm, const struct thread *t) {
  uint64_t mixed = mix64(t->hash_base);
  return (struct local_random){.id = t->object ? *MEM64(vm, t->object + vm->wk.thread_tid) : 0,
                               .seed = mix64(mixed ^ vm->opt.seed),
                               .probe = (uint32_t)mixed ? (uint32_t)mixed : 1,
                               .secondary = (uint32_t)mixed | 1};
}

struct local_random random_now(struct vm *vm, const struct thread *t) {
  struct klass *k = vm->wk.thread;
  struct local_random r = random_of_thread(vm, t);
  uint32_t probe = *MEM32(vm, t->object + klass_field_offset(k, "threadLocalRandomProbe")),
           last = *MEM32(vm, t->object + klass_field_offset(k, "threadLocalRandomSecondarySeed"));
  if (probe) {
    r.probe = probe;
    r.seed = *MEM64(vm, t->object + klass_field_offset(k, "threadLocalRandomSeed"));
  }
  if (last) r.secondary = xorshift(last);
  return r;
}

static void put_probe(struct native_call *c, uint32_t probe) {
  put32(c->vm, thread_field(c, "threadLocalRandomProbe"), probe ? probe : 1);
}

static int local_init(struct native_call *c) {
  struct local_random r = random_of_thread(c->vm, c->t);
  vm_distinguish(c->vm, c->t, "a number that a thread draws");
  put_probe(c, r.probe);
  put64(c->vm, thread_field(c, "threadLocalRandomSeed"), r.seed);
  return NATIVE_OK;
}

static int current(struct native_call *c) {
  uint64_t seed;
  if (!*MEM32(c->vm, thread_field(c, "threadLocalRandomProbe"))) local_init(c);
  if (given_take(c->vm, c->t, "ThreadLocalRandom", NULL, false, &seed))
    put64(c->vm, thread_field(c, "threadLocalRandomSeed"), seed);
  return ret_ref(c, field_static_ref(c->vm, c->m->owner, "instance"));
}

static int get_probe(struct native_call *c) {
  return ret_int(c, (int32_t)*MEM32(c->vm, thread_field(c, "threadLocalRandomProbe")));
}

static int advance_probe(struct native_call *c) {
  uint32_t probe = xorshift(c->args[0]);
  put_probe(c, probe);
  return ret_int(c, (int32_t)probe);
}

static int next_seed(struct native_call *c) {
  uint32_t at = thread_field(c, "threadLocalRandomSeed");
  uint64_t id, seed;
  if (!given_thread(c->vm, c->t, "threadId", &id)) id = random_of_thread(c->vm, c->t).id;
  seed = *MEM64(c->vm, at) + (id << 1) + 0x9e3779b97f4a7c15u;
  vm_distinguish(c->vm, c->t, "a number that a thread draws");
  put64(c->vm, at, seed);
  c->vm->seen.seed = true;
  if (!vm_machine(c->vm)->random_seen)
    put32(c->vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, random_seen), 1);
  return ret_long(c, (int64_t)seed);
}

static int next_secondary_seed(struct native_call *c) {
  uint32_t at = thread_field(c, "threadLocalRandomSecondarySeed"), r = *MEM32(c->vm, at);
  vm_distinguish(c->vm, c->t, "a number that a thread draws");
  r = r ? xorshift(r) : random_of_thread(c->vm, c->t).secondary;
  put32(c->vm, at, r);
  return ret_int(c, (int32_t)r);
}

/* ---- SecureRandom: uses neither a provider nor the host's entropy ---- */

static int secure_next_bytes(struct native_call *c) {
  struct vm *vm = c->vm;
  ref a = c->args[1];
  uint32_t n;
  if (!a) return nat_npe(c);
  n = array_length(vm, a);
  INVARIANT(vm_klass(vm, a)->elem_shift == 0, "random bytes fill an array of bytes: 0x%x", a);
  nat_report_writes(c, a, 0, n);
  arena_touch_range(&vm->arena, a + ARRAY_BASE, n);
  for (uint32_t i = 0; i < n; i += 8) {
    uint64_t v = random_draw(c);
    vm_note_answer(vm, c->t, ANSWER_SECURE, v, NULL);
    memcpy(array_data(vm, a) + i, &v, n - i < 8 ? n - i : 8);
  }
  return NATIVE_OK;
}

static int secure_generate_seed(struct native_call *c) {
  int32_t n = (int32_t)c->args[1];
  ref a;
  if (n < 0)
    return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException",
                    "numBytes cannot be negative");
  a = vm_new_prim_array(c->vm, c->t, 'B', n);
  if (!a) return NATIVE_THROW;
  c->args[1] = a;
  secure_next_bytes(c);
  return ret_ref(c, a);
}

/* ThreadLocal.nextHashCode: well distributed, and the same in every interleaving. */
static int thread_local_hash(struct native_call *c) { return ret_int(c, (int32_t)next_own(c)); }

#define TLR "java/util/concurrent/ThreadLocalRandom"
#define SECURE "java/security/SecureRandom"
const struct native_row natives_random[] = {
    {"java/util/Random", "<init>", "()V", random_new},
    {"jdk/internal/util/random/RandomSupport", "initialSeed", "()J", initial_seed},
    {TLR, "localInit", NULL, local_init},
    {TLR, "current", NULL, current},
    {TLR, "getProbe", NULL, get_probe},
    {TLR, "advanceProbe", NULL, advance_probe},
    {TLR, "nextSeed", NULL, next_seed},
    {TLR, "nextSecondarySeed", NULL, next_secondary_seed},
    {SECURE, "getDefaultPRNG", NULL, nat_nothing},
    {SECURE, "nextBytes", "([B)V", secure_next_bytes},
    {SECURE, "generateSeed", NULL, secure_generate_seed},
    {SECURE, "setSeed", "([B)V", nat_nothing},
    {"java/lang/ThreadLocal", "nextHashCode", NULL, thread_local_hash},
    {0},
};
