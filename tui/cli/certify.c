/* Starts the process that executes an error again, and takes its answers. A confined search asks
 * its broker to do this (certify_service). The process answers with JSON objects through a pipe:
 * whether the error occurs, then its details, and last the story. The first answer is enough to
 * report the error; the others are awaited only on request and for a limited time. The child opens
 * the counterexample as PATH.part while it may open files; the parent renames it when it is
 * complete. */
#include "tui/cli/certify.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/counterexample.h"
#include "trace/message.h"
#include "tui/cli/cli.h"
#include "tui/text/story.h"

struct certify_work {
  const struct engine_options *options;
  const char *seq, *path; /* NULL: none */
  const struct schedule *schedule;
  double seconds; /* time bound of the story */
};

/* ---- process that re-executes ---- */

/* The process first executes the schedule without keeping events, so checking the error takes no
 * more time and memory than finding it did. Then it executes the schedule again with events, for
 * the counterexample's file and the details. It sends each answer as soon as it has it, because it
 * may be ended before the next. */

/* Returns the text as JSON: NULL becomes null, and text that is not UTF-8 becomes "?". */
static json_t *certify_text(const char *s) {
  json_t *j = s ? json_string(s) : json_null();
  return j ? j : json_string("?");
}

/* The timed waits that end early in the schedule, one per line. */
enum { EARLY_MOST = 5 };
struct early {
  struct early_wait wait[EARLY_MOST]; /* different ones */
  uint32_t count;
  uint64_t shortest; /* ns; 0: none */
  struct text lines;
};

static void need(struct early *early, const char *what) {
  text_printf(&early->lines, "%s%s%s", early->lines.s ? "\n" : "", "needs that ", what);
}

static bool is_noted(const struct early *early, const struct early_wait *w) {
  for (uint32_t i = 0; i < early->count; i++) {
    const struct early_wait *k = &early->wait[i];
    if (k->ns == w->ns && k->thread == w->thread && k->other == w->other && k->how == w->how &&
        k->class_number == w->class_number && k->place == w->place)
      return true;
  }
  return false;
}

static void early_note(struct early *early, struct engine *e, struct choice c) {
  struct early_wait w;
  char *s = engine_early(e, c, &w);
  if (s && (!early->shortest || w.ns < early->shortest)) early->shortest = w.ns;
  if (s && early->count < EARLY_MOST && !is_noted(early, &w)) {
    early->wait[early->count++] = w;
    need(early, s);
  }
  free(s);
}

/* Notes a call of System.gc(), because in a JVM it may clear weak references. */
static void collects_note(struct early *early, struct engine *e) {
  struct scope_info seen;
  engine_scope(e, &seen);
  if (seen.collects) need(early, "System.gc() clears no weak reference");
}

static char *early_detail(const struct early *early, const char *detail) {
  const char *lines = early->lines.s;
  if (!lines) return detail ? mem_strdup(detail) : NULL;
  return mem_printf("%s%s%s", detail ? detail : "",
                    detail && *detail && detail[strlen(detail) - 1] != '\n' ? "\n" : "", lines);
}

static json_t *pair_json(const char *a, const char *b) {
  return a && b ? json_pack("[o,o]", certify_text(a), certify_text(b)) : json_null();
}

/* Returns the method as [class, name], the frames as [class, line, thread, at fault] and the raced
 * field as [class, name]. */
static json_t *places_json(struct engine *e) {
  json_t *frames = json_array(), *j;
  struct error_places p;
  if (engine_error_places(e, engine_here(e), &p)) p = (struct error_places){0};
  for (uint32_t i = 0; i < p.count; i++) {
    const struct error_frame *f = &p.frames[i];
    json_array_append_new(frames, json_pack("[o,i,i,b]", certify_text(f->class_name), (int)f->line,
                                            (int)f->thread, f->at_fault));
  }
  j = json_pack("{s:o,s:o,s:o,s:b,s:o,s:i}", "method", pair_json(p.class_name, p.method), "frames",
                frames, "raced", pair_json(p.raced_class, p.raced_field), "library", p.by_library,
                "accessors", pair_json(p.accessor[0], p.accessor[1]), "idiom", (int)p.idiom);
  if (p.raced_array) json_object_set_new(j, "array", certify_text(p.raced_array));
  error_places_release(&p);
  return j;
}

static json_t *violation_json(struct engine *e, uint32_t steps, struct early *early) {
  char *detail, **titles;
  struct violation_info v;
  json_t *j = json_object();
  if (engine_violation(e, engine_here(e), &v)) return j;
  titles = engine_thread_titles(e, engine_here(e));
  json_object_set_new(j, "steps", json_integer(steps));
  json_object_set_new(j, "property", certify_text(v.property_name));
  json_object_set_new(j, "kind", certify_text(v.kind));
  json_object_set_new(j, "message", certify_text(v.message));
  json_object_set_new(j, "headline", certify_text(v.headline));
  json_object_set_new(j, "location", certify_text(v.location));
  collects_note(early, e);
  detail = early_detail(early, v.detail);
  json_object_set_new(j, "detail", certify_text(detail));
  free(detail);
  json_object_set_new(j, "places", places_json(e));
  json_object_set_new(j, "thread", certify_text(titles[v.thread]));
  json_object_set_new(j, "early", json_integer((json_int_t)early->shortest));
  engine_lines_free(titles);
  return j;
}

/* ---- execution of the schedule ---- */

/* Executes the schedule up to the first violation. */
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
          err); /* the step may end earlier than in the search, where the property was silent */
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

/* ---- answers sent ---- */

enum { SPARE = 256 << 20 };

/* Bounds the memory to what is reserved now, plus `bytes`. */
static void bound_memory(uint64_t bytes) {
  FILE *in = fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  struct rlimit most;
  if (!in) return;
  if (fscanf(in, "%lu", &pages) == 1 && !getrlimit(RLIMIT_AS, &most)) {
    most.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes + SPARE;
    if (most.rlim_cur < most.rlim_max) setrlimit(RLIMIT_AS, &most);
  }
  fclose(in);
}

/* Returns the memory bound for keeping events: all of the search's memory if a file was requested,
 * because the events of a long path may need it; otherwise a quarter. */
static uint64_t memory_of(const struct certify_work *w) {
  enum { SHARE = 4 };
  uint64_t all = w->options->memory_bytes;
  return w->path ? all : all / SHARE;
}

/* Returns the story as text, as a schedule stores it. */
static json_t *story_answer(struct engine *e) {
  json_t *answer = json_object(), *story = story_json(e, engine_here(e));
  char *text = story ? json_dumps(story, JSON_COMPACT) : NULL;
  if (text) json_object_set_new(answer, "story", json_string(text));
  free(text);
  json_decref(story);
  if (cli_stop) json_object_set_new(answer, "part", json_true());
  return answer;
}

static bool send(int fd, json_t *answer) {
  bool good = message_send_part(fd, answer);
  json_decref(answer);
  return good;
}

/* Executes the schedule again with its events. Returns the details that need events, and completes
 * the file. */
static json_t *said_again(struct engine *e, const struct certify_work *w,
                          struct trace_writer *file) {
  struct early early = {0};
  struct error err = {0};
  uint32_t steps = 0;
  json_t *answer;
  if (engine_again(e, memory_of(w), &err) || execute(e, w->schedule, &steps, &early, &err)) {
    bool memory = err.code == ERR_MEMORY;
    if (memory) error_clear(&err);
    if (memory)
      error_set(&err, ERR_MEMORY, "its events take more than %llu MB",
                (unsigned long long)(memory_of(w) >> 20));
    return failure(&err);
  }
  answer = violation_json(e, steps, &early);
  text_release(&early.lines);
  if (file) counterexample_finish(e, file, &err);
  if (!err.code) return answer;
  json_decref(answer);
  answer = failure(&err);
  json_object_set_new(answer, "of_file", json_boolean(err.code == ERR_INPUT));
  return answer;
}

static void describe(struct engine *e, const struct certify_work *w, struct trace_writer *file,
                     int fd) {
  json_t *answer;
  bool there;
  if (!file) cli_alarm(w->seconds);
  answer = said_again(e, w, file);
  there = json_object_get(answer, "property");
  if (!send(fd, answer) || !there) return;
  if (file) cli_alarm(w->seconds);
  send(fd, story_answer(e));
}

static int certify_open(const struct certify_work *w, struct engine **e, struct trace_writer **file,
                        struct error *err) {
  struct engine_options o = *w->options;
  o.listen_from = w->schedule->listen_from;
  o.listen_anew = w->schedule->listen_anew;
  o.contracts = NULL; /* the error must also occur when every step is executed */
  o.out_fd = -1;
  o.leave_h = true;
  o.keep_events = false;
  o.stop = &cli_stop;
  if (engine_open(&o, e, err) || (w->seq && engine_marks_load(*e, w->seq, err))) return err->code;
  if (w->path && counterexample_begin(w->path, file, err)) return err->code;
  bound_memory(o.memory_bytes);
  return engine_confine(*e, NULL, NULL, err);
}

/* Runs the forked process. Sends its answers to `fd`. */
static void certify_child(const struct certify_work *w, int fd) {
  struct engine *e = NULL;
  struct trace_writer *file = NULL;
  struct error err = {0};
  struct early early = {0};
  uint32_t steps = 0;
  json_t *answer;
  bool there;
  cli_stop = 0;
  if (certify_open(w, &e, &file, &err) || execute(e, w->schedule, &steps, &early, &err)) {
    send(fd, failure(&err));
    return;
  }
  answer = violation_json(e, steps, &early);
  text_release(&early.lines);
  there = json_object_get(answer, "property");
  if (send(fd, answer) && there) describe(e, w, file, fd);
}

/* ---- starting and awaiting ---- */

/* A requested file gets extra time, because a long path needs it. */
enum { CONFIRM_SECONDS = 60, FILE_SECONDS = 60, TELL_SECONDS = 10, TELL_LEAST = 5, TELL_MOST = 30 };

double certify_seconds(double search) {
  double part = search > 0 ? search / 10 : TELL_SECONDS;
  return part < TELL_LEAST ? TELL_LEAST : part > TELL_MOST ? TELL_MOST : part;
}

static void begin(struct certifier *c, const struct certify_work *w) {
  int fd[2];
  certify_end(c);
  CHECK(!c->pid, "one process at a time executes an error again: %d", (int)c->pid);
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
    json_object_set_new(answer, "of_file", json_true());
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

/* ---- answers received ---- */

static json_int_t number_at(const json_t *array, size_t i) {
  return json_integer_value(json_array_get(array, i));
}

static void replace(char **slot, const json_t *answer, const char *key) {
  const char *s = json_string_value(json_object_get(answer, key));
  free(*slot);
  *slot = s ? mem_strdup(s) : NULL;
}

static char *item_text(const json_t *array, size_t i) {
  const char *s = json_string_value(json_array_get(array, i));
  return s ? mem_strdup(s) : NULL;
}

static void take_frame(const json_t *j, struct error_places *p) {
  char *class_name = item_text(j, 0);
  if (!class_name) return;
  p->frames[p->count++] = (struct error_frame){.class_name = class_name,
                                               .line = (uint32_t)number_at(j, 1),
                                               .thread = (uint32_t)number_at(j, 2),
                                               .at_fault = json_is_true(json_array_get(j, 3))};
}

static void take_places(const json_t *j, struct error_places *p) {
  const json_t *frames = json_object_get(j, "frames"), *raced = json_object_get(j, "raced"),
               *method = json_object_get(j, "method");
  size_t i;
  error_places_release(p);
  p->class_name = item_text(method, 0);
  p->method = item_text(method, 1);
  p->frames = mem_alloc((json_array_size(frames) + 1) * sizeof *p->frames);
  for (i = 0; i < json_array_size(frames); i++) take_frame(json_array_get(frames, i), p);
  p->raced_class = item_text(raced, 0);
  p->raced_field = item_text(raced, 1);
  p->by_library = json_is_true(json_object_get(j, "library"));
  p->accessor[0] = item_text(json_object_get(j, "accessors"), 0);
  p->accessor[1] = item_text(json_object_get(j, "accessors"), 1);
  p->idiom = (enum race_idiom)json_integer_value(json_object_get(j, "idiom"));
  replace(&p->raced_array, j, "array");
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
    take_places(json_object_get(answer, "places"), &s->places);
    s->early = (uint64_t)json_integer_value(json_object_get(answer, "early"));
    for (i = steps; s->property && s->ends && i < s->count; i++) free(s->ends[i].mark);
    if (s->property) s->count = steps;
  }
  json_decref(answer);
  return err->code;
}

/* Missing details are not an error, but a missing counterexample file is. An error of the file
 * itself names it. */
static int take_said(json_t *said, struct schedule *s, const char *path, struct error *err) {
  const char *failed = json_string_value(json_object_get(said, "failed"));
  bool named = json_is_true(json_object_get(said, "of_file"));
  if (path && failed)
    error_set(err, ERR_INPUT, "%s%s%s", named ? "" : path,
              named ? "" : ": was not written: ", failed);
  if (!failed) {
    replace(&s->headline, said, "headline");
    replace(&s->location, said, "location");
    replace(&s->detail, said, "detail");
    take_places(json_object_get(said, "places"), &s->places);
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

/* ---- certification service ---- */

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
