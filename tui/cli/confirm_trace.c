/* Runs the real JVM under a counterexample's schedule, several times, and reports the results. See
 * confirm_trace.h. */
#include "tui/cli/confirm_trace.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/confirm.h"
#include "trace/counterexample.h"
#include "trace/kept/kept_test.h"
#include "tui/cli/confirm_plan.h"
#include "tui/cli/confirm_stress.h"

enum { LIMIT_SECONDS = 10 };

struct confirm_tally {
  uint32_t runs, seen;
  double seconds;         /* of all runs together */
  struct confirm_run odd; /* the first run without the error */
};

struct confirm_result {
  struct confirm_tally forced, plain;
  char *test, *page; /* the emitted test's files; NULL: none */
};

static bool is_confirmed(const struct confirm_result *r, const struct confirm_wish *w) {
  return r->forced.runs == w->runs && r->forced.seen == w->runs;
}

/* ---- running ---- */

static bool shows_progress(const struct cli *c, const struct confirm_wish *w) {
  return !w->silent && !c->quiet && isatty(STDERR_FILENO);
}

static void confirm_progress(const char *what, const struct confirm_tally *t, uint32_t of) {
  fprintf(stderr, "\r\033[K%s: %u of %u runs, seen in %u", what, t->runs, of, t->seen);
}

static int run_all(const struct confirm_options *o, bool shows, uint32_t of,
                   struct confirm_tally *t, struct error *err) {
  const char *what = o->plan ? "forced" : "plain java";
  while (t->runs < of && !(o->stop && *o->stop)) {
    struct confirm_run r;
    if (shows) confirm_progress(what, t, of);
    if (confirm_run(o, &r, err)) break;
    if (r.end == CONFIRM_STOPPED) {
      confirm_run_release(&r);
      break;
    }
    t->runs++;
    t->seen += r.end == CONFIRM_SEEN;
    t->seconds += r.seconds;
    if (r.end != CONFIRM_SEEN && !t->odd.why && o->plan)
      t->odd = r;
    else
      confirm_run_release(&r);
  }
  if (shows) fprintf(stderr, "\r\033[K");
  return err->code;
}

/* ---- reporting ---- */

static void report_difference(const struct confirm_difference *d, char *const *places,
                              uint32_t count, struct text *out) {
  if (!d->name || d->segment >= count) return;
  text_printf(out, "  another value at switch %u of %u: %s\n", d->segment + 1, count,
              places[d->segment]);
  text_printf(out, "    %s %s is %s in heddle, %s in java\n", d->home, d->name, d->heddle, d->java);
}

static void report_odd(const struct confirm_run *odd, const struct confirm_plan *p,
                       struct text *out) {
  uint32_t count = 0;
  while (p->places[count]) count++;
  text_printf(out, "  the first other run: %s\n", odd->why);
  if (odd->end != CONFIRM_DIVERGED) return;
  report_difference(&odd->difference, p->places, count, out);
  if (odd->segment < count)
    text_printf(out, "  at switch %u of %u: %s\n", odd->segment + 1, count,
                p->places[odd->segment]);
  for (const char *at = odd->threads; at && *at;) {
    size_t n = strcspn(at, "\n");
    text_printf(out, "    %.*s\n", (int)n, at);
    at += n + (at[n] == '\n');
  }
}

static void report_text(const struct confirm_plan *p, const struct confirm_result *r,
                        struct text *out) {
  const struct confirm_tally *t = &r->forced;
  text_printf(out, "%s in java %s: %u of %u runs, %.2f s each\n",
              t->seen == t->runs && t->runs ? "seen" : "not confirmed", p->jdk, t->seen, t->runs,
              t->runs ? t->seconds / t->runs : 0);
  text_printf(out, "  %s\n", p->headline);
  if (t->odd.why) report_odd(&t->odd, p, out);
  if (r->plain.runs)
    text_printf(out, "  java by itself, without the schedule: in %u of %u runs\n", r->plain.seen,
                r->plain.runs);
  if (r->test)
    text_printf(out, "  a test to keep: %s\n  what it shows, and what it needs: %s\n", r->test,
                r->page);
}

static json_t *diverged_json(const struct confirm_run *odd) {
  const struct confirm_difference *d = &odd->difference;
  json_t *j = json_pack("{s:s,s:i,s:s?}", "why", odd->why, "segment", (int)odd->segment, "threads",
                        odd->threads);
  if (d->name)
    json_object_set_new(j, "value",
                        json_pack("{s:i,s:s,s:s,s:s,s:s}", "segment", (int)d->segment, "home",
                                  d->home, "name", d->name, "heddle", d->heddle, "java", d->java));
  return j;
}

static void report_json(const struct confirm_plan *p, const struct confirm_result *r,
                        struct text *out) {
  const struct confirm_tally *t = &r->forced;
  char *text;
  json_t *j = json_pack("{s:s,s:s,s:i,s:i,s:f}", "error", p->headline, "jdk", p->jdk, "runs",
                        (int)t->runs, "seen", (int)t->seen, "seconds", t->seconds);
  if (t->odd.why) json_object_set_new(j, "diverged", diverged_json(&t->odd));
  if (r->plain.runs)
    json_object_set_new(
        j, "plain", json_pack("{s:i,s:i}", "runs", (int)r->plain.runs, "seen", (int)r->plain.seen));
  if (r->test)
    json_object_set_new(j, "emitted", json_pack("{s:s,s:s}", "test", r->test, "page", r->page));
  text = json_dumps(j, JSON_INDENT(2));
  text_printf(out, "%s\n", text);
  free(text);
  json_decref(j);
}

/* ---- one trace ---- */

static struct confirm_options options_for(const struct engine_options *o,
                                          const struct confirm_plan *p, const volatile int *stop) {
  return (struct confirm_options){.program = o,
                                  .plan = p->text,
                                  .failure = p->failure,
                                  .results = p->results,
                                  .classes = p->classes.len ? &p->classes : NULL,
                                  .racing = p->racing[0].instruction ? p->racing : NULL,
                                  .limit = LIMIT_SECONDS,
                                  .stop = stop};
}

static int emit_test(const struct cli *c, const struct confirm_wish *w,
                     const struct engine_options *o, const struct confirm_plan *p,
                     struct confirm_result *r, struct error *err) {
  struct kept_test k = {.program = o,
                        .plan = p->text,
                        .places = p->places,
                        .failure = p->failure,
                        .headline = p->headline,
                        .jdk = p->jdk,
                        .folder = w->emit,
                        .name = c->test_name,
                        .junit = c->junit4 ? JUNIT_4 : JUNIT_5};
  return kept_test_write(&k, &r->test, &r->page, err);
}

static int confirm_all(const struct cli *c, const struct confirm_wish *w,
                       const struct engine_options *o, const struct confirm_plan *p,
                       const volatile int *stop, struct text *out, struct error *err) {
  struct confirm_result r = {0};
  struct confirm_options f = options_for(o, p, stop);
  int rc = 0;
  if (w->plain && p->failure.stored)
    return error_set(err, ERR_UNSUPPORTED,
                     "--plain: a run by itself does not show an exception that the library keeps");
  if (w->plain && f.classes)
    return error_set(
        err, ERR_UNSUPPORTED,
        "--plain: an environment does not run by itself; heddle env --emit FILE writes "
        "one in Java, which runs its calls many times");
  if (w->emit && f.classes)
    return error_set(
        err, ERR_UNSUPPORTED,
        "--emit: a test is of a program's main class; heddle env --emit FILE writes the "
        "environment in Java");
  if (w->emit && f.racing)
    return error_set(err, ERR_UNSUPPORTED,
                     "--emit: no test can be written for a data race, because only heddle's "
                     "analysis of a recorded run recognises it");
  rc = run_all(&f, shows_progress(c, w), w->runs, &r.forced, err);
  f.plan = NULL;
  if (!rc && w->plain) rc = run_all(&f, shows_progress(c, w), w->plain, &r.plain, err);
  if (!rc && w->emit && is_confirmed(&r, w)) rc = emit_test(c, w, o, p, &r, err);
  if (!rc && c->json)
    report_json(p, &r, out);
  else if (!rc)
    report_text(p, &r, out);
  confirm_run_release(&r.forced.odd);
  free(r.test);
  free(r.page);
  if (rc) return rc;
  return is_confirmed(&r, w) ? EXIT_NO_ERROR : EXIT_ERROR_FOUND;
}

/* Sets the options from the trace. --class-path and --java-home of the command line override those
 * of the trace. */
static int options_of(const struct cli *c, struct trace_reader *r, struct engine_options *o,
                      char ***argv, struct error *err) {
  *o =
      (struct engine_options){.class_path = c->engine.class_path, .java_home = c->engine.java_home};
  if (!counterexample_is(r))
    return error_set(
        err, ERR_INPUT,
        "%s is a recorded run, not a counterexample: a JVM has shown it already; heddle "
        "replay looks for errors near it",
        trace_reader_path(r));
  if (counterexample_options(r, o, argv, err)) return err->code;
  if (!o->class_path) o->class_path = trace_reader_meta(r, TRACE_META_CLASSPATH, 0);
  o->keep_events = true;
  o->leave_library = o->leave_h = true;
  o->out_fd = o->err_fd = -1;
  return 0;
}

/* A counterexample that has been read and turned into a plan. */
struct confirm_subject {
  struct trace_reader *reader;
  struct confirm_plan plan;
  struct engine_options options;
  char **words;
};

static int subject_open(const struct cli *c, const char *path, bool unforced,
                        struct confirm_subject *s, struct error *err) {
  const struct confirm_plan_wish wish = {.anyway = c->anyway, .unforced = unforced};
  *s = (struct confirm_subject){0};
  if (trace_reader_open(path, &s->reader, err) ||
      options_of(c, s->reader, &s->options, &s->words, err))
    return err->code;
  return confirm_plan_make(&s->options, s->reader, &wish, &s->plan, err);
}

static void subject_close(struct confirm_subject *s) {
  confirm_plan_release(&s->plan);
  free(s->words);
  trace_reader_close(s->reader);
}

static int stress_subject(const struct cli *c, const struct confirm_wish *w,
                          const struct confirm_subject *s, const volatile int *stop,
                          struct text *out, struct error *err) {
  const struct confirm_stress all = {.program = &s->options,
                                     .plan = &s->plan,
                                     .runs = w->stress,
                                     .limit = LIMIT_SECONDS,
                                     .stop = stop,
                                     .json = c->json,
                                     .shows = shows_progress(c, w)};
  return confirm_stress_text(&all, out, err);
}

int confirm_trace_text(const struct cli *c, const char *path, const struct confirm_wish *w,
                       const volatile int *stop, struct text *out, struct error *err) {
  struct confirm_subject s;
  int rc = subject_open(c, path, w->stress, &s, err);
  if (!rc && w->stress)
    rc = stress_subject(c, w, &s, stop, out, err);
  else if (!rc)
    rc = confirm_all(c, w, &s.options, &s.plan, stop, out, err);
  subject_close(&s);
  return rc;
}

int confirm_trace_record(const struct cli *c, const char *path, const char *output,
                         struct error *err) {
  struct confirm_subject s;
  struct confirm_run run = {0};
  int rc = subject_open(c, path, false, &s, err);
  if (!rc) {
    struct confirm_options o = options_for(&s.options, &s.plan, &cli_stop);
    o.record = output;
    o.show_output = true;
    rc = confirm_run(&o, &run, err);
  }
  if (!rc && run.end == CONFIRM_SEEN && !c->quiet)
    fprintf(stderr, "heddle: seen in java %s: %s\n", s.plan.jdk, s.plan.headline);
  if (!rc && run.end != CONFIRM_SEEN) {
    fprintf(stderr, "heddle: the recorded run does not show the error: %s\n",
            run.why ? run.why : "it ended without it");
    rc = EXIT_ERROR_FOUND;
  }
  confirm_run_release(&run);
  subject_close(&s);
  return rc;
}

int confirm_trace(const struct cli *c, const char *path, const struct confirm_wish *w,
                  struct error *err) {
  struct text out = {0};
  int r = confirm_trace_text(c, path, w, &cli_stop, &out, err);
  if (out.len) fputs(out.s, stdout);
  text_release(&out);
  return r;
}
