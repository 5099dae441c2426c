/* Describes a path as a person would, by context switches. For each stretch of one thread, the
 * story says from where to where it ran, what it wrote that another thread read later, which locks
 * it held when the next thread took over, and where it stopped. After the last stretch comes the
 * cause of the error. All of this is derived from the events of the path (keep_events) and the
 * states at the ends of the stretches. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/story.h"
#include "engine/session/story_int.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

/* ---- places ---- */

static char *simple_method(const struct method *m) {
  char *owner = session_class_name(m->owner), *dot = strrchr(owner, '.');
  char *s = mem_printf("%s.%s", dot ? dot + 1 : owner, m->name->s);
  free(owner);
  return s;
}

/* Returns the program's line. For a step inside the JDK, returns the JDK's line and the program's
 * call that led there. */
static char *place_of(struct engine *e, struct xplace user, struct xplace inner) {
  struct vm *vm = e->vm;
  const struct method *um = user.method ? vm->methods.data[user.method] : NULL,
                      *im = inner.method ? vm->methods.data[inner.method] : NULL;
  char *at, *in, *method, *s;
  if (!um) return mem_strdup("");
  if (!im || !im->owner->is_jdk || im == um) return session_location(um, user.bci);
  at = session_location(um, user.bci);
  in = session_location(im, inner.bci);
  method = simple_method(im);
  s = mem_printf("%s (%s) called at %s", method, in, at);
  free(at);
  free(in);
  free(method);
  return s;
}

char *story_event_place(struct engine *e, const struct xevent *ev) {
  return place_of(e, (struct xplace){ev->method, ev->bci},
                  (struct xplace){ev->in_method, ev->in_bci});
}

char *story_thread_place(struct engine *e, uint32_t thread) {
  struct xplace user = {0, 0}, inner = {0, 0};
  const struct thread *t = vm_thread(e->vm, thread);
  if (t->state == THREAD_TERMINATED || !xlog_place(e->vm, t, &user, &inner)) return mem_strdup("");
  return place_of(e, user, inner);
}

/* ---- the path ---- */

static void read_names(struct story_writer *t) {
  t->name_count = vm_machine(t->e->vm)->thread_count;
  t->names = mem_alloc((t->name_count + 1) * sizeof *t->names);
  for (uint32_t i = 0; i < t->name_count; i++) t->names[i] = session_thread_title(t->e, i);
}

const char *story_name(const struct story_writer *t, uint32_t thread) {
  return thread < t->name_count ? t->names[thread] : "";
}

static struct story_part *part_new(struct story_writer *t, uint32_t step, uint32_t thread) {
  struct story *s = t->out;
  s->parts = mem_realloc(s->parts, (s->count + 1) * sizeof *s->parts);
  s->parts[s->count] = (struct story_part){
      .thread = thread, .first = step, .name = mem_strdup(story_name(t, thread))};
  return &s->parts[s->count++];
}

static bool story_is_reported(struct engine *e, const struct xevent *ev) {
  if (xlog_internal(e->vm, ev)) return false;
  switch (ev->op) {
    case OPK_LOCK:
    case OPK_UNLOCK:
    case OPK_START:
    case OPK_INTERRUPT:
    case OPK_WAIT:
    case OPK_REACQUIRE:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL:
    case OPK_UNPARK: return true;
    default: return ev->size && ev->shared;
  }
}

static void find_parts(struct story_writer *t) {
  struct story_part *p = NULL;
  uint32_t i, j;
  for (i = 1; i <= t->steps; i++) {
    const struct xnode *k = xnode(&t->e->x, t->path[i]);
    if (!p || p->thread != k->choice.thread) p = part_new(t, i, k->choice.thread);
    p->last = i;
    for (j = 0; k->log && j < k->log->count; j++)
      if (story_is_reported(t->e, &k->log->events[j]))
        *vec_push(&t->events) =
            (struct story_item){.ev = &k->log->events[j], .step = i, .part = t->out->count - 1};
  }
}

/* ---- which write each read saw ---- */

uint32_t *story_slot_of(struct story_writer *t, const struct xevent *ev) {
  uint32_t at = ev->obj + ev->off, i = (at * 0x9E3779B1u) >> 4 & t->mask;
  while (t->last[i]) {
    const struct xevent *w = t->events.data[t->last[i] - 1].ev;
    if (w->obj + w->off == at) break;
    i = (i + 1) & t->mask;
  }
  return &t->last[i];
}

static void note_read(struct story_writer *t, uint32_t i) {
  struct story_item *r = &t->events.data[i], *w;
  r->source = *story_slot_of(t, r->ev);
  if (!r->source) return;
  w = &t->events.data[r->source - 1];
  if (w->ev->thread == r->ev->thread) return;
  if (!w->readers++) w->reader = i + 1;
}

static void note_write(struct story_writer *t, uint32_t i) {
  uint32_t *slot = story_slot_of(t, t->events.data[i].ev);
  struct story_item *before = *slot ? &t->events.data[*slot - 1] : NULL;
  if (before && !before->reader && before->ev->thread != t->events.data[i].ev->thread)
    before->over = i + 1;
  *slot = i + 1;
}

static void make_table(struct story_writer *t) {
  for (t->mask = 255; t->mask < t->events.len * 2; t->mask = t->mask * 2 + 1) continue;
  t->last = mem_alloc(((size_t)t->mask + 1) * sizeof *t->last);
}

static void find_sources(struct story_writer *t) {
  uint32_t i;
  for (i = 0; i < t->events.len; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (!ev->size) continue;
    if (!ev->write || ev->op == OPK_ATOMIC) note_read(t, i);
    if (ev->write) note_write(t, i);
  }
}

/* ---- facts ---- */

void story_add_fact(struct story_part *p, const char *kind, uint32_t step, char *text) {
  p->facts = mem_realloc(p->facts, (p->fact_count + 1) * sizeof *p->facts);
  p->facts[p->fact_count++] = (struct story_fact){.kind = kind, .step = step, .text = text};
}

char *story_access_text(struct engine *e, const struct xevent *ev, const char *word) {
  char *object = session_event_object(e, ev), *value = session_event_value(e, ev),
       *place = story_event_place(e, ev);
  char *s = mem_printf("%s %s = %s @ %s", word, object, value, place);
  free(object);
  free(value);
  free(place);
  return s;
}

static void report_write(struct story_writer *t, struct story_part *p, const struct story_item *w) {
  const struct story_item *r = &t->events.data[(w->reader ? w->reader : w->over) - 1];
  const char *reader = story_name(t, r->ev->thread);
  char *what = story_access_text(t->e, w->ev, "wrote");
  story_add_fact(
      p, "write", w->step,
      !w->reader ? mem_printf("%s, which %s overwrites in %u", what, reader, r->part + 1)
      : w->readers > 1
          ? mem_printf("%s, which %s reads in %u, and again later", what, reader, r->part + 1)
          : mem_printf("%s, which %s reads in %u", what, reader, r->part + 1));
  free(what);
}

static void report_read(struct story_writer *t, struct story_part *p, const struct story_item *r) {
  const struct story_item *w = r->source ? &t->events.data[r->source - 1] : NULL;
  char *what = story_access_text(t->e, r->ev, "read"), *s;
  if (!w)
    s = mem_printf("%s, not written on this path since it was shared", what);
  else if (w->ev->thread == r->ev->thread)
    s = mem_printf("%s, its own write in %u", what, w->part + 1);
  else
    s = mem_printf("%s, written by %s in %u", what, story_name(t, w->ev->thread), w->part + 1);
  story_add_fact(p, "read", r->step, s);
  free(what);
}

enum { FACTS_MAX = 4, CALLED_MAX = 2, NAMED_MAX = 6 };

/* Reports up to `max` writes of one reach. Returns the number of all. */
static uint32_t report_some_writes(struct story_writer *t, struct story_part *p, enum reach reach,
                                   uint32_t max, uint32_t from, uint32_t to) {
  uint32_t i, n = 0;
  for (i = from; i < to; i++) {
    const struct story_item *w = &t->events.data[i];
    if (w->reach != reach || !(w->reader || (w->over && reach != REACH_LIBRARY))) continue;
    if (n++ < max) report_write(t, p, w);
  }
  return n;
}

void story_report_writes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  struct story_part *p = &t->out->parts[part];
  uint32_t own = report_some_writes(t, p, REACH_OWN, FACTS_MAX, from, to);
  if (own > FACTS_MAX)
    story_add_fact(
        p, "more", p->last,
        mem_printf("and %u more such write%s", own - FACTS_MAX, own - FACTS_MAX == 1 ? "" : "s"));
  report_some_writes(t, p, REACH_CALLED, CALLED_MAX, from, to);
}

void story_report_library(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to) {
  report_some_writes(t, &t->out->parts[part], REACH_LIBRARY, 1, from, to);
}

bool story_same_location(const struct xevent *a, const struct xevent *b) {
  return a->obj == b->obj && a->off == b->off;
}

static uint32_t report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread,
                                  enum reach reach) {
  uint32_t kept[FACTS_MAX], n = 0, i, k, to = (uint32_t)t->events.len;
  for (i = to; i-- > 0 && n < FACTS_MAX;) {
    const struct story_item *r = &t->events.data[i];
    bool known = false;
    if (r->ev->thread != thread || !r->ev->size || r->ev->write || r->reach != reach) continue;
    for (k = 0; k < n; k++) known |= story_same_location(t->events.data[kept[k]].ev, r->ev);
    if (!known) kept[n++] = i;
  }
  for (i = n; i-- > 0;) report_read(t, &t->out->parts[part], &t->events.data[kept[i]]);
  return n;
}

void story_report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread) {
  if (!report_last_reads(t, part, thread, REACH_OWN))
    report_last_reads(t, part, thread, REACH_CALLED);
}

void story_report_others(struct story_writer *t, struct story_part *p, uint8_t op, const char *kind,
                         const char *word, uint32_t from, uint32_t to) {
  struct text s = {0};
  uint32_t i, step = 0, count = 0;
  for (i = from; i < to; i++) {
    const struct xevent *ev = t->events.data[i].ev;
    if (ev->op != op || ev->other >= t->name_count || count++ >= NAMED_MAX) continue;
    text_printf(&s, "%s%s", s.len ? ", " : word, story_name(t, ev->other));
    if (!step) step = t->events.data[i].step;
  }
  if (count > NAMED_MAX) text_printf(&s, " and %u more", count - NAMED_MAX);
  if (s.s) story_add_fact(p, kind, step, s.s);
}

void story_report_choices(struct story_writer *t, struct story_part *p) {
  uint32_t i;
  for (i = p->first; i <= p->last; i++) {
    const struct xnode *k = xnode(&t->e->x, t->path[i]);
    char *text, *prefix;
    size_t n;
    if (k->choice.kind == CHOICE_RUN || !k->log) continue;
    text = session_logged_text(t->e, k);
    prefix = mem_printf("T%u ", k->choice.thread);
    n = strncmp(text, prefix, strlen(prefix)) ? 0 : strlen(prefix);
    story_add_fact(p, "choice", i, session_name_threads(t->e, mem_strdup(text + n)));
    free(text);
    free(prefix);
  }
}

/* ---- the whole story ---- */

static void with_places(struct engine *e, char **text) {
  char *s = *text;
  if (!s) return;
  *text = engine_with_places(e, s);
  free(s);
}

/* Appends the holders of the objects that the texts name, at the end of the path. */
static void name_objects(struct story_writer *t) {
  uint32_t i, k;
  explorer_go(&t->e->x, t->path[t->steps]);
  for (i = 0; i < t->out->count; i++) {
    struct story_part *p = &t->out->parts[i];
    with_places(t->e, &p->left);
    for (k = 0; k < p->fact_count; k++) with_places(t->e, &p->facts[k].text);
  }
}

int engine_story(struct engine *e, node_id n, struct story *out, struct error *err) {
  struct story_writer t = {.e = e, .out = out};
  node_id here = e->x.here;
  uint32_t i, from = 0, to;
  memset(out, 0, sizeof *out);
  if (!node_valid(e, n)) return error_set(err, ERR_NOTFOUND, "no node %u", n);
  if (!e->x.keep_events)
    return error_set(err, ERR_USAGE, "the events of transitions are not kept in this session");
  t.steps = xnode(&e->x, n)->depth;
  t.path = mem_alloc((t.steps + 1) * sizeof *t.path);
  engine_path(e, n, t.path, t.steps + 1);
  explorer_go(&e->x, n);
  session_names_of(e, n);
  read_names(&t);
  find_parts(&t);
  make_table(&t);
  story_find_reach(&t);
  find_sources(&t);
  story_find_stale(&t);
  for (i = 0; i < out->count; i++, from = to) {
    for (to = from; to < t.events.len && t.events.data[to].part == i; to++) continue;
    if ((i < PARTS_FIRST || i + PARTS_LAST >= out->count) && !session_stopped(e))
      story_report_part(&t, i, from, to);
  }
  story_report_error(&t);
  if (!session_stopped(e)) name_objects(&t);
  out->steps = t.steps;
  explorer_go(&e->x, here);
  vec_free(&t.events);
  for (i = 0; i < t.name_count; i++) free(t.names[i]);
  free(t.names);
  free(t.last);
  free(t.path);
  return 0;
}

void engine_story_release(struct story *s) {
  uint32_t i, j;
  for (i = 0; i < s->count; i++) {
    struct story_part *p = &s->parts[i];
    for (j = 0; j < p->fact_count; j++) free(p->facts[j].text);
    free(p->facts);
    free(p->name);
    free(p->from);
    free(p->to);
    free(p->left);
  }
  free(s->parts);
  free(s->error);
  memset(s, 0, sizeof *s);
}
