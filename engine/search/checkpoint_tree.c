/* See checkpoint_tree.h. */
#include "engine/search/checkpoint_tree.h"

#include "engine/base/check.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

#include "engine/search/hang.h"

#include <stdlib.h>

enum { COMPARED = NODE_ENDED | NODE_ERROR | NODE_BLOCKED };
enum { HAS_PRINT = 1, HAS_VALUE = 2, HAS_OBSERVED = 4, ENDS = 3 /* first bit of COMPARED */ };

/* ---- choices ---- */

static void put_choice(struct ckpt_out *o, struct choice c) {
  ckpt_put_number(o, c.thread);
  ckpt_put_number(o, (uint64_t)c.arg << 4 | c.kind);
}

static struct choice get_choice(struct ckpt_in *in) {
  uint64_t thread = ckpt_number_below(in, THREAD_MAX), rest = ckpt_number_below(in, 1u << 20);
  return choice_make(thread, rest, rest >> 4);
}

void ckpt_put_choices(struct ckpt_out *o, const struct choice *c, uint32_t n) {
  ckpt_put_number(o, n);
  for (uint32_t i = 0; i < n; i++) put_choice(o, c[i]);
}

/* Can the choice be taken in the current state? */
static bool is_possible(struct search *s, struct choice c) {
  struct choice all[CHOICES_MAX];
  uint32_t n = search_choices(s, all), i;
  if (xnode(s->x, s->x->here)->flags & (s->outcomes ? NODE_ENDED : NODE_ENDED | NODE_ERROR))
    return false;
  for (i = 0; i < n; i++)
    if (all[i].thread == c.thread && all[i].kind == c.kind && all[i].arg == c.arg) return true;
  /* a wait that elapses because everything else runs in cycles */
  return c.kind == CHOICE_TIMEOUT && c.thread < vm_machine(s->x->vm)->thread_count &&
         time_is_pending(vm_thread(s->x->vm, c.thread));
}

uint32_t ckpt_choices(struct ckpt_in *in, struct search *s, node_id state, struct choice *out) {
  uint32_t n = (uint32_t)ckpt_number_below(in, CHOICES_MAX + 1), i;
  if (n && ckpt_good(in)) explorer_go(s->x, state);
  for (i = 0; i < n && ckpt_good(in); i++) {
    out[i] = get_choice(in);
    if (!is_possible(s, out[i]))
      ckpt_in_fail(in, ERR_INPUT, "the checkpoint does not fit the program: a choice is missing");
  }
  return ckpt_good(in) ? n : 0;
}

/* ---- nodes ---- */

void ckpt_put_node(struct ckpt_out *o, const struct ckpt_tree *t, node_id n) {
  CHECK(n == NODE_NONE || n == t->start || t->number[n], "a node that is saved is in the tree: %u",
        n);
  ckpt_put_number(o, n == NODE_NONE ? 0 : t->number[n] + 1ull);
}

node_id ckpt_node(struct ckpt_in *in, const struct ckpt_tree *t) {
  uint64_t n = ckpt_number_below(in, t->count + 1ull);
  return n ? t->node[n - 1] : NODE_NONE;
}

node_id ckpt_some_node(struct ckpt_in *in, const struct ckpt_tree *t) {
  node_id n = ckpt_node(in, t);
  if (n != NODE_NONE) return n;
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (a state is missing)");
  return t->node[0];
}

void ckpt_tree_release(struct ckpt_tree *t) {
  free(t->number);
  free(t->node);
  *t = (struct ckpt_tree){0};
}

/* Returns the node after n in preorder, or NODE_NONE after the last. `from` is the root of the
 * tree. *up is the number of edges from n up to the new node's parent. */
static node_id next_in_preorder(struct explorer *x, node_id from, node_id n, uint32_t *up) {
  *up = 0;
  if (xnode(x, n)->first_child != NODE_NONE) return xnode(x, n)->first_child;
  for (; n != from; n = xnode(x, n)->parent) {
    ++*up;
    if (xnode(x, n)->next != NODE_NONE) return xnode(x, n)->next;
  }
  return NODE_NONE;
}

static uint32_t count_nodes(struct search *s) {
  node_id n = s->start;
  uint32_t count = 0, up;
  while ((n = next_in_preorder(s->x, s->start, n, &up)) != NODE_NONE) count++;
  return count;
}

static uint32_t short_print(struct fingerprint f) { return (uint32_t)(f.lo ^ f.lo >> 32); }

static void put_node(struct ckpt_out *o, const struct xnode *k, uint32_t up) {
  uint32_t has = (k->flags & COMPARED) << ENDS, print = short_print(k->fp);
  if (k->fp.lo || k->fp.hi) has |= HAS_PRINT;
  if (k->h_value != UINT32_MAX) has |= HAS_VALUE;
  if (k->observed) has |= HAS_OBSERVED;
  ckpt_put_number(o, has);
  ckpt_put_number(o, up);
  put_choice(o, k->choice);
  ckpt_put_number(o, k->thread_insns);
  if (has & HAS_PRINT) ckpt_put(o, &print, sizeof print);
  if (has & HAS_VALUE) ckpt_put_number(o, k->h_value);
  if (has & HAS_OBSERVED) ckpt_put_number(o, k->observed);
}

void ckpt_tree_save(struct ckpt_out *o, struct search *s, struct ckpt_tree *t) {
  struct explorer *x = s->x;
  node_id n = s->start;
  uint32_t up, count = count_nodes(s);
  t->start = n;
  t->number = mem_alloc(x->nodes.len * sizeof *t->number);
  t->count = 1;
  ckpt_begin(o, CKPT_TREE);
  ckpt_put_number(o, count);
  while ((n = next_in_preorder(x, s->start, n, &up)) != NODE_NONE) {
    t->number[n] = t->count++;
    put_node(o, xnode(x, n), up);
  }
  CHECK(t->count == count + 1, "a tree has as many nodes as its checkpoint says: %u", count);
}

/* ---- executing the choices again ---- */

static void differs(struct ckpt_in *in, struct search *s, uint32_t number, const char *how) {
  if (s->x->vm->sched.stop && *s->x->vm->sched.stop)
    ckpt_in_fail(in, ERR_LIMIT, "interrupted");
  else
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint does not fit the program: %s (state %u)", how,
                 number);
}

static void take_up(struct ckpt_in *in, struct search *s, node_id n, uint32_t has,
                    uint32_t number) {
  struct xnode *k = xnode(s->x, n);
  uint32_t print = 0;
  /* A hang is an error because of the states before it, so no single transition shows it. */
  if ((has >> ENDS & NODE_ERROR) && !(k->flags & (COMPARED | NODE_FAILED | NODE_CUT)))
    (void)hang_close(s->x);
  if (k->thread_insns != (uint32_t)ckpt_number(in))
    differs(in, s, number, "a transition executes different bytecodes");
  if ((k->flags & (COMPARED | NODE_FAILED | NODE_CUT)) != (has >> ENDS))
    differs(in, s, number, "a transition ends differently");
  if (has & HAS_PRINT) ckpt_get(in, &print, sizeof print);
  if (has & HAS_VALUE) k->h_value = (uint32_t)ckpt_number(in);
  if (has & HAS_OBSERVED) k->observed = (uint16_t)ckpt_number(in);
  if (!(has & HAS_PRINT) || !ckpt_good(in)) return;
  k->fp = search_fingerprint_only(s);
  if (short_print(k->fp) != print)
    differs(in, s, number, "a transition leads to a different state");
}

static node_id load_node(struct ckpt_in *in, struct search *s, uint32_t number) {
  struct explorer *x = s->x;
  uint32_t has = (uint32_t)ckpt_number(in);
  uint64_t up = ckpt_number(in);
  struct choice c = get_choice(in);
  struct error err = {0};
  node_id n = x->here;
  for (; up && n != s->start; up--) n = xnode(x, n)->parent;
  if (up) ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (state %u)", number);
  if (!ckpt_good(in)) return s->start;
  explorer_go(x, n);
  if (!is_possible(s, c)) differs(in, s, number, "a choice is missing");
  if (!ckpt_good(in)) return s->start;
  if (explorer_apply(x, c, &n, &err))
    ckpt_in_fail(in, err.code, "%s", err.msg);
  else
    take_up(in, s, n, has, number);
  return n;
}

void ckpt_tree_load(struct ckpt_in *in, struct search *s, struct ckpt_tree *t) {
  struct explorer *x = s->x;
  uint64_t transitions = x->transitions, insns = x->vm->insn_total, limit = x->memory_limit, count;
  VEC(node_id) nodes = {0};
  ckpt_need(in, CKPT_TREE);
  count = ckpt_number_below(in, UINT32_MAX);
  x->memory_limit = 0; /* the search itself checks the limit later */
  explorer_go(x, s->start);
  *vec_push(&nodes) = s->start;
  while (ckpt_good(in) && nodes.len <= count) {
    if (x->vm->sched.stop && *x->vm->sched.stop) ckpt_in_fail(in, ERR_LIMIT, "interrupted");
    node_id n = load_node(in, s, (uint32_t)nodes.len);
    *vec_push(&nodes) = n;
  }
  x->memory_limit = limit;
  x->transitions = transitions;
  x->vm->insn_total = insns;
  t->node = nodes.data;
  t->count = (uint32_t)nodes.len;
}
