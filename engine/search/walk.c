/* See walk.h. */
#include "engine/search/walk.h"

#include "engine/base/check.h"
#include "engine/search/checkpoint_tree.h"

void walk_start_init(struct walk_start *w) { *w = (struct walk_start){.node = NODE_NONE}; }

static void keep(struct search *s, struct walk_start *w, node_id n) {
  w->node = n;
  w->depth = xnode(s->x, n)->depth - xnode(s->x, s->start)->depth;
  xnode(s->x, n)->pins++;
}

void walk_start_note(struct search *s, struct walk_start *w, uint32_t choices) {
  if (w->node == NODE_NONE && choices > 1) keep(s, w, s->x->here);
}

void walk_start_return(struct search *s, const struct walk_start *w) {
  node_id end = s->x->here;
  CHECK(w->node == NODE_NONE || xnode(s->x, w->node)->pins,
        "the start of the walks is pinned: node %u", w->node);
  explorer_go(s->x, w->node == NODE_NONE ? s->start : w->node);
  if (end != s->x->here) search_forget(s, end);
}

int walk_take(struct search *s, struct choice c, node_id *n, struct error *err) {
  int r = 0;
  *n = s->keep_tree ? explorer_child(s->x, c) : NODE_NONE;
  if (*n != NODE_NONE) {
    explorer_go(s->x, *n);
  } else {
    r = explorer_apply(s->x, c, n, err);
    s->report.states += !r;
  }
  return r;
}

void walk_start_save(const struct walk_start *w, struct ckpt_out *o, const struct ckpt_tree *t) {
  ckpt_put_node(o, t, w->node);
}

void walk_start_load(struct search *s, struct walk_start *w, struct ckpt_in *in,
                     const struct ckpt_tree *t) {
  node_id n = ckpt_node(in, t);
  if (n != NODE_NONE) keep(s, w, n);
}
