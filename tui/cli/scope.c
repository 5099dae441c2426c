/* Writes the scope of a verdict: properties, memory model, bounds and assumptions. See scope.h. */
#include "tui/cli/scope.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/number.h"
#include "tui/cli/contracts.h"

static void add_time(struct text *t, const struct scope_info *seen, const struct cli *c) {
  char *patience = number_duration_text(c->engine.patience);
  if (seen->time)
    text_puts(t,
              "; virtual time, which passes in timed waits, sleeps and where the program reads the "
              "clock");
  if (seen->time && c->engine.clock_jumps)
    text_printf(t, "; at most %u jumps of the clock", c->engine.clock_jumps);
  if (seen->patient)
    text_printf(
        t,
        "; timed waits of %s or more elapse only when nothing else can run or their time has come",
        patience);
  if (seen->prompt)
    text_printf(t, "; a thread that can run does so within %s, where others sleep, wait or poll",
                patience);
  free(patience);
}

static void add_awaited(struct text *t, const struct scope_info *seen) {
  if (seen->awaited)
    text_puts(t,
              "; a thread that waits in a loop and changes only its own data makes few iterations "
              "while others can run");
}

static const char *hang_text(const struct search_report *r, bool error) {
  if (r->hang == HANG_NOT_EVALUATED || (!r->complete && !error)) return "; hangs not checked";
  if (r->hang == HANG_BUT_CLOCKS)
    return "; hangs not checked in loops that read the clock, ask what was collected, count or "
           "keep a timed wait";
  return "";
}

/* ---- the memory model ---- */

static const struct {
  uint32_t mode;
  const char *name;
} weak_modes[] = {{WEAK_PLAIN, "plain"},
                  {WEAK_OPAQUE, "opaque"},
                  {WEAK_ORDERED, "release-acquire"},
                  {WEAK_FENCE, "fences"}};

static const char *const only_sequential = " under sequential consistency";

const char *scope_model(const struct scope_info *seen) { return seen->weak ? only_sequential : ""; }

const char *scope_rounds(const struct scope_info *seen) {
  return seen->awaited ? ", except for more iterations of loops that wait" : "";
}

const char *scope_model_of(const json_t *check) {
  return json_array_size(json_object_get(check, "weak")) ? only_sequential : "";
}

json_t *scope_weak_json(const struct scope_info *seen) {
  json_t *all = json_array();
  for (size_t i = 0; i < COUNT(weak_modes); i++)
    if (seen->weak & weak_modes[i].mode)
      json_array_append_new(all, json_string(weak_modes[i].name));
  return all;
}

static void add_weak(struct text *t, uint32_t weak) {
  const char *between = "";
  text_puts(t, "; under sequential consistency, because the program uses ");
  for (size_t i = 0; i < COUNT(weak_modes); i++) {
    if (!(weak & weak_modes[i].mode)) continue;
    text_printf(t, "%s%s%s", between, weak_modes[i].name,
                weak_modes[i].mode == WEAK_FENCE ? "" : " accesses");
    between = ", ";
  }
}

/* Searches that recognise no states find no such loop. */
static void add_stale_loops(struct text *t, const struct cli *c) {
  if (c->engine.properties & PROP_HANG)
    text_puts(t,
              "; a loop that reads an older value for ever is found only if it runs alone and "
              "its states repeat");
}

static void add_model(struct text *t, const struct scope_info *seen, const struct cli *c,
                      bool complete) {
  if (seen->weak && complete)
    add_weak(t, seen->weak);
  else if (c->engine.stale_reads) {
    text_puts(t,
              "; racy reads of the program's own fields and arrays also return older writes, "
              "never later ones; library code reads the newest");
    add_stale_loops(t, c);
  } else if (!(c->engine.properties & PROP_RACE))
    text_puts(t, "; under sequential consistency (race is off)");
  else
    text_puts(t, complete && c->engine.benign
                     ? "; free of data races except the benign ones, whose reads return the "
                       "newest value"
                 : complete ? "; free of data races, so all executions are sequentially consistent"
                            : "; Java memory model as far as data races");
}

char *scope_text(struct engine *e, const struct cli *c, const struct search_report *r, bool error) {
  struct text t = {0};
  bool complete = r->complete && !error;
  uint32_t p = c->engine.properties;
  char *names = engine_properties_text(p, " ");
  struct scope_info seen;
  engine_scope(e, &seen);
  text_printf(&t, "properties %s", names);
  free(names);
  add_model(&t, &seen, c, complete);
  if (seen.writes_kept)
    text_printf(&t, "; only the %u newest writes of a location", seen.writes_kept);
  text_printf(&t, "; --por %s", engine_por_name((uint32_t)c->engine.por));
  if (c->search.thread_symmetry) text_puts(&t, "; up to permutations of threads");
  if (c->search.no_match_h && p & PROP_RACE) text_puts(&t, "; states matched without h");
  if (c->search.exact) text_puts(&t, "; whole states compared");
  if (c->engine.atomic) text_printf(&t, "; atomic: %s", c->engine.atomic);
  if (seen.steps) {
    char *methods = contracts_methods(&seen);
    text_printf(&t, "; %s one step each, by contracts", methods);
    free(methods);
  }
  if (*seen.left_out) {
    char *classes = contracts_left_out(&seen);
    text_printf(&t, "; without the contracts of %s, whose steps the program can observe inside",
                classes);
    free(classes);
  }
  if (seen.sections) text_puts(&t, "; sections of Verify.beginAtomic are atomic as declared");
  if (seen.test_runner)
    text_puts(&t,
              "; the test library's runner has no scheduling points, no races and no time limits");
  if (c->engine.swallowed) text_puts(&t, "; swallowed failures are errors");
  if (seen.handled)
    text_printf(&t, "; %u exception%s taken by a handler (see --swallowed)", seen.handled,
                seen.handled == 1 ? " was" : "s were");
  if (c->search.depth) text_printf(&t, "; depth %u", c->search.depth);
  if (c->seq) text_printf(&t, "; sequence %s", c->seq);
  if (seen.seed) text_printf(&t, "; for seed %llu", (unsigned long long)c->engine.seed);
  if (seen.environment && *seen.environment) text_printf(&t, "; environment: %s", seen.environment);
  if (seen.programs > 1 && !complete && !error)
    text_printf(&t, "; %u of its combinations were tried, some incompletely", seen.programs);
  add_time(&t, &seen, c);
  add_awaited(&t, &seen);
  if (c->engine.trust && !strcmp(c->engine.trust, "none"))
    text_printf(&t, "; no class trusted, except for quiet fields%s",
                seen.steps ? " and the inside of contracts" : "");
  else if (c->engine.trust)
    text_printf(&t, "; trusted besides the default: %s", c->engine.trust);
  if (c->engine.benign) text_printf(&t, "; benign: %s", c->engine.benign);
  if (p & PROP_HANG) text_puts(&t, hang_text(r, error));
  text_printf(&t, "; strong references%s, ", seen.collects ? ", also after System.gc()" : "");
  if (c->engine.spurious)
    text_printf(&t, "at most %u spurious wake-ups or failures of weak compare-and-set",
                c->engine.spurious);
  else
    text_puts(&t, "no spurious wake-ups");
  text_printf(&t, ", no %sliveness", p & PROP_HANG && r->hang ? "other " : "");
  return t.s;
}
