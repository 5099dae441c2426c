/* See awaited.h. */
#include "engine/search/awaited.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/state/idle.h"
#include "engine/state/waits.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

/* ---- walks ---- */

static bool has_gone_alone(struct explorer *x) {
  const struct xnode *n = xnode(x, x->here);
  uint32_t thread = n->choice.thread, count = 0;
  if (vm_thread(x->vm, thread)->op != OPK_SPIN) return false;
  for (; n->parent != NODE_NONE && n->choice.thread == thread; n = xnode(x, n->parent))
    if (n->op == OPK_SPIN && ++count == AWAITED_FORCED) return true;
  return false;
}

/* Has the thread taken no step for a long time? The path is searched only every AWAITED_STEPS
 * steps. */
static bool has_waited(struct explorer *x, uint32_t thread) {
  const struct xnode *n = xnode(x, x->here);
  uint32_t count = 0;
  if (n->depth % AWAITED_STEPS) return false;
  for (; n->parent != NODE_NONE && n->choice.thread != thread; n = xnode(x, n->parent))
    if (++count == AWAITED_STEPS / 2) return true;
  return false;
}

/* Finds the patient wait that has to elapse because the other threads have run for a long time. */
static bool overdue_wait(struct search *s, struct choice *out) {
  struct vm *vm = s->x->vm;
  uint64_t earliest = ~0ull;
  uint32_t i;
  if (!s->ops->walks || !vm_machine(vm)->patient || xnode(s->x, s->x->here)->parent == NODE_NONE)
    return false;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (time_is_pending(t) && t->flags & TF_PATIENT && t->deadline < earliest) {
      earliest = t->deadline;
      *out = choice_make(i, CHOICE_TIMEOUT, 0);
    }
  }
  return earliest != ~0ull && (has_gone_alone(s->x) || has_waited(s->x, out->thread));
}

/* ---- choices left out ---- */

bool awaited_overtakes(struct search *s, struct choice c) {
  struct vm *vm = s->x->vm;
  bool found = false;
  if (!time_passes_by(vm, vm_thread(vm, c.thread), c.kind)) return false;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count && !found; i++)
    found = i != c.thread && time_is_left_behind(vm, vm_thread(vm, i)) && !idle_thread(s->x, i);
  vm->seen.prompt |= found;
  return found;
}

static bool awaited_goes_round(struct search *s, struct choice c) {
  return c.kind == CHOICE_RUN && waits_long(s->x, c.thread);
}

/* Removes the choices for which `out` is true from c[0..n), unless no choice would be left. Returns
 * the number left. */
static uint32_t awaited_keep(struct search *s, struct choice *c, uint32_t n,
                             bool (*out)(struct search *, struct choice)) {
  struct choice kept[CHOICES_MAX];
  uint32_t count = 0;
  for (uint32_t i = 0; n > 1 && i < n; i++)
    if (!out(s, c[i])) kept[count++] = c[i];
  if (!count) return n;
  memcpy(c, kept, count * sizeof *c);
  return count;
}

uint32_t awaited_choices(struct search *s, struct choice *out, bool *left_out) {
  uint32_t all, prompt, n;
  *left_out = false;
  if (overdue_wait(s, out)) return 1;
  all = search_choices(s, out);
  prompt = awaited_keep(s, out, all, awaited_overtakes);
  n = awaited_keep(s, out, prompt, awaited_goes_round);
  CHECK(n || !all, "a choice is left if there was one: %u", all);
  s->x->vm->seen.awaited |= n < prompt;
  *left_out = n < all;
  return n;
}

bool awaited_leaves_out(struct search *s, struct choice c) {
  struct choice kept[CHOICES_MAX];
  bool left_out;
  uint32_t i, n;
  if (!awaited_overtakes(s, c) && !awaited_goes_round(s, c)) return false;
  n = awaited_choices(s, kept, &left_out);
  for (i = 0; i < n; i++)
    if (kept[i].kind == c.kind && kept[i].thread == c.thread) return false;
  return true;
}
