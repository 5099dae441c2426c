/* Showing contracts, row by row. See verify.h. */
#include "trace/contracts/verify.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/engine.h"
#include "engine/run.h"

/* ---- what scenario_differs ---- */

static bool is_compared(const struct claim *c, size_t i) {
  return !c->left[i] && c->one_for[i] && *c->one_for[i] && c->each[i].ends && c->one[i].ends;
}

static bool is_open(const struct claim *c, size_t i) {
  return is_compared(c, i) && (c->each[i].open || c->one[i].open);
}

static bool scenario_differs(const struct claim *c, size_t i) {
  return is_compared(c, i) && !is_open(c, i) && strcmp(c->each[i].ends, c->one[i].ends);
}

static bool has_word(const char *words, const char *word) { return contract_claims(words, word); }

static void add_word(char **words, const char *word) {
  char *more;
  if (**words && has_word(*words, word)) return;
  more = mem_printf("%s%s%s", *words, **words ? " " : "", word);
  free(*words);
  *words = more;
}

/* Takes a method out of what is claimed. */
static void drop(struct claim *c, const char *method) {
  struct text t = {0};
  char *save = NULL, *words = mem_strdup(c->methods);
  text_puts(&t, "");
  for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
    if (strcmp(w, method) != 0) text_printf(&t, "%s%s", t.len ? " " : "", w);
  if (*c->methods == '*') text_printf(&t, " !%s", method);
  free(words);
  free(c->methods);
  c->methods = t.s;
}

/* The lines of one text that the other has not, at most a few. */
static void only_in(const char *a, const char *b, const char *what, json_t *out) {
  char *lines = mem_strdup(a), *save = NULL;
  for (char *l = strtok_r(lines, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
    const char *at = strstr(b, l);
    size_t n = strlen(l);
    while (at && ((at != b && at[-1] != '\n') || at[n] != '\n')) at = strstr(at + 1, l);
    if (!at && json_array_size(out) < 4)
      json_array_append_new(out, json_sprintf("%s: %s", what, l));
  }
  free(lines);
}

static void note_failure(const struct claim *c, size_t i, const char *method, struct evidence *e) {
  json_t *ends = json_array();
  only_in(c->each[i].ends, c->one[i].ends, "with every step only", ends);
  only_in(c->one[i].ends, c->each[i].ends, "as one step only", ends);
  json_array_append_new(e->failed, json_pack("{s:s,s:s,s:o}", "method", method, "scenario",
                                             c->scenarios.all.data[i].text, "ends", ends));
}

/* A difference of one method of the row beside others of the class, which are none of it: those see
 * inside. False: there is no such other method. */
static bool note_seeing(struct claim *c, size_t i, struct evidence *e) {
  const struct scenario *s = &c->scenarios.all.data[i];
  bool some = false;
  if (strchr(c->one_for[i], ' ')) return false;
  for (uint32_t k = 0; k < s->count; k++) {
    if (!s->methods[k] || has_word(c->methods, s->methods[k])) continue;
    add_word(&e->seeing, s->methods[k]);
    some = true;
  }
  return some;
}

/* What stands in the most differences; of equals one that is no main method, then the last. */
static const char *worst(const struct claim *c, size_t *example) {
  const char *found = NULL;
  unsigned most = 0;
  for (size_t m = 0; m < c->scenarios.calls.all.len; m++) {
    const char *name = c->scenarios.calls.all.data[m].method;
    unsigned n = 0;
    size_t first = 0;
    if (!has_word(c->methods, name)) continue;
    for (size_t i = c->scenarios.all.len; i-- > 0;)
      if (scenario_differs(c, i) && has_word(c->one_for[i], name)) {
        n += 2;
        first = i;
      }
    if (n && !contract_is_main(c->row->methods, name)) n++;
    if (n < most || !n) continue;
    most = n;
    found = name;
    *example = first;
  }
  return found;
}

/* The scenarios with a method that sees inside say nothing more. */
static void leave_seeing(struct claim *c, const struct evidence *e) {
  if (!*e->seeing) return;
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    for (uint32_t k = 0; k < c->scenarios.all.data[i].count; k++) {
      const char *m = c->scenarios.all.data[i].methods[k];
      if (m && has_word(e->seeing, m)) c->left[i] = true;
    }
}

/* False: nothing scenario_differs. */
static bool mend_claim(struct claim *c, struct evidence *e) {
  bool some = false;
  const char *method;
  size_t example = 0;
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    if (scenario_differs(c, i)) some |= note_seeing(c, i, e);
  leave_seeing(c, e);
  while ((method = worst(c, &example))) {
    note_failure(c, example, method, e);
    drop(c, method);
    for (size_t i = 0; i < c->scenarios.all.len; i++)
      if (c->one_for[i] && has_word(c->one_for[i], method)) { /* to be searched again */
        free(c->one_for[i]);
        c->one_for[i] = NULL;
      }
    some = true;
  }
  return some;
}

/* ---- one row ---- */

static int take_calls(const struct verify_options *o, const struct contract *row,
                      struct contract_calls *out, struct error *err) {
  struct engine_options eo;
  struct engine_run *r;
  engine_options_init(&eo);
  eo.java_home = o->java_home;
  eo.cold = true;
  if (engine_run_open(&eo, &r, err)) return err->code;
  engine_run_calls(r, row->klass, out, err);
  engine_run_close(r);
  return err->code;
}

/* The words of the claim, without the mark behind the main ones. */
static char *plain_words(const char *methods) {
  char *words = mem_strdup(methods), *to = words;
  for (const char *from = words; *from; from++)
    if (*from != ';') *to++ = *from;
  *to = 0;
  return words;
}

static void claim_open(struct claim *c) {
  size_t n = c->scenarios.all.len + 1;
  c->methods = plain_words(c->row->methods);
  c->each = mem_alloc(n * sizeof *c->each);
  c->one = mem_alloc(n * sizeof *c->one);
  c->one_for = mem_alloc(n * sizeof *c->one_for);
  c->left = mem_alloc(n * sizeof *c->left);
}

static void outcome_text_release(struct outcome_text *t) {
  free(t->ends);
  free(t->why);
}

static void claim_release(struct claim *c) {
  for (size_t i = 0; c->each && i < c->scenarios.all.len; i++) {
    outcome_text_release(&c->each[i]);
    outcome_text_release(&c->one[i]);
    free(c->one_for[i]);
  }
  free(c->each);
  free(c->one);
  free(c->one_for);
  free(c->left);
  free(c->methods);
  scenarios_release(&c->scenarios);
}

static bool has_call(const struct claim *c, const char *method) {
  for (size_t i = 0; i < c->scenarios.calls.all.len; i++)
    if (!strcmp(c->scenarios.calls.all.data[i].method, method)) return true;
  return false;
}

enum { OPEN_SHOWN = 5 };

/* Of a scenario that did not end nobody knows what its other methods see. */
static void see_open(const struct claim *c, size_t i, struct evidence *e) {
  const struct scenario *s = &c->scenarios.all.data[i];
  for (uint32_t k = 0; k < s->count; k++)
    if (s->methods[k] && !has_word(c->methods, s->methods[k])) add_word(&e->seeing, s->methods[k]);
}

static void note_open(const struct claim *c, size_t i, struct evidence *e) {
  const char *why = c->each[i].open ? c->each[i].why : c->one[i].why;
  e->open++;
  see_open(c, i, e);
  if (json_array_size(e->unended) < OPEN_SHOWN)
    json_array_append_new(
        e->unended, json_pack("{s:s,s:s}", "scenario", c->scenarios.all.data[i].text, "why", why));
}

static void take_result(struct claim *c, struct evidence *e) {
  bool some = false;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    if (!is_compared(c, i)) continue;
    e->scenarios++;
    some |= !is_open(c, i);
    if (is_open(c, i)) note_open(c, i, e);
  }
  for (size_t i = 0; i < c->scenarios.calls.left_out.len; i++)
    json_array_append_new(e->left_out, json_string(c->scenarios.calls.left_out.data[i]));
  e->methods = mem_strdup(some ? c->methods : "");
  if (!has_call(c, "iterator")) add_word(&e->seeing, "iterator"); /* nobody walked */
  e->states = c->states;
  e->bound = c->o->states ? c->o->states : VERIFY_STATES;
}

static int show_row(const struct verify_options *o, const struct contract *row, const char *below,
                    struct evidence *e, struct error *err) {
  struct claim c = {.o = o, .row = row, .below = below};
  struct contract_calls calls = {0};
  double start = clock_seconds();
  e->seeing = mem_strdup("");
  e->failed = json_array();
  e->left_out = json_array();
  e->unended = json_array();
  if (*row->before && take_calls(o, row, &calls, err)) return err->code;
  if (*row->before) {
    scenarios_of(row, &calls, &c.scenarios);
    claim_open(&c);
    while (!claim_search(&c, err) && mend_claim(&c, e)) {
    }
  }
  if (!err->code) take_result(&c, e);
  e->seconds = clock_seconds() - start;
  claim_release(&c);
  return err->code;
}

/* ---- all rows ---- */

/* A row that was shown together with that of the class around it. */
static bool shown_within(const struct evidence_set *set, struct evidence_jdk *j,
                         const struct contract *row) {
  const struct contract *outer;
  for (size_t i = 0; (outer = contract_row(i)); i++) {
    const struct evidence *e;
    if (!contract_is_within(row, outer)) continue;
    e = evidence_for(set, j, outer->klass);
    if (e && *e->methods) return true;
  }
  return false;
}

static int make_record(const struct verify_options *o, struct evidence_jdk *j,
                       const struct contract *row, struct evidence_set *set, struct error *err) {
  struct evidence e = {.layer = row->layer};
  char hash[33], *below = evidence_text(set, j, row->layer, NULL);
  if (!evidence_hash(j, row->klass, hash, err)) {
    e.klass = mem_strdup(row->klass);
    e.jdk = mem_strdup(evidence_jdk_version(j));
    e.hash = mem_strdup(hash);
    show_row(o, row, below, &e, err);
    if (shown_within(set, j, row)) {
      free(e.methods);
      e.methods = plain_words(row->methods);
    }
  } else if (err->code == ERR_NOTFOUND) {
    error_clear(err); /* this JDK has no such class */
    free(below);
    return 0;
  }
  free(below);
  if (err->code || evidence_append(o->file, &e, err)) {
    evidence_release(&e);
    return err->code;
  }
  *vec_push(&set->all) = e;
  if (o->ready) o->ready(o->self, row, &e, true);
  return 0;
}

static int verify_rows(const struct verify_options *o, struct evidence_jdk *j,
                       struct evidence_set *set, struct error *err) {
  const struct contract *row;
  for (size_t i = 0; (row = contract_row(i)); i++) {
    const struct evidence *there = evidence_for(set, j, row->klass);
    if (!contract_is_wanted(row, o->classes, o->class_count)) continue;
    if (there && !o->class_count) {
      if (o->ready) o->ready(o->self, row, there, false);
      continue;
    }
    if (make_record(o, j, row, set, err)) return err->code;
  }
  return 0;
}

int contracts_verify(const struct verify_options *o, struct error *err) {
  struct evidence_set set = {0};
  struct evidence_jdk *j = NULL;
  /* what is built in serves as the layers below when only some rows are asked for */
  if (!evidence_jdk_open(o->java_home, &j, err) &&
      !(o->class_count && evidence_built_in(&set, err)) && !evidence_read(o->file, &set, err))
    verify_rows(o, j, &set, err);
  evidence_jdk_close(j);
  evidence_set_release(&set);
  return err->code;
}
