/* Tables of means, like tables 1 to 6 of paper 002. Such a table has a line for each row, each
 * technique or group of techniques, and each population of trials. A line shows each measure as a
 * mean and half the width of its confidence interval, with the paper's figures beside it. The line
 * of a group shows the technique with the least mean of the first measure. Notes below the table
 * compare the order of the groups in each row with the order in the paper. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/report_int.h"
#include "trace/campaign/stats.h"

struct means {
  const struct trials *t;
  const struct campaign_table *table;
};

static const struct campaign *campaign_of(const struct means *m) { return m->t->campaign; }

static bool means_shows(const struct campaign_table *table, int m) {
  return table->shows[m] && m != CAMPAIGN_DENSITY_OF;
}

static enum campaign_measure first_measure(const struct campaign_table *table) {
  int m = 0;
  while (m + 1 < CAMPAIGN_MEASURES && !means_shows(table, m)) m++;
  return (enum campaign_measure)m;
}

static const struct campaign_paper *paper_of(const struct campaign_table *table, int m,
                                             uint32_t row, bool any_row) {
  for (size_t i = 0; i < table->papers.len; i++) {
    const struct campaign_paper *p = &table->papers.data[i];
    if (p->measure == (enum campaign_measure)m && (any_row || p->row == row)) return p;
  }
  return NULL;
}

static void summary_of(const struct means *m, uint32_t row, uint32_t technique,
                       enum campaign_over over, int measure, struct summary *out) {
  const struct campaign_cell *cell = campaign_cell_at(campaign_of(m), row, technique);
  bool slowdown = measure == CAMPAIGN_SLOWDOWN_OF && m->table->against.len;
  struct summary by;
  stats_over(m->t, cell, slowdown ? CAMPAIGN_TIME_OF : (enum campaign_measure)measure, over,
             m->table->level, out);
  if (!slowdown) return;
  stats_over(m->t, campaign_cell_at(campaign_of(m), row, m->table->against.data[0]),
             CAMPAIGN_TIME_OF, over, m->table->level, &by);
  stats_quotient(&(struct summary){.n = out->n, .mean = out->mean, .half = out->half}, &by, out);
}

/* ---- one line ---- */

static char *mean_text(const struct summary *s, int decimals) {
  if (!s->n) return mem_strdup("-");
  if (isnan(s->half)) return mem_printf("%.*f", decimals, s->mean);
  return mem_printf("%.*f +- %.*f", decimals, s->mean, decimals, s->half);
}

static char *published(const struct campaign_paper *p, size_t figure) {
  char *mean, *half, *both;
  if (!p) return mem_strdup("");
  mean = report_paper_figure(p->numbers[figure]);
  if (isnan(p->halves[figure])) return mean;
  half = report_paper_figure(p->halves[figure]);
  both = mem_printf("%s +- %s", mean, half);
  free(mean);
  free(half);
  return both;
}

static char *population(enum campaign_over over) {
  static const char *const names[] = {"error", "no error", "cut", "all"};
  return mem_strdup(names[over]);
}

static uint64_t open_trials(const struct means *m, const struct campaign_cell *cell) {
  const struct trial *of = trials_at(m->t, cell);
  uint64_t n = 0;
  for (size_t i = 0; i < cell->options.seeds.len; i++) n += !of[i].done;
  return n;
}

/* Adds the cells of a line: the population, the number of trials, and the measures. `figure` is the
 * line's index among the paper's figures. */
static void line(const struct means *m, uint32_t row, uint32_t technique, enum campaign_over over,
                 size_t figure, struct sheet *s) {
  const struct campaign_cell *cell = campaign_cell_at(campaign_of(m), row, technique);
  struct summary n;
  summary_of(m, row, technique, over, CAMPAIGN_STATES_OF, &n);
  sheet_cell(s, population(over));
  sheet_cell(s, mem_printf("%llu%s", (unsigned long long)n.n, open_trials(m, cell) ? "*" : ""));
  for (int i = 0; i < CAMPAIGN_MEASURES; i++) {
    struct summary of;
    if (!means_shows(m->table, i)) continue;
    summary_of(m, row, technique, over, i, &of);
    sheet_cell(s, mean_text(&of, campaign_measure_decimals((enum campaign_measure)i)));
    if (paper_of(m->table, i, 0, true))
      sheet_cell(s, published(paper_of(m->table, i, row, false), figure));
  }
}

static void columns(const struct campaign_table *table, struct sheet *s) {
  sheet_column(s, "", "", true);
  sheet_column(s, "", "", true);
  if (table->groups.len) sheet_column(s, "", "by", true);
  sheet_column(s, "trials", "", true);
  sheet_column(s, NULL, "", false);
  for (int m = 0; m < CAMPAIGN_MEASURES; m++) {
    if (!means_shows(table, m)) continue;
    sheet_column(s, campaign_measure_word((enum campaign_measure)m), "heddle", false);
    if (paper_of(table, m, 0, true)) sheet_column(s, NULL, table->source, false);
  }
}

/* ---- techniques ---- */

static void technique_lines(const struct means *m, uint32_t row, struct sheet *s) {
  size_t figure = 0;
  for (size_t k = 0; k < m->table->columns.len; k++) {
    uint32_t technique = m->table->columns.data[k];
    bool named = false;
    for (int o = 0; o < CAMPAIGN_OVERS; o++) {
      if (!m->table->over[o]) continue;
      sheet_cell(s, mem_strdup(figure ? "" : campaign_of(m)->rows.data[row].name));
      sheet_cell(s, mem_strdup(named ? "" : campaign_of(m)->techniques.data[technique].name));
      line(m, row, technique, (enum campaign_over)o, figure++, s);
      named = true;
    }
  }
}

/* ---- groups ---- */

/* Returns the group's technique with the least mean of the first measure, or its first technique if
 * none has a mean. */
static uint32_t best_of(const struct means *m, uint32_t row, const struct campaign_group *g,
                        double *mean) {
  enum campaign_measure by = first_measure(m->table);
  uint32_t best = g->techniques.data[0];
  *mean = NAN;
  for (size_t k = 0; k < g->techniques.len; k++) {
    struct summary s;
    summary_of(m, row, g->techniques.data[k], g->over, (int)by, &s);
    if (!s.n || (!isnan(*mean) && s.mean >= *mean)) continue;
    *mean = s.mean;
    best = g->techniques.data[k];
  }
  return best;
}

static void group_lines(const struct means *m, uint32_t row, struct sheet *s) {
  for (size_t i = 0; i < m->table->groups.len; i++) {
    const struct campaign_group *g = &m->table->groups.data[i];
    double mean;
    uint32_t best = best_of(m, row, g, &mean);
    sheet_cell(s, mem_strdup(i ? "" : campaign_of(m)->rows.data[row].name));
    sheet_cell(s, mem_strdup(g->name));
    sheet_cell(s, mem_strdup(campaign_of(m)->techniques.data[best].name));
    line(m, row, best, g->over, i, s);
  }
}

/* Returns the names of the groups by ascending mean, joined by " < ", without the groups that have
 * no mean. The caller frees it. */
static char *order_text(const struct campaign_table *table, const double *means) {
  struct text t = {0};
  double last = -1;
  for (;;) {
    size_t next = table->groups.len;
    for (size_t i = 0; i < table->groups.len; i++)
      if (means[i] > last && (next == table->groups.len || means[i] < means[next])) next = i;
    if (next == table->groups.len) break;
    text_printf(&t, "%s%s", t.len ? " < " : "", table->groups.data[next].name);
    last = means[next];
  }
  return t.s ? t.s : mem_strdup("-");
}

/* Notes the order of a row's groups beside the paper's order. Considers only groups for which both
 * have a mean. */
static void order_note(const struct means *m, uint32_t row, struct text *out) {
  const struct campaign_table *table = m->table;
  const struct campaign_paper *p = paper_of(table, (int)first_measure(table), row, false);
  double *ours = mem_alloc((table->groups.len + 1) * sizeof *ours);
  double *theirs = mem_alloc((table->groups.len + 1) * sizeof *theirs);
  char *here, *there;
  for (size_t i = 0; i < table->groups.len; i++) {
    best_of(m, row, &table->groups.data[i], &ours[i]);
    theirs[i] = p && !isnan(ours[i]) ? p->numbers[i] : NAN;
    if (p && isnan(theirs[i])) ours[i] = NAN;
  }
  here = order_text(table, ours);
  there = order_text(table, theirs);
  text_printf(out, "%s: %s", campaign_of(m)->rows.data[row].name, here);
  if (p && !strcmp(here, there)) text_printf(out, ", the order of %s", table->source);
  if (p && strcmp(here, there) != 0) text_printf(out, "; in %s %s", table->source, there);
  text_puts(out, "\n");
  free(here);
  free(there);
  free(ours);
  free(theirs);
}

/* ---- notes ---- */

/* Notes why trials of a cell ended inconclusively, failed or crashed, and how many are not done. */
static void cut_note(const struct means *m, uint32_t row, uint32_t technique, struct text *out) {
  const struct campaign_cell *cell = campaign_cell_at(campaign_of(m), row, technique);
  const struct trial *of = trials_at(m->t, cell);
  uint64_t open = open_trials(m, cell);
  const char *reason = NULL;
  uint64_t n = 0, others = 0;
  for (size_t i = 0; i < cell->options.seeds.len; i++) {
    if (!of[i].done || of[i].verdict == TRIAL_ERROR || of[i].verdict == TRIAL_NO_ERROR) continue;
    if (cell->options.traced.trial && of[i].verdict == TRIAL_INCONCLUSIVE &&
        (!of[i].reason || !*of[i].reason))
      /* A run that is not a search, or a replay that explored everything it had to. */
      continue;
    if (!reason) reason = of[i].reason && *of[i].reason ? of[i].reason : "-";
    n += !strcmp(reason, of[i].reason ? of[i].reason : "-");
    others += strcmp(reason, of[i].reason ? of[i].reason : "-") != 0;
  }
  if (!reason && !open) return;
  text_printf(out, "%s, %s:", campaign_of(m)->rows.data[row].name,
              campaign_of(m)->techniques.data[technique].name);
  if (reason) text_printf(out, " %llu cut by: %s", (unsigned long long)n, reason);
  if (others) text_printf(out, "; %llu by others", (unsigned long long)others);
  if (open) text_printf(out, "%s %llu not done (*)", reason ? ";" : "", (unsigned long long)open);
  text_puts(out, "\n");
}

/* Adds notes for the techniques that the row shows. */
static void row_notes(const struct means *m, uint32_t row, struct text *out) {
  const struct campaign_table *table = m->table;
  double mean;
  for (size_t i = 0; i < table->groups.len; i++)
    cut_note(m, row, best_of(m, row, &table->groups.data[i], &mean), out);
  for (size_t k = 0; k < table->columns.len && !table->groups.len; k++)
    cut_note(m, row, table->columns.data[k], out);
}

static void means_notes(const struct means *m, struct text *out) {
  const struct campaign_table *table = m->table;
  text_printf(out,
              "Means +- half of their %u %% confidence interval; time in seconds of processor "
              "time, memory in megabytes.\n",
              table->level);
  for (size_t i = 0; table->groups.len && i < table->rows.len; i++)
    order_note(m, table->rows.data[i], out);
  for (size_t i = 0; i < table->rows.len; i++) row_notes(m, table->rows.data[i], out);
  for (size_t i = 0; i < table->notes.len; i++) text_printf(out, "%s\n", table->notes.data[i]);
}

void report_means(const struct trials *t, const struct campaign_table *table,
                  enum report_format format, struct text *out) {
  struct means m = {t, table};
  struct sheet s = {0};
  struct text notes = {0};
  columns(table, &s);
  for (size_t i = 0; i < table->rows.len; i++)
    (table->groups.len ? group_lines : technique_lines)(&m, table->rows.data[i], &s);
  report_sheet(table->title, NULL, format, &s, out);
  means_notes(&m, &notes);
  report_notes(notes.s, format, out);
  text_release(&notes);
  sheet_release(&s);
}
