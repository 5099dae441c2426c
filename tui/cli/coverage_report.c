/* Writes coverage in lcov's format or as JSON. See coverage_report.h. */
#include "tui/cli/coverage_report.h"
#include "engine/base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- lcov ---- */

struct file { /* the classes of one source file */
  const char *source;
  const struct cover_class **classes;
  size_t count;
};

static int by_source(const void *a, const void *b) {
  const struct cover_class *const *x = a, *const *y = b;
  int d = strcmp((*x)->source, (*y)->source);
  return d ? d : strcmp((*x)->name, (*y)->name);
}

static void write_functions(const struct file *f, FILE *out) {
  uint32_t found = 0, hit = 0, m;
  size_t i;
  for (i = 0; i < f->count; i++)
    for (m = 0; m < f->classes[i]->method_count; m++)
      fprintf(out, "FN:%d,%s.%s\n", f->classes[i]->methods[m].lines[0].line, f->classes[i]->name,
              f->classes[i]->methods[m].text);
  for (i = 0; i < f->count; i++)
    for (m = 0; m < f->classes[i]->method_count; m++, found++) {
      const struct cover_method *k = &f->classes[i]->methods[m];
      fprintf(out, "FNDA:%d,%s.%s\n", k->reached, f->classes[i]->name, k->text);
      hit += k->reached;
    }
  fprintf(out, "FNF:%u\nFNH:%u\n", found, hit);
}

static int by_line(const void *a, const void *b) {
  const struct cover_line *x = a, *y = b;
  return (x->line > y->line) - (x->line < y->line);
}

/* Returns all lines of the file, each once, although a line may belong to several classes and
 * methods. The caller frees the array. */
static struct cover_line *merged(const struct file *f, size_t *count) {
  VEC(struct cover_line) all = {0};
  size_t i, kept = 0;
  uint32_t m, l;
  for (i = 0; i < f->count; i++)
    for (m = 0; m < f->classes[i]->method_count; m++)
      for (l = 0; l < f->classes[i]->methods[m].line_count; l++)
        *vec_push(&all) = f->classes[i]->methods[m].lines[l];
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_line);
  for (i = 0; i < all.len; i++) {
    struct cover_line *to = kept ? &all.data[kept - 1] : NULL;
    if (!to || to->line != all.data[i].line) {
      all.data[kept++] = all.data[i];
      continue;
    }
    to->reached |= all.data[i].reached;
    if (to->ways + all.data[i].ways > 64) continue;
    if (to->ways < 64) to->taken |= all.data[i].taken << to->ways;
    to->ways = (uint16_t)(to->ways + all.data[i].ways);
  }
  *count = kept;
  return all.data;
}

static uint32_t taken_of(const struct cover_line *l) {
  return (uint32_t)__builtin_popcountll(l->taken);
}

static void write_lines(const struct cover_line *l, size_t n, FILE *out) {
  uint32_t ways = 0, taken = 0, hit = 0, w;
  size_t i;
  for (i = 0; i < n; i++) {
    for (w = 0; w < l[i].ways; w++) {
      fprintf(out, "BRDA:%d,0,%u,%s\n", l[i].line, w,
              !l[i].reached         ? "-"
              : l[i].taken >> w & 1 ? "1"
                                    : "0");
    }
    ways += l[i].ways;
    taken += taken_of(&l[i]);
  }
  if (ways) fprintf(out, "BRF:%u\nBRH:%u\n", ways, taken);
  for (i = 0; i < n; i++) {
    fprintf(out, "DA:%d,%d\n", l[i].line, l[i].reached);
    hit += l[i].reached;
  }
  fprintf(out, "LF:%zu\nLH:%u\nend_of_record\n", n, hit);
}

static void write_file(const struct file *f, const char *source_path, FILE *out) {
  int root = source_path ? (int)strcspn(source_path, ":") : 0;
  size_t n;
  struct cover_line *lines = merged(f, &n);
  fprintf(out, "SF:%.*s%s%s\n", root, root ? source_path : "", root ? "/" : "", f->source);
  write_functions(f, out);
  write_lines(lines, n, out);
  free(lines);
}

void coverage_write_lcov(const struct coverage *c, const char *source_path, FILE *out) {
  const struct cover_class **all = mem_alloc((c->count + 1) * sizeof *all);
  uint32_t i, from = 0;
  for (i = 0; i < c->count; i++) all[i] = &c->classes[i];
  qsort(all, c->count, sizeof *all, by_source);
  fputs("TN:heddle\n", out);
  for (i = 1; i <= c->count; i++) {
    struct file f = {all[from]->source, all + from, i - from};
    if (i < c->count && !strcmp(all[i]->source, f.source)) continue;
    write_file(&f, source_path, out);
    from = i;
  }
  free(all);
}

/* ---- JSON ---- */

struct sums {
  json_int_t lines, reached, ways, taken;
};

static json_t *method_json(const struct cover_method *m, struct sums *s) {
  json_t *missed = json_array(), *one_way = json_array();
  uint32_t i;
  for (i = 0; i < m->line_count; i++) {
    const struct cover_line *l = &m->lines[i];
    if (!l->reached)
      json_array_append_new(missed, json_integer(l->line));
    else if (l->taken && taken_of(l) < l->ways)
      json_array_append_new(one_way, json_integer(l->line));
    s->lines++;
    s->reached += l->reached;
    s->ways += l->ways;
    s->taken += taken_of(l);
  }
  return json_pack("{s:s,s:b,s:i,s:i,s:o,s:o}", "method", m->text, "called", m->reached, "from",
                   m->lines[0].line, "to", m->lines[m->line_count - 1].line, "not_reached", missed,
                   "one_way", one_way);
}

static void put_sums(json_t *j, const struct sums *s) {
  json_object_set_new(j, "lines", json_integer(s->lines));
  json_object_set_new(j, "reached", json_integer(s->reached));
  json_object_set_new(j, "branches", json_integer(s->ways));
  json_object_set_new(j, "taken", json_integer(s->taken));
}

json_t *coverage_json(const struct coverage *c) {
  json_t *all = json_object(), *classes = json_array();
  struct sums total = {0};
  uint32_t i, m;
  for (i = 0; i < c->count; i++) {
    const struct cover_class *k = &c->classes[i];
    json_t *j = json_pack("{s:s,s:s,s:s}", "class", k->name, "source", k->source, "home", k->home),
           *methods = json_array();
    struct sums s = {0};
    for (m = 0; m < k->method_count; m++)
      json_array_append_new(methods, method_json(&k->methods[m], &s));
    put_sums(j, &s);
    json_object_set_new(j, "methods", methods);
    json_array_append_new(classes, j);
    total.lines += s.lines, total.reached += s.reached, total.ways += s.ways,
        total.taken += s.taken;
  }
  put_sums(all, &total);
  json_object_set_new(all, "classes", classes);
  return all;
}

/* ---- for commands ---- */

int coverage_open(const char *path, FILE **out, struct error *err) {
  *out = fopen(path, "w");
  return *out ? 0 : error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
}

int coverage_close(struct coverage *c, const char *source_path, const char *path, FILE *out,
                   struct error *err) {
  int failed;
  coverage_write_lcov(c, source_path, out);
  coverage_release(c);
  failed = ferror(out);
  if (fclose(out) || failed)
    return error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
  return 0;
}
