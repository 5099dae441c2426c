/* The commands for teaching: predict, ask, vote, say, stop, continue, score. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"

int do_predict(struct debug *d, const struct args *a) {
  bool on = a->argc == 1 && !strcmp(a->argv[0], "on");
  if (!on && !(a->argc == 1 && !strcmp(a->argv[0], "off")))
    return command_usage(d, "predict on or off");
  if (on && teach_goes(d))
    return command_usage(d, "the lesson asks here: predict waits until it is over");
  if (!on) teach_predict_off(d);
  d->teach.predict = on;
  debug_log(d, LOG_INFO,
            on ? "each choice is a question: its letters vote, Space reveals"
               : "what choices would do is shown");
  debug_stale(d);
  return 0;
}

int do_ask(struct debug *d, const struct args *a) {
  struct error err = {0};
  const char *arg;
  if (!a->argc) return command_usage(d, "ask effect, value, outcome or enabled");
  arg = a->rest + strlen(a->argv[0]);
  arg += strspn(arg, " ");
  if (teach_ask(d, a->argv[0], arg, &err)) return debug_fail(d, &err);
  d->teach.waits = true;
  debug_stale(d);
  return 0;
}

int do_vote(struct debug *d, const struct args *a) {
  const char *s = a->argc == 1 ? a->argv[0] : "";
  size_t i = strlen(s) == 1 && *s >= 'a' && *s <= 'z' ? (size_t)(*s - 'a') : SIZE_MAX;
  if (teach_asks_elsewhere(d))
    return command_usage(d, "the question is at step %u (:continue goes back to it)",
                         debug_step(d, d->teach.q.at));
  if (!teach_open(d)) return command_usage(d, "no question is open (:ask, :predict on)");
  if (!teach_vote(d, i)) return command_usage(d, "the question has no answer '%s'", s);
  debug_log(d, LOG_INFO, "a vote for %c: %u", *s, d->teach.q.votes[i]);
  return 0;
}

int do_say(struct debug *d, const struct args *a) { return teach_say(d, a->rest), 0; }
int do_stop(struct debug *d, const struct args *a) { return (void)a, d->teach.waits = true, 0; }

int do_continue(struct debug *d, const struct args *a) {
  (void)a;
  if (teach_reveal(d)) return debug_stale(d), 0;
  if (teach_asks_elsewhere(d)) return teach_back(d);
  if (teach_goes(d)) return teach_go_on(d);
  if (teach_over(d))
    debug_log(d, LOG_INFO, "the lesson is over: look around, q leaves (G runs the guided search)");
  else
    debug_log(d, LOG_INFO, "no question is open, and no lesson is running");
  return 0;
}

int do_score(struct debug *d, const struct args *a) {
  const struct teach *t = &d->teach;
  (void)a;
  INVARIANT(t->right <= t->votes, "no more votes are right than were cast: %u of %u", t->right,
            t->votes);
  debug_log(d, LOG_INFO, "%u of %u vote%s right, in %u question%s", t->right, t->votes,
            PLURAL(t->votes), t->asked, PLURAL(t->asked));
  return 0;
}
