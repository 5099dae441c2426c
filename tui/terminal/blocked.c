/* The threads that cannot run. The debugger lists them after the choices, with the reason. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/debug.h"

char *debug_waits_text(struct debug *d, const struct thread_info *t) {
  const char *what = t->waits_for && *t->waits_for ? t->waits_for : NULL;
  const char *how = what              ? (t->wants_lock ? "wants " : "waits for ")
                    : t->op && *t->op ? "next: "
                                      : "";
  char *why = mem_printf("%s%s", how, what ? what : t->op ? t->op : ""), *s = debug_named(d, why);
  free(why);
  return s;
}

static char *blocked_reason(struct debug *d, const struct thread_info *t) {
  return t->waits_for && *t->waits_for ? debug_waits_text(d, t) : mem_printf("it is %s", t->state);
}

static bool has_choice(const struct debug *d, uint32_t thread) {
  for (size_t i = 0; i < d->choices.len; i++)
    if (d->choices.data[i].choice.thread == thread) return true;
  return false;
}

void debug_blocked_release(struct debug *d) {
  for (size_t i = 0; i < d->blocked.len; i++)
    free(d->blocked.data[i].op), free(d->blocked.data[i].reason);
  d->blocked.len = 0;
}

void debug_blocked(struct debug *d) {
  uint32_t i, n = engine_thread_count(d->engine);
  debug_choices(d);
  if (d->blocked_of == d->generation) return;
  d->blocked_of = d->generation;
  debug_blocked_release(d);
  if (debug_here(d).flags & (NODE_ENDED | NODE_FAILED | NODE_ERROR)) return;
  for (i = 0; i < n; i++) {
    struct thread_info t;
    memset(&t, 0, sizeof t);
    if (has_choice(d, i) || engine_thread(d->engine, i, &t)) continue;
    if (!t.enabled && t.life != LIFE_ENDED && t.life != LIFE_NEW)
      *vec_push(&d->blocked) = (struct debug_blocked){
          .thread = i, .op = debug_named(d, t.op ? t.op : ""), .reason = blocked_reason(d, &t)};
    engine_thread_release(&t);
  }
}

int debug_take_selected(struct debug *d) {
  struct error err = {0};
  debug_choices(d);
  if (d->selected < d->choices.len)
    return debug_take(d, d->selected, &err) ? debug_fail(d, &err) : 0;
  debug_blocked(d);
  if (d->selected - d->choices.len < d->blocked.len)
    return debug_cannot_run(d, d->blocked.data[d->selected - d->choices.len].thread);
  return debug_fail_text(d, ERR_NOTFOUND, "%s", debug_no_choice(d));
}

int debug_cannot_run(struct debug *d, uint32_t thread) {
  debug_blocked(d);
  for (size_t i = 0; i < d->blocked.len; i++)
    if (d->blocked.data[i].thread == thread)
      return debug_fail_text(d, ERR_NOTFOUND, "%s cannot run: %s", debug_thread_title(d, thread),
                             d->blocked.data[i].reason);
  return debug_fail_text(d, ERR_NOTFOUND, "%s has no choice here", debug_thread_title(d, thread));
}
