/* Reads a campaign file, which consists of statements (words.h) in blocks. A block begins with
 * subject, configuration, technique, table or plot and ends where the next block begins. Statements
 * before the first block apply to all. Names in tables and plots are resolved after the whole file
 * was read (plan.h). */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "engine/base/whole_file.h"
#include "trace/campaign/plan.h"
#include "trace/campaign/settings.h"
#include "trace/campaign/words.h"

enum block {
  TOP = 1,
  SUBJECT = 2,
  CONFIGURATION = 4,
  TECHNIQUE = 8,
  TABLE = 16,
  PLOT = 32,
  ANYWHERE = 63
};

struct reader {
  struct campaign *c;
  struct words w;
  enum block block;
  struct campaign_settings subject_settings;
  char *subject; /* name of the present subject; NULL: none */
  uint32_t subject_line, configurations;
  bool full;               /* statements that begin with `full` take effect */
  struct plan_names names; /* names used by tables and plots */
};

static struct campaign_table *read_table_of(struct reader *r);
static struct campaign_plot *read_plot_of(struct reader *r);
static char *read_take(struct reader *r, size_t i);
static const char *read_word(const struct reader *r, size_t i);
static size_t read_count(const struct reader *r);
static int read_end_subject(struct reader *r, struct error *err);

/* ---- tables and plots ---- */

static int read_on_table(struct reader *r, struct error *err) {
  if (read_end_subject(r, err)) return err->code;
  *vec_push(&r->c->tables) = (struct campaign_table){
      .title = read_take(r, 1), .source = mem_strdup("paper"), .line = r->w.line, .level = 95};
  r->block = TABLE;
  return 0;
}

static int read_on_plot(struct reader *r, struct error *err) {
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

static int read_on_names(struct reader *r, struct error *err) {
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

static int read_on_show(struct reader *r, struct error *err) {
  enum campaign_measure m;
  size_t i;
  for (i = 1; i < read_count(r); i++) {
    if (measure_of(read_word(r, i), &m, err)) return err->code;
    read_table_of(r)->shows[m] = true;
  }
  return 0;
}

static int read_on_source(struct reader *r, struct error *err) {
  (void)err;
  free(read_table_of(r)->source);
  read_table_of(r)->source = read_take(r, 1);
  return 0;
}

static int read_on_note(struct reader *r, struct error *err) {
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

/* Reads "paper MEASURE ROW NUMBER...". */
static int read_on_paper(struct reader *r, struct error *err) {
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

static int read_on_form(struct reader *r, struct error *err) {
  if (strcmp(read_word(r, 1), "means") != 0)
    return error_set(err, ERR_INPUT, "'%s' is not a form of tables (there is means)",
                     read_word(r, 1));
  read_table_of(r)->means = true;
  return 0;
}

static int read_on_against(struct reader *r, struct error *err) {
  if (!read_table_of(r)->means) return error_set(err, ERR_INPUT, "against must follow form means");
  *vec_push(&r->names.asked) = (struct plan_name){.text = read_take(r, 1),
                                                  .line = r->w.line,
                                                  .of = (uint32_t)r->c->tables.len - 1,
                                                  .against = true};
  return 0;
}

static int read_on_interval(struct reader *r, struct error *err) {
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

static int read_on_over(struct reader *r, struct error *err) {
  enum campaign_over o;
  for (size_t i = 1; i < read_count(r); i++) {
    if (over_of(read_word(r, i), &o, err)) return err->code;
    read_table_of(r)->over[o] = true;
  }
  return 0;
}

static int read_on_group(struct reader *r, struct error *err) {
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

static int read_on_kind(struct reader *r, struct error *err) {
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

static int read_on_title(struct reader *r, struct error *err) {
  (void)err;
  free(read_plot_of(r)->title);
  read_plot_of(r)->title = read_take(r, 1);
  return 0;
}

/* ---- words of a statement ---- */

static struct campaign_table *read_table_of(struct reader *r) {
  return &r->c->tables.data[r->c->tables.len - 1];
}
static struct campaign_plot *read_plot_of(struct reader *r) {
  return &r->c->plots.data[r->c->plots.len - 1];
}

static char *read_take(struct reader *r, size_t i) {
  char *s = r->w.word.data[i];
  r->w.word.data[i] = NULL;
  return s;
}
static const char *read_word(const struct reader *r, size_t i) { return r->w.word.data[i]; }
static size_t read_count(const struct reader *r) { return r->w.word.len; }

/* ---- subjects and techniques ---- */

static int add_row(struct reader *r, const char *configuration, uint32_t line, struct error *err) {
  char *name = mem_printf("%s%s%s", r->subject, isalnum((unsigned char)*configuration) ? "-" : "",
                          configuration);
  struct campaign_row *row;
  size_t i;
  for (i = 0; i < r->c->rows.len; i++)
    if (!strcmp(r->c->rows.data[i].name, name)) {
      error_set(err, ERR_INPUT, "%s is already defined on line %u", name, r->c->rows.data[i].line);
      free(name);
      return err->code;
    }
  row = vec_push(&r->c->rows);
  *row = (struct campaign_row){.name = name,
                               .subject = mem_strdup(r->subject),
                               .configuration = mem_strdup(configuration),
                               .line = line};
  settings_inherit(&row->inherited, &r->subject_settings);
  r->configurations++;
  return 0;
}

/* Ends the present subject, if any. A subject without configurations becomes a row itself. Moves
 * its settings to the campaign's list. */
static int read_end_subject(struct reader *r, struct error *err) {
  if (r->subject && !r->configurations) add_row(r, "", r->subject_line, err);
  if (r->subject) *vec_push(&r->c->subjects) = r->subject_settings;
  memset(&r->subject_settings, 0, sizeof r->subject_settings);
  free(r->subject);
  r->subject = NULL;
  return err->code;
}

static int on_subject(struct reader *r, struct error *err) {
  if (read_end_subject(r, err)) return err->code;
  r->subject = read_take(r, 1);
  r->subject_line = r->w.line;
  r->configurations = 0;
  r->block = SUBJECT;
  return 0;
}

static int on_configuration(struct reader *r, struct error *err) {
  r->block = CONFIGURATION;
  return add_row(r, read_word(r, 1), r->w.line, err);
}

static int on_technique(struct reader *r, struct error *err) {
  struct campaign_technique *t;
  size_t i;
  for (i = 0; i < r->c->techniques.len; i++)
    if (!strcmp(r->c->techniques.data[i].name, read_word(r, 1)))
      return error_set(err, ERR_INPUT, "the technique %s is already defined on line %u",
                       read_word(r, 1), r->c->techniques.data[i].line);
  if (read_end_subject(r, err)) return err->code;
  t = vec_push(&r->c->techniques);
  *t = (struct campaign_technique){.name = read_take(r, 1), .line = r->w.line};
  r->block = TECHNIQUE;
  return 0;
}

/* ---- all statements ---- */

static int on_campaign(struct reader *r, struct error *err) {
  (void)err;
  free(r->c->title);
  r->c->title = read_take(r, 1);
  return 0;
}

static int on_jobs(struct reader *r, struct error *err) {
  char *end;
  unsigned long n = strtoul(read_word(r, 1), &end, 10);
  if (!n || n > 1024 || *end)
    return error_set(err, ERR_INPUT, "bad value '%s' for jobs: a number from 1 to 1024",
                     read_word(r, 1));
  r->c->jobs = (uint32_t)n;
  return 0;
}

/* Reads "strategies NAME..." or "heuristics NAME...". plan.c makes a technique of each pair. */
static int on_product(struct reader *r, struct error *err) {
  bool strategies = !strcmp(read_word(r, 0), "strategies");
  size_t i;
  (void)err;
  for (i = 1; i < read_count(r); i++)
    *vec_push(strategies ? &r->names.strategies : &r->names.heuristics) =
        (struct plan_word){read_take(r, i), r->w.line};
  return 0;
}

static const struct statement {
  const char *word;
  enum block where;
  size_t least, most; /* number of words after the first */
  int (*read)(struct reader *r, struct error *err);
  const char *form;
} statements[] = {
    {"campaign", TOP, 1, 1, on_campaign, "campaign \"TITLE\""},
    {"jobs", TOP, 1, 1, on_jobs, "jobs N"},
    {"strategies", TOP, 1, SIZE_MAX, on_product, "strategies NAME..."},
    {"heuristics", TOP, 1, SIZE_MAX, on_product, "heuristics NAME..."},
    {"subject", ANYWHERE, 1, 1, on_subject, "subject NAME"},
    {"configuration", SUBJECT | CONFIGURATION, 1, 1, on_configuration, "configuration NAME"},
    {"technique", ANYWHERE, 1, 1, on_technique, "technique NAME"},
    {"table", ANYWHERE, 1, 1, read_on_table, "table \"TITLE\""},
    {"plot", ANYWHERE, 1, 1, read_on_plot, "plot NAME"},
    {"rows", TABLE | PLOT, 1, SIZE_MAX, read_on_names, "rows NAME..."},
    {"columns", TABLE | PLOT, 1, SIZE_MAX, read_on_names, "columns TECHNIQUE..."},
    {"show", TABLE, 1, SIZE_MAX, read_on_show, "show MEASURE..."},
    {"source", TABLE, 1, 1, read_on_source, "source \"PAPER\""},
    {"note", TABLE, 1, 1, read_on_note, "note \"TEXT\""},
    {"paper", TABLE, 3, SIZE_MAX, read_on_paper, "paper MEASURE ROW FIGURE..."},
    {"form", TABLE, 1, 1, read_on_form, "form means"},
    {"against", TABLE, 1, 1, read_on_against, "against TECHNIQUE"},
    {"interval", TABLE, 1, 1, read_on_interval, "interval PERCENT"},
    {"over", TABLE, 1, CAMPAIGN_OVERS, read_on_over, "over found|none|cut|all..."},
    {"group", TABLE, 3, SIZE_MAX, read_on_group, "group NAME found|none|cut|all TECHNIQUE..."},
    {"kind", PLOT, 1, 1, read_on_kind, "kind length|time|ends"},
    {"title", PLOT, 1, 1, read_on_title, "title \"TEXT\""},
};

static const char *block_name(enum block b) {
  switch (b) {
    case SUBJECT: return "in a subject";
    case CONFIGURATION: return "in a configuration";
    case TECHNIQUE: return "in a technique";
    case TABLE: return "in a table";
    case PLOT: return "in a plot";
    default: return "before the first subject";
  }
}

static struct campaign_settings *settings_here(struct reader *r) {
  switch (r->block) {
    case TOP: return &r->c->settings;
    case SUBJECT: return &r->subject_settings;
    case CONFIGURATION: return &r->c->rows.data[r->c->rows.len - 1].own;
    case TECHNIQUE: return &r->c->techniques.data[r->c->techniques.len - 1].own;
    default: return NULL;
  }
}

static int on_setting(struct reader *r, int setting, struct error *err) {
  struct campaign_settings *s = settings_here(r);
  char **words;
  size_t i, n = read_count(r) - 1;
  if (!s)
    return error_set(err, ERR_INPUT, "'%s' is not allowed %s", read_word(r, 0),
                     block_name(r->block));
  if (s->v[setting].line)
    return error_set(err, ERR_INPUT, "%s is already set on line %u", read_word(r, 0),
                     s->v[setting].line);
  words = mem_alloc((n + 1) * sizeof *words);
  for (i = 0; i < n; i++) words[i] = read_take(r, i + 1);
  return setting_take(s, setting, words, (uint32_t)n, r->w.line, r->c->folder, err);
}

/* Reads "full SETTING VALUE...", which overrides an earlier value if the full campaign is
 * requested, and otherwise has no effect. */
static int on_full(struct reader *r, bool full, struct error *err) {
  int setting = read_count(r) > 1 ? setting_find(read_word(r, 1)) : -1;
  struct campaign_settings *s = settings_here(r);
  if (setting < 0) return error_set(err, ERR_INPUT, "the form is: full SETTING VALUE...");
  if (!full && s) return 0;
  free(read_take(r, 0));
  memmove(r->w.word.data, r->w.word.data + 1, (read_count(r) - 1) * sizeof *r->w.word.data);
  r->w.word.len--;
  if (s) setting_forget(s, setting);
  return on_setting(r, setting, err);
}

static int on_statement(struct reader *r, struct error *err) {
  size_t i;
  int setting = setting_find(read_word(r, 0));
  if (!strcmp(read_word(r, 0), "full")) return on_full(r, r->full, err);
  if (setting >= 0) return on_setting(r, setting, err);
  for (i = 0; i < COUNT(statements); i++) {
    const struct statement *s = &statements[i];
    if (strcmp(s->word, read_word(r, 0)) != 0) continue;
    if (!(s->where & r->block))
      return error_set(err, ERR_INPUT, "'%s' is not allowed %s", s->word, block_name(r->block));
    if (read_count(r) - 1 < s->least || read_count(r) - 1 > s->most)
      return error_set(err, ERR_INPUT, "the form is: %s", s->form);
    return s->read(r, err);
  }
  return error_set(err, ERR_INPUT, "unknown word '%s'", read_word(r, 0));
}

static int read_all(struct reader *r, struct error *err) {
  int more;
  while ((more = words_next(&r->w, err)) > 0 && !on_statement(r, err)) continue;
  if (!err->code) read_end_subject(r, err);
  if (err->code) error_prefix(err, "%s:%u", r->c->path, r->w.line);
  if (!err->code) plan_complete(r->c, &r->names, err);
  return err->code;
}

static char *file_text(const char *path, struct error *err) {
  char *text;
  size_t len;
  if (whole_file_read(path, &text, &len, err)) return NULL;
  if (!memchr(text, 0, len)) return text;
  error_set(err, ERR_INPUT, "%s: not a text file", path);
  free(text);
  return NULL;
}

static void name_it(struct campaign *c, const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path,
             *dot = strrchr(base, '.');
  c->path = mem_strdup(path);
  c->folder =
      slash ? mem_printf("%.*s", slash == path ? 1 : (int)(slash - path), path) : mem_strdup(".");
  c->name =
      mem_printf("%.*s", (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base)), base);
  c->title = mem_strdup(c->name);
}

int campaign_read(const char *path, bool full, struct campaign **out, struct error *err) {
  struct reader r = {.block = TOP, .full = full};
  char *text = file_text(path, err);
  *out = NULL;
  if (!text) return err->code;
  r.c = mem_alloc(sizeof *r.c);
  name_it(r.c, path);
  words_init(&r.w, text);
  read_all(&r, err);
  words_release(&r.w);
  plan_names_release(&r.names);
  settings_release(&r.subject_settings);
  free(r.subject);
  free(text);
  if (err->code)
    campaign_free(r.c);
  else
    *out = r.c;
  return err->code;
}
