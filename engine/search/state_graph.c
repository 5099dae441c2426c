/* See state_graph.h. The graph is one stream of words: a state, its successors, the next state that
 * was expanded, and so on. To find the states that can reach an end, the stream is swept backwards
 * and forwards until nothing changes. Most successors were expanded later than their state, so a
 * few sweeps suffice. This needs one bit for each state. */
#include "engine/search/state_graph.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/block_file.h"

enum { NUMBER = STATE_GRAPH_END };
#define ASKS 0x40000000u
#define STATE 0x80000000u

struct state_graph {
  VEC(uint32_t) words;
  uint64_t *lives; /* a bit for each state that can reach an end; NULL while the graph grows */
  bool too_large;  /* more states than numbers */
};

struct state_graph *state_graph_new(void) {
  return mem_alloc(sizeof(struct state_graph));
}

void state_graph_free(struct state_graph *g) {
  if (!g) return;
  vec_free(&g->words);
  free(g->lives);
  free(g);
}

uint64_t state_graph_bytes(const struct state_graph *g) {
  return g->words.cap * sizeof *g->words.data;
}

static void state_graph_put(struct state_graph *g, uint32_t number, uint32_t kind) {
  CHECK(kind == STATE || g->words.len, "a successor follows its state: %u", number);
  g->too_large |= number > NUMBER;
  *vec_push(&g->words) = (number & NUMBER) | kind;
}

void state_graph_expand(struct state_graph *g, uint32_t state) { state_graph_put(g, state, STATE); }
void state_graph_add(struct state_graph *g, uint32_t to, bool asks) {
  state_graph_put(g, to, asks ? ASKS : 0);
}

/* ---- states that live: they can reach an end ---- */

static bool lives(const struct state_graph *g, uint32_t n) {
  return g->lives[n / 64] >> n % 64 & 1;
}
static void revive(struct state_graph *g, uint32_t n) { g->lives[n / 64] |= UINT64_C(1) << n % 64; }

static bool leads_on(const struct state_graph *g, uint32_t word, bool asks) {
  uint32_t n = word & NUMBER;
  return n == STATE_GRAPH_END || (asks && word & ASKS) || lives(g, n);
}

static bool revive_if(struct state_graph *g, uint32_t n, bool live) {
  if (!live || lives(g, n)) return false;
  revive(g, n);
  return true;
}

static bool sweep_back(struct state_graph *g, bool asks) {
  bool changed = false, live = false;
  size_t i;
  for (i = g->words.len; i-- > 0;) {
    uint32_t w = g->words.data[i];
    if (!(w & STATE))
      live = live || leads_on(g, w, asks);
    else
      changed |= revive_if(g, w & NUMBER, live), live = false;
  }
  return changed;
}

static bool sweep_on(struct state_graph *g, bool asks) {
  bool changed = false, live = false;
  uint32_t state = g->words.data[0] & NUMBER;
  size_t i;
  for (i = 1; i < g->words.len; i++) {
    uint32_t w = g->words.data[i];
    if (!(w & STATE)) {
      live = live || leads_on(g, w, asks);
      continue;
    }
    changed |= revive_if(g, state, live);
    state = w & NUMBER;
    live = false;
  }
  return revive_if(g, state, live) || changed;
}

static void state_graph_spread(struct state_graph *g, bool asks) {
  while (sweep_back(g, asks) && sweep_on(g, asks)) continue;
}

static bool all_live(const struct state_graph *g) {
  size_t i;
  for (i = 0; i < g->words.len; i++)
    if (g->words.data[i] & STATE && !lives(g, g->words.data[i] & NUMBER)) return false;
  return true;
}

/* ---- the way to a state that does not live ---- */

struct reached {   /* the states reached from a start; arrays by state */
  uint64_t *first; /* index of its first successor; 0: it was not expanded */
  uint32_t *parent, *choice;
  VEC(uint32_t) queue;
};

static void reached_init(struct reached *r, const struct state_graph *g, uint32_t states) {
  size_t i;
  r->first = mem_alloc(states * sizeof *r->first);
  r->parent = mem_alloc(states * sizeof *r->parent);
  r->choice = mem_alloc(states * sizeof *r->choice);
  memset(r->parent, 0xff, states * sizeof *r->parent);
  for (i = 0; i < g->words.len; i++)
    if (g->words.data[i] & STATE) r->first[g->words.data[i] & NUMBER] = i + 1;
}

static void reached_release(struct reached *r) {
  free(r->first);
  free(r->parent);
  free(r->choice);
  vec_free(&r->queue);
}

static void reach(struct reached *r, uint32_t n, uint32_t parent, uint32_t choice) {
  if (n == STATE_GRAPH_END || r->parent[n] != UINT32_MAX) return;
  r->parent[n] = parent;
  r->choice[n] = choice;
  *vec_push(&r->queue) = n;
}

static void reach_successors(struct reached *r, const struct state_graph *g, uint32_t n) {
  uint64_t i, first = r->first[n];
  if (!first) return;
  for (i = first; i < g->words.len && !(g->words.data[i] & STATE); i++)
    reach(r, g->words.data[i] & NUMBER, n, (uint32_t)(i - first));
}

static uint32_t *choices_to(const struct reached *r, uint32_t n, uint32_t *count) {
  uint32_t k, *way;
  for (*count = 0, k = n; k; k = r->parent[k]) {
    CHECK(*count < r->queue.len, "the way to a state passes each state once: %u", n);
    ++*count;
  }
  way = mem_alloc((*count + 1) * sizeof *way);
  for (k = *count; k > 0; n = r->parent[n]) way[--k] = r->choice[n];
  return way;
}

static void revive_behind(struct state_graph *g, uint32_t states, uint32_t from) {
  struct reached r = {0};
  size_t i;
  reached_init(&r, g, states);
  reach(&r, from, from, 0);
  for (i = 0; i < r.queue.len; i++) {
    revive(g, r.queue.data[i]);
    reach_successors(&r, g, r.queue.data[i]);
  }
  reached_release(&r);
}

static uint32_t *way_to_dead(struct state_graph *g, uint32_t states, uint32_t *count) {
  struct reached r = {0};
  uint32_t *way = NULL;
  size_t i;
  reached_init(&r, g, states);
  reach(&r, 0, 0, 0);
  for (i = 0; i < r.queue.len && !way; i++) {
    uint32_t n = r.queue.data[i];
    if (r.first[n] && !lives(g, n)) {
      way = choices_to(&r, n, count);
      revive_behind(g, states, n);
    }
    reach_successors(&r, g, n);
  }
  reached_release(&r);
  return way;
}

uint32_t *state_graph_way(struct state_graph *g, uint32_t states, uint32_t *count, bool *asked) {
  *asked = g->too_large;
  if (g->too_large || !g->words.len) return NULL;
  for (size_t i = 0; INVARIANTS_ON && i < g->words.len; i++)
    INVARIANT(
        (g->words.data[i] & NUMBER) == STATE_GRAPH_END || (g->words.data[i] & NUMBER) < states,
        "a state of the graph has a number of the visited set: %u", g->words.data[i] & NUMBER);
  if (!g->lives) g->lives = mem_alloc((states / 64 + 1) * sizeof *g->lives);
  state_graph_spread(g, false);
  if (all_live(g)) return NULL;
  state_graph_spread(g, true);
  if (!all_live(g)) return way_to_dead(g, states, count);
  *asked = true;
  return NULL;
}

/* ---- checkpoints ---- */

void state_graph_save(const struct state_graph *g, struct ckpt_out *o) {
  ckpt_put_number(o, g->too_large);
  ckpt_put_number(o, g->words.len);
  ckpt_put(o, g->words.data, g->words.len * sizeof *g->words.data);
}

/* A graph begins with a state. Only a successor may be the end of a path. */
static bool is_graph(const struct state_graph *g, uint64_t states) {
  for (size_t i = 0; i < g->words.len; i++) {
    uint32_t w = g->words.data[i];
    if ((w & NUMBER) >= states && (w & STATE || (w & NUMBER) != STATE_GRAPH_END)) return false;
  }
  return g->words.len && g->words.data[0] & STATE;
}

void state_graph_load(struct state_graph *g, struct ckpt_in *in, uint64_t states) {
  uint64_t n;
  g->too_large = ckpt_number(in) != 0;
  n = ckpt_number(in);
  if (!ckpt_good(in) || !ckpt_can_hold(in, n, sizeof *g->words.data)) {
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its graph)");
    return;
  }
  vec_reserve(&g->words, n + 1);
  g->words.len = n;
  ckpt_get(in, g->words.data, n * sizeof *g->words.data);
  if (!g->too_large && !is_graph(g, states))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its graph)");
}
