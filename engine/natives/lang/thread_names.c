/* Numbers of threads: Thread-0, Thread-1, ... and ids (soundness rule 6, names from the path).
 * Threads that main creates are numbered as in java(1). With scheduling, children of other threads
 * are numbered by the creator's place in the tree of threads, so no counter is shared. A run
 * without scheduling uses one counter for all, as java(1) does. */
#include "engine/natives/util.h"
#include "engine/vm/uncounted.h"

#include <stdlib.h>

/* Ids below FIRST_ID belong to the JVM's own threads. */
enum { FIRST_ID = 12, MAIN_ID = 1, FAN_OUT = 64 };

static bool counted_globally(struct native_call *c) {
  return !c->vm->sched.scheduling || (c->t->flags & TF_MAIN);
}

/* Returns a static counter, in Thread or, from JDK 19 on, in another class. There the counter of
 * ids is outside Java; the field for its address, which is never set, is used instead. */
static struct field *counter(struct native_call *c, const char *name, const char *later_class,
                             const char *later_name) {
  struct field *f = klass_field(c->vm->wk.thread, name, NULL);
  struct klass *k = f ? NULL : vm_class(c->vm, later_class, NULL);
  return k ? klass_field(k, later_name, NULL) : f;
}

/* Increments a static counter and returns its old value. While scheduling is on, only main changes
 * it. */
static uint32_t thread_names_count(struct native_call *c, const struct field *f) {
  uint32_t at = f->owner->mirror + f->offset, n = *MEM32(c->vm, at);
  put32(c->vm, at, n + 1);
  return n;
}

/* Returns a number for the `n`-th object that thread t created, based on the chain of its
 * parents. */
static uint32_t thread_names_place(struct vm *vm, const struct thread *t, uint32_t n) {
  uint32_t base = 0;
  VEC(uint32_t) chain = {0};
  READS_ASIDE(); /* a thread's parent and number never change */
  for (; t->parent; t = vm_thread(vm, t->parent - 1)) *vec_push(&chain) = t->ordinal + 1;
  READS_COUNT();
  while (chain.len) base = base * FAN_OUT + chain.data[--chain.len];
  vec_free(&chain);
  return base * FAN_OUT + n;
}

static int next_thread_num(struct native_call *c) {
  uint32_t n;
  if (counted_globally(c))
    return ret_int(
        c, (int32_t)thread_names_count(
               c, counter(c, "threadInitNumber", "java/lang/Thread$ThreadNumbering", "next")));
  thread_touch_all(c->vm, c->t);
  n = c->t->named & 0xffff;
  c->t->named = (c->t->named & ~0xffffu) | ((n + 1) & 0xffff);
  return ret_int(c, (int32_t)(thread_names_place(c->vm, c->t, n) & 0x7fffffff));
}

static int next_thread_id(struct native_call *c) {
  uint32_t n;
  if (c->vm->boot.running) return ret_long(c, MAIN_ID);
  if (counted_globally(c))
    return ret_long(
        c, FIRST_ID + (int64_t)thread_names_count(
                          c, counter(c, "threadSeqNumber", "java/lang/Thread$ThreadIdentifiers",
                                     "NEXT_TID_OFFSET")));
  thread_touch_all(c->vm, c->t);
  n = c->t->named >> 16;
  c->t->named += 1u << 16;
  return ret_long(c, FIRST_ID + (int64_t)thread_names_place(c->vm, c->t, n));
}

const struct native_row natives_thread_names[] = {
    {"java/lang/Thread", "nextThreadNum", NULL, next_thread_num},
    {"java/lang/Thread", "nextThreadID", NULL, next_thread_id},
    {"java/lang/Thread$ThreadNumbering", "next", NULL, next_thread_num},
    {"java/lang/Thread$ThreadIdentifiers", "<clinit>", NULL, nat_nothing},
    {"java/lang/Thread$ThreadIdentifiers", "next", NULL, next_thread_id},
    {0},
};
