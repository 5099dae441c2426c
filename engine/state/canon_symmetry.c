/* Thread symmetry (--thread-symmetry): states that differ by a permutation of threads are one.
 *
 * Why it is sound. The canonical form names a thread by its place in an order, and writes of it its
 * stack, its flags and its object; of its place in the tree of threads nothing. Whatever the order
 * is, two states with equal forms are the same but for a renaming of threads and objects. If no
 * transition can identify a thread by anything but what is written, such states have the same
 * futures but for that renaming, hence the same deadlocks, exceptions, races and ends. What else
 * could identify it:
 *
 *   - name and number (Thread.name, Thread.tid): two threads never have the same, so they are left
 * out of the form;
 *   - identity hashes and random numbers that a thread other than main draws: functions of its
 * place in the tree;
 *   - the order in which lists of threads give them.
 *
 * Whoever reads one of these sets vm->seen.distinguished_by, and from then on no search with
 * symmetry says "no error" (search_finished): the states that were taken for one before may have
 * had other futures. A thread that the program holds in an array, or that has a field of its own
 * with another value, is distinguished from others by what is written, and is not mixed up with
 * them.
 *
 * The order only decides how many such states are found to be one. main comes first, then what is
 * reachable from it and from changed immortal objects is numbered; the other threads are sorted by
 * what each looks like from its own side: its stack and what is reachable from it, in order of
 * first visit, and who may access that without a race, with the numbers of what is numbered
 * already, other threads (as owners of monitors) by their present class. That is repeated with the
 * classes it gives while it gives more. Where several look the same, one of the first class goes
 * first, what it reaches is numbered, and the rest is looked at again. */
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/state/canon_int.h"
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

/* What the thread looks like from its own side; numbers that this gives are taken back. */
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

/* Looks at each and sorts; returns the number of classes. Numbers of threads without a place are
 * colours: behind all places. */
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
