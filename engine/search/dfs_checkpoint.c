/* Saves and loads the position of a depth-first search. */
#include <stdlib.h>
#include <string.h>

#include "engine/search/checkpoint_sleepers.h"
#include "engine/search/dfs_int.h"

void dfs_count_bytes(struct search *s, const struct dfs *d) {
  s->own_bytes = d->stack.cap * sizeof *d->stack.data + d->choices.cap * sizeof *d->choices.data +
                 (d->slept ? sleep_store_bytes(d->slept) : 0) +
                 (d->open ? components_bytes(d->open) : 0) +
                 (d->size ? estimate_bytes(d->size) : 0);
}

void dfs_release_rest(struct search *s) {
  struct dfs *d = s->self;
  struct level *l = &d->stack.data[d->stack.len - 1];
  struct choice c = d->choices.data[l->first + --l->next];
  s->report.frontier++;
  if (d->slept) sleep_take_back(&l->asleep, sleep_name(s->x->vm, c));
}

/* The states on the stack are the nodes of the path to here. Saves the choices left in each. */
void dfs_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t) {
  struct dfs *d = s->self;
  ckpt_put_node(o, t, s->x->here);
  ckpt_put_number(o, d->stack.len);
  for (size_t i = 0; i < d->stack.len; i++) {
    const struct level *l = &d->stack.data[i];
    ckpt_put_choices(o, &d->choices.data[l->first + l->next], l->count - l->next);
    if (d->slept) ckpt_put_sleepers(o, t, &l->asleep);
    if (!d->open) continue;
    ckpt_put_number(o, l->number);
    ckpt_put_number(o, l->low);
    ckpt_put_number(o, (uint64_t)l->ends | (uint64_t)l->asks << 1 | (uint64_t)l->elapsed << 2);
  }
  if (d->open) components_save(d->open, o);
  if (d->slept) sleep_store_save(d->slept, o);
}

static void load_component(struct ckpt_in *in, struct level *l) {
  uint64_t bits;
  l->number = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  l->low = (uint32_t)ckpt_number_below(in, l->number + 1ull);
  bits = ckpt_number_below(in, 8);
  l->ends = bits & 1;
  l->asks = bits & 2;
  l->elapsed = bits & 4;
}

static void load_level(struct search *s, struct dfs *d, struct ckpt_in *in,
                       const struct ckpt_tree *t, node_id state) {
  struct choice all[CHOICES_MAX];
  struct fingerprint f = xnode(s->x, state)->fp;
  uint32_t n = ckpt_choices(in, s, state, all), i;
  struct level *l = vec_push(&d->stack);
  *l = (struct level){.fp = f, .first = (uint32_t)d->choices.len, .count = n};
  for (i = 0; i < n; i++) *vec_push(&d->choices) = all[i];
  ++*dfs_filter(d, f);
  if (d->slept) ckpt_sleepers(in, s, t, &d->print, &l->asleep);
  if (d->open) load_component(in, l);
}

void dfs_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t) {
  struct dfs *d = s->self;
  node_id here = ckpt_some_node(in, t), *path, n;
  uint64_t levels = ckpt_number(in), i;
  uint32_t depth = xnode(s->x, here)->depth - xnode(s->x, s->start)->depth;
  memset(d->filter, 0, FILTER * sizeof *d->filter);
  d->stack.len = d->choices.len = 0;
  /* A checkpoint does not hold the data of the estimate. */
  estimate_free(d->size);
  d->size = NULL;
  if (!ckpt_good(in)) return;
  if (levels && levels != depth + 1ull)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its stack)");
  path = mem_alloc((depth + 1u) * sizeof *path);
  for (n = here, i = depth + 1u; i-- > 0; n = xnode(s->x, n)->parent) path[i] = n;
  for (i = 0; i < levels && ckpt_good(in); i++) load_level(s, d, in, t, path[i]);
  free(path);
  if (d->open) {
    components_drop(d->open, 0);
    components_load(d->open, in);
  }
  if (d->slept) sleep_store_load(d->slept, in);
  dfs_count_bytes(s, d);
  if (ckpt_good(in)) explorer_go(s->x, here);
}
