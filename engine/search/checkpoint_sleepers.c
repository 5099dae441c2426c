/* See checkpoint_sleepers.h. */
#include "engine/search/checkpoint_sleepers.h"

void ckpt_put_sleepers(struct ckpt_out *o, const struct ckpt_tree *t, const struct sleep_set *set) {
  ckpt_put_number(o, set->all.len);
  for (size_t i = 0; i < set->all.len; i++) {
    ckpt_put(o, &set->all.data[i].name, sizeof set->all.data[i].name);
    ckpt_put_node(o, t, set->all.data[i].origin);
  }
}

struct heard {
  struct footprint *print;
  struct sleep_set *set;
  uint64_t name;
  node_id origin;
  bool cut;
};

static void checkpoint_sleepers_hear(void *self, struct explorer *x, const struct xnode *n) {
  struct heard *h = self;
  h->cut = (n->flags & NODE_CUT) != 0;
  footprint_end(x->vm, h->print);
  sleep_add(h->set, h->name, h->print, h->origin);
}

/* Finds the choice with this name in the current state. */
static bool checkpoint_sleepers_find(struct search *s, uint64_t name, struct choice *out) {
  struct choice all[CHOICES_MAX];
  uint32_t n = search_choices(s, all), i;
  if (xnode(s->x, s->x->here)->flags & (NODE_ENDED | NODE_ERROR | NODE_FAILED)) return false;
  for (i = 0; i < n; i++)
    if (sleep_name(s->x->vm, all[i]) == name) {
      *out = all[i];
      return true;
    }
  return false;
}

static void load_sleeper(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t,
                         struct heard *h) {
  struct choice c;
  size_t before = h->set->all.len;
  ckpt_get(in, &h->name, sizeof h->name);
  h->origin = ckpt_some_node(in, t);
  if (!ckpt_good(in)) return;
  explorer_go(s->x, h->origin);
  if (!checkpoint_sleepers_find(s, h->name, &c)) {
    ckpt_in_fail(in, ERR_INPUT,
                 "the checkpoint does not fit the program: a sleeping choice is missing");
    return;
  }
  footprint_begin(s->x->vm, h->print, c.thread);
  explorer_peek(s->x, c, checkpoint_sleepers_hear, h);
  if (h->cut)
    ckpt_in_fail(in, ERR_LIMIT, "interrupted");
  else if (h->set->all.len == before)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (a sleep set)");
}

void ckpt_sleepers(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t,
                   struct footprint *print, struct sleep_set *set) {
  struct heard h = {.print = print, .set = set};
  for (uint64_t n = ckpt_number(in); n && ckpt_good(in); n--) load_sleeper(in, s, t, &h);
}
