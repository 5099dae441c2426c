/* Starts walks at the frames of a thread and at the first call of a new thread, and caches their
 * results. See ahead_int.h.
 *
 * Most threads do not move between two states. So a result is cached with the words of the state
 * that it was computed from, and stays valid while these are unchanged. */
#include <stdlib.h>

#include "engine/heuristic/ahead_int.h"
#include "engine/heuristic/position.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/interp/stackmap.h"

/* ---- cached results ---- */

enum { MEMO_SIZE = 1024 };

struct kept {
  bool used;
  uint32_t id; /* the address of a frame, or an object */
  struct location target;
  struct method *method;
  uint32_t bci, value;
  uint64_t version;
  struct state_reads reads;
};

struct ahead_memo {
  struct kept at[MEMO_SIZE];
};

struct ahead_memo *ahead_memo_new(void) {
  return mem_alloc(sizeof(struct ahead_memo));
}

void ahead_memo_free(struct ahead_memo *memo) {
  for (uint32_t i = 0; memo && i < MEMO_SIZE; i++) vec_free(&memo->at[i].reads.v);
  free(memo);
}

static struct kept *kept_at(const struct ahead *a, uint32_t id, const struct location *target) {
  uint64_t h =
      ((uint64_t)id << 32 ^ (uint64_t)target->method->id << 16 ^ target->bci) * 0x9E3779B97F4A7C15u;
  return &a->memo->at[(h >> 40) % MEMO_SIZE];
}

static bool is_kept(const struct ahead *a, const struct kept *k, const struct kept *want) {
  if (!k->used || k->id != want->id || k->method != want->method || k->bci != want->bci ||
      k->version != want->version || !location_equal(&k->target, &want->target))
    return false;
  for (size_t i = 0; i < k->reads.v.len; i++)
    if (*MEM32(a->vm, k->reads.v.data[i].at) != k->reads.v.data[i].word) return false;
  return true;
}

/* Caches the result of a walk and ends the walk. */
static uint32_t keep(struct walk *w, struct kept *want, uint32_t value) {
  struct kept *k = kept_at(w->a, want->id, &want->target);
  struct state_reads old = k->reads;
  *k = *want;
  k->used = true;
  k->value = value;
  k->version = w->a->version(w->a->self);
  k->reads = w->reads;
  w->reads = old;
  walk_release(w);
  return value;
}

/* ---- frames ---- */

static uint32_t address_of(struct vm *vm, const void *p) {
  return (uint32_t)((const uint8_t *)p - vm->arena.mem);
}

/* Is a constructor running on r? Then its fields are not final yet, and it counts as unknown. */
static bool is_being_made(struct walk *w, const struct thread *t, const struct frame *f, ref r) {
  struct vm *vm = w->a->vm;
  for (const struct frame *g = vm_frame(vm, t->frame); r && g != f; g = vm_frame(vm, g->prev)) {
    const struct method *m = frame_method(vm, g);
    if (!(g->flags & FRAME_ROOT) && m->name->s[0] == '<' && !(m->flags & ACC_STATIC) &&
        *MEM32(vm, g->locals) == r)
      return true;
  }
  return false;
}

static struct value slot_value(struct walk *w, const struct thread *t, const struct frame *f,
                               uint8_t kind, uint32_t at) {
  ref r;
  if (kind != SLOT_REF) return kind == SLOT_VALUE ? (struct value){0} : value_other();
  r = state_read(w->a->vm, &w->reads, at);
  return is_being_made(w, t, f, r) ? value_other() : value_object(r);
}

static struct value frame_result(struct walk *w, const struct thread *t, const struct frame *f);

/* Returns the frame above f, or NULL if f is the top. The words read here determine which frames
 * exist. */
static const struct frame *frame_above(struct walk *w, const struct thread *t,
                                       const struct frame *f) {
  struct vm *vm = w->a->vm;
  const struct frame *above = NULL;
  uint32_t at = state_read(vm, &w->reads, address_of(vm, &t->frame));
  for (const struct frame *g = vm_frame(vm, at); g != f; g = vm_frame(vm, g->prev)) {
    (void)state_read(vm, &w->reads, address_of(vm, &g->prev));
    (void)state_read(vm, &w->reads, address_of(vm, &g->method));
    (void)state_read(vm, &w->reads, address_of(vm, &g->pc));
    above = g;
  }
  return above;
}

/* Returns the locals and operands of f at `bci`. If f waits for a call to return, the only operand
 * known is the call's result. */
static struct value *frame_values(struct walk *w, const struct thread *t, const struct frame *f,
                                  uint32_t bci, const struct slot_map *map) {
  struct value *slots = mem_alloc((map->locals + map->stack + 1u) * sizeof *slots);
  const struct frame *above = frame_above(w, t, f);
  bool standing = frame_bci(w->a->vm, f) == bci;
  uint32_t base = f->sp - map->stack * 4u;
  for (uint32_t i = 0; i < map->locals; i++)
    slots[i] = slot_value(w, t, f, map->kind[i], f->locals + i * 4);
  for (uint32_t i = 0; i < map->stack; i++)
    slots[map->locals + i] =
        standing ? slot_value(w, t, f, map->kind[map->locals + i], base + i * 4) : value_other();
  if (!standing && map->stack && above && frame_method(w->a->vm, above)->ret == 'L')
    slots[map->locals + map->stack - 1] = frame_result(w, t, above);
  return slots;
}

static struct value frame_result(struct walk *w, const struct thread *t, const struct frame *f) {
  struct method *m = frame_method(w->a->vm, f);
  const struct cfg *g = m->code ? cfg_of(w->a->vm, m) : NULL;
  const struct frame *above = frame_above(w, t, f);
  uint32_t bci =
      g ? position_bci(w->a->vm, f, above && position_returns(above) && !(f->flags & FRAME_NEW))
        : 0;
  const struct slot_map *map =
      g && w->methods < AHEAD_METHODS ? stackmap_at(w->a->vm, m, bci) : NULL;
  struct value *slots, result;
  if (!map || cfg_node(g, bci) == UINT32_MAX) return value_other();
  slots = frame_values(w, t, f, bci, map);
  result = look_result(look_new(w, m, cfg_node(g, bci), slots, map->stack));
  free(slots);
  return result;
}

uint32_t ahead_of_frame(const struct ahead *a, const struct thread *t, const struct frame *f,
                        uint32_t bci, const struct location *target) {
  struct walk w = {.a = a, .target = target};
  struct method *m = frame_method(a->vm, f);
  const struct cfg *g = cfg_of(a->vm, m);
  const struct slot_map *map = g && walk_looks_into(&w, m, rta_method(a->rta(a->self), m))
                                   ? stackmap_at(a->vm, m, bci)
                                   : NULL;
  uint32_t node = g ? cfg_node(g, bci) : UINT32_MAX, value;
  struct kept want = {.id = address_of(a->vm, f), .target = *target, .method = m, .bci = bci};
  struct value *slots;
  if (!map || node == UINT32_MAX) return a->forward(a->self, m, bci, target);
  want.version = a->version(a->self);
  if (is_kept(a, kept_at(a, want.id, target), &want)) return kept_at(a, want.id, target)->value;
  slots = frame_values(&w, t, f, bci, map);
  value = walk_method(&w, m, node, slots, map->stack);
  free(slots);
  return keep(&w, &want, value);
}

uint32_t ahead_of_call(const struct ahead *a, struct method *run, ref receiver,
                       const struct location *target) {
  struct walk w = {.a = a, .target = target};
  uint32_t locals = run->info ? run->info->max_locals : 0, value;
  struct kept want = {.id = receiver, .target = *target, .method = run};
  struct value *slots;
  if (!walk_looks_into(&w, run, rta_method(a->rta(a->self), run)))
    return a->forward(a->self, run, 0, target);
  want.version = a->version(a->self);
  if (is_kept(a, kept_at(a, want.id, target), &want)) return kept_at(a, want.id, target)->value;
  slots = mem_alloc((locals + 2u) * sizeof *slots);
  for (uint32_t i = 0; i < locals; i++) slots[i] = value_other();
  if (receiver) slots[0] = value_object(receiver);
  value = walk_method(&w, run, 0, slots, 0);
  free(slots);
  return keep(&w, &want, value);
}

bool ahead_through_library(void *self, const struct rta_method *m, const struct location *target) {
  (void)self;
  (void)target;
  return m->method->owner->is_jdk;
}

uint32_t ahead_calling(void *self, uint32_t kind) {
  (void)self;
  (void)kind;
  return 1;
}

uint64_t ahead_version(void *self) {
  (void)self;
  return 0;
}
