/* See confirm_race.h. */
#include "trace/confirm_race.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "trace/causal.h"
#include "trace/format/reader.h"

struct race_search {
  const struct trace_reader *reader;
  uint32_t racing[2]; /* locations of the two instructions; 0: not in the trace */
  bool marked;        /* the events BLOCK of the two instructions stand for the accesses */
  bool seen;
  char *line; /* the lines of the race that was seen */
  /* how often each of the two instructions was executed */
  uint32_t executed[2];
};

/* Is the location that of the instruction `want`, which is written as in engine/segments.h? */
static bool is_instruction(const struct race_search *s, uint32_t location, const char *want) {
  const struct trace_location *l = trace_reader_location(s->reader, location);
  const struct trace_method *m = l ? trace_reader_method(s->reader, l->method) : NULL;
  const struct trace_class *k = m ? trace_reader_class(s->reader, m->class_id) : NULL;
  char *text;
  bool same;
  if (!k) return false;
  text = mem_printf("%s.%s%s@%u", trace_reader_string(s->reader, k->name, NULL),
                    trace_reader_string(s->reader, m->name, NULL),
                    trace_reader_string(s->reader, m->desc, NULL), l->bci);
  same = !strcmp(text, want);
  free(text);
  return same;
}

/* Returns the location of the instruction, or 0. */
static uint32_t location_of(const struct race_search *s, const char *instruction) {
  for (size_t i = 0; i < trace_reader_rows(s->reader, TRACE_LOCATIONS); i++) {
    const struct trace_location *l = trace_reader_row(s->reader, TRACE_LOCATIONS, i);
    if (is_instruction(s, l->id, instruction)) return l->id;
  }
  return 0;
}

static int line_of(const struct race_search *s, uint32_t location) {
  const struct trace_location *l = trace_reader_location(s->reader, location);
  return l ? l->line : -1;
}

static void race_found(void *self, struct causal_point first, struct causal_point second) {
  struct race_search *s = self;
  bool same = first.location == s->racing[0] && second.location == s->racing[1];
  if (same && !s->seen)
    s->line = mem_printf("data race: nothing orders the accesses of lines %d and %d",
                         line_of(s, first.location), line_of(s, second.location));
  s->seen |= same;
}

static bool is_racing(const struct race_search *s, const struct trace_event *e) {
  return e->location && (e->location == s->racing[0] || e->location == s->racing[1]);
}

/* Is it an access that neither races nor orders anything? Without these, each thread's last access
 * of a variable is one of the two instructions. */
static bool is_beside(const struct race_search *s, const struct trace_event *e) {
  return (trace_is_read(e) || trace_is_write(e)) && !(e->flags & TRACE_VOLATILE) &&
         (s->marked || !is_racing(s, e));
}

/* Turns the mark of an instruction into a write of a variable that only the two instructions have:
 * that they access the same variable is known from the engine alone. */
static void take_mark(const struct race_search *s, struct trace_event *e) {
  if (s->marked && e->kind == TRACE_EV_BLOCK && is_racing(s, e)) {
    e->kind = TRACE_EV_WRITE_BEFORE;
    e->flags = TRACE_STATIC;
    e->ref = UINT32_MAX;
  }
}

static char *not_seen(const struct race_search *s) {
  if (!s->executed[0] || !s->executed[1])
    return mem_printf("the recorded run does not contain the %s access",
                      s->executed[0] ? "second" : "first");
  return mem_strdup("something orders the two accesses in the recorded run");
}

int confirm_race_find(const char *trace, const struct racing_access racing[2], bool *seen,
                      char **why, struct error *err) {
  struct race_search s = {0};
  struct causal_listener listener = {.arg = &s, .race = race_found, .every = true};
  struct trace_reader *reader;
  struct causal *c;
  *seen = false;
  *why = NULL;
  if (trace_reader_open(trace, &reader, err)) return err->code;
  s.reader = listener.names = reader;
  for (int i = 0; i < 2; i++) s.racing[i] = location_of(&s, racing[i].instruction);
  s.marked = racing[0].call || racing[1].call;
  c = causal_new(&listener);
  for (uint64_t n = 0; n < trace_reader_count(reader) && !err->code; n++) {
    struct trace_event e;
    if (trace_reader_event(reader, n, &e, err)) break;
    for (int i = 0; i < 2; i++) s.executed[i] += e.location && e.location == s.racing[i];
    if (is_beside(&s, &e)) continue;
    take_mark(&s, &e);
    causal_take(c, n, &e);
  }
  causal_free(c);
  *seen = s.seen;
  *why = s.seen ? s.line : not_seen(&s);
  trace_reader_close(reader);
  return err->code;
}
