/* Thread symmetry (--thread-symmetry): states that differ by a permutation of threads are equal.
 *
 * Why it is sound. The canonical form names a thread by its place in an order. It contains the
 * thread's stack, flags and object, but not its place in the tree of threads. Whatever the order
 * is, two states with equal forms differ only in the names of threads and objects. If no transition
 * can identify a thread except by what the form contains, such states have the same futures up to
 * renaming, and therefore the same deadlocks, exceptions, races and ends. Three other things could
 * identify a thread:
 *
 *   - its name and number (Thread.name, Thread.tid): no two threads share them, so the form omits
 *     them;
 *   - identity hashes and random numbers drawn by a thread other than main, because they depend on
 *     its place in the tree;
 *   - the order of threads in lists of threads.
 *
 * Code that reads one of these sets vm->seen.distinguished_by. From then on, no search with
 * symmetry reports "no error" (search_finished), because states that were considered equal may have
 * had different futures. If the program stores a thread in an array, or a thread has a field with a
 * value of its own, the form itself distinguishes this thread from the others.
 *
 * The order only affects how many such states are recognised as equal. main comes first. The
 * objects reachable from it and from changed immortal objects are numbered. The other threads are
 * then sorted by a hash of their own view: the stack, the objects reachable from it in order of
 * first visit, and the rows of h for those objects. In this view, objects that already have numbers
 * appear as numbers, and other threads (as owners of monitors) appear as their current class. The
 * sorting is repeated with the new classes as long as it refines them. If several threads remain
 * equal, one thread of the first class takes the next place, the objects that it reaches are
 * numbered, and the rest are sorted again. */
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/state/canon/canon_int.h"
#include "engine/vm/machine.h"

struct look {
  uint64_t key;
  uint16_t thread;
  uint8_t colour;
};

enum { SELF = 0xfffe, UNKNOWN = 0xfffd };

static void close_over(struct canon *c, size_t from) {
  for (; from < c->objects.len; from++) {
    c->out.len = 0;
    canon_put_object(c, c->objects.data[from]);
  }
}

static void enter_fixed(struct canon *c) {
  struct canon_root *dirty;
  size_t i, n;
  canon_mention(c, vm_machine(c->vm)->offmap);
  canon_mention(c, vm_machine(c->vm)->files);
  canon_mention(c, vm_machine(c->vm)->given);
  canon_dirty_roots(c, &dirty, &n);
  for (i = 0; i < n; i++) canon_put_contents(c, dirty[i].r);
  free(dirty);
  close_over(c, 0);
}

static void canon_symmetry_place(struct canon *c, uint32_t thread) {
  size_t from = c->objects.len;
  c->thread_number[thread] = (uint16_t)c->thread_len;
  c->thread_order[c->thread_len++] = (uint16_t)thread;
  canon_put_thread(c, vm_thread(c->vm, thread));
  close_over(c, from);
}

/* Returns a hash of the thread's own view. Takes back the numbers that this assigned. */
static uint64_t look_from(struct canon *c, uint32_t thread) {
  size_t from = c->objects.len, i;
  uint16_t own = c->thread_number[thread];
  uint64_t key;
  c->thread_number[thread] = SELF;
  c->out.len = 0;
  c->mix = 0;
  canon_put_thread(c, vm_thread(c->vm, thread));
  for (i = from; i < c->objects.len; i++) {
    ref r = c->objects.data[i];
    if (vm_object(c->vm, r)->klass != KLASS_BACKTRACE) canon_put_monitor(c, r);
    canon_put_object(c, r);
  }
  if (c->with_h) canon_put_h_look(c);
  canon_put64(c, c->mix);
  key = XXH3_64bits(c->out.s, c->out.len);
  while (c->objects.len > from) canon_forget(c, c->objects.data[--c->objects.len]);
  c->thread_number[thread] = own;
  return key;
}

static int canon_symmetry_by_key(const void *a, const void *b) {
  const struct look *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* Hashes the view of each thread and sorts the threads; returns the number of classes. A thread
 * without a place uses its class as its number, counted down from UNKNOWN, which is above all
 * places. */
static uint32_t look_at_all(struct canon *c, struct look *all, uint32_t n) {
  uint32_t i, classes = 0;
  for (i = 0; i < n; i++)
    all[i].key = XXH3_64bits_withSeed(&all[i].colour, 1, look_from(c, all[i].thread));
  qsort(all, n, sizeof *all, canon_symmetry_by_key);
  for (i = 0; i < n; i++) {
    if (!i || all[i].key != all[i - 1].key) classes++;
    all[i].colour = (uint8_t)(classes - 1);
  }
  for (i = 0; i < n; i++)
    c->thread_number[all[i].thread] = (uint16_t)(UNKNOWN - all[i].colour % 100);
  return classes;
}

static void refine(struct canon *c, struct look *all, uint32_t n) {
  uint32_t classes = 0, now = look_at_all(c, all, n);
  while (now > classes && now < n) {
    classes = now;
    now = look_at_all(c, all, n);
  }
}

static void start_over(struct canon *c, struct look *all, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    all[i].colour = 0;
    c->thread_number[all[i].thread] = UNKNOWN;
  }
}

static bool apart(const struct look *all, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    if (all[i].key == all[i - 1].key) return false;
  return true;
}

void canon_order_symmetric(struct canon *c) {
  struct look all[THREAD_MAX];
  uint32_t i, n = vm_machine(c->vm)->thread_count;
  c->base_valid = false;
  c->epoch++;
  c->objects.len = c->locked.len = 0;
  c->out.len = 0;
  c->thread_len = 0;
  if (c->with_h) canon_h_leaves(c); /* immortal objects have no numbers here */
  for (i = 0; i < n; i++) all[i].thread = (uint16_t)i;
  start_over(c, all, n);
  enter_fixed(c);
  if (n) canon_symmetry_place(c, 0);
  n = n ? n - 1 : 0;
  memmove(all, all + 1, n * sizeof *all);
  while (n) {
    start_over(c, all, n);
    refine(c, all, n);
    if (apart(all, n)) break;
    canon_symmetry_place(c, all[0].thread);
    memmove(all, all + 1, --n * sizeof *all);
  }
  for (i = 0; i < n; i++) {
    c->thread_number[all[i].thread] = (uint16_t)c->thread_len;
    c->thread_order[c->thread_len++] = all[i].thread;
  }
}
