/* See report.h. A table has a sheet for each measure that it shows. Each row of the sheet has a
 * line for heddle's figures and, if the file gives them, one for the paper's. Notes below the last
 * sheet say which cells are incomplete and why trials did not find the error. */
#include "trace/campaign/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/report_int.h"
#include "trace/campaign/stats.h"

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

const double *report_paper(const struct campaign_table *table, enum campaign_measure m,
                           uint32_t row) {
  size_t i;
  for (i = 0; i < table->papers.len; i++)
    if (table->papers.data[i].measure == m && table->papers.data[i].row == row)
      return table->papers.data[i].numbers;
  return NULL;
}

char *report_figure(double v, int decimals) {
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

char *report_paper_figure(double v) {
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

/* ---- notes ---- */

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

/* ---- sheets ---- */

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

void report_sheet(const char *title, const char *what, enum report_format format,
                  const struct sheet *s, struct text *out) {
  text_printf(out, "%s%s%s%s\n\n", format == REPORT_MARKDOWN ? "## " : "", title, what ? ": " : "",
              what ? what : "");
  (format == REPORT_MARKDOWN ? sheet_markdown : sheet_text)(s, out);
  text_puts(out, "\n");
}

void report_notes(char *lines, enum report_format format, struct text *out) {
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

/* ---- tables ---- */

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
