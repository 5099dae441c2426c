/* Finds options that would have no effect. See misplaced.h. The searches themselves define which
 * options they take (engine_search_takes). */
#include "tui/cli/misplaced.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tui/cli/auto/auto.h"

/* Returns the name of the search that engine_search_all would run. */
static const char *search_of(const struct cli *c) {
  return c->search.shortest && !strcmp(c->search.search, "dfs") ? "bfs" : c->search.search;
}

/* ---- options that some searches take ---- */

static int of_another_search(const struct cli *c, const char *option, struct error *err) {
  char *with = engine_searches_with(option);
  if (with && !engine_search_takes(search_of(c), option))
    error_set(err, ERR_USAGE, "%s works only with %s, not with %s", option, with, search_of(c));
  free(with);
  return err->code;
}

int misplaced_in_search(const struct cli *c, struct error *err) {
  const char *option;
  int i = 0;
  while ((option = cli_next_given(c, &i)))
    if (of_another_search(c, option, err)) return err->code;
  return 0;
}

/* ---- options of one search, which auto chooses itself ---- */

static int of_one_search(const struct cli *c, struct error *err) {
  const char *option = auto_chosen(c) ? cli_of_one_search(c) : NULL;
  if (!option) return 0;
  return error_set(err, ERR_USAGE, "%s cannot be combined with --search " AUTO_NAME, option);
}

/* ---- options that need another option ---- */

static bool prefers(const struct cli *c) { return !strcmp(c->search.heuristic, "prefer-threads"); }
static bool measures(const struct cli *c) {
  const char *h = c->search.heuristic;
  return !strcmp(h, "pfsm") || !strcmp(h, "fsm") || !strcmp(h, "e-fca");
}
static bool keeps(const struct cli *c) { return c->checkpoint; }
static bool covers(const struct cli *c) {
  return c->coverage || c->junit_xml || c->sarif || c->warnings;
}
static bool tests(const struct cli *c) { return c->junit || c->warnings || auto_chosen(c); }
static bool ranks(const struct cli *c) { return engine_search_takes(search_of(c), "--heuristic"); }
static bool races(const struct cli *c) { return c->engine.properties & PROP_RACE; }
static bool tells_stale_apart(const struct cli *c) {
  return !c->search.no_match_h && !c->search.thread_symmetry;
}
static bool accesses(const struct cli *c) {
  return c->engine.properties & (PROP_RACE | PROP_CONFLICT) || c->engine.stale_reads;
}
static bool exceptions(const struct cli *c) { return c->engine.properties & PROP_EXCEPTION; }

/* Returns true if the search knows which share of the state space it has explored; --estimate needs
 * this. */
static bool is_measured(const struct cli *c) {
  return !c->junit && !c->junit_xml && !c->sarif && !c->search.depth && !c->search.sleep_sets &&
         !c->resume;
}

static const struct {
  const char *option;
  bool (*fits)(const struct cli *c);
  const char *with;
} rules[] = {
    {"--prefer", prefers, "the heuristic prefer-threads"},
    {"--position", measures, "the heuristics pfsm, e-fca and fsm, which measure distances"},
    {"--checkpoint-every", keeps, "--checkpoint"},
    {"--source-path", covers, "--coverage, --junit-xml, --sarif and --warnings"},
    {"--warnings", ranks, "the searches guided and greedy-best-first"},
    {"--jobs", tests, "--junit, --warnings and --search auto"},
    {"--strict", auto_chosen, "--search auto"},
    {"--first-race", auto_chosen, "--search auto"},
    {"--library-races", auto_chosen, "--search auto"},
    {"--estimate", is_measured,
     "the whole search of one program: not with --junit, --depth, --sleep-sets or --resume"},
    {"--race-rw", races, "the property race"},
    {"--stale-reads", tells_stale_apart,
     "states that are matched with h and with threads apart: not with --no-match-h or "
     "--thread-symmetry"},
    {"--trust", accesses, "the properties race and conflict"},
    {"--benign", accesses, "the properties race and conflict"},
    {"--own", accesses, "the properties race and conflict"},
    {"--swallowed", exceptions, "the property exception"},
};

static int without_company(const struct cli *c, const char *option, struct error *err) {
  size_t i;
  for (i = 0; i < COUNT(rules); i++)
    if (!strcmp(rules[i].option, option) && !rules[i].fits(c))
      return error_set(err, ERR_USAGE, "%s works only with %s", option, rules[i].with);
  return 0;
}

int misplaced(const struct cli *c, struct error *err) {
  const char *option;
  int i = 0;
  if (of_one_search(c, err)) return err->code;
  while ((option = cli_next_given(c, &i)))
    if (of_another_search(c, option, err) || without_company(c, option, err)) return err->code;
  return 0;
}

/* ---- a campaign that runs no trials ---- */

int misplaced_with_report(const struct cli *c, struct error *err) {
  static const char *const trials[] = {"--again", "--retry", "--jobs", "--on"};
  size_t i;
  for (i = 0; c->report && i < COUNT(trials); i++)
    if (cli_given(c, trials[i]))
      return error_set(err, ERR_USAGE,
                       "%s cannot be combined with --report, which carries out no trials",
                       trials[i]);
  return 0;
}

/* ---- a counterexample ---- */

int misplaced_with_counterexample(const struct cli *c, struct error *err) {
  static const char *const fixed[] = {"--seed",        "--property", "--por",         "--atomic",
                                      "--contracts",   "--race-rw",  "--stale-reads", "--swallowed",
                                      "--trust",       "--benign",   "--own",         "--patience",
                                      "--clock-jumps", "--spurious"};
  static const char *const checks[] = {
      "--depth", "--back",   "--paths", "--all-accesses",
      "--match", "--follow", "--listen"}; /* options of replay that apply only to recorded runs */
  size_t i;
  for (i = 0; i < COUNT(fixed); i++)
    if (cli_given(c, fixed[i]))
      return error_set(
          err, ERR_USAGE,
          "%s cannot be combined with a counterexample, which records how it was found", fixed[i]);
  for (i = 0; i < COUNT(checks) && !strcmp(c->command, "replay"); i++)
    if (cli_given(c, checks[i]))
      return error_set(err, ERR_USAGE,
                       "%s needs a recorded run: a counterexample is executed step by step",
                       checks[i]);
  return 0;
}
