/* Makes the plan of a counterexample in a child process. See confirm_plan.h. The process that
 * executes the counterexample answers with one JSON object through a pipe. */
#include "tui/cli/confirm_plan.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/counterexample.h"
#include "trace/message.h"
#include "trace/plan.h"
#include "tui/cli/certify.h"

/* ---- in the process of its own ---- */

static char *place_text(struct engine *e, const struct segment *s) {
  char *at, *file, *text;
  struct error none = {0};
  uint32_t methods;
  int line;
  switch (s->end) {
    case SEGMENT_WAIT: return mem_printf("T%u waits in Object.wait", s->thread);
    case SEGMENT_BLOCKS: return mem_printf("T%u waits for a class initialiser", s->thread);
    case SEGMENT_LEAVES: return mem_printf("T%u is about to end", s->thread);
    case SEGMENT_ENDED: return mem_printf("T%u ends", s->thread);
    case SEGMENT_EXIT: return mem_printf("T%u ends the program", s->thread);
    case SEGMENT_ACCESS: return mem_printf("T%u makes the second access of the race", s->thread);
    case SEGMENT_ERROR: return mem_printf("the error in T%u", s->thread);
    default: break;
  }
  if (!s->class_name) return mem_printf("T%u begins", s->thread);
  at = mem_printf("%s.%s%s@%u", s->class_name, s->method, s->descriptor, s->bci);
  for (char *p = at; p < at + strlen(s->class_name); p++)
    if (*p == '/') *p = '.';
  if (engine_program_line(e, at, &file, &line, &methods, &none)) {
    text = mem_printf("T%u stops before %.*s, bytecode %u, visit %u", s->thread,
                      (int)strcspn(at, "("), at, s->bci, s->visits);
  } else {
    text = mem_printf("T%u stops before %s:%d, bytecode %u of %s, visit %u", s->thread, file, line,
                      s->bci, s->method, s->visits);
    free(file);
  }
  free(at);
  return text;
}

static json_t *failed(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "code", err->code);
}

static json_t *racing_json(const struct racing_access *a) {
  return json_pack("{s:s,s:b,s:b}", "instruction", a->instruction, "apart", a->apart, "call",
                   a->call);
}

/* Sets *v and *out, or refuses an error that no run of a JVM shows. */
static int failure_of(struct engine *e, struct violation_info *v, struct plan_failure *out,
                      struct error *err) {
  if (engine_violation(e, engine_here(e), v))
    return error_set(err, ERR_INPUT, "the trace contains no error, so there is nothing to confirm");
  if (v->property & PROP_CONFLICT)
    return error_set(
        err, ERR_UNSUPPORTED,
        "an error of the property %s cannot be confirmed in a JVM: it is no failure of "
        "a run",
        v->property_name);
  *out = (struct plan_failure){.results = v->property & PROP_ASSESSED};
  if (v->property == PROP_EXCEPTION && v->end == FAILURE_STATUS)
    out->status = v->status;
  else if (v->property == PROP_EXCEPTION)
    *out = (struct plan_failure){.exception = v->kind, .stored = v->end == FAILURE_STORED};
  return 0;
}

static json_t *failure_json(struct engine *e, const struct violation_info *v,
                            const struct plan_failure *f) {
  return json_pack("{s:s?,s:b,s:i,s:b,s:s,s:s}", "exception", f->exception, "stored", f->stored,
                   "status", f->status, "hang", v->property == PROP_HANG, "headline", v->headline,
                   "jdk", engine_jdk(e));
}

static bool is_environment(const struct engine *e) {
  const char *name;
  size_t len;
  return engine_environment_class(e, 0, &name, &len) != NULL;
}

/* A race or an exception that the library keeps is not seen in a run by itself, and an environment
 * needs the agent. */
static bool shows_by_itself(const struct engine *e, const struct violation_info *v) {
  return v->property != PROP_RACE && v->end != FAILURE_STORED && !is_environment(e);
}

static json_t *unforced_of(struct engine *e, struct error *err) {
  struct violation_info v;
  struct plan_failure failure;
  if (failure_of(e, &v, &failure, err)) return failed(err);
  if (v.property == PROP_RACE)
    error_set(err, ERR_UNSUPPORTED,
              "--stress: a data race does not show in a run; --plain records runs, and looks for "
              "it in their traces");
  else if (is_environment(e))
    error_set(
        err, ERR_UNSUPPORTED,
        "--stress: an environment does not run by itself; heddle env --emit FILE writes one in "
        "Java, which runs its calls many times");
  else if (!shows_by_itself(e, &v))
    error_set(err, ERR_UNSUPPORTED,
              "--stress: a run by itself does not show an exception that the library keeps");
  return err->code ? failed(err) : failure_json(e, &v, &failure);
}

static void refuse_schedule(const struct engine *e, const struct violation_info *v,
                            const char *beyond, struct error *err) {
  error_set(err, ERR_UNSUPPORTED, "a JVM cannot be made to follow this schedule: %s%s", beyond,
            shows_by_itself(e, v)
                ? "; heddle confirm --stress 10000 runs the program by itself that often"
                : "");
}

/* Returns the bytes as hexadecimal digits; the caller frees the text. */
static char *hex_of(const uint8_t *bytes, size_t len) {
  struct text t = {0};
  for (size_t i = 0; i < len; i++) text_printf(&t, "%02x", bytes[i]);
  return t.s;
}

static json_t *classes_json(const struct engine *e) {
  json_t *all = json_array();
  const char *name;
  const uint8_t *bytes;
  size_t len;
  for (size_t n = 0; (bytes = engine_environment_class(e, n, &name, &len)); n++) {
    char *hex = hex_of(bytes, len);
    json_array_append_new(all, json_pack("{s:s,s:s}", "name", name, "bytes", hex));
    free(hex);
  }
  return all;
}

/* Adds what a JVM needs to run the environment and to judge its results. */
static void add_environment(struct engine *e, const struct plan_failure *f, json_t *answer,
                            struct error *err) {
  struct text results = {0};
  const char *why = f->results ? engine_environment_results(e, &results) : NULL;
  if (why)
    error_set(err, ERR_UNSUPPORTED, "a JVM's results cannot be compared: %s", why);
  else if (f->results)
    json_object_set_new(answer, "results", json_string(results.s));
  json_object_set_new(answer, "classes", classes_json(e));
  text_release(&results);
}

static json_t *plan_of(struct engine *e, struct error *err) {
  struct violation_info v;
  struct segments s;
  struct text plan = {0};
  json_t *answer, *places = json_array();
  struct plan_failure failure;
  if (failure_of(e, &v, &failure, err) || engine_segments(e, engine_here(e), &s, err))
    return failed(err);
  if (s.beyond) {
    refuse_schedule(e, &v, s.beyond, err);
    engine_segments_release(&s);
    return failed(err);
  }
  plan_write(&s, &failure, &plan);
  if (engine_environment_beside(e)) plan_open_package(engine_environment_beside(e), &plan);
  for (uint32_t i = 0; i < s.count; i++) {
    char *text = place_text(e, &s.all[i]);
    json_array_append_new(places, json_string(text));
    free(text);
  }
  answer = failure_json(e, &v, &failure);
  json_object_set_new(answer, "plan", json_string(plan.s));
  json_object_set_new(answer, "places", places);
  if (s.racing[0].instruction)
    json_object_set_new(answer, "racing",
                        json_pack("[o,o]", racing_json(&s.racing[0]), racing_json(&s.racing[1])));
  engine_segments_release(&s);
  text_release(&plan);
  add_environment(e, &failure, answer, err);
  if (!err->code) return answer;
  json_decref(answer);
  return failed(err);
}

/* Replays the counterexample, or follows it with changed classes. */
static int reach_error(struct engine *e, struct trace_reader *r, bool anyway, struct error *err) {
  struct error why = {0};
  if (anyway) return counterexample_follow(e, r, err);
  if (counterexample_replay(e, r, &why))
    error_set(
        err, why.code, "%s%s", why.msg,
        counterexample_changed_class(e, r) ? " (--anyway: follow it with these classes)" : "");
  return err->code;
}

static json_t *execute(const struct engine_options *o, struct trace_reader *r,
                       const struct confirm_plan_wish *w) {
  struct certifier c = {.options = o};
  struct error err = {0};
  struct engine *e;
  json_t *answer;
  if (engine_open(o, &e, &err)) return failed(&err);
  if (engine_confine(e, certify_service, &c, &err) || reach_error(e, r, w->anyway, &err))
    answer = failed(&err);
  else
    answer = w->unforced ? unforced_of(e, &err) : plan_of(e, &err);
  engine_close(e);
  return answer;
}

/* ---- here ---- */

static char *copy_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? mem_strdup(s) : NULL;
}

static struct racing_access racing_of(const json_t *j) {
  return (struct racing_access){.instruction = copy_of(j, "instruction"),
                                .apart = json_is_true(json_object_get(j, "apart")),
                                .call = json_is_true(json_object_get(j, "call"))};
}

static void take_class(const json_t *j, confirm_classes *out) {
  const char *hex = json_string_value(json_object_get(j, "bytes"));
  struct confirm_class *k = vec_push(out);
  k->len = strlen(hex) / 2;
  k->name = copy_of(j, "name");
  k->bytes = mem_alloc(k->len);
  for (size_t i = 0; i < k->len; i++) {
    const char digits[] = {hex[2 * i], hex[2 * i + 1], 0};
    k->bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
  }
}

static int confirm_plan_take(const json_t *j, struct confirm_plan *out, struct error *err) {
  const json_t *places = json_object_get(j, "places"), *place, *racing, *class_file;
  const char *why = json_string_value(json_object_get(j, "failed"));
  size_t i;
  if (!j) return error_set(err, ERR_INTERNAL, "the process that executes the counterexample died");
  if (why) return error_set(err, (int)json_integer_value(json_object_get(j, "code")), "%s", why);
  out->text = copy_of(j, "plan");
  out->failure =
      (struct plan_failure){.exception = copy_of(j, "exception"),
                            .stored = json_is_true(json_object_get(j, "stored")),
                            .status = (int32_t)json_integer_value(json_object_get(j, "status"))};
  out->hang = json_is_true(json_object_get(j, "hang"));
  out->headline = copy_of(j, "headline");
  out->jdk = copy_of(j, "jdk");
  racing = json_object_get(j, "racing");
  for (size_t k = 0; racing && k < COUNT(out->racing); k++)
    out->racing[k] = racing_of(json_array_get(racing, k));
  out->places = mem_alloc((json_array_size(places) + 1) * sizeof *out->places);
  json_array_foreach(json_object_get(j, "classes"), i, class_file)
      take_class(class_file, &out->classes);
  out->results = copy_of(j, "results");
  json_array_foreach(places, i, place) out->places[i] = mem_strdup(json_string_value(place));
  return 0;
}

int confirm_plan_make(const struct engine_options *o, struct trace_reader *r,
                      const struct confirm_plan_wish *w, struct confirm_plan *out,
                      struct error *err) {
  json_t *answer;
  int fd[2], rc;
  pid_t child;
  *out = (struct confirm_plan){0};
  if (pipe(fd)) return error_set(err, ERR_INTERNAL, "pipe: %m");
  fflush(NULL);
  child = fork();
  if (!child) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(fd[0]);
    message_send(fd[1], execute(o, r, w));
    _exit(0);
  }
  close(fd[1]);
  answer = message_receive(fd[0]);
  close(fd[0]);
  waitpid(child, NULL, 0);
  rc = confirm_plan_take(answer, out, err);
  json_decref(answer);
  return rc;
}

void confirm_plan_release(struct confirm_plan *p) {
  for (char **s = p->places; s && *s; s++) free(*s);
  free(p->places);
  free(p->text);
  free((char *)p->failure.exception);
  for (size_t i = 0; i < COUNT(p->racing); i++) free(p->racing[i].instruction);
  for (size_t i = 0; i < p->classes.len; i++) {
    free(p->classes.data[i].name);
    free(p->classes.data[i].bytes);
  }
  vec_free(&p->classes);
  free(p->results);
  free(p->headline);
  free(p->jdk);
}
