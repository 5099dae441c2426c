/* Opening, nodes and choices of the stand-in engine. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "fake_program.h"

/* ---- opening, nodes ---- */

void engine_options_init(struct engine_options *o) {
  memset(o, 0, sizeof *o);
  o->properties = PROP_DEFAULT;
  o->seed = 1;
}

static void fake_add(struct engine *e, node_id parent, uint32_t thread) {
  struct fake_node n = {parent, NODE_NONE, NODE_NONE, NODE_NONE, 0, thread, 1};
  if (parent != NODE_NONE) n.depth = e->nodes.data[parent].depth + 1;
  *vec_push(&e->nodes) = n;
}

int engine_open(const struct engine_options *o, struct engine **out, struct error *err) {
  struct engine *e = mem_alloc(sizeof *e);
  (void)err;
  e->options = *o;
  fake_add(e, NODE_NONE, 0);
  *out = e;
  return 0;
}

void engine_close(struct engine *e) {
  size_t i;
  if (!e) return;
  for (i = 0; i < e->marks.len; i++) free(e->marks.data[i].text);
  for (i = 0; i < e->checks.len; i++) free(e->checks.data[i].verdict);
  vec_free(&e->nodes);
  vec_free(&e->marks);
  vec_free(&e->checks);
  free(e);
}

struct vm *engine_vm(struct engine *e) {
  return (void)e, NULL;
}
const struct engine_options *engine_opts(const struct engine *e) { return &e->options; }
const char *engine_jdk(const struct engine *e) { return (void)e, "a test"; }
node_id engine_here(const struct engine *e) { return e->here; }
uint32_t engine_node_count(const struct engine *e) { return (uint32_t)e->nodes.len; }

static bool fake_on_path(const struct engine *e, node_id n) {
  node_id p;
  for (p = e->here; p != NODE_NONE; p = e->nodes.data[p].parent)
    if (p == n) return true;
  return false;
}

int engine_node(const struct engine *e, node_id n, struct node_info *out) {
  struct fake_state s;
  const struct fake_node *k;
  if (n >= e->nodes.len) return ERR_NOTFOUND;
  k = &e->nodes.data[n];
  fake_walk(e, n, &s);
  memset(out, 0, sizeof *out);
  out->id = n;
  out->parent = k->parent;
  out->first_child = k->child;
  out->next_sibling = k->sibling;
  out->depth = k->depth;
  out->choice.thread = k->thread;
  out->observed = s.observed;
  out->h_value = e->marks.len ? 20 - k->depth % 20 : UINT32_MAX;
  out->visits = k->visits;
  out->events = n ? 1 : 0;
  out->instructions = 10;
  out->fingerprint[0] = n;
  if (fake_on_path(e, n)) out->flags |= NODE_ON_PATH;
  if (n == e->here) out->flags |= NODE_HERE;
  if (s.error) out->flags |= NODE_ERROR;
  if (s.ended[0]) out->flags |= NODE_ENDED;
  if (!fake_on_path(e, n) && k->child != NODE_NONE) out->flags |= NODE_BACKTRACKED;
  return 0;
}

char *engine_node_text(struct engine *e, node_id n) {
  struct fake_state s;
  if (n == NODE_ROOT) return mem_strdup("");
  fake_walk(e, e->nodes.data[n].parent, &s);
  return fake_step_text(&s, e->nodes.data[n].thread);
}

int engine_go(struct engine *e, node_id n, struct error *err) {
  node_id p;
  if (n >= e->nodes.len) return error_set(err, ERR_NOTFOUND, "no node %u", n);
  e->here = n;
  for (p = n; p != NODE_ROOT; p = e->nodes.data[p].parent)
    e->nodes.data[e->nodes.data[p].parent].last = p;
  return 0;
}

/* The marks of the stand-in are not scheduling points. */
void engine_step_end(struct engine *e, struct step_end *out) {
  (void)e;
  memset(out, 0, sizeof *out);
}

int engine_back(struct engine *e, struct error *err) {
  if (e->here == NODE_ROOT) return error_set(err, ERR_NOTFOUND, "the root");
  return engine_go(e, e->nodes.data[e->here].parent, err);
}

int engine_forward(struct engine *e, struct error *err) {
  if (e->nodes.data[e->here].last == NODE_NONE)
    return error_set(err, ERR_NOTFOUND, "nothing ahead");
  return engine_go(e, e->nodes.data[e->here].last, err);
}

uint32_t engine_path(const struct engine *e, node_id n, node_id *out, uint32_t max) {
  uint32_t depth = e->nodes.data[n].depth + 1, i = depth;
  for (; n != NODE_NONE; n = e->nodes.data[n].parent)
    if (--i < max) out[i] = n;
  return depth;
}

/* ---- choices ---- */

uint32_t engine_choices(struct engine *e, struct choice *out, uint32_t max) {
  struct fake_state s;
  uint32_t t, n = 0;
  fake_walk(e, e->here, &s);
  for (t = 0; t < FAKE_THREADS; t++)
    if (fake_enabled(&s, t)) {
      if (n < max) out[n] = (struct choice){t, 0, 0};
      n++;
    }
  return n;
}

int engine_take(struct engine *e, struct choice c, node_id *out, struct error *err) {
  node_id n, made;
  struct fake_state s;
  fake_walk(e, e->here, &s);
  if (c.thread >= FAKE_THREADS || !fake_enabled(&s, c.thread))
    return error_set(err, ERR_INPUT, "not enabled");
  for (n = e->nodes.data[e->here].child; n != NODE_NONE; n = e->nodes.data[n].sibling)
    if (e->nodes.data[n].thread == c.thread) break;
  if (n == NODE_NONE) {
    node_id *at;
    made = (node_id)e->nodes.len;
    fake_add(e, e->here, c.thread);
    for (at = &e->nodes.data[e->here].child; *at != NODE_NONE; at = &e->nodes.data[*at].sibling)
      continue;
    *at = n = made;
  }
  if (out) *out = n;
  return engine_go(e, n, err);
}

int engine_preview(struct engine *e, struct choice c, struct preview *out, struct error *err) {
  struct fake_state s, next;
  (void)err;
  fake_walk(e, e->here, &s);
  next = s;
  fake_apply(e, &next, c.thread);
  memset(out, 0, sizeof *out);
  out->action = fake_step_text(&s, c.thread);
  out->h_change = fake_h_text(&s, &next);
  out->h_effect = fake_h_effect(&s, &next);
  out->sequence = next.observed > s.observed
                      ? mem_printf("observes %u: %s", next.observed, e->marks.data[s.observed].text)
                      : mem_strdup("neutral");
  out->flags = (next.error ? NODE_ERROR : 0) | (next.ended[0] ? NODE_ENDED : 0);
  out->observed = next.observed;
  out->h_value = UINT32_MAX;
  return 0;
}

void engine_preview_release(struct preview *p) {
  free(p->action);
  free(p->h_change);
  free(p->sequence);
}

int engine_violation(struct engine *e, node_id n, struct violation_info *out) {
  struct node_info info;
  if (engine_node(e, n, &info) || !(info.flags & NODE_ERROR)) return ERR_NOTFOUND;
  *out = (struct violation_info){.property = PROP_EXCEPTION,
                                 .property_name = "exception",
                                 .kind = "java.lang.AssertionError",
                                 .message = "uncaught java.lang.AssertionError: 120",
                                 .headline = "uncaught java.lang.AssertionError: 120",
                                 .location = "Bank.java:18",
                                 .detail = "T0 main\n  at Bank.main(Bank.java:18)"};
  return 0;
}

int engine_error_places(struct engine *e, node_id n, struct error_places *out) {
  (void)e, (void)n;
  *out = (struct error_places){.class_name = mem_strdup("Bank"), .method = mem_strdup("main")};
  return 0;
}

void error_places_release(struct error_places *p) {
  free(p->class_name);
  free(p->method);
}
