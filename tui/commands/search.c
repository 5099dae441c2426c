/* The commands on searches: guided, search, pause. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"

static bool option_value(struct debug *d, const struct args *a, int *i) {
  if (*i + 1 < a->argc) return ++*i, true;
  command_usage(d, "%s needs a value", a->argv[*i]);
  return false;
}

static bool read_option(struct debug *d, const struct args *a, int *i, struct search_options *o) {
  const char *name = a->argv[*i];
  uint64_t n = 0;
  char *end;
  if (!strcmp(name, "--all-errors")) return o->all_errors = true;
  if (!option_value(d, a, i)) return false;
  if (!strcmp(name, "--heuristic")) return o->heuristic = a->argv[*i], true;
  if (!strcmp(name, "--prefer")) return o->prefer = a->argv[*i], true;
  if (!strcmp(name, "--jrf")) return o->jrf = a->argv[*i], true;
  if (!strcmp(name, "--time")) {
    o->seconds = strtod(a->argv[*i], &end);
    if (end != a->argv[*i] && !*end && o->seconds >= 0) return true;
  } else if (command_number(a->argv[*i], UINT64_MAX, &n)) {
    if (!strcmp(name, "--seed")) return o->seed = n, true;
    if (!strcmp(name, "--depth") && n <= UINT32_MAX) return o->depth = (uint32_t)n, true;
    if (!strcmp(name, "--preemptions") && n <= UINT32_MAX)
      return o->preemptions = (uint32_t)n, true;
    if (!strcmp(name, "--max-states")) return o->max_states = n, true;
  }
  command_usage(d, "bad option %s %s", name, a->argv[*i]);
  return false;
}

/* Returns false and logs an error if this search ignores the option. */
static bool search_fits(struct debug *d, const char *option, const char *search) {
  char *with = engine_searches_with(option);
  bool fit = !with || engine_search_takes(search, option);
  if (!fit) command_usage(d, "%s works only with %s, not with %s", option, with, search);
  free(with);
  return fit;
}

static bool ranks(const struct search_options *o) {
  return o->heuristic && (!strcmp(o->search, "guided") || !strcmp(o->search, "greedy-best-first"));
}

/* Starts a search, with the options from argument `first` on. `search` NULL: the search of heddle's
 * command line, else the guided search. Options that are strings point into this command's line;
 * the engine copies what it keeps. */
static int search_start(struct debug *d, const struct args *a, int first, const char *search) {
  struct search_options o;
  struct error err = {0};
  int i;
  o = d->defaults;
  o.seed = engine_opts(d->engine)->seed;
  o.search = search ? search : d->defaults.search ? d->defaults.search : "guided";
  for (i = first; i < a->argc; i++)
    if (!search_fits(d, a->argv[i], o.search) || !read_option(d, a, &i, &o)) return ERR_USAGE;
  if (!strcmp(o.search, "guided") && !engine_mark_count(d->engine))
    return command_usage(
        d, "the guided search follows marks: m on a line of the source, or :mark LOCATION");
  if (debug_search_start(d, &o, &err)) return debug_fail(d, &err);
  d->search.search = d->search.heuristic = d->search.prefer = d->search.jrf =
      NULL; /* they pointed into the line */
  debug_log(d, LOG_INFO, "%s search from node %u%s%s, seed %llu", o.search, engine_here(d->engine),
            ranks(&o) ? ", heuristic " : "", ranks(&o) ? o.heuristic : "",
            (unsigned long long)o.seed);
  return 0;
}

int do_search(struct debug *d, const struct args *a) {
  bool named = a->argc && a->argv[0][0] != '-';
  return search_start(d, a, named ? 1 : 0, named ? a->argv[0] : d->defaults.search ? NULL : "dfs");
}

/* Runs or steps the search, and starts it first if necessary. */
static int search_run(struct debug *d, const struct args *a, bool step) {
  struct error err = {0};
  uint64_t n;
  if (!command_count(d, a, 1, step ? 1 : 0, &n)) return ERR_USAGE;
  if (!d->searching) {
    struct args none = {0, a->argv, ""};
    int r = search_start(d, &none, 0, NULL);
    if (r) return r;
  }
  return (step ? debug_search_step(d, n, &err) : debug_search_run(d, n, &err)) ? debug_fail(d, &err)
                                                                               : 0;
}

int do_guided(struct debug *d, const struct args *a) {
  const char *what = a->argc ? a->argv[0] : "";
  debug_search_pause(d);
  if (!strcmp(what, "start")) return search_start(d, a, 1, "guided");
  if (!strcmp(what, "step")) return search_run(d, a, true);
  if (!strcmp(what, "run")) return search_run(d, a, false);
  if (!strcmp(what, "pause")) return 0;
  if (!strcmp(what, "stop")) {
    engine_search_stop(d->engine);
    d->searching = false;
    debug_changed(d);
    return 0;
  }
  return command_usage(d, "guided start, step [N], run [N], pause or stop");
}

int do_pause(struct debug *d, const struct args *a) {
  (void)a;
  if (d->running) {
    debug_search_pause(d);
    return 0;
  }
  return command_run(d, "guided run");
}
