/* Runs a program by itself many times. See stress.h. Launcher, input and counts are files in a
 * temporary folder. The launcher counts in a mapped file, so that its counts outlive a JVM that the
 * program ends, or that is killed. */
#include "trace/stress/stress.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/folders.h"
#include "engine/base/mem.h"
#include "engine/base/template.h"
#include "engine/base/whole_file.h"
#include "trace/forced_jvm.h"
#include "trace/jvm.h"
#include "trace/jvm_process.h"

TEMPLATE(template_launcher, "trace/stress/StressRun.java");

/* RUNS_EACH: the most runs of one JVM. TURNS: JVMs that share the runs, if these are few.
 * GRACE: seconds beyond the limit that the launcher gets to notice it. */
enum { RUNS_EACH = 5000, TURNS = 6, GRACE = 10, SAID = 300 };

/* Conditions under which the JVMs run, in turn. */
struct stress_condition {
  bool together; /* threads begin at the same time */
  bool seeded;   /* an option draws from a seed, another one each time */
  const char *options[6];
};

/* C2_SOON: main and its threads' methods are called once in a run, and C2 compiles them after some
 * 100 runs. A collector without barriers that branch lets C2 move accesses. */
#define C2_SOON "-XX:-TieredCompilation", "-XX:CompileThresholdScaling=0.02", "-XX:+UseParallelGC"
static const struct stress_condition conditions[] = {
    {false, false, {"-XX:+UseSerialGC"}},
    {true, false, {C2_SOON}},
    {true, true, {C2_SOON, "-XX:+StressLCM", "-XX:+StressGCM", "-XX:+StressIGVN"}},
};

struct stress_files {
  char *folder, *launcher, *input, *output, *counts;
};

/* As StressRun.java writes them. */
struct stress_counts {
  int32_t begun, ended, seen, noted, done;
};

struct stress {
  const struct stress_options *o;
  struct stress_files f;
  char *agent;
  struct stress_tally *tally;
  uint32_t turn; /* number of the JVM */
};

/* ---- files ---- */

static int files_make(struct stress *s, struct error *err) {
  const struct engine_options *p = s->o->program;
  struct stress_files *f = &s->f;
  size_t count;
  if (folder_temporary("heddle-stress", &f->folder, err)) return err->code;
  f->launcher = mem_printf("%s/heddle/StressRun.java", f->folder);
  f->input = mem_printf("%s/input", f->folder);
  f->output = mem_printf("%s/output", f->folder);
  f->counts = mem_printf("%s/counts", f->folder);
  if (!whole_file_write(f->input, p->stdin_data, p->stdin_data ? p->stdin_len : 0, err) &&
      !whole_file_write(f->launcher, template_launcher, strlen(template_launcher), err))
    forced_jvm_write_classes(p->main_class, f->folder, &count, err);
  return err->code;
}

/* Removes the folder, with the files in it. */
static void folder_remove(const char *folder) {
  DIR *d = opendir(folder);
  for (const struct dirent *e; d && (e = readdir(d));) {
    char *path = mem_printf("%s/%s", folder, e->d_name);
    if (e->d_name[0] != '.') unlink(path);
    free(path);
  }
  if (d) closedir(d);
  rmdir(folder);
}

static void files_remove(struct stress_files *f) {
  char *classes = mem_printf("%s/heddle", f->folder);
  folder_remove(classes);
  folder_remove(f->folder);
  free(classes);
  free(f->folder);
  free(f->launcher);
  free(f->input);
  free(f->output);
  free(f->counts);
}

/* Returns the beginning of what the last process said, as one line; the caller frees it. */
static char *said(const struct stress_files *f) {
  struct error none = {0};
  char *text = NULL;
  size_t len;
  if (whole_file_read(f->output, &text, &len, &none)) return mem_strdup("");
  mem_exchange(text, '\n', ' ');
  if (len > SAID) text[SAID] = 0;
  return text;
}

/* ---- the launcher ---- */

static int await_compiler(const struct stress *s, pid_t child, struct error *err) {
  int status;
  while (!jvm_process_ended(child, &status)) {
    if (s->o->stop && *s->o->stop) {
      jvm_process_kill(child);
      return 0;
    }
    jvm_process_nap();
  }
  if (status) {
    char *why = said(&s->f);
    error_set(err, ERR_INPUT, "--stress needs the compiler of the JDK, which failed: %s", why);
    free(why);
  }
  return err->code;
}

static int compile_launcher(const struct stress *s, struct error *err) {
  struct jvm_command c = {0};
  pid_t child;
  if (!jvm_command_begin(&c, s->o->program->java_home, "javac", err)) {
    jvm_command_add(&c, "-proc:none");
    jvm_command_add(&c, "-d");
    jvm_command_add(&c, s->f.folder);
    jvm_command_add(&c, s->f.launcher);
    jvm_command_add(&c, NULL);
    if (!jvm_process_start(c.words.data, environ, s->f.input, s->f.output, &child, err))
      await_compiler(s, child, err);
  }
  jvm_command_release(&c);
  return err->code;
}

/* ---- one JVM ---- */

/* Returns the launcher's name for the error. */
static const char *error_word(const struct stress_options *o) {
  if (o->failure.status) return "status";
  if (o->failure.exception) return o->failure.exception;
  return o->hang ? "hang" : "deadlock";
}

static void add_number(struct jvm_command *c, const char *form, uint32_t n) {
  char *word = mem_printf("%s%u", form, n);
  jvm_command_add(c, word);
  free(word);
}

static void add_agent(struct jvm_command *c, const struct stress *s) {
  struct text t = {0};
  char *seed = mem_printf("%u", s->turn), *word;
  jvm_agent_option(&t, "gather", seed);
  word = mem_printf("-agentpath:%s=%s", s->agent, t.s);
  jvm_command_add(c, word);
  text_release(&t);
  free(seed);
  free(word);
}

static void add_condition(struct jvm_command *c, const struct stress *s) {
  const struct stress_condition *k = &conditions[s->turn % COUNT(conditions)];
  jvm_command_add(c, "-XX:+UnlockDiagnosticVMOptions");
  jvm_command_add(c, "-XX:+IgnoreUnrecognizedVMOptions");
  for (size_t i = 0; i < COUNT(k->options) && k->options[i]; i++) jvm_command_add(c, k->options[i]);
  if (k->seeded) add_number(c, "-XX:StressSeed=", s->turn + 1);
  if (k->together) add_agent(c, s);
}

static int stress_command(const struct stress *s, uint32_t runs, struct jvm_command *c,
                          struct error *err) {
  const struct engine_options *p = s->o->program;
  char *class_path = mem_printf("%s:%s", s->f.folder, p->class_path ? p->class_path : ".");
  if (!jvm_command_begin(c, p->java_home, "java", err)) {
    jvm_command_add(c, "-ea");
    add_condition(c, s);
    jvm_command_add_properties(c, p);
    jvm_command_add(c, "-cp");
    jvm_command_add(c, class_path);
    jvm_command_add(c, "heddle.StressRun");
    jvm_command_add(c, s->f.counts);
    add_number(c, "", runs);
    add_number(c, "", (uint32_t)(s->o->limit * 1000));
    jvm_command_add(c, error_word(s->o));
    jvm_command_add(c, s->f.input);
    jvm_command_add(c, p->main_class);
    for (int i = 0; i < p->argc; i++) jvm_command_add(c, p->argv[i]);
    jvm_command_add(c, NULL);
  }
  free(class_path);
  return err->code;
}

static struct stress_counts counts_now(const struct stress_files *f) {
  struct stress_counts k = {0};
  int fd = open(f->counts, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return k;
  if (read(fd, &k, sizeof k) != sizeof k) k = (struct stress_counts){0};
  close(fd);
  return k;
}

/* Waits until the JVM ends, and kills it if it is stopped or plays no more rounds. Returns whether
 * it ended by itself. */
static bool await_rounds(const struct stress *s, pid_t child, int *status) {
  const struct stress_options *o = s->o;
  double since = clock_seconds();
  int32_t ended = 0;
  while (!(o->stop && *o->stop) && clock_seconds() - since < o->limit + GRACE) {
    struct stress_counts k = counts_now(&s->f);
    if (jvm_process_ended(child, status)) return true;
    if (k.ended != ended) since = clock_seconds();
    ended = k.ended;
    if (o->progress)
      o->progress(o->self, s->tally->runs + (uint32_t)k.ended, s->tally->seen + (uint32_t)k.seen);
    jvm_process_nap();
  }
  jvm_process_kill(child);
  return false;
}

/* Did the run that ended the JVM show the error? */
static bool last_seen(const struct stress_options *o, const struct stress_counts *k, int status) {
  if (o->failure.status)
    return WIFEXITED(status) && WEXITSTATUS(status) == (o->failure.status & 255);
  return k->noted;
}

static int take_counts(const struct stress *s, bool by_itself, int status, struct error *err) {
  struct stress_counts k = counts_now(&s->f);
  bool stopped = s->o->stop && *s->o->stop;
  s->tally->runs += (uint32_t)k.ended;
  s->tally->seen += (uint32_t)k.seen;
  if (stopped || k.done) return 0;
  if (!k.begun || (by_itself && WIFSIGNALED(status))) {
    char *why = said(&s->f);
    error_set(err, ERR_INPUT, "the JVM ended with status %d%s: %s",
              WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
              k.begun ? "" : " before the program began", why);
    free(why);
    return err->code;
  }
  /* the program has ended the JVM, or the launcher could not */
  s->tally->runs++;
  if (by_itself) s->tally->seen += last_seen(s->o, &k, status);
  return 0;
}

static int run_jvm(struct stress *s, uint32_t runs, struct error *err) {
  struct jvm_command c = {0};
  int status = 0;
  pid_t child;
  unlink(s->f.counts);
  unlink(s->f.output);
  if (!stress_command(s, runs, &c, err) &&
      !jvm_process_start(c.words.data, environ, s->f.input, s->f.output, &child, err)) {
    bool by_itself = await_rounds(s, child, &status);
    take_counts(s, by_itself, status, err);
  }
  jvm_command_release(&c);
  s->turn++;
  return err->code;
}

/* ---- all ---- */

static void run_jvms(struct stress *s, struct error *err) {
  const struct stress_options *o = s->o;
  uint32_t each = o->runs / TURNS + 1;
  if (each > RUNS_EACH) each = RUNS_EACH;
  while (!err->code && s->tally->runs < o->runs && !(o->stop && *o->stop)) {
    uint32_t rest = o->runs - s->tally->runs;
    run_jvm(s, rest < each ? rest : each, err);
  }
}

int stress_run(const struct stress_options *o, struct stress_tally *out, struct error *err) {
  struct stress s = {.o = o, .tally = out, .agent = jvm_agent_path(err)};
  double begin = clock_seconds();
  *out = (struct stress_tally){0};
  if (!s.agent) return err->code;
  if (!files_make(&s, err) && !compile_launcher(&s, err)) run_jvms(&s, err);
  files_remove(&s.f);
  free(s.agent);
  out->seconds = clock_seconds() - begin;
  return err->code;
}
