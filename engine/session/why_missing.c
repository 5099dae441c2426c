/* Explains a bit of h that is cleared: the write that cleared it, the edge that is missing, and
 * what would add it (why.c). */
#include <stdlib.h>
#include <string.h>

#include "engine/property/race_view.h"
#include "engine/session/why.h"
#include "engine/vm/machine.h"

static uint32_t last_event_of(const struct why *w, uint32_t thread) {
  size_t i;
  for (i = w->path.len; i-- > 0;)
    if (w->path.data[i].ev->thread == thread) return (uint32_t)i;
  return NOT_THERE;
}

static void say_no_path(struct why *w) {
  uint32_t last = w->row.kind == XH_THREAD ? last_event_of(w, w->row.obj) : NOT_THERE;
  text_printf(&w->out, "No happens-before path leads from #%u to ", w->path.data[w->write].depth);
  if (last != NOT_THERE) {
    text_printf(&w->out, "T%u's last event, ", w->row.obj);
    why_say_step(w, last);
  } else {
    text_puts(&w->out, w->row_name);
  }
  text_puts(&w->out, ".\n");
}

/* Lists rows other than the writer's that have the location; an acquire of one of them would
 * suffice. Returns their number. */
static uint32_t say_released(struct why *w) {
  uint32_t i, n = 0;
  for (i = 1; i < w->set.len; i++) {
    char *name;
    if (w->set.data[i].row.kind == XH_THREAD) continue;
    name = session_item_name(w->e, &w->set.data[i].row);
    text_printf(&w->out, "%s%s (#%u)", n++ ? ", " : "  already released to: ", name,
                w->path.data[w->set.data[i].step].depth);
    free(name);
  }
  if (n) text_puts(&w->out, "\n");
  return n;
}

static void say_missing(struct why *w) {
  uint32_t writer = stamp_thread(w->column.stamp);
  if (w->row.kind == XH_THREAD)
    text_printf(&w->out,
                "Missing edge: a release by T%u after #%u, then a matching acquire by T%u.\n",
                writer, w->path.data[w->write].depth, w->row.obj);
  else
    text_printf(&w->out,
                "Missing edge: a release by T%u, or by a thread whose row has the location, to %s "
                "after #%u.\n",
                writer, w->row_name, w->path.data[w->write].depth);
  say_released(w);
}

/* Finds the lock that the writer had held longest at the write, from its lock and unlock events. */
static bool held_at_write(const struct why *w, struct xh_item *out) {
  uint32_t writer = stamp_thread(w->column.stamp), i;
  VEC(struct xh_item) held = {0};
  bool any;
  for (i = 0; i < w->write; i++) {
    const struct xevent *ev = w->path.data[i].ev;
    struct xh_item lock = {
        .kind = XH_LOCK, .obj = ev->obj, .klass = ev->klass, .ordinal = ev->ordinal};
    size_t j;
    if (ev->thread != writer) continue;
    if (ev->op == OPK_LOCK) *vec_push(&held) = lock;
    for (j = held.len; ev->op == OPK_UNLOCK && j-- > 0;)
      if (why_same_row(&held.data[j], &lock)) {
        memmove(&held.data[j], &held.data[j + 1], (held.len - j - 1) * sizeof lock);
        held.len--;
        break;
      }
  }
  any = held.len > 0;
  if (any) *out = held.data[0];
  vec_free(&held);
  return any;
}

/* Finds a lock that the reader holds now. */
static bool held_now(const struct why *w, uint32_t thread, struct xh_item *out) {
  size_t i;
  for (i = 0; i < w->h->rows.len; i++) {
    const struct xh_item *r = &w->h->rows.data[i];
    if (r->kind != XH_LOCK || !vm_holds(w->e->vm, vm_thread(w->e->vm, thread), r->obj)) continue;
    *out = *r;
    return true;
  }
  return false;
}

static void say_lock(struct why *w) {
  uint32_t writer = stamp_thread(w->column.stamp), depth = w->path.data[w->write].depth;
  struct xh_item lock;
  char *name;
  if (held_at_write(w, &lock)) {
    name = session_item_name(w->e, &lock);
    text_printf(&w->out, "  hold %s, which T%u held at #%u, around T%u's access as well\n", name,
                writer, depth, w->row.obj);
  } else if (held_now(w, w->row.obj, &lock)) {
    name = session_item_name(w->e, &lock);
    text_printf(&w->out, "  hold %s, which T%u holds now, around T%u's write #%u too\n", name,
                w->row.obj, writer, depth);
  } else {
    text_printf(&w->out, "  hold one lock around #%u and around T%u's access\n", depth, w->row.obj);
    return;
  }
  free(name);
}

/* An update (update.c) remains two steps even if its field is volatile. */
static void say_field(struct why *w, const struct field *f) {
  const struct xevent *ev = w->path.data[w->write].ev;
  const char *atomic = session_atomic_class(f);
  char *owner = session_class_name(f->owner);
  if (!session_updates(w->e->vm->methods.data[ev->in_method], ev->in_bci))
    text_printf(&w->out, "  make %s.%s volatile (a write releases, a read acquires)\n", owner,
                f->name->s);
  else if (atomic)
    text_printf(&w->out,
                "  make %s.%s %s (#%u reads it and writes it again, which volatile does not make "
                "one step)\n",
                owner, f->name->s, atomic, w->path.data[w->write].depth);
  free(owner);
}

static void say_candidates(struct why *w) {
  struct vm *vm = w->e->vm;
  const struct field *f = vm_field_at(vm, w->column.obj, w->column.off);
  uint32_t writer = stamp_thread(w->column.stamp);
  if (w->row.kind != XH_THREAD) return;
  text_puts(&w->out, "Candidates in this program:\n");
  if (f && !(f->flags & (ACC_VOLATILE | ACC_FINAL))) say_field(w, f);
  say_lock(w);
  if (session_is_ancestor(vm, w->row.obj, writer))
    text_printf(&w->out, "  let T%u join T%u before its access\n", w->row.obj, writer);
  if (session_is_ancestor(vm, writer, w->row.obj))
    text_printf(&w->out, "  let T%u write before it starts T%u\n", writer, w->row.obj);
}

/* Returns the place of the thread's choice in the list, from 1; 0: it has none. */
static uint32_t choice_number(struct engine *e, uint32_t thread) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = engine_choices(e, all, COUNT(all));
  for (i = 0; i < n && i < COUNT(all); i++)
    if (all[i].thread == thread) return i + 1;
  return 0;
}

static void say_next(struct why *w) {
  const struct thread *t;
  char *op;
  if (w->row.kind != XH_THREAD) return;
  t = vm_thread(w->e->vm, w->row.obj);
  if (t->state != THREAD_RUNNABLE || (t->op != OPK_READ && t->op != OPK_WRITE)) return;
  if (t->op_obj != w->column.obj || t->op_off != w->column.off) return;
  op = session_op_text(w->e, t);
  text_printf(&w->out, "T%u's next operation is '%s': choice %u is a data race (%s) with #%u.\n",
              t->index, op, choice_number(w->e, t->index), t->op == OPK_WRITE ? "WW" : "WR",
              w->path.data[w->write].depth);
  free(op);
}

void why_say_cleared(struct why *w) {
  text_printf(&w->out, "%s is not in h(%s).\n", w->column_name, w->row_name);
  if (w->write == NOT_THERE) {
    text_printf(&w->out,
                "T%u wrote it; not all events of this path were kept, so more cannot be shown.\n",
                stamp_thread(w->column.stamp));
    return;
  }
  why_say_step(w, w->write);
  text_printf(&w->out, "  removed it from every row but T%u's (invalidate).\n",
              stamp_thread(w->column.stamp));
  say_no_path(w);
  say_missing(w);
  say_candidates(w);
  say_next(w);
}
