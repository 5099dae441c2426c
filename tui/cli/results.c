/* Reads and checks the options of heddle env on results of calls. See results.h. */
#include "tui/cli/results.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/run.h"

int results_options(struct cli *c, bool endless, struct error *err) {
  const char *const of[] = {"--observe", "--model"};
  if (!cli_given(c, "--property") && !endless) c->engine.properties |= PROP_LINEARIZABLE;
  for (size_t i = 0; i < COUNT(of); i++)
    if (cli_given(c, of[i]) && !(c->engine.properties & PROP_ASSESSED))
      return error_set(err, ERR_USAGE,
                       "%s works only with --property linearizable, sequential or quiescent",
                       of[i]);
  if (endless && c->engine.properties & PROP_ASSESSED)
    return error_set(
        err, ERR_USAGE,
        "linearizable, sequential and quiescent cannot be combined with --env universal, whose "
        "threads make calls without end");
  return 0;
}

void results_words(const struct cli *c, struct command_words *w) {
  if (cli_given(c, "--property")) return;
  *vec_push(&w->all) = mem_strdup("--property");
  *vec_push(&w->all) = engine_properties_text(c->engine.properties, ",");
}

/* Turns "size(), get(1, 2)" into "size(); get(1, 2)". */
static char *observed_calls(const char *text) {
  char *s = mem_strdup(text), quote = 0;
  int depth = 0;
  for (char *at = s; *at; at++) {
    if (quote) {
      if (*at == quote) quote = 0;
    } else if (*at == '"' || *at == '\'') {
      quote = *at;
    } else {
      depth += (*at == '(') - (*at == ')');
      if (*at == ',' && !depth) *at = ';';
    }
  }
  return s;
}

int results_after(const struct cli *c, const struct component *of, char **out, struct error *err) {
  char *after = NULL, *observed = NULL,
       *calls = observed_calls(c->env.observe ? c->env.observe : "");
  if (!component_alone(of, c->env.after ? c->env.after : "", &after, err) &&
      component_alone(of, calls, &observed, err))
    error_prefix(err, "--observe");
  *out = mem_printf("%s%s%s", after ? after : "",
                    after && *after && observed && *observed ? "; " : "", observed ? observed : "");
  free(after);
  free(observed);
  free(calls);
  return err->code;
}

int results_model(const struct cli *c, const struct component *of, char **note, struct error *err) {
  struct engine_options o = cli_run_options(c);
  struct component_asked asked = {0};
  struct component model = {0};
  struct engine_run *run = NULL;
  *note = NULL;
  if (!c->env.model) return 0;
  if (!*of->make)
    return error_set(err, ERR_USAGE,
                     "--model needs a component that is an object; %s has only static methods",
                     of->klass);
  if (engine_run_open(&o, &run, err)) return err->code;
  if (!engine_run_component(run, c->env.model, &asked, &model, err) && *model.make)
    *note = mem_printf("model=%s", model.make + strlen("comp = "));
  if (!err->code && !*note) error_set(err, ERR_USAGE, "%s has only static methods", model.klass);
  component_release(&model);
  engine_run_close(run);
  return err->code ? error_prefix(err, "--model") : 0;
}

static void results_add_word(struct text *t, const char *word) {
  bool plain = *word && strspn(word,
                               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "-_=./:,") == strlen(word);
  text_puts(t, t->len ? " " : "");
  if (plain) {
    text_puts(t, word);
    return;
  }
  text_puts(t, "'");
  for (; *word; word++) {
    if (*word == '\'')
      text_puts(t, "'\\''");
    else
      text_add(t, word, 1);
  }
  text_puts(t, "'");
}

char *results_again(const struct cli *c, const char *before, const char *klass) {
  const struct {
    const char *name, *value;
  } all[] = {{"-cp", c->engine.class_path}, {"--new", c->env.make},
             {"--before", before},          {"--after", c->env.after},
             {"--observe", c->env.observe}, {"--model", c->env.model},
             {"--answers", c->env.answers}};
  struct text t = {0};
  char *properties = engine_properties_text(c->engine.properties, ",");
  text_puts(&t, "");
  if (cli_given(c, "--property")) {
    results_add_word(&t, "--property");
    results_add_word(&t, properties);
  }
  for (size_t i = 0; i < COUNT(all); i++) {
    if (!all[i].value || !*all[i].value) continue;
    results_add_word(&t, all[i].name);
    results_add_word(&t, all[i].value);
  }
  results_add_word(&t, klass);
  free(properties);
  return t.s;
}
