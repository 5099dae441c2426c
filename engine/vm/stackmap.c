/* Maps of live references and values, by abstract interpretation over the effects in opcodes.def. See stackmap.h.
 *
 * Forward: the kinds of locals and operands before each instruction; where paths disagree on a local it is dead, as no verified
 * code can read it. Backward: which locals are read before they are written again; a handler's locals are live before every
 * instruction of its range that can throw. A map says DEAD for a local that is not live.
 *
 * Subroutines (jsr, ret) of old class files: at a ret the locals that the subroutine did not touch are those of the call, so
 * that one routine called with different locals keeps them apart (the rule of the old verifier). Inside the subroutine such a
 * local would be a reference on one call and a value on another: no map can say that, and the run is told as unsupported. */
#include "engine/vm/stackmap.h"

#include "engine/classfile/insn.h"
#include "engine/vm/code.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { NO_INSN = 0xffffffff };

struct method_maps {
  struct slot_map **at; /* by bytecode index, NULL where nothing starts or no path leads */
};

struct work {
  const struct class_file *cf;
  const struct method_info *info;
  bool is_static;
  const char *desc;
  uint32_t count, width, words; /* instructions, slots of a state, 64-bit words of a set of locals */
  struct insn *insns;
  const char **effects;
  uint32_t *index;   /* bytecode index -> instruction */
  uint8_t *kinds;    /* [count * width] */
  uint16_t *depth;   /* [count] */
  uint8_t *reached, *queued;
  uint32_t *queue;
  uint32_t queue_len;
  uint64_t *live;    /* [count * words]: before the instruction */
  uint64_t *touched; /* [count * words]: for a jsr target: locals that its subroutine writes or reads; NULL without jsr */
  struct pool pool;
};

static uint8_t *state_of(const struct work *w, uint32_t i) { return w->kinds + (size_t)i * w->width; }
static uint64_t *live_of(const struct work *w, uint32_t i) { return w->live + (size_t)i * w->words; }

/* ---- set-up ---- */

static bool needs_constants(const char *effect) { return strpbrk(effect, "@$()#") != NULL; }

static void decode_all(struct work *w) {
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

static void set_up(struct work *w, const struct method *m) {
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
}

static uint32_t insn_at(const struct work *w, uint32_t pc) { return pc < w->info->code_len ? w->index[pc] : NO_INSN; }

static void enqueue(struct work *w, uint32_t i) {
  if (w->queued[i]) return;
  w->queued[i] = 1;
  w->queue[w->queue_len++] = i;
}

/* ---- one instruction, forward ---- */

static uint8_t kind_of(char letter) { return letter == 'A' ? SLOT_REF : SLOT_VALUE; }
static unsigned slots_of(char letter) { return letter == 'J' || letter == 'D' ? 2 : 1; }

/* The locals an instruction reads or writes: first slot in *slot, how many slots; 0 when none. */
static unsigned local_access(const struct insn *in, const char **how, int32_t *slot, const char *effect) {
  const char *l = insn_table[in->op].local, *colon;
  if (!l[0]) return 0;
  *how = l;
  *slot = l[1] == 'n' ? in->local : l[1] - '0';
  colon = strchr(effect, ':');
  if (l[0] == 'r' && colon[1]) return slots_of(colon[1]);
  if (l[0] == 'w') return slots_of(effect[0]);
  return 1;
}

/* Copies `in_state` through instruction i into `out`. False when operands are missing (unverified code). */
static bool apply(const struct work *w, uint32_t i, const uint8_t *in_state, uint16_t in_depth, uint8_t *out, uint16_t *out_depth) {
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
    for (unsigned k = 0; k < s; k++) stack[depth + k] = *p >= 'a' && *p <= 'd' ? bound[*p - 'a'] : kind_of(*p);
    depth += s;
  }
  n = local_access(&w->insns[i], &how, &slot, e);
  if (n && how[0] == 'w')
    for (unsigned k = 0; k < n && (uint32_t)slot + k < nl; k++) out[(uint32_t)slot + k] = stored;
  *out_depth = (uint16_t)depth;
  return true;
}

/* Joins a state into that before instruction i. */
static void flow_into(struct work *w, uint32_t i, const uint8_t *state, uint16_t depth) {
  uint8_t *to;
  bool changed = false;
  uint32_t n = w->info->max_locals + (uint32_t)depth;
  if (i == NO_INSN || i >= w->count) return;
  to = state_of(w, i);
  if (!w->reached[i]) {
    w->reached[i] = 1;
    w->depth[i] = depth;
    memcpy(to, state, n);
    enqueue(w, i);
    return;
  }
  if (depth != w->depth[i]) return; /* unverified code: the first depth stays */
  for (uint32_t k = 0; k < n; k++) {
    if (to[k] == state[k] || to[k] == SLOT_DEAD) continue;
    to[k] = SLOT_DEAD;
    changed = true;
  }
  if (changed) enqueue(w, i);
}

static void flow_to_handlers(struct work *w, uint32_t i, const uint8_t *state) {
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

static void each_target(const struct work *w, uint32_t i, void (*fn)(void *, uint32_t), void *arg) {
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

static bool has_subroutines(const struct work *w) {
  for (uint32_t i = 0; i < w->count; i++)
    if (insn_table[w->insns[i].op].flow == FLOW_JSR) return true;
  return false;
}

struct subroutine { /* a walk over the instructions of one subroutine */
  const struct work *w;
  uint8_t *in;
  uint32_t *todo, todo_len;
};

static void subroutine_add(void *arg, uint32_t i) {
  struct subroutine *s = arg;
  if (i == NO_INSN || i >= s->w->count || s->in[i]) return;
  s->in[i] = 1;
  s->todo[s->todo_len++] = i;
}

/* Marks in s->in what can be reached from the target of a jsr without passing its ret. */
static void subroutine_walk(struct subroutine *s, uint32_t entry) {
  memset(s->in, 0, s->w->count);
  s->todo_len = 0;
  subroutine_add(s, entry);
  while (s->todo_len) {
    uint32_t i = s->todo[--s->todo_len];
    each_target(s->w, i, subroutine_add, s);
    if (insn_falls_through(&s->w->insns[i]) || insn_table[s->w->insns[i].op].flow == FLOW_JSR) subroutine_add(s, i + 1);
  }
}

static void note_touched(struct work *w, const struct subroutine *s, uint64_t *set) {
  for (uint32_t i = 0; i < w->count; i++) {
    const char *how;
    int32_t slot;
    unsigned n = s->in[i] ? local_access(&w->insns[i], &how, &slot, w->effects[i]) : 0;
    for (unsigned k = 0; k < n; k++) set[((uint32_t)slot + k) / 64] |= 1ull << (((uint32_t)slot + k) % 64);
  }
}

/* For each jsr whose subroutine holds the ret at i: the state behind the jsr. */
static void flow_ret(struct work *w, uint32_t i, const uint8_t *state, uint16_t depth) {
  struct subroutine s = {w, mem_alloc(w->count), mem_alloc((w->count + 1u) * sizeof(uint32_t)), 0};
  uint8_t *after = mem_alloc(w->width);
  for (uint32_t j = 0; j < w->count; j++) {
    uint64_t *touched;
    const uint8_t *call;
    if (insn_table[w->insns[j].op].flow != FLOW_JSR || !w->reached[j] || j + 1 >= w->count) continue;
    subroutine_walk(&s, insn_at(w, w->insns[j].target));
    if (!s.in[i]) continue;
    touched = mem_alloc(w->words * sizeof *touched);
    note_touched(w, &s, touched);
    call = state_of(w, j);
    memcpy(after, state, w->width);
    for (uint32_t k = 0; k < w->info->max_locals; k++)
      if (!(touched[k / 64] >> (k % 64) & 1)) after[k] = call[k];
    free(touched);
    flow_into(w, j + 1, after, depth);
  }
  free(after);
  free(s.in);
  free(s.todo);
}

/* ---- forward analysis ---- */

static void enter(struct work *w) {
  uint8_t *s = mem_alloc(w->width);
  uint32_t at = 0;
  if (!w->is_static) s[at++] = SLOT_REF;
  for (const char *p = w->desc + 1; *p && *p != ')'; p = desc_next(p)) {
    unsigned n = slots_of(*p);
    for (unsigned k = 0; k < n && at < w->info->max_locals; k++) s[at++] = *p == 'L' || *p == '[' ? SLOT_REF : SLOT_VALUE;
  }
  flow_into(w, 0, s, 0);
  free(s);
}

struct spread {
  struct work *w;
  const uint8_t *state;
  uint16_t depth;
};
static void spread_to(void *arg, uint32_t i) {
  struct spread *s = arg;
  flow_into(s->w, i, s->state, s->depth);
}

static void infer(struct work *w) {
  uint8_t *out = mem_alloc(w->width);
  bool old = has_subroutines(w);
  enter(w);
  while (w->queue_len) {
    uint32_t i = w->queue[--w->queue_len];
    struct spread s = {w, out, 0};
    w->queued[i] = 0;
    flow_to_handlers(w, i, state_of(w, i));
    if (!apply(w, i, state_of(w, i), w->depth[i], out, &s.depth)) continue;
    each_target(w, i, spread_to, &s);
    if (insn_falls_through(&w->insns[i])) flow_into(w, i + 1, out, s.depth);
    if (old && insn_table[w->insns[i].op].flow == FLOW_RET) flow_ret(w, i, out, s.depth);
    /* A change before a jsr changes what its ret gives back. */
    if (old && insn_table[w->insns[i].op].flow == FLOW_JSR)
      for (uint32_t j = 0; j < w->count; j++)
        if (w->reached[j] && insn_table[w->insns[j].op].flow == FLOW_RET) enqueue(w, j);
  }
  free(out);
}

/* ---- liveness ---- */

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
  return in->op >= OP_GETSTATIC && in->op != OP_WIDE && in->op != OP_IFNULL && in->op != OP_IFNONNULL &&
         in->op != OP_GOTO_W && in->op != OP_JSR_W;
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
  const struct work *w;
  uint64_t *set;
};
static void gather_from(void *arg, uint32_t i) {
  struct gather *g = arg;
  if (i != NO_INSN && i < g->w->count) join_live(g->set, live_of(g->w, i), g->w->words);
}

/* A subroutine's end may go on behind any jsr. */
static void gather_ret(struct gather *g) {
  for (uint32_t j = 0; j + 1 < g->w->count; j++)
    if (insn_table[g->w->insns[j].op].flow == FLOW_JSR) gather_from(g, j + 1);
}

static void gather_out(struct work *w, uint32_t i, uint64_t *set) {
  struct gather g = {w, set};
  memset(set, 0, w->words * sizeof *set);
  each_target(w, i, gather_from, &g);
  if (insn_falls_through(&w->insns[i])) gather_from(&g, i + 1);
  if (insn_table[w->insns[i].op].flow == FLOW_RET) gather_ret(&g);
}

/* A jsr does not kill what its subroutine leaves alone: the locals behind it stay live through it. */
static bool live_step(struct work *w, uint32_t i, uint64_t *set) {
  const struct insn *in = &w->insns[i];
  const char *how;
  int32_t slot;
  unsigned n = local_access(in, &how, &slot, w->effects[i]);
  struct gather g = {w, set};
  gather_out(w, i, set);
  for (unsigned k = 0; k < n; k++) {
    uint32_t l = (uint32_t)slot + k;
    if (how[0] == 'w')
      set[l / 64] &= ~(1ull << (l % 64));
    else
      set[l / 64] |= 1ull << (l % 64);
  }
  if (can_throw(in))
    for (uint32_t h = 0; h < w->info->exception_count; h++) {
      const struct exception_entry *x = &w->info->exceptions[h];
      if (in->pc >= x->start_pc && in->pc < x->end_pc) gather_from(&g, insn_at(w, x->handler_pc));
    }
  return join_live(live_of(w, i), set, w->words);
}

static void liveness(struct work *w) {
  uint64_t *set = mem_alloc(w->words * sizeof *set);
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = w->count; i-- > 0;)
      if (w->reached[i]) changed |= live_step(w, i, set);
  }
  free(set);
}

/* ---- the result ---- */

struct interned {
  struct slot_map **slots;
  uint32_t mask;
};

static struct slot_map *intern_map(struct vm *vm, struct interned *t, const struct slot_map *want) {
  uint32_t n = (uint32_t)want->locals + want->stack, h = (uint32_t)XXH3_64bits(want->kind, n) & t->mask;
  struct slot_map *made;
  uint8_t *kinds;
  while (t->slots[h]) {
    if (t->slots[h]->stack == want->stack && !memcmp(t->slots[h]->kind, want->kind, n)) return t->slots[h];
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

/* Kinds of live locals only. A live local of no kind cannot be in verified code without subroutines. */
static void drop_dead_locals(struct vm *vm, struct work *w, uint32_t i, bool old) {
  uint8_t *kind = state_of(w, i);
  for (uint32_t l = 0; l < w->info->max_locals; l++) {
    if (!(live_of(w, i)[l / 64] >> (l % 64) & 1))
      kind[l] = SLOT_DEAD;
    else if (old && kind[l] == SLOT_DEAD)
      error_set(&vm->err, ERR_UNSUPPORTED, "%s.%s: a subroutine (jsr) is called with a local of several types",
                w->cf->name->s, w->info->name->s);
  }
}

static void finish(struct vm *vm, struct work *w, struct method_maps *maps) {
  bool old = has_subroutines(w);
  struct interned t = {NULL, 1};
  uint32_t nl = w->info->max_locals;
  while (t.mask < w->count * 2) t.mask = t.mask * 2 + 1;
  t.slots = mem_alloc((t.mask + 1u) * sizeof *t.slots);
  for (uint32_t i = 0; i < w->count; i++) {
    uint8_t *kind = state_of(w, i);
    struct slot_map map = {(uint16_t)nl, w->depth[i], kind};
    if (!w->reached[i]) continue;
    drop_dead_locals(vm, w, i, old);
    maps->at[w->insns[i].pc] = intern_map(vm, &t, &map);
  }
  free(t.slots);
}

static struct method_maps *make_maps(struct vm *vm, struct method *m) {
  struct method_maps *maps = pool_alloc(&vm->pool, sizeof *maps);
  struct work w;
  maps->at = pool_alloc(&vm->pool, m->info->code_len * sizeof *maps->at);
  set_up(&w, m);
  infer(&w);
  liveness(&w);
  finish(vm, &w, maps);
  pool_release(&w.pool);
  return maps;
}

const struct slot_map *stackmap_at(struct vm *vm, struct method *m, uint32_t bci) {
  struct method_maps *maps = m->maps;
  if (!m->info || bci >= m->info->code_len) return NULL;
  if (!maps) m->maps = maps = make_maps(vm, m);
  return maps->at[bci];
}

ref stackmap_this(struct vm *vm, const struct frame *f) {
  struct method *m = frame_method(vm, f);
  const struct slot_map *map = m && !(m->flags & ACC_STATIC) ? stackmap_at(vm, m, frame_bci(vm, f)) : NULL;
  return map && map->locals && map->kind[0] == SLOT_REF ? *MEM32(vm, f->locals) : 0;
}
