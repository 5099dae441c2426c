/* See online.h. The process that started the JVM follows the file that the recorder writes
 * (trace/format/follow.h), so the recorded program does not wait for the analyses. */
#include "trace/analysis/online.h"

static int online_begin(void *arg, const struct trace_reader *names, struct error *err) {
  struct online *o = arg;
  return analysis_run_new(o->settings, names, o->report, &o->run, err);
}

static void online_event(void *arg, uint64_t n, const struct trace_event *e) {
  struct online *o = arg;
  analysis_run_take(o->run, n, e);
}

static void online_end(void *arg, const struct trace_mark **marks, size_t *count) {
  struct online *o = arg;
  analysis_run_end(o->run);
  o->run = NULL;
  *marks = o->report->labels.data;
  *count = o->report->labels.len;
}

void online_init(struct online *o, const struct analysis_settings *s,
                 struct analysis_report *report) {
  *o = (struct online){.settings = s, .report = report};
  o->watcher = (struct record_watcher){o, online_begin, online_event, online_end};
}

void online_release(struct online *o) {
  analysis_run_end(o->run);
  o->run = NULL;
}
