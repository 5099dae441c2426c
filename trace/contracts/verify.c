/* Shows contracts, row by row: runs the searches and makes the records. See verify.h. */
#include "trace/contracts/verify.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/engine.h"
#include "engine/run.h"

/* ---- one row ---- */

static int take_calls(const struct verify_options *o, const char *klass, struct contract_calls *out,
                      struct error *err) {
  struct engine_options eo;
  struct engine_run *r;
  engine_options_init(&eo);
  eo.java_home = o->java_home;
  eo.class_path = o->class_path;
  eo.cold = true;
  if (engine_run_open(&eo, &r, err)) return err->code;
  engine_run_calls(r, klass, out, err);
  engine_run_close(r);
  return err->code;
}

/* Returns the words of the claim without the ';' after the main methods; the caller frees them. */
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
  c->inner = contract_inner(c->row, &c->scenarios.calls);
  c->each = mem_alloc(n * sizeof *c->each);
  c->one = mem_alloc(n * sizeof *c->one);
  c->one_for = mem_alloc(n * sizeof *c->one_for);
  c->left = mem_alloc(n * sizeof *c->left);
}

void claim_grow(struct claim *c, size_t from) {
  size_t n = c->scenarios.all.len, more = n - from;
  CHECK(from <= n, "scenarios are only added: %zu, %zu", from, n);
  c->each = mem_realloc(c->each, (n + 1) * sizeof *c->each);
  c->one = mem_realloc(c->one, (n + 1) * sizeof *c->one);
  c->one_for = mem_realloc(c->one_for, (n + 1) * sizeof *c->one_for);
  c->left = mem_realloc(c->left, (n + 1) * sizeof *c->left);
  memset(c->each + from, 0, more * sizeof *c->each);
  memset(c->one + from, 0, more * sizeof *c->one);
  memset(c->one_for + from, 0, more * sizeof *c->one_for);
  memset(c->left + from, 0, more * sizeof *c->left);
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
  free(c->inner);
  for (size_t i = 0; i < c->dropped.len; i++) free(c->dropped.data[i].word);
  vec_free(&c->dropped);
  json_decref(c->executed);
  walks_release(c);
  looks_release(c);
  scenarios_release(&c->scenarios);
}

enum { OPEN_SHOWN = 5 };

/* Notes the unclaimed methods of a scenario of two calls whose search did not end: they may see
 * inside a step. */
static void see_open(struct claim *c, size_t i, struct evidence *e) {
  const struct scenario *s = &c->scenarios.all.data[i];
  if (s->looked) return;
  claim_note_onlooker(c, s);
  for (uint32_t k = 0; !s->observer && s->walk < 0 && k < s->count; k++)
    if (s->methods[k] && !contract_claims(c->methods, s->methods[k]))
      evidence_see(e, s->methods[k]);
}

static void note_open(struct claim *c, size_t i, struct evidence *e) {
  const char *why = c->each[i].open ? c->each[i].why : c->one[i].why;
  see_open(c, i, e);
  if (c->scenarios.all.data[i].observer) return; /* such an observer is not part of the contract */
  e->open++;
  if (json_array_size(e->unended) < OPEN_SHOWN)
    json_array_append_new(
        e->unended, json_pack("{s:s,s:s}", "scenario", c->scenarios.all.data[i].text, "why", why));
}

/* Notes the observers that were used and saw nothing inside a step. */
static void note_observers(const struct claim *c, struct evidence *e) {
  struct text t = {0};
  uint32_t looked = 0;
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    if (claim_compared(c, i)) looked |= c->scenarios.all.data[i].observer;
  text_puts(&t, "");
  for (uint32_t bit = 1; contract_observer_name(bit); bit <<= 1)
    if (looked & ~c->observers & bit)
      text_printf(&t, "%s%s", t.len ? " " : "", contract_observer_name(bit));
  free(e->observers);
  e->observers = t.s;
}

static void take_result(struct claim *c, struct evidence *e) {
  bool some = false;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    if (!claim_compared(c, i)) continue;
    e->scenarios++;
    some |= !claim_is_open(c, i);
    if (claim_is_open(c, i)) note_open(c, i, e);
  }
  for (size_t i = 0; i < c->scenarios.calls.left_out.len; i++)
    json_array_append_new(e->left_out, json_string(c->scenarios.calls.left_out.data[i]));
  e->methods = mem_strdup(some ? c->methods : "");
  walks_note(c, e);
  note_observers(c, e);
  executed_note(c, e);
  e->states = c->states;
  e->bound = c->o->states ? c->o->states : VERIFY_STATES;
}

static int boot(const struct verify_options *o, struct engine **out, struct error *err) {
  struct engine_options eo;
  verify_engine_options(o, &eo);
  return engine_boot(&eo, out, err);
}

/* Finds the calls of the object that returns q, if there is one. */
static int take_giver(struct claim *c, struct error *err) {
  char *klass, *variable;
  if (!looks_giver(c->row, &klass, &variable)) return 0;
  c->looks.giver_class = klass;
  c->looks.giver_variable = variable;
  return take_calls(c->o, klass, &c->looks.giver, err);
}

static int show_added(struct claim *c, struct evidence *e, struct error *err) {
  while (!claim_search(c, err) && claim_mend(c, e)) {
  }
  return err->code;
}

/* Runs the searches of all scenarios. Once they show no difference any more, adds tuples of
 * queries, without queries that see inside a step. */
static int show_scenarios(struct claim *c, struct evidence *e, struct error *err) {
  if (show_added(c, e, err)) return err->code;
  for (int third = 0; third < 2; third++)
    while (looks_add(c, e, third))
      if (show_added(c, e, err)) return err->code;
  return err->code;
}

static int show_row(const struct verify_options *o, const struct contract *row, const char *below,
                    struct evidence *e, struct error *err) {
  struct claim c = {.o = o, .row = row, .below = below};
  struct contract_calls calls = {0};
  double start = clock_seconds();
  evidence_init(e);
  if (*row->before && take_calls(o, row->klass, &calls, err)) return err->code;
  if (*row->before) scenarios_of(row, &calls, &c.scenarios);
  if (*row->before && !boot(o, &c.booted, err)) {
    if (!take_giver(&c, err) && !walks_begin(&c, err) && !looks_begin(&c, err)) {
      claim_open(&c);
      show_scenarios(&c, e, err);
    }
  }
  if (!err->code) take_result(&c, e);
  e->seconds = clock_seconds() - start;
  engine_close(c.booted);
  claim_release(&c);
  return err->code;
}

/* ---- all rows ---- */

/* Returns the record of an enclosing class that the row was shown together with, or NULL. */
static const struct evidence *shown_with(const struct evidence_set *set, struct evidence_jdk *j,
                                         const struct contract *row) {
  const struct contract *outer;
  for (size_t i = 0; (outer = contract_row(i)); i++) {
    const struct evidence *e;
    if (!contract_is_within(row, outer)) continue;
    e = evidence_for(set, j, outer->klass);
    if (e && *e->methods) return e;
  }
  return NULL;
}

/* Takes over the methods of a row that was shown together with another: it depends on the code that
 * the searches of the other one executed. */
static void take_shown_with(const struct evidence *outer, const struct contract *row,
                            struct evidence *e) {
  free(e->methods);
  e->methods = plain_words(row->methods);
  json_decref(e->executed);
  e->executed = json_incref(outer->executed);
}

static int fill_record(const struct verify_options *o, struct evidence_jdk *j,
                       const struct contract *row, struct evidence_set *set, struct evidence *e,
                       struct error *err) {
  char hash[33], *below = evidence_text(set, j, row->layer, NULL);
  const struct evidence *outer = shown_with(set, j, row);
  e->klass = mem_strdup(row->klass);
  e->jdk = mem_strdup(evidence_jdk_version(j));
  if (!show_row(o, row, below, e, err)) {
    if (outer) take_shown_with(outer, row, e);
    evidence_hash_of(j, e, hash, err);
    e->hash = mem_strdup(hash);
  }
  free(below);
  return err->code;
}

static int make_record(const struct verify_options *o, struct evidence_jdk *j,
                       const struct contract *row, struct evidence_set *set, struct error *err) {
  struct evidence e = {.layer = row->layer};
  char ignored[33];
  if (evidence_hash(j, row->klass, ignored, err)) {
    if (err->code == ERR_NOTFOUND) error_clear(err); /* this JDK has no such class */
    return err->code;
  }
  if (fill_record(o, j, row, set, &e, err) || evidence_append(o->file, &e, err)) {
    evidence_release(&e);
    return err->code;
  }
  *vec_push(&set->all) = e;
  if (o->ready) o->ready(o->self, row, &e, true);
  return 0;
}

/* Returns the i-th row: first those of the table, then the added ones. */
static const struct contract *row_at(const struct verify_options *o, size_t i) {
  size_t n = 0;
  const struct contract *row = contract_row(i);
  if (row || !o->added) return row;
  while (contract_row(n)) n++;
  return i - n < o->added->all.len ? &o->added->all.data[i - n] : NULL;
}

static int verify_rows(const struct verify_options *o, struct evidence_jdk *j,
                       struct evidence_set *set, struct error *err) {
  const struct contract *row;
  for (size_t i = 0; (row = row_at(o, i)); i++) {
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
  /* If only some rows are requested, the built-in records serve as contracts of the lower
   * layers. */
  if (!evidence_jdk_open(o->java_home, o->class_path, &j, err) &&
      !(o->class_count && evidence_built_in(&set, err)) && !evidence_read(o->file, &set, err))
    verify_rows(o, j, &set, err);
  evidence_jdk_close(j);
  evidence_set_release(&set);
  return err->code;
}
