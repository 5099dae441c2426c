/* See certify.h. The child's answer is one JSON object through a pipe, and so is the request to the
 * service. The counterexample is opened as PATH.part by the child, as long as it may, and gets its
 * name from the parent once the answer is there. */
#include "tui/cli/certify.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/counterexample.h"
#include "tui/cli/child.h"
#include "tui/text/story.h"

static json_t *text_json(const char *s) {
  json_t *j = s ? json_string(s) : json_null();
  return j ? j : json_string("?");
}

/* The timed waits that end early in the schedule, one a line. */
enum { EARLY_MOST = 5 };
struct early {
  uint32_t count;
  uint64_t shortest; /* ns; 0 none */
  struct text lines;
};

static void early_note(struct early *early, struct engine *e, struct choice c) {
  uint64_t ns = 0;
  char *s = engine_early(e, c, &ns);
  if (s && (!early->shortest || ns < early->shortest)) early->shortest = ns;
  if (s && early->count < EARLY_MOST && (!early->lines.s || !strstr(early->lines.s, s))) {
    early->count++;
    text_printf(&early->lines, "%s%s%s", early->lines.s ? "\n" : "", "needs that ", s);
  }
  free(s);
}

static char *early_detail(const struct early *early, const char *detail) {
  const char *lines = early->lines.s;
  if (!lines) return detail ? mem_strdup(detail) : NULL;
  return mem_printf("%s%s%s", detail ? detail : "",
                    detail && *detail && detail[strlen(detail) - 1] != '\n' ? "\n" : "", lines);
}

static json_t *violation_json(struct engine *e, uint32_t steps, const struct early *early) {
  char *detail;
  struct violation_info v;
  struct thread_info t = {0};
  json_t *j = json_object();
  if (engine_violation(e, engine_here(e), &v)) return j;
  engine_thread(e, v.thread, &t);
  json_object_set_new(j, "steps", json_integer(steps));
  json_object_set_new(j, "property", text_json(v.property_name));
  json_object_set_new(j, "kind", text_json(v.kind));
  json_object_set_new(j, "message", text_json(v.message));
  json_object_set_new(j, "location", text_json(v.location));
  detail = early_detail(early, v.detail);
  json_object_set_new(j, "detail", text_json(detail));
  free(detail);
  json_object_set_new(j, "thread", text_json(t.name));
  json_object_set_new(j, "early", json_integer((json_int_t)early->shortest));
  engine_thread_release(&t);
  return j;
}

/* ---- the child ---- */

/* Executes up to the first violation. */
static int execute(struct engine *e, const struct schedule *s, uint32_t *steps, struct early *early,
                   struct error *err) {
  struct node_info n;
  for (*steps = 0; *steps < s->count;) {
    uint32_t i = (*steps)++;
    int rc;
    early_note(early, e, s->choices[i]);
    rc = s->ends ? engine_take_to(e, s->choices[i], &s->ends[i], NULL, err)
                 : engine_take(e, s->choices[i], NULL, err);
    if (!engine_node(e, engine_here(e), &n) && n.flags & NODE_ERROR) {
      error_clear(
          err); /* an error ends a step earlier than it ended when the property was silent */
      return 0;
    }
    if (rc) return error_prefix(err, "the counterexample does not replay: step %u", i + 1);
  }
  if (schedule_hangs(s) && engine_hang(e, err))
    return error_prefix(err, "the counterexample does not replay: it");
  return 0;
}

static json_t *failure(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "code", err->code);
}

/* As text: what a schedule keeps of it. */
static void add_story(json_t *answer, struct engine *e) {
  json_t *story = story_json(e, engine_here(e));
  char *text = story ? json_dumps(story, JSON_COMPACT) : NULL;
  if (text) json_object_set_new(answer, "story", json_string(text));
  free(text);
  json_decref(story);
}

static json_t *child(const struct engine_options *given, const char *seq, const struct schedule *s,
                     const char *path) {
  struct engine_options o = *given;
  struct engine *e = NULL;
  struct trace_writer *w = NULL;
  struct error err = {0};
  struct early early = {0};
  uint32_t steps = 0;
  json_t *answer;
  o.keep_events = true;
  o.listen_from = s->listen_from;
  o.listen_anew = s->listen_anew;
  o.contracts = NULL; /* an error is one with every step */
  o.out_fd = -1;
  if (engine_open(&o, &e, &err) || (seq && engine_marks_load(e, seq, &err))) return failure(&err);
  if (path && counterexample_begin(path, &w, &err)) return failure(&err);
  if (engine_confine(e, NULL, NULL, &err) || execute(e, s, &steps, &early, &err))
    return failure(&err);
  answer = violation_json(e, steps, &early);
  text_release(&early.lines);
  if (json_object_get(answer, "property")) add_story(answer, e);
  if (w && json_object_get(answer, "property")) counterexample_finish(e, w, &err);
  engine_close(e);
  if (!err.code) return answer;
  json_decref(answer);
  return failure(&err);
}

struct work {
  const struct engine_options *options;
  const char *seq, *path;
  const struct schedule *schedule;
};

static json_t *do_work(void *self) {
  const struct work *w = self;
  return child(w->options, w->seq, w->schedule, w->path);
}

/* ---- the parent ---- */

static void name_trace(json_t *answer, const char *path) {
  char *part = mem_printf("%s.part", path);
  struct error err = {0};
  if (json_object_get(answer, "property") && rename(part, path)) {
    error_set(&err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    json_object_set_new(answer, "failed", json_string(err.msg));
    json_object_set_new(answer, "code", json_integer(err.code));
  }
  unlink(part);
  free(part);
}

/* The answer of a fresh process; not NULL. */
static json_t *ask_child(const struct engine_options *o, const char *seq, const struct schedule *s,
                         const char *path) {
  struct work w = {o, seq, path, s};
  json_t *answer = child_ask(do_work, &w);
  if (!answer)
    answer =
        json_pack("{s:s}", "failed", "the process that executes the counterexample again died");
  if (path) name_trace(answer, path);
  return answer;
}

static void replace(char **slot, const json_t *answer, const char *key) {
  const char *s = json_string_value(json_object_get(answer, key));
  free(*slot);
  *slot = s ? mem_strdup(s) : NULL;
}

/* Takes the answer. */
static int take_answer(json_t *answer, struct schedule *s, struct error *err) {
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "code"));
  uint32_t i, steps = (uint32_t)json_integer_value(json_object_get(answer, "steps"));
  if (!json_is_object(answer)) failed = "the process that executes the counterexample again died";
  if (failed) error_set(err, code ? code : ERR_INTERNAL, "%s", failed);
  if (!failed) {
    replace(&s->property, answer, "property");
    replace(&s->kind, answer, "kind");
    replace(&s->message, answer, "message");
    replace(&s->location, answer, "location");
    replace(&s->detail, answer, "detail");
    replace(&s->thread, answer, "thread");
    replace(&s->story, answer, "story");
    s->early = (uint64_t)json_integer_value(json_object_get(answer, "early"));
    for (i = steps; s->property && s->ends && i < s->count; i++) free(s->ends[i].mark);
    if (s->property) s->count = steps;
  }
  json_decref(answer);
  return err->code;
}

int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s,
                     const char *path, struct error *err) {
  return take_answer(ask_child(o, seq, s, path), s, err);
}

/* ---- the service ---- */

static json_t *step_json(const struct schedule *s, uint32_t i) {
  const struct choice *c = &s->choices[i];
  const struct step_end *end = s->ends ? &s->ends[i] : NULL;
  json_t *j = json_pack("[i,i,i]", (int)c->thread, c->kind, c->arg);
  if (!end) return j;
  json_array_append_new(j, json_integer((json_int_t)end->instructions));
  json_array_append_new(j, json_integer(end->bci));
  json_array_append_new(j, json_integer(end->state));
  json_array_append_new(j, json_integer(end->op));
  json_array_append_new(j, end->mark ? text_json(end->mark) : json_null());
  return j;
}

static json_int_t number_at(const json_t *step, size_t i) {
  return json_integer_value(json_array_get(step, i));
}

static void read_step(const json_t *step, struct schedule *s, uint32_t i) {
  const char *mark = json_string_value(json_array_get(step, 7));
  s->choices[i] = (struct choice){(uint32_t)number_at(step, 0), (uint8_t)number_at(step, 1),
                                  (uint16_t)number_at(step, 2)};
  if (!s->ends) return;
  s->ends[i] = (struct step_end){.instructions = (uint64_t)number_at(step, 3),
                                 .bci = (uint32_t)number_at(step, 4),
                                 .state = (uint8_t)number_at(step, 5),
                                 .op = (uint8_t)number_at(step, 6),
                                 .mark = mark ? mem_strdup(mark) : NULL};
}

static void read_steps(const json_t *steps, struct schedule *s) {
  uint32_t i;
  s->count = (uint32_t)json_array_size(steps);
  s->choices = mem_alloc((s->count + 1) * sizeof *s->choices);
  if (json_array_size(json_array_get(steps, 0)) > 3)
    s->ends = mem_alloc((s->count + 1) * sizeof *s->ends);
  for (i = 0; i < s->count; i++) read_step(json_array_get(steps, i), s, i);
}

char *certify_service(void *self, const char *request, size_t n, int *file) {
  const struct certifier *c = self;
  json_t *j = json_loadb(request, n, 0, NULL), *answer;
  struct schedule s = {0};
  char *text;
  (void)file;
  read_steps(json_object_get(j, "steps"), &s);
  replace(&s.property, j, "property");
  s.listen_from = (uint32_t)json_integer_value(json_object_get(j, "listen_from"));
  s.listen_anew = json_is_true(json_object_get(j, "listen_anew"));
  answer = ask_child(c->options, c->seq, &s, json_string_value(json_object_get(j, "path")));
  text = json_dumps(answer, JSON_COMPACT);
  json_decref(answer);
  json_decref(j);
  schedule_release(&s);
  return text;
}

int certify_by_service(struct engine *e, struct schedule *s, const char *path, struct error *err) {
  json_t *j = json_object(), *steps = json_array();
  char *request, *answer;
  uint32_t i;
  for (i = 0; i < s->count; i++) json_array_append_new(steps, step_json(s, i));
  json_object_set_new(j, "steps", steps);
  if (path) json_object_set_new(j, "path", json_string(path));
  json_object_set_new(j, "listen_from", json_integer(s->listen_from));
  json_object_set_new(j, "listen_anew", json_boolean(s->listen_anew));
  if (s->property) json_object_set_new(j, "property", text_json(s->property));
  request = json_dumps(j, JSON_COMPACT);
  json_decref(j);
  answer = request ? engine_ask(e, request, NULL) : NULL;
  free(request);
  j = answer ? json_loads(answer, 0, NULL) : NULL;
  free(answer);
  return take_answer(j, s, err);
}
