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

/* ---- places of an error ---- */

static void add_frame(struct error_places *p, const struct stack_place *s) {
  const struct method *m = s->method;
  int line = m->info && !(m->flags & ACC_NATIVE) ? method_line(m->info, s->bci) : -1;
  if (line < 0) return;
  p->frames[p->count++] = (struct error_frame){.class_name = klass_dotted(m->owner),
                                               .line = (uint32_t)line,
                                               .thread = s->thread,
                                               .at_fault = s->at_fault};
}

/* Returns "Grid.rows[][]" for "Grid.rows[2][0]"; caller frees. */
static char *without_indices(const char *name) {
  struct text t = {0};
  for (; *name; name++) {
    text_printf(&t, "%c", *name);
    if (*name == '[') name += strspn(name + 1, "0123456789");
  }
  return t.s;
}

int engine_error_places(struct engine *e, node_id n, struct error_places *out) {
  const struct violation *v;
  const struct field *f;
  if (!node_valid(e, n) || !(v = xnode(&e->x, n)->violation)) return ERR_NOTFOUND;
  f = v->property == PROP_RACE || v->property == PROP_CONFLICT ? vm_field_at(e->vm, v->obj, v->off)
                                                               : NULL;
  *out = (struct error_places){.frames = mem_alloc((v->places.len + 1) * sizeof *out->frames)};
  for (size_t i = 0; i < v->places.len; i++) add_frame(out, &v->places.data[i]);
  if (v->method) {
    out->class_name = klass_dotted(v->method->owner);
    out->method = mem_strdup(v->method->name->s);
  }
  out->by_library = v->by_library;
  out->idiom = v->idiom;
  for (int i = 0; i < 2; i++)
    if (v->accessor[i]) out->accessor[i] = klass_dotted(v->accessor[i]);
  if (v->property == PROP_RACE && v->raced && vm_klass(e->vm, v->obj)->is_array)
    out->raced_array = without_indices(v->raced);
  if (!f) return 0;
  out->raced_class = klass_dotted(f->owner);
  out->raced_field = mem_strdup(f->name->s);
  return 0;
}

void error_places_release(struct error_places *p) {
  for (uint32_t i = 0; i < p->count; i++) free(p->frames[i].class_name);
  free(p->frames);
  free(p->class_name);
  free(p->method);
  free(p->raced_class);
  free(p->raced_field);
  free(p->raced_array);
  free(p->accessor[0]);
  free(p->accessor[1]);
  *p = (struct error_places){0};
}

/* ---- errors that a warning concerns ---- */

static bool variable_in(const struct variable_list *l, const struct variable *v) {
  for (size_t i = 0; i < l->v.len; i++)
    if (variable_equal(&l->v.data[i], v)) return true;
  return false;
}

static bool frame_is_in(const struct error_frame *f, const struct warned_line *l) {
  char *name = klass_dotted(l->method->owner);
  bool same = !strcmp(f->class_name, name) && f->line >= l->first && f->line <= l->last;
  free(name);
  return same;
}

/* Is the frame at one of the warning's own places? With `ways`, also at one of the steps on the way
 * there, which other paths pass too. */
static bool is_warned_frame(const struct warned *w, const struct error_frame *f, bool ways) {
  for (size_t i = 0; i < w->lines.v.len; i++)
    if ((ways || !w->lines.v.data[i].way) && frame_is_in(f, &w->lines.v.data[i])) return true;
  return false;
}

/* Is a frame of the error at one of the warning's own lines? */
static bool has_frame_there(const struct warned *w, const struct error_places *p) {
  for (uint32_t i = 0; i < p->count; i++)
    if (is_warned_frame(w, &p->frames[i], false)) return true;
  return false;
}

/* Is a thread at fault on one of the warning's own lines, or are two of them on steps to it? */
static bool stands_there(const struct warned *w, const struct error_places *p) {
  uint32_t met = UINT32_MAX; /* a thread at fault on a step */
  for (uint32_t i = 0; i < p->count; i++) {
    const struct error_frame *f = &p->frames[i];
    if (!f->at_fault || !is_warned_frame(w, f, true)) continue;
    if (is_warned_frame(w, f, false) || (met != UINT32_MAX && met != f->thread)) return true;
    met = f->thread;
  }
  return false;
}

/* Is the raced field one of the variables? */
static bool is_on_variable(const struct warned *w, const struct error_places *p) {
  for (size_t i = 0; p->raced_field && i < w->variables.v.len; i++) {
    const struct variable *v = &w->variables.v.data[i];
    const struct field *f = v->what;
    char *owner;
    bool same;
    if (v->inside) continue;
    owner = klass_dotted(f->owner);
    same = !strcmp(owner, p->raced_class) && !strcmp(f->name->s, p->raced_field);
    free(owner);
    if (same) return true;
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

static bool race_concerns(struct warned *w, node_id n, const struct error_places *p) {
  const struct violation *v = xnode(&w->of->e->x, n)->violation;
  const struct field *f;
  if (has_frame_there(w, p)) return true;
  if (v->property == PROP_CONFLICT) return is_on_variable(w, p);
  f = vm_field_at(w->of->e->vm, v->obj, v->off);
  if (!f || f->owner->is_jdk) return passed(w, n, v->other);
  if (variable_in(&w->variables, &(struct variable){f, false})) return true;
  note_mask(w, f);
  return false;
}

/* Stores the variables that the method's code on the frame's line uses. Returns false if the frame
 * is not in the method. */
static bool used_by(const struct completion *c, struct method *m, const struct error_frame *f,
                    struct variable_list *used) {
  for (uint32_t i = 0; m->info && i < m->info->line_count; i++) {
    struct warned_line l = {m, m->info->lines[i].start_pc, f->line, f->line, 0};
    if (m->info->lines[i].line != f->line || !frame_is_in(f, &l)) continue;
    completion_used(c, m, l.bci, used);
    return true;
  }
  return false;
}

/* Does the program's innermost frame of the exception use the warning's variables? */
static bool uses_variables(struct warned *w, const struct error_places *p) {
  struct completion c = completion_of(w);
  struct variable_list used = {0};
  bool shares = false, found = false;
  for (uint32_t i = 0; i < p->count && !found; i++)
    for (uint32_t k = 0; k < w->of->count && !found; k++)
      for (uint32_t j = 0; j < w->of->program[k]->method_count && !found; j++)
        found = used_by(&c, &w->of->program[k]->methods[j], &p->frames[i], &used);
  for (size_t i = 0; i < used.v.len; i++) shares |= variable_in(&w->variables, &used.v.data[i]);
  vec_free(&used.v);
  return shares;
}

static bool is_property(const char *name, uint32_t property) {
  return !strcmp(name, engine_property_name(property));
}

bool engine_warned_error(struct warned *w, const char *property, const struct error_places *p) {
  plan(w);
  if (is_property(property, PROP_DEADLOCK)) return stands_there(w, p);
  if (has_frame_there(w, p)) return true;
  if (is_property(property, PROP_RACE) || is_property(property, PROP_CONFLICT))
    return is_on_variable(w, p);
  return is_property(property, PROP_EXCEPTION) && uses_variables(w, p);
}

static bool concerns(struct warned *w, node_id n, const struct error_places *p) {
  int property = xnode(&w->of->e->x, n)->violation->property;
  if (property == PROP_RACE || property == PROP_CONFLICT) return race_concerns(w, n, p);
  if (property == PROP_DEADLOCK) return stands_there(w, p);
  if (has_frame_there(w, p)) return true;
  return property == PROP_EXCEPTION && passed(w, n, UINT32_MAX) && uses_variables(w, p);
}

bool engine_warned_concerns(void *self, node_id n) {
  struct warned *w = self;
  const struct violation *v = xnode(&w->of->e->x, n)->violation;
  struct error_places p;
  bool yes;
  plan(w);
  if (!v || !v->message || engine_error_places(w->of->e, n, &p)) return false;
  yes = concerns(w, n, &p);
  error_places_release(&p);
  return yes;
}
