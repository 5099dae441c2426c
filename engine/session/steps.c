/* Steps with recorded ends, which make a schedule independent of the reduction and of marks
 * (soundness rule 24, executed again). */
#include "engine/base/check.h"
#include "engine/session/session.h"
#include "engine/inside.h"

#include <stdlib.h>

#include "engine/search/hang.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

enum { MARK_OF_STEP = 0xffff }; /* id of the mark that a step needs */

struct explorer *engine_explorer(struct engine *e) {
  return &e->x;
}

void engine_step_end(struct engine *e, struct step_end *out) {
  const struct xnode *n = xnode(&e->x, e->x.here);
  const struct thread *t = vm_thread(e->vm, n->choice.thread);
  *out =
      (struct step_end){.instructions = t->insns, .state = (uint8_t)t->state, .op = (uint8_t)t->op};
  if (t->frame && !(vm_frame(e->vm, t->frame)->flags & FRAME_ROOT))
    out->bci = frame_bci(e->vm, vm_frame(e->vm, t->frame));
  if (n->stop == STOP_ERROR || n->stop == STOP_FAILED) out->state = THREAD_NONE;
  /* System.exit ended it, so its last operation has no meaning. */
  if (n->stop == STOP_EXIT) out->state = THREAD_TERMINATED;
  if (out->state == THREAD_RUNNABLE && out->op == OPK_MARK && t->frame) {
    const struct method *m = frame_method(e->vm, vm_frame(e->vm, t->frame));
    char *k = klass_dotted(m->owner);
    out->mark = mem_printf("%s.%s%s@%u", k, m->name->s, m->desc->s, out->bci);
    free(k);
  }
}

bool engine_method(struct engine *e, uint32_t thread, struct method_names *out) {
  const struct thread *t = vm_thread(e->vm, thread);
  const struct frame *f = t->frame ? vm_frame(e->vm, t->frame) : NULL;
  const struct method *m;
  if (!f || f->flags & FRAME_ROOT) return false;
  m = frame_method(e->vm, f);
  *out = (struct method_names){m->owner->name->s, m->name->s, m->desc->s};
  return true;
}

/* ---- forced ends ---- */

struct forced {
  const struct step_end *end;
  void (*at_mark)(void *self, struct vm *vm, const struct thread *t); /* may be NULL */
  void *self;
};

static enum cut forced_cut(void *self, struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                           uint32_t off) {
  const struct forced *f = self;
  const struct step_end *end = f->end;
  (void)obj;
  if (op == OPK_MARK && f->at_mark) f->at_mark(f->self, vm, t);
  if (op == OPK_SPIN && t->insns + vm->run.in_flight > end->instructions) return CUT_RULES;
  if (op == OPK_END && off) return end->state == THREAD_BLOCKED ? CUT_STOP : CUT_GO;
  if (end->state != THREAD_RUNNABLE || end->op != op) return CUT_GO;
  return t->insns + vm->run.in_flight == end->instructions ? CUT_STOP : CUT_GO;
}

static bool same_end(const struct step_end *a, const struct step_end *b) {
  return a->instructions == b->instructions && a->state == b->state && a->bci == b->bci &&
         (a->state != THREAD_RUNNABLE || a->op == b->op);
}

/* Moves to the child of the current node that this choice made with this end. Returns false if
 * there is none. */
static bool go_to_child(struct engine *e, struct choice c, const struct step_end *end) {
  node_id here = e->x.here, n;
  for (n = xnode(&e->x, here)->first_child; n != NODE_NONE; n = xnode(&e->x, n)->next) {
    const struct xnode *k = xnode(&e->x, n);
    struct step_end there;
    if (k->choice.thread != c.thread || k->choice.kind != c.kind || k->choice.arg != c.arg)
      continue;
    explorer_go(&e->x, n);
    engine_step_end(e, &there);
    free(there.mark);
    if (same_end(&there, end)) return true;
    explorer_go(&e->x, here);
  }
  return false;
}

/* Adds the mark at which the step ended. */
static int add_mark(struct engine *e, const struct step_end *end, struct error *err) {
  struct location loc;
  if (!end->mark || end->op != OPK_MARK) return 0;
  if (location_parse(e->vm, e->opt.main_class, end->mark, &loc, err)) return err->code;
  return vm_mark_add(e->vm, loc.method, loc.bci, MARK_OF_STEP, err);
}

static int steps_apply(struct engine *e, struct choice c, const struct step_end *end,
                       struct error *err) {
  struct forced f = {.end = end};
  node_id n;
  int r = add_mark(e, end, err);
  if (r) return r;
  CHECK(!e->vm->sched.cut, "steps with given ends are executed one at a time: T%u", c.thread);
  e->vm->sched.cut = forced_cut;
  e->vm->sched.cut_self = &f;
  r = explorer_apply(&e->x, c, &n, err);
  e->vm->sched.cut = NULL;
  vm_mark_remove(e->vm, MARK_OF_STEP);
  return r;
}

static void look_away(void *self, struct explorer *x, const struct xnode *n) {
  (void)self, (void)x, (void)n;
}

void session_step_again(struct engine *e, node_id n,
                        void (*at_mark)(void *self, struct vm *vm, const struct thread *t),
                        void *self) {
  struct session_visit here = session_visit(e);
  struct step_end end;
  struct forced f = {.end = &end, .at_mark = at_mark, .self = self};
  struct error none = {0};
  CHECK(xnode(&e->x, n)->parent != NODE_NONE && !e->vm->sched.cut,
        "a step that is executed again leads to a node: %u", n);
  explorer_go(&e->x, n);
  engine_step_end(e, &end);
  add_mark(e, &end, &none); /* the session may no longer have this mark */
  explorer_go(&e->x, xnode(&e->x, n)->parent);
  e->vm->sched.cut = forced_cut;
  e->vm->sched.cut_self = &f;
  explorer_peek(&e->x, xnode(&e->x, n)->choice, look_away, NULL);
  e->vm->sched.cut = NULL;
  vm_mark_remove(e->vm, MARK_OF_STEP);
  free(end.mark);
  session_return(e, here);
}

int engine_take_to(struct engine *e, struct choice ci, const struct step_end *end, node_id *out,
                   struct error *err) {
  uint16_t before = xnode(&e->x, e->x.here)->observed;
  struct choice all[CHOICES_MAX];
  uint32_t i, n;
  struct step_end got;
  e->vm->sched.given = true;
  n = engine_choices(e, all, COUNT(all));
  e->vm->sched.given = false;
  for (i = 0; i < n && i < COUNT(all); i++)
    if (all[i].thread == ci.thread && all[i].kind == ci.kind && all[i].arg == ci.arg) break;
  if (i >= n) return error_set(err, ERR_INPUT, "thread T%u has no such choice here", ci.thread);
  if (!go_to_child(e, ci, end)) {
    if (steps_apply(e, ci, end, err)) return err->code;
    if (session_observes(e, xnode(&e->x, e->x.here), before)) xnode(&e->x, e->x.here)->observed++;
    explorer_fingerprint(&e->x, e->x.here);
    session_race_detail(e);
    session_deadlock_detail(e);
  }
  xnode(&e->x, e->x.here)->visits++;
  if (out) *out = e->x.here;
  engine_step_end(e, &got);
  free(got.mark);
  if (same_end(&got, end)) return 0;
  return error_set(
      err, ERR_INTERNAL,
      "ends after %llu instructions of the thread at bytecode %u, not after %llu at %u",
      (unsigned long long)got.instructions, got.bci, (unsigned long long)end->instructions,
      end->bci);
}

int engine_again(struct engine *e, uint64_t memory_bytes, struct error *err) {
  if (engine_go(e, NODE_ROOT, err)) return err->code;
  explorer_prune(&e->x, NODE_ROOT);
  CHECK(xnode(&e->x, NODE_ROOT)->first_child == NODE_NONE, "a session that begins again is empty");
  session_names_free(e);
  e->x.keep_events = true;
  e->x.memory_limit = memory_bytes;
  return 0;
}

void engine_listen_anew(struct engine *e) { explorer_listen_anew(&e->x); }

void engine_listen_back(struct engine *e) {
  explorer_listen_back(&e->x);
  e->unnamed = NODE_NONE;
}

int engine_hang(struct engine *e, struct error *err) {
  const struct xnode *n = xnode(&e->x, e->x.here);
  if (!(n->flags & NODE_ERROR) && hang_close(&e->x)) return 0;
  if (n->flags & NODE_ERROR && n->violation->property == PROP_HANG) return 0;
  return error_set(err, ERR_INTERNAL, "does not return to one of its own states");
}
