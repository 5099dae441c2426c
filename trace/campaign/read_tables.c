/* The statements of a campaign file that describe tables and plots (read.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "trace/campaign/plan.h"
#include "trace/campaign/read_int.h"
#include "trace/campaign/settings.h"
#include "trace/campaign/words.h"

int read_on_table(struct reader *r, struct error *err) {
  if (read_end_subject(r, err)) return err->code;
  *vec_push(&r->c->tables) = (struct campaign_table){
      .title = read_take(r, 1), .source = mem_strdup("paper"), .line = r->w.line, .level = 95};
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
  error_set(err, ERR_INPUT, "'%s' is not a measure (there are %s)", s, t.s);
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

/* Parses a figure: "-" or "152", and in a table of means also "152+-46". */
static int paper_number(const char *s, bool means, double *out, double *half, struct error *err) {
  const char *number = s;
  char *end;
  *out = *half = NAN;
  if (!strcmp(s, "-")) return 0;
  *out = strtod(s, &end);
  if (means && end != s && !strncmp(end, "+-", 2)) {
    number = end + 2;
    *half = strtod(number, &end);
  }
  if (end == number || *end || !isfinite(*out) || *out < 0)
    return error_set(err, ERR_INPUT, "'%s' is not a figure (write - where the paper has none)", s);
  return 0;
}

int read_on_paper(struct reader *r, struct error *err) {
  struct plan_paper p = {.of = (uint32_t)r->c->tables.len - 1,
                         .line = r->w.line,
                         .count = (uint32_t)read_count(r) - 3};
  size_t i;
  if (measure_of(read_word(r, 1), &p.measure, err)) return err->code;
  p.numbers = mem_alloc((p.count + 1) * sizeof *p.numbers);
  p.halves = mem_alloc((p.count + 1) * sizeof *p.halves);
  for (i = 0; i < p.count; i++)
    if (paper_number(read_word(r, i + 3), read_table_of(r)->means, &p.numbers[i], &p.halves[i],
                     err)) {
      free(p.numbers);
      free(p.halves);
      return err->code;
    }
  p.row = read_take(r, 2);
  *vec_push(&r->names.papers) = p;
  return 0;
}

int read_on_form(struct reader *r, struct error *err) {
  if (strcmp(read_word(r, 1), "means") != 0)
    return error_set(err, ERR_INPUT, "'%s' is not a form of tables (there is means)",
                     read_word(r, 1));
  read_table_of(r)->means = true;
  return 0;
}

int read_on_against(struct reader *r, struct error *err) {
  if (!read_table_of(r)->means) return error_set(err, ERR_INPUT, "against must follow form means");
  *vec_push(&r->names.asked) = (struct plan_name){.text = read_take(r, 1),
                                                  .line = r->w.line,
                                                  .of = (uint32_t)r->c->tables.len - 1,
                                                  .against = true};
  return 0;
}

int read_on_interval(struct reader *r, struct error *err) {
  uint64_t n;
  if (!number_whole(read_word(r, 1), 99, &n) || n < 50)
    return error_set(err, ERR_INPUT, "bad value '%s' for interval: a number from 50 to 99",
                     read_word(r, 1));
  read_table_of(r)->level = (uint32_t)n;
  return 0;
}

static int over_of(const char *s, enum campaign_over *out, struct error *err) {
  for (int o = 0; o < CAMPAIGN_OVERS; o++) {
    *out = (enum campaign_over)o;
    if (!strcmp(campaign_over_word(*out), s)) return 0;
  }
  return error_set(err, ERR_INPUT, "'%s' does not select trials (there are found, none, cut, all)",
                   s);
}

int read_on_over(struct reader *r, struct error *err) {
  enum campaign_over o;
  for (size_t i = 1; i < read_count(r); i++) {
    if (over_of(read_word(r, i), &o, err)) return err->code;
    read_table_of(r)->over[o] = true;
  }
  return 0;
}

int read_on_group(struct reader *r, struct error *err) {
  struct campaign_table *t = read_table_of(r);
  struct campaign_group g = {0};
  if (!t->means) return error_set(err, ERR_INPUT, "group must follow form means");
  if (over_of(read_word(r, 2), &g.over, err)) return err->code;
  g.name = read_take(r, 1);
  *vec_push(&t->groups) = g;
  for (size_t i = 3; i < read_count(r); i++)
    *vec_push(&r->names.asked) = (struct plan_name){.text = read_take(r, i),
                                                    .line = r->w.line,
                                                    .of = (uint32_t)r->c->tables.len - 1,
                                                    .group = (uint32_t)t->groups.len};
  return 0;
}

int read_on_kind(struct reader *r, struct error *err) {
  if (!strcmp(read_word(r, 1), "length"))
    read_plot_of(r)->kind = CAMPAIGN_PLOT_LENGTH;
  else if (!strcmp(read_word(r, 1), "time"))
    read_plot_of(r)->kind = CAMPAIGN_PLOT_TIME;
  else if (!strcmp(read_word(r, 1), "ends"))
    read_plot_of(r)->kind = CAMPAIGN_PLOT_ENDS;
  else
    return error_set(err, ERR_INPUT, "'%s' is not a kind of plot (there are length, time, ends)",
                     read_word(r, 1));
  return 0;
}

int read_on_title(struct reader *r, struct error *err) {
  (void)err;
  free(read_plot_of(r)->title);
  read_plot_of(r)->title = read_take(r, 1);
  return 0;
}
