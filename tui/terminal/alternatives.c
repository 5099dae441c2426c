/* Starts and finds the searches for alternative runs (see alternatives.h). */
#include "tui/terminal/alternatives.h"

#include <string.h>

/* Maximum number of states per search, unless the command line sets one. */
enum { STATES = 100000 };

static bool find_alternative(struct debug *d, node_id n, int kind, const char *repair,
                             struct check_info *out) {
  for (uint32_t i = engine_check_count(d->engine); i--;) {
    if (engine_check(d->engine, i, out)) continue;
    if (out->options.kind == kind && out->from == n &&
        (!repair || !strcmp(repair, out->options.repair)))
      return true;
    engine_check_release(out);
  }
  return false;
}

bool nearest_find(struct debug *d, node_id n, struct check_info *out) {
  return find_alternative(d, n, CHECK_NEAREST, NULL, out);
}

bool repair_find(struct debug *d, node_id n, const struct repair_info *r, struct check_info *out) {
  return r->apply && find_alternative(d, n, CHECK_REPAIR, r->apply, out);
}

/* With a terminal, the check runs in the background while the user works on. Otherwise waits for
 * it. */
static void wait_unless_interactive(struct debug *d, uint32_t id) {
  static volatile int never;
  if (!d->interactive) engine_check_wait(d->engine, id, d->stop ? d->stop : &never);
  debug_checks_poll(d);
  debug_stale(d);
}

static int start_alternative(struct debug *d, node_id n, int kind, const char *repair,
                             struct error *err) {
  struct check_options o = {.kind = kind,
                            .repair = repair,
                            .seconds = d->set.seconds,
                            .max_states = d->defaults.max_states ? d->defaults.max_states : STATES};
  struct check_info k;
  uint32_t id;
  if (find_alternative(d, n, kind, repair, &k)) {
    bool again = k.state == CHECK_KILLED;
    engine_check_release(&k);
    if (!again) return 0;
  }
  if (engine_check_start(d->engine, n, &o, &id, err)) return err->code;
  wait_unless_interactive(d, id);
  return 0;
}

int nearest_start(struct debug *d, node_id n, struct error *err) {
  return start_alternative(d, n, CHECK_NEAREST, NULL, err);
}

int repair_start(struct debug *d, node_id n, const struct repair_info *r, struct error *err) {
  return start_alternative(d, n, CHECK_REPAIR, r->apply, err);
}

uint32_t alternatives_running(struct debug *d) {
  for (uint32_t i = engine_check_count(d->engine); i--;) {
    struct check_info k;
    bool runs;
    if (engine_check(d->engine, i, &k)) continue;
    runs = k.state == CHECK_RUNNING && k.options.kind != CHECK_SEARCH;
    engine_check_release(&k);
    if (runs) return i + 1;
  }
  return 0;
}

node_id node_at_depth(struct debug *d, node_id n, uint32_t depth) {
  struct node_info info;
  while (!engine_node(d->engine, n, &info) && info.depth > depth) n = info.parent;
  return n;
}
