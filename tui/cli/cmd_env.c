/* heddle env: a component, a class without a main, is called from several threads by an environment
 * that is made for it (engine/env/component.h), and that program is searched as by heddle check,
 * whose options, report and exit status it has: what is searched is the main class
 * heddle.Environment with the environment's text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/env/component.h"
#include "engine/env/environment.h"
#include "engine/run.h"
#include "tui/cli/check.h"
#include "tui/cli/cli.h"
#include "tui/cli/command_words.h"
#include "tui/cli/env_trial.h"
#include "tui/cli/environment_file.h"
#include "tui/cli/restarts.h"
#include "tui/cli/results.h"
#include "tui/text/regex.h"

enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_COVERAGE | CLI_REPORTS |
           CLI_TRY | CLI_ENV | CLI_FARM | CLI_PERMUTE
};
enum kind { KIND_RANDOM, KIND_UNIVERSAL, KIND_ALL, KIND_SCENARIO };

struct making {
  struct cli cli;
  enum kind kind;
  const char *scenario, *klass;
  struct regex *methods, *may_block; /* NULL: all, none */
  struct component c;
  char *text;   /* of the environment */
  char *before; /* what runs alone in front of the threads */
  char *model;  /* the note of --model, NULL: none */
  VEC(char *) notes;
};

/* ---- the command line ---- */

static int read_kind(struct making *k, struct error *err) {
  static const char *const names[] = {"random", "universal", "all", "scenario"};
  const struct cli *c = &k->cli;
  size_t i = 0;
  while (i < COUNT(names) && strcmp(names[i], c->env.kind)) i++;
  if (i == COUNT(names))
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --env (there are random, universal, all, scenario)",
                     c->env.kind);
  k->kind = (enum kind)i;
  if (k->kind == KIND_ALL && !c->env.length)
    return error_set(err, ERR_USAGE, "--env all goes with --length N, at least 1");
  if (k->kind != KIND_ALL && cli_given(c, "--length"))
    return error_set(err, ERR_USAGE, "--length goes with --env all");
  if (k->kind == KIND_SCENARIO && cli_given(c, "--threads"))
    return error_set(err, ERR_USAGE, "--threads does not go with --env scenario: its text says");
  if (!c->env.threads || c->env.threads > 8)
    return error_set(err, ERR_USAGE, "--threads is a number from 1 to 8");
  return results_options(&k->cli, k->kind == KIND_UNIVERSAL, err);
}

/* A pattern of the whole name, in which capitals count. */
static int read_pattern(const char *pattern, struct regex **out, struct error *err) {
  char *whole;
  *out = NULL;
  if (!pattern) return 0;
  whole = mem_printf("^(?-i:%s)$", pattern);
  if (regex_new(whole, out, err)) err->code = ERR_USAGE;
  free(whole);
  return err->code;
}

static int read_options(struct making *k, struct error *err) {
  if (read_kind(k, err) || read_pattern(k->cli.env.methods, &k->methods, err)) return err->code;
  return read_pattern(k->cli.env.may_block, &k->may_block, err);
}

/* ---- the component ---- */

static bool is_wanted(void *self, const char *method) {
  const struct making *k = self;
  return !k->methods || regex_match(k->methods, method, 0, NULL, NULL);
}

/* An environment needs some calls; one that the user writes down brings its own. */
static int look_at_calls(const struct making *k, struct error *err) {
  if (k->kind == KIND_SCENARIO) return 0;
  if (!k->c.calls.len)
    return error_set(err, ERR_USAGE, "no public method of %s can be called%s", k->c.klass,
                     k->cli.env.methods ? " that --methods names" : "");
  if (k->c.calls.len > COMPONENT_CALLS)
    return error_set(err, ERR_USAGE, "%s has more than %d methods: choose by --methods", k->c.klass,
                     COMPONENT_CALLS);
  return 0;
}

static int look_at_component(struct making *k, struct error *err) {
  struct engine_options o = cli_run_options(&k->cli);
  struct component_asked asked = {
      .make = k->cli.env.make, .values = k->cli.env.values, .wanted = is_wanted, .self = k};
  struct engine_run *run = NULL;
  if (engine_run_open(&o, &run, err)) return err->code;
  engine_run_component(run, k->klass, &asked, &k->c, err);
  engine_run_close(run);
  if (!err->code) results_model(&k->cli, &k->c, &k->model, err);
  return err->code ? err->code : look_at_calls(k, err);
}

static void say_left_out(const struct making *k) {
  if (k->kind == KIND_SCENARIO) return;
  for (size_t i = 0; i < k->c.left_out.len; i++)
    fprintf(stderr, "heddle: left out: %s.%s\n", k->c.klass, k->c.left_out.data[i]);
}

/* ---- the environment ---- */

/* Nobody names a kind, and results are assessed: short sequences. */
static bool is_short(const struct making *k) {
  return k->kind == KIND_RANDOM && !cli_given(&k->cli, "--env") &&
         k->cli.engine.properties & PROP_ASSESSED;
}

static int threads_text(struct making *k, char **drawn, char **out, struct error *err) {
  struct component_draw d = {.threads = k->cli.env.threads, .values = k->cli.env.random_values};
  rng_seed(&d.rng, k->cli.engine.seed);
  switch (k->kind) {
    case KIND_RANDOM:
      *out = is_short(k) ? component_short(&k->c, &d, drawn) : component_random(&k->c, &d);
      break;
    case KIND_UNIVERSAL: *out = component_universal(&k->c, &d); break;
    case KIND_ALL: *out = component_all(&k->c, &d, k->cli.env.length); break;
    case KIND_SCENARIO: return component_scenario(&k->c, k->scenario, out, err);
  }
  return 0;
}

static int environment_text(struct making *k, struct error *err) {
  const struct cli *c = &k->cli;
  char *before = NULL, *after = NULL, *threads = NULL, *drawn = NULL;
  if (!component_alone(&k->c, c->env.before ? c->env.before : "", &before, err) &&
      !results_after(c, &k->c, &after, err) && !threads_text(k, &drawn, &threads, err)) {
    k->before =
        mem_printf("%s%s%s", before, drawn && *drawn && *before ? "; " : "", drawn ? drawn : "");
    k->text = mem_printf("%s%s%s { %s } %s", k->c.make, *k->before && *k->c.make ? "; " : "",
                         k->before, threads, after);
  }
  free(drawn);
  free(before);
  free(after);
  free(threads);
  return err->code;
}

/* What a verdict is said of. */
static char *about_text(const struct making *k) {
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
      text_printf(&t, ", %.15g up to an exchange of threads",
                  component_all_count(&k->c, c->env.threads, c->env.length));
      break;
    case KIND_SCENARIO: text_puts(&t, "this scenario"); break;
  }
  if (k->kind == KIND_ALL || k->kind == KIND_UNIVERSAL)
    text_puts(&t, ", with one choice of values for each method");
  if (k->kind != KIND_SCENARIO && k->c.left_out.len)
    text_printf(&t, "; %zu method%s left out for want of values", k->c.left_out.len,
                PLURAL(k->c.left_out.len));
  return t.s;
}

/* Exceptions that are answers; the methods in which a thread may stay. */
static void add_notes(struct making *k) {
  const struct cli *c = &k->cli;
  const char *known = component_answers(&k->c), *own = c->env.answers ? c->env.answers : "";
  char *about = about_text(k);
  struct text t = {0};
  if (*own || *known)
    *vec_push(&k->notes) = mem_printf("answers=%s%s%s", own, *own && *known ? "," : "", known);
  for (size_t i = 0; k->may_block && i < k->c.calls.len; i++)
    if (regex_match(k->may_block, k->c.calls.data[i].method, 0, NULL, NULL))
      text_printf(&t, "%s%s", t.len ? "," : "may-block=", k->c.calls.data[i].method);
  if (t.len) *vec_push(&k->notes) = mem_strdup(t.s);
  if (k->kind == KIND_RANDOM) *vec_push(&k->notes) = mem_strdup("sampled");
  *vec_push(&k->notes) = mem_printf("about=%s", about);
  if (c->engine.properties & PROP_ASSESSED) {
    char *again = results_again(c, k->before, k->klass);
    *vec_push(&k->notes) = mem_printf("again=%s", again);
    free(again);
  }
  if (k->model) *vec_push(&k->notes) = mem_strdup(k->model);
  text_release(&t);
  free(about);
}

/* ---- the search ---- */

/* heddle check with the same options. */
static void check_words(const struct making *k, struct command_words *w) {
  const struct cli *c = &k->cli;
  *vec_push(&w->all) = mem_strdup("check");
  results_words(c, w);
  for (int i = 1; i < c->all_argc;) {
    size_t n = cli_option_words(c->all_argv[i]);
    bool kept = n && !cli_is_of_env(c->all_argv[i]);
    if (!n) break; /* operands stand behind the options */
    for (; n && i < c->all_argc; n--, i++)
      if (kept) *vec_push(&w->all) = mem_strdup(c->all_argv[i]);
  }
  *vec_push(&w->all) = mem_strdup(ENVIRONMENT_NAME);
  *vec_push(&w->all) = mem_strdup(k->text);
  for (size_t i = 0; i < k->notes.len; i++) *vec_push(&w->all) = mem_strdup(k->notes.data[i]);
}

static int search(const struct making *k) {
  struct command_words w = {0};
  int r;
  check_words(k, &w);
  r = check_command((int)w.all.len, w.all.data, &k->cli);
  command_words_release(&w);
  return r;
}

static int emit_source(const struct making *k, struct error *err) {
  VEC(char *) args = {0};
  if (!k->cli.env.emit) return 0;
  *vec_push(&args) = k->text;
  for (size_t i = 0; i < k->notes.len; i++) *vec_push(&args) = k->notes.data[i];
  environment_file(k->cli.env.emit, &k->c, (int)args.len, args.data, err);
  vec_free(&args);
  return err->code;
}

static int make(struct making *k, struct error *err) {
  if (environment_text(k, err)) return err->code;
  add_notes(k);
  return 0;
}

/* The class, and in front of it the text of a scenario. */
static bool take_operands(struct making *k, struct error *err) {
  struct cli *c = &k->cli;
  if (!strcmp(c->env.kind, "scenario") && !(k->scenario = cli_operand(c, "the scenario")))
    return false;
  k->klass = cli_operand(c, "the class");
  if (k->klass && c->argc)
    error_set(err, ERR_USAGE, "env: one class, please; '%s' is left over", c->argv[0]);
  return k->klass != NULL;
}

/* ---- one of several environments: see restarts.h ---- */

/* What was made of the class is that of the command that began them all. */
static int make_again(const struct making *all, const struct command_words *env, struct making *k,
                      struct error *err) {
  *k = *all;
  k->text = k->before = NULL;
  memset(&k->notes, 0, sizeof k->notes);
  if (cli_parse(&k->cli, (int)env->all.len, env->all.data, GROUPS, "") != CLI_GO_ON ||
      !take_operands(k, err))
    return error_set(err, ERR_USAGE, "no environment can be made");
  return err->code || read_kind(k, err) ? err->code : make(k, err);
}

static void release_text(struct making *k) {
  for (size_t i = 0; i < k->notes.len; i++) free(k->notes.data[i]);
  vec_free(&k->notes);
  free(k->before);
  free(k->text);
}

static int words_of_run(void *self, const struct command_words *env, struct command_words *check,
                        struct error *err) {
  struct making k;
  if (!make_again(self, env, &k, err)) check_words(&k, check);
  release_text(&k);
  return err->code;
}

static int emit_run(void *self, const struct command_words *env, struct error *err) {
  struct making k;
  if (!make_again(self, env, &k, err)) emit_source(&k, err);
  release_text(&k);
  return err->code;
}

static void release(struct making *k) {
  regex_free(k->methods);
  regex_free(k->may_block);
  component_release(&k->c);
  free(k->model);
  release_text(k);
}

/* ---- the whole ---- */

static int run(struct making *k) {
  struct error err = {0};
  struct restarts_of all = {
      .cli = &k->cli, .component = &k->c, .words = words_of_run, .emit = emit_run, .self = k};
  if (!take_operands(k, &err)) return EXIT_USAGE;
  if (err.code || read_options(k, &err) || restarts_options(&all, &err) ||
      look_at_component(k, &err))
    return cli_fail(&err);
  say_left_out(k);
  if (all.kind != RESTART_NONE) return restarts_check(&all);
  return make(k, &err) || emit_source(k, &err) ? cli_fail(&err) : search(k);
}

/* ---- a trial of a campaign ---- */

static int env_whole(struct making *k, struct restarts_of *all, struct error *err) {
  if (!take_operands(k, err) && !err->code) return error_set(err, ERR_USAGE, "there is no class");
  if (err->code || read_options(k, err) || restarts_options(all, err)) return err->code;
  return look_at_component(k, err);
}

int env_trial(const struct command_words *words, struct restarts_outcome *out, struct error *err) {
  struct making k = {0};
  struct restarts_of all = {.cli = &k.cli,
                            .component = &k.c,
                            .words = words_of_run,
                            .emit = emit_run,
                            .self = &k,
                            .trial = true};
  if (cli_parse(&k.cli, (int)words->all.len, words->all.data, GROUPS, "") != CLI_GO_ON)
    error_set(err, ERR_USAGE, "these are no options of heddle env");
  else if (!env_whole(&k, &all, err) && out)
    restarts_trial(&all, out, err);
  release(&k);
  return err->code;
}

int cmd_env(int argc, char **argv) {
  struct making k = {0};
  int r = cli_parse(&k.cli, argc, argv, GROUPS, "[OPTION...] [--env scenario TEXT] CLASS");
  if (r == CLI_GO_ON) r = run(&k);
  release(&k);
  return r;
}
