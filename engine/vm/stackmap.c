/* Maps of live references and values, by abstract interpretation over the effects in
 * classfile/opcodes.def.
 *
 * Forward: the kinds of locals and operands before each instruction. A local on which paths
 * disagree is dead, because verified code cannot read it. Backward: the locals that are read before
 * they are written again. A handler's live locals are live before every instruction of its range
 * that can throw. A map says DEAD for a local that is not live.
 *
 * Subroutines (jsr, ret) of old class files: at a ret, the locals that the subroutine did not touch
 * have their kinds from the call, so calls with different locals do not mix (JVMS 4.10.2.5). Inside
 * the subroutine such a local has the kind KIND_CALLER + the subroutine's number. If it is live,
 * the frame decides: it holds the return address, which identifies the jsr, and the kind is that of
 * the local at the jsr. That kind may in turn depend on an outer subroutine. */
#include "engine/vm/stackmap.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/vm/code.h"

enum { NO_INSN = 0xffffffff };

/* Kinds used during inference, in addition to those of stackmap.h. A subroutine is identified by
 * the number of its entry. */
enum {
  KIND_LOST = 3,    /* depends on the caller on some paths only: unknown */
  KIND_ADDRESS = 4, /* KIND_ADDRESS + n: the return address of subroutine n */
  /* KIND_CALLER + n: the kind that the slot has at the jsr that called subroutine n */
  KIND_CALLER = 128,
  SUBROUTINES_MAX = 100
};

struct stackmap_work {
  const struct class_file *cf;
  const struct method_info *info;
  bool is_static;
  const char *desc;
  uint32_t count, width,
      words; /* number of instructions, slots of a state, 64-bit words of a set of locals */
  struct insn *insns;
  const char **effects;
  uint32_t *index; /* bytecode index -> instruction */
  uint8_t *kinds;  /* [count * width] */
  uint16_t *depth; /* [count] */
  uint8_t *reached, *queued;
  uint32_t *queue;
  uint32_t queue_len;
  uint64_t *live;    /* [count * words]: locals live before the instruction */
  uint32_t *entries; /* entries of subroutines: instructions, by subroutine number */
  uint32_t entry_count;
  uint8_t *by_caller; /* [entry_count * locals]: the kind at the entry depends on the call */
  bool again;         /* another such local was found, so the inference must start again */
  struct pool pool;
};

static inline uint8_t *state_of(const struct stackmap_work *w, uint32_t i) {
  return w->kinds + (size_t)i * w->width;
}
static inline uint64_t *live_of(const struct stackmap_work *w, uint32_t i) {
  return w->live + (size_t)i * w->words;
}
static inline uint32_t insn_at(const struct stackmap_work *w, uint32_t pc) {
  return pc < w->info->code_len ? w->index[pc] : NO_INSN;
}

static inline unsigned slots_of(char letter) { return letter == 'J' || letter == 'D' ? 2 : 1; }

static bool stackmap_ends(const struct stackmap_work *w, uint32_t i, const struct insn *jsr);
static unsigned stackmap_local_access(const struct insn *in, const char **how, int32_t *slot,
                                      const char *effect);
static void stackmap_each_target(const struct stackmap_work *w, uint32_t i,
                                 void (*fn)(void *, uint32_t), void *arg);
static bool stackmap_has_subroutines(const struct stackmap_work *w);
static uint32_t stackmap_subroutine(const struct stackmap_work *w, const struct insn *jsr);

/* ---- backward analysis ---- */

static bool can_throw(const struct insn *in) {
  switch (in->op) {
    case OP_IDIV:
    case OP_LDIV:
    case OP_IREM:
    case OP_LREM:
    case OP_LDC:
    case OP_LDC_W:
    case OP_LDC2_W: return true;
    default: break;
  }
  if (in->op >= OP_IALOAD && in->op <= OP_SALOAD) return true;
  if (in->op >= OP_IASTORE && in->op <= OP_SASTORE) return true;
  return in->op >= OP_GETSTATIC && in->op != OP_WIDE && in->op != OP_IFNULL &&
         in->op != OP_IFNONNULL && in->op != OP_GOTO_W && in->op != OP_JSR_W;
}

static bool join_live(uint64_t *to, const uint64_t *from, uint32_t words) {
  bool changed = false;
  for (uint32_t k = 0; k < words; k++) {
    uint64_t v = to[k] | from[k];
    changed |= v != to[k];
    to[k] = v;
  }
  return changed;
}

struct gather {
  const struct stackmap_work *w;
  uint64_t *set;
};
static void gather_from(void *arg, uint32_t i) {
  struct gather *g = arg;
  if (i != NO_INSN && i < g->w->count) join_live(g->set, live_of(g->w, i), g->w->words);
}

/* A ret may continue after any jsr that calls its subroutine. */
static void gather_ret(struct gather *g, uint32_t i) {
  for (uint32_t j = 0; j + 1 < g->w->count; j++)
    if (insn_table[g->w->insns[j].op].flow == FLOW_JSR && stackmap_ends(g->w, i, &g->w->insns[j]))
      gather_from(g, j + 1);
}

static void gather_out(struct stackmap_work *w, uint32_t i, uint64_t *set) {
  struct gather g = {w, set};
  memset(set, 0, w->words * sizeof *set);
  stackmap_each_target(w, i, gather_from, &g);
  if (insn_falls_through(&w->insns[i])) gather_from(&g, i + 1);
  if (insn_table[w->insns[i].op].flow == FLOW_RET) gather_ret(&g, i);
}

/* Updates the live locals before instruction i. A jsr does not kill locals that its subroutine
 * leaves alone: those live after it stay live through it. A local that iinc changes is live before
 * it only if it is after it, so a counter that nothing reads is dead. */
static bool live_step(struct stackmap_work *w, uint32_t i, uint64_t *set) {
  const struct insn *in = &w->insns[i];
  const char *how;
  int32_t slot;
  unsigned n = stackmap_local_access(in, &how, &slot, w->effects[i]);
  struct gather g = {w, set};
  gather_out(w, i, set);
  for (unsigned k = 0; k < n; k++) {
    uint32_t l = (uint32_t)slot + k;
    if (how[0] == 'w')
      set[l / 64] &= ~(1ull << (l % 64));
    else if (how[0] == 'r')
      set[l / 64] |= 1ull << (l % 64);
  }
  if (can_throw(in))
    for (uint32_t h = 0; h < w->info->exception_count; h++) {
      const struct exception_entry *x = &w->info->exceptions[h];
      if (in->pc >= x->start_pc && in->pc < x->end_pc) gather_from(&g, insn_at(w, x->handler_pc));
    }
  return join_live(live_of(w, i), set, w->words);
}

/* Computes the live locals before each reached instruction. Call it after stackmap_infer. */
static void stackmap_liveness(struct stackmap_work *w) {
  uint64_t *set = mem_alloc(w->words * sizeof *set);
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = w->count; i-- > 0;)
      if (w->reached[i]) changed |= live_step(w, i, set);
  }
  free(set);
}

static void enqueue(struct stackmap_work *w, uint32_t i) {
  if (w->queued[i]) return;
  w->queued[i] = 1;
  w->queue[w->queue_len++] = i;
}

/* ---- one forward step ---- */

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

/* Returns whether the reached ret at instruction i ends the subroutine that the jsr calls. */
static bool stackmap_ends(const struct stackmap_work *w, uint32_t i, const struct insn *jsr) {
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

/* Infers the kinds and depths before each reached instruction. */
void stackmap_infer(struct stackmap_work *w) {
  uint8_t *out = mem_alloc(w->width);
  do infer_once(w, out);
  while (w->again);
  free(out);
}

/* ---- preparation ---- */

struct jsr_state { /* the state at a reached jsr */
  uint32_t bci;
  const uint8_t *raw;
  struct jsr_state *next;
};

struct called_map { /* a map for one combination of calls of its subroutines */
  const struct slot_map *of;
  struct slot_map map;
  struct called_map *next;
};

struct method_maps {
  /* by bytecode index; NULL if no instruction begins there or no path reaches it */
  struct slot_map **at;
  struct jsr_state *jsrs;
  struct called_map *called;
  bool lost; /* some live local has an unknown kind */
};

static bool needs_constants(const char *effect) { return strpbrk(effect, "@$()#") != NULL; }

static void decode_all(struct stackmap_work *w) {
  char buf[600];
  const struct method_info *m = w->info;
  w->insns = pool_alloc(&w->pool, m->code_len * sizeof *w->insns);
  w->effects = pool_alloc(&w->pool, m->code_len * sizeof *w->effects);
  w->index = pool_alloc(&w->pool, m->code_len * sizeof *w->index);
  memset(w->index, 0xff, m->code_len * sizeof *w->index);
  for (uint32_t pc = 0; pc < m->code_len; w->count++) {
    struct insn *in = &w->insns[w->count];
    if (insn_decode(m->code, m->code_len, pc, in)) break;
    w->effects[w->count] = insn_table[in->op].effect;
    if (needs_constants(w->effects[w->count])) {
      insn_effect(w->cf, in, buf, sizeof buf);
      w->effects[w->count] = pool_strndup(&w->pool, buf, strlen(buf));
    }
    w->index[pc] = w->count;
    pc = in->next;
  }
}

/* Lists the entries of subroutines. More than SUBROUTINES_MAX are not distinguished: see
 * is_lost. */
static void list_subroutines(struct stackmap_work *w) {
  w->entries = pool_alloc(&w->pool, (w->count + 1u) * sizeof *w->entries);
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t n = 0, entry = insn_table[w->insns[i].op].flow == FLOW_JSR
                                ? insn_at(w, w->insns[i].target)
                                : NO_INSN;
    if (entry == NO_INSN) continue;
    while (n < w->entry_count && w->entries[n] != entry) n++;
    if (n == w->entry_count) w->entries[w->entry_count++] = entry;
  }
}

static void set_up(struct stackmap_work *w, const struct method *m) {
  memset(w, 0, sizeof *w);
  pool_init(&w->pool);
  w->cf = m->owner->cf;
  w->info = m->info;
  w->is_static = (m->flags & ACC_STATIC) != 0;
  w->desc = m->desc->s;
  decode_all(w);
  w->width = (uint32_t)w->info->max_locals + w->info->max_stack + 1u;
  w->words = (w->info->max_locals + 63u) / 64u + 1u;
  w->kinds = pool_alloc(&w->pool, (size_t)w->count * w->width);
  w->depth = pool_alloc(&w->pool, w->count * sizeof *w->depth);
  w->reached = pool_alloc(&w->pool, w->count);
  w->queued = pool_alloc(&w->pool, w->count);
  w->queue = pool_alloc(&w->pool, (w->count + 1u) * sizeof *w->queue);
  w->live = pool_alloc(&w->pool, (size_t)w->count * w->words * sizeof *w->live);
  list_subroutines(w);
  w->by_caller = pool_alloc(&w->pool, (size_t)w->entry_count * w->info->max_locals + 1u);
}

/* ---- shared by both directions ---- */

/* Returns how many local slots an instruction reads or writes, or 0, and sets *slot to the first
 * one. *how begins with r or w. */
static unsigned stackmap_local_access(const struct insn *in, const char **how, int32_t *slot,
                                      const char *effect) {
  const char *l = insn_table[in->op].local, *colon;
  if (!l[0]) return 0;
  *how = l;
  *slot = l[1] == 'n' ? in->local : l[1] - '0';
  colon = strchr(effect, ':');
  if (l[0] == 'r' && colon[1]) return slots_of(colon[1]);
  if (l[0] == 'w') return slots_of(effect[0]);
  return 1;
}

/* Calls fn with arg for each instruction that i may jump to; with NO_INSN for an invalid target. */
static void stackmap_each_target(const struct stackmap_work *w, uint32_t i,
                                 void (*fn)(void *, uint32_t), void *arg) {
  const struct insn *in = &w->insns[i];
  uint32_t target;
  int32_t match;
  switch (insn_table[in->op].flow) {
    case FLOW_COND:
    case FLOW_GOTO:
    case FLOW_JSR: fn(arg, insn_at(w, in->target)); break;
    case FLOW_SWITCH:
      fn(arg, insn_at(w, in->target));
      for (uint32_t c = 0; c < in->cases; c++) {
        insn_case(w->info->code, in, c, &match, &target);
        fn(arg, insn_at(w, target));
      }
      break;
    default: break;
  }
}

static bool stackmap_has_subroutines(const struct stackmap_work *w) { return w->entry_count != 0; }

/* Returns the number of the subroutine that the jsr calls. */
static uint32_t stackmap_subroutine(const struct stackmap_work *w, const struct insn *jsr) {
  uint32_t n = 0, entry = insn_at(w, jsr->target);
  while (n + 1 < w->entry_count && n < SUBROUTINES_MAX && w->entries[n] != entry) n++;
  return n;
}

/* ---- finished maps ---- */

struct interned {
  struct slot_map **slots;
  uint32_t mask;
};

static struct slot_map *intern_map(struct vm *vm, struct interned *t, const struct slot_map *want) {
  uint32_t n = (uint32_t)want->locals + want->stack,
           h = (uint32_t)XXH3_64bits(want->kind, n) & t->mask;
  struct slot_map *made;
  uint8_t *kinds;
  while (t->slots[h]) {
    if (t->slots[h]->stack == want->stack && !memcmp(t->slots[h]->kind, want->kind, n))
      return t->slots[h];
    h = (h + 1) & t->mask;
  }
  made = pool_alloc(&vm->pool, sizeof *made + n);
  kinds = (uint8_t *)(made + 1);
  memcpy(kinds, want->kind, n);
  *made = *want;
  made->kind = kinds;
  t->slots[h] = made;
  return made;
}

static bool is_live(const struct stackmap_work *w, uint32_t i, uint32_t local) {
  return live_of(w, i)[local / 64] >> (local % 64) & 1;
}

static bool is_called(uint8_t kind) { return kind >= KIND_CALLER; }

/* Returns the slot with the return address of the subroutine on which a kind depends, or -1. */
static int32_t address_slot(const uint8_t *raw, uint32_t slots, uint8_t kind) {
  for (uint32_t s = 0; s < slots; s++)
    if (raw[s] == kind - KIND_CALLER + KIND_ADDRESS) return (int32_t)s;
  return -1;
}

static bool jsr_of(const struct stackmap_work *w, uint32_t j, uint8_t kind) {
  return insn_table[w->insns[j].op].flow == FLOW_JSR && w->reached[j] &&
         stackmap_subroutine(w, &w->insns[j]) + KIND_CALLER == kind;
}

/* Returns whether frames at instruction i can determine the kind of the local: all return addresses
 * needed must still be there. `here` has the kinds at i, because inner subroutines must have left
 * the addresses of outer ones alone. */
static bool stackmap_is_reported(const struct stackmap_work *w, uint32_t i, const uint8_t *here,
                                 const uint8_t *raw, uint32_t depth, uint8_t kind, uint32_t local,
                                 uint32_t left) {
  uint32_t nl = w->info->max_locals;
  int32_t s = address_slot(raw, nl + depth, kind);
  if (s < 0 || !left || ((uint32_t)s < nl ? !is_live(w, i, (uint32_t)s) : raw != here))
    return false;
  if (raw != here && here[s] != raw[s] && !is_called(here[s])) return false;
  for (uint32_t j = 0; j < w->count; j++) {
    const uint8_t *at = state_of(w, j);
    if (!jsr_of(w, j, kind)) continue;
    if (at[local] == KIND_LOST) return false;
    if (is_called(at[local]) &&
        !stackmap_is_reported(w, i, here, at, w->depth[j], at[local], local, left - 1))
      return false;
  }
  return true;
}

static bool live_kind_is_known(const struct stackmap_work *w, uint32_t i, uint32_t l) {
  const uint8_t *kind = state_of(w, i);
  if (kind[l] == KIND_LOST) return false;
  return !is_called(kind[l]) ||
         stackmap_is_reported(w, i, kind, kind, w->depth[i], kind[l], l, w->entry_count);
}

static bool is_lost(const struct stackmap_work *w, uint32_t i) {
  bool fine = w->entry_count <= SUBROUTINES_MAX;
  for (uint32_t l = 0; fine && l < w->info->max_locals; l++)
    fine = !is_live(w, i, l) || live_kind_is_known(w, i, l);
  return !fine;
}

static uint8_t plain_kind(uint8_t kind) {
  return kind >= KIND_ADDRESS ? SLOT_VALUE : kind == KIND_LOST ? SLOT_DEAD : kind;
}

/* Replaces the kinds by those of a map. Returns true if the kind of a live local depends on a
 * call. */
static bool drop_dead(const struct stackmap_work *w, uint32_t i, uint8_t *kind) {
  bool called = false;
  for (uint32_t l = 0; l < w->info->max_locals + (uint32_t)w->depth[i]; l++) {
    if (l < w->info->max_locals && !is_live(w, i, l)) kind[l] = SLOT_DEAD;
    called |= is_called(kind[l]);
    kind[l] = is_called(kind[l]) ? SLOT_DEAD : plain_kind(kind[l]);
  }
  return called;
}

/* Keeps kinds and depth of each jsr, for use with frames. */
static void keep_jsr(struct vm *vm, const struct stackmap_work *w, uint32_t i,
                     struct method_maps *maps) {
  struct jsr_state *j = pool_alloc(&vm->pool, sizeof *j);
  uint8_t *raw = pool_alloc(&vm->pool, w->width);
  memcpy(raw, state_of(w, i), w->width);
  *j = (struct jsr_state){.bci = w->insns[i].pc, .raw = raw, .next = maps->jsrs};
  maps->jsrs = j;
}

static struct slot_map *called_at(struct vm *vm, const struct stackmap_work *w, uint32_t i,
                                  const struct slot_map *map) {
  struct slot_map *made = pool_alloc(&vm->pool, sizeof *made);
  uint32_t n = (uint32_t)map->locals + map->stack;
  uint8_t *raw = pool_alloc(&vm->pool, n + 1u), *kind = pool_alloc(&vm->pool, n + 1u);
  memcpy(raw, state_of(w, i), n);
  memcpy(kind, map->kind, n);
  for (uint32_t l = 0; l < map->locals; l++)
    if (is_called(raw[l]) && !is_live(w, i, l)) raw[l] = SLOT_DEAD;
  *made = *map;
  made->raw = raw;
  made->kind = kind;
  return made;
}

static void stackmap_finish(struct vm *vm, struct stackmap_work *w, struct method_maps *maps) {
  struct interned t = {NULL, 1};
  uint8_t *kind = mem_alloc(w->width);
  while (t.mask < w->count * 2) t.mask = t.mask * 2 + 1;
  t.slots = mem_alloc((t.mask + 1u) * sizeof *t.slots);
  for (uint32_t i = 0; i < w->count; i++) {
    struct slot_map map = {.locals = w->info->max_locals, .stack = w->depth[i], .kind = kind};
    if (!w->reached[i]) continue;
    memcpy(kind, state_of(w, i), w->width);
    maps->lost |= stackmap_has_subroutines(w) && is_lost(w, i);
    maps->at[w->insns[i].pc] =
        drop_dead(w, i, kind) ? called_at(vm, w, i, &map) : intern_map(vm, &t, &map);
    if (insn_table[w->insns[i].op].flow == FLOW_JSR) keep_jsr(vm, w, i, maps);
  }
  free(kind);
  free(t.slots);
}

static struct method_maps *make_maps(struct vm *vm, struct method *m) {
  struct method_maps *maps = pool_alloc(&vm->pool, sizeof *maps);
  struct stackmap_work w;
  maps->at = pool_alloc(&vm->pool, m->info->code_len * sizeof *maps->at);
  set_up(&w, m);
  stackmap_infer(&w);
  stackmap_liveness(&w);
  stackmap_finish(vm, &w, maps);
  pool_release(&w.pool);
  return maps;
}

/* ---- frames in subroutines ---- */

static uint32_t slot_address(const struct frame *f, uint32_t fp, uint32_t locals, uint32_t slot) {
  return slot < locals ? f->locals + slot * 4 : fp + FRAME_SIZE + (slot - locals) * 4;
}

/* Returns the jsr that called the subroutine on which a kind depends. */
static const struct jsr_state *caller_of(struct vm *vm, const struct frame *f,
                                         const struct slot_map *map, const uint8_t *raw,
                                         uint32_t slots, uint8_t kind) {
  const struct method *m = frame_method(vm, f);
  const struct method_maps *maps = m->maps;
  const struct jsr_state *j = maps->jsrs;
  uint32_t fp = (uint32_t)((const uint8_t *)f - vm->arena.mem), at;
  int32_t s = address_slot(raw, slots, kind);
  if (s < 0) return NULL;
  /* the instruction before the return address */
  at = *MEM32(vm, slot_address(f, fp, map->locals, (uint32_t)s)) - 1;
  CHECK(at < m->code->count, "a return address is in the code: %u of %u", at, m->code->count);
  while (j && j->bci != m->code->bci[at]) j = j->next;
  return j;
}

static uint8_t called_kind(struct vm *vm, const struct frame *f, const struct slot_map *map,
                           uint32_t local) {
  const uint8_t *raw = map->raw;
  uint32_t slots = (uint32_t)map->locals + map->stack;
  while (is_called(raw[local])) {
    const struct jsr_state *j = caller_of(vm, f, map, raw, slots, raw[local]);
    if (!j) return SLOT_DEAD;
    raw = j->raw;
    slots = map->locals; /* the addresses of outer subroutines are in locals */
  }
  return plain_kind(raw[local]);
}

static const struct slot_map *called_map(struct vm *vm, const struct frame *f,
                                         const struct slot_map *of) {
  struct method_maps *maps = frame_method(vm, f)->maps;
  uint32_t n = (uint32_t)of->locals + of->stack;
  uint8_t *kind = mem_alloc(n + 1u), *kept;
  struct called_map *c;
  memcpy(kind, of->kind, n);
  for (uint32_t l = 0; l < of->locals; l++)
    if (is_called(of->raw[l])) kind[l] = called_kind(vm, f, of, l);
  for (c = maps->called; c && (c->of != of || memcmp(c->map.kind, kind, n)); c = c->next) continue;
  if (!c) {
    kept = pool_alloc(&vm->pool, n + 1u);
    memcpy(kept, kind, n);
    c = pool_alloc(&vm->pool, sizeof *c);
    *c = (struct called_map){.of = of,
                             .map = {.locals = of->locals, .stack = of->stack, .kind = kept},
                             .next = maps->called};
    maps->called = c;
  }
  free(kind);
  return &c->map;
}

const struct slot_map *stackmap_at(struct vm *vm, struct method *m, uint32_t bci) {
  struct method_maps *maps = m->maps;
  if (!m->info || bci >= m->info->code_len) return NULL;
  if (!maps) m->maps = maps = make_maps(vm, m);
  if (maps->lost)
    error_set(&vm->err, ERR_UNSUPPORTED,
              "%s.%s: a subroutine (jsr) is called with different types in one local",
              m->owner->shown->s, m->name->s);
  return maps->at[bci];
}

const struct slot_map *stackmap_of(struct vm *vm, const struct frame *f) {
  const struct slot_map *map = stackmap_at(vm, frame_method(vm, f), frame_bci(vm, f));
  INVARIANT(!map || (map->locals == frame_method(vm, f)->info->max_locals &&
                     map->stack <= frame_method(vm, f)->info->max_stack),
            "a map fits its frame: %u locals, %u operands", map->locals, map->stack);
  return map && map->raw ? called_map(vm, f, map) : map;
}

ref stackmap_this(struct vm *vm, const struct frame *f) {
  struct method *m = frame_method(vm, f);
  const struct slot_map *map = m && !(m->flags & ACC_STATIC) ? stackmap_of(vm, f) : NULL;
  return map && map->locals && map->kind[0] == SLOT_REF ? *MEM32(vm, f->locals) : 0;
}
