/* Maps of live references and values, by abstract interpretation over the effects in opcodes.def. See stackmap.h.
 *
 * Forward: the kinds of locals and operands before each instruction; where paths disagree on a local it is dead, as no verified
 * code can read it. Backward: which locals are read before they are written again; a handler's locals are live before every
 * instruction of its range that can throw. A map says DEAD for a local that is not live.
 *
 * Subroutines (jsr, ret) of old class files: at a ret the locals that the subroutine did not touch are those of the call, so
 * that one routine called with different locals keeps them apart (the rule of the old verifier). Inside the subroutine such a
 * local would be a reference on one call and a value on another: no map can say that, and the run is told as unsupported. */
#include "engine/vm/stackmap_int.h"

#include "engine/vm/code.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct method_maps {
  struct slot_map **at; /* by bytecode index, NULL where nothing starts or no path leads */
};

/* ---- set-up ---- */

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
}

/* ---- what both directions ask ---- */

unsigned stackmap_local_access(const struct insn *in, const char **how, int32_t *slot, const char *effect) {
  const char *l = insn_table[in->op].local, *colon;
  if (!l[0]) return 0;
  *how = l;
  *slot = l[1] == 'n' ? in->local : l[1] - '0';
  colon = strchr(effect, ':');
  if (l[0] == 'r' && colon[1]) return slots_of(colon[1]);
  if (l[0] == 'w') return slots_of(effect[0]);
  return 1;
}

void stackmap_each_target(const struct stackmap_work *w, uint32_t i, void (*fn)(void *, uint32_t), void *arg) {
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

bool stackmap_has_subroutines(const struct stackmap_work *w) {
  for (uint32_t i = 0; i < w->count; i++)
    if (insn_table[w->insns[i].op].flow == FLOW_JSR) return true;
  return false;
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
static void drop_dead_locals(struct vm *vm, struct stackmap_work *w, uint32_t i, bool old) {
  uint8_t *kind = state_of(w, i);
  for (uint32_t l = 0; l < w->info->max_locals; l++) {
    if (!(live_of(w, i)[l / 64] >> (l % 64) & 1))
      kind[l] = SLOT_DEAD;
    else if (old && kind[l] == SLOT_DEAD)
      error_set(&vm->err, ERR_UNSUPPORTED, "%s.%s: a subroutine (jsr) is called with a local of several types",
                w->cf->name->s, w->info->name->s);
  }
}

static void finish(struct vm *vm, struct stackmap_work *w, struct method_maps *maps) {
  bool old = stackmap_has_subroutines(w);
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
  struct stackmap_work w;
  maps->at = pool_alloc(&vm->pool, m->info->code_len * sizeof *maps->at);
  set_up(&w, m);
  stackmap_infer(&w);
  stackmap_liveness(&w);
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
