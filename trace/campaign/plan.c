/* Completes a campaign that read.c has parsed: resolves names and makes the cells. */
#include "trace/campaign/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/search/search.h"
#include "trace/campaign/component.h"
#include "trace/campaign/settings.h"
#include "trace/campaign/traced.h"

void plan_names_release(struct plan_names *n) {
  size_t i;
  for (i = 0; i < n->asked.len; i++) free(n->asked.data[i].text);
  for (i = 0; i < n->papers.len; i++) {
    free(n->papers.data[i].row);
    free(n->papers.data[i].numbers);
    free(n->papers.data[i].halves);
  }
  for (i = 0; i < n->strategies.len; i++) free(n->strategies.data[i].text);
  for (i = 0; i < n->heuristics.len; i++) free(n->heuristics.data[i].text);
  vec_free(&n->asked);
  vec_free(&n->papers);
  vec_free(&n->strategies);
  vec_free(&n->heuristics);
}

static int at_line(const struct campaign *c, uint32_t line, struct error *err) {
  return error_prefix(err, "%s:%u", c->path, line);
}

/* ---- the product of strategies and heuristics ---- */

/* Does the strategy rank states by a heuristic? */
static bool ranks(const char *strategy) {
  const struct search_ops *s = search_find(strategy);
  return s && s->ranks;
}

static int set_one(struct campaign *c, struct campaign_technique *t, int setting,
                   const struct plan_word *w, struct error *err) {
  char **words = mem_alloc(sizeof *words);
  words[0] = mem_strdup(w->text);
  if (setting_take(&t->own, setting, words, 1, w->line, c->folder, err))
    return at_line(c, w->line, err);
  return 0;
}

static int add_technique(struct campaign *c, const struct plan_word *strategy,
                         const struct plan_word *heuristic, struct error *err) {
  struct campaign_technique *t = vec_push(&c->techniques);
  *t = (struct campaign_technique){.line = strategy->line};
  t->name =
      heuristic ? mem_printf("%s %s", strategy->text, heuristic->text) : mem_strdup(strategy->text);
  if (set_one(c, t, CAMPAIGN_SEARCH, strategy, err)) return err->code;
  return heuristic ? set_one(c, t, CAMPAIGN_HEURISTIC, heuristic, err) : 0;
}

static int product(struct campaign *c, const struct plan_names *n, struct error *err) {
  size_t i, k;
  for (i = 0; i < n->strategies.len && !err->code; i++) {
    bool pairs = n->heuristics.len && ranks(n->strategies.data[i].text);
    if (!pairs) add_technique(c, &n->strategies.data[i], NULL, err);
    for (k = 0; pairs && k < n->heuristics.len && !err->code; k++)
      add_technique(c, &n->strategies.data[i], &n->heuristics.data[k], err);
  }
  if (!c->techniques.len && !err->code)
    *vec_push(&c->techniques) = (struct campaign_technique){.name = mem_strdup("dfs")};
  return err->code;
}

/* ---- names ---- */

static bool has(const campaign_indices *v, uint32_t n) {
  size_t i;
  for (i = 0; i < v->len; i++)
    if (v->data[i] == n) return true;
  return false;
}

/* Adds the rows with that name: one row, or all rows of a subject. Returns false if there is no
 * such row. */
static bool add_rows(const struct campaign *c, const char *name, campaign_indices *out) {
  uint32_t i;
  bool found = false;
  for (i = 0; i < c->rows.len; i++) {
    const struct campaign_row *r = &c->rows.data[i];
    if (strcmp(r->name, name) != 0 && strcmp(r->subject, name) != 0) continue;
    if (!has(out, i)) *vec_push(out) = i;
    found = true;
  }
  return found;
}

static bool add_column(const struct campaign *c, const char *name, campaign_indices *out) {
  uint32_t i;
  for (i = 0; i < c->techniques.len; i++)
    if (!strcmp(c->techniques.data[i].name, name)) {
      if (!has(out, i)) *vec_push(out) = i;
      return true;
    }
  return false;
}

static int look_up(struct campaign *c, const struct plan_name *n, struct error *err) {
  struct campaign_table *t = n->plot ? NULL : &c->tables.data[n->of];
  struct campaign_plot *p = n->plot ? &c->plots.data[n->of] : NULL;
  campaign_indices *to = n->rows ? (t ? &t->rows : &p->rows) : (t ? &t->columns : &p->columns);
  CHECK(n->plot ? n->of < c->plots.len : n->of < c->tables.len,
        "a name belongs to a table or a plot: %zu", (size_t)n->of);
  CHECK(!n->group || (t && n->group <= t->groups.len),
        "a name belongs to a group of its table: %zu", (size_t)n->group);
  if (n->against) to = &t->against;
  if (n->rows ? add_rows(c, n->text, to) : add_column(c, n->text, to)) {
    if (n->group) add_column(c, n->text, &t->groups.data[n->group - 1].techniques);
    return 0;
  }
  error_set(err, ERR_INPUT, "there is no %s '%s'",
            n->rows ? "subject or configuration" : "technique", n->text);
  return at_line(c, n->line, err);
}

static void all_of(campaign_indices *v, size_t n) {
  uint32_t i;
  if (v->len) return;
  for (i = 0; i < n; i++) *vec_push(v) = i;
}

/* Expands a line of figures that has only one for each column, the mean: the other figures become
 * NAN. */
static void only_means(struct plan_paper *p, uint32_t columns, uint32_t each) {
  double *numbers = mem_alloc((columns * each + 1) * sizeof *numbers);
  uint32_t i, k;
  for (i = 0; i < columns; i++)
    for (k = 0; k < each; k++) numbers[i * each + k] = k == each / 2 ? p->numbers[i] : NAN;
  free(p->numbers);
  p->numbers = numbers;
  p->count = columns * each;
}

static int look_up_paper(struct campaign *c, struct plan_paper *p, struct error *err) {
  struct campaign_table *t = &c->tables.data[p->of];
  uint32_t i, each = campaign_measure_numbers(p->measure), want = (uint32_t)t->columns.len * each;
  CHECK(p->of < c->tables.len, "figures belong to a table: %zu", (size_t)p->of);
  if (t->means)
    want = campaign_means_figures(t);
  else if (p->count == t->columns.len)
    only_means(p, p->count, each);
  for (i = 0; i < t->rows.len && strcmp(c->rows.data[t->rows.data[i]].name, p->row) != 0; i++)
    continue;
  if (i == t->rows.len)
    error_set(err, ERR_INPUT, "the table has no row '%s'", p->row);
  else if (p->count != want)
    error_set(err, ERR_INPUT, "%u figures for %zu %s, but %u are needed", p->count,
              t->groups.len ? t->groups.len : t->columns.len, t->groups.len ? "groups" : "columns",
              want);
  if (err->code) return at_line(c, p->line, err);
  *vec_push(&t->papers) =
      (struct campaign_paper){p->measure, t->rows.data[i], p->numbers, p->halves};
  p->numbers = p->halves = NULL;
  return 0;
}

static void complete_table(struct campaign *c, struct campaign_table *t) {
  int m;
  bool any = false;
  all_of(&t->rows, c->rows.len);
  all_of(&t->columns, c->techniques.len);
  if (t->means && !t->over[0] && !t->over[1] && !t->over[2] && !t->over[3])
    t->over[CAMPAIGN_OVER_FOUND] = true;
  for (m = 0; m < CAMPAIGN_MEASURES; m++) any |= t->shows[m];
  for (m = 0; m < CAMPAIGN_MEASURES && !any; m++)
    t->shows[m] = campaign_measure_by_default((enum campaign_measure)m);
}

static int check_table(const struct campaign *c, const struct campaign_table *t,
                       struct error *err) {
  if (!t->shows[CAMPAIGN_SLOWDOWN_OF] || t->against.len) return 0;
  error_set(err, ERR_INPUT, "slowdown needs form means and against");
  return at_line(c, t->line, err);
}

static int names(struct campaign *c, struct plan_names *n, struct error *err) {
  size_t i;
  for (i = 0; i < n->asked.len && !err->code; i++) look_up(c, &n->asked.data[i], err);
  if (!c->tables.len && !c->plots.len)
    *vec_push(&c->tables) =
        (struct campaign_table){.title = mem_strdup(c->title), .source = mem_strdup("paper")};
  for (i = 0; i < c->tables.len && !err->code; i++) {
    complete_table(c, &c->tables.data[i]);
    check_table(c, &c->tables.data[i], err);
  }
  for (i = 0; i < c->plots.len; i++) {
    all_of(&c->plots.data[i].rows, c->rows.len);
    all_of(&c->plots.data[i].columns, c->techniques.len);
  }
  for (i = 0; i < n->papers.len && !err->code; i++) look_up_paper(c, &n->papers.data[i], err);
  return err->code;
}

/* ---- cells ---- */

struct campaign_cell *campaign_cell_at(const struct campaign *c, uint32_t row, uint32_t technique) {
  size_t i;
  for (i = 0; i < c->cells.len; i++)
    if (c->cells.data[i].row == row && c->cells.data[i].technique == technique)
      return &c->cells.data[i];
  return NULL;
}

static int check_cell(const struct campaign *c, const struct campaign_row *r,
                      const struct campaign_technique *t, const struct campaign_settings *s,
                      const struct campaign_cell *cell, struct error *err) {
  bool component = cell->options.env.component != NULL;
  const char *misplaced = component_misplaced(s, cell);
  if (misplaced)
    error_set(err, ERR_INPUT, "%s, %s: %s works only with %s", r->name, t->name, misplaced,
              component ? "main" : "component");
  else if (component)
    return 0;
  else if ((misplaced = traced_misplaced(s, cell)))
    error_set(err, ERR_INPUT, "%s, %s: %s cannot be combined with trial %s", r->name, t->name,
              misplaced, traced_kind_word((uint32_t)cell->options.traced.trial));
  else if (!cell->options.engine.main_class)
    error_set(err, ERR_INPUT, "%s has no main", r->name);
  else if (!cell->options.engine.class_path)
    error_set(err, ERR_INPUT, "%s has no class-path", r->name);
  else if (engine_bad_reduction(cell->options.engine.por, cell->options.engine.properties))
    error_set(err, ERR_INPUT, "%s, %s: por sync %s", r->name, t->name,
              engine_bad_reduction(cell->options.engine.por, cell->options.engine.properties));
  return err->code ? at_line(c, r->line, err) : 0;
}

static int add_cell(struct campaign *c, uint32_t row, uint32_t technique, struct error *err) {
  const struct campaign_row *r = &c->rows.data[row];
  const struct campaign_technique *t = &c->techniques.data[technique];
  struct campaign_settings s = {0};
  struct campaign_cell *cell;
  if (campaign_cell_at(c, row, technique)) return 0;
  settings_inherit(&s, &c->settings);
  settings_inherit(&s, &r->inherited);
  settings_inherit(&s, &r->own);
  settings_inherit(&s, &t->own);
  cell = vec_push(&c->cells);
  *cell = (struct campaign_cell){.row = row,
                                 .technique = technique,
                                 .spec = settings_text(&s, false),
                                 .image = settings_text(&s, true)};
  settings_options(&s, &cell->options);
  component_words(&s, cell);
  traced_words(&s, cell);
  return check_cell(c, r, t, &s, cell, err);
}

static int add_cells(struct campaign *c, const campaign_indices *rows,
                     const campaign_indices *columns, struct error *err) {
  size_t i, k;
  for (i = 0; i < rows->len && !err->code; i++)
    for (k = 0; k < columns->len && !err->code; k++)
      add_cell(c, rows->data[i], columns->data[k], err);
  return err->code;
}

/* Orders cells by row, then by image, so that cells with the same image are adjacent. */
static int by_image(const void *a, const void *b) {
  const struct campaign_cell *x = a, *y = b;
  int d = x->row < y->row ? -1 : x->row > y->row;
  if (!d) d = strcmp(x->image, y->image);
  return d ? d : x->technique < y->technique ? -1 : x->technique > y->technique;
}

static int cells(struct campaign *c, struct error *err) {
  size_t i;
  for (i = 0; i < c->tables.len; i++)
    if (add_cells(c, &c->tables.data[i].rows, &c->tables.data[i].columns, err) ||
        add_cells(c, &c->tables.data[i].rows, &c->tables.data[i].against, err))
      return err->code;
  for (i = 0; i < c->plots.len; i++)
    if (add_cells(c, &c->plots.data[i].rows, &c->plots.data[i].columns, err)) return err->code;
  if (c->cells.len) qsort(c->cells.data, c->cells.len, sizeof *c->cells.data, by_image);
  return 0;
}

int plan_complete(struct campaign *c, struct plan_names *n, struct error *err) {
  if (!c->rows.len) return error_set(err, ERR_INPUT, "%s: there is no subject", c->path);
  if (product(c, n, err) || names(c, n, err)) return err->code;
  return cells(c, err);
}
