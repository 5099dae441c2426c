/* Writes and reads the file with the plan of a forced run (its format is in plan.h). */
#include "trace/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/number.h"

const char *const plan_starts[] = {"run", "elapse", "interrupt", "spurious", NULL};
const char *const plan_ends[] = {"place", "blocks", "wait",  "leaves", "ended",
                                 "exit",  "access", "error", NULL};

const char *const plan_homes[] = {"local", "static", "field", NULL};

const char *const plan_sources[] = {
    "nanoTime", "currentTimeMillis", "adjustment", "hash", "random", "secure", "chosen", NULL};

/* ---- writing ---- */

size_t plan_class_length(const char *name) {
  const char *lambda = strstr(name, "$$Lambda");
  return lambda ? (size_t)(lambda - name) : strlen(name);
}

static void write_values(const struct place_values *all, struct text *out) {
  if (!all->count) return;
  text_printf(out, "finds %s %s %s %u\n", all->class_name, all->method, all->descriptor, all->bci);
  for (uint32_t i = 0; i < all->count; i++) {
    const struct place_value *v = &all->all[i];
    text_printf(out, "value %s %u %c %llu %s\n", plan_homes[v->home], v->slot, v->type,
                (unsigned long long)v->bits, v->name);
  }
}

static void write_answer(const struct answer *a, struct text *out) {
  const char *of = a->of ? a->of : "-";
  text_printf(out, "answer %u %s %llu %.*s\n", a->thread, plan_sources[a->source],
              (unsigned long long)a->value, (int)plan_class_length(of), of);
}

void plan_write(const struct segments *s, const struct plan_failure *f, struct text *out) {
  text_printf(out, "main %s\n", s->main_class);
  for (char **c = s->first_classes; *c; c++) text_printf(out, "first %s\n", *c);
  for (uint32_t i = 0; i < s->count; i++) {
    const struct segment *g = &s->all[i];
    CHECK(g->start <= SEGMENT_SPURIOUS && g->end <= SEGMENT_ERROR, "a segment has known ends: %u",
          i);
    text_printf(out, "segment %u %s %s", g->thread, plan_starts[g->start], plan_ends[g->end]);
    if (g->class_name)
      text_printf(out, " %s %s %s %u %u", g->class_name, g->method, g->descriptor, g->bci,
                  g->visits);
    text_puts(out, "\n");
    if (g->end == SEGMENT_PLACE) write_values(&g->found, out);
  }
  for (uint32_t i = 0; i < s->answer_count; i++) write_answer(&s->answers[i], out);
  text_printf(out, "seeds %llu %llu %llu %llu\n", (unsigned long long)s->seed_nanos,
              (unsigned long long)s->seed_millis, (unsigned long long)s->seed_of_map_order,
              (unsigned long long)s->seed_of_generators);
  for (uint32_t i = 0; i < s->local_count; i++) {
    const struct local_random *r = &s->locals[i];
    text_printf(out, "local %u %llu %llu %u %u\n", i, (unsigned long long)r->id,
                (unsigned long long)r->seed, r->probe, r->secondary);
  }
  for (uint32_t i = 0; i < s->stuck_count; i++)
    text_printf(out, "%s %u\n", s->hang ? "loops" : "stuck", s->stuck[i]);
  if (f->exception) text_printf(out, "%s %s\n", f->stored ? "stored" : "expect", f->exception);
  if (f->status) text_printf(out, "status %d\n", f->status);
  if (f->results) text_puts(out, "results\n");
}

void plan_open_package(const char *class_name, struct text *out) {
  const char *slash = strrchr(class_name, '/');
  text_printf(out, "opens %.*s/\n", slash ? (int)(slash - class_name) : 0, class_name);
}

/* ---- reading ---- */

enum { PLAN_WORDS = 10 };

static bool plan_word(const char *word, const char *const *list, int *out) {
  for (*out = 0; list[*out]; ++*out)
    if (!strcmp(word, list[*out])) return true;
  return false;
}

static bool plan_number(const char *word, uint32_t *out) {
  uint64_t n;
  bool good = number_whole(word, UINT32_MAX, &n);
  *out = (uint32_t)n;
  return good;
}

/* Parses "segment THREAD START END [CLASS METHOD DESCRIPTOR BCI VISITS]". */
static bool read_segment(char *const *words, int n, struct plan *out) {
  struct segment g = {0};
  int start, end;
  if ((n != 4 && n != 9) || !plan_number(words[1], &g.thread) ||
      !plan_word(words[2], plan_starts, &start) || !plan_word(words[3], plan_ends, &end))
    return false;
  g.start = (enum segment_start)start;
  g.end = (enum segment_end)end;
  if (n == 9) {
    if (!plan_number(words[7], &g.bci) || !plan_number(words[8], &g.visits)) return false;
    g.class_name = mem_strdup(words[4]);
    g.method = mem_strdup(words[5]);
    g.descriptor = mem_strdup(words[6]);
  }
  *vec_push(&out->segments) = g;
  return true;
}

/* Returns the values of the last segment, or NULL if there is no segment. */
static struct place_values *last_values(struct plan *p) {
  return p->segments.len ? &p->segments.data[p->segments.len - 1].found : NULL;
}

/* Parses "finds CLASS METHOD DESCRIPTOR BCI". */
static bool read_finds(char *const *words, struct plan *out) {
  struct place_values *all = last_values(out);
  uint32_t bci;
  if (!all || all->class_name || !plan_number(words[4], &bci)) return false;
  *all = (struct place_values){.class_name = mem_strdup(words[1]),
                               .method = mem_strdup(words[2]),
                               .descriptor = mem_strdup(words[3]),
                               .bci = bci};
  return true;
}

/* Parses "value HOME SLOT TYPE BITS NAME". */
static bool read_value(char *const *words, struct plan *out) {
  struct place_values *all = last_values(out);
  struct place_value v = {0};
  uint32_t slot;
  int home;
  if (!all || !all->class_name || !plan_word(words[1], plan_homes, &home) ||
      !plan_number(words[2], &slot) || !number_whole(words[4], UINT64_MAX, &v.bits))
    return false;
  v.home = (enum value_home)home;
  v.slot = (uint16_t)slot;
  v.type = *words[3];
  v.name = mem_strdup(words[5]);
  all->all = mem_realloc(all->all, (all->count + 1) * sizeof *all->all);
  all->all[all->count++] = v;
  return true;
}

static bool read_answer(char *const *words, struct plan *out) {
  struct answer a = {0};
  int source;
  if (!plan_number(words[1], &a.thread) || !plan_word(words[2], plan_sources, &source) ||
      !number_whole(words[3], UINT64_MAX, &a.value))
    return false;
  a.source = (enum answer_source)source;
  if (strcmp(words[4], "-") != 0) a.of = mem_strdup(words[4]);
  *vec_push(&out->answers) = a;
  return true;
}

static bool read_seeds(char *const *words, struct plan *out) {
  return number_whole(words[1], UINT64_MAX, &out->seed_nanos) &&
         number_whole(words[2], UINT64_MAX, &out->seed_millis) &&
         number_whole(words[3], UINT64_MAX, &out->seed_of_map_order) &&
         number_whole(words[4], UINT64_MAX, &out->seed_of_generators);
}

static bool read_local(char *const *words, struct plan *out) {
  struct local_random r;
  uint32_t thread;
  if (!plan_number(words[1], &thread) || thread != out->locals.len ||
      !number_whole(words[2], UINT64_MAX, &r.id) || !number_whole(words[3], UINT64_MAX, &r.seed) ||
      !plan_number(words[4], &r.probe) || !plan_number(words[5], &r.secondary))
    return false;
  *vec_push(&out->locals) = r;
  return true;
}

static bool read_line(char *line, struct plan *out) {
  char *words[PLAN_WORDS], *save = NULL;
  uint32_t number;
  int n = 0;
  for (char *w = strtok_r(line, " \n", &save); w && n < PLAN_WORDS;
       w = strtok_r(NULL, " \n", &save))
    words[n++] = w;
  if (n == 0 || *words[0] == '#') return true;
  if (!strcmp(words[0], "segment")) return read_segment(words, n, out);
  if (!strcmp(words[0], "finds")) return n == 5 && read_finds(words, out);
  if (!strcmp(words[0], "value")) return n == 6 && read_value(words, out);
  if (!strcmp(words[0], "answer")) return n == 5 && read_answer(words, out);
  if (!strcmp(words[0], "seeds")) return n == 5 && read_seeds(words, out);
  if (!strcmp(words[0], "local")) return n == 6 && read_local(words, out);
  if (!strcmp(words[0], "results")) return n == 1 && (out->failure.results = true);
  if (n != 2) return false;
  if (!strcmp(words[0], "main")) return (out->main_class = mem_strdup(words[1])) != NULL;
  if (!strcmp(words[0], "opens")) return (out->opens = mem_strdup(words[1])) != NULL;
  if (!strcmp(words[0], "expect") || !strcmp(words[0], "stored")) {
    out->failure = (struct plan_failure){.exception = mem_strdup(words[1]),
                                         .stored = !strcmp(words[0], "stored")};
    return true;
  }
  if (!strcmp(words[0], "status")) return (out->failure.status = atoi(words[1])) != 0;
  if (!strcmp(words[0], "first")) return *vec_push(&out->first) = mem_strdup(words[1]), true;
  out->hang |= !strcmp(words[0], "loops");
  if ((!strcmp(words[0], "stuck") || !strcmp(words[0], "loops")) && plan_number(words[1], &number))
    return *vec_push(&out->stuck) = number, true;
  return false;
}

int plan_read(const char *path, struct plan *out, struct error *err) {
  FILE *f = fopen(path, "r");
  char *line = NULL;
  size_t size = 0, number = 0;
  int rc = 0;
  if (!f) return error_set(err, ERR_INPUT, "%s: cannot read: %s", path, strerror(errno));
  while (!rc && getline(&line, &size, f) >= 0) {
    number++;
    if (!read_line(line, out)) rc = error_set(err, ERR_INPUT, "%s:%zu: damaged plan", path, number);
  }
  if (!rc && !out->main_class) rc = error_set(err, ERR_INPUT, "%s: no main class", path);
  free(line);
  fclose(f);
  return rc;
}
