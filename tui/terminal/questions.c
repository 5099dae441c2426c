/* The kinds of questions (questions.def). Each asks the engine, and turns its answer into options,
 * the right option and a reason. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"
#include "tui/terminal/teach.h"

/* ---- the effect of a choice ---- */

/* In ascending order of weight: if several effects apply, the last one is shown as the answer, and
 * the others count as right, too. */
enum effect {
  EFFECT_GOES_ON,
  EFFECT_UNCHANGED,
  EFFECT_GROWS,
  EFFECT_LOSES,
  EFFECT_RACE,
  EFFECT_BLOCKED,
  EFFECT_ERROR,
  EFFECT_END,
  EFFECTS
};
enum {
  OF_H = 1u << EFFECT_UNCHANGED | 1u << EFFECT_GROWS | 1u << EFFECT_LOSES | 1u << EFFECT_RACE,
  OF_RUNS = 1u << EFFECT_GOES_ON | 1u << EFFECT_BLOCKED
};
static const char *const effects[EFFECTS] = {
    [EFFECT_GOES_ON] = "the run continues",
    [EFFECT_UNCHANGED] = "h does not change",
    [EFFECT_GROWS] = "a thread or a lock gains accesses in h",
    [EFFECT_LOSES] = "other threads lose an access in h",
    [EFFECT_RACE] = "a data race",
    [EFFECT_BLOCKED] = "no thread can run then",
    [EFFECT_ERROR] = "an error",
    [EFFECT_END] = "the program ends",
};

/* Returns the effects on h of a choice; 0 if h is not computed. */
static uint32_t h_effects(uint32_t h) {
  return (h & H_RACE ? 1u << EFFECT_RACE : 0) | (h & H_UNCHANGED ? 1u << EFFECT_UNCHANGED : 0) |
         (h & H_LOSES ? 1u << EFFECT_LOSES : 0) | (h & H_GROWS ? 1u << EFFECT_GROWS : 0);
}

static uint32_t effects_of(const struct preview *p) {
  uint32_t all = h_effects(p->h_effect);
  if (p->flags & NODE_ERROR) all |= 1u << EFFECT_ERROR;
  if (p->flags & NODE_ENDED) all |= 1u << EFFECT_END;
  if (!p->h_effect && p->flags & NODE_BLOCKED) all |= 1u << EFFECT_BLOCKED;
  return all ? all : 1u << EFFECT_GOES_ON;
}

/* Returns true if all choices are of one thread. A program ends with a step of its last thread, so
 * only then may the end be offered as an answer. */
static bool one_thread_runs(const struct debug *d) {
  size_t i;
  for (i = 1; i < d->choices.len; i++)
    if (d->choices.data[i].choice.thread != d->choices.data[0].choice.thread) return false;
  return true;
}

static void effect_options(const struct debug *d, const struct preview *p, struct question *q) {
  uint32_t true_ones = effects_of(p), offered = true_ones | 1u << EFFECT_ERROR, i;
  offered |= p->h_effect ? OF_H : OF_RUNS;
  if (one_thread_runs(d)) offered |= 1u << EFFECT_END;
  for (i = 0; i < EFFECTS; i++) {
    bool right = true_ones >> i & 1;
    if (!(offered >> i & 1)) continue;
    if (right) q->right = q->count, q->also |= 1u << q->count;
    question_option(q, effects[i]);
  }
}

/* Shows a race as the answer even if the step also ends in an error, because the race is that
 * error. */
static void race_first(struct question *q) {
  size_t i;
  for (i = 0; i < q->count; i++)
    if (q->also >> i & 1 && !strcmp(q->option[i], effects[EFFECT_RACE])) q->right = i;
}

static int question_effect(struct debug *d, const char *arg, struct question *q,
                           struct error *err) {
  const struct debug_choice *c;
  size_t i;
  debug_choices(d);
  if (!d->choices.len) return error_set(err, ERR_INPUT, "%s", debug_no_choice(d));
  i = d->selected < d->choices.len ? d->selected : 0;
  if (*arg && !command_choice(d, arg, &i))
    return error_set(err, ERR_USAGE, "no choice '%s' is enabled here", arg);
  c = &d->choices.data[i];
  if (!c->previewed || c->preview.flags & NODE_FAILED)
    return error_set(err, ERR_INPUT, "heddle cannot execute this choice");
  {
    char *action = debug_named(d, c->preview.action ? c->preview.action : "");
    q->text = mem_printf("What would choice %zu do: %s?", i + 1, action);
    free(action);
  }
  effect_options(d, &c->preview, q);
  race_first(q);
  q->effect = true;
  q->reason = debug_short(d, c->preview.h_effect ? c->preview.h_change : q->option[q->right]);
  return 0;
}

/* ---- values ---- */

/* Returns a text such as "Bank.bal = 100: not written ...". Caller frees. */
static char *unwritten(const char *expr, const char *value) {
  return mem_printf("%s = %s: not written on this path since it was shared", expr, value);
}

/* Returns a text about the last write to the place on the path: "written last in step 9: T2 write
 * Bank.bal = 120 @8". Caller frees. NULL: unknown. */
static char *last_write(struct debug *d, const char *expr, const char *value) {
  struct shared_place p;
  struct error ignored = {0};
  struct node_info k;
  node_id n;
  uint32_t index;
  char *found = NULL;
  if (engine_place(d->engine, expr, &p, &ignored)) return NULL;
  if (!debug_last_write(d, &p, engine_here(d->engine), UINT32_MAX, &n, &index)) {
    found = unwritten(expr, value);
  } else if (!engine_node(d->engine, n, &k)) {
    char *step = debug_node_text(d, n);
    found = mem_printf("written last in step %u: %s", k.depth, step);
    free(step);
  }
  engine_place_release(&p);
  return found;
}

/* Offers the values that the expression had on the path and, if it is a number, the neighbouring
 * numbers. */
static void value_options(struct debug *d, const char *expr, const char *value,
                          struct question *q) {
  node_id here = engine_here(d->engine), *ids;
  uint32_t n = engine_path(d->engine, here, NULL, 0), i;
  struct error ignored = {0};
  char *end;
  long number = strtol(value, &end, 10);
  ids = mem_alloc((n + 1) * sizeof *ids);
  engine_path(d->engine, here, ids, n);
  for (i = n; i--;) {
    char *s = NULL;
    if (engine_go(d->engine, ids[i], &ignored)) break;
    if (!engine_watch(d->engine, expr, &s, &ignored)) question_option(q, s);
    free(s);
  }
  engine_go(d->engine, here, &ignored);
  free(ids);
  for (long k = 1; end != value && !*end && k >= -1 && q->count < 4; k -= 2) {
    char *s = mem_printf("%ld", number + k);
    question_option(q, s);
    free(s);
  }
}

static int by_text(const void *a, const void *b) {
  const char *const *x = a, *const *y = b;
  size_t n = strlen(*x), m = strlen(*y);
  return n != m ? (n < m ? -1 : 1) : strcmp(*x, *y);
}

static int question_value(struct debug *d, const char *arg, struct question *q, struct error *err) {
  char *value = NULL;
  size_t i;
  if (engine_watch(d->engine, arg, &value, err)) return err->code;
  question_option(q, value);
  value_options(d, arg, value, q);
  if (!strcmp(value, "true") || !strcmp(value, "false"))
    question_option(q, "true"), question_option(q, "false");
  qsort(q->option, q->count, sizeof *q->option, by_text);
  for (i = 0; i < q->count; i++)
    if (!strcmp(q->option[i], value)) q->right = i;
  q->state = true;
  q->text = mem_printf("Which value has %s now?", arg);
  q->reason = last_write(d, arg, value);
  if (!q->reason) q->reason = mem_printf("%s = %s", arg, value);
  free(value);
  return 0;
}

/* ---- the outcome ---- */

static int question_outcome(struct debug *d, const char *arg, struct question *q,
                            struct error *err) {
  static volatile int never;
  struct check_options o = {.depth = 200, .seconds = d->set.seconds};
  struct check_info c;
  uint32_t id = 0;
  size_t log = d->log.len;
  (void)arg;
  if (engine_check_start(d->engine, engine_here(d->engine), &o, &id, err)) return err->code;
  engine_check_wait(d->engine, id, d->stop ? d->stop : &never);
  debug_checks_poll(d);
  while (d->log.len > log) free(d->log.data[--d->log.len].text); /* the log reveals the answer */
  if (engine_check(d->engine, id - 1, &c)) return error_set(err, ERR_INTERNAL, "the check is gone");
  question_option(q, "yes, some schedule leads to one");
  question_option(q, "no, whatever runs next");
  q->right = c.state == CHECK_ERROR ? 0 : 1;
  q->text = mem_strdup("Can an error still happen from here?");
  q->reason = mem_printf("check %u: %s", id, c.verdict ? c.verdict : "ended");
  if (c.state != CHECK_ERROR && c.state != CHECK_NO_ERROR)
    error_set(err, ERR_INPUT, "the check found no answer: %s", c.verdict);
  engine_check_release(&c);
  return err->code;
}

static int question_enabled(struct debug *d, const char *arg, struct question *q,
                            struct error *err) {
  struct thread_info t;
  uint64_t n;
  const char *why;
  memset(&t, 0, sizeof t);
  if (!command_number(arg + (*arg == 'T'), UINT32_MAX, &n))
    return error_set(err, ERR_USAGE, "enabled THREAD: T1");
  if (engine_thread(d->engine, (uint32_t)n, &t))
    return error_set(err, ERR_INPUT, "there is no thread T%u here", (unsigned)n);
  why = t.waits_for && *t.waits_for ? t.waits_for : t.op ? t.op : "";
  question_option(q, "yes, it can");
  question_option(q, "no, it has to wait or has ended");
  q->right = t.enabled ? 0 : 1;
  q->state = true;
  q->text = mem_printf("Can %s take a step here?", debug_thread_title(d, (uint32_t)n));
  {
    char *s = debug_named(d, why);
    q->reason = mem_printf("it is %s%s%s", t.state, *s ? ": " : "", s);
    free(s);
  }
  engine_thread_release(&t);
  return 0;
}

static const struct question_kind kinds[] = {
#define QUESTION(name, help, ask) {#name, help, ask},
#include "tui/terminal/questions.def"
#undef QUESTION
};

const struct question_kind *question_kind_at(size_t i) {
  return i < COUNT(kinds) ? &kinds[i] : NULL;
}
