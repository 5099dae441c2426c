/* Turns the options of heddle env into an environment's text and notes. See env_making.h. */
#include "tui/cli/env_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/env/environment.h"
#include "engine/run.h"
#include "tui/cli/results.h"

/* ---- the command line ---- */

int env_making_kind_of(const struct cli *c) {
  static const char *const names[] = {[KIND_RANDOM] = "random",
                                      [KIND_UNIVERSAL] = "universal",
                                      [KIND_ALL] = "all",
                                      [KIND_SCENARIO] = "scenario"};
  for (size_t i = 0; i < COUNT(names); i++)
    if (!strcmp(names[i], c->env.kind)) return (int)i;
  return -1;
}

/* Takes the text of a scenario, if the kind is scenario, and then the class. */
bool env_making_operands(struct env_making *k, struct error *err) {
  struct cli *c = &k->cli;
  if (env_making_kind_of(c) == KIND_SCENARIO && !(k->scenario = cli_operand(c, "the scenario")))
    return false;
  k->klass = cli_operand(c, "the class");
  if (k->klass && c->argc)
    error_set(err, ERR_USAGE, "env: one class at a time, not also '%s'", c->argv[0]);
  return k->klass != NULL;
}

int env_making_kind(struct env_making *k, struct error *err) {
  const struct cli *c = &k->cli;
  int kind = env_making_kind_of(c);
  if (kind < 0)
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --env (there are random, universal, all, scenario)",
                     c->env.kind);
  k->kind = (enum env_making_kind)kind;
  if (k->kind == KIND_ALL && !c->env.length)
    return error_set(err, ERR_USAGE, "--env all needs --length N, with N at least 1");
  if (k->kind != KIND_ALL && cli_given(c, "--length"))
    return error_set(err, ERR_USAGE, "--length works only with --env all");
  if (k->kind == KIND_SCENARIO && cli_given(c, "--threads"))
    return error_set(
        err, ERR_USAGE,
        "--threads cannot be combined with --env scenario, whose text has its own threads");
  if (!c->env.threads || c->env.threads > 8)
    return error_set(err, ERR_USAGE, "--threads is a number from 1 to 8");
  return results_options(&k->cli, k->kind == KIND_UNIVERSAL, err);
}

/* Compiles a pattern that must match a whole name, with case. */
static int read_pattern(const char *pattern, struct regex **out, struct error *err) {
  char *whole;
  *out = NULL;
  if (!pattern) return 0;
  whole = mem_printf("^(?-i:%s)$", pattern);
  if (regex_new(whole, out, err)) err->code = ERR_USAGE;
  free(whole);
  return err->code;
}

int env_making_options(struct env_making *k, struct error *err) {
  if (env_making_kind(k, err) || read_pattern(k->cli.env.methods, &k->methods, err))
    return err->code;
  return read_pattern(k->cli.env.may_block, &k->may_block, err);
}

/* ---- the component ---- */

static bool is_wanted(void *self, const char *method) {
  const struct env_making *k = self;
  return !k->methods || regex_match(k->methods, method, 0, NULL, NULL);
}

/* Checks that there are calls. A scenario brings its own. */
static int look_at_calls(const struct env_making *k, struct error *err) {
  if (k->kind == KIND_SCENARIO) return 0;
  if (!k->c.calls.len)
    return error_set(err, ERR_USAGE, "no public method of %s can be called%s", k->c.klass,
                     k->cli.env.methods ? " that --methods names" : "");
  if (k->c.calls.len > COMPONENT_CALLS)
    return error_set(err, ERR_USAGE, "%s has more than %d methods: select some with --methods",
                     k->c.klass, COMPONENT_CALLS);
  return 0;
}

static void say_left_out(const struct env_making *k) {
  if (k->kind == KIND_SCENARIO) return;
  for (size_t i = 0; i < k->c.left_out.len; i++)
    fprintf(stderr, "heddle: left out: %s.%s\n", k->c.klass, k->c.left_out.data[i]);
}

int env_making_component(struct env_making *k, struct error *err) {
  struct engine_options o = cli_run_options(&k->cli);
  struct component_asked asked = {
      .make = k->cli.env.make, .values = k->cli.env.values, .wanted = is_wanted, .self = k};
  struct engine_run *run = NULL;
  if (engine_run_open(&o, &run, err)) return err->code;
  engine_run_component(run, k->klass, &asked, &k->c, err);
  engine_run_close(run);
  if (!err->code) results_model(&k->cli, &k->c, &k->model, err);
  if (err->code || look_at_calls(k, err)) return err->code;
  say_left_out(k);
  return 0;
}

/* ---- the environment ---- */

/* Returns true for short random sequences: no kind is given and results are assessed. */
static bool is_short(const struct env_making *k) {
  return k->kind == KIND_RANDOM && !cli_given(&k->cli, "--env") &&
         k->cli.engine.properties & PROP_ASSESSED;
}

/* Returns the number of values per parameter for --env all. */
static struct component_each all_each(const struct env_making *k) {
  const struct cli *c = &k->cli;
  return c->env.random_values ? (struct component_each){.values = 1}
                              : component_all_each(&k->c, c->env.threads, c->env.length);
}

/* Returns true if the user's text may name values or call other methods. */
static bool names_values(const char *text) { return text && strpbrk(text, "\"=>"); }

/* With --env all, adds for each call the number of the same call with the values "a" and "b"
 * exchanged (component_mirrors), so that mirrored combinations are left out. Returns false if this
 * does not apply. Searches that do not look for races explore all combinations;
 * engine/env/component.c says why. */
static bool add_mirrors(const struct env_making *k, struct text *t, uint32_t *fixed) {
  const struct cli *c = &k->cli;
  if (k->kind != KIND_ALL || k->by_hand || c->env.random_values || k->model) return false;
  if (!(c->engine.properties & PROP_RACE) || strchr(k->c.make, '"')) return false;
  if (names_values(c->env.before) || names_values(c->env.after) || names_values(c->env.observe))
    return false;
  return component_mirrors(&k->c, all_each(k), t, fixed);
}

static int threads_text(struct env_making *k, char **drawn, char **out, struct error *err) {
  struct component_draw d = {.threads = k->cli.env.threads, .values = k->cli.env.random_values};
  rng_seed(&d.rng, k->cli.engine.seed);
  switch (k->kind) {
    case KIND_RANDOM:
      *out = is_short(k) ? component_short(&k->c, &d, drawn) : component_random(&k->c, &d);
      break;
    case KIND_UNIVERSAL: *out = component_universal(&k->c, &d); break;
    case KIND_ALL: *out = component_all(&k->c, &d, k->cli.env.length, all_each(k)); break;
    case KIND_SCENARIO: return component_scenario(&k->c, k->scenario, out, err);
  }
  return 0;
}

static int add_text(struct env_making *k, struct error *err) {
  const struct cli *c = &k->cli;
  char *before = NULL, *threads = NULL, *drawn = NULL;
  if (!component_alone(&k->c, c->env.before ? c->env.before : "", &before, err) &&
      !results_after(c, &k->c, &k->after, err) && !threads_text(k, &drawn, &threads, err)) {
    k->before =
        mem_printf("%s%s%s", before, drawn && *drawn && *before ? "; " : "", drawn ? drawn : "");
    *vec_push(&k->args) =
        mem_printf("%s%s%s { %s } %s", k->c.make, *k->before && *k->c.make ? "; " : "", k->before,
                   threads, k->after);
  }
  free(drawn);
  free(before);
  free(threads);
  return err->code;
}

static void add_values(const struct env_making *k, struct text *t) {
  struct component_each each = all_each(k);
  if (each.values < 2) return;
  text_printf(t, ", with %u values of each parameter that has as many", each.values);
  if (each.one_off) text_puts(t, ", in a call of one parameter at a time");
}

static void add_count(const struct env_making *k, struct text *t) {
  const struct cli *c = &k->cli;
  struct component_each each = all_each(k);
  struct text mirrors = {0};
  uint32_t fixed;
  if (add_mirrors(k, &mirrors, &fixed))
    text_printf(t, ", %.15g up to an exchange of threads and of the values \"a\" and \"b\"",
                component_mirrored_count(&k->c, c->env.threads, c->env.length, each, fixed));
  else
    text_printf(t, ", %.15g up to an exchange of threads",
                component_all_count(&k->c, c->env.threads, c->env.length, each));
  text_release(&mirrors);
}

/* Adds the calls that main makes before and after the threads. */
static void add_alone(const struct env_making *k, struct text *t) {
  if (*k->before) text_printf(t, ", before the threads %s", k->before);
  if (*k->after) text_printf(t, ", after them %s", k->after);
}

/* Returns the text by which a verdict describes the environment. */
static char *about_text(const struct env_making *k) {
  const struct cli *c = &k->cli;
  struct text t = {0};
  text_printf(&t, "%s, ", k->c.klass);
  switch (k->kind) {
    case KIND_RANDOM:
      text_printf(&t, "one random sequence of calls in each of %u threads, by seed %llu",
                  c->env.threads, (unsigned long long)c->engine.seed);
      break;
    case KIND_UNIVERSAL:
      text_printf(&t, "any calls of %zu methods in %u threads", k->c.calls.len, c->env.threads);
      break;
    case KIND_ALL:
      text_printf(&t, "every combination of up to %u call%s of %zu method%s in each of %u threads",
                  c->env.length, PLURAL(c->env.length), k->c.calls.len, PLURAL(k->c.calls.len),
                  c->env.threads);
      add_count(k, &t);
      add_values(k, &t);
      break;
    case KIND_SCENARIO: text_puts(&t, "this scenario"); break;
  }
  if (k->kind == KIND_UNIVERSAL || (k->kind == KIND_ALL && all_each(k).values == 1))
    text_puts(&t, ", with one choice of values for each method");
  add_alone(k, &t);
  if (k->kind != KIND_SCENARIO && k->c.left_out.len)
    text_printf(&t, "; %zu method%s left out because values are missing", k->c.left_out.len,
                PLURAL(k->c.left_out.len));
  return t.s;
}

/* Returns true if the text also calls other objects. */
static bool has_others(const struct env_making *k) {
  return (k->cli.env.before && strchr(k->cli.env.before, '=')) ||
         (k->scenario && strchr(k->scenario, '='));
}

static void add_beside(struct env_making *k) {
  const struct cli *c = &k->cli;
  const char *const texts[] = {c->env.make, c->env.before, c->env.after, c->env.observe,
                               k->scenario};
  const char *beside = component_beside(&k->c, texts, COUNT(texts));
  if (beside) *vec_push(&k->args) = mem_printf("beside=%s", beside);
}

/* Adds the exceptions that are answers, the methods in which a thread may stay blocked, and the
 * other notes. */
static void add_notes(struct env_making *k) {
  const struct cli *c = &k->cli;
  const char *known = component_answers(&k->c), *own = c->env.answers ? c->env.answers : "";
  char *about = about_text(k);
  struct text t = {0};
  uint32_t fixed;
  if (*own || *known)
    *vec_push(&k->args) = mem_printf("answers=%s%s%s", own, *own && *known ? "," : "", known);
  for (size_t i = 0; k->may_block && i < k->c.calls.len; i++)
    if (regex_match(k->may_block, k->c.calls.data[i].method, 0, NULL, NULL))
      text_printf(&t, "%s%s", t.len ? "," : "may-block=", k->c.calls.data[i].method);
  if (t.len) *vec_push(&k->args) = mem_strdup(t.s);
  if (k->kind == KIND_RANDOM) *vec_push(&k->args) = mem_strdup("sampled");
  *vec_push(&k->args) = mem_printf("about=%s", about);
  if (c->engine.properties & PROP_ASSESSED) {
    if (k->c.own && !has_others(k)) *vec_push(&k->args) = mem_printf("own=%s", k->c.own);
    char *again = results_again(c, k->before, k->klass);
    *vec_push(&k->args) = mem_printf("again=%s", again);
    free(again);
  }
  add_beside(k);
  t.len = 0;
  text_puts(&t, "mirrors=");
  if (add_mirrors(k, &t, &fixed)) *vec_push(&k->args) = mem_strdup(t.s);
  if (k->model) *vec_push(&k->args) = mem_strdup(k->model);
  text_release(&t);
  free(about);
}

int env_making_draw(struct env_making *k, struct error *err) {
  if (add_text(k, err)) return err->code;
  add_notes(k);
  return 0;
}

bool env_making_draws(const struct env_making *k) {
  return k->kind == KIND_RANDOM || k->kind == KIND_UNIVERSAL || k->cli.env.random_values;
}

char *env_making_title(const struct env_making *k) {
  const char *kind = k->cli.env.kind;
  if (!env_making_draws(k))
    return mem_printf("%s --env %s%s%s%s", k->c.klass, kind, k->scenario ? " '" : "",
                      k->scenario ? k->scenario : "", k->scenario ? "'" : "");
  return mem_printf("%s --env %s --seed %llu", k->c.klass, kind,
                    (unsigned long long)k->cli.engine.seed);
}

void env_making_forget(struct env_making *k) {
  for (size_t i = 0; i < k->args.len; i++) free(k->args.data[i]);
  vec_free(&k->args);
  free(k->before);
  free(k->after);
  k->before = k->after = NULL;
}

void env_making_release(struct env_making *k) {
  regex_free(k->methods);
  regex_free(k->may_block);
  component_release(&k->c);
  free(k->model);
  env_making_forget(k);
}
