/* See places.h. */
#include "engine/flow/places.h"

#include <stdlib.h>

#include "engine/vm/machine.h"

struct place_query {
  const struct warned_place *place;
  VEC(struct klass *) classes;
  const char *method; /* only methods with this name; NULL: any */
};

/* ---- classes ---- */

static bool is_of_file(const struct klass *k, const char *file, bool folders) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  const char *end = strrchr(k->shown->s, '/');
  size_t package = end ? (size_t)(end - k->shown->s) : 0,
         before = slash ? (size_t)(slash - file) : 0;
  if (!k->cf || !k->cf->source_file || strcmp(k->cf->source_file->s, base) != 0) return false;
  if (!folders) return true;
  return package <= before && !strncmp(file + before - package, k->shown->s, package) &&
         (package == before || file[before - package - 1] == '/' || !package);
}

/* Adds the classes of the source file if their package matches the end of the path's folders. If no
 * class matches, adds all classes of a file with this name. */
static void classes_of_file(struct place_query *q, struct klass **program, uint32_t count) {
  for (int folders = 1; folders >= 0 && !q->classes.len; folders--)
    for (uint32_t i = 0; i < count; i++)
      if (is_of_file(program[i], q->place->file, folders)) *vec_push(&q->classes) = program[i];
}

static bool has_method(const struct klass *k, const char *name) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (!strcmp(k->methods[i].name->s, name)) return true;
  return false;
}

/* Finds the class, and perhaps method, of "a.b.C", "a.b.C.m", "a.b.C.m(int)" or "C::m". */
static void class_of_name(struct place_query *q, char *name, struct klass **program,
                          uint32_t count) {
  char *dot;
  name[strcspn(name, "(")] = '\0';
  while ((dot = strstr(name, "::"))) {
    *dot = '.';
    memmove(dot + 1, dot + 2, strlen(dot + 2) + 1);
  }
  dot = strrchr(name, '.');
  for (uint32_t i = 0; i < count && !q->classes.len; i++) {
    char *dotted = klass_dotted(program[i]);
    size_t n = strlen(dotted);
    if (!strcmp(dotted, name) || (dot && n == (size_t)(dot - name) && !strncmp(dotted, name, n) &&
                                  has_method(program[i], dot + 1)))
      *vec_push(&q->classes) = program[i];
    if (q->classes.len && strcmp(dotted, name) != 0) q->method = dot + 1;
    free(dotted);
  }
}

/* ---- lines ---- */

static bool is_bridge(const struct method *m) {
  return (m->flags & ACC_SYNTHETIC) &&
         ((m->flags & ACC_BRIDGE) || !strncmp(m->name->s, "access$", 7));
}

typedef void line_fn(void *self, struct method *m, const struct line_entry *l);

static void each_line(const struct place_query *q, line_fn *visit, void *self) {
  for (size_t i = 0; i < q->classes.len; i++) {
    struct klass *k = q->classes.data[i];
    for (uint32_t j = 0; j < k->method_count; j++) {
      struct method *m = &k->methods[j];
      if (!m->info || !m->info->code_len || is_bridge(m)) continue;
      if (q->method && strcmp(m->name->s, q->method) != 0) continue;
      for (uint32_t n = 0; n < m->info->line_count; n++) visit(self, m, &m->info->lines[n]);
    }
  }
}

struct line_range {
  struct warned_lines *out;
  uint32_t first, last, way;
  size_t from;       /* index of the first element of `out` for this place */
  uint32_t next;     /* the first line with code after `last`; UINT32_MAX: none */
  uint32_t greatest; /* the greatest line with code */
};

static void take_line(void *self, struct method *m, const struct line_entry *l) {
  struct line_range *r = self;
  if (l->line > r->greatest) r->greatest = l->line;
  if (l->line > r->last && l->line < r->next) r->next = l->line;
  if (l->line < r->first || l->line > r->last) return;
  for (size_t i = r->from; i < r->out->v.len; i++) {
    struct warned_line *w = &r->out->v.data[i];
    if (w->method != m) continue;
    if (l->start_pc < w->bci) w->bci = l->start_pc;
    return;
  }
  *vec_push(&r->out->v) = (struct warned_line){m, l->start_pc, r->first, r->last, r->way};
}

static int lines_of(const struct place_query *q, struct warned_lines *out, enum warned_state *state,
                    struct error *err) {
  const struct warned_place *p = q->place;
  struct line_range r = {.out = out,
                         .first = p->first,
                         .last = p->last < p->first ? p->first : p->last,
                         .way = p->way,
                         .from = out->v.len,
                         .next = UINT32_MAX};
  if (!p->first) { /* a whole method */
    r.first = 1;
    r.last = UINT32_MAX - 1;
  }
  each_line(q, take_line, &r);
  if (out->v.len == r.from && r.greatest && p->first > r.greatest)
    return error_set(err, ERR_INPUT, "%s has no line %u: its code ends at line %u",
                     p->file ? p->file : p->name, p->first, r.greatest);
  if (out->v.len == r.from && r.next - r.last <= PLACES_NEAR) {
    r.first = r.last = r.next;
    each_line(q, take_line, &r);
  }
  if (out->v.len == r.from) *state = WARNED_NO_CODE;
  return 0;
}

int places_find(struct klass **program, uint32_t count, const struct warned_place *p,
                struct warned_lines *out, enum warned_state *state, struct error *err) {
  struct place_query q = {.place = p};
  char *name = p->name ? mem_strdup(p->name) : NULL;
  *state = WARNED_FOUND;
  if (p->file)
    classes_of_file(&q, program, count);
  else if (name)
    class_of_name(&q, name, program, count);
  if (p->file && !p->first && name) { /* the name is more precise than the file */
    q.classes.len = 0;
    class_of_name(&q, name, program, count);
  }
  if (!q.classes.len)
    *state = WARNED_NOT_OF_PROGRAM;
  else if (!p->first && !q.method)
    *state = WARNED_NO_LINE;
  else
    lines_of(&q, out, state, err);
  vec_free(&q.classes);
  free(name);
  return err->code;
}
