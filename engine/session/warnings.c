/* Warnings of static analysers: implements engine/warnings.h with the flow analyses. Places are
 * looked up when a warning is read. The call graph and the accesses of the whole program are
 * computed when first needed. */
#include <stdlib.h>

#include "engine/flow/completion.h"
#include "engine/flow/program.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

struct warnings {
  struct engine *e;
  struct klass **program;
  uint32_t count;
  struct rta *rta; /* NULL: not computed yet; the same for the members below */
  struct callgraph *graph;
  struct accesses *accesses;
};

struct warned {
  struct warnings *of;
  struct warned_lines lines;
  enum warned_state state;
  bool planned;
  struct candidates candidates;
  struct variable_list variables; /* the variables that its lines access */
  VEC(char *) masks;              /* owned */
};

int engine_warnings(struct engine *e, struct warnings **out, struct error *err) {
  struct warnings *w = mem_alloc(sizeof *w);
  w->e = e;
  w->program = program_classes(e->vm, e->opt.main_class, &w->count, err);
  *out = w;
  if (w->program) return 0;
  engine_warnings_free(w);
  *out = NULL;
  return err->code;
}

void engine_warnings_free(struct warnings *w) {
  if (!w) return;
  accesses_free(w->accesses);
  if (w->graph) callgraph_free(w->graph);
  if (w->rta) rta_free(w->rta);
  free(w->program);
  free(w);
}

static void analyse(struct warnings *w) {
  if (w->rta) return;
  w->rta = rta_new(w->e->vm, NULL);
  rta_add_root(w->rta, w->e->vm->main_method);
  rta_run(w->rta);
  w->graph = callgraph_new(w->rta);
  w->accesses = accesses_new(w->e->vm, w->rta);
}

/* ---- a warning ---- */

/* The state of a warning with several places is the best state of any place. */
static int better(enum warned_state a, enum warned_state b) {
  static const int rank[] = {[WARNED_FOUND] = 4,
                             [WARNED_NOT_REACHED] = 3,
                             [WARNED_NO_CODE] = 2,
                             [WARNED_NO_LINE] = 1,
                             [WARNED_NOT_OF_PROGRAM] = 0};
  return rank[a] > rank[b];
}

int engine_warned(struct warnings *of, const struct warned_place *places, uint32_t count,
                  struct warned **out, struct error *err) {
  struct warned *w = mem_alloc(sizeof *w);
  w->of = of;
  w->state = WARNED_NOT_OF_PROGRAM;
  for (uint32_t i = 0; i < count && !err->code; i++) {
    enum warned_state state;
    places_find(of->program, of->count, &places[i], &w->lines, &state, err);
    if (!places[i].way && better(state, w->state)) w->state = state;
  }
  *out = w;
  if (!err->code) return 0;
  engine_warned_free(w);
  *out = NULL;
  return err->code;
}

void engine_warned_free(struct warned *w) {
  if (!w) return;
  candidates_release(&w->candidates);
  vec_free(&w->lines.v);
  vec_free(&w->variables.v);
  for (size_t i = 0; i < w->masks.len; i++) free(w->masks.data[i]);
  vec_free(&w->masks);
  free(w);
}

static struct completion completion_of(const struct warned *w) {
  return (struct completion){w->of->e->vm, w->of->accesses, w->of->graph, &w->lines};
}

static bool is_reached(const struct warned *w) {
  for (size_t i = 0; i < w->lines.v.len; i++)
    if (!w->lines.v.data[i].way && rta_method(w->of->rta, w->lines.v.data[i].method)) return true;
  return false;
}

/* Removes the lines of methods that cannot be reached. */
static void forget_unreached(struct warned *w) {
  size_t to = 0;
  for (size_t i = 0; i < w->lines.v.len; i++)
    if (rta_method(w->of->rta, w->lines.v.data[i].method))
      w->lines.v.data[to++] = w->lines.v.data[i];
  w->lines.v.len = to;
}

static void plan(struct warned *w) {
  struct completion c;
  if (w->planned) return;
  w->planned = true;
  if (w->state != WARNED_FOUND) return;
  analyse(w->of);
  if (!is_reached(w)) {
    w->state = WARNED_NOT_REACHED;
    return;
  }
  forget_unreached(w);
  c = completion_of(w);
  completion_variables(&c, &w->variables);
  completion_run(&c, &w->candidates);
}

enum warned_state engine_warned_state(const struct warned *w) {
  plan((struct warned *)(uintptr_t)w);
  return w->state;
}

uint32_t engine_warned_sequences(struct warned *w) {
  plan(w);
  return (uint32_t)w->candidates.v.len;
}

static const struct sequence *sequence_at(struct warned *w, uint32_t i) {
  plan(w);
  return &w->candidates.v.data[i];
}

uint32_t engine_warned_length(struct warned *w, uint32_t sequence) {
  return (uint32_t)sequence_at(w, sequence)->v.len;
}

char *engine_warned_location(struct warned *w, uint32_t sequence, uint32_t i, bool shown) {
  const struct location *l = &sequence_at(w, sequence)->v.data[i];
  char *class_name, *text;
  if (shown) return location_text(l);
  class_name = klass_dotted(l->method->owner);
  text = mem_printf("%s.%s%s@%u", class_name, l->method->name->s, l->method->desc->s, l->bci);
  free(class_name);
  return text;
}

/* ---- errors that a warning concerns ---- */

static bool variable_in(const struct variable_list *l, const struct variable *v) {
  for (size_t i = 0; i < l->v.len; i++)
    if (variable_equal(&l->v.data[i], v)) return true;
  return false;
}

/* The parts of "a.b.C.m(C.java:12)" at the end of a line of text. */
struct frame_text {
  const char *name, *file;
  size_t name_len, file_len; /* `name_len`: length of the class's name */
  uint32_t line;
};

static bool frame_of(const char *s, size_t n, struct frame_text *out) {
  const char *open = memrchr(s, '(', n), *colon, *dot;
  if (!open || s[n - 1] != ')' || !(colon = memchr(open, ':', (size_t)(s + n - open))))
    return false;
  while (n && *s == ' ') s++, n--;
  if (n > 3 && !strncmp(s, "at ", 3)) s += 3;
  dot = memrchr(s, '.', (size_t)(open - s));
  if (!dot) return false;
  *out = (struct frame_text){s, open + 1, (size_t)(dot - s), (size_t)(colon - open - 1),
                             (uint32_t)strtoul(colon + 1, NULL, 10)};
  return true;
}

static bool frame_is_in(const struct frame_text *f, const struct warned_line *l) {
  const struct symbol *file = l->method->owner->cf->source_file;
  char *name = klass_dotted(l->method->owner);
  bool same = file && strlen(file->s) == f->file_len && !strncmp(file->s, f->file, f->file_len) &&
              strlen(name) == f->name_len && !strncmp(name, f->name, f->name_len) &&
              f->line >= l->first && f->line <= l->last;
  free(name);
  return same;
}

/* Is the frame at one of the warning's own places? With `ways`, also at one of the steps on the way
 * there, which other paths pass too. */
static bool is_warned_frame(const struct warned *w, const struct frame_text *f, bool ways) {
  for (size_t i = 0; i < w->lines.v.len; i++)
    if ((ways || !w->lines.v.data[i].way) && frame_is_in(f, &w->lines.v.data[i])) return true;
  return false;
}

/* Does the text list a frame at one of the warning's own lines? */
static bool lists_frame(const struct warned *w, const char *text) {
  struct frame_text f;
  for (const char *p = text; p && *p;) {
    size_t n = strcspn(p, "\n");
    if (n && frame_of(p, n, &f) && is_warned_frame(w, &f, false)) return true;
    p += n + (p[n] == '\n');
  }
  return false;
}

/* The parts of a deadlock's detail (vm/sched/deadlock.c): possibly a cycle, then the threads, each
 * with its frames. */
struct standstill {
  char *circle; /* "A -> B -> A"; NULL: none */
  /* `counts`: the current thread is at fault; `met`: one of its frames is a step of the warning */
  bool counts;
  bool met;
};

/* Is the thread at fault? Threads that only wait for another thread to continue are not. */
static bool is_at_fault(const struct standstill *s, const char *header) {
  const char *colon = strstr(header, ": ");
  char *name = colon ? mem_printf("%.*s -> ", (int)(colon - header), header) : mem_strdup("");
  bool in_circle = s->circle && *name && strstr(s->circle, name);
  free(name);
  if (s->circle) return in_circle;
  return colon && strncmp(colon, ": joining ", 10) != 0 && !strstr(colon, ", held by ") &&
         !strstr(colon, ", run by ") && !strstr(colon, ", begun by ");
}

static void read_thread_line(struct standstill *s, const char *line, size_t n) {
  char *header;
  if (n > 8 && !strncmp(line, "circle: ", 8) && !s->circle)
    s->circle = mem_printf("%.*s", (int)n - 8, line + 8);
  if (n < 7 || strncmp(line, "thread ", 7) != 0) return;
  header = mem_printf("%.*s", (int)n - 7, line + 7);
  s->counts = is_at_fault(s, header);
  s->met = false;
  free(header);
}

/* Is a thread at fault on one of the warning's own lines, or are two of them on steps to it? */
static bool stands_there(const struct warned *w, const char *detail) {
  struct standstill s = {0};
  struct frame_text f;
  uint32_t threads = 0;
  for (const char *p = detail; p && *p && threads < 2;) {
    size_t n = strcspn(p, "\n");
    read_thread_line(&s, p, n);
    if (n && s.counts && frame_of(p, n, &f)) {
      if (is_warned_frame(w, &f, false)) threads = 2;
      if (!s.met && is_warned_frame(w, &f, true)) {
        s.met = true;
        threads++;
      }
    }
    p += n + (p[n] == '\n');
  }
  free(s.circle);
  return threads >= 2;
}

/* Does the message name one of the variables, as in "data race (WR) on Bank.total: ..."? */
static bool names_field(const struct warned *w, const char *message) {
  for (size_t i = 0; i < w->variables.v.len; i++) {
    const struct variable *v = &w->variables.v.data[i];
    const struct field *f = v->what;
    char *owner, *name, *at;
    bool found;
    if (v->inside) continue;
    owner = klass_dotted(f->owner);
    name = mem_printf(" on %s.%s:", owner, f->name->s);
    at = strstr(message, name);
    found = at != NULL;
    free(owner);
    free(name);
    if (found) return true;
  }
  return false;
}

/* Has the thread (UINT32_MAX: any) executed one of the lines on the path to n, according to the
 * marks? */
static bool passed(const struct warned *w, node_id n, uint32_t thread) {
  struct engine *e = w->of->e;
  for (; n != NODE_NONE; n = xnode(&e->x, n)->parent) {
    const struct xnode *k = xnode(&e->x, n);
    if (k->mark < 0 || (thread != UINT32_MAX && k->choice.thread != thread)) continue;
    for (size_t i = 0; i < e->marks.len; i++) {
      const struct location *l = &e->marks.data[i].loc;
      if (e->marks.data[i].id != (uint32_t)k->mark) continue;
      for (size_t j = 0; j < w->lines.v.len; j++)
        if (!w->lines.v.data[j].way && warned_line_has(&w->lines.v.data[j], l->method, l->bci))
          return true;
    }
  }
  return false;
}

const char *engine_warned_masks(const struct warned *w, uint32_t i) {
  return i < w->masks.len ? w->masks.data[i] : NULL;
}

static void note_mask(struct warned *w, const struct field *f) {
  char *owner = klass_dotted(f->owner), *name = mem_printf("%s.%s", owner, f->name->s);
  size_t i = 0;
  free(owner);
  while (i < w->masks.len && strcmp(w->masks.data[i], name) != 0) i++;
  if (i < w->masks.len)
    free(name);
  else
    *vec_push(&w->masks) = name;
}

static bool race_concerns(struct warned *w, node_id n, const struct violation *v) {
  const struct field *f;
  if (lists_frame(w, v->detail)) return true;
  f = v->property == PROP_RACE ? vm_field_at(w->of->e->vm, v->obj, v->off) : NULL;
  if (f && !f->owner->is_jdk) {
    if (variable_in(&w->variables, &(struct variable){f, false})) return true;
    note_mask(w, f);
    return false;
  }
  if (v->property != PROP_RACE) return names_field(w, v->message);
  return passed(w, n, v->other);
}

/* Does the program's innermost frame of the exception use the warning's variables? */
static bool uses_variables(struct warned *w, const char *detail) {
  struct completion c = completion_of(w);
  struct variable_list used = {0};
  struct frame_text f;
  bool shares = false, found = false;
  for (const char *p = detail; p && *p && !found;) {
    size_t n = strcspn(p, "\n");
    for (uint32_t i = 0; n && frame_of(p, n, &f) && i < w->of->count && !found; i++) {
      struct klass *k = w->of->program[i];
      for (uint32_t j = 0; j < k->method_count && !found; j++) {
        struct method *m = &k->methods[j];
        for (uint32_t x = 0; m->info && x < m->info->line_count && !found; x++) {
          struct warned_line l = {m, m->info->lines[x].start_pc, f.line, f.line, 0};
          if (m->info->lines[x].line != f.line || !frame_is_in(&f, &l)) continue;
          completion_used(&c, m, l.bci, &used);
          found = true;
        }
      }
    }
    p += n + (p[n] == '\n');
  }
  for (size_t i = 0; i < used.v.len; i++) shares |= variable_in(&w->variables, &used.v.data[i]);
  vec_free(&used.v);
  return shares;
}

bool engine_warned_error(struct warned *w, const char *property, const char *message,
                         const char *detail) {
  const bool race = !strcmp(property, engine_property_name(PROP_RACE)) ||
                    !strcmp(property, engine_property_name(PROP_CONFLICT));
  plan(w);
  if (!strcmp(property, engine_property_name(PROP_DEADLOCK))) return stands_there(w, detail);
  if (lists_frame(w, detail)) return true;
  if (race) return names_field(w, message);
  return !strcmp(property, engine_property_name(PROP_EXCEPTION)) && uses_variables(w, detail);
}

bool engine_warned_concerns(void *self, node_id n) {
  struct warned *w = self;
  const struct violation *v = xnode(&w->of->e->x, n)->violation;
  plan(w);
  if (!v || !v->message) return false;
  if (v->property == PROP_RACE || v->property == PROP_CONFLICT) return race_concerns(w, n, v);
  if (v->property == PROP_DEADLOCK) return stands_there(w, v->detail);
  if (lists_frame(w, v->detail)) return true;
  return v->property == PROP_EXCEPTION && passed(w, n, UINT32_MAX) && uses_variables(w, v->detail);
}
