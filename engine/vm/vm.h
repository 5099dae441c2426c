/* The machine: the context that everything inside the engine shares.
 *
 * What is outside the arena (klass.h, loader/loaded.h) is a pure function of (class bytes, loader):
 * it is created on first use and never undone. What the program can change is in the arena
 * (records.h).
 *
 * Java exceptions are values: natives and helpers that raise one call vm_throw*() and return
 * NATIVE_THROW; the pending exception is thread->exception. A failure of heddle itself is vm->err
 * (first one wins) and NATIVE_FATAL. */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H

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
#include "engine/vm/sched/running.h"

struct broker;

/* What the program reaches of the host. */
struct vm_host {
  void *files;    /* contents of the host files that the program may read (natives/io/files.c) */
  void *zstreams; /* streams of zlib, ready to go on (natives/io/zstream.c) */
  /* texts by their hash (vm/sched/printed.c), NULL while nothing was printed */
  void *printed;
  /* opens files for a process under the filter (host/broker.c), NULL: this process opens them */
  struct broker *broker;
};

struct vm_heap {
  bool gc_wanted;
  uint64_t bound;     /* bytes of objects that the program may have at a time */
  uint64_t allocated; /* by this process, all paths */
  struct {            /* greatest so far while several threads lived: vm/sched/step.c */
    uint32_t used, threads[THREAD_MAX];
    uint64_t sum; /* of threads[] */
  } high;
};

struct vm_library;

struct vm {
  struct arena arena;
  struct error err; /* first failure of heddle itself; ERR_UNSUPPORTED for a missing native */
  struct vm_failure failure;
  struct engine_options opt;
  const struct vm_library *library; /* library.h; outlives the machine */
  const struct vm_hooks *hooks; /* outlive the machine; NULL: nobody, for programs that only run */
  struct symtab *syms;
  struct pool pool; /* lives as long as the vm */
  /* by id; [0..KLASS_FIRST) are internal kinds with NULL or stub entries */
  VEC(struct klass *) klasses;
  VEC(struct method *) methods; /* by id */
  struct mirror_layout mirror;
  struct vm_loaded loaded;
  struct vm_wellknown wk;
  struct vm_boot boot;

  struct method *main_method;
  ref main_args;
  bool runner; /* main is JUnit's (natives/test/junit.c): vm/sched/runner.h */

  struct vm_host host;
  struct given *given; /* inputs of a recorded run (vm/given.h), NULL none */
  struct vm_heap heap;
  struct vm_sched sched;
  struct vm_run run;
  struct vm_section section;
  struct vm_marks marks;
  struct vm_listeners listen;

  struct violation violation;
  /* the first of the transition, where they are noted (vm_sched.notes); of a race the texts are
   * missing (engine/session/race.c) */
  struct violation noted;
  struct vm_seen seen;
  struct vm_environment environment; /* of main, when it is heddle.Environment */
  struct vm_blind blind;
  uint64_t insn_total; /* bytecodes executed by this process, all paths */

  /* of layers above */
  void *race;   /* h's host side (property/race.c), NULL when off */
  void *atomic; /* --atomic's table and pattern (reduction/atomic.c), NULL when off */
  /* whose races are reported (property/race_trust.c); NULL while nobody asks */
  struct race_trust *trust;
};

/* ---- creation ---- */

/* Makes a machine: finds the JDK, opens the class path, boots java.base. The options are copied
 * (strings too); the tables live as long as the machine. */
int vm_new(const struct engine_options *opt, const struct vm_library *library,
           const struct vm_hooks *hooks, struct vm **out, struct error *err);
void vm_free(struct vm *vm);

/* Loads the main class, makes the argument array and the main thread's first frame. Call once,
 * after vm_new, before the first vm_step. Errors: ERR_INPUT (no such class, no main method).
 * `main_class` with dots or slashes. */
int vm_start(struct vm *vm, const char *main_class, int argc, char *const *argv, struct error *err);

/* --trust none: races of the JDK's own classes are reported like the program's. */
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
  return (struct thread *)(void *)(vm->arena.mem + THREADS_BASE + i * THREAD_SIZE);
}
static inline uint32_t thread_addr(const struct thread *t) {
  return THREADS_BASE + t->index * THREAD_SIZE;
}
/* Before writing a thread's record. */
static inline void thread_touch(struct vm *vm, const struct thread *t) {
  arena_touch_range(&vm->arena, thread_addr(t), BLOCK_SIZE);
}
static inline void thread_touch_all(struct vm *vm, const struct thread *t) {
  arena_touch_range(&vm->arena, thread_addr(t), sizeof *t);
}
static inline struct frame *vm_frame(struct vm *vm, uint32_t addr) {
  return (struct frame *)(void *)(vm->arena.mem + addr);
}
static inline struct object *vm_object(struct vm *vm, ref r) {
  return (struct object *)(void *)(vm->arena.mem + r);
}
static inline struct klass *vm_klass(struct vm *vm, ref r) {
  return vm->klasses.data[vm_object(vm, r)->klass];
}
static inline bool vm_over_limit(const struct vm *vm) {
  return vm->sched.insn_limit && vm->insn_total >= vm->sched.insn_limit;
}
static inline uint32_t array_length(struct vm *vm, ref r) { return *MEM32(vm, r + ARRAY_LENGTH); }
static inline ref array_ref(struct vm *vm, ref r, uint32_t i) {
  return *MEM32(vm, r + ARRAY_BASE + i * 4);
}
static inline void put32(struct vm *vm, uint32_t a, uint32_t v) { arena_put_u32(&vm->arena, a, v); }
static inline void put64(struct vm *vm, uint32_t a, uint64_t v) { arena_put_u64(&vm->arena, a, v); }
static inline struct method *frame_method(struct vm *vm, const struct frame *f) {
  return vm->methods.data[f->method];
}

/* The object with the status, daemon and priority fields of a java.lang.Thread: itself, or its
 * holder (JDK 19 on). */
static inline ref vm_thread_fields(struct vm *vm, ref thread) {
  return vm->wk.thread_holder ? *MEM32(vm, thread + vm->wk.thread_holder) : thread;
}

/* `t` learns something that depends on which thread it, or another, is. What main learns of itself
 * is the same on all paths. */
static inline void vm_distinguish(struct vm *vm, const struct thread *t, const char *what) {
  if (!vm->boot.running && !(t && t->flags & TF_MAIN)) vm->seen.distinguished_by = what;
}

/* An assumption that verdicts rest on does not hold: the first is kept, in vm->assumption. */
void vm_broken(struct vm *vm, enum broken what, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The class a mirror stands for; NULL when r is no mirror. */
struct klass *vm_mirror_klass(struct vm *vm, ref r);
static inline uint32_t klass_init_state(struct vm *vm, const struct klass *k) {
  return *MEM32(vm, k->mirror + vm->mirror.init_state);
}

#endif
