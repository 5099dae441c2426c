/* Describes a race in full: both accesses with their stacks, the edge that is missing, and what
 * would add it. The race check (property/race_report.c) knows the later access. The earlier one is
 * found in the events of the path. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/session/session.h"
#include "engine/session/hb.h"
#include "engine/vm/machine.h"
#include "engine/vm/loader/throw.h"

struct access { /* one of the two accesses */
  const struct xevent *ev;
  /* the number of its transition, and its index among the events of the path */
  uint32_t step, index;
  char *thread, *place; /* "Thread-0", "Publish.java:14" */
};

struct race_writer {
  struct engine *e;
  const struct violation *v;
  VEC(const struct xevent *) path;
  VEC(uint32_t) steps; /* for each event, the number of its step */
  struct access first, second;
  char *where;
  struct text out;
};

static const char *word(const struct access *a) { return a->ev->write ? "write" : "read"; }

/* ---- finding the two accesses ---- */

static void gather(struct race_writer *r) {
  struct engine *e = r->e;
  uint32_t count = engine_path(e, e->x.here, NULL, 0), i, j;
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  engine_path(e, e->x.here, path, count);
  for (i = 0; i < count; i++) {
    const struct xlog *l = xnode(&e->x, path[i])->log;
    for (j = 0; l && j < l->count; j++) {
      *vec_push(&r->path) = &l->events[j];
      *vec_push(&r->steps) = i;
    }
  }
  free(path);
}

static bool touches(const struct race_writer *r, const struct xevent *ev, uint32_t thread,
                    bool write) {
  return ev->size && ev->thread == thread && (ev->write != 0) == write && ev->obj == r->v->obj &&
         ev->off <= r->v->off && r->v->off < ev->off + ev->size;
}

static bool find_second(struct race_writer *r) {
  uint32_t i, last = r->steps.len ? r->steps.data[r->steps.len - 1] : 0;
  CHECK(r->steps.len == r->path.len, "each event of the path has a step: %zu, %zu", r->steps.len,
        r->path.len);
  for (i = 0; i < r->path.len; i++) {
    if (r->steps.data[i] != last ||
        !touches(r, r->path.data[i], r->v->thread, r->v->kind[1] == 'W'))
      continue;
    r->second = (struct access){.ev = r->path.data[i], .step = last, .index = i};
    return true;
  }
  return false;
}

/* Atomic accesses do not race with each other. */
static bool find_first(struct race_writer *r) {
  uint32_t i;
  for (i = r->second.index; i-- > 0;) {
    const struct xevent *ev = r->path.data[i];
    if (!touches(r, ev, r->v->other, r->v->kind[0] == 'W')) continue;
    if (r->second.ev->mode != ACCESS_PLAIN && ev->mode != ACCESS_PLAIN) continue;
    r->first = (struct access){.ev = ev, .step = r->steps.data[i], .index = i};
    return true;
  }
  return false;
}

/* ---- describing them ---- */

static void report_stack(struct race_writer *r, const struct access *a) {
  uint32_t i;
  for (i = 0; a->ev->stack && i < a->ev->stack->count; i++) {
    text_puts(&r->out, "    at ");
    vm_frame_text(&r->out, r->e->vm->methods.data[a->ev->stack->places[i].method],
                  a->ev->stack->places[i].bci);
  }
}

/* Adds the frames that report_stack shows. */
static void add_places(struct race_writer *r, const struct access *a, stack_place_vec *out) {
  for (uint32_t i = 0; a->ev->stack && i < a->ev->stack->count; i++)
    *vec_push(out) =
        (struct stack_place){.method = r->e->vm->methods.data[a->ev->stack->places[i].method],
                             .bci = a->ev->stack->places[i].bci,
                             .thread = a->ev->thread};
}

static void report_accesses(struct race_writer *r) {
  text_printf(&r->out, "%s of %s by thread %s at %s:\n", word(&r->second), r->where,
              r->second.thread, r->second.place);
  report_stack(r, &r->second);
  text_printf(&r->out, "is not ordered after the %s by thread %s at %s (step %u):\n",
              word(&r->first), r->first.thread, r->first.place, r->first.step);
  report_stack(r, &r->first);
  text_printf(&r->out,
              "missing edge: a release by thread %s after its %s, then a matching acquire by "
              "thread %s before its %s\n",
              r->first.thread, word(&r->first), r->second.thread, word(&r->second));
}

static struct race_access code_of_access(const struct race_writer *r, const struct access *a) {
  return (struct race_access){
      .method = a->ev->in_method ? r->e->vm->methods.data[a->ev->in_method] : NULL,
      .bci = a->ev->in_bci,
      .write = a->ev->write};
}

static enum race_idiom report_idiom(struct race_writer *r) {
  struct race_access both[2] = {code_of_access(r, &r->first), code_of_access(r, &r->second)};
  enum race_idiom idiom = session_idiom(both);
  if (idiom) text_printf(&r->out, "this looks like %s\n", race_idiom_text(idiom));
  return idiom;
}

/* ---- what would help ---- */

/* The monitors that the thread held at the access, outermost first, derived from its earlier
 * events. */
struct held {
  VEC(struct xh_item) v;
};

static size_t held_at(const struct held *h, ref obj) {
  size_t i;
  for (i = 0; i < h->v.len; i++)
    if (h->v.data[i].obj == obj) return i;
  return SIZE_MAX;
}

static struct held locks_of(const struct race_writer *r, const struct access *a) {
  struct held h = {0};
  uint32_t i;
  for (i = 0; i < a->index; i++) {
    const struct xevent *ev = r->path.data[i];
    size_t at;
    if (ev->thread != a->ev->thread) continue;
    if (ev->op == OPK_LOCK)
      *vec_push(&h.v) = (struct xh_item){.kind = XH_LOCK, .obj = ev->obj, .klass = ev->klass};
    if (ev->op != OPK_UNLOCK || (at = held_at(&h, ev->obj)) == SIZE_MAX) continue;
    memmove(&h.v.data[at], &h.v.data[at + 1], (h.v.len - at - 1) * sizeof *h.v.data);
    h.v.len--;
  }
  return h;
}

static char *lock_text(struct race_writer *r, const struct xh_item *lock) {
  char *held_by = race_object_name(r->e->vm, lock->obj);
  return held_by ? held_by : session_item_name(r->e, lock);
}

static void report_lock(struct race_writer *r, const struct xh_item *lock, const struct access *has,
                        const struct access *needs) {
  char *name = lock_text(r, lock);
  text_printf(&r->out, "  hold %s, which thread %s holds at its %s, around the %s at %s as well\n",
              name, has->thread, word(has), word(needs), needs->place);
  free(name);
}

static void report_locks(struct race_writer *r) {
  struct held a = locks_of(r, &r->first), b = locks_of(r, &r->second);
  if (a.v.len) report_lock(r, &a.v.data[0], &r->first, &r->second);
  if (b.v.len) report_lock(r, &b.v.data[0], &r->second, &r->first);
  if (!a.v.len && !b.v.len && strcmp(r->first.place, r->second.place))
    text_printf(&r->out, "  hold one lock around %s and %s\n", r->first.place, r->second.place);
  else if (!a.v.len && !b.v.len)
    text_printf(&r->out, "  hold a lock around %s\n", r->first.place);
  vec_free(&a.v);
  vec_free(&b.v);
}

/* Returns the library class that the user's code called, or NULL if the user's code made the access
 * itself. */
static const struct klass *library_class(const struct race_writer *r, const struct access *a) {
  const struct klass *k = NULL;
  uint32_t i;
  for (i = 0; a->ev->stack && i < a->ev->stack->count; i++) {
    const struct klass *owner = r->e->vm->methods.data[a->ev->stack->places[i].method]->owner;
    if (!owner->is_jdk) return k;
    k = owner;
  }
  return NULL;
}

static void report_replacement(struct race_writer *r, const struct klass *k) {
  static const struct {
    const char *name, *instead;
  } fixes[] = {
#define FIX(name, instead) {name, instead},
#include "engine/property/race_fixes.def"
#undef FIX
  };
  size_t i;
  for (i = 0; i < COUNT(fixes); i++)
    if (!strcmp(fixes[i].name, k->shown->s)) {
      char *name = klass_dotted(k);
      text_printf(&r->out, "  use %s instead of %s, which is not thread-safe\n", fixes[i].instead,
                  name);
      free(name);
    }
}

static bool updates(const struct race_writer *r, const struct access *a) {
  return a->ev->in_method &&
         session_updates(r->e->vm->methods.data[a->ev->in_method], a->ev->in_bci);
}

/* An update needs to become a single step. Making the field volatile would end the race but keep
 * the lost update. */
static void report_plain_field(struct race_writer *r, const struct field *f) {
  const char *atomic = session_atomic_class(f);
  bool both = r->first.ev->write && r->second.ev->write;
  const struct access *update = updates(r, &r->first)    ? &r->first
                                : updates(r, &r->second) ? &r->second
                                                         : NULL;
  if (!update)
    text_printf(&r->out, "  make %s volatile%s\n", r->where,
                both ? "; if its new value depends on the old one, use a class of "
                       "java.util.concurrent.atomic"
                     : "");
  else if (atomic)
    text_printf(&r->out,
                "  make %s %s: %s reads and writes it, and volatile does not make that one step\n",
                r->where, atomic, update->place);
}

static void report_field(struct race_writer *r) {
  const struct field *f = vm_field_at(r->e->vm, r->v->obj, r->v->off);
  const struct klass *k = vm_klass(r->e->vm, r->v->obj);
  if (f && !(f->flags & (ACC_VOLATILE | ACC_FINAL))) report_plain_field(r, f);
  if (f || !k->is_array) return;
  if (k->elem_type == 'I' || k->elem_type == 'J' || k->elem_type == 'L')
    text_printf(&r->out,
                "  use an Atomic%sArray (a volatile field that holds an array does not cover its "
                "elements)\n",
                k->elem_type == 'I'   ? "Integer"
                : k->elem_type == 'J' ? "Long"
                                      : "Reference");
}

static void report_lives(struct race_writer *r) {
  uint32_t first = r->first.ev->thread, second = r->second.ev->thread;
  if (session_is_ancestor(r->e->vm, second, first))
    text_printf(&r->out, "  let thread %s join %s before its %s\n", r->second.thread,
                r->first.thread, word(&r->second));
  if (session_is_ancestor(r->e->vm, first, second))
    text_printf(&r->out, "  let thread %s %s before it starts %s\n", r->first.thread,
                word(&r->first), r->second.thread);
}

static void report_fixes(struct race_writer *r) {
  const struct klass *library = library_class(r, &r->second);
  text_puts(&r->out, "what would help:\n");
  if (library)
    report_replacement(r, library);
  else
    report_field(r);
  report_locks(r);
  report_lives(r);
}

/* Returns the class of the innermost frame outside the JDK; of the innermost one if there is none;
 * NULL if there is no frame. */
static struct klass *accessor(const struct race_writer *r, const struct access *a) {
  return a->ev->method ? r->e->vm->methods.data[a->ev->method]->owner : NULL;
}

/* Does code of a library make the access? */
static bool made_by_library(const struct race_writer *r, const struct access *a) {
  struct klass *k = accessor(r, a);
  return k && race_of_library(r->e->vm, k);
}

/* ---- the whole description ---- */

static void name_access(struct race_writer *r, struct access *a) {
  a->thread = thread_title(r->e->vm, vm_thread(r->e->vm, a->ev->thread));
  a->place = a->ev->method ? session_location(r->e->vm->methods.data[a->ev->method], a->ev->bci)
                           : mem_strdup("?");
}

static void race_release(struct race_writer *r) {
  free(r->where);
  free(r->first.thread);
  free(r->first.place);
  free(r->second.thread);
  free(r->second.place);
  vec_free(&r->path);
  vec_free(&r->steps);
}

void session_race_detail(struct engine *e) {
  struct violation *v = xnode(&e->x, e->x.here)->violation;
  struct race_writer r = {.e = e, .v = v};
  if (!v || v->property != PROP_RACE || !v->message || !xnode(&e->x, e->x.here)->log) return;
  gather(&r);
  if (find_second(&r) && find_first(&r)) {
    session_names_of(e, e->x.here);
    r.where = race_location_name(e->vm, vm_thread(e->vm, v->thread), v->obj, v->off);
    name_access(&r, &r.first);
    name_access(&r, &r.second);
    report_accesses(&r);
    v->idiom = report_idiom(&r);
    report_fixes(&r);
    free(v->detail);
    v->detail = r.out.s;
    v->places.len = 0;
    v->by_library = (vm_field_at(e->vm, v->obj, v->off) || vm_klass(e->vm, v->obj)->is_array) &&
                    made_by_library(&r, &r.first) && made_by_library(&r, &r.second);
    v->accessor[0] = accessor(&r, &r.first);
    v->accessor[1] = accessor(&r, &r.second);
    add_places(&r, &r.second, &v->places);
    add_places(&r, &r.first, &v->places);
    if (xnode(&e->x, e->x.here)->flags & NODE_NOTED) { /* the thread has run on since */
      free(v->location);
      v->location = mem_strdup(r.second.place);
      v->method = r.second.ev->method ? e->vm->methods.data[r.second.ev->method] : NULL;
    }
  }
  race_release(&r);
}

bool session_race_instructions(struct engine *e, struct race_instructions *out) {
  struct race_writer r = {.e = e, .v = xnode(&e->x, e->x.here)->violation};
  bool found;
  gather(&r);
  found = find_second(&r) && find_first(&r);
  for (int i = 0; found && i < 2; i++) {
    const struct xevent *ev = i ? r.second.ev : r.first.ev;
    out->method[i] = e->vm->methods.data[ev->in_method];
    out->bci[i] = ev->in_bci;
  }
  race_release(&r);
  return found;
}

void session_race_texts(struct engine *e, node_id n) {
  struct session_visit here = session_visit(e);
  explorer_go(&e->x, n);
  race_texts_of(e->vm, xnode(&e->x, n)->violation);
  session_race_detail(e);
  session_return(e, here);
}
