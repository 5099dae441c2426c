/* The process that re-executes a counterexample (see certify.h). It first executes the schedule
 * without keeping events, so checking the error takes no more time and memory than finding it did.
 * Then it executes the schedule again with events, for the counterexample's file and the details.
 * It sends each answer as soon as it has it, because it may be ended before the next. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/counterexample.h"
#include "trace/message.h"
#include "tui/cli/certify_int.h"
#include "tui/cli/cli.h"
#include "tui/text/story.h"

json_t *certify_text(const char *s) {
  json_t *j = s ? json_string(s) : json_null();
  return j ? j : json_string("?");
}

/* The timed waits that end early in the schedule, one per line. */
enum { EARLY_MOST = 5 };
struct early {
  uint32_t count;
  uint64_t shortest; /* ns; 0: none */
  struct text lines;
};

static void need(struct early *early, const char *what) {
  text_printf(&early->lines, "%s%s%s", early->lines.s ? "\n" : "", "needs that ", what);
}

static void early_note(struct early *early, struct engine *e, struct choice c) {
  uint64_t ns = 0;
  char *s = engine_early(e, c, &ns);
  if (s && (!early->shortest || ns < early->shortest)) early->shortest = ns;
  if (s && early->count < EARLY_MOST && (!early->lines.s || !strstr(early->lines.s, s))) {
    early->count++;
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
  json_object_set_new(j, "thread", certify_text(titles[v.thread]));
  json_object_set_new(j, "early", json_integer((json_int_t)early->shortest));
  engine_lines_free(titles);
  return j;
}

/* ---- the steps ---- */

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

/* ---- the answers ---- */

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
  return failure(&err);
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

void certify_child(const struct certify_work *w, int fd) {
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
