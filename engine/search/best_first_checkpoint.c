/* Saves and loads the open states of a best-first search (best_first.h, checkpoint.h). */
#include "engine/search/best_first.h"
#include "engine/search/best_first_int.h"
#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/search/state_graph.h"

void best_first_release_rest(struct search *s) {
  struct best_first *b = s->self;
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
  if (b->graph) state_graph_load(b->graph, in);
  if (b->slept) ckpt_sleepers(in, s, t, &b->print, &b->asleep);
  if (b->slept) sleep_store_load(b->slept, in);
  best_first_count_bytes(s, b);
}
