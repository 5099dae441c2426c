/* The statements of a campaign file that describe tables and plots (read.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/campaign/plan.h"
#include "trace/campaign/read_int.h"
#include "trace/campaign/settings.h"
#include "trace/campaign/words.h"

int read_on_table(struct reader *r, struct error *err) {
  if (read_end_subject(r, err)) return err->code;
  *vec_push(&r->c->tables) = (struct campaign_table){
      .title = read_take(r, 1), .source = mem_strdup("paper"), .line = r->w.line};
  r->block = TABLE;
  return 0;
}

int read_on_plot(struct reader *r, struct error *err) {
  struct campaign_plot *p;
  if (read_end_subject(r, err)) return err->code;
  if (strspn(read_word(r, 1), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") !=
          strlen(read_word(r, 1)) ||
      !*read_word(r, 1))
    return error_set(
        err, ERR_INPUT,
        "the plot's name '%s' becomes the name of a file: letters, digits, - and _ only",
        read_word(r, 1));
  p = vec_push(&r->c->plots);
  *p = (struct campaign_plot){
      .name = read_take(r, 1), .line = r->w.line, .kind = CAMPAIGN_PLOT_TIME};
  p->title = mem_strdup(p->name);
  r->block = PLOT;
  return 0;
}

int read_on_names(struct reader *r, struct error *err) {
  bool rows = !strcmp(read_word(r, 0), "rows");
  size_t i;
  (void)err;
  for (i = 1; i < read_count(r); i++)
    *vec_push(&r->names.asked) = (struct plan_name){
        .text = read_take(r, i),
        .line = r->w.line,
        .rows = rows,
        .plot = r->block == PLOT,
        .of = (uint32_t)(r->block == PLOT ? r->c->plots.len : r->c->tables.len) - 1};
  return 0;
}

static int measure_of(const char *s, enum campaign_measure *out, struct error *err) {
  struct text t = {0};
  int m;
  for (m = 0; m < CAMPAIGN_MEASURES; m++) {
    *out = (enum campaign_measure)m;
    if (!strcmp(campaign_measure_word(*out), s)) {
      text_release(&t);
      return 0;
    }
    text_printf(&t, "%s%s", m ? ", " : "", campaign_measure_word(*out));
  }
  error_set(err, ERR_INPUT, "'%s' is no measure (there are %s)", s, t.s);
  text_release(&t);
  return ERR_INPUT;
}

int read_on_show(struct reader *r, struct error *err) {
  enum campaign_measure m;
  size_t i;
  for (i = 1; i < read_count(r); i++) {
    if (measure_of(read_word(r, i), &m, err)) return err->code;
    read_table_of(r)->shows[m] = true;
  }
  return 0;
}

int read_on_source(struct reader *r, struct error *err) {
  (void)err;
  free(read_table_of(r)->source);
  read_table_of(r)->source = read_take(r, 1);
  return 0;
}

int read_on_note(struct reader *r, struct error *err) {
  (void)err;
  *vec_push(&read_table_of(r)->notes) = read_take(r, 1);
  return 0;
}

static int paper_number(const char *s, double *out, struct error *err) {
  char *end;
  *out = NAN;
  if (!strcmp(s, "-")) return 0;
  *out = strtod(s, &end);
  if (end == s || *end || !isfinite(*out) || *out < 0)
    return error_set(err, ERR_INPUT, "'%s' is no figure (- where the paper has none)", s);
  return 0;
}

int read_on_paper(struct reader *r, struct error *err) {
  struct plan_paper p = {.of = (uint32_t)r->c->tables.len - 1,
                         .line = r->w.line,
                         .count = (uint32_t)read_count(r) - 3};
  size_t i;
  if (measure_of(read_word(r, 1), &p.measure, err)) return err->code;
  p.numbers = mem_alloc((p.count + 1) * sizeof *p.numbers);
  for (i = 0; i < p.count; i++)
    if (paper_number(read_word(r, i + 3), &p.numbers[i], err)) {
      free(p.numbers);
      return err->code;
    }
  p.row = read_take(r, 2);
  *vec_push(&r->names.papers) = p;
  return 0;
}

int read_on_kind(struct reader *r, struct error *err) {
  if (!strcmp(read_word(r, 1), "length"))
    read_plot_of(r)->kind = CAMPAIGN_PLOT_LENGTH;
  else if (!strcmp(read_word(r, 1), "time"))
    read_plot_of(r)->kind = CAMPAIGN_PLOT_TIME;
  else
    return error_set(err, ERR_INPUT, "'%s' is no kind of plot (there are length, time)",
                     read_word(r, 1));
  return 0;
}

int read_on_title(struct reader *r, struct error *err) {
  (void)err;
  free(read_plot_of(r)->title);
  read_plot_of(r)->title = read_take(r, 1);
  return 0;
}
