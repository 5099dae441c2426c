/* See awaited.h. */
#include "engine/search/awaited.h"

#include <string.h>

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

/* The thread has taken no step for long. The path is only looked at every AWAITED_STEPS steps. */
static bool has_waited(struct explorer *x, uint32_t thread) {
  const struct xnode *n = xnode(x, x->here);
  uint32_t count = 0;
  if (n->depth % AWAITED_STEPS) return false;
  for (; n->parent != NODE_NONE && n->choice.thread != thread; n = xnode(x, n->parent))
    if (++count == AWAITED_STEPS / 2) return true;
  return false;
}

/* The patient wait that elapses for the others' sake. */
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

uint32_t awaited_choices(struct search *s, struct choice *out, bool *left_out) {
  struct choice all[CHOICES_MAX];
  uint32_t n, kept = 0;
  *left_out = false;
  if (overdue_wait(s, out)) return 1;
  n = search_choices(s, all);
  for (uint32_t i = 0; i < n; i++)
    if (n == 1 || all[i].kind != CHOICE_RUN || !waits_long(s->x, all[i].thread))
      out[kept++] = all[i];
  *left_out = kept && kept < n;
  s->x->vm->seen.awaited |= *left_out;
  if (!kept) memcpy(out, all, n * sizeof *out);
  return kept ? kept : n;
}

bool awaited_leaves_out(struct search *s, struct choice c) {
  struct choice kept[CHOICES_MAX];
  bool left_out;
  uint32_t i, n;
  if (c.kind != CHOICE_RUN || !waits_long(s->x, c.thread)) return false;
  n = awaited_choices(s, kept, &left_out);
  for (i = 0; i < n; i++)
    if (kept[i].kind == c.kind && kept[i].thread == c.thread) return false;
  return true;
}
