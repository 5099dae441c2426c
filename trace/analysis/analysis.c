/* The table of analyses, and the code that runs several of them over the same events. */
#include "trace/analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "trace/analysis/analysis_table.h"
#include "trace/analysis/uncaught.h"

static const struct trace_analysis analyses[] = {
#define TRACE_ANALYSIS(id, name, label, events, about) \
  {name, label, about, events, id##_begin, id##_event, id##_end},
#include "trace/analyses.def"
#undef TRACE_ANALYSIS
};

const struct trace_analysis *trace_analysis_at(size_t i) {
  return i < COUNT(analyses) ? &analyses[i] : NULL;
}

/* ---- selection ---- */

static int unknown(const char *name, size_t len, struct error *err) {
  struct text list = {0};
  for (size_t i = 0; i < COUNT(analyses); i++)
    text_printf(&list, "%s%s", i ? ", " : "", analyses[i].name);
  int rc =
      error_set(err, ERR_USAGE, "unknown analysis '%.*s' (there are: %s)", (int)len, name, list.s);
  text_release(&list);
  return rc;
}

static size_t analysis_named(const char *name, size_t len) {
  size_t i = 0;
  while (i < COUNT(analyses) &&
         (strlen(analyses[i].name) != len || memcmp(analyses[i].name, name, len)))
    i++;
  return i;
}

/* Sets chosen[i] for each analysis in the comma-separated names. */
static int analyses_choose(const char *names, bool chosen[COUNT(analyses)], struct error *err) {
  bool all = !names || !strcmp(names, "all");
  for (size_t i = 0; i < COUNT(analyses); i++) chosen[i] = all;
  for (const char *p = all ? NULL : names; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
    size_t len = strcspn(p, ","), i = analysis_named(p, len);
    if (i == COUNT(analyses)) return unknown(p, len, err);
    chosen[i] = true;
  }
  return 0;
}

int analysis_events(const struct analysis_settings *s, char **events, struct error *err) {
  bool chosen[COUNT(analyses)];
  struct text t = {0};
  int rc = analyses_choose(s->names, chosen, err);
  if (rc) return rc;
  text_puts(&t, "");
  for (size_t i = 0; i < COUNT(analyses); i++)
    if (chosen[i]) text_puts(&t, analyses[i].events);
  *events = t.s;
  return 0;
}

/* ---- running ---- */

struct analysis_run {
  struct analysis_context context;
  regex_t regions;
  void *states[COUNT(analyses)]; /* by analysis; NULL: not selected */
};

static int compile(struct analysis_run *run, const char *regions, struct error *err) {
  char why[200];
  if (!regions) return 0;
  int rc = regcomp(&run->regions, regions, REG_EXTENDED | REG_NOSUB);
  if (!rc) {
    run->context.regions = &run->regions;
    return 0;
  }
  regerror(rc, &run->regions, why, sizeof why);
  return error_set(err, ERR_USAGE, "--regions: bad regular expression '%s': %s", regions, why);
}

int analysis_run_new(const struct analysis_settings *s, const struct trace_reader *reader,
                     struct analysis_report *report, struct analysis_run **out, struct error *err) {
  bool chosen[COUNT(analyses)];
  struct analysis_run *run = mem_alloc(sizeof *run);
  run->context = (struct analysis_context){.reader = reader, .report = report};
  run->context.named = s->names && strcmp(s->names, "all");
  int rc = analyses_choose(s->names, chosen, err);
  if (!rc) rc = compile(run, s->regions, err);
  if (rc) {
    free(run);
    return rc;
  }
  for (size_t i = 0; i < COUNT(analyses); i++)
    if (chosen[i]) run->states[i] = analyses[i].begin(&run->context);
  report->races = chosen[analysis_named("happens-before", strlen("happens-before"))];
  *out = run;
  return 0;
}

/* Adds the recorder's note that a class or a method was not recorded. */
static void take_note(const struct analysis_context *c, const struct trace_event *e) {
  struct text what = {0};
  if (e->type == 'm')
    trace_name_method(c->reader, (uint32_t)e->value, &what);
  else
    trace_name_class(c->reader, e->ref, &what);
  analysis_note(c->report, what.s, mem_strdup(trace_reader_string(c->reader, e->text, NULL)));
}

void analysis_run_take(struct analysis_run *run, uint64_t n, const struct trace_event *e) {
  run->context.report->events++;
  if (e->kind == TRACE_EV_NOT_INSTRUMENTED) take_note(&run->context, e);
  if (!e->thread) return;
  for (size_t i = 0; i < COUNT(analyses); i++)
    if (run->states[i]) analyses[i].event(run->states[i], n, e);
  uncaught_take(run->context.report, run->context.reader, n, e);
}

void analysis_run_end(struct analysis_run *run) {
  if (!run) return;
  for (size_t i = 0; i < COUNT(analyses); i++)
    if (run->states[i]) analyses[i].end(run->states[i]);
  if (run->context.regions) regfree(&run->regions);
  free(run);
}

/* ---- over a trace ---- */

int trace_analyze(struct trace_reader *r, const struct analysis_settings *s,
                  struct analysis_report *report, struct error *err) {
  const char *damage = trace_reader_damage(r);
  struct analysis_run *run;
  int rc = analysis_run_new(s, r, report, &run, err);
  if (rc) return rc;
  free(report->damage);
  report->damage = damage ? mem_strdup(damage) : NULL;
  for (uint64_t n = 0; n < trace_reader_count(r) && !rc; n++) {
    struct trace_event e;
    rc = trace_reader_event(r, n, &e, err);
    if (!rc) analysis_run_take(run, n, &e);
    if (s->stop && *s->stop) rc = error_set(err, ERR_LIMIT, "stopped");
  }
  analysis_run_end(run);
  return rc;
}
