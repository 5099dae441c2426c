/* Adds a table of rank correlations below a table with one trial per cell. They say whether
 * heddle's figures have the same order as the paper's. Only counts are compared, because times and
 * memory depend on the machine: over all cells, over the rows for each technique, and over the
 * techniques for each row. */
#include <math.h>

#include "trace/campaign/ranks.h"
#include "trace/campaign/report_int.h"
#include "trace/campaign/stats.h"

static const enum campaign_measure counted[] = {CAMPAIGN_STATES_OF, CAMPAIGN_LENGTH_OF};

enum { LINE_MIN = 5 }; /* fewer figures have no significant order */

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

/* Adds a line for the correlation over a range of rows and columns, if it has enough figures. */
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

void report_ranks(const struct trials *t, const struct campaign_table *table,
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
