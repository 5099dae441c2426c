/* Marks, searches, checks and the story of the stand-in engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "fake_program.h"

/* ---- marks ---- */

int engine_mark_add(struct engine *e, const char *location, uint32_t *id, struct error *err) {
  struct mark_info m = {0};
  int line;
  if (sscanf(location, "Bank.java:%d", &line) != 1 || line < 8)
    return error_set(err, ERR_INPUT, "no code at %s", location);
  m.id = (uint32_t)e->marks.len + 1;
  m.text = mem_strdup(location);
  m.line = line;
  *vec_push(&e->marks) = m;
  *id = m.id;
  return 0;
}

int engine_mark_remove(struct engine *e, uint32_t id, struct error *err) {
  size_t i;
  if (!id || id > e->marks.len) return error_set(err, ERR_NOTFOUND, "no mark %u", id);
  free(e->marks.data[id - 1].text);
  for (i = id - 1; i + 1 < e->marks.len; i++)
    e->marks.data[i] = e->marks.data[i + 1], e->marks.data[i].id = (uint32_t)i + 1;
  e->marks.len--;
  return 0;
}

int engine_marks_load(struct engine *e, const char *seq_file, struct error *err) {
  (void)e;
  return error_set(err, ERR_INPUT, "cannot read %s", seq_file);
}

uint32_t engine_mark_count(const struct engine *e) { return (uint32_t)e->marks.len; }

int engine_mark(struct engine *e, uint32_t index, struct mark_info *out) {
  struct fake_state s;
  if (index >= e->marks.len) return ERR_NOTFOUND;
  fake_walk(e, e->here, &s);
  *out = e->marks.data[index];
  out->text = mem_strdup(e->marks.data[index].text);
  out->file = mem_strdup("Bank.java");
  out->method = mem_strdup(out->line < 14 ? "run" : "main");
  out->observed = index < s.observed;
  out->observed_node = out->observed ? e->here : NODE_NONE;
  return 0;
}

void engine_mark_release(struct mark_info *m) { free(m->text), free(m->file), free(m->method); }

/* ---- searches and checks: depth first, the lowest thread first ---- */

void search_options_init(struct search_options *o) {
  memset(o, 0, sizeof *o);
  o->search = "guided";
  o->heuristic = "pfsm";
  o->seed = 1;
}

int engine_search_start(struct engine *e, const struct search_options *o, struct error *err) {
  if (strcmp(o->search, "guided") && strcmp(o->search, "dfs"))
    return error_set(err, ERR_INPUT, "no search '%s'", o->search);
  memset(&e->report, 0, sizeof e->report);
  e->report.error_node = NODE_NONE;
  e->searching = true;
  return 0;
}

/* With a sequence, says of every node that it was chosen over node 8. */
int engine_chosen(struct engine *e, node_id n, struct chosen_info *out) {
  if (!e->marks.len || !n || n == 8 || n >= e->nodes.len) return ERR_NOTFOUND;
  *out = (struct chosen_info){.by = CHOSEN_SUCCESSOR, .among = 3, .ties = 2, .over = 8};
  return 0;
}

int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err) {
  struct choice c[FAKE_THREADS];
  uint32_t i;
  (void)ms;
  for (i = 0; e->report.status == SEARCH_RUNNING && (!transitions || i < transitions) && i < 5;
       i++) {
    struct node_info here;
    uint32_t n = engine_choices(e, c, FAKE_THREADS);
    engine_node(e, e->here, &here);
    if (here.flags & NODE_ERROR)
      e->report.status = SEARCH_ERROR;
    else if (!n)
      e->report.status = SEARCH_DONE;
    else {
      if (engine_take(e, c[(e->report.transitions + 1) % n], NULL, err)) return err->code;
      e->report.transitions++;
      e->report.states++;
      engine_node(e, e->here, &here);
      if (here.observed > e->report.observed_max) e->report.observed_max = here.observed;
    }
  }
  *out = e->report;
  return 0;
}

int engine_search_report(struct engine *e, struct search_report *out) {
  *out = e->report;
  return e->searching ? 0 : ERR_NOTFOUND;
}

void engine_search_stop(struct engine *e) { e->searching = false; }

int engine_search(struct engine *e, const struct search_options *o, volatile int *stop,
                  engine_progress_fn *progress, void *self, struct search_report *report,
                  struct schedule *found, struct error *err) {
  (void)e, (void)o, (void)stop, (void)progress, (void)self, (void)report, (void)found;
  return error_set(err, ERR_UNSUPPORTED, "not here");
}
int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err) {
  (void)e, (void)s;
  return error_set(err, ERR_UNSUPPORTED, "not here");
}
void schedule_release(struct schedule *s) { memset(s, 0, sizeof *s); }

int engine_check_start(struct engine *e, node_id from, const struct check_options *o, uint32_t *id,
                       struct error *err) {
  struct check_info c = {0};
  (void)err;
  c.id = *id = (uint32_t)e->checks.len + 1;
  c.from = from;
  c.options = *o;
  c.error_node = NODE_NONE;
  *vec_push(&e->checks) = c;
  return 0;
}

bool engine_checks_poll(struct engine *e) {
  bool changed = false;
  size_t i;
  for (i = 0; i < e->checks.len; i++) {
    struct check_info *c = &e->checks.data[i];
    if (c->state != CHECK_RUNNING) continue;
    c->state = c->options.depth > 4 ? CHECK_INCONCLUSIVE : CHECK_NO_ERROR;
    c->states = 19;
    c->verdict = c->options.depth > 4 ? mem_strdup("inconclusive: depth 5")
                                      : mem_printf("no error within depth %u", c->options.depth);
    changed = true;
  }
  return changed;
}

int engine_check_wait(struct engine *e, uint32_t id, volatile int *stop) {
  return (void)id, (void)stop, engine_checks_poll(e), 0;
}

void engine_check_kill(struct engine *e, uint32_t id) {
  if (e->checks.data[id - 1].state == CHECK_RUNNING) e->checks.data[id - 1].state = CHECK_KILLED;
}

uint32_t engine_check_count(const struct engine *e) { return (uint32_t)e->checks.len; }

int engine_check(struct engine *e, uint32_t index, struct check_info *out) {
  if (index >= e->checks.len) return ERR_NOTFOUND;
  *out = e->checks.data[index];
  out->verdict = out->verdict ? mem_strdup(out->verdict) : NULL;
  return 0;
}

void engine_check_release(struct check_info *c) { free(c->verdict); }

int engine_repairs(struct engine *e, node_id n, struct repair_info **out, uint32_t *count) {
  struct node_info k;
  *out = NULL;
  *count = 0;
  return engine_node(e, n, &k) || !(k.flags & NODE_ERROR) ? ERR_NOTFOUND : 0;
}

void engine_repairs_release(struct repair_info *r, uint32_t count) { (void)r, (void)count; }

/* ---- the story ---- */

int engine_story(struct engine *e, node_id n, struct story *out, struct error *err) {
  (void)e, (void)n;
  memset(out, 0, sizeof *out);
  return error_set(err, ERR_USAGE, "no story in the tests of the views");
}

const char *engine_story_word(enum story_kind kind) {
  (void)kind;
  return "write";
}

void engine_story_release(struct story *s) { memset(s, 0, sizeof *s); }

/* ---- environments ---- */

/* Presents the bank's steps as calls. The depth of the node decides which calls have begun or
 * ended. */
int engine_environment(struct engine *e, struct environment_info *out) {
  static const struct environment_call calls[2][2] = {
      {{.text = "pay(1)", .begun = true, .ended = true, .begin = 1, .end = 3, .from = 1, .to = 3},
       {.text = "sum()", .begin = NODE_NONE, .end = NODE_NONE}},
      {{.text = "pay(2)", .begun = true, .begin = 2, .end = NODE_NONE, .from = 2}, {0}}};
  struct node_info here;
  memset(out, 0, sizeof *out);
  if (engine_node(e, engine_here(e), &here)) return ERR_NOTFOUND;
  out->about = "bank.Bank, this scenario";
  out->kept = true;
  out->threads = 2;
  for (uint32_t i = 0; i < 2; i++) {
    struct environment_thread *t = &out->of[i];
    *t = (struct environment_thread){.thread = i + 1, .count = 2 - i};
    t->calls = mem_alloc(sizeof calls[i]);
    memcpy(t->calls, calls[i], sizeof calls[i]);
    if (here.depth < 3) t->calls[0].begun = t->calls[0].ended = false;
    t->begun = t->calls[0].begun;
    t->ended = t->calls[0].ended;
    if (t->ended) t->calls[0].result = mem_strdup("true");
  }
  return 0;
}

void engine_environment_release(struct environment_info *info) {
  for (uint32_t i = 0; i < info->threads; i++) {
    free(info->of[i].calls[0].result);
    free(info->of[i].calls);
  }
  memset(info, 0, sizeof *info);
}

char *engine_environment_source(const struct engine *e) {
  (void)e;
  return NULL;
}
