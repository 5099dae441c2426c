/* Aimed search: guided searches (guided.c) whose targets the program's own code provides, so that
 * no sequence is needed. There are two kinds:
 *
 *   - a throw statement, a failed assertion for example: most programs report what they find wrong
 *     by throwing, so the way to such a place is the way to an error;
 *   - a write, and then a read of the same variable elsewhere; or the same read twice, before a
 *     write: what one thread has half done is seen by another. This finds errors that only show at
 *     the end, when main checks.
 *
 * The targets take turns. A turn is a guided search from the start with this target, within a bound
 * on transitions. When every target has had its turn, the next round has turns that are four times
 * as long. The states that a turn has met are forgotten, because a guided search matches states in
 * a way that prunes. The search is never complete: it ends at a bound, or at once if the program
 * has no target. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/flow/accesses.h"
#include "engine/flow/throws.h"
#include "engine/property/race.h"
#include "engine/search/ranking.h"
#include "engine/search/search.h"
#include "engine/vm/code.h"

enum { THROWS_MOST = 64, ACCESSES_MOST = 1000, TARGETS_MOST = 256, FIRST_TURN = 4000, LONGER = 4 };

extern const struct search_ops search_guided;

struct aim {
  struct location at[2];
  uint32_t count;
};

struct aimed {
  VEC(struct aim) aims;
  VEC(struct location) places; /* of all aims, for the heuristic */
  uint32_t turn;               /* whose turn it is */
  uint64_t bound;              /* transitions of a turn */
  uint64_t end;                /* number of the explorer's transitions at which the turn ends */
  void *guided;                /* the data of the guided search */
};

/* ---- targets ---- */

static bool is_own(void *self, struct method *m) {
  return !(m->vm_flags & METHOD_SYNTHETIC) && !race_of_library(self, m->owner);
}

static void add_aim(struct aimed *a, const struct location *at, uint32_t count) {
  struct aim *aim = vec_push(&a->aims);
  *aim = (struct aim){.count = count};
  for (uint32_t i = 0; i < count; i++) *vec_push(&a->places) = aim->at[i] = at[i];
}

static void add_throws(struct vm *vm, const struct rta *r, struct aimed *a) {
  uint32_t count;
  struct location *all = throws_find(r, is_own, vm, THROWS_MOST, &count);
  for (uint32_t i = 0; i < count; i++) add_aim(a, &all[i], 1);
  free(all);
}

typedef VEC(const struct access *) access_list;

static access_list own_accesses(struct vm *vm, const struct accesses *all, enum access_kind kind) {
  access_list out = {0};
  for (uint32_t i = 0; i < access_count(all) && out.len < ACCESSES_MOST; i++) {
    const struct access *x = access_at(all, i);
    if (x->kind == kind && !x->makes && is_own(vm, x->method)) *vec_push(&out) = x;
  }
  return out;
}

/* Adds the order of two accesses in which the second thread sees what the first has half done: a
 * write, and a read in another method; or, of a method that reads and writes, the read twice. */
static void add_order(struct vm *vm, const struct access *write, const struct access *read,
                      struct aimed *a) {
  const struct location first = access_place(vm, write), second = access_place(vm, read);
  const bool apart = write->method != read->method;
  const struct location at[] = {apart ? first : second, second};
  if (access_conflicts(write, read)) add_aim(a, at, COUNT(at));
}

static void add_conflicts(struct vm *vm, struct rta *r, struct aimed *a) {
  struct accesses *all = accesses_new(vm, r);
  access_list writes = own_accesses(vm, all, ACCESS_WRITES),
              reads = own_accesses(vm, all, ACCESS_READS);
  for (size_t i = 0; i < writes.len; i++)
    for (size_t k = 0; k < reads.len && a->aims.len < TARGETS_MOST; k++)
      add_order(vm, writes.data[i], reads.data[k], a);
  vec_free(&writes);
  vec_free(&reads);
  accesses_free(all);
}

/* Steps end at the places of a sequence, which are marks. A debugger's marks are the user's, so its
 * searches have no such targets. */
static int find_targets(struct search *s, struct aimed *a, struct error *err) {
  struct vm *vm = s->x->vm;
  bool trusts = vm->trust != NULL; /* what tells libraries from the program is there */
  struct rta *r;
  if (race_trust_start(vm, err)) return err->code;
  r = rta_new(vm, NULL);
  rta_add_root(r, vm->main_method);
  rta_run(r);
  add_throws(vm, r, a);
  if (!s->keep_tree && !vm->marks.list.len) add_conflicts(vm, r, a);
  rta_free(r);
  if (!trusts) race_trust_stop(vm);
  return 0;
}

/* ---- turns ---- */

/* Lets a function of the guided search work on its own data. */
static int guided(struct search *s, int (*call)(struct search *s, struct error *err),
                  struct error *err) {
  struct aimed *a = s->self;
  int r;
  s->self = a->guided;
  r = call(s, err);
  a->guided = s->self;
  s->self = a;
  return r;
}

static int set_marks(struct vm *vm, const struct aim *aim, struct error *err) {
  for (uint32_t i = 0; aim->count > 1 && i < aim->count; i++)
    if (vm_mark_add(vm, aim->at[i].method, aim->at[i].bci, (uint16_t)(i + 1), err))
      return err->code;
  return 0;
}

static void clear_marks(struct vm *vm, const struct aim *aim) {
  for (uint32_t i = 0; aim->count > 1 && i < aim->count; i++) vm_mark_remove(vm, (uint16_t)(i + 1));
}

static int begin_turn(struct search *s, struct error *err) {
  struct aimed *a = s->self;
  const struct aim *aim = &a->aims.data[a->turn];
  CHECK(a->turn < a->aims.len, "a turn is of a target: %u of %zu", a->turn, a->aims.len);
  s->targets = aim->at;
  s->target_count = aim->count;
  a->end = s->x->transitions + a->bound;
  return set_marks(s->x->vm, aim, err) ? err->code : guided(s, search_guided.open, err);
}

static void end_guided(struct search *s) {
  struct aimed *a = s->self;
  s->self = a->guided;
  if (s->self) search_guided.close(s);
  a->guided = NULL;
  s->self = a;
}

static void end_turn(struct search *s) {
  struct aimed *a = s->self;
  end_guided(s);
  clear_marks(s->x->vm, &a->aims.data[a->turn]);
  explorer_go(s->x, s->start);
  if (!s->keep_tree) explorer_prune(s->x, s->start);
  visited_free(s->visited);
  s->visited = visited_new(false);
  if (++a->turn < a->aims.len) return;
  a->turn = 0;
  a->bound *= LONGER;
}

static int aimed_open(struct search *s, struct error *err) {
  struct aimed *a = mem_alloc(sizeof *a);
  s->self = a;
  a->bound = FIRST_TURN;
  if (!s->x->vm->main_method) return 0;
  if (find_targets(s, a, err)) return err->code;
  if (!a->aims.len) return 0;
  s->targets = a->places.data;
  s->target_count = (uint32_t)a->places.len;
  return ranking_open(s, err) ? err->code : begin_turn(s, err);
}

static void aimed_close(struct search *s) {
  struct aimed *a = s->self;
  end_guided(s);
  if (a->aims.len) clear_marks(s->x->vm, &a->aims.data[a->turn]);
  vec_free(&a->aims);
  vec_free(&a->places);
  free(a);
}

/* A guided search that has no state left is inconclusive; here the next turn begins. */
static int aimed_step(struct search *s, struct error *err) {
  struct aimed *a = s->self;
  uint64_t transitions = s->x->transitions;
  int r;
  if (!a->aims.len)
    return search_inconclusive(s, CAUSE_STRATEGY,
                               "the program itself throws nothing and has no conflicting accesses");
  r = guided(s, search_guided.step, err);
  if (r == SEARCH_RUNNING && s->x->transitions < a->end) return r;
  if (r != SEARCH_RUNNING && (r != SEARCH_INCONCLUSIVE || s->stopped)) return r;
  /* nothing happened at all: a program of one state would be searched for ever */
  if (r == SEARCH_INCONCLUSIVE && s->x->transitions == transitions && s->x->here == s->start)
    return r;
  /* --all-errors: the tree holds the errors, so no other turn can begin */
  if (s->distinct.len)
    return search_inconclusive(s, CAUSE_STRATEGY, "the targets after that of an error had no turn");
  end_turn(s);
  return begin_turn(s, err);
}

static void aimed_release_rest(struct search *s) {
  struct aimed *a = s->self;
  s->self = a->guided;
  if (s->self) search_guided.release_rest(s);
  s->self = a;
}

const struct search_ops search_aimed = {
    .name = "aimed",
    .summary = "guided searches towards the program's own throws and conflicting accesses",
    .options = "--heuristic --prefer --position --backtrack",
    .open = aimed_open,
    .step = aimed_step,
    .close = aimed_close,
    .release_rest = aimed_release_rest};
