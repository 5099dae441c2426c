/* The machine: the context that everything inside the engine shares.
 *
 * Everything outside the arena (klass.h, loader/loaded.h) is a pure function of (class bytes,
 * loader): it is created on first use and never undone. All that the program can change is in the
 * arena (records.h).
 *
 * A Java exception is a value. A native or helper that raises one calls vm_throw*() and returns
 * NATIVE_THROW; the pending exception is thread->exception. A failure of heddle itself is recorded
 * in vm->err (the first one wins) and returned as NATIVE_FATAL. */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H

#include "engine/base/check.h"
#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/words.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"
#include "engine/arena/arena.h"
#include "engine/vm/findings.h"
#include "engine/vm/hooks.h"
#include "engine/vm/klass.h"
#include "engine/vm/loader/loaded.h"
#include "engine/vm/records.h"
#include "engine/vm/running.h"

struct broker;

/* The parts of the host that the program reaches. */
struct vm_host {
  void *files;    /* contents of the host files that the program may read (natives/io/files.c) */
  void *zstreams; /* suspended zlib streams, ready to continue (natives/io/zstream.c) */
  /* printed texts by their hash (vm/sched/printed.c); NULL while nothing was printed */
  void *printed;
  /* opens files for a process under the system-call filter (host/broker.c); NULL: this process
   * opens them itself */
  struct broker *broker;
};

struct vm_heap {
  bool gc_wanted;
  uint64_t bound;     /* most bytes of objects that the program may have at a time */
  uint64_t allocated; /* bytes allocated by this process on all paths */
  struct {            /* maxima so far, taken while several threads lived: vm/sched/step.c */
    uint32_t used, threads[THREAD_MAX];
    uint64_t sum; /* sum of threads[] */
  } high;
};

struct vm_library;

/* the type of vm_push_frame */
typedef int push_frame_fn(struct vm *vm, struct thread *t, struct method *m, const uint32_t *args,
                          uint32_t flags, uint32_t aux);

struct vm {
  struct arena arena;
  struct error err; /* the first failure of heddle itself; ERR_UNSUPPORTED for a missing native */
  struct vm_failure failure;
  struct engine_options opt;
  const struct vm_library *library; /* library.h; outlives the machine */
  const struct vm_hooks *hooks;     /* outlive the machine; NULL for a program that only runs */
  /* vm_push_frame: the loader calls loaders of the program, and is below the interpreter */
  push_frame_fn *push_frame;
  struct symtab *syms;
  struct pool pool; /* lives as long as the vm */
  /* by id; [0..KLASS_FIRST) are internal kinds whose entries are NULL or stubs */
  VEC(struct klass *) klasses;
  VEC(struct method *) methods; /* by id */
  struct mirror_layout mirror;
  struct vm_loaded loaded;
  struct vm_wellknown wk;
  struct vm_boot boot;

  struct method *main_method;
  ref main_args;
  bool runner; /* main is the test runner (natives/test/junit.c): vm/runner.h */

  struct vm_host host;
  struct given *given; /* inputs of a recorded run (vm/given.h); NULL: none */
  struct vm_heap heap;
  struct vm_sched sched;
  struct vm_run run;
  struct vm_section section;
  struct vm_marks marks;
  struct vm_listeners listen;

  struct violation violation;
  /* the first violation of the transition when violations are noted (vm_sched.notes). A noted race
   * has no texts (engine/session/race.c). */
  struct violation noted;
  struct vm_seen seen;
  struct vm_environment environment; /* what main is, if it is heddle.Environment */
  struct vm_blind blind;
  struct vm_answers answers;
  uint64_t insn_total; /* bytecodes executed by this process on all paths */

  /* owned by higher layers */
  void *race;   /* the host side of h (property/race.c); NULL: off */
  void *atomic; /* the table and pattern of --atomic (reduction/atomic.c); NULL: off */
  /* whose races are reported (property/race_trust.c); NULL until first needed */
  struct race_trust *trust;
};

/* ---- creation ---- */

/* Makes a machine: finds the JDK, opens the class path and boots java.base. Copies the options,
 * strings included. The library and hook tables must outlive the machine. */
int vm_new(const struct engine_options *opt, const struct vm_library *library,
           const struct vm_hooks *hooks, struct vm **out, struct error *err);
void vm_free(struct vm *vm);

/* Finds the main method of `main_class` (dots or slashes) and makes its argument array. Call once,
 * after vm_new and before the first vm_step. Returns ERR_INPUT if there is no such class or no main
 * method. */
int vm_start(struct vm *vm, const char *main_class, int argc, char *const *argv, struct error *err);

/* Returns whether races of the JDK's own classes are reported like the program's (--trust none). */
static inline bool vm_trusts_none(const struct vm *vm) {
  return vm->opt.trust && !strcmp(vm->opt.trust, "none");
}

/* ---- access helpers ---- */

#define MEM8(vm, a) ((uint8_t *)((vm)->arena.mem + (a)))
#define MEM16(vm, a) ((uint16_t *)(void *)((vm)->arena.mem + (a)))
#define MEM32(vm, a) ((uint32_t *)(void *)((vm)->arena.mem + (a)))
#define MEM64(vm, a) ((uint64_t *)(void *)((vm)->arena.mem + (a)))

static inline struct machine *vm_machine(struct vm *vm) {
  return (struct machine *)(void *)(vm->arena.mem + MACHINE_BASE);
}
static inline struct thread *vm_thread(struct vm *vm, uint32_t i) {
  INVARIANT(i <= THREAD_MAX, "a thread has a slot: T%u", i);
  return (struct thread *)(void *)(vm->arena.mem + THREADS_BASE + i * THREAD_SIZE);
}
static inline uint32_t thread_addr(const struct thread *t) {
  return THREADS_BASE + t->index * THREAD_SIZE;
}
/* Call before writing to the first block of a thread's record. thread_touch_all covers the whole
 * record. */
static inline void thread_touch(struct vm *vm, const struct thread *t) {
  arena_touch_range(&vm->arena, thread_addr(t), BLOCK_SIZE);
}
static inline void thread_touch_all(struct vm *vm, const struct thread *t) {
  arena_touch_range(&vm->arena, thread_addr(t), sizeof *t);
}
static inline struct frame *vm_frame(struct vm *vm, uint32_t addr) {
  INVARIANT(!addr || (addr >= STACKS_BASE && addr < MAKERS_BASE) ||
                (addr >= SMALL_STACKS_BASE && addr < SHADOW_BASE),
            "a frame lies in a stack: 0x%x", addr);
  return (struct frame *)(void *)(vm->arena.mem + addr);
}
static inline struct object *vm_object(struct vm *vm, ref r) {
  return (struct object *)(void *)(vm->arena.mem + r);
}
static inline struct klass *vm_klass(struct vm *vm, ref r) {
  INVARIANT(r && vm_object(vm, r)->klass < vm->klasses.len,
            "an object has a class: class %u of 0x%x", vm_object(vm, r)->klass, r);
  return vm->klasses.data[vm_object(vm, r)->klass];
}
static inline bool vm_over_limit(const struct vm *vm) {
  return vm->sched.insn_limit && vm->insn_total >= vm->sched.insn_limit;
}
static inline uint32_t array_length(struct vm *vm, ref r) { return *MEM32(vm, r + ARRAY_LENGTH); }
static inline ref array_ref(struct vm *vm, ref r, uint32_t i) {
  INVARIANT(i < array_length(vm, r), "an element is in its array: %u of %u", i,
            array_length(vm, r));
  return *MEM32(vm, r + ARRAY_BASE + i * 4);
}
static inline void put32(struct vm *vm, uint32_t a, uint32_t v) { arena_put_u32(&vm->arena, a, v); }
static inline void put64(struct vm *vm, uint32_t a, uint64_t v) { arena_put_u64(&vm->arena, a, v); }
static inline struct method *frame_method(struct vm *vm, const struct frame *f) {
  INVARIANT(f->method < vm->methods.len, "a frame has a method: %u", f->method);
  return vm->methods.data[f->method];
}

/* Returns the object that has the status, daemon and priority fields of a java.lang.Thread: the
 * Thread itself or, since JDK 19, its holder. */
static inline ref vm_thread_fields(struct vm *vm, ref thread) {
  return vm->wk.thread_holder ? *MEM32(vm, thread + vm->wk.thread_holder) : thread;
}

/* Notes that `t` learns something that depends on the identity of a thread. Main is excepted: what
 * it learns about itself is the same on all paths. */
static inline void vm_distinguish(struct vm *vm, const struct thread *t, const char *what) {
  if (!vm->boot.running && !(t && t->flags & TF_MAIN)) vm->seen.distinguished_by = what;
}

/* Notes that an assumption of the verdicts does not hold. Keeps the first one, in
 * vm->seen.assumption. */
void vm_broken(struct vm *vm, enum broken what, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the class of which r is the mirror, or NULL if r is not a mirror. */
struct klass *vm_mirror_klass(struct vm *vm, ref r);
static inline uint32_t klass_init_state(struct vm *vm, const struct klass *k) {
  return *MEM32(vm, k->mirror + vm->mirror.init_state);
}

#endif
