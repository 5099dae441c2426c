/* Aimed search: guided searches (guided.c) whose targets are the program's own throw statements,
 * failed assertions among them. Most programs and tests report what they find wrong by throwing, so
 * the way to such a place is the way to an error. Unlike a guided search, it needs no sequence.
 *
 * The targets take turns. A turn is a guided search with this one target from the start, within a
 * bound on transitions. When every target has had its turn, the next round has turns that are four
 * times as long. The states that a turn has met are forgotten, because a guided search matches
 * states in a way that prunes. The search is never complete: it ends at a bound, or at once if the
 * program throws nothing. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/flow/throws.h"
#include "engine/property/race.h"
#include "engine/search/ranking.h"
#include "engine/search/search.h"

enum { TARGETS_MOST = 256, FIRST_TURN = 4000, LONGER = 4 };

extern const struct search_ops search_guided;

struct aimed {
  struct location *all; /* the targets */
  uint32_t count, turn; /* turn: whose turn it is */
  uint64_t bound;       /* transitions of a turn */
  uint64_t end;         /* number of the explorer's transitions at which the turn ends */
  void *guided;         /* the data of the guided search */
};

static bool is_own(void *self, struct method *m) {
  return !(m->vm_flags & METHOD_SYNTHETIC) && !race_of_library(self, m->owner);
}

static int find_targets(struct vm *vm, struct aimed *a, struct error *err) {
  bool trusts = vm->trust != NULL; /* what tells libraries from the program is there */
  struct rta *r;
  if (race_trust_start(vm, err)) return err->code;
  r = rta_new(vm, NULL);
  rta_add_root(r, vm->main_method);
  rta_run(r);
  a->all = throws_find(r, is_own, vm, TARGETS_MOST, &a->count);
  rta_free(r);
  if (!trusts) race_trust_stop(vm);
  return 0;
}

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

static int begin_turn(struct search *s, struct error *err) {
  struct aimed *a = s->self;
  CHECK(a->turn < a->count, "a turn is of a target: %u of %u", a->turn, a->count);
  s->targets = &a->all[a->turn];
  s->target_count = 1;
  a->end = s->x->transitions + a->bound;
  return guided(s, search_guided.open, err);
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
  explorer_go(s->x, s->start);
  if (!s->keep_tree) explorer_prune(s->x, s->start);
  visited_free(s->visited);
  s->visited = visited_new(false);
  if (++a->turn < a->count) return;
  a->turn = 0;
  a->bound *= LONGER;
}

static int aimed_open(struct search *s, struct error *err) {
  struct aimed *a = mem_alloc(sizeof *a);
  s->self = a;
  a->bound = FIRST_TURN;
  if (!s->x->vm->main_method) return 0;
  if (find_targets(s->x->vm, a, err)) return err->code;
  if (!a->count) return 0;
  s->targets = a->all;
  s->target_count = a->count;
  return ranking_open(s, err) ? err->code : begin_turn(s, err);
}

static void aimed_close(struct search *s) {
  struct aimed *a = s->self;
  end_guided(s);
  free(a->all);
  free(a);
}

/* A guided search that has no state left is inconclusive; here the next turn begins. */
static int aimed_step(struct search *s, struct error *err) {
  struct aimed *a = s->self;
  uint64_t transitions = s->x->transitions;
  int r;
  if (!a->count)
    return search_inconclusive(s, CAUSE_STRATEGY, "the program itself throws no exception");
  r = guided(s, search_guided.step, err);
  if (r == SEARCH_RUNNING && s->x->transitions < a->end) return r;
  if (r != SEARCH_RUNNING && (r != SEARCH_INCONCLUSIVE || s->stopped)) return r;
  /* nothing happened at all: a program of one state would be searched for ever */
  if (r == SEARCH_INCONCLUSIVE && s->x->transitions == transitions && s->x->here == s->start)
    return r;
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
    .summary = "guided searches towards the program's own throw statements",
    .options = "--heuristic --prefer --position --backtrack",
    .open = aimed_open,
    .step = aimed_step,
    .close = aimed_close,
    .release_rest = aimed_release_rest};
