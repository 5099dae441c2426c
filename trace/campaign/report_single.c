/* Tables with one trial per cell, for deterministic searches. Such a table is one sheet with a line
 * for each row and technique, as in figures 8 to 10 and appendix B of paper 004. Each measure has
 * heddle's figure and the paper's beside it; the last column is the trial's result. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/report_int.h"
#include "trace/campaign/stats.h"

static struct campaign_cell *cell_at(const struct trials *t, const struct campaign_table *table,
                                     size_t row, size_t column) {
  return campaign_cell_at(t->campaign, table->rows.data[row], table->columns.data[column]);
}

bool report_is_single(const struct trials *t, const struct campaign_table *table) {
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

static void columns(const struct campaign_table *table, struct sheet *s) {
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

static void line(const struct trials *t, const struct campaign_table *table, size_t row,
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

void report_single(const struct trials *t, const struct campaign_table *table,
                   enum report_format format, struct text *out) {
  struct sheet s = {0};
  struct text notes = {0};
  size_t i, k;
  columns(table, &s);
  for (i = 0; i < table->rows.len; i++)
    for (k = 0; k < table->columns.len; k++) line(t, table, i, k, &s);
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
