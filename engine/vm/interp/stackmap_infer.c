/* The forward analysis: kinds of locals and operands before each instruction. See stackmap.c for
 * the rules. */
#include "engine/vm/interp/stackmap_int.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <string.h>

static void enqueue(struct stackmap_work *w, uint32_t i) {
  if (w->queued[i]) return;
  w->queued[i] = 1;
  w->queue[w->queue_len++] = i;
}

/* ---- one instruction, forward ---- */

static uint8_t kind_of(char letter) { return letter == 'A' ? SLOT_REF : SLOT_VALUE; }

/* Applies instruction i to `in_state` and stores the result in `out`. Returns false if operands are
 * missing (unverified code). */
static bool stackmap_infer_apply(const struct stackmap_work *w, uint32_t i, const uint8_t *in_state,
                                 uint16_t in_depth, uint8_t *out, uint16_t *out_depth) {
  const char *e = w->effects[i], *colon = strchr(e, ':'), *how;
  uint32_t nl = w->info->max_locals, depth = in_depth;
  uint8_t bound[4] = {0}, stored = SLOT_VALUE;
  uint8_t *stack = out + nl;
  int32_t slot = 0;
  unsigned n;
  memcpy(out, in_state, w->width);
  for (const char *p = colon; p-- > e;) {
    unsigned s = slots_of(*p);
    if (depth < s) return false;
    depth -= s;
    stored = stack[depth];
    if (*p >= 'a' && *p <= 'd') bound[*p - 'a'] = stack[depth];
  }
  for (const char *p = colon + 1; *p; p++) {
    unsigned s = slots_of(*p);
    if (depth + s > w->info->max_stack) return false;
    for (unsigned k = 0; k < s; k++)
      stack[depth + k] = *p >= 'a' && *p <= 'd' ? bound[*p - 'a'] : kind_of(*p);
    depth += s;
  }
  n = stackmap_local_access(&w->insns[i], &how, &slot, e);
  if (n && how[0] == 'w')
    for (unsigned k = 0; k < n && (uint32_t)slot + k < nl; k++) out[(uint32_t)slot + k] = stored;
  *out_depth = (uint16_t)depth;
  return true;
}

static uint8_t join_kinds(uint8_t a, uint8_t b) {
  if (a == b) return a;
  return a == KIND_LOST || b == KIND_LOST || a >= KIND_CALLER || b >= KIND_CALLER ? KIND_LOST
                                                                                  : SLOT_DEAD;
}

/* Joins a state into the state before instruction i. */
static void flow_into(struct stackmap_work *w, uint32_t i, const uint8_t *state, uint16_t depth) {
  uint8_t *to;
  bool changed = false;
  uint32_t n = w->info->max_locals + (uint32_t)depth;
  if (i == NO_INSN || i >= w->count) return;
  CHECK(n < w->width, "operands fit in a state: %u of %s", depth, w->desc);
  to = state_of(w, i);
  if (!w->reached[i]) {
    w->reached[i] = 1;
    w->depth[i] = depth;
    memcpy(to, state, n);
    enqueue(w, i);
    return;
  }
  if (depth != w->depth[i]) return; /* unverified code: keeps the first depth */
  for (uint32_t k = 0; k < n; k++) {
    uint8_t joined = join_kinds(to[k], state[k]);
    changed |= joined != to[k];
    to[k] = joined;
  }
  if (changed) enqueue(w, i);
}

static void flow_to_handlers(struct stackmap_work *w, uint32_t i, const uint8_t *state) {
  uint32_t pc = w->insns[i].pc;
  uint8_t *entry = NULL;
  for (uint32_t h = 0; h < w->info->exception_count; h++) {
    const struct exception_entry *x = &w->info->exceptions[h];
    if (pc < x->start_pc || pc >= x->end_pc) continue;
    if (!entry) {
      entry = mem_alloc(w->width);
      memcpy(entry, state, w->info->max_locals);
      entry[w->info->max_locals] = SLOT_REF;
    }
    flow_into(w, insn_at(w, x->handler_pc), entry, 1);
  }
  free(entry);
}

/* ---- subroutines ---- */

struct subroutine { /* a walk over the instructions of one subroutine */
  const struct stackmap_work *w;
  uint8_t *in;
  uint32_t *todo, todo_len;
};

static void subroutine_add(void *arg, uint32_t i) {
  struct subroutine *s = arg;
  if (i == NO_INSN || i >= s->w->count || s->in[i]) return;
  s->in[i] = 1;
  s->todo[s->todo_len++] = i;
}

/* Marks in s->in all instructions reachable from the target of a jsr without passing its ret. */
static void subroutine_walk(struct subroutine *s, uint32_t entry) {
  memset(s->in, 0, s->w->count);
  s->todo_len = 0;
  subroutine_add(s, entry);
  while (s->todo_len) {
    uint32_t i = s->todo[--s->todo_len];
    stackmap_each_target(s->w, i, subroutine_add, s);
    if (insn_falls_through(&s->w->insns[i]) || insn_table[s->w->insns[i].op].flow == FLOW_JSR)
      subroutine_add(s, i + 1);
  }
}

bool stackmap_ends(const struct stackmap_work *w, uint32_t i, const struct insn *jsr) {
  uint32_t local = (uint32_t)w->insns[i].local;
  return local < w->info->max_locals &&
         state_of(w, i)[local] == KIND_ADDRESS + stackmap_subroutine(w, jsr);
}

static void note_touched(struct stackmap_work *w, const struct subroutine *s, uint64_t *set) {
  for (uint32_t i = 0; i < w->count; i++) {
    const char *how;
    int32_t slot;
    unsigned n = s->in[i] ? stackmap_local_access(&w->insns[i], &how, &slot, w->effects[i]) : 0;
    for (unsigned k = 0; k < n; k++)
      set[((uint32_t)slot + k) / 64] |= 1ull << (((uint32_t)slot + k) % 64);
  }
}

/* Computes the state after each jsr whose subroutine the ret at i ends. */
static void flow_ret(struct stackmap_work *w, uint32_t i, const uint8_t *state, uint16_t depth) {
  struct subroutine s = {w, mem_alloc(w->count), mem_alloc((w->count + 1u) * sizeof(uint32_t)), 0};
  uint8_t *after = mem_alloc(w->width);
  for (uint32_t j = 0; j < w->count; j++) {
    uint64_t *touched;
    const uint8_t *call;
    if (insn_table[w->insns[j].op].flow != FLOW_JSR || !w->reached[j] || j + 1 >= w->count)
      continue;
    if (!stackmap_ends(w, i, &w->insns[j])) continue;
    subroutine_walk(&s, insn_at(w, w->insns[j].target));
    touched = mem_alloc(w->words * sizeof *touched);
    note_touched(w, &s, touched);
    call = state_of(w, j);
    memcpy(after, state, w->width);
    for (uint32_t k = 0; k < w->info->max_locals; k++)
      if (!(touched[k / 64] >> (k % 64) & 1))
        after[k] = call[k];
      else if (after[k] == KIND_CALLER + stackmap_subroutine(w, &w->insns[j]))
        after[k] = SLOT_DEAD; /* other paths through the subroutine write it */
    free(touched);
    flow_into(w, j + 1, after, depth);
  }
  free(after);
  free(s.in);
  free(s.todo);
}

/* ---- forward analysis ---- */

static void stackmap_infer_enter(struct stackmap_work *w) {
  uint8_t *s = mem_alloc(w->width);
  uint32_t at = 0;
  if (!w->is_static) s[at++] = SLOT_REF;
  for (const char *p = w->desc + 1; *p && *p != ')'; p = desc_next(p)) {
    unsigned n = slots_of(*p);
    for (unsigned k = 0; k < n && at < w->info->max_locals; k++)
      s[at++] = *p == 'L' || *p == '[' ? SLOT_REF : SLOT_VALUE;
  }
  flow_into(w, 0, s, 0);
  free(s);
}

struct spread {
  struct stackmap_work *w;
  const uint8_t *state;
  uint16_t depth;
};
static void spread_to(void *arg, uint32_t i) {
  struct spread *s = arg;
  flow_into(s->w, i, s->state, s->depth);
}

/* Enters a subroutine. Kinds that differ between its calls depend on the call. */
static void flow_call(struct stackmap_work *w, uint32_t i, uint8_t *state, uint16_t depth) {
  uint32_t n = stackmap_subroutine(w, &w->insns[i]), nl = w->info->max_locals,
           entry = insn_at(w, w->insns[i].target);
  uint8_t *by_caller = w->by_caller + (size_t)n * nl;
  if (entry == NO_INSN || entry >= w->count) return;
  if (depth) state[nl + depth - 1] = (uint8_t)(KIND_ADDRESS + n);
  for (uint32_t k = 0; k < nl; k++) {
    if (!by_caller[k] && w->reached[entry] && state_of(w, entry)[k] != state[k])
      by_caller[k] = w->again = true;
    if (by_caller[k]) state[k] = (uint8_t)(KIND_CALLER + n);
  }
  flow_into(w, entry, state, depth);
}

static void infer_once(struct stackmap_work *w, uint8_t *out) {
  bool old = stackmap_has_subroutines(w);
  w->again = false;
  w->queue_len = 0;
  memset(w->reached, 0, w->count);
  memset(w->queued, 0, w->count);
  stackmap_infer_enter(w);
  while (w->queue_len && !w->again) {
    uint32_t i = w->queue[--w->queue_len];
    struct spread s = {w, out, 0};
    w->queued[i] = 0;
    flow_to_handlers(w, i, state_of(w, i));
    if (!stackmap_infer_apply(w, i, state_of(w, i), w->depth[i], out, &s.depth)) continue;
    if (insn_table[w->insns[i].op].flow == FLOW_JSR)
      flow_call(w, i, out, s.depth);
    else
      stackmap_each_target(w, i, spread_to, &s);
    if (insn_falls_through(&w->insns[i])) flow_into(w, i + 1, out, s.depth);
    if (old && insn_table[w->insns[i].op].flow == FLOW_RET) flow_ret(w, i, out, s.depth);
    /* A change before a jsr changes the state after its ret. */
    if (old && insn_table[w->insns[i].op].flow == FLOW_JSR)
      for (uint32_t j = 0; j < w->count; j++)
        if (w->reached[j] && insn_table[w->insns[j].op].flow == FLOW_RET) enqueue(w, j);
  }
}

void stackmap_infer(struct stackmap_work *w) {
  uint8_t *out = mem_alloc(w->width);
  do infer_once(w, out);
  while (w->again);
  free(out);
}
