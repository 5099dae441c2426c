/* Checks of an environment before it is made, and what the machine stores about it. */
#include "engine/base/check.h"
#include "engine/env/environment_int.h"
#include "engine/vm/sched/call_record.h"
#include "engine/vm/vm.h"

#include <stdlib.h>

static void number_steps(struct env_steps *steps) {
  for (uint32_t i = 0; i < steps->count; i++) steps->list[i].number = i;
}

static int look_at_record(const struct environment_making *k) {
  const struct env_text *t = &k->e->text;
  if (!k->assessed) return 0;
  if (t->form == ENV_UNIVERSAL)
    return error_set(
        k->env.err, ERR_USAGE,
        "linearizable, sequential and quiescent cannot be combined with --env universal, whose "
        "threads make calls without end");
  for (uint32_t i = 0; i < t->threads; i++)
    if (environment_calls(t, i) > RECORD_CALLS_MAX)
      return error_set(k->env.err, ERR_USAGE, "environment: more than %d calls of a thread",
                       RECORD_CALLS_MAX);
  return 0;
}

int environment_look(struct environment_making *k) {
  struct text source = {0};
  struct env_text *t = &k->e->text;
  if (t->form == ENV_ALL && !environment_sequences(t))
    return error_set(k->env.err, ERR_USAGE, "environment: too many sequences of %u of %u calls",
                     t->length, t->of[0].count);
  environment_java(k->e, "Environment", NULL, &source); /* sets the lines */
  text_release(&source);
  for (uint32_t i = 0; i < t->threads; i++) number_steps(&t->of[i]);
  number_steps(&t->after);
  return look_at_record(k);
}

/* "get(1)", for reports */
static const char *const *call_texts(struct vm *vm, const struct env_steps *steps) {
  const char **all = pool_alloc(&vm->pool, (steps->count + 1) * sizeof *all);
  for (uint32_t i = 0; i < steps->count; i++) {
    struct text t = {0};
    env_print_step(&t, &steps->list[i]);
    all[i] = strncmp(t.s, "comp.", 5) ? t.s : t.s + 5;
    all[i] = pool_strndup(&vm->pool, all[i], strlen(all[i]));
    text_release(&t);
  }
  return all;
}

/* "put(1); add(2)": the statements before the threads, except the one that makes the component */
static const char *front_text(struct vm *vm, const struct env_steps *before) {
  const char *const *all = call_texts(vm, before), *kept;
  struct text t = {0};
  text_puts(&t, "");
  for (uint32_t i = 0; i < before->count; i++) {
    const char *variable = before->list[i].variable;
    if (!variable || strcmp(variable, "comp") != 0)
      text_printf(&t, "%s%s", t.len ? "; " : "", all[i]);
  }
  kept = pool_strndup(&vm->pool, t.s, t.len);
  text_release(&t);
  return kept;
}

static void note_calls(struct vm *vm, uint32_t at, const struct env_steps *steps) {
  struct vm_environment *env = &vm->environment;
  uint32_t *lines = pool_alloc(&vm->pool, (steps->count + 1) * sizeof *lines);
  for (uint32_t i = 0; i < steps->count; i++) {
    lines[i] = steps->list[i].line;
    CHECK(lines[i] > (i ? lines[i - 1] : 0), "each call has a line of its own: %u", lines[i]);
  }
  env->calls[at] = call_texts(vm, steps);
  env->lines[at] = lines;
  env->counts[at] = steps->count;
}

static const uint32_t *mirrors(const struct environment_making *k) {
  const char *at = k->e->mirrors;
  uint32_t count = k->e->text.of[0].count, *all;
  if (!*at) return NULL;
  all = pool_alloc(&k->env.vm->pool, count * sizeof *all);
  for (uint32_t i = 0; i < count; i++) {
    all[i] = (uint32_t)strtoul(at, NULL, 10) % count;
    at += strcspn(at, ",");
    at += *at == ',';
  }
  return all;
}

/* Stores what verdicts, and the assessment and display of results, need. */
void environment_note(const struct environment_making *k) {
  struct vm *vm = k->env.vm;
  const struct env_text *t = &k->e->text;
  vm->environment.about = pool_strndup(&vm->pool, k->e->about, strlen(k->e->about));
  vm->environment.again = pool_strndup(&vm->pool, k->e->again, strlen(k->e->again));
  vm->environment.front = front_text(vm, &t->before);
  vm->environment.mirrors = mirrors(k);
  vm->environment.sampled = k->e->sampled;
  vm->environment.assessed = k->assessed != 0;
  vm->environment.threads = t->threads;
  vm->environment.written = t->form == ENV_LINES;
  for (uint32_t i = 0; i < t->threads; i++) note_calls(vm, i, &t->of[t->form == ENV_LINES ? i : 0]);
  note_calls(vm, t->threads, &t->after);
  vm->environment.main = synth_find(vm, ENVIRONMENT_MAIN);
  CHECK(vm->environment.main, "the class of an environment is found when it was made");
  vm->environment.model = *k->e->model && k->assessed ? synth_find(vm, ENVIRONMENT_MODEL) : NULL;
}
