/* Starts the JVM with the recorder as its agent, waits for it, and converts the trace to its final
 * form. See record.h.
 *
 * The agent writes OUTPUT.live, which survives any death of the JVM. record_run removes it once
 * OUTPUT is complete. If heddle itself is killed, OUTPUT.live stays and is readable. */
#include "trace/record.h"

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "engine/classfile/classpath.h"
#include "trace/format/follow.h"
#include "trace/format/format.h"
#include "trace/jvm.h"
#include "trace/format/reader.h"
#include "trace/format/writer.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* WATCH_EVENTS: events delivered between two checks for a signal. WATCH_PAUSE_NS: the pause if
 * there were no events. */
enum { WATCH_EVENTS = 1 << 14, WATCH_PAUSE_NS = 10000000 };

/* ---- checks before anything runs ---- */

static bool known_events(const char *word) {
  if (!strcmp(word, "all") || !strcmp(word, "default") || trace_kind_by_name(word) >= 0)
    return true;
  for (int g = 0; trace_group_name(g); g++) {
    if (!strcmp(word, trace_group_name(g))) return true;
  }
  return false;
}

static int check_events(const char *events, struct error *err) {
  char *copy = mem_strdup(events), *save = NULL;
  int rc = 0;
  for (char *w = strtok_r(copy, ",+ ", &save); w && !rc; w = strtok_r(NULL, ",+ ", &save)) {
    if (!known_events(w)) rc = error_set(err, ERR_USAGE, "--events: no such kind of event: %s", w);
  }
  free(copy);
  return rc;
}

static int check_regex(const char *option, const char *text, struct error *err) {
  regex_t re;
  char why[200];
  int rc = text ? regcomp(&re, text, REG_EXTENDED | REG_NOSUB) : 0;
  if (!text) return 0;
  if (!rc) {
    regfree(&re);
    return 0;
  }
  regerror(rc, &re, why, sizeof why);
  return error_set(err, ERR_USAGE, "%s: bad regular expression '%s': %s", option, text, why);
}

static int check_noise(const char *text, struct error *err) {
  char *end;
  double p = strtod(text, &end);
  bool number = end != text && p >= 0 && p <= 1;
  if (*end == ':' && isdigit((unsigned char)end[1])) strtoull(end + 1, &end, 10);
  if (number && !*end) return 0;
  return error_set(err, ERR_USAGE, "--noise: expected PROBABILITY[:SEED], not '%s'", text);
}

static int check_main(const struct record_options *o, const char *cp, struct error *err) {
  struct classpath *path;
  uint8_t *data = NULL;
  size_t len;
  int rc = classpath_open(cp, &path, err);
  if (rc) return rc;
  char *entry = mem_printf("%s.class", o->main_class);
  for (char *p = entry; *p && strcmp(p, ".class"); p++) {
    if (*p == '.') *p = '/';
  }
  rc = classpath_read(path, entry, &data, &len, NULL, 0, err);
  if (rc == ERR_NOTFOUND)
    rc = error_set(err, ERR_INPUT, "no class %s on the class path %s", o->main_class, cp);
  free(data);
  free(entry);
  classpath_close(path);
  return rc;
}

static int check(const struct record_options *o, const char *cp, struct error *err) {
  int rc = o->events ? check_events(o->events, err) : 0;
  if (!rc) rc = check_regex("--include", o->include, err);
  if (!rc) rc = check_regex("--exclude", o->exclude, err);
  if (!rc && o->noise) rc = check_noise(o->noise, err);
  if (!rc) rc = check_main(o, cp, err);
  return rc;
}

/* ---- the command ---- */

static char *agent_argument(const struct record_options *o, const char *agent, const char *live,
                            const char *cp) {
  struct text t = {0};
  char *file = jvm_absolute_path(live), *events = o->events ? mem_strdup(o->events) : NULL;
  for (char *p = events; p && *p; p++) {
    if (*p == ',') *p = '+';
  }
  jvm_agent_option(&t, "file", file);
  jvm_agent_option(&t, "events", events);
  jvm_agent_option(&t, "include", o->include);
  jvm_agent_option(&t, "exclude", o->exclude);
  jvm_agent_option(&t, "noise", o->noise);
  jvm_agent_option(&t, "meta-" TRACE_META_MAIN, o->main_class);
  for (size_t i = 0; i < o->argc; i++) jvm_agent_option(&t, "meta-" TRACE_META_ARG, o->args[i]);
  jvm_agent_option(&t, "meta-" TRACE_META_CLASSPATH, cp);
  if (o->noise) {
    char *noise = mem_printf("noise=%s", o->noise);
    jvm_agent_option(&t, "meta-" TRACE_META_OPTION, noise);
    free(noise);
  }
  char *arg = mem_printf("-agentpath:%s=%s", agent, t.s);
  text_release(&t);
  free(file);
  free(events);
  return arg;
}

static void build_command(const struct record_options *o, const char *java, const char *agent_arg,
                          const char *cp, struct jvm_command *v) {
  jvm_command_add(v, java);
  jvm_command_add(v, "-ea");
  /* The agent replaces the native methods that read the clock and the hash codes, so the JIT
   * compiler must not use intrinsics instead of them. */
  jvm_command_add(v, "-XX:+UnlockDiagnosticVMOptions");
  jvm_command_add(v,
                  "-XX:DisableIntrinsic=_nanoTime,_currentTimeMillis,_hashCode,_identityHashCode");
  jvm_command_add(v, agent_arg);
  for (size_t i = 0; i < o->java_option_count; i++) jvm_command_add(v, o->java_options[i]);
  jvm_command_add(v, "-cp");
  jvm_command_add(v, cp);
  jvm_command_add(v, o->main_class);
  for (size_t i = 0; i < o->argc; i++) jvm_command_add(v, o->args[i]);
  jvm_command_add(v, NULL);
}

/* ---- running ---- */

struct watch { /* delivers events to the watcher `by`, which is NULL if there is none */
  const struct record_watcher *by;
  struct trace_follower *follower;
};

/* Delivers at most WATCH_EVENTS available events to the watcher. Returns whether more may be
 * available at once. */
static bool watch_some(struct watch *w) {
  return w->by && trace_follower_poll(w->follower, false, WATCH_EVENTS, w->by->event, w->by->arg) ==
                      WATCH_EVENTS;
}

/* Waits for a signal and returns it. With a watcher, delivers events meanwhile. */
static int next_signal(const sigset_t *watched, siginfo_t *info, struct watch *w) {
  struct timespec soon = {.tv_nsec = WATCH_PAUSE_NS}, now = {0};
  int sig;
  if (!w->by) return sigwaitinfo(watched, info);
  do sig = sigtimedwait(watched, info, watch_some(w) ? &now : &soon);
  while (sig < 0 && errno == EAGAIN);
  return sig;
}

/* Waits for the child. Forwards signals that another process sent to this process alone; a signal
 * from the terminal goes to the whole process group and reaches the child anyway. Returns the exit
 * status, 128 + the signal that ended the child, or -1 on an error. */
static int wait_and_forward(pid_t child, const sigset_t *watched, struct watch *w) {
  siginfo_t info;
  int status;
  for (;;) {
    int sig = next_signal(watched, &info, w);
    pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child) break;
    if (done < 0 && errno != EINTR) return -1;
    if (sig > 0 && sig != SIGCHLD && info.si_code <= 0) kill(child, sig);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int record_own_run(char *const *argv, struct watch *w, int *status, struct error *err) {
  static const int signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  sigset_t watched, before;
  sigemptyset(&watched);
  for (size_t i = 0; i < COUNT(signals); i++) sigaddset(&watched, signals[i]);
  fflush(NULL);
  sigprocmask(SIG_BLOCK, &watched, &before);
  pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    execv(argv[0], argv);
    fprintf(stderr, "heddle: cannot run %s: %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  *status = child < 0 ? -1 : wait_and_forward(child, &watched, w);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (child < 0) return error_set(err, ERR_INTERNAL, "cannot start a process: %s", strerror(errno));
  return *status < 0 ? error_set(err, ERR_INTERNAL, "lost the JVM: %s", strerror(errno)) : 0;
}

static void watch_end(struct watch *w, const struct trace_mark **marks, size_t *count) {
  while (trace_follower_poll(w->follower, true, UINT64_MAX, w->by->event, w->by->arg)) continue;
  w->by->end(w->by->arg, marks, count);
}

static int watch_begin(struct watch *w, const struct record_watcher *by, const char *live,
                       struct error *err) {
  *w = (struct watch){.by = by};
  if (!by) return 0;
  w->follower = trace_follower_new(live);
  return by->begin(by->arg, trace_follower_names(w->follower), err);
}

/* Converts the live file to the final form if the program's main thread has begun, and removes the
 * live file. Without a main thread there is no trace: returns ERR_INPUT. */
static int record_finish(const char *live, const char *output, struct watch *w, int status,
                         struct error *err) {
  const struct trace_mark *marks = NULL;
  struct trace_reader *r = NULL;
  size_t count = 0;
  int rc = access(live, F_OK) ? ERR_NOTFOUND : trace_reader_open(live, &r, err);
  bool began = !rc && trace_reader_rows(r, TRACE_THREADS) > 0;
  if (rc == ERR_NOTFOUND || (!rc && !began)) {
    trace_reader_close(r);
    unlink(live);
    return error_set(err, ERR_INPUT,
                     "the JVM ended with status %d before the program began; there is no trace",
                     status);
  }
  if (w->by) watch_end(w, &marks, &count);
  if (!rc) rc = trace_compact_marked(r, output, marks, count, err);
  trace_reader_close(r);
  if (!rc) unlink(live);
  return rc;
}

static int record(const struct record_options *o, const char *cp, const char *agent,
                  const char *live, int *status, struct error *err) {
  char home[PATH_MAX];
  struct jvm_command argv = {0};
  struct watch w;
  int rc = jdk_find(o->java_home, home, sizeof home, err);
  if (rc) return rc;
  FILE *f = fopen(live, "w");
  if (!f) return error_set(err, ERR_INPUT, "cannot write %s: %s", live, strerror(errno));
  fclose(f);
  unlink(live);
  char *java = mem_printf("%s/bin/java", home), *arg = agent_argument(o, agent, live, cp);
  build_command(o, java, arg, cp, &argv);
  rc = watch_begin(&w, o->watcher, live, err);
  if (!rc) rc = record_own_run(argv.words.data, &w, status, err);
  if (!rc) rc = record_finish(live, o->output, &w, *status, err);
  trace_follower_free(w.follower);
  jvm_command_release(&argv);
  free(arg);
  free(java);
  return rc;
}

int record_run(const struct record_options *o, int *status, struct error *err) {
  const char *cp = o->class_path ? o->class_path : getenv("CLASSPATH");
  *status = -1;
  if (!cp || !*cp) cp = ".";
  int rc = check(o, cp, err) || whole_file_possible(o->output, err) ? err->code : 0;
  char *agent = rc ? NULL : jvm_agent_path(err);
  if (rc || !agent) return rc ? rc : ERR_INPUT;
  char *live = mem_printf("%s.live", o->output);
  rc = record(o, cp, agent, live, status, err);
  free(live);
  free(agent);
  return rc;
}
