/* See frames.h. Names come from the LocalVariableTable. For a class compiled without one, the slots
 * known from the stack map are shown. */
#include "engine/session/frames.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/vm/stackmap.h"

static bool is_shown(struct vm *vm, const struct frame *f) {
  return !(f->flags & FRAME_ROOT) &&
         !(frame_method(vm, f)->vm_flags & (METHOD_HIDDEN | METHOD_SYNTHETIC));
}

static const struct frame *shown(struct vm *vm, uint32_t at) {
  while (at && !is_shown(vm, vm_frame(vm, at))) at = vm_frame(vm, at)->prev;
  return at ? vm_frame(vm, at) : NULL;
}

uint32_t frames_count(struct engine *e, const struct thread *t) {
  const struct frame *f;
  uint32_t n = 0;
  for (f = shown(e->vm, t->frame); f; f = shown(e->vm, f->prev)) n++;
  return n;
}

const struct frame *frames_at(struct engine *e, const struct thread *t, uint32_t index) {
  const struct frame *f = shown(e->vm, t->frame);
  while (f && index--) f = shown(e->vm, f->prev);
  return f;
}

/* ---- locals ---- */

/* For a reference in a slot that is not live: is its object still part of the state? */
static bool is_alive(struct engine *e, ref r) {
  uint32_t n;
  if (!r || (r >= IMMORTAL_BASE && r < e->vm->arena.immortal_top)) return true;
  if (r < HEAP_BASE || r >= vm_machine(e->vm)->heap_bump || (r & 7)) return false;
  if (!session_intact(e, e->x.here)) return false;
  canon_order(e->x.canon);
  n = canon_number(e->x.canon, r);
  return n && canon_object(e->x.canon, n) == r;
}

static uint64_t slot_value(struct vm *vm, const struct frame *f, uint32_t slot, char type) {
  uint64_t v = 0;
  INVARIANT(slot < frame_method(vm, f)->info->max_locals, "a variable has a slot of its frame: %u",
            slot);
  memcpy(&v, vm->arena.mem + f->locals + slot * 4, type == 'J' || type == 'D' ? 8 : 4);
  return v;
}

static int by_slot(const void *a, const void *b) {
  const struct local_var *x = *(const struct local_var *const *)a,
                         *y = *(const struct local_var *const *)b;
  return x->slot - y->slot;
}

static uint32_t named_locals(struct engine *e, const struct frame *f, const struct slot_map *map,
                             struct local *out) {
  const struct method *m = frame_method(e->vm, f);
  const struct local_var **vars = mem_alloc((m->info->local_var_count + 1u) * sizeof *vars);
  uint32_t bci = frame_bci(e->vm, f), i, n = 0;
  for (i = 0; i < m->info->local_var_count; i++) {
    const struct local_var *v = &m->info->local_vars[i];
    if (bci >= v->start_pc && bci < (uint32_t)v->start_pc + v->length &&
        v->slot < m->info->max_locals)
      vars[n++] = v;
  }
  qsort(vars, n, sizeof *vars, by_slot);
  for (i = 0; i < n; i++) {
    struct local *l = &out[i];
    bool is_ref = vars[i]->desc->s[0] == 'L' || vars[i]->desc->s[0] == '[';
    l->name = mem_strdup(vars[i]->name->s);
    l->type = vars[i]->desc->s[0];
    l->value = slot_value(e->vm, f, vars[i]->slot, l->type);
    l->gone = is_ref &&
              !(map && vars[i]->slot < map->locals && map->kind[vars[i]->slot] == SLOT_REF) &&
              !is_alive(e, (ref)l->value);
  }
  free(vars);
  return n;
}

static uint32_t bare_locals(struct engine *e, const struct frame *f, const struct slot_map *map,
                            struct local *out) {
  uint32_t i, n = 0;
  for (i = 0; map && i < map->locals; i++) {
    if (map->kind[i] == SLOT_DEAD) continue;
    out[n].name = mem_printf("slot %u", i);
    out[n].type = map->kind[i] == SLOT_REF ? 'L' : 'I';
    out[n].value = slot_value(e->vm, f, i, 'I');
    n++;
  }
  return n;
}

uint32_t frames_locals(struct engine *e, const struct frame *f, struct local **out) {
  struct method *m = frame_method(e->vm, f);
  const struct slot_map *map;
  *out = NULL;
  if (!m->info || !m->code) return 0;
  map = stackmap_of(e->vm, f);
  *out = mem_alloc((m->info->local_var_count + m->info->max_locals + 1u) * sizeof **out);
  return m->info->local_var_count ? named_locals(e, f, map, *out) : bare_locals(e, f, map, *out);
}

void frames_locals_free(struct local *v, uint32_t n) {
  while (n) free(v[--n].name);
  free(v);
}

char *frames_local_text(struct engine *e, const struct local *v) {
  if (v->gone) return mem_strdup("(no longer used)");
  return session_value(e, v->type, v->value);
}
