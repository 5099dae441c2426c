/* The effect of an event on h, in the terms of the paper's figure 1. The affected rows and the
 * stamp are copied before the race check hears the event and compared afterwards. Only shared
 * objects matter, because no other thread can reach an object that is not shared. */
#include <stdlib.h>

#include "engine/property/race_view.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

struct xh_watch {
  uint32_t clocks[THREAD_MAX]; /* previous clocks of the row that release or acquire may enlarge */
  uint32_t stamp;              /* previous stamp of the location */
  bool shared;
};

struct xh_watch *xh_watch_new(void) {
  return mem_alloc(sizeof(struct xh_watch));
}
void xh_watch_free(struct xh_watch *w) { free(w); }

void xh_free(struct xh *h) {
  while (h) {
    struct xh *next = h->next;
    free(h);
    h = next;
  }
}

/* ---- which row flows into which ---- */

struct xh_flow xh_flow(const struct event *e) {
  struct xh_flow f = {.any = true, .row = {.obj = e->obj, .off = e->off}};
  switch (e->op) {
    case OPK_LOCK: f.row.kind = XH_LOCK; return f;
    case OPK_UNLOCK:
      f.row.kind = XH_LOCK;
      f.release = true;
      return f;
    case OPK_START:
      f.row = (struct xh_item){.kind = XH_THREAD, .obj = e->other};
      f.release = true;
      return f;
    case OPK_JOIN:
    case OPK_IS_ALIVE: f.row = (struct xh_item){.kind = XH_THREAD, .obj = e->other}; return f;
    case OPK_CLASS_INIT:
      f.row.kind = XH_CLASS;
      f.release = e->other != 0;
      return f;
    default: break;
  }
  f.row.kind = XH_LOCATION;
  f.release = e->write;
  f.any = e->size && (e->mode == ACCESS_ACQREL || e->mode == ACCESS_VOLATILE);
  return f;
}

ref xh_row(struct vm *vm, const struct xh_item *i) {
  const struct monitor *m;
  switch (i->kind) {
    case XH_THREAD: return vm_thread(vm, i->obj)->row;
    case XH_LOCK: m = vm_monitor(vm, i->obj); return m ? m->row : 0;
    case XH_CLASS: return *MEM32(vm, i->obj + vm->mirror.init_row);
    default: return race_volatile_row(vm, i->obj, i->off);
  }
}

static ref taker(struct vm *vm, const struct event *e, const struct xh_flow *f) {
  return f->release ? xh_row(vm, &f->row) : vm_thread(vm, e->thread)->row;
}

void xh_before(struct xh_watch *w, struct vm *vm, const struct event *e) {
  struct xh_flow f = xh_flow(e);
  uint32_t i;
  w->shared = e->obj && (vm_object(vm, e->obj)->lock & OBJ_SHARED);
  w->stamp = e->size ? race_stamp(vm, e->obj, e->off) : 0;
  if (!f.any || !w->shared) return;
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    w->clocks[i] = row_clock(vm, taker(vm, e, &f), i);
}

/* ---- release and acquire: the locations gained ---- */

struct gain {
  struct vm *vm;
  const uint32_t *before;
  ref row;
  uint32_t count;
  struct xh_item shown[XH_SHOWN];
};

static void gain_mark(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t stamp,
                      uint32_t at) {
  struct gain *g = self;
  uint32_t t;
  (void)at;
  if (kind != RACE_STAMP) return;
  t = stamp_thread(stamp);
  if (g->before[t] >= stamp_count(stamp) || row_clock(g->vm, g->row, t) < stamp_count(stamp))
    return;
  if (!race_is_column(g->vm, obj, off)) return;
  if (g->count < XH_SHOWN)
    g->shown[g->count] = (struct xh_item){
        .kind = XH_LOCATION, .obj = obj, .off = off, .klass = vm_object(g->vm, obj)->klass};
  g->count++;
}

static bool grew(struct vm *vm, const uint32_t *before, ref row) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    if (row_clock(vm, row, i) > before[i]) return true;
  return false;
}

static struct xh *xh_new(enum xh_kind kind, const struct xh_item *items, uint32_t count) {
  struct xh *h = mem_alloc(sizeof *h + count * sizeof *items);
  h->kind = (uint8_t)kind;
  h->count = count;
  if (count) memcpy(h->items, items, count * sizeof *items);
  return h;
}

static struct xh *note_flow(struct xh_watch *w, struct vm *vm, const struct event *e,
                            const struct xh_flow *f) {
  struct gain g = {.vm = vm, .before = w->clocks, .row = taker(vm, e, f)};
  struct xh *h;
  if (!grew(vm, w->clocks, g.row)) return NULL;
  race_marks(vm, gain_mark, &g);
  if (!g.count) return NULL;
  h = xh_new(f->release ? XH_RELEASE : XH_ACQUIRE, g.shown,
             g.count < XH_SHOWN ? g.count : XH_SHOWN);
  h->gained = g.count;
  h->row = f->row;
  if (f->row.kind != XH_THREAD) h->row.klass = vm_object(vm, f->row.obj)->klass;
  return h;
}

/* ---- invalidate: the rows that lost the location ---- */

struct loss {
  struct vm *vm;
  uint32_t stamp; /* stamp of the previous write */
  VEC(struct xh_item) rows;
};

static void loss_mark(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t row,
                      uint32_t at) {
  static const uint8_t kinds[] = {
      [RACE_LOCK_ROW] = XH_LOCK, [RACE_CLASS_ROW] = XH_CLASS, [RACE_LOCATION_ROW] = XH_LOCATION};
  struct loss *l = self;
  (void)at;
  if (kind > RACE_LOCATION_ROW || vm_object(l->vm, row)->klass != KLASS_ROW ||
      !race_in_h(l->vm, row, l->stamp))
    return;
  if (!(vm_object(l->vm, obj)->lock & OBJ_SHARED)) return;
  *vec_push(&l->rows) = (struct xh_item){
      .kind = kinds[kind], .obj = obj, .off = off, .klass = vm_object(l->vm, obj)->klass};
}

static struct xh *note_write(struct xh_watch *w, struct vm *vm, const struct event *e) {
  struct loss l = {.vm = vm, .stamp = w->stamp};
  struct xh *h;
  uint32_t i;
  if (race_stamp(vm, e->obj, e->off) == w->stamp || !race_is_column(vm, e->obj, e->off))
    return NULL;
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    if (i != e->thread && race_in_h(vm, vm_thread(vm, i)->row, w->stamp))
      *vec_push(&l.rows) = (struct xh_item){.kind = XH_THREAD, .obj = i};
  race_marks(vm, loss_mark, &l);
  h = l.rows.len ? xh_new(XH_INVALIDATE, l.rows.data, (uint32_t)l.rows.len) : NULL;
  vec_free(&l.rows);
  return h;
}

struct xh *xh_after(struct xh_watch *w, struct vm *vm, const struct event *e) {
  struct xh_flow f = xh_flow(e);
  struct xh *h = NULL, *written = NULL;
  if (!w->shared) return NULL;
  if (f.any) h = note_flow(w, vm, e, &f);
  if (e->write) written = note_write(w, vm, e);
  if (!h) return written;
  h->next = written;
  return h;
}
