/* Searches that take the best open state from a heap (best_first.h), and their checkpoints.
 *
 * Invariants
 *   1. Every node in the heap has one pin for it and the flag NODE_FRONTIER.
 *   2. A node that is not in the heap, is not `state` and has no child is dropped, unless the tree
 *      is kept or it is the first error.
 *   3. Two entries compare by (rank, order). Orders are distinct or drawn, so the order of states
 *      is a function of the seed. */
#include "engine/search/best_first.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/search/awaited.h"
#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/chosen.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/search/state_graph.h"

enum { WAKE_MAX = 4096 };

struct rest { /* --sleep-sets: what is left to explore from an open state */
  struct sleep_set asleep;
  /* For a state that was met again: the names of the only choices to take. NULL: all that are
   * awake. */
  uint64_t *only;
  uint32_t only_count;
};

struct open_state {
  uint64_t rank, order;
  struct rest *rest; /* owned; NULL: nothing sleeps */
  node_id node;
  uint32_t number; /* number of the state, if hangs are evaluated */
};

struct best_first {
  struct state_graph *graph; /* NULL unless hangs are evaluated */
  const struct best_first_rules *rules;
  VEC(struct open_state) heap;
  uint64_t arrivals;
  struct choice choices[CHOICES_MAX]; /* the choices of `state` */
  uint32_t count, next;
  node_id state;
  struct sleep_store *slept; /* --sleep-sets, else NULL */
  struct footprint print;    /* footprint of the last transition */
  /* The choices of `state` that are explored elsewhere, and those already taken. */
  struct sleep_set asleep;
  struct sleep_set made; /* sleep set of the last successor made */
  uint64_t rest_bytes;
};

static uint64_t best_first_rest_bytes(const struct rest *r) {
  return r ? sizeof *r + sleep_bytes(&r->asleep) + r->only_count * sizeof *r->only : 0;
}

static void rest_free(struct rest *r) {
  if (!r) return;
  sleep_release(&r->asleep);
  free(r->only);
  free(r);
}

/* ---- the heap ---- */

static bool before(const struct open_state *a, const struct open_state *b) {
  return a->rank < b->rank || (a->rank == b->rank && a->order < b->order);
}

static void heap_push(struct best_first *b, struct open_state e) {
  size_t i = b->heap.len;
  (void)vec_push(&b->heap);
  for (; i > 0 && before(&e, &b->heap.data[(i - 1) / 2]); i = (i - 1) / 2)
    b->heap.data[i] = b->heap.data[(i - 1) / 2];
  b->heap.data[i] = e;
}

static struct open_state heap_pop(struct best_first *b) {
  struct open_state top = b->heap.data[0], e = b->heap.data[--b->heap.len];
  size_t i = 0, n = b->heap.len;
  for (;;) {
    size_t c = 2 * i + 1;
    if (c >= n) break;
    if (c + 1 < n && before(&b->heap.data[c + 1], &b->heap.data[c])) c++;
    if (!before(&b->heap.data[c], &e)) break;
    b->heap.data[i] = b->heap.data[c];
    i = c;
  }
  if (n) b->heap.data[i] = e;
  INVARIANT(!n || !before(&b->heap.data[0], &top), "the state that is taken is the first: node %u",
            top.node);
  return top;
}

static uint64_t order_of(struct search *s, struct best_first *b) {
  uint64_t n = b->arrivals++;
  switch (b->rules->ties) {
    case TIES_NEWEST: return ~n;
    case TIES_RANDOM: return rng_next(&s->rng);
    default: return n;
  }
}

static void best_first_count_bytes(struct search *s, const struct best_first *b) {
  s->own_bytes = b->heap.cap * sizeof *b->heap.data + b->rest_bytes +
                 (b->slept ? sleep_store_bytes(b->slept) : 0) +
                 (b->graph ? state_graph_bytes(b->graph) : 0);
}

/* Adds n to the open states. Takes ownership of `rest`. */
static void best_first_add(struct search *s, struct best_first *b, node_id n, uint64_t rank,
                           struct rest *rest) {
  struct xnode *k = xnode(s->x, n);
  INVARIANT(!(k->flags & NODE_FRONTIER), "a node is opened once: %u", n);
  k->pins++;
  k->flags |= NODE_FRONTIER;
  heap_push(b, (struct open_state){rank, order_of(s, b), rest, n, s->number});
  b->rest_bytes += best_first_rest_bytes(rest);
  best_first_count_bytes(s, b);
}

/* ---- expanding a state ---- */

static uint32_t depth_of(struct search *s, node_id n) {
  return xnode(s->x, n)->depth - xnode(s->x, s->start)->depth;
}

/* Starts to expand n, the current node. Takes ownership of `rest`. */
static void best_first_enter(struct search *s, struct best_first *b, node_id n, struct rest *rest) {
  CHECK(s->x->here == n, "a state is expanded where it is: node %u", n);
  b->state = n;
  b->next = 0;
  b->count = search_choices(s, b->choices);
  if (!b->slept) return;
  sleep_release(&b->asleep);
  CHECK(b->rest_bytes >= best_first_rest_bytes(rest), "what is left of an open state was counted");
  b->rest_bytes -= best_first_rest_bytes(rest);
  if (rest) {
    b->asleep = rest->asleep;
    rest->asleep = (struct sleep_set){0};
    if (!rest->only) sleep_store_turn(b->slept, xnode(s->x, n)->fp, &b->asleep);
    b->count =
        sleep_awake(s->x->vm, b->choices, b->count, &b->asleep, rest->only, rest->only_count);
  }
  rest_free(rest);
}

/* Cuts the space where the search would go beyond the bound on depth. A path that ends at the bound
 * is not cut. */
static bool within_depth(struct search *s, node_id n, uint32_t *left) {
  uint32_t depth = depth_of(s, n);
  *left = s->opt.depth ? s->opt.depth - depth : 0;
  if (!s->opt.depth || depth < s->opt.depth) return true;
  search_cut_depth(s);
  return false;
}

static bool best_first_remember(struct search *s, struct best_first *b, node_id n, uint32_t left,
                                uint32_t foreseen) {
  bool is_new, go = search_remember(s, n, left, b->rules->salt ? b->rules->salt(s, n, foreseen) : 0,
                                    &is_new);
  if (b->rules->generated && is_new) s->report.states--; /* it was counted when it was generated */
  if (is_new && xnode(s->x, n)->flags & (NODE_ENDED | NODE_BLOCKED)) s->report.ends++;
  if (!go) xnode(s->x, n)->flags |= NODE_MATCHED;
  return go;
}

static struct rest *rest_of(struct sleep_set asleep, const uint64_t *only, uint32_t count) {
  struct rest *r;
  if (!asleep.all.len && !only) {
    sleep_release(&asleep);
    return NULL;
  }
  r = mem_alloc(sizeof *r);
  r->asleep = asleep;
  r->only_count = count;
  if (only) r->only = memcpy(mem_alloc(count * sizeof *only), only, count * sizeof *only);
  return r;
}

/* --sleep-sets: opens the current state if it is new. If it was met before, opens it again for the
 * choices that slept then and do not sleep now. */
static void open_awake(struct search *s, struct best_first *b, node_id n, bool is_new,
                       uint32_t foreseen) {
  uint64_t wake[WAKE_MAX];
  uint32_t count = 0;
  struct sleep_set asleep = b->made;
  b->made = (struct sleep_set){0};
  if (is_new)
    sleep_store_put(b->slept, xnode(s->x, n)->fp, &asleep, true);
  else
    count = sleep_store_meet(b->slept, xnode(s->x, n)->fp, &asleep, wake, WAKE_MAX);
  if (is_new || count)
    best_first_add(s, b, n, b->rules->rank(s, n, foreseen),
                   rest_of(asleep, count ? wake : NULL, count));
  else
    sleep_release(&asleep);
}

/* Adds the edge of the choice taken last: to the state remembered last, or to the end of a path. */
static void note_edge(const struct search *s, struct best_first *b, bool ends, uint32_t asked) {
  if (b->graph)
    state_graph_add(b->graph, ends ? STATE_GRAPH_END : s->number,
                    asked != s->x->vm->run.asked_world);
}

/* Decides whether the current state, to which a transition has just led, is dropped or opened. */
static void best_first_evaluate(struct search *s, struct best_first *b, node_id n, bool dead,
                                uint32_t foreseen) {
  uint32_t left = 0;
  bool within, go;
  if (xnode(s->x, n)->flags & NODE_FAILED) return;
  if (xnode(s->x, n)->flags & NODE_ERROR && dead) return;
  if (dead) {
    (void)best_first_remember(s, b, n, UINT32_MAX, foreseen);
    return;
  }
  within = within_depth(s, n, &left);
  if (b->rules->left) (void)b->rules->left(s, foreseen, &left);
  go = best_first_remember(s, b, n, left, foreseen);
  if (!within) return;
  if (b->slept)
    open_awake(s, b, n, go, foreseen);
  else if (go)
    best_first_add(s, b, n, b->rules->rank(s, n, foreseen), NULL);
}

/* Executes the choice and computes the sleep set of the new state. */
static int make_awake(struct search *s, struct best_first *b, struct choice c, node_id *n,
                      struct error *err) {
  uint64_t name = sleep_name(s->x->vm, c);
  int r;
  footprint_begin(s->x->vm, &b->print, c.thread);
  r = explorer_apply(s->x, c, n, err);
  if (r) return r;
  sleep_release(&b->made);
  b->made = sleep_behind(s->x->vm, &b->asleep, name, &b->print, b->state);
  return 0;
}

static int best_first_make(struct search *s, struct best_first *b, struct choice c, node_id *n,
                           struct error *err) {
  if (b->slept) return make_awake(s, b, c, n, err);
  *n = s->keep_tree ? explorer_child(s->x, c) : NODE_NONE;
  if (*n == NODE_NONE) return explorer_apply(s->x, c, n, err);
  explorer_go(s->x, *n);
  return 0;
}

/* Returns to the state being expanded. A child that is not needed is undone, which is cheaper. */
static void back(struct search *s, struct best_first *b, node_id n) {
  const struct xnode *k = xnode(s->x, n);
  if (!s->keep_tree && !k->pins && k->first_child == NODE_NONE)
    explorer_pop(s->x);
  else
    explorer_go(s->x, b->state);
  CHECK(s->x->here == b->state, "a successor is left for the state that is expanded: node %u", n);
}

/* Is the current state an error that waits for its turn and has nothing below it to explore? With
 * --outcomes, the search continues below a cycle of monitors, and below a deadlock that a spurious
 * wakeup can end. */
static bool is_late_error(struct search *s, const struct best_first *b, node_id n) {
  return b->rules->late && xnode(s->x, n)->flags & NODE_ERROR &&
         !(s->outcomes && search_stands_locked(s, n));
}

static int generate(struct search *s, struct best_first *b, struct error *err) {
  struct choice c = b->choices[b->next++];
  uint32_t foreseen = b->rules->foresee ? b->rules->foresee(s, c) : 0, left,
           asked = s->x->vm->run.asked_world;
  bool dead = true;
  node_id n;
  int r;
  if (b->rules->left && !b->rules->left(s, foreseen, &left)) return SEARCH_RUNNING;
  if (awaited_leaves_out(s, c)) {
    note_edge(s, b, true, asked);
    return SEARCH_RUNNING;
  }
  r = best_first_make(s, b, c, &n, err);
  if (r) return r;
  if (b->rules->generated) s->report.states++;
  if (is_late_error(s, b, n)) {
    best_first_add(s, b, n, b->rules->rank(s, n, foreseen), NULL);
  } else {
    r = search_met(s, n, &dead, err);
    if (xnode(s->x, n)->flags & NODE_ERROR && s->ops->ranks) ranking_observe(s, n);
    if (r != SEARCH_RUNNING) return r;
    best_first_evaluate(s, b, n, dead, foreseen);
  }
  note_edge(s, b, dead, asked);
  back(s, b, n);
  return SEARCH_RUNNING;
}

/* Reports an error that waited among the open states. */
static int met_late(struct search *s, node_id n, struct error *err) {
  bool dead;
  return search_met(s, n, &dead, err);
}

/* ---- hangs and the end ---- */

/* Moves from the start to the state that the choices lead to. */
static int go_along(struct search *s, const uint32_t *way, uint32_t count, struct error *err) {
  struct choice all[CHOICES_MAX];
  uint32_t i;
  node_id n;
  int r = 0;
  explorer_go(s->x, s->start);
  for (i = 0; i < count && !r; i++) {
    if (way[i] >= search_choices(s, all))
      return error_set(err, ERR_INTERNAL, "hang: a choice no longer exists");
    r = explorer_apply(s->x, all[way[i]], &n, err);
  }
  return r;
}

/* Evaluates hangs when no state is left, so that the graph is complete. */
static int evaluate_hangs(struct search *s, struct best_first *b, struct error *err) {
  uint32_t states = (uint32_t)visited_count(s->visited), count, *way;
  int r = SEARCH_RUNNING;
  bool asked;
  while (r == SEARCH_RUNNING && (way = state_graph_way(b->graph, states, &count, &asked))) {
    r = go_along(s, way, count, err);
    free(way);
    if (r >= 0) r = hang_met(s, err);
  }
  if (r == SEARCH_RUNNING && asked) hang_not_evaluated(s);
  return r;
}

static int best_first_finish(struct search *s, struct best_first *b, struct error *err) {
  int r = b->graph ? evaluate_hangs(s, b, err) : SEARCH_RUNNING;
  return r == SEARCH_RUNNING ? search_finished(s) : r;
}

static struct chosen_info chosen_open(const struct best_first *b) {
  bool alone = !b->heap.len;
  return (struct chosen_info){.by = CHOSEN_OPEN,
                              .among = (uint32_t)b->heap.len + 1,
                              .over = alone ? NODE_NONE : b->heap.data[0].node};
}

static int best_first_take(struct search *s, struct best_first *b, struct error *err) {
  node_id old = b->state;
  struct open_state e;
  int r = SEARCH_RUNNING;
  bool is_error;
  xnode(s->x, old)->flags |= NODE_EXPANDED;
  if (!b->heap.len) {
    if (b->rules->taken) b->rules->taken(s, NONE_LEFT);
    return best_first_finish(s, b, err);
  }
  e = heap_pop(b);
  CHECK(xnode(s->x, e.node)->flags & NODE_FRONTIER && xnode(s->x, e.node)->pins,
        "an open state is pinned: node %u", e.node);
  if (b->rules->taken) b->rules->taken(s, e.rank);
  chosen_note(s->chosen, s->x, e.node, chosen_open(b));
  if (xnode(s->x, e.node)->parent != old) s->report.backtracks++;
  xnode(s->x, e.node)->flags &= (uint16_t)~NODE_FRONTIER;
  explorer_go(s->x, e.node);
  xnode(s->x, e.node)->pins--;
  is_error = is_late_error(s, b, e.node);
  if (is_error) r = met_late(s, e.node, err);
  search_forget(s, old);
  best_first_enter(s, b, e.node, e.rest);
  if (b->graph && !is_error) state_graph_expand(b->graph, e.number);
  if (is_error) b->count = 0;
  return r;
}

/* Returns the number of open states, plus 1 while a state is being expanded. */
static uint64_t best_first_frontier(const struct best_first *b) {
  return b->heap.len + (b->next < b->count);
}

int best_first_step(struct search *s, struct error *err) {
  struct best_first *b = s->self;
  int r;
  if (s->x->here != b->state) explorer_go(s->x, b->state);
  r = b->next < b->count ? generate(s, b, err) : best_first_take(s, b, err);
  s->report.frontier = best_first_frontier(b);
  return r;
}

int best_first_open(struct search *s, const struct best_first_rules *rules) {
  struct best_first *b = mem_alloc(sizeof *b);
  uint32_t left = s->opt.depth;
  s->self = b;
  b->rules = rules;
  if (rules->left) (void)rules->left(s, 0, &left);
  if (s->opt.sleep_sets) {
    b->slept = sleep_store_new();
    footprint_listen(s->x->vm, &b->print);
  }
  if (s->numbered) {
    b->graph = state_graph_new();
    s->report.hang = HANG_EVALUATED;
  }
  (void)best_first_remember(s, b, s->start, left, 0);
  if (b->graph) state_graph_expand(b->graph, s->number);
  best_first_enter(s, b, s->start, NULL);
  return 0;
}

void best_first_close(struct search *s) {
  struct best_first *b = s->self;
  for (size_t i = 0; i < b->heap.len; i++) {
    struct xnode *k = xnode(s->x, b->heap.data[i].node);
    CHECK(k->pins, "an open state is pinned: node %u", b->heap.data[i].node);
    k->pins--;
    k->flags &= (uint16_t)~NODE_FRONTIER;
    rest_free(b->heap.data[i].rest);
  }
  vec_free(&b->heap);
  sleep_release(&b->asleep);
  sleep_release(&b->made);
  if (b->slept) footprint_close(s->x->vm, &b->print);
  sleep_store_free(b->slept);
  state_graph_free(b->graph);
  free(b);
}

/* ---- saving and loading ---- */

void best_first_release_rest(struct search *s) {
  struct best_first *b = s->self;
  CHECK(b->next, "a choice that is given back was taken");
  b->next--;
  if (b->slept) sleep_take_back(&b->asleep, sleep_name(s->x->vm, b->choices[b->next]));
  s->report.frontier = best_first_frontier(b);
  if (b->rules->generated) s->report.states--;
}

static void save_rest(struct ckpt_out *o, const struct ckpt_tree *t, const struct rest *r) {
  ckpt_put_number(o, r != NULL);
  if (!r) return;
  ckpt_put_sleepers(o, t, &r->asleep);
  ckpt_put_number(o, r->only ? r->only_count + 1ull : 0);
  if (r->only) ckpt_put(o, r->only, r->only_count * sizeof *r->only);
}

static struct rest *load_rest(struct search *s, struct best_first *b, struct ckpt_in *in,
                              const struct ckpt_tree *t) {
  uint64_t only;
  struct rest *r;
  if (!ckpt_number_below(in, 2)) return NULL;
  r = mem_alloc(sizeof *r);
  ckpt_sleepers(in, s, t, &b->print, &r->asleep);
  only = ckpt_number_below(in, WAKE_MAX + 2);
  if (!only) return r;
  r->only_count = (uint32_t)only - 1;
  r->only = mem_alloc(only * sizeof *r->only);
  ckpt_get(in, r->only, r->only_count * sizeof *r->only);
  return r;
}

void best_first_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  struct best_first *b = s->self;
  ckpt_put_node(o, t, b->state);
  ckpt_put_choices(o, b->choices + b->next, b->count - b->next);
  ckpt_put_number(o, b->arrivals);
  ckpt_put_number(o, b->heap.len);
  for (size_t i = 0; i < b->heap.len; i++) {
    const struct open_state *e = &b->heap.data[i];
    ckpt_put(o, &e->rank, sizeof e->rank);
    ckpt_put(o, &e->order, sizeof e->order);
    ckpt_put_node(o, t, e->node);
    if (b->graph) ckpt_put_number(o, e->number);
    if (b->slept) save_rest(o, t, e->rest);
  }
  if (b->graph) state_graph_save(b->graph, o);
  if (!b->slept) return;
  ckpt_put_sleepers(o, t, &b->asleep);
  sleep_store_save(b->slept, o);
}

static void load_open_state(struct search *s, struct best_first *b, struct ckpt_in *in,
                            const struct ckpt_tree *t) {
  struct open_state e = {0};
  ckpt_get(in, &e.rank, sizeof e.rank);
  ckpt_get(in, &e.order, sizeof e.order);
  e.node = ckpt_some_node(in, t);
  if (b->graph) e.number = (uint32_t)ckpt_number_below(in, visited_count(s->visited));
  if (!ckpt_good(in)) return;
  if (xnode(s->x, e.node)->flags & NODE_FRONTIER ||
      (b->heap.len && before(&e, &b->heap.data[(b->heap.len - 1) / 2]))) {
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its open states)");
    return;
  }
  xnode(s->x, e.node)->pins++;
  xnode(s->x, e.node)->flags |= NODE_FRONTIER;
  if (b->slept) e.rest = load_rest(s, b, in, t);
  b->rest_bytes += best_first_rest_bytes(e.rest);
  *vec_push(&b->heap) = e;
}

/* The heap is stored in heap order and need not be sorted again. */
void best_first_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct best_first *b = s->self;
  uint64_t n;
  b->state = ckpt_some_node(in, t);
  b->count = ckpt_choices(in, s, b->state, b->choices);
  b->next = 0;
  b->arrivals = ckpt_number(in);
  for (n = ckpt_number(in); n && ckpt_good(in); n--) load_open_state(s, b, in, t);
  if (b->graph) state_graph_load(b->graph, in, visited_count(s->visited));
  if (b->slept) ckpt_sleepers(in, s, t, &b->print, &b->asleep);
  if (b->slept) sleep_store_load(b->slept, in);
  best_first_count_bytes(s, b);
}
