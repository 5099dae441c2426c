/* Writes the plots of a campaign as gnuplot data and scripts, and as text. The data and the gnuplot
 * script stay beside the pictures, so that users can draw them differently. */
#include "trace/campaign/plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/campaign/stats.h"

static size_t plot_seconds(const struct trials *t, const struct campaign_plot *p,
                           const struct campaign_cell *cell, double **out, size_t *done);

/* ---- plots as text ---- */

/* The plot as text is for terminals and screen readers. For each step of a logarithmic time axis,
 * it shows the share of trials that had found the error or had ended. */

enum { STEPS_BY_DECADE = 3, STEPS_MOST = 40, BAR = 40 };

struct axis {
  int first, last; /* numbers of steps; step 0 is one second */
};

static double axis_seconds(int step) { return pow(10, (double)step / STEPS_BY_DECADE); }

static struct campaign_cell *text_cell_at(const struct trials *t, const struct campaign_plot *p,
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
      size_t done, n = plot_seconds(t, p, text_cell_at(t, p, i, k), &seconds, &done);
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

/* ---- cells and files ---- */

/* In seconds. Shorter times are drawn at this one, because a logarithmic axis has no zero. */
#define LEAST_TIME 1e-4

static int write_file(const char *path, const struct text *t, struct error *err) {
  FILE *f = fopen(path, "we");
  bool good = f && (!t->len || fwrite(t->s, t->len, 1, f) == 1);
  if (f && fclose(f)) good = false;
  return good ? 0 : error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
}

static struct campaign_cell *cell_at(const struct trials *t, const struct campaign_plot *p,
                                     size_t row, size_t column) {
  return campaign_cell_at(t->campaign, p->rows.data[row], p->columns.data[column]);
}

/* Appends a text as a double-quoted gnuplot string. */
static void quoted(struct text *out, const char *s) {
  text_puts(out, "\"");
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') text_puts(out, "\\");
    text_add(out, s, 1);
  }
  text_puts(out, "\"");
}

/* ---- sequence length against states ---- */

/* The plot has a line for each technique and a point for each row. */

static void length_data(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  struct cell_stats c;
  size_t i, k;
  for (k = 0; k < p->columns.len; k++) {
    text_printf(
        out,
        "# %s\n# locations, mean of states, half of its 95 %% confidence interval, configuration\n",
        t->campaign->techniques.data[p->columns.data[k]].name);
    for (i = 0; i < p->rows.len; i++) {
      const struct campaign_cell *cell = cell_at(t, p, i, k);
      stats_cell(t, cell, CAMPAIGN_STATES_OF, &c);
      if (c.found)
        text_printf(out, "%u %.6g %.6g ", campaign_sequence_length(cell), c.values.mean,
                    isnan(c.values.half) ? 0 : c.values.half);
      if (c.found) quoted(out, t->campaign->rows.data[p->rows.data[i]].name);
      if (c.found) text_puts(out, "\n");
    }
    text_puts(out, "\n\n");
  }
}

/* ---- time to error ---- */

/* The plot shows the share of all trials that found the error within a time, with a line for each
 * row and technique. */

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Does the plot's line rise at the end of this trial? In a CAMPAIGN_PLOT_TIME, the trial must have
 * found the error; in a CAMPAIGN_PLOT_ENDS, it may also have searched everything. */
static bool plot_counts(const struct campaign_plot *p, const struct trial *t) {
  return stats_belongs(t, CAMPAIGN_OVER_FOUND) ||
         (p->kind == CAMPAIGN_PLOT_ENDS && stats_belongs(t, CAMPAIGN_OVER_NONE));
}

/* Returns how many trials of the cell count for the plot. *out gets their times in seconds,
 * ascending; the caller frees it. *done gets the number of finished trials. */
static size_t plot_seconds(const struct trials *t, const struct campaign_plot *p,
                           const struct campaign_cell *cell, double **out, size_t *done) {
  const struct trial *of = trials_at(t, cell);
  size_t n = cell->options.seeds.len, k = 0;
  double *seconds = mem_alloc((n + 1) * sizeof *seconds);
  *done = 0;
  for (size_t i = 0; i < n; i++) {
    *done += of[i].done;
    if (plot_counts(p, &of[i])) seconds[k++] = fmax(of[i].seconds, LEAST_TIME);
  }
  qsort(seconds, k, sizeof *seconds, by_value);
  *out = seconds;
  return k;
}

static void time_line(const struct trials *t, const struct campaign_plot *p,
                      const struct campaign_cell *cell, struct text *out) {
  double *seconds;
  size_t done, k = plot_seconds(t, p, cell, &seconds, &done);
  for (size_t i = 0; i < k; i++)
    text_printf(out, "%.6f %.6f\n", seconds[i], (double)(i + 1) / (double)done);
  text_puts(out, "\n\n");
  free(seconds);
}

static void time_data(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  size_t i, k;
  for (i = 0; i < p->rows.len; i++)
    for (k = 0; k < p->columns.len; k++) {
      text_printf(out, "# %s, %s\n# seconds, share of the trials\n",
                  t->campaign->rows.data[p->rows.data[i]].name,
                  t->campaign->techniques.data[p->columns.data[k]].name);
      time_line(t, p, cell_at(t, p, i, k), out);
    }
}

/* ---- gnuplot scripts ---- */

static bool has_points(const struct trials *t, const struct campaign_plot *p,
                       const struct campaign_cell *cell) {
  const struct trial *of = trials_at(t, cell);
  for (size_t i = 0; i < cell->options.seeds.len; i++)
    if (plot_counts(p, &of[i])) return true;
  return false;
}

/* Appends the curve of block `index` of the data file. Always returns false, which the caller
 * assigns to `first`. */
static bool curve(struct text *out, const char *name, size_t index, const char *how,
                  const char *title, bool first) {
  text_printf(out, "%s \\\n  \"%s.dat\" index %zu %s title ", first ? "" : ",", name, index, how);
  quoted(out, title);
  return false;
}

static void length_script(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  bool first = true;
  uint32_t most = 1;
  size_t i, k;
  for (i = 0; i < p->rows.len; i++)
    for (k = 0; k < p->columns.len; k++)
      if (campaign_sequence_length(cell_at(t, p, i, k)) > most)
        most = campaign_sequence_length(cell_at(t, p, i, k));
  text_printf(out,
              "set xlabel \"locations in the sequence\"\nset ylabel \"states, mean and its 95 %% "
              "confidence interval\"\n"
              "set xtics 1\nset xrange [0.5:%u.5]\nset logscale y\nplot",
              most);
  for (k = 0; k < p->columns.len; k++) {
    bool any = false;
    for (i = 0; i < p->rows.len; i++) any |= has_points(t, p, cell_at(t, p, i, k));
    if (any)
      first = curve(out, p->name, k, "using 1:2:3 with yerrorlines",
                    t->campaign->techniques.data[p->columns.data[k]].name, first);
  }
  text_puts(out, first ? " NaN notitle\n" : "\n");
}

static void widen(const struct trials *t, const struct campaign_plot *p,
                  const struct campaign_cell *cell, double *least, double *most) {
  double *seconds;
  size_t done, k = plot_seconds(t, p, cell, &seconds, &done);
  if (k) *least = fmin(*least, seconds[0] / 2);
  if (k) *most = fmax(*most, seconds[k - 1] * 2);
  free(seconds);
}

static void time_script(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  bool first = true;
  double least = 1, most = 1;
  size_t i, k;
  for (i = 0; i < p->rows.len; i++)
    for (k = 0; k < p->columns.len; k++) widen(t, p, cell_at(t, p, i, k), &least, &most);
  if (least >= most) most = 10 * least;
  text_printf(
      out,
      "set xlabel \"seconds\"\nset ylabel \"share of the trials that %s\"\n"
      "set logscale x\nset xrange [%g:%g]\nset yrange [0:1.05]\nset key outside right\nplot",
      p->kind == CAMPAIGN_PLOT_ENDS ? "ended" : "found the error", least, most);
  for (i = 0; i < p->rows.len; i++)
    for (k = 0; k < p->columns.len; k++) {
      char *title = mem_printf("%s, %s", t->campaign->rows.data[p->rows.data[i]].name,
                               t->campaign->techniques.data[p->columns.data[k]].name);
      if (has_points(t, p, cell_at(t, p, i, k)))
        first = curve(out, p->name, i * p->columns.len + k, "using 1:2 with steps", title, first);
      free(title);
    }
  text_puts(out, first ? " NaN notitle\n" : "\n");
}

static void script(const struct trials *t, const struct campaign_plot *p, struct text *out) {
  static const char *const terminals[][2] = {{"svg size 900,540 noenhanced", "svg"},
                                             {"pngcairo size 900,540 noenhanced", "png"}};
  size_t i;
  for (i = 0; i < COUNT(terminals); i++) {
    text_printf(
        out,
        "reset\nset terminal %s\nset output \"%s.%s\"\nset encoding utf8\nset grid\nset title ",
        terminals[i][0], p->name, terminals[i][1]);
    quoted(out, p->title);
    text_puts(out, "\n");
    (p->kind == CAMPAIGN_PLOT_LENGTH ? length_script : time_script)(t, p, out);
    text_puts(out, "unset output\n");
  }
}

static int write_plot(const struct trials *t, const struct campaign_plot *p, const char *folder,
                      struct error *err) {
  struct text data = {0}, gp = {0};
  char *path = mem_printf("%s/%s.dat", folder, p->name);
  (p->kind == CAMPAIGN_PLOT_LENGTH ? length_data : time_data)(t, p, &data);
  script(t, p, &gp);
  write_file(path, &data, err);
  free(path);
  path = mem_printf("%s/%s.gp", folder, p->name);
  if (!err->code) write_file(path, &gp, err);
  free(path);
  if (!err->code && p->kind != CAMPAIGN_PLOT_LENGTH) {
    struct text picture = {0};
    plot_text(t, p, &picture);
    path = mem_printf("%s/%s.txt", folder, p->name);
    write_file(path, &picture, err);
    free(path);
    text_release(&picture);
  }
  text_release(&data);
  text_release(&gp);
  return err->code;
}

/* ---- running gnuplot ---- */

enum { NO_GNUPLOT = 127 };

/* Runs gnuplot. Returns its exit status; -1 if it was killed or could not be started. */
static int gnuplot(const char *folder, const char *script) {
  int status;
  pid_t pid;
  fflush(NULL);
  pid = fork();
  if (!pid) {
    if (chdir(folder)) _exit(1);
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
    _exit(NO_GNUPLOT);
  }
  if (pid < 0) return -1;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int plot_all(const struct trials *t, const char *folder, bool *without_gnuplot, struct error *err) {
  bool missing = false;
  size_t i;
  for (i = 0; i < t->campaign->plots.len && !err->code; i++) {
    const struct campaign_plot *p = &t->campaign->plots.data[i];
    char *name = mem_printf("%s.gp", p->name);
    int status = write_plot(t, p, folder, err) || missing ? 0 : gnuplot(folder, name);
    missing |= status == NO_GNUPLOT;
    if (status && !missing) error_set(err, ERR_INPUT, "gnuplot cannot draw %s/%s", folder, name);
    free(name);
  }
  *without_gnuplot = missing;
  return err->code;
}
