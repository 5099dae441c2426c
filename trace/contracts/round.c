/* Runs the searches of a round, each in its own process, as many at a time as there are jobs. See
 * verify.h. */
#include "engine/base/check.h"
#include "engine/engine.h"
#include "engine/env/scenario.h"
#include "engine/searches.h"
#include "trace/campaign/workers.h"
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

enum { EACH = 0, ONE = 1, TRY = 2, SECONDS_MAX = 300 };

struct job {
  size_t scenario; /* TRY: index in claim.tries */
  int kind;        /* EACH: every step; ONE: methods as single steps; TRY: an execution */
};
struct round {
  struct claim *claim;
  struct workers workers;
  VEC(struct job) jobs;
  size_t next, done;
};

void verify_engine_options(const struct verify_options *o, struct engine_options *out) {
  engine_options_init(out);
  out->java_home = o->java_home;
  out->class_path = o->class_path;
  out->properties = PROP_DEADLOCK;
  out->outcomes = true;
}

/* ---- in the worker process ---- */

static int compare_ends(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns all ends of the program as sorted lines; the caller frees them. */
static char *ends_text(const struct engine *e) {
  VEC(char *) lines = {0};
  struct outcome_info o;
  struct text t = {0};
  for (uint32_t i = 0; !engine_outcome(e, i, &o); i++)
    *vec_push(&lines) = mem_printf("%s %d %.*s %s", o.end, o.status, (int)o.output_len,
                                   o.output ? o.output : "", o.message);
  if (lines.len) qsort(lines.data, lines.len, sizeof *lines.data, compare_ends);
  text_puts(&t, "");
  for (size_t i = 0; i < lines.len; i++) {
    for (char *p = lines.data[i]; *p; p++)
      if (*p == '\n') *p = ' ';
    text_printf(&t, "%s\n", lines.data[i]);
    free(lines.data[i]);
  }
  vec_free(&lines);
  return t.s;
}

static uint64_t bound_of(const struct claim *c, bool looked) {
  uint64_t bound = c->o->states ? c->o->states : VERIFY_STATES;
  return looked && bound > VERIFY_LOOKED_STATES ? VERIFY_LOOKED_STATES : bound;
}

/* Searches one scenario. This is the worker process, which ends afterwards, so it frees no
 * engine. */
static json_t *search_scenario(const struct claim *c, const char *text, const char *contracts,
                               uint64_t bound, struct error *err) {
  struct engine_options o;
  struct search_options so;
  struct search_report r;
  struct schedule found = {0};
  struct engine *e = c->booted;
  char *argv[] = {(char *)(uintptr_t)text, NULL}, *ends;
  json_t *answer;
  verify_engine_options(c->o, &o);
  o.main_class = SCENARIO_NAME;
  o.argc = 1;
  o.argv = argv;
  o.contracts = contracts;
  o.contracts_fixed = true; /* only the given contracts may be used, not those of the user's file */
  search_options_init(&so);
  so.max_states = bound;
  if (engine_begin(e, &o, err) || engine_confine(e, NULL, NULL, err) ||
      engine_search(e, &so, NULL, NULL, NULL, &r, &found, err))
    return NULL;
  ends = ends_text(e);
  answer = json_pack("{s:s,s:b,s:I,s:s,s:o}", "ends", ends, "open", !r.complete, "states",
                     (json_int_t)r.states, "why", r.reason, "executed", executed_found(e));
  free(ends);
  schedule_release(&found);
  return answer;
}

/* Returns the contracts of the lower layers, followed by the claim; the caller frees them. */
static char *with_claim(const struct claim *c) {
  const struct contract *row;
  struct text t = {0};
  text_puts(&t, c->below ? c->below : "");
  /* nested classes of the row's class get a line without methods */
  text_printf(&t, "%s %s||states permits\n%s$ |\n", c->row->klass, c->methods, c->row->klass);
  for (size_t i = 0; (row = contract_row(i)); i++)
    if (contract_is_within(row, c->row))
      text_printf(&t, "%s %s||states permits\n", row->klass, row->methods);
  return t.s;
}

static json_t *scenario_work(void *self, size_t job, size_t unused) {
  struct round *r = self;
  const struct claim *c = r->claim;
  const struct job *j = &r->jobs.data[job];
  bool is_try = j->kind == TRY;
  const struct scenario *s = is_try ? NULL : &c->scenarios.all.data[j->scenario];
  const char *text = is_try ? c->tries.data[j->scenario].text : s->text;
  char *contracts = j->kind == ONE ? with_claim(c) : NULL;
  struct error err = {0};
  json_t *answer = search_scenario(c, text, j->kind == ONE ? contracts : c->below,
                                   bound_of(c, s && s->looked), &err);
  (void)unused;
  free(contracts);
  return answer ? answer : json_pack("{s:s,s:i}", "failed", err.msg, "errno", err.code);
}

/* ---- in the main process ---- */

static void take_try(struct claim *c, size_t at, const json_t *answer) {
  const char *ends = json_string_value(json_object_get(answer, "ends"));
  free(c->tries.data[at].ends);
  c->tries.data[at].ends = mem_strdup(ends ? ends : "");
}

static int take_answer(void *self, size_t job, size_t unused, const json_t *answer, const char *how,
                       struct error *err) {
  struct round *r = self;
  struct claim *c = r->claim;
  const struct job *j = &r->jobs.data[job];
  struct outcome_text *out;
  CHECK(job < r->jobs.len && j->scenario < (j->kind == TRY ? c->tries.len : c->scenarios.all.len),
        "an answer is that of a search of the round: %zu", job);
  const char *ends = json_string_value(json_object_get(answer, "ends"));
  const char *why = json_string_value(json_object_get(answer, ends ? "why" : "failed"));
  json_int_t code = json_integer_value(json_object_get(answer, "errno"));
  (void)unused, (void)err;
  r->done++;
  executed_add(c, json_object_get(answer, "executed"));
  if (j->kind == TRY) {
    take_try(c, j->scenario, answer);
    return 0;
  }
  out = j->kind == EACH ? &c->each[j->scenario] : &c->one[j->scenario];
  free(out->ends);
  out->ends = mem_strdup(ends ? ends : "");
  out->open = !ends || json_is_true(json_object_get(answer, "open"));
  free(out->why);
  out->why = out->open ? mem_strdup(answer && why ? why : how) : NULL;
  out->states = (uint64_t)json_integer_value(json_object_get(answer, "states"));
  c->states += out->states;
  if (code == ERR_USAGE) c->left[j->scenario] = true;
  return 0;
}

/* Adds the claimed internal methods, which count in every scenario that uses an object of the
 * class. */
static void add_inner(const struct claim *c, struct text *out) {
  char *words = mem_strdup(c->inner), *save = NULL;
  for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
    if (contract_claims(c->methods, w)) text_printf(out, "%s%s", out->len ? " " : "", w);
  free(words);
}

char *claim_of(const struct claim *c, const struct scenario *s) {
  struct text t = {0};
  text_puts(&t, "");
  for (uint32_t i = 0; i < s->count; i++) {
    bool again = false;
    if (!s->methods[i] || !contract_claims(c->methods, s->methods[i])) continue;
    for (uint32_t k = 0; k < i; k++)
      again |= s->methods[k] && !strcmp(s->methods[k], s->methods[i]);
    if (!again) text_printf(&t, "%s%s", t.len ? " " : "", s->methods[i]);
  }
  add_inner(c, &t);
  return t.s;
}

/* Lists the searches that are needed. A scenario with a single query is first searched with every
 * step only, because it shows nothing unless its query has more than one result. */
static void list_jobs(struct round *r) {
  struct claim *c = r->claim;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    char *now = claim_of(c, &c->scenarios.all.data[i]);
    bool first = c->scenarios.all.data[i].looks == 1 && !c->each[i].ends;
    if (*now && !c->left[i]) {
      if (!c->each[i].ends) *vec_push(&r->jobs) = (struct job){i, EACH};
      if (!first && (!c->one_for[i] || strcmp(c->one_for[i], now))) {
        *vec_push(&r->jobs) = (struct job){i, ONE};
        free(c->one_for[i]);
        c->one_for[i] = mem_strdup(now);
      }
    }
    free(now);
  }
}

static void show(const struct round *r) {
  const struct verify_options *o = r->claim->o;
  struct verify_progress p = {r->claim->row->klass, r->done, r->jobs.len};
  if (o->progress) o->progress(o->self, &p);
}

static int round_go(struct round *r, struct error *err) {
  const struct verify_options *o = r->claim->o;
  workers_init(&r->workers, o->jobs ? o->jobs : 1);
  while (!err->code && (r->next < r->jobs.len || r->workers.busy)) {
    if (o->stop && *o->stop) {
      error_set(err, ERR_LIMIT, "stopped");
      break;
    }
    while (r->next < r->jobs.len && r->workers.busy < r->workers.size)
      if (workers_start(&r->workers, r->next++, 0, SECONDS_MAX, -1, scenario_work, r, err)) break;
    if (!err->code) workers_wait(&r->workers, 200, take_answer, r, err);
    show(r);
  }
  workers_release(&r->workers);
  vec_free(&r->jobs);
  return err->code;
}

int claim_search(struct claim *c, struct error *err) {
  struct round first = {.claim = c}, r = {.claim = c};
  list_jobs(&first);
  if (round_go(&first, err)) return err->code;
  looks_leave(c);
  list_jobs(&r);
  return round_go(&r, err);
}

int claim_try(struct claim *c, struct error *err) {
  struct round r = {.claim = c};
  for (size_t i = 0; i < c->tries.len; i++)
    if (!c->tries.data[i].ends) *vec_push(&r.jobs) = (struct job){i, TRY};
  return round_go(&r, err);
}
