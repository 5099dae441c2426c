/* Runs heddle env as a campaign's trial, and turns the outcome into a trial's result. See
 * campaign_component.h. */
#include "tui/cli/campaign_component.h"

#include "tui/cli/env_trial.h"

enum trial_verdict campaign_failure(int code) {
  return code == ERR_UNSUPPORTED || code == ERR_MEMORY || code == ERR_LIMIT ? TRIAL_INCONCLUSIVE
                                                                            : TRIAL_FAILED;
}

static void words_of(const struct campaign_cell *cell, const struct cli *campaign, uint64_t seed,
                     struct command_words *w) {
  *vec_push(&w->all) = mem_strdup("env");
  *vec_push(&w->all) = mem_printf("--seed=%llu", (unsigned long long)seed);
  if (campaign->engine.java_home)
    *vec_push(&w->all) = mem_printf("--java-home=%s", campaign->engine.java_home);
  for (uint32_t i = 0; i < cell->word_count; i++) *vec_push(&w->all) = mem_strdup(cell->words[i]);
  *vec_push(&w->all) = mem_strdup(cell->options.env.component);
}

int campaign_component_try(const struct campaign_cell *cell, const struct cli *campaign,
                           struct error *err) {
  struct command_words w = {0};
  words_of(cell, campaign, 1, &w);
  env_trial(&w, NULL, err);
  command_words_release(&w);
  return err->code;
}

static char *text_in(const json_t *j, const char *member) {
  const char *s = json_string_value(json_object_get(j, member));
  return mem_strdup(s ? s : "");
}

static uint32_t number_in(const json_t *j, const char *member) {
  return (uint32_t)json_integer_value(json_object_get(j, member));
}

static void take_error(const json_t *error, struct trial *t) {
  t->verdict = TRIAL_ERROR;
  t->property = text_in(error, "property");
  t->kind = text_in(error, "kind");
  t->message = text_in(error, "message");
  t->location = text_in(error, "location");
  t->length = number_in(error, "steps");
  t->switches = number_in(error, "switches");
}

static void take_outcome(const struct restarts_outcome *o, struct trial *t) {
  t->states = o->states;
  t->transitions = o->transitions;
  t->instructions = o->instructions;
  t->environments = o->environments;
  t->peak_kb = o->peak_kb;
  t->seconds = o->seconds;
  t->depth = number_in(o->check, "depth");
  t->verdict = o->whole ? TRIAL_NO_ERROR : TRIAL_INCONCLUSIVE;
  t->reason = mem_strdup(o->reason ? o->reason : "");
  if (o->error) take_error(json_object_get(o->check, "error"), t);
}

json_t *campaign_component_trial(const struct campaign_cell *cell, const struct cli *campaign,
                                 uint64_t seed) {
  struct command_words w = {0};
  struct restarts_outcome o = {0};
  struct trial t = {0};
  struct error err = {0};
  json_t *j;
  words_of(cell, campaign, seed, &w);
  if (env_trial(&w, &o, &err)) {
    t.verdict = campaign_failure(err.code);
    t.reason = mem_strdup(err.msg);
  } else {
    take_outcome(&o, &t);
  }
  j = trial_json(&t);
  trial_release(&t);
  restarts_outcome_release(&o);
  command_words_release(&w);
  return j;
}
