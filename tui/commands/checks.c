/* The commands on bounded checks: check, wait, kill. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/views/view_checks.h"

enum { LADDER_SECONDS = 10 }; /* default time; about as long as a user waits */

static bool read_option(struct debug *d, const char *name, const char *value,
                        struct check_options *o, node_id *from) {
  uint64_t n = 0;
  char *end;
  if (!strcmp(name, "--from")) return command_node(d, value, from);
  if (!strcmp(name, "--depth") && command_number(value, UINT32_MAX, &n))
    return o->depth = (uint32_t)n, true;
  if (!strcmp(name, "--max-states") && command_number(value, UINT64_MAX, &n))
    return o->max_states = n, true;
  if (!strcmp(name, "--search")) return o->search = value, true;
  if (!strcmp(name, "--heuristic")) return o->heuristic = value, true;
  if (!strcmp(name, "--seed") && command_number(value, UINT64_MAX, &n)) return o->seed = n, true;
  if (!strcmp(name, "--property") && engine_properties_read(value, &o->properties)) return true;
  if (!strcmp(name, "--time")) {
    o->seconds = strtod(value, &end);
    if (end != value && !*end && o->seconds >= 0) return true;
  }
  command_usage(d, "bad option %s %s (help check lists them)", name, value);
  return false;
}

/* Waits for the check in a script. In a terminal, the check runs in the background instead: its
 * line in the script gets --background, and a `wait` follows when the verdict comes
 * (debug_checks_poll). */
static int checks_wait_for(struct debug *d, uint32_t id, bool background) {
  static volatile int never;
  CHECK(id && id <= engine_check_count(d->engine), "a check that was started is counted: %u of %u",
        id, engine_check_count(d->engine));
  if (d->interactive && !background && d->script.len) {
    char **line = &d->script.data[d->script.len - 1], *more = mem_printf("%s --background", *line);
    free(*line);
    *line = more;
  }
  if (!d->interactive && background) return 0;
  if (!d->interactive) engine_check_wait(d->engine, id, d->stop ? d->stop : &never);
  debug_checks_poll(d);
  debug_stale(d);
  return 0;
}

static bool read_flag(const char *word, struct check_options *o, bool *background) {
  if (!strcmp(word, "--background")) return *background = true;
  if (!strcmp(word, "--all-errors")) return o->all_errors = true;
  if (strcmp(word, "--ladder")) return false;
  o->kind = CHECK_LADDER;
  return true;
}

int do_check(struct debug *d, const struct args *a) {
  struct check_options o = {.depth = d->set.depth,
                            .seconds = d->set.seconds,
                            .max_states = d->defaults.max_states,
                            .search = d->defaults.search,
                            .heuristic = d->defaults.heuristic,
                            .all_errors = d->defaults.all_errors};
  struct error err = {0};
  node_id from = engine_here(d->engine);
  bool background = false, deep = false;
  uint32_t id = 0;
  int i;
  for (i = 0; i < a->argc; i += 2) {
    if (read_flag(a->argv[i], &o, &background)) {
      i--;
      continue;
    }
    if (i + 1 >= a->argc) return command_usage(d, "%s needs a value", a->argv[i]);
    if (!read_option(d, a->argv[i], a->argv[i + 1], &o, &from)) return ERR_USAGE;
    deep |= !strcmp(a->argv[i], "--depth");
  }
  if (o.kind == CHECK_LADDER) {
    if (!o.seconds) o.seconds = LADDER_SECONDS;
    if (!deep) o.depth = 0; /* the ladder increases the depth itself */
  }
  if (engine_check_start(d->engine, from, &o, &id, &err)) return debug_fail(d, &err);
  if (o.kind == CHECK_LADDER)
    debug_log(d, LOG_INFO, "check %u from node %u, each property, ever deeper, for %g s", id, from,
              o.seconds);
  else
    debug_log(d, LOG_INFO, "check %u from node %u, depth %u", id, from, o.depth);
  return checks_wait_for(d, id, background);
}

int do_wait(struct debug *d, const struct args *a) {
  static volatile int never;
  uint64_t id = 0;
  uint32_t i;
  if (a->argc && !command_number(a->argv[0] + (*a->argv[0] == 'c'), UINT32_MAX, &id))
    return command_usage(d, "wait CHECK");
  for (i = 1; i <= engine_check_count(d->engine); i++)
    if (!id || id == i) engine_check_wait(d->engine, i, d->stop ? d->stop : &never);
  debug_checks_poll(d);
  debug_stale(d);
  return 0;
}

int do_kill(struct debug *d, const struct args *a) {
  uint64_t id = 0;
  if (!a->argc) return command_usage(d, "kill CHECK");
  if (!strcmp(a->argv[0], "cursor"))
    id = view_checks_cursor(d);
  else if (!command_number(a->argv[0] + (*a->argv[0] == 'c'), UINT32_MAX, &id))
    id = 0;
  if (!id || id > engine_check_count(d->engine))
    return command_usage(d, "there is no check '%s'", a->argv[0]);
  engine_check_kill(d->engine, (uint32_t)id);
  debug_checks_poll(d);
  debug_stale(d);
  return 0;
}
