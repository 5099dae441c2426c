/* Prints the tables of a campaign. A table has a sheet for each measure that it shows. Each row of
 * the sheet has a line for heddle's figures and, if the file gives them, one for the paper's. Notes
 * below the last sheet say which cells are incomplete and why trials did not find the error. */
#include "trace/campaign/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/ranks.h"
#include "trace/campaign/sheet.h"
#include "trace/campaign/stats.h"

static void report_ranks(const struct trials *t, const struct campaign_table *table,
                         enum report_format format, struct text *out);
static const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                                  uint32_t row);
static char *report_figure(double v, int decimals);
static char *report_paper_figure(double v);
static void report_sheet(const char *title, const char *what, enum report_format format,
                         const struct sheet *s, struct text *out);
static void report_notes(char *lines, enum report_format format, struct text *out);

/* ---- one trial per cell ---- */

/* A table of deterministic searches has one trial per cell. It is one sheet with a line for each
 * row and technique, as in figures 8 to 10 and appendix B of paper 004. Each measure has heddle's
 * figure and the paper's beside it; the last column is the trial's result. */

static struct campaign_cell *cell_at(const struct trials *t, const struct campaign_table *table,
                                     size_t row, size_t column) {
  return campaign_cell_at(t->campaign, table->rows.data[row], table->columns.data[column]);
}

/* Does every cell of the table have one trial? */
static bool report_is_single(const struct trials *t, const struct campaign_table *table) {
  size_t i, k;
  for (i = 0; i < table->rows.len; i++)
    for (k = 0; k < table->columns.len; k++)
      if (cell_at(t, table, i, k)->options.seeds.len != 1) return false;
  return true;
}

/* Does the table show the measure? Density is not shown, because the result column replaces it. */
static bool is_shown(const struct campaign_table *table, int m) {
  return table->shows[m] && m != CAMPAIGN_DENSITY_OF;
}

static bool has_paper(const struct campaign_table *table, int m) {
  size_t i;
  for (i = 0; i < table->papers.len; i++)
    if (table->papers.data[i].measure == (enum campaign_measure)m) return true;
  return false;
}

static void single_columns(const struct campaign_table *table, struct sheet *s) {
  int m;
  sheet_column(s, "", "", true);
  sheet_column(s, "", "", true);
  for (m = 0; m < CAMPAIGN_MEASURES; m++) {
    if (!is_shown(table, m)) continue;
    sheet_column(s, campaign_measure_word((enum campaign_measure)m), "heddle", false);
    if (has_paper(table, m)) sheet_column(s, NULL, table->source, false);
  }
  sheet_column(s, "", "result", true);
}

/* Returns the result of a trial, such as "race (WR)", "exception (ArithmeticException)", "no error"
 * or "max-states 2000000". The caller frees it. */
static char *result_of(const struct trial *t) {
  const char *kind = t->kind && strrchr(t->kind, '.') ? strrchr(t->kind, '.') + 1 : t->kind;
  if (!t->done) return mem_strdup("not done");
  if (t->verdict == TRIAL_ERROR) return mem_printf("%s (%s)", t->property, kind);
  return mem_strdup(t->reason && *t->reason ? t->reason : trial_verdict_text(t->verdict));
}

static void single_line(const struct trials *t, const struct campaign_table *table, size_t row,
                        size_t column, struct sheet *s) {
  const struct trial *of = trials_at(t, cell_at(t, table, row, column));
  int m;
  sheet_cell(s, mem_strdup(column ? "" : t->campaign->rows.data[table->rows.data[row]].name));
  sheet_cell(s, mem_strdup(t->campaign->techniques.data[table->columns.data[column]].name));
  for (m = 0; m < CAMPAIGN_MEASURES; m++) {
    enum campaign_measure measure = (enum campaign_measure)m;
    const double *paper = report_paper(table, measure, table->rows.data[row]);
    uint32_t each = campaign_measure_numbers(measure);
    if (!is_shown(table, m)) continue;
    sheet_cell(s, report_figure(of->done ? stats_value(of, measure) : NAN,
                                campaign_measure_decimals(measure)));
    if (has_paper(table, m))
      sheet_cell(s, paper ? report_paper_figure(paper[column * each + each / 2]) : mem_strdup(""));
  }
  sheet_cell(s, result_of(of));
}

static void report_single(const struct trials *t, const struct campaign_table *table,
                          enum report_format format, struct text *out) {
  struct sheet s = {0};
  struct text notes = {0};
  size_t i, k;
  single_columns(table, &s);
  for (i = 0; i < table->rows.len; i++)
    for (k = 0; k < table->columns.len; k++) single_line(t, table, i, k, &s);
  report_sheet(table->title, NULL, format, &s, out);
  text_puts(&notes,
            "One trial each; time in seconds of processor time, memory in megabytes, step-time in "
            "microseconds.\n");
  for (i = 0; i < table->notes.len; i++) text_printf(&notes, "%s\n", table->notes.data[i]);
  report_notes(notes.s, format, out);
  text_release(&notes);
  sheet_release(&s);
  report_ranks(t, table, format, out);
}

/* ---- tables of means ---- */

/* A table of means is like tables 1 to 6 of paper 002. It has a line for each row, each technique
 * or group of techniques, and each population of trials. A line shows each measure as a mean and
 * half the width of its confidence interval, with the paper's figures beside it. The line of a
 * group shows the technique with the smallest mean of the first measure. Notes below the table
 * compare the order of the groups in each row with the order in the paper. */

struct means {
  const struct trials *t;
  const struct campaign_table *table;
};

static const struct campaign *means_campaign(const struct means *m) { return m->t->campaign; }

static enum campaign_measure first_measure(const struct campaign_table *table) {
  int m = 0;
  while (m + 1 < CAMPAIGN_MEASURES && !is_shown(table, m)) m++;
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
  const struct campaign_cell *cell = campaign_cell_at(means_campaign(m), row, technique);
  bool slowdown = measure == CAMPAIGN_SLOWDOWN_OF && m->table->against.len;
  struct summary by;
  stats_over(m->t, cell, slowdown ? CAMPAIGN_TIME_OF : (enum campaign_measure)measure, over,
             m->table->level, out);
  if (!slowdown) return;
  stats_over(m->t, campaign_cell_at(means_campaign(m), row, m->table->against.data[0]),
             CAMPAIGN_TIME_OF, over, m->table->level, &by);
  stats_quotient(&(struct summary){.n = out->n, .mean = out->mean, .half = out->half}, &by, out);
}

/* ---- line of means ---- */

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
static void means_line(const struct means *m, uint32_t row, uint32_t technique,
                       enum campaign_over over, size_t figure, struct sheet *s) {
  const struct campaign_cell *cell = campaign_cell_at(means_campaign(m), row, technique);
  struct summary n;
  summary_of(m, row, technique, over, CAMPAIGN_STATES_OF, &n);
  sheet_cell(s, population(over));
  sheet_cell(s, mem_printf("%llu%s", (unsigned long long)n.n, open_trials(m, cell) ? "*" : ""));
  for (int i = 0; i < CAMPAIGN_MEASURES; i++) {
    struct summary of;
    if (!is_shown(m->table, i)) continue;
    summary_of(m, row, technique, over, i, &of);
    sheet_cell(s, mean_text(&of, campaign_measure_decimals((enum campaign_measure)i)));
    if (paper_of(m->table, i, 0, true))
      sheet_cell(s, published(paper_of(m->table, i, row, false), figure));
  }
}

static void means_columns(const struct campaign_table *table, struct sheet *s) {
  sheet_column(s, "", "", true);
  sheet_column(s, "", "", true);
  if (table->groups.len) sheet_column(s, "", "by", true);
  sheet_column(s, "trials", "", true);
  sheet_column(s, NULL, "", false);
  for (int m = 0; m < CAMPAIGN_MEASURES; m++) {
    if (!is_shown(table, m)) continue;
    sheet_column(s, campaign_measure_word((enum campaign_measure)m), "heddle", false);
    if (paper_of(table, m, 0, true)) sheet_column(s, NULL, table->source, false);
  }
}

/* ---- lines of techniques ---- */

static void technique_lines(const struct means *m, uint32_t row, struct sheet *s) {
  size_t figure = 0;
  for (size_t k = 0; k < m->table->columns.len; k++) {
    uint32_t technique = m->table->columns.data[k];
    bool named = false;
    for (int o = 0; o < CAMPAIGN_OVERS; o++) {
      if (!m->table->over[o]) continue;
      sheet_cell(s, mem_strdup(figure ? "" : means_campaign(m)->rows.data[row].name));
      sheet_cell(s, mem_strdup(named ? "" : means_campaign(m)->techniques.data[technique].name));
      means_line(m, row, technique, (enum campaign_over)o, figure++, s);
      named = true;
    }
  }
}

/* ---- lines of groups ---- */

/* Returns the group's technique with the smallest mean of the first measure, or its first technique
 * if none has a mean. */
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
    sheet_cell(s, mem_strdup(i ? "" : means_campaign(m)->rows.data[row].name));
    sheet_cell(s, mem_strdup(g->name));
    sheet_cell(s, mem_strdup(means_campaign(m)->techniques.data[best].name));
    means_line(m, row, best, g->over, i, s);
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

/* Appends a note that compares the order of a row's groups with the paper's order. Considers only
 * groups for which both the campaign and the paper have a mean. */
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
  text_printf(out, "%s: %s", means_campaign(m)->rows.data[row].name, here);
  if (p && !strcmp(here, there)) text_printf(out, ", the order of %s", table->source);
  if (p && strcmp(here, there) != 0) text_printf(out, "; in %s %s", table->source, there);
  text_puts(out, "\n");
  free(here);
  free(there);
  free(ours);
  free(theirs);
}

/* ---- notes on means ---- */

/* Appends a note if trials of the cell ended inconclusively, failed, crashed or are not done. The
 * note says how many, and why. */
static void cut_note(const struct means *m, uint32_t row, uint32_t technique, struct text *out) {
  const struct campaign_cell *cell = campaign_cell_at(means_campaign(m), row, technique);
  const struct trial *of = trials_at(m->t, cell);
  uint64_t open = open_trials(m, cell);
  const char *reason = NULL;
  uint64_t n = 0, others = 0;
  for (size_t i = 0; i < cell->options.seeds.len; i++) {
    if (!of[i].done || of[i].verdict == TRIAL_ERROR || of[i].verdict == TRIAL_NO_ERROR) continue;
    if (cell->options.traced.trial && of[i].verdict == TRIAL_INCONCLUSIVE &&
        (!of[i].reason || !*of[i].reason))
      /* No bound ended this trial: it did not search, or its replay explored everything. */
      continue;
    if (!reason) reason = of[i].reason && *of[i].reason ? of[i].reason : "-";
    n += !strcmp(reason, of[i].reason ? of[i].reason : "-");
    others += strcmp(reason, of[i].reason ? of[i].reason : "-") != 0;
  }
  if (!reason && !open) return;
  text_printf(out, "%s, %s:", means_campaign(m)->rows.data[row].name,
              means_campaign(m)->techniques.data[technique].name);
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

/* Appends a table of means, with a line for each row, technique or group, and population of
 * trials. */
static void report_means(const struct trials *t, const struct campaign_table *table,
                         enum report_format format, struct text *out) {
  struct means m = {t, table};
  struct sheet s = {0};
  struct text notes = {0};
  means_columns(table, &s);
  for (size_t i = 0; i < table->rows.len; i++)
    (table->groups.len ? group_lines : technique_lines)(&m, table->rows.data[i], &s);
  report_sheet(table->title, NULL, format, &s, out);
  means_notes(&m, &notes);
  report_notes(notes.s, format, out);
  text_release(&notes);
  sheet_release(&s);
}

/* ---- rank correlations ---- */

/* A table of rank correlations below a table with one trial per cell shows whether heddle's figures
 * have the same order as the paper's. Only counts are compared, because times and memory depend on
 * the machine. Each measure is compared over all cells, over the rows for each technique, and over
 * the techniques for each row. */

static const enum campaign_measure counted[] = {CAMPAIGN_STATES_OF, CAMPAIGN_LENGTH_OF};

enum { LINE_MIN = 5 }; /* the order of fewer figures is not significant */

typedef VEC(struct rank_pair) rank_pairs;

struct view { /* one measure of a table */
  const struct trials *t;
  const struct campaign_table *table;
  enum campaign_measure m;
};

static void add(const struct view *v, size_t row, size_t column, rank_pairs *p) {
  const struct campaign_table *table = v->table;
  const struct trial *of = trials_at(
      v->t, campaign_cell_at(v->t->campaign, table->rows.data[row], table->columns.data[column]));
  const double *paper = report_paper(table, v->m, table->rows.data[row]);
  uint32_t each = campaign_measure_numbers(v->m);
  struct rank_pair both;
  if (!paper || !of->done || of->verdict != TRIAL_ERROR) return;
  both = (struct rank_pair){stats_value(of, v->m), paper[column * each + each / 2]};
  if (!isnan(both.a) && !isnan(both.b)) *vec_push(p) = both;
}

/* Adds a line for the correlation over a range of rows and columns if the range has enough
 * figures. */
static void correlate(const struct view *v, const char *over, size_t row, size_t rows,
                      size_t column, size_t columns, struct sheet *s) {
  rank_pairs p = {0};
  for (size_t i = row; i < row + rows; i++)
    for (size_t k = column; k < column + columns; k++) add(v, i, k, &p);
  if (p.len >= LINE_MIN) {
    sheet_cell(s, mem_strdup(campaign_measure_word(v->m)));
    sheet_cell(s, mem_strdup(over));
    sheet_cell(s, mem_printf("%zu", p.len));
    sheet_cell(s, report_figure(ranks_correlation(p.data, p.len), 2));
  }
  vec_free(&p);
}

static void correlations(const struct view *v, struct sheet *s) {
  const struct campaign_table *table = v->table;
  const struct campaign *c = v->t->campaign;
  size_t rows = table->rows.len, columns = table->columns.len;
  correlate(v, "all", 0, rows, 0, columns, s);
  for (size_t k = 0; k < columns; k++)
    correlate(v, c->techniques.data[table->columns.data[k]].name, 0, rows, k, 1, s);
  for (size_t i = 0; i < rows; i++)
    correlate(v, c->rows.data[table->rows.data[i]].name, i, 1, 0, columns, s);
}

/* Appends a table that shows how well the order of heddle's figures agrees with the order of the
 * paper's. Leaves out orders of fewer than five figures. */
static void report_ranks(const struct trials *t, const struct campaign_table *table,
                         enum report_format format, struct text *out) {
  struct sheet s = {0};
  struct text note = {0};
  sheet_column(&s, "", "measure", true);
  sheet_column(&s, "", "over", true);
  sheet_column(&s, "", "figures", false);
  sheet_column(&s, "", "correlation", false);
  for (size_t i = 0; i < COUNT(counted); i++)
    if (table->shows[counted[i]]) correlations(&(struct view){t, table, counted[i]}, &s);
  if (s.cells.len) {
    report_sheet(table->title, "order of the figures", format, &s, out);
    text_puts(&note,
              "Spearman's rank correlation of our figures with those of the paper, of trials that "
              "found the error: 1 the same order, 0 none, -1 the reverse; - where all of one side "
              "are equal.\n");
    report_notes(note.s, format, out);
  }
  text_release(&note);
  sheet_release(&s);
}

/* ---- measures and figures ---- */

static const char *const formats[] = {"text", "markdown", "csv", NULL};
const char *report_format_name(uint32_t i) { return i < COUNT(formats) ? formats[i] : NULL; }

struct part { /* one measure of a table */
  const struct trials *t;
  const struct campaign_table *table;
  enum campaign_measure m;
  int decimals;
  bool single; /* one trial per cell, whose value is shown even if it did not find the error */
};

static const struct campaign *campaign_of(const struct part *p) { return p->t->campaign; }

static void stats_at(const struct part *p, uint32_t row, uint32_t column, struct cell_stats *out) {
  stats_cell(p->t, campaign_cell_at(campaign_of(p), row, column), p->m, out);
}

/* Returns the paper's figures for a row: campaign_measure_numbers(m) of them for each column.
 * Returns NULL if the paper has none. */
static const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                                  uint32_t row) {
  size_t i;
  for (i = 0; i < table->papers.len; i++)
    if (table->papers.data[i].measure == m && table->papers.data[i].row == row)
      return table->papers.data[i].numbers;
  return NULL;
}

/* Returns v with that many decimals, or "-" for NAN. The caller frees it. */
static char *report_figure(double v, int decimals) {
  return isnan(v) ? mem_strdup("-") : mem_printf("%.*f", decimals, v);
}

/* ---- heddle's lines ---- */

static void density_cells(const struct cell_stats *c, struct sheet *s) {
  const char *open = c->trials < c->planned ? "*" : c->crashed ? "!" : "";
  char *share = report_figure(c->density, 2);
  sheet_cell(s, mem_printf("%s%s", share, open));
  sheet_cell(s, c->trials ? mem_printf("%.2f-%.2f", c->low, c->high) : mem_strdup(""));
  free(share);
}

static void value_cells(const struct cell_stats *c, int decimals, struct sheet *s) {
  const char *open = c->trials < c->planned ? "*" : "";
  char *mean = report_figure(c->values.mean, decimals);
  sheet_cell(s, report_figure(c->values.min, decimals));
  sheet_cell(s, mem_printf("%s%s", mean, open));
  sheet_cell(s,
             isnan(c->values.half) ? mem_strdup("") : mem_printf("%.*f", decimals, c->values.half));
  sheet_cell(s, report_figure(c->values.max, decimals));
  free(mean);
}

static void our_line(const struct part *p, uint32_t row, struct sheet *s) {
  struct cell_stats c;
  size_t i;
  sheet_cell(s, mem_strdup(campaign_of(p)->rows.data[row].name));
  sheet_cell(s, mem_strdup("heddle"));
  for (i = 0; i < p->table->columns.len; i++) {
    stats_at(p, row, p->table->columns.data[i], &c);
    if (p->m == CAMPAIGN_DENSITY_OF)
      density_cells(&c, s);
    else
      value_cells(&c, p->decimals, s);
  }
}

/* ---- the paper's lines ---- */

/* Returns v with two decimals, or none if it is a whole number; "-" for NAN. The caller frees
 * it. */
static char *report_paper_figure(double v) {
  if (isnan(v)) return mem_strdup("-");
  return mem_printf("%.*f", v == floor(v) ? 0 : 2, v);
}

static void paper_line(const struct part *p, const double *numbers, struct sheet *s) {
  size_t i;
  sheet_cell(s, mem_strdup(""));
  sheet_cell(s, mem_strdup(p->table->source));
  for (i = 0; i < p->table->columns.len; i++) {
    const double *n = numbers + i * campaign_measure_numbers(p->m);
    if (p->m == CAMPAIGN_DENSITY_OF) {
      sheet_cell(s, report_figure(n[0], 2));
      sheet_cell(s, mem_strdup(""));
    } else {
      sheet_cell(s, report_paper_figure(n[0]));
      sheet_cell(s, report_paper_figure(n[1]));
      sheet_cell(s, mem_strdup(""));
      sheet_cell(s, report_paper_figure(n[2]));
    }
  }
}

/* ---- notes on incomplete cells ---- */

struct reasons {
  VEC(const char *) text;
  VEC(uint64_t) count;
};

static void count_reason(struct reasons *r, const char *s) {
  size_t i;
  for (i = 0; i < r->text.len; i++)
    if (!strcmp(r->text.data[i], s)) {
      r->count.data[i]++;
      return;
    }
  *vec_push(&r->text) = s;
  *vec_push(&r->count) = 1;
}

static const char *reason_of(const struct trial *t) {
  if (t->verdict == TRIAL_NO_ERROR && !(t->reason && *t->reason))
    return "no error in a complete search";
  return t->reason && *t->reason ? t->reason : trial_verdict_text(t->verdict);
}

/* Appends a note on a cell in which not all trials found the error, such as "TwoStage(10,1), Random
 * DFS: 3 of 100 trials found the error; 97: max-states 2000000". */
static void note_cell(const struct part *p, const struct campaign_cell *cell, struct text *out) {
  const struct trial *of = trials_at(p->t, cell);
  struct reasons r = {0};
  uint64_t done = 0, found = 0;
  size_t i, n = cell->options.seeds.len;
  for (i = 0; i < n; i++) {
    done += of[i].done;
    found += of[i].done && of[i].verdict == TRIAL_ERROR;
    if (of[i].done && of[i].verdict != TRIAL_ERROR) count_reason(&r, reason_of(&of[i]));
  }
  if (found < n) {
    text_printf(out, "%s, %s: %llu of %llu trials found the error",
                campaign_of(p)->rows.data[cell->row].name,
                campaign_of(p)->techniques.data[cell->technique].name, (unsigned long long)found,
                (unsigned long long)done);
    for (i = 0; i < r.text.len; i++)
      text_printf(out, "; %llu: %s", (unsigned long long)r.count.data[i], r.text.data[i]);
    if (done < n) text_printf(out, "; %llu not done (*)", (unsigned long long)(n - done));
    text_puts(out, "\n");
  }
  vec_free(&r.text);
  vec_free(&r.count);
}

static void notes(const struct part *p, struct text *out) {
  size_t i, k;
  if (p->m == CAMPAIGN_DENSITY_OF)
    text_puts(out,
              "Trials that found the error / all trials, with the 95 % confidence interval.\n");
  else
    text_puts(
        out,
        "Over the trials that found the error; +-: half of the mean's 95 % confidence interval.\n");
  for (i = 0; i < p->table->rows.len; i++)
    for (k = 0; k < p->table->columns.len; k++)
      note_cell(p,
                campaign_cell_at(campaign_of(p), p->table->rows.data[i], p->table->columns.data[k]),
                out);
  for (i = 0; i < p->table->notes.len; i++) text_printf(out, "%s\n", p->table->notes.data[i]);
}

/* ---- sheet of a measure ---- */

static void columns(const struct part *p, struct sheet *s) {
  size_t i;
  sheet_column(s, "", "", true);
  sheet_column(s, "", "", true);
  for (i = 0; i < p->table->columns.len; i++) {
    const char *name = campaign_of(p)->techniques.data[p->table->columns.data[i]].name;
    sheet_column(s, name, p->m == CAMPAIGN_DENSITY_OF ? "density" : "min", false);
    sheet_column(s, NULL, p->m == CAMPAIGN_DENSITY_OF ? "95 %" : "mean", false);
    if (p->m == CAMPAIGN_DENSITY_OF) continue;
    sheet_column(s, NULL, "+-", false);
    sheet_column(s, NULL, "max", false);
  }
}

static void report_sheet(const char *title, const char *what, enum report_format format,
                         const struct sheet *s, struct text *out) {
  text_printf(out, "%s%s%s%s\n\n", format == REPORT_MARKDOWN ? "## " : "", title, what ? ": " : "",
              what ? what : "");
  (format == REPORT_MARKDOWN ? sheet_markdown : sheet_text)(s, out);
  text_puts(out, "\n");
}

/* Appends each of the lines as a note. Modifies `lines` while splitting it. */
static void report_notes(char *lines, enum report_format format, struct text *out) {
  char *line;
  while ((line = strsep(&lines, "\n")) && (*line || lines))
    text_printf(out, "%s%s\n", format == REPORT_MARKDOWN ? "- " : "  ", line);
  text_puts(out, "\n");
}

static void print_part(const struct part *p, enum report_format format, bool last,
                       struct text *out) {
  struct sheet s = {0};
  struct text t = {0};
  size_t i;
  columns(p, &s);
  for (i = 0; i < p->table->rows.len; i++) {
    const double *paper = report_paper(p->table, p->m, p->table->rows.data[i]);
    our_line(p, p->table->rows.data[i], &s);
    if (paper) paper_line(p, paper, &s);
  }
  report_sheet(p->table->title, campaign_measure_heading(p->m), format, &s, out);
  if (last) {
    notes(p, &t);
    report_notes(t.s, format, out);
    text_release(&t);
  }
  sheet_release(&s);
}

/* ---- CSV ---- */

static void csv_word(struct text *out, const char *s) {
  bool quote = strpbrk(s, ",\"\n") != NULL;
  if (quote) text_puts(out, "\"");
  for (; *s; s++) {
    if (*s == '"') text_puts(out, "\"");
    text_add(out, s, 1);
  }
  text_puts(out, quote ? "\"," : ",");
}

static void csv_number(struct text *out, double v, const char *after) {
  if (!isnan(v)) text_printf(out, "%.15g", v);
  text_puts(out, after);
}

static void csv_head_of(const struct part *p, uint32_t row, uint32_t column, const char *source,
                        struct text *out) {
  csv_word(out, p->table->title);
  csv_word(out, campaign_measure_word(p->m));
  csv_word(out, campaign_of(p)->rows.data[row].name);
  csv_word(out, campaign_of(p)->techniques.data[column].name);
  csv_word(out, source);
}

static void csv_ours(const struct part *p, uint32_t row, uint32_t column, struct text *out) {
  struct cell_stats c;
  stats_at(p, row, column, &c);
  csv_head_of(p, row, column, "heddle", out);
  text_printf(out, "%llu,%llu,", (unsigned long long)c.trials, (unsigned long long)c.found);
  if (p->m == CAMPAIGN_DENSITY_OF) {
    csv_number(out, c.density, ",,,,");
    csv_number(out, c.trials ? c.low : NAN, ",");
    csv_number(out, c.trials ? c.high : NAN, "\n");
    return;
  }
  text_puts(out, ",");
  if (p->single) {
    const struct trial *of = trials_at(p->t, campaign_cell_at(campaign_of(p), row, column));
    double v = of->done ? stats_value(of, p->m) : NAN;
    stats_summary(&v, !isnan(v), &c.values);
  }
  csv_number(out, c.values.min, ",");
  csv_number(out, c.values.mean, ",");
  csv_number(out, c.values.max, ",");
  csv_number(out, c.values.mean - c.values.half, ",");
  csv_number(out, c.values.mean + c.values.half, "\n");
}

static void csv_paper(const struct part *p, uint32_t row, size_t k, const double *numbers,
                      struct text *out) {
  const double *n = numbers + k * campaign_measure_numbers(p->m);
  csv_head_of(p, row, p->table->columns.data[k], p->table->source, out);
  text_puts(out, ",,");
  if (p->m == CAMPAIGN_DENSITY_OF) {
    csv_number(out, n[0], ",,,,,\n");
    return;
  }
  text_puts(out, ",");
  csv_number(out, n[0], ",");
  csv_number(out, n[1], ",");
  csv_number(out, n[2], ",,\n");
}

static void csv_part(const struct part *p, struct text *out) {
  size_t i, k;
  for (i = 0; i < p->table->rows.len; i++)
    for (k = 0; k < p->table->columns.len; k++) {
      uint32_t row = p->table->rows.data[i];
      const double *paper = p->table->means ? NULL : report_paper(p->table, p->m, row);
      csv_ours(p, row, p->table->columns.data[k], out);
      if (paper) csv_paper(p, row, k, paper, out);
    }
}

/* ---- whole tables ---- */

static void print_table(const struct trials *t, const struct campaign_table *table,
                        enum report_format format, struct text *out) {
  int m, last = 0;
  bool single = report_is_single(t, table);
  if (table->means && format != REPORT_CSV) {
    report_means(t, table, format, out);
    return;
  }
  if (format != REPORT_CSV && single) {
    report_single(t, table, format, out);
    return;
  }
  for (m = 0; m < CAMPAIGN_MEASURES; m++)
    if (table->shows[m]) last = m;
  for (m = 0; m < CAMPAIGN_MEASURES; m++) {
    struct part p = {t, table, (enum campaign_measure)m,
                     campaign_measure_decimals((enum campaign_measure)m), single};
    if (!table->shows[m]) continue;
    if (format == REPORT_CSV)
      csv_part(&p, out);
    else
      print_part(&p, format, m == last, out);
  }
}

char *report_tables(const struct trials *t, enum report_format format) {
  struct text out = {0};
  size_t i;
  if (format == REPORT_CSV)
    text_puts(
        &out,
        "table,measure,row,technique,source,trials,found,density,min,mean,max,low95,high95\n");
  else
    text_printf(&out, "%s%s\n\n", format == REPORT_MARKDOWN ? "# " : "", t->campaign->title);
  for (i = 0; i < t->campaign->tables.len; i++)
    print_table(t, &t->campaign->tables.data[i], format, &out);
  return out.s;
}
