/* See certify.h. The child's answer is one JSON object through a pipe. */
#include "tui/certify.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/counterexample.h"

static json_t *text_json(const char *s) {
  json_t *j = s ? json_string(s) : json_null();
  return j ? j : json_string("?");
}

static json_t *violation_json(struct engine *e, uint32_t steps) {
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
  json_object_set_new(j, "detail", text_json(v.detail));
  json_object_set_new(j, "thread", text_json(t.name));
  engine_thread_release(&t);
  return j;
}

/* ---- the child ---- */

/* Executes up to the first violation. */
static int execute(struct engine *e, const struct schedule *s, uint32_t *steps, struct error *err) {
  struct node_info n;
  for (*steps = 0; *steps < s->count;) {
    uint32_t i = (*steps)++;
    int rc =
        s->ends ? engine_take_to(e, s->choices[i], &s->ends[i], NULL, err) : engine_take(e, s->choices[i], NULL, err);
    if (!engine_node(e, engine_here(e), &n) && n.flags & NODE_ERROR) {
      error_clear(err); /* an error ends a step earlier than it ended when the property was silent */
      return 0;
    }
    if (rc) return error_prefix(err, "the counterexample does not replay: step %u", i + 1);
  }
  return 0;
}

static json_t *child(const struct engine_options *given, const char *seq, const struct schedule *s, const char *path) {
  struct engine_options o = *given;
  struct engine *e = NULL;
  struct error err = {0};
  uint32_t steps = 0;
  json_t *answer = NULL;
  o.keep_events = true;
  o.out_fd = -1;
  if (!engine_open(&o, &e, &err) && (!seq || !engine_marks_load(e, seq, &err)) && !execute(e, s, &steps, &err)) {
    answer = violation_json(e, steps);
    if (path && json_object_get(answer, "property")) counterexample_write(e, path, &err);
  }
  if (!err.code) return answer;
  json_decref(answer);
  return json_pack("{s:s}", "failed", err.msg);
}

static int run_child(const struct engine_options *o, const char *seq, const struct schedule *s, const char *path, int fd) {
  json_t *answer = child(o, seq, s, path);
  int rc = answer ? json_dumpfd(answer, fd, JSON_COMPACT) : -1;
  json_decref(answer);
  return rc ? 1 : 0;
}

/* ---- the parent ---- */

static void replace(char **slot, const json_t *answer, const char *key) {
  const char *s = json_string_value(json_object_get(answer, key));
  free(*slot);
  *slot = s ? mem_strdup(s) : NULL;
}

static int take_answer(const json_t *answer, struct schedule *s, struct error *err) {
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  uint32_t i, steps = (uint32_t)json_integer_value(json_object_get(answer, "steps"));
  if (!json_is_object(answer))
    return error_set(err, ERR_INTERNAL, "the process that executes the counterexample again died");
  if (failed) return error_set(err, ERR_INTERNAL, "%s", failed);
  replace(&s->property, answer, "property");
  replace(&s->kind, answer, "kind");
  replace(&s->message, answer, "message");
  replace(&s->location, answer, "location");
  replace(&s->detail, answer, "detail");
  replace(&s->thread, answer, "thread");
  for (i = steps; s->property && s->ends && i < s->count; i++) free(s->ends[i].mark);
  if (s->property) s->count = steps;
  return 0;
}

int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s, const char *path, struct error *err) {
  int fd[2], rc;
  json_t *answer;
  pid_t pid;
  if (pipe(fd)) return error_set(err, ERR_INTERNAL, "pipe: %s", strerror(errno));
  fflush(NULL);
  pid = fork();
  if (!pid) {
    close(fd[0]);
    _exit(run_child(o, seq, s, path, fd[1]));
  }
  close(fd[1]);
  answer = pid < 0 ? NULL : json_loadfd(fd[0], 0, NULL);
  close(fd[0]);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  rc = take_answer(answer, s, err);
  json_decref(answer);
  return rc;
}
