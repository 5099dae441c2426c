/* Starts the process that executes an error again, and takes its answers. See certify.h. The
 * process answers with JSON objects through a pipe: whether the error occurs, then its details, and
 * last the story. The first answer is enough to report the error; the others are awaited only on
 * request and for a limited time. The child opens the counterexample as PATH.part while it may open
 * files; the parent renames it when it is complete. */
#include "tui/cli/certify.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "trace/message.h"
#include "tui/cli/certify_int.h"

/* A requested file gets extra time, because a long path needs it. */
enum { CONFIRM_SECONDS = 60, FILE_SECONDS = 60, TELL_SECONDS = 10, TELL_LEAST = 5, TELL_MOST = 30 };

double certify_seconds(double search) {
  double part = search > 0 ? search / 10 : TELL_SECONDS;
  return part < TELL_LEAST ? TELL_LEAST : part > TELL_MOST ? TELL_MOST : part;
}

/* ---- the process that re-executes ---- */

static void begin(struct certifier *c, const struct certify_work *w) {
  int fd[2];
  certify_end(c);
  if (pipe(fd)) return;
  fflush(NULL);
  c->pid = fork();
  if (!c->pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(fd[0]);
    certify_child(w, fd[1]);
    _exit(0);
  }
  close(fd[1]);
  c->fd = fd[0];
}

void certify_end(struct certifier *c) {
  if (c->pid > 0) {
    close(c->fd);
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  c->pid = 0;
}

static json_t *failed_json(char *why) {
  json_t *j = json_pack("{s:s}", "failed", why);
  free(why);
  return j;
}

/* Returns the process's next answer; never NULL. */
static json_t *await(struct certifier *c, double seconds) {
  double end = clock_seconds() + seconds;
  json_t *answer = c->pid > 0 ? message_receive_part(c->fd, end) : NULL;
  if (answer) return answer;
  if (clock_seconds() >= end)
    return failed_json(mem_printf("it took more than %g s to execute it again", seconds));
  return failed_json(mem_strdup("the process that executes the counterexample again died"));
}

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

static double story_seconds(const struct certifier *c) {
  return c->seconds > 0 ? c->seconds : TELL_SECONDS;
}

static json_t *confirmed(struct certifier *c, const struct schedule *s, const char *path) {
  struct certify_work w = {c->options, c->seq, path, s, story_seconds(c)};
  double twice = 2 * c->searched;
  json_t *answer;
  begin(c, &w);
  answer = await(c, twice > CONFIRM_SECONDS ? twice : CONFIRM_SECONDS);
  if (json_object_get(answer, "property")) return answer;
  certify_end(c);
  if (path) name_trace(answer, path);
  return answer;
}

/* Adds the story to the details, or why there is none. */
static void add_story(struct certifier *c, json_t *said) {
  double most = 2 * story_seconds(c);
  json_t *story = await(c, most);
  const char *failed = json_string_value(json_object_get(story, "failed"));
  if (failed)
    json_object_set(said, "left_out", json_object_get(story, "failed"));
  else
    json_object_update(said, story);
  json_decref(story);
}

static json_t *all_said(struct certifier *c, const char *path) {
  json_t *said = await(c, 2 * story_seconds(c) + (path ? FILE_SECONDS : 0));
  if (path) name_trace(said, path);
  if (json_object_get(said, "property")) add_story(c, said);
  certify_end(c);
  return said;
}

/* ---- its answers ---- */

static void replace(char **slot, const json_t *answer, const char *key) {
  const char *s = json_string_value(json_object_get(answer, key));
  free(*slot);
  *slot = s ? mem_strdup(s) : NULL;
}

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
    replace(&s->headline, answer, "headline");
    replace(&s->location, answer, "location");
    replace(&s->detail, answer, "detail");
    replace(&s->thread, answer, "thread");
    s->early = (uint64_t)json_integer_value(json_object_get(answer, "early"));
    for (i = steps; s->property && s->ends && i < s->count; i++) free(s->ends[i].mark);
    if (s->property) s->count = steps;
  }
  json_decref(answer);
  return err->code;
}

/* Missing details are no error, but a missing counterexample file is. */
static int take_said(json_t *said, struct schedule *s, const char *path, struct error *err) {
  const char *failed = json_string_value(json_object_get(said, "failed"));
  if (path && failed)
    error_set(err, ERR_INPUT, "%s%s%s", strstr(failed, path) ? "" : path,
              strstr(failed, path) ? "" : ": was not written: ", failed);
  if (!failed) {
    replace(&s->headline, said, "headline");
    replace(&s->location, said, "location");
    replace(&s->detail, said, "detail");
    replace(&s->story, said, "story");
    replace(&s->left_out, said, "left_out");
    if (json_is_true(json_object_get(said, "part"))) s->left_out = mem_strdup("its time ran out");
  } else {
    replace(&s->left_out, said, "failed");
  }
  json_decref(said);
  return err->code;
}

int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s,
                     const char *path, struct error *err) {
  struct certifier c = {.options = o, .seq = seq};
  if (take_answer(confirmed(&c, s, path), s, err) || !s->property) return err->code;
  return take_said(all_said(&c, path), s, path, err);
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
  json_array_append_new(j, end->mark ? certify_text(end->mark) : json_null());
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

static json_t *asked(struct certifier *c, const json_t *j) {
  const char *path = json_string_value(json_object_get(j, "path"));
  struct schedule s = {0};
  json_t *answer;
  if (json_object_get(j, "describe")) return all_said(c, path);
  read_steps(json_object_get(j, "steps"), &s);
  replace(&s.property, j, "property");
  s.listen_from = (uint32_t)json_integer_value(json_object_get(j, "listen_from"));
  s.listen_anew = json_is_true(json_object_get(j, "listen_anew"));
  answer = confirmed(c, &s, path);
  schedule_release(&s);
  return answer;
}

char *certify_service(void *self, const char *request, size_t n, int *file) {
  json_t *j = json_loadb(request, n, 0, NULL), *answer = asked(self, j);
  char *text = json_dumps(answer, JSON_COMPACT);
  (void)file;
  json_decref(answer);
  json_decref(j);
  return text;
}

static json_t *certify_ask(struct engine *e, json_t *j) {
  char *request = json_dumps(j, JSON_COMPACT), *answer;
  json_decref(j);
  answer = request ? engine_ask(e, request, NULL) : NULL;
  free(request);
  j = answer ? json_loads(answer, 0, NULL) : NULL;
  free(answer);
  return j ? j : failed_json(mem_strdup("the process that executes it again died"));
}

int certify_confirm(struct engine *e, struct schedule *s, const char *path, struct error *err) {
  json_t *j = json_object(), *steps = json_array();
  uint32_t i;
  for (i = 0; i < s->count; i++) json_array_append_new(steps, step_json(s, i));
  json_object_set_new(j, "steps", steps);
  if (path) json_object_set_new(j, "path", json_string(path));
  json_object_set_new(j, "listen_from", json_integer(s->listen_from));
  json_object_set_new(j, "listen_anew", json_boolean(s->listen_anew));
  if (s->property) json_object_set_new(j, "property", certify_text(s->property));
  return take_answer(certify_ask(e, j), s, err);
}

int certify_describe(struct engine *e, struct schedule *s, const char *path, struct error *err) {
  json_t *j = json_pack("{s:b,s:s?}", "describe", 1, "path", path);
  return take_said(certify_ask(e, j), s, path, err);
}

int certify_by_service(struct engine *e, struct schedule *s, const char *path, struct error *err) {
  if (certify_confirm(e, s, path, err) || !s->property) return err->code;
  return certify_describe(e, s, path, err);
}
