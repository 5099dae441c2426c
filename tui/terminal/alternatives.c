/* See alternatives.h. */
#include "tui/terminal/alternatives.h"

enum { NEAREST_STATES = 100000 };

bool nearest_find(struct debug *d, node_id n, struct check_info *out) {
  for (uint32_t i = engine_check_count(d->engine); i--;) {
    if (engine_check(d->engine, i, out)) continue;
    if (out->options.kind == CHECK_NEAREST && out->from == n) return true;
    engine_check_release(out);
  }
  return false;
}

/* In a terminal it goes on beside the keys. */
static void wait_unless_interactive(struct debug *d, uint32_t id) {
  static volatile int never;
  if (!d->interactive) engine_check_wait(d->engine, id, d->stop ? d->stop : &never);
  debug_checks_poll(d);
  debug_stale(d);
}

int nearest_start(struct debug *d, node_id n, struct error *err) {
  struct check_options o = {
      .kind = CHECK_NEAREST,
      .seconds = d->set.seconds,
      .max_states = d->defaults.max_states ? d->defaults.max_states : NEAREST_STATES};
  struct check_info k;
  uint32_t id;
  if (nearest_find(d, n, &k)) {
    bool again = k.state == CHECK_KILLED;
    engine_check_release(&k);
    if (!again) return 0;
  }
  if (engine_check_start(d->engine, n, &o, &id, err)) return err->code;
  wait_unless_interactive(d, id);
  return 0;
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
