/* Proposes repairs for an error, and tries them in forked children. Considers the fields that
 * threads shared on the path, from its end backwards; for a race, only the field of the race. For
 * each field: access it in acquire and release mode (if reads may return older values), make it
 * volatile, hold a lock in the methods that use it, or write it before the reading thread is
 * started. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/bounded_check.h"
#include "engine/session/reach.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"

/* ---- applying a repair ---- */

/* The child of a check tries a repair. It changes the flags of loaded classes, decodes again the
 * code that depends on them, and searches the program from its start for the error to repair. Other
 * errors are passed over and reported. The session's own classes do not change, and it does not
 * execute what the child finds.
 *
 * Classes live outside the arena and are created once (vm/klass.h), so classes that the path loaded
 * exist at the root too. The interpreter reads these flags at each access and each call, except
 * where it has stored them in the decoded code (interp_getfield_form) and in method.ready. */

/* Is the class of "a/b/C.name(I)V", the part before the first '.', the class k? Several classes may
 * have that name. */
static bool class_is_named(const struct klass *k, const char *word, size_t len) {
  return k->name->len == len && !memcmp(k->name->s, word, len);
}

static bool set_volatile(struct klass *k, const char *member) {
  for (uint32_t i = 0; i < k->field_count; i++)
    if (!strcmp(k->fields[i].name->s, member)) {
      k->fields[i].flags |= ACC_VOLATILE;
      k->fields[i].classified = false;
      k->fields[i].silent = 0;
      return true;
    }
  return false;
}

/* As if all accesses used VarHandle.getAcquire and setRelease: older values may still be read. */
static bool set_ordered(struct klass *k, const char *member) {
  for (uint32_t i = 0; i < k->field_count; i++)
    if (!strcmp(k->fields[i].name->s, member)) k->fields[i].ordered = k->fields[i].older = true;
  return set_volatile(k, member);
}

static bool set_synchronized(struct klass *k, const char *member) {
  size_t n = strcspn(member, "(");
  for (uint32_t i = 0; i < k->method_count; i++) {
    struct method *m = &k->methods[i];
    if (m->name->len != n || memcmp(m->name->s, member, n) != 0 ||
        strcmp(m->desc->s, member + n) != 0)
      continue;
    m->flags |= ACC_SYNCHRONIZED;
    return true;
  }
  return false;
}

typedef bool apply_fn(struct klass *k, const char *member);

static bool apply_word(struct vm *vm, const char *word, apply_fn *apply) {
  size_t n = strcspn(word, ".");
  bool done = false;
  for (size_t i = KLASS_FIRST; word[n] && i < vm->klasses.len; i++) {
    struct klass *k = vm->klasses.data[i];
    if (k && !k->is_jdk && class_is_named(k, word, n)) done |= apply(k, word + n + 1);
  }
  return done;
}

static bool decode_again(struct vm *vm) {
  for (size_t i = 0; i < vm->methods.len; i++) {
    struct method *m = vm->methods.data[i];
    if (!m || m->owner->is_jdk) continue;
    m->ready = NULL;
    if (!m->code) continue;
    m->code = NULL;
    if (!code_of(vm, m)) return false;
  }
  return true;
}

static apply_fn *apply_named(const char *kind) {
  static const struct {
    const char *kind;
    apply_fn *apply;
  } all[] = {{"acquire-release", set_ordered},
             {"volatile", set_volatile},
             {"synchronized", set_synchronized}};
  for (size_t i = 0; kind && i < COUNT(all); i++)
    if (!strcmp(all[i].kind, kind)) return all[i].apply;
  return NULL;
}

static bool repair_apply(struct vm *vm, const char *repair) {
  char *copy = mem_strdup(repair), *save = NULL, *word;
  apply_fn *apply = apply_named(strtok_r(copy, " ", &save));
  bool done = apply != NULL;
  while (done && (word = strtok_r(NULL, " ", &save))) done = apply_word(vm, word, apply);
  free(copy);
  return done && decode_again(vm);
}

/* ---- the trial in a child ---- */

struct trial {
  struct engine *e;
  struct violation_info at_hand; /* the error to repair; its texts belong to the session's node */
  char *standstill;              /* its session_standstill, if it is a deadlock */
  char *other;                   /* message of the first other error; NULL: none */
  bool race;                     /* a race was among the other errors */
  const char *search;            /* name of the current search */
  uint32_t searches;
};

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* Is the deadlock in the current state the same? */
static bool same_standstill(const struct trial *t) {
  char *s = session_standstill(t->e);
  bool same = same_text(s, t->standstill);
  free(s);
  return same;
}

/* Is b the error to repair: the same property at the same place? A race has to be on the same
 * location, and the threads of a deadlock have to be at the same places. */
static bool same_error(const struct trial *t, const struct violation_info *b) {
  const struct violation_info *a = &t->at_hand;
  if (a->property != b->property) return false;
  if (a->property == PROP_DEADLOCK) return same_standstill(t);
  if (a->property == PROP_RACE) return same_text(a->raced, b->raced);
  return same_text(a->kind, b->kind) && same_text(a->location, b->location);
}

static bool is_at_hand(void *self, uint32_t n) {
  struct trial *t = self;
  struct violation_info v;
  if (engine_violation(t->e, n, &v)) return false;
  if (same_error(t, &v)) return true;
  t->race |= v.property == PROP_RACE;
  if (!t->other) t->other = mem_strdup(v.message ? v.message : v.property_name);
  return false;
}

/* Runs one more search and adds up what was explored. Returns true if this repair needs no more
 * searches. */
static bool repair_search(struct trial *t, const struct session_check *k, int fd,
                          struct search_report *report, struct schedule *found, struct error *err) {
  struct search_options o;
  uint64_t states = report->states, transitions = report->transitions;
  double seconds = report->seconds;
  int r;
  search_options_init(&o);
  o.search = t->search;
  o.seconds = k->options.seconds / t->searches;
  o.max_states = k->options.max_states;
  o.seed = t->e->opt.seed;
  o.as_found = true;
  o.wanted = is_at_hand;
  o.wanted_self = t;
  explorer_go(&t->e->x, NODE_ROOT);
  r = engine_search(t->e, &o, NULL, session_child_report, &fd, report, found, err);
  report->states += states;
  report->transitions += transitions;
  report->seconds += seconds;
  return r || found->property || !report->stopped;
}

/* Runs the exhaustive search and, if its bounds end it, the searches that find errors with few
 * switches by chance. These prove no more than an incomplete exhaustive search, so the reported
 * reason is that of the first. */
static void repair_searches(struct trial *t, const struct session_check *k, int fd) {
  static const char *const searches[] = {"dfs", "pct", "pos"};
  struct search_report report = {0};
  struct schedule found = {0};
  struct error err = {0};
  char reason[sizeof report.reason] = "";
  bool over = false;
  t->searches = COUNT(searches);
  for (size_t i = 0; i < COUNT(searches) && !over; i++) {
    t->search = searches[i];
    over = repair_search(t, k, fd, &report, &found, &err);
    if (!i) memcpy(reason, report.reason, sizeof reason);
  }
  if (err.code) {
    char *why = mem_printf("inconclusive: %s", err.msg);
    session_child_result(fd, &report, NULL, 0, NULL, why);
    return;
  }
  memcpy(report.reason, reason, sizeof reason);
  if (!found.property) found.message = t->other;
  report.passed_over = t->race ? UINT32_MAX : t->other ? 1 : 0;
  session_child_result(fd, &report, NULL, 0, &found, NULL);
}

void repair_child(struct engine *e, const struct session_check *k, int fd) {
  struct search_report none = {0};
  struct trial t = {.e = e};
  if (engine_violation(e, k->from, &t.at_hand))
    session_child_result(fd, &none, NULL, 0, NULL, "internal error: there is no error at the node");
  else if (!repair_apply(e->vm, k->options.repair))
    session_child_result(fd, &none, NULL, 0, NULL, "not tried: it cannot be applied here");
  else {
    explorer_go(&e->x, k->from);
    t.standstill = session_standstill(e);
    repair_searches(&t, k, fd);
    free(t.standstill);
  }
}

/* ---- result of a trial ---- */

/* Describes what was explored, because the verdict covers no more than that. */
static char *repair_extent(const struct search_report *r) {
  unsigned long long n = r->states;
  if (r->status == SEARCH_DONE && r->complete) return mem_printf("all %llu state%s", n, PLURAL(n));
  return mem_printf("%llu state%s of dfs, pct and pos together, no search was complete (each: %s)",
                    n, PLURAL(n), r->reason[0] ? r->reason : "the search is not complete");
}

static void repair_helped(struct session_check *k, const struct check_result *r) {
  char *how = repair_extent(&r->report);
  bool whole = r->report.status == SEARCH_DONE && r->report.complete;
  if (r->message)
    session_check_decide(k, CHECK_ERROR,
                         mem_printf("tried: this error is %s, BUT ANOTHER ERROR OCCURS: %s (%s)",
                                    whole ? "gone" : "not found", r->message, how));
  else
    session_check_decide(k, whole ? CHECK_NO_ERROR : CHECK_INCONCLUSIVE,
                         mem_printf("tried: no error in %s", how));
  free(how);
}

void repair_finish(struct engine *e, struct session_check *k, const struct check_result *r) {
  unsigned long long n = r->report.states;
  const struct violation *v = node_valid(e, k->from) ? xnode(&e->x, k->from)->violation : NULL;
  bool no_race = v && v->property != PROP_RACE && k->options.properties & PROP_RACE &&
                 r->report.passed_over != UINT32_MAX && !strncmp(k->options.repair, "volatile", 8);
  if (!r->property)
    repair_helped(k, r);
  else
    session_check_decide(k, CHECK_ERROR,
                         mem_printf("tried: %sTHIS ERROR STILL OCCURS (%llu state%s)",
                                    no_race ? "no race was found, " : "", n, PLURAL(n)));
}

/* ---- shared fields of the path ---- */

enum { FIELDS_MAX = 3, METHODS_MAX = 8 };

struct shared_field { /* a field of any object of its class; field NULL: array elements */
  const struct field *field;
  uint32_t klass, obj;
};
struct repair_writer {
  struct engine *e;
  VEC(const struct xevent *) path;
  VEC(size_t) lives; /* indices in `path` of the starts and joins of threads */
  struct shared_field fields[FIELDS_MAX];
  uint32_t field_count;
  VEC(struct repair_info) out;
};

static void gather_accesses(struct repair_writer *w, node_id n) {
  uint32_t count = engine_path(w->e, n, NULL, 0), i, k;
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  engine_path(w->e, n, path, count);
  for (i = 0; i < count; i++) {
    const struct xlog *l = xnode(&w->e->x, path[i])->log;
    for (k = 0; l && k < l->count; k++) {
      bool life = l->events[k].op == OPK_START || l->events[k].op == OPK_JOIN;
      if (life) *vec_push(&w->lives) = w->path.len;
      if (life || l->events[k].size || l->events[k].op == OPK_NOTIFY)
        *vec_push(&w->path) = &l->events[k];
    }
  }
  free(path);
}

static bool same_place(const struct xevent *a, const struct xevent *b) {
  return a->obj == b->obj && a->off < b->off + b->size && b->off < a->off + a->size;
}

/* Is access a before the start of access b's thread, or access b after a join with a's? */
static bool apart(const struct repair_writer *w, size_t a, size_t b) {
  uint32_t earlier = w->path.data[a]->thread, later = w->path.data[b]->thread;
  for (size_t i = 0; i < w->lives.len; i++) {
    const struct xevent *ev = w->path.data[w->lives.data[i]];
    if (w->lives.data[i] < a || w->lives.data[i] > b) continue;
    if (ev->op == OPK_START && ev->thread == earlier && ev->other == later) return true;
    if (ev->op == OPK_JOIN && ev->thread == later && ev->other == earlier) return true;
  }
  return false;
}

/* Is there an earlier access by another thread that conflicts with access i? Both must have at
 * least the reach `least`. */
static bool conflicts_before(const struct repair_writer *w, size_t i, enum reach least) {
  const struct xevent *b = w->path.data[i];
  if (session_reach(w->e, b) < least) return false;
  for (size_t k = i; k-- > 0;) {
    const struct xevent *a = w->path.data[k];
    if (a->size && a->thread != b->thread && same_place(a, b) && (a->write || b->write) &&
        session_reach(w->e, a) >= least && !apart(w, k, i))
      return true;
  }
  return false;
}

static struct shared_field field_of(struct engine *e, const struct xevent *ev) {
  const struct field *f = xlog_field(e->vm, ev->klass, ev->obj, ev->off);
  return (struct shared_field){.field = f, .klass = ev->klass, .obj = f ? 0 : ev->obj};
}

static bool is_of_field(const struct repair_writer *w, const struct xevent *ev,
                        const struct shared_field *f) {
  struct shared_field is;
  if (!ev->size) return false;
  is = field_of(w->e, ev);
  return f->field ? is.field == f->field : is.klass == f->klass && is.obj == f->obj;
}

static void note_field(struct repair_writer *w, const struct xevent *ev) {
  for (uint32_t i = 0; i < w->field_count; i++)
    if (is_of_field(w, ev, &w->fields[i])) return;
  if (w->field_count < FIELDS_MAX) w->fields[w->field_count++] = field_of(w->e, ev);
}

static void find_fields(struct repair_writer *w, const struct violation *v, enum reach least) {
  for (size_t i = w->path.len; i-- > 0;) {
    const struct xevent *ev = w->path.data[i];
    bool race = v->property == PROP_RACE;
    if (!ev->size || !ev->method || xlog_internal(w->e->vm, ev)) continue;
    if (race && (ev->obj != v->obj || v->off < ev->off || v->off >= ev->off + ev->size)) continue;
    if (race || conflicts_before(w, i, least)) note_field(w, ev);
  }
}

/* ---- repairs of a field ---- */

/* Adds a proposal, unless its text is there already. */
static void propose(struct repair_writer *w, char *text, char *apply) {
  for (size_t i = 0; i < w->out.len; i++)
    if (!strcmp(w->out.data[i].text, text)) {
      free(text);
      free(apply);
      return;
    }
  *vec_push(&w->out) = (struct repair_info){.text = text, .apply = apply};
}

static char *field_name(const struct field *f) {
  char *owner = klass_dotted(f->owner), *s = mem_printf("%s.%s", owner, f->name->s);
  free(owner);
  return s;
}

static bool may_be_volatile(const struct field *f) {
  return f && !f->owner->is_jdk && !(f->flags & (ACC_VOLATILE | ACC_FINAL));
}

/* Without older values, the repair would do the same as volatile. */
static void propose_ordered(struct repair_writer *w, const struct field *f) {
  char *name;
  if (!w->e->vm->opt.stale_reads || !may_be_volatile(f)) return;
  name = field_name(f);
  propose(w, mem_printf("access %s by VarHandle, with getAcquire and setRelease", name),
          mem_printf("acquire-release %s.%s", f->owner->name->s, f->name->s));
  free(name);
}

static void propose_volatile(struct repair_writer *w, const struct field *f) {
  char *name;
  if (!may_be_volatile(f)) return;
  name = field_name(f);
  propose(w, mem_printf("make %s volatile", name),
          mem_printf("volatile %s.%s", f->owner->name->s, f->name->s));
  free(name);
}

/* Store buffering needs more than one volatile field. */
static void propose_all_volatile(struct repair_writer *w) {
  struct text names = {0}, apply = {0};
  uint32_t n = 0, i;
  text_puts(&apply, "volatile");
  for (i = 0; i < w->field_count; i++) {
    const struct field *f = w->fields[i].field;
    char *name;
    if (!may_be_volatile(f)) continue;
    name = field_name(f);
    text_printf(&names, "%s%s", n++ ? " and " : "", name);
    text_printf(&apply, " %s.%s", f->owner->name->s, f->name->s);
    free(name);
  }
  if (n > 1 && w->e->vm->opt.stale_reads)
    propose(w, mem_printf("make %s volatile", names.s), mem_strdup(apply.s));
  text_release(&names);
  text_release(&apply);
}

/* Proposes an atomic class for a field that is updated, so that the update becomes one step. */
static void propose_atomic(struct repair_writer *w, const struct shared_field *f) {
  const char *atomic = f->field ? session_atomic_class(f->field) : NULL;
  for (size_t i = 0; atomic && !f->field->owner->is_jdk && i < w->path.len; i++) {
    const struct xevent *ev = w->path.data[i];
    char *name;
    if (!ev->write || !ev->in_method || !is_of_field(w, ev, f)) continue;
    if (!session_updates(w->e->vm->methods.data[ev->in_method], ev->in_bci)) continue;
    name = field_name(f->field);
    propose(w, mem_printf("make %s %s", name, atomic), NULL);
    free(name);
    return;
  }
}

static bool may_lock(const struct method *m) {
  return !m->owner->is_jdk && m->name->s[0] != '<' && m->info && m->info->code_len &&
         !(m->flags & ACC_SYNCHRONIZED) && strcmp(m->name->s, "main") != 0;
}

/* Finds the program's methods that use the field on the path, in the order of their classes.
 * Returns their number. */
static uint32_t methods_of(const struct repair_writer *w, const struct shared_field *f,
                           const struct method **out) {
  uint32_t n = 0, k;
  for (size_t i = 0; i < w->path.len && n < METHODS_MAX; i++) {
    const struct xevent *ev = w->path.data[i];
    const struct method *m = ev->method ? w->e->vm->methods.data[ev->method] : NULL;
    if (!m || !is_of_field(w, ev, f) || !may_lock(m)) continue;
    for (k = 0; k < n && out[k] != m; k++) continue;
    if (k < n) continue;
    for (k = n++; k && out[k - 1]->id > m->id; k--) out[k] = out[k - 1];
    out[k] = m;
  }
  return n;
}

static bool have_one_lock(const struct method *const *m, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    if (m[i]->owner != m[0]->owner || (m[i]->flags ^ m[0]->flags) & ACC_STATIC) return false;
  return true;
}

/* Can the methods be declared synchronized? A lambda cannot; it has to take the lock inside. */
static bool can_be_declared(const struct method *const *m, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!strncmp(m[i]->name->s, "lambda$", 7)) return false;
  return true;
}

static void propose_lock(struct repair_writer *w, const struct shared_field *f) {
  const struct method *m[METHODS_MAX];
  struct text names = {0}, apply = {0};
  uint32_t n = methods_of(w, f, m);
  bool one = have_one_lock(m, n);
  if (!n) return;
  text_puts(&apply, "synchronized");
  for (uint32_t i = 0; i < n; i++) {
    char *owner = klass_dotted(m[i]->owner);
    text_printf(&names, "%s%s.%s", !i ? "" : i + 1 < n ? ", " : " and ", owner, m[i]->name->s);
    text_printf(&apply, " %s.%s%s", m[i]->owner->name->s, m[i]->name->s, m[i]->desc->s);
    free(owner);
  }
  propose(w,
          mem_printf(one && can_be_declared(m, n) ? "make %s synchronized" : "hold one lock in %s",
                     names.s),
          one ? mem_strdup(apply.s) : NULL);
  if (one && !(m[0]->flags & ACC_STATIC) && (!f->field || f->field->owner->is_jdk))
    propose(w, mem_printf("hold one shared lock in %s", names.s), NULL);
  text_release(&names);
  text_release(&apply);
}

static void propose_before_start(struct repair_writer *w, const struct xevent *start,
                                 const struct field *f) {
  char *name = field_name(f), *by = thread_title(w->e->vm, vm_thread(w->e->vm, start->thread)),
       *it = thread_title(w->e->vm, vm_thread(w->e->vm, start->other));
  propose(w, mem_printf("let %s write %s before it starts %s", by, name, it), NULL);
  free(name);
  free(by);
  free(it);
}

/* Proposes to initialise a field earlier if a thread writes the field after it has started another
 * thread that uses it. */
static void propose_initialise(struct repair_writer *w, const struct shared_field *f) {
  const struct xevent *start = NULL, *written = NULL;
  if (!f->field || f->field->owner->is_jdk) return;
  for (size_t i = 0; i < w->path.len; i++) {
    const struct xevent *ev = w->path.data[i];
    if (ev->op == OPK_START && !start) start = ev;
    if (!start || !is_of_field(w, ev, f)) continue;
    if (ev->thread == start->thread && ev->write) written = ev;
    if (written && ev->thread == start->other) {
      propose_before_start(w, start, f->field);
      return;
    }
  }
}

/* ---- missed notifications ---- */

/* Is the event a call of notify or signal by the program, which wakes only one thread? */
static bool wakes_one(const struct engine *e, const struct xevent *ev) {
  const struct cp_entry *call;
  if (!ev->method || e->vm->methods.data[ev->method]->owner->is_jdk) return false;
  call = session_called(e->vm->methods.data[ev->method], ev->bci);
  return call && (!strcmp(call->name->s, "notify") ||
                  (!strcmp(call->name->s, "signal") && session_is_lock(e, ev)));
}

/* Proposes to wake all threads, because the woken one may wait for something else. */
static void propose_all_woken(struct repair_writer *w) {
  for (size_t i = 0; i < w->path.len; i++) {
    const struct xevent *ev = w->path.data[i];
    char *place;
    if (!wakes_one(w->e, ev)) continue;
    place = session_location(w->e->vm->methods.data[ev->method], ev->bci);
    propose(w,
            mem_printf("wake all waiting threads at %s (%s)", place,
                       ev->op == OPK_NOTIFY ? "notifyAll" : "signalAll"),
            NULL);
    free(place);
  }
}

static void propose_advice(void *self, const char *advice) {
  propose(self, mem_strdup(advice), NULL);
}

static void propose_standstill(struct repair_writer *w) {
  struct choice c;
  size_t before = w->out.len;
  deadlock_advice(w->e->vm, !vm_choices(w->e->vm, &c, 1), propose_advice, w);
  if (w->out.len > before) return;
  propose_all_woken(w);
  propose(w, mem_strdup("let a thread check the condition before it waits"), NULL);
}

/* ---- all proposals ---- */

static void propose_all(struct repair_writer *w, const struct violation *v) {
  if (v->property == PROP_DEADLOCK) propose_standstill(w);
  find_fields(w, v, REACH_CALLED);
  if (!w->field_count) find_fields(w, v, REACH_LIBRARY);
  for (uint32_t i = 0; i < w->field_count; i++) propose_ordered(w, w->fields[i].field);
  for (uint32_t i = 0; i < w->field_count; i++) propose_volatile(w, w->fields[i].field);
  propose_all_volatile(w);
  for (uint32_t i = 0; i < w->field_count; i++) propose_lock(w, &w->fields[i]);
  for (uint32_t i = 0; i < w->field_count; i++) propose_atomic(w, &w->fields[i]);
  for (uint32_t i = 0; i < w->field_count; i++) propose_initialise(w, &w->fields[i]);
}

int engine_repairs(struct engine *e, node_id n, struct repair_info **out, uint32_t *count) {
  struct repair_writer w = {.e = e};
  const struct violation *v = node_valid(e, n) ? xnode(&e->x, n)->violation : NULL;
  struct session_visit here = session_visit(e);
  *out = NULL;
  *count = 0;
  if (!v) return ERR_NOTFOUND;
  gather_accesses(&w, n);
  explorer_go(&e->x, n);
  propose_all(&w, v);
  session_return(e, here);
  vec_free(&w.path);
  vec_free(&w.lives);
  *out = w.out.data;
  *count = (uint32_t)w.out.len;
  return 0;
}

void engine_repairs_release(struct repair_info *r, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    free(r[i].text);
    free(r[i].apply);
  }
  free(r);
}
