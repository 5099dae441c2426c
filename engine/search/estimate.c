/* See estimate.h. */
#include "engine/search/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum { THREADS = 8, PRIOR = 3, LEAST = 1000 };

/* Describes the levels with several choices on the path of first branches that leads on from a
 * level. For each thread (modulo THREADS): the number of these levels whose first choice is the
 * thread's, and the number of states that their later branches found. */
struct chain {
  uint64_t found[THREADS];
  uint32_t levels[THREADS];
  struct chain *next; /* in the free list */
};

struct level {
  struct chain *chain;                  /* owned; NULL: there is no such level */
  uint64_t before, first;               /* states met before the level, and in its first branch */
  uint32_t choices, taken, thread;      /* `thread`: the thread of the first choice */
  bool values;                          /* the level's choices are values, not threads */
  uint32_t way;                         /* length of the path of first branches from here on */
  uint32_t below_choices, below_thread; /* of the state after the first branch */
};

struct estimate {
  VEC(struct level) levels;
  struct chain *unused;
  uint64_t chains; /* number of chains allocated */
};

struct estimate *estimate_new(void) {
  return mem_alloc(sizeof(struct estimate));
}

static struct chain *chain_take(struct estimate *e) {
  struct chain *c = e->unused;
  if (!c) {
    e->chains++;
    return mem_alloc(sizeof *c);
  }
  e->unused = c->next;
  memset(c, 0, sizeof *c);
  return c;
}

static void chain_drop(struct estimate *e, struct chain *c) {
  if (!c) return;
  c->next = e->unused;
  e->unused = c;
}

void estimate_free(struct estimate *e) {
  struct chain *c, *next;
  size_t i;
  if (!e) return;
  for (i = 0; i < e->levels.len; i++) chain_drop(e, e->levels.data[i].chain);
  for (c = e->unused; c; c = next) {
    next = c->next;
    free(c);
  }
  vec_free(&e->levels);
  free(e);
}

uint64_t estimate_bytes(const struct estimate *e) {
  return e->levels.cap * sizeof *e->levels.data + e->chains * sizeof(struct chain);
}

void estimate_enter(struct estimate *e, uint64_t states, uint32_t choices, uint32_t thread,
                    bool values) {
  *vec_push(&e->levels) = (struct level){
      .before = states - 1, .choices = choices, .thread = thread % THREADS, .values = values};
}

void estimate_leave(struct estimate *e, uint64_t states, bool first) {
  struct level l = e->levels.data[--e->levels.len], *below;
  if (!e->levels.len || !first) {
    chain_drop(e, l.chain);
    return;
  }
  below = &e->levels.data[e->levels.len - 1];
  CHECK(states > l.before + l.first, "a level contains its first branch: %llu states",
        (unsigned long long)states);
  below->first = states - l.before;
  below->way = l.way + 1;
  below->below_choices = l.choices;
  below->below_thread = l.thread;
  below->chain = l.chain;
  if (l.choices < 2) return;
  if (!below->chain) below->chain = chain_take(e);
  below->chain->found[l.thread] += below->first - 1 - l.first;
  below->chain->levels[l.thread]++;
}

void estimate_taken(struct estimate *e, size_t i, uint32_t taken) {
  CHECK(i < e->levels.len, "a state on the stack has a level: %zu", i);
  e->levels.data[i].taken = taken;
}

/* ---- the states left, from the top of the stack to its start ---- */

struct means { /* means for one level of each thread; weight 0: unknown */
  double value[THREADS], weight[THREADS];
};

struct looking {
  const struct estimate *e;
  double states, left;
  /* From the deeper levels on the same path of first branches. */
  struct means known;
  double way; /* length of the path of first branches at the current level */
  /* By thread: beside_of has yet to look at the levels before this index. */
  size_t beside[THREADS];
};

static bool is_turned(const struct level *l) { return l->choices > 1 && l->taken > 1; }

/* Finds the mean for the thread at the nearest level before the i-th that has begun a later branch
 * and has such a mean. This mean comes from another path, which is similar to the current one. */
static bool beside_of(struct looking *k, size_t i, uint32_t thread, double *mean) {
  size_t *at = &k->beside[thread];
  const struct level *all = k->e->levels.data;
  if (*at > i) *at = i;
  while (*at > 0) {
    const struct level *l = &all[*at - 1];
    if (l->taken > 1 && l->chain && l->chain->levels[thread]) {
      *mean = (double)l->chain->found[thread] / l->chain->levels[thread];
      return true;
    }
    --*at;
  }
  return false;
}

/* Returns the factor by which a level is expected to be smaller than the next deeper level, where
 * threads may exist that do not exist at this level yet. */
static double shrunk(const struct level *l, uint32_t above_choices, uint32_t above_thread,
                     double way) {
  uint32_t here = l->choices - 1, there = above_choices - (above_thread == l->thread);
  return here < there ? pow(way / above_choices + 1, -(double)(there - here)) : 1;
}

/* Adds the states left in the other branches of a level that is still in its first branch. */
static void look_at_first(struct looking *k, size_t i) {
  const struct level *l = &k->e->levels.data[i], *above = i + 1 < k->e->levels.len ? l + 1 : NULL;
  struct means *m = &k->known;
  uint32_t t = l->thread;
  double all = k->states - (double)l->before - 1 + k->left, mean = all, beside, shrink = 1;
  bool known = m->weight[t] > 0;
  if (!l->taken || l->taken >= l->choices) return;
  if (above) shrink = shrunk(l, above->choices, above->thread, k->way);
  if (known)
    mean = m->value[t];
  else if (l->chain && l->chain->levels[t])
    mean = (double)l->chain->found[t] / l->chain->levels[t];
  if (known && beside_of(k, i, t, &beside))
    mean = (mean * m->weight[t] + PRIOR * beside) / (m->weight[t] + PRIOR);
  mean *= shrink;
  k->left += mean;
  if (known && shrink >= 1) return;
  m->value[t] = mean;
  m->weight[t] = 1;
}

static void know_chain(struct means *m, const struct chain *c) {
  memset(m, 0, sizeof *m);
  for (uint32_t t = 0; c && t < THREADS; t++) {
    m->weight[t] = c->levels[t];
    if (c->levels[t]) m->value[t] = (double)c->found[t] / c->levels[t];
  }
}

/* For a level that has begun a later branch: raises the number of states left to those that its
 * later branches are still expected to find. */
static void look_at_turned(struct looking *k, size_t i) {
  const struct level *l = &k->e->levels.data[i];
  struct means *m = &k->known;
  uint32_t t = l->thread;
  double found = k->states - (double)l->before - 1 - (double)l->first, expected;
  know_chain(m, l->chain);
  expected = m->weight[t] > 0 ? m->value[t]
             : l->below_choices
                 ? (double)l->first * shrunk(l, l->below_choices, l->below_thread, l->way)
                 : (double)l->first;
  if (expected - found > k->left) k->left = expected - found;
  m->value[t] = (m->value[t] * m->weight[t] + found + k->left) / (m->weight[t] + 1);
  m->weight[t] += 1;
}

/* Estimates the states left in the levels from `base` on. */
static double states_left(const struct estimate *e, size_t base, uint64_t states) {
  struct looking k = {.e = e, .states = (double)states};
  size_t i, top = e->levels.len;
  for (i = 0; i < THREADS; i++) k.beside[i] = top;
  for (i = top; i-- > base;) {
    const struct level *l = &e->levels.data[i];
    if (l->taken > 1 || (l->taken == 1 && i + 1 == top))
      k.way = l->way;
    else if (i + 1 < top)
      k.way++;
    if (l->choices < 2) continue;
    if (l->taken > 1)
      look_at_turned(&k, i);
    else
      look_at_first(&k, i);
  }
  return k.left;
}

/* Returns how much of the first path is still ahead: the logarithm of its length divided by the
 * length of the explored part. */
static double way_left(const struct estimate *e, size_t base, double most) {
  for (size_t i = base; i < e->levels.len; i++) {
    const struct level *l = &e->levels.data[i];
    double left;
    if (!is_turned(l)) continue;
    left = log((double)(i - base + l->way + 1) / (l->way + 1));
    return left < most ? left : most;
  }
  return most;
}

/* ---- the interval ---- */

/* `left`: logarithm of size / met. `low`, `high`: logarithms of the interval's ends / size. */
struct sure {
  double left, low, high;
};

static double between(double x, double x0, double x1, double y0, double y1) {
  return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
}

/* Sets the size and its interval. Beyond the last row, only the lower end is known. */
static void estimate_interval(const struct sure *s, size_t rows, uint64_t met, double left,
                              struct search_estimate *out) {
  size_t i = 1;
  double low, high;
  *out = (struct search_estimate){.size = (double)met * exp(left)};
  while (i + 1 < rows && left > s[i].left) i++;
  out->trusted = met >= LEAST && left <= s[rows - 1].left;
  if (left > s[rows - 1].left) left = s[rows - 1].left;
  low = between(left, s[i - 1].left, s[i].left, s[i - 1].low, s[i].low);
  high = between(left, s[i - 1].left, s[i].left, s[i - 1].high, s[i].high);
  out->low = out->size * exp(low);
  out->high = out->size * exp(high);
  if (out->low < (double)met) out->low = (double)met;
}

/* ---- values that are drawn first ---- */

/* Returns the number of levels that separate programs: those with the values that main asks for at
 * the start. */
static size_t programs_end(const struct estimate *e) {
  size_t end = 0;
  for (size_t i = 0;
       i < e->levels.len && (e->levels.data[i].values || e->levels.data[i].choices < 2); i++)
    if (e->levels.data[i].choices > 1) end = i + 1;
  return end;
}

/* Returns the size of all programs together, where `size` is the size of the current one. Two
 * programs have no states in common. So each program that is not begun is assumed to be as large as
 * the average of those begun, as in a tree. */
static double size_of_programs(const struct estimate *e, size_t end, double size) {
  for (size_t i = end; i-- > 0;) {
    const struct level *l = &e->levels.data[i];
    uint64_t present = i + 1 < e->levels.len ? e->levels.data[i + 1].before : l->before + 1;
    size += (double)(present - l->before);
    if (l->taken) size += size * (l->choices - l->taken) / l->taken;
  }
  return size;
}

void estimate_states(const struct estimate *e, uint64_t states, struct search_estimate *out) {
  /* Fitted to spaces of known size, like the two factors below. */
  static const struct sure sure[] = {{0, -0.25, 0.5},    {0.6, -0.45, 0.55}, {0.9, -0.5, 0.8},
                                     {1.2, -0.65, 1.35}, {1.5, -0.75, 1.7},  {2.1, -0.85, 1.8}};
  const double by_levels = 0.7, by_way = 2, way_most = 0.6;
  size_t end = programs_end(e);
  double met = (double)(states - (end && end < e->levels.len ? e->levels.data[end].before : 0));
  double left = by_levels * log((met + states_left(e, end, states)) / met) +
                by_way * way_left(e, end, way_most);
  if (end) left = log(size_of_programs(e, end, met * exp(left)) / (double)states);
  estimate_interval(sure, COUNT(sure), states, left, out);
}

void estimate_tree(const struct estimate_branch *b, size_t count, uint64_t ends,
                   struct search_estimate *out) {
  static const struct sure sure[] = {
      {0, -0.2, 0.7}, {0.8, -0.45, 0.8}, {1.2, -0.8, 1.2}, {1.8, -1.1, 1.6}};
  double size = 0;
  for (size_t i = count; i-- > 0;) {
    double above = i + 1 < count ? (double)(ends - b[i + 1].before) : 0;
    double found = (double)(ends - b[i].before) - above, like = size;
    if (b[i].explored && (i + 1 == count || found / b[i].explored < size))
      like = found / b[i].explored;
    size += found + like * b[i].waiting;
  }
  estimate_interval(sure, COUNT(sure), ends, ends ? log(size / (double)ends) : 0, out);
}
