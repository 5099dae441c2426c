/* Draws distributions as text, for terminals and screen readers: at each step of a logarithmic time
 * axis, the share of trials that had found the error or had ended. */
#include <math.h>
#include <stdlib.h>

#include "trace/campaign/plot_int.h"

enum { STEPS_BY_DECADE = 3, STEPS_MOST = 40, BAR = 40 };

struct axis {
  int first, last; /* numbers of steps; step 0 is one second */
};

static double axis_seconds(int step) { return pow(10, (double)step / STEPS_BY_DECADE); }

static struct campaign_cell *cell_at(const struct trials *t, const struct campaign_plot *p,
                                     size_t row, size_t column) {
  return campaign_cell_at(t->campaign, p->rows.data[row], p->columns.data[column]);
}

static void take_in(struct axis *a, const double *seconds, size_t n) {
  int first, last;
  if (!n) return;
  first = (int)floor(log10(seconds[0]) * STEPS_BY_DECADE);
  last = (int)ceil(log10(seconds[n - 1]) * STEPS_BY_DECADE);
  if (first < a->first) a->first = first;
  if (last > a->last) a->last = last;
}

static void text_line(const struct axis *a, const double *seconds, size_t n, size_t done,
                      struct text *out) {
  size_t k = 0;
  for (int step = a->first; step <= a->last; step++) {
    double share;
    while (k < n && seconds[k] <= axis_seconds(step) * (1 + 1e-9)) k++;
    share = done ? (double)k / (double)done : 0;
    text_printf(out, "  %8.3g s  %4.2f  ", axis_seconds(step), share);
    for (int i = 0; i < (int)(share * BAR + 0.5); i++) text_puts(out, "#");
    text_puts(out, "\n");
  }
}

static void text_lines(const struct trials *t, const struct campaign_plot *p, struct axis *a,
                       struct text *out) {
  for (size_t i = 0; i < p->rows.len; i++)
    for (size_t k = 0; k < p->columns.len; k++) {
      double *seconds;
      size_t done, n = plot_seconds(t, p, cell_at(t, p, i, k), &seconds, &done);
      if (!out) take_in(a, seconds, n);
      if (out)
        text_printf(out, "\n%s, %s: %zu of %zu trials\n",
                    t->campaign->rows.data[p->rows.data[i]].name,
                    t->campaign->techniques.data[p->columns.data[k]].name, n, done);
      if (out && n) text_line(a, seconds, n, done, out);
      free(seconds);
    }
}

void plot_text(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  struct axis a = {0, 0};
  text_lines(t, p, &a, NULL);
  if (a.last - a.first > STEPS_MOST) a.first = a.last - STEPS_MOST;
  text_printf(out, "%s\nThe share of the trials that %s by the seconds, on a logarithmic axis.\n",
              p->title, p->kind == CAMPAIGN_PLOT_ENDS ? "had ended" : "had found the error");
  text_lines(t, p, &a, out);
}
