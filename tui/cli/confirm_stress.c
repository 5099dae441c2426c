/* Reports runs of a program by itself. See confirm_stress.h. */
#include "tui/cli/confirm_stress.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "trace/stress/stress.h"
#include "tui/cli/cli.h"

/* The progress is shown ten times a second. */
struct stress_display {
  uint32_t runs; /* all */
  double shown;
};

static void stress_progress(void *self, uint32_t runs, uint32_t seen) {
  struct stress_display *d = self;
  double now = clock_seconds();
  if (now - d->shown < 0.1) return;
  d->shown = now;
  fprintf(stderr, "\r\033[Kunder stress: %u of %u runs, seen in %u", runs, d->runs, seen);
}

/* Adds the number with a comma before each three digits. */
static void put_grouped(struct text *out, uint32_t n) {
  if (n >= 1000) {
    put_grouped(out, n / 1000);
    text_printf(out, ",%03u", n % 1000);
  } else {
    text_printf(out, "%u", n);
  }
}

static void stress_report(const struct confirm_stress *s, const struct stress_tally *t,
                          struct text *out) {
  text_printf(out, "%s in java %s: ", t->seen ? "seen" : "not seen", s->plan->jdk);
  put_grouped(out, t->seen);
  text_puts(out, " of ");
  put_grouped(out, t->runs);
  text_printf(out, " runs under stress, in %.1f s\n  %s\n", t->seconds, s->plan->headline);
  if (t->runs < s->runs) text_puts(out, "  the runs were interrupted\n");
  if (!t->seen)
    text_puts(
        out,
        "  this does not show that it cannot happen: no schedule was forced, and a processor\n"
        "  and a compiler show few of the behaviours that the memory model allows\n");
}

static void stress_json(const struct confirm_stress *s, const struct stress_tally *t,
                        struct text *out) {
  json_t *j =
      json_pack("{s:s,s:s,s:{s:i,s:i,s:f}}", "error", s->plan->headline, "jdk", s->plan->jdk,
                "stress", "runs", (int)t->runs, "seen", (int)t->seen, "seconds", t->seconds);
  char *text = json_dumps(j, JSON_INDENT(2));
  text_printf(out, "%s\n", text);
  free(text);
  json_decref(j);
}

int confirm_stress_text(const struct confirm_stress *s, struct text *out, struct error *err) {
  struct stress_display display = {.runs = s->runs};
  struct stress_options o = {.program = s->program,
                             .failure = s->plan->failure,
                             .hang = s->plan->hang,
                             .runs = s->runs,
                             .limit = s->limit,
                             .stop = s->stop,
                             .progress = s->shows ? stress_progress : NULL,
                             .self = &display};
  struct stress_tally t;
  int rc = stress_run(&o, &t, err);
  if (s->shows) fprintf(stderr, "\r\033[K");
  if (rc) return rc;
  if (s->json)
    stress_json(s, &t, out);
  else
    stress_report(s, &t, out);
  return t.seen ? EXIT_NO_ERROR : EXIT_ERROR_FOUND;
}
