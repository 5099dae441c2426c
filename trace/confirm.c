/* See confirm.h. The plan and the agent's report are files in a temporary folder, which is removed
 * after the run. The JVM is the leader of a process group, so that its children can be killed with
 * it. */
#include "trace/confirm.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/folders.h"
#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/confirm_race.h"
#include "trace/forced_jvm.h"
#include "trace/format/reader.h"
#include "trace/format/writer.h"
#include "trace/jvm.h"
#include "trace/jvm_process.h"

/* LAST_WORDS_MS: after the report the JVM may still print messages for this long. PLAIN_EXTRA:
 * seconds added to the time limit of a forced run. */
enum { LAST_WORDS_MS = 300, PLAIN_EXTRA = 10 };

struct confirm_files {
  char *folder;
  char *plan, *report, *input, *output, *trace;
  size_t classes; /* number of class files of the main class below the folder */
};

/* ---- files ---- */

static char *class_file(const struct confirm_files *f, const struct confirm_class *k) {
  return mem_printf("%s/%s.class", f->folder, k->name);
}

static int write_classes(const struct confirm_options *o, struct confirm_files *f,
                         struct error *err) {
  if (!o->classes)
    return forced_jvm_write_classes(o->program->main_class, f->folder, &f->classes, err);
  for (size_t i = 0; i < o->classes->len && !err->code; i++) {
    const struct confirm_class *k = &o->classes->data[i];
    char *path = class_file(f, k);
    whole_file_write(path, k->bytes, k->len, err);
    free(path);
  }
  f->classes = o->classes->len;
  return err->code;
}

static void remove_classes(const struct confirm_options *o, const struct confirm_files *f) {
  if (!o->classes) {
    forced_jvm_remove_classes(o->program->main_class, f->folder);
    return;
  }
  for (size_t i = 0; i < o->classes->len; i++) {
    char *path = class_file(f, &o->classes->data[i]);
    unlink(path);
    rmdir(dirname(path)); /* once it is empty */
    free(path);
  }
}

static int files_make(const struct confirm_options *o, struct confirm_files *f, struct error *err) {
  const struct engine_options *p = o->program;
  if (folder_temporary("heddle-confirm", &f->folder, err)) return err->code;
  f->plan = mem_printf("%s/plan", f->folder);
  f->report = mem_printf("%s/report", f->folder);
  f->input = mem_printf("%s/input", f->folder);
  f->output = mem_printf("%s/output", f->folder);
  f->trace = mem_printf("%s/trace", f->folder);
  if (whole_file_write(f->input, p->stdin_data, p->stdin_data ? p->stdin_len : 0, err) ||
      write_classes(o, f, err))
    return err->code;
  return o->plan ? whole_file_write(f->plan, o->plan, strlen(o->plan), err) : 0;
}

static void files_remove(const struct confirm_options *o, struct confirm_files *f) {
  char *const all[] = {f->plan, f->report, f->input, f->output, f->trace};
  for (size_t i = 0; i < COUNT(all); i++) {
    if (all[i]) unlink(all[i]);
    free(all[i]);
  }
  if (f->classes) remove_classes(o, f);
  rmdir(f->folder);
  free(f->folder);
}

/* Returns the text of the file, which the caller frees, or NULL if it cannot be read. */
static char *text_of(const char *path) {
  struct error none = {0};
  char *text = NULL;
  size_t len;
  return whole_file_read(path, &text, &len, &none) ? NULL : text;
}

/* ---- the command ---- */

static bool is_recorded(const struct confirm_options *o) { return o->racing || o->record; }

static bool has_calls(const struct racing_access *racing) {
  return racing[0].call || racing[1].call;
}

/* Classes that the program's own loader did not define are recorded only if an access of the race
 * is in them. Accesses by native methods are marked where these are called. */
static void add_racing(const struct confirm_options *o, const struct racing_access *a,
                       struct text *t) {
  char *name = mem_printf("%.*s", (int)strcspn(a->instruction, "."), a->instruction);
  if (a->apart) jvm_agent_option(t, "class", name);
  if (has_calls(o->racing)) jvm_agent_option(t, "mark", a->instruction);
  free(name);
}

static void add_recorder(const struct confirm_options *o, const struct confirm_files *f,
                         struct text *t) {
  const struct engine_options *p = o->program;
  jvm_agent_option(t, "file", f->trace);
  jvm_agent_option(t, "meta-" TRACE_META_MAIN, p->main_class);
  for (int i = 0; i < p->argc; i++) jvm_agent_option(t, "meta-" TRACE_META_ARG, p->argv[i]);
  jvm_agent_option(t, "meta-" TRACE_META_CLASSPATH, p->class_path ? p->class_path : ".");
  for (int i = 0; o->racing && i < 2; i++) add_racing(o, &o->racing[i], t);
}

static char *agent_argument(const struct confirm_options *o, const struct confirm_files *f,
                            const char *agent) {
  struct text t = {0};
  char *limit = mem_printf("%g", o->limit), *argument;
  if (o->plan) {
    jvm_agent_option(&t, "force", f->plan);
    jvm_agent_option(&t, "report", f->report);
    jvm_agent_option(&t, "limit", limit);
  }
  if (is_recorded(o)) add_recorder(o, f, &t);
  argument = mem_printf("-agentpath:%s=%s", agent, t.s);
  text_release(&t);
  free(limit);
  return argument;
}

static char *class_path_of(const struct engine_options *p, const struct confirm_files *f) {
  const char *path = p->class_path ? p->class_path : ".";
  return f->classes ? mem_printf("%s:%s", f->folder, path) : mem_strdup(path);
}

static int build_command(const struct confirm_options *o, const struct confirm_files *f,
                         struct jvm_command *c, struct error *err) {
  const struct engine_options *p = o->program;
  char *agent, *argument, *class_path;
  if (jvm_command_begin(c, p->java_home, "java", err)) return err->code;
  if (o->plan)
    for (const char *const *word = forced_jvm_options; *word; word++) jvm_command_add(c, *word);
  else
    jvm_command_add(c, "-ea");
  if (o->classes) jvm_command_add(c, forced_jvm_unverified);
  if (o->plan || is_recorded(o)) {
    agent = jvm_agent_path(err);
    if (!agent) return err->code;
    argument = agent_argument(o, f, agent);
    jvm_command_add(c, argument);
    free(argument);
    free(agent);
  }
  jvm_command_add_properties(c, p);
  class_path = class_path_of(p, f);
  jvm_command_add(c, "-cp");
  jvm_command_add(c, class_path);
  free(class_path);
  jvm_command_add(c, p->main_class);
  for (int i = 0; i < p->argc; i++) jvm_command_add(c, p->argv[i]);
  jvm_command_add(c, NULL);
  return 0;
}

/* ---- running ---- */

static int start_child(const struct confirm_options *o, const struct confirm_files *f, char **argv,
                       pid_t *child, struct error *err) {
  char *class_path = class_path_of(o->program, f);
  char **environment = o->plan ? forced_jvm_environment(o->program, class_path) : NULL;
  int rc = jvm_process_start(argv, environment ? environment : environ, f->input,
                             o->show_output ? NULL : f->output, child, err);
  forced_jvm_free_environment(environment);
  free(class_path);
  return rc;
}

/* Waits until the JVM ends, its report exists, *stop is set or the time is up, and kills the JVM if
 * it still runs. Returns whether it ended by itself. */
static bool await(const struct confirm_options *o, const struct confirm_files *f, pid_t child,
                  int *status) {
  double end = clock_seconds() + (o->plan ? 3 * o->limit + PLAIN_EXTRA : o->limit), words = 0;
  while (!(o->stop && *o->stop)) {
    double now = clock_seconds();
    if (jvm_process_ended(child, status)) return true;
    /* a recorded run is judged by its trace */
    if (!words && !access(f->report, F_OK)) words = now + (o->racing ? 0 : LAST_WORDS_MS / 1000.0);
    if (now > end || (words && now > words)) break;
    jvm_process_nap();
  }
  jvm_process_kill(child);
  return false;
}

/* ---- the result ---- */

static void confirm_take_line(const char *text, const char *word, struct confirm_run *out) {
  const char *at = text + strlen(word);
  out->why = mem_printf("%.*s", (int)strcspn(at, "\n"), at);
}

/* Takes a line "differs SEGMENT HOME NAME HEDDLE JAVA" if the text begins with it. Returns the text
 * after it. */
static const char *take_difference(const char *text, struct confirm_difference *out) {
  size_t n = strcspn(text, "\n");
  char *line, *words[6], *save = NULL;
  int count = 0;
  if (strncmp(text, "differs ", 8) != 0) return text;
  line = mem_printf("%.*s", (int)n, text);
  for (char *w = strtok_r(line, " ", &save); w && count < 6; w = strtok_r(NULL, " ", &save))
    words[count++] = w;
  if (count == 6)
    *out = (struct confirm_difference){.segment = (uint32_t)strtoul(words[1], NULL, 10),
                                       .home = mem_strdup(words[2]),
                                       .name = mem_strdup(words[3]),
                                       .heddle = mem_strdup(words[4]),
                                       .java = mem_strdup(words[5])};
  free(line);
  return text + n + (text[n] == '\n');
}

static void read_report(char *text, struct confirm_run *out) {
  if (!strncmp(text, "exception ", 10) || !strncmp(text, "stored ", 7)) {
    out->end = CONFIRM_SEEN;
    confirm_take_line(text, *text == 'e' ? "exception " : "stored ", out);
  } else if (!strncmp(text, "deadlock", 8) || !strncmp(text, "hang", 4)) {
    out->end = CONFIRM_SEEN;
    confirm_take_line(text, "", out);
  } else if (!strncmp(text, "diverged ", 9)) {
    char *end;
    out->end = CONFIRM_DIVERGED;
    out->segment = (uint32_t)strtoul(text + 9, &end, 10);
    confirm_take_line(end + (*end == ' '), "", out);
    end = strchr(text, '\n');
    out->threads = mem_strdup(end ? take_difference(end + 1, &out->difference) : "");
  }
}

/* The second access was made, or the program ran without a plan: decides from the recorded trace.
 */
static int take_race(const struct confirm_options *o, const struct confirm_files *f,
                     struct confirm_run *out, struct error *err) {
  bool seen;
  free(out->why);
  out->why = NULL;
  if (confirm_race_find(f->trace, o->racing, &seen, &out->why, err)) return err->code;
  out->end = seen ? CONFIRM_SEEN : CONFIRM_ENDED;
  return 0;
}

/* Decides from the program's output whether a run without a plan showed the error: the JVM reported
 * the expected exception or, if a deadlock is expected, did not end by itself. */
static void read_plain(const struct confirm_options *o, const struct confirm_files *f,
                       bool by_itself, int status, struct confirm_run *out) {
  char *said = text_of(f->output), *line;
  out->end = CONFIRM_ENDED;
  if (o->failure.status) {
    if (by_itself && WIFEXITED(status) && WEXITSTATUS(status) == (o->failure.status & 255))
      out->end = CONFIRM_SEEN;
  } else if (!o->failure.exception) {
    if (!by_itself) out->end = CONFIRM_SEEN;
  } else if (said) {
    line = strstr(said, "Exception in thread ");
    if (line && strstr(line, o->failure.exception)) out->end = CONFIRM_SEEN;
  }
  free(said);
}

static void take_status(const struct confirm_options *o, bool by_itself, int status,
                        struct confirm_run *out) {
  int n = by_itself && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (n == (o->failure.status & 255)) out->end = CONFIRM_SEEN;
  out->why = mem_printf("the JVM ended with status %d", n);
}

static void take_results(const struct confirm_options *o, const char *results,
                         struct confirm_run *out) {
  if (o->results && !strcmp(results, o->results))
    out->end = CONFIRM_SEEN;
  else
    out->why = mem_strdup("the calls returned other results");
}

/* The JVM ended without a report: it did not start the program. */
static void refuse_start(const struct confirm_files *f, int status, struct error *err) {
  char *said = text_of(f->output);
  if (said) mem_exchange(said, '\n', ' ');
  error_set(err, ERR_INPUT, "the JVM ended with status %d before the program began: %.300s",
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), said ? said : "");
  free(said);
}

static void take_result(const struct confirm_options *o, const struct confirm_files *f,
                        bool by_itself, int status, struct confirm_run *out, struct error *err) {
  char *report = o->plan ? text_of(f->report) : NULL;
  out->end = CONFIRM_ENDED;
  if (!o->plan && o->racing) {
    take_race(o, f, out, err);
  } else if (!o->plan) {
    read_plain(o, f, by_itself, status, out);
  } else if (report && !strncmp(report, "accessed", 8)) {
    take_race(o, f, out, err);
  } else if (report && !strncmp(report, "exits", 5)) {
    take_status(o, by_itself, status, out);
  } else if (report && !strncmp(report, "results ", 8)) {
    take_results(o, report + 8, out);
  } else if (report) {
    read_report(report, out);
  } else if (by_itself) {
    refuse_start(f, status, err);
  } else {
    out->why = mem_strdup("the JVM did not answer");
  }
  free(report);
  if (o->stop && *o->stop) out->end = CONFIRM_STOPPED;
}

/* Keeps the trace of the run in its final form. */
static int confirm_keep_trace(const struct confirm_options *o, const struct confirm_files *f,
                              struct error *err) {
  return o->record ? trace_compact(f->trace, o->record, err) : 0;
}

static int run_once(const struct confirm_options *o, const struct confirm_files *f,
                    struct confirm_run *out, struct error *err) {
  struct jvm_command c = {0};
  double start = clock_seconds();
  int status = 0;
  bool by_itself;
  pid_t child;
  if (build_command(o, f, &c, err)) {
    jvm_command_release(&c);
    return err->code;
  }
  start_child(o, f, c.words.data, &child, err);
  jvm_command_release(&c);
  if (err->code) return err->code;
  by_itself = await(o, f, child, &status);
  take_result(o, f, by_itself, status, out, err);
  if (!err->code) confirm_keep_trace(o, f, err);
  out->seconds = clock_seconds() - start;
  return err->code;
}

int confirm_run(const struct confirm_options *o, struct confirm_run *out, struct error *err) {
  struct confirm_files f = {0};
  *out = (struct confirm_run){0};
  if (!files_make(o, &f, err)) run_once(o, &f, out, err);
  files_remove(o, &f);
  return err->code;
}

void confirm_run_release(struct confirm_run *r) {
  free(r->why);
  free(r->threads);
  free(r->difference.home);
  free(r->difference.name);
  free(r->difference.heddle);
  free(r->difference.java);
  *r = (struct confirm_run){0};
}
