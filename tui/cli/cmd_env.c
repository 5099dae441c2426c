/* heddle env: makes an environment that calls a component, a class without a main, from several
 * threads (engine/env/component.h). The resulting program is searched as by heddle check, with the
 * same options, report and exit status. Its main class is heddle.Environment, with the
 * environment's text as arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/env/environment.h"
#include "tui/cli/check.h"
#include "tui/cli/cli.h"
#include "tui/cli/command_words.h"
#include "tui/cli/env_making.h"
#include "tui/cli/env_trial.h"
#include "tui/cli/environment_file.h"
#include "tui/cli/restarts.h"
#include "tui/cli/results.h"

enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_COVERAGE | CLI_REPORTS |
           CLI_TRY | CLI_ENV | CLI_DRAW | CLI_FARM | CLI_PERMUTE | CLI_CONFIRMS
};

/* ---- the search ---- */

/* Makes the words of heddle check with the same options. */
static void check_words(const struct env_making *k, struct command_words *w) {
  const struct cli *c = &k->cli;
  *vec_push(&w->all) = mem_strdup("check");
  if (k->klass && !strncmp(k->klass, "java.", 5) && !c->engine.library_frames)
    *vec_push(&w->all) = mem_strdup("--library-frames"); /* the class under test is the library's */
  results_words(c, w);
  for (int i = 1; i < c->all_argc;) {
    size_t n = cli_option_words(c->all_argv[i]);
    bool kept = n && !cli_is_of_env(c->all_argv[i]);
    if (!n) break; /* operands follow the options */
    for (; n && i < c->all_argc; n--, i++)
      if (kept) *vec_push(&w->all) = mem_strdup(c->all_argv[i]);
  }
  *vec_push(&w->all) = mem_strdup(ENVIRONMENT_NAME);
  for (size_t i = 0; i < k->args.len; i++) *vec_push(&w->all) = mem_strdup(k->args.data[i]);
}

static int search(const struct env_making *k) {
  struct command_words w = {0};
  int r;
  check_words(k, &w);
  r = check_command((int)w.all.len, w.all.data, &k->cli);
  command_words_release(&w);
  return r;
}

static int emit_source(const struct env_making *k, struct error *err) {
  struct engine_options o = k->cli.engine;
  if (!k->cli.env.emit) return 0;
  o.main_class = ENVIRONMENT_NAME;
  o.argc = (int)k->args.len;
  o.argv = k->args.data;
  o.out_fd = o.err_fd = -1;
  return environment_file(k->cli.env.emit, &k->c, &o, err);
}

/* ---- one of several environments: see restarts.h ---- */

/* Makes the environment that the words `env` describe. It shares the data on the class with
 * `all`. */
static int make_again(const struct env_making *all, const struct command_words *env,
                      struct env_making *k, struct error *err) {
  *k = *all;
  k->before = k->after = NULL;
  memset(&k->args, 0, sizeof k->args);
  if (cli_parse(&k->cli, (int)env->all.len, env->all.data, GROUPS, "") != CLI_GO_ON ||
      !env_making_operands(k, err))
    return error_set(err, ERR_USAGE, "no environment can be made");
  return err->code || env_making_kind(k, err) ? err->code : env_making_draw(k, err);
}

static int words_of_run(void *self, const struct command_words *env, struct command_words *check,
                        struct error *err) {
  struct env_making k;
  if (!make_again(self, env, &k, err)) check_words(&k, check);
  env_making_forget(&k);
  return err->code;
}

static int emit_run(void *self, const struct command_words *env, struct error *err) {
  struct env_making k;
  if (!make_again(self, env, &k, err)) emit_source(&k, err);
  env_making_forget(&k);
  return err->code;
}

/* ---- the command ---- */

static int run(struct env_making *k) {
  struct error err = {0};
  struct restarts_of all = {
      .cli = &k->cli, .component = &k->c, .words = words_of_run, .emit = emit_run, .self = k};
  if (!env_making_operands(k, &err)) return EXIT_USAGE;
  if (err.code || env_making_options(k, &err) || restarts_options(&all, &err) ||
      env_making_component(k, &err))
    return cli_fail(&err);
  if (all.kind != RESTART_NONE) return restarts_check(&all);
  return env_making_draw(k, &err) || emit_source(k, &err) ? cli_fail(&err) : search(k);
}

/* ---- a trial of a campaign ---- */

static int env_whole(struct env_making *k, struct restarts_of *all, struct error *err) {
  if (!env_making_operands(k, err) && !err->code)
    return error_set(err, ERR_USAGE, "there is no class");
  if (err->code || env_making_options(k, err) || restarts_options(all, err)) return err->code;
  return env_making_component(k, err);
}

int env_trial(const struct command_words *words, struct restarts_outcome *out, struct error *err) {
  struct env_making k = {0};
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
  env_making_release(&k);
  return err->code;
}

int cmd_env(int argc, char **argv) {
  struct env_making k = {0};
  int r = cli_parse(&k.cli, argc, argv, GROUPS, "[OPTION...] [--env scenario TEXT] CLASS");
  if (r == CLI_GO_ON) r = run(&k);
  env_making_release(&k);
  return r;
}
