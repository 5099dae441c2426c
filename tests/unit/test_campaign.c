/* Campaign files, what tables tell of trials, and the database of trials. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/campaign/report.h"
#include "trace/campaign/sheet.h"
#include "trace/campaign/stats.h"
#include "trace/campaign/store.h"

#include <cmocka.h>

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

/* ---- files ---- */

static char folder[] = "/tmp/heddle-campaign-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state) {
  char *command = mem_printf("rm -r %s", folder);
  int r = system(command);
  (void)state;
  free(command);
  return r;
}

static char *file_with(const char *name, const char *text) {
  char *path = mem_printf("%s/%s", folder, name);
  FILE *f = fopen(path, "we");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  return path;
}

static struct campaign *campaign_of(const char *text) {
  char *path = file_with("a.campaign", text);
  struct error err = {0};
  struct campaign *c;
  if (campaign_read(path, &c, &err)) fail_msg("%s", err.msg);
  free(path);
  return c;
}

static void refused(const char *text, uint32_t line, const char *what) {
  char *path = file_with("bad.campaign", text), *where = mem_printf("bad.campaign:%u: ", line);
  struct error err = {0};
  struct campaign *c;
  assert_int_equal(campaign_read(path, &c, &err), ERR_INPUT);
  assert_null(c);
  if (!strstr(err.msg, where) || !strstr(err.msg, what))
    fail_msg("'%s' has no '%s%s'", err.msg, where, what);
  free(path);
  free(where);
}

#define SUBJECT "subject S; class-path .; main Main\n"

static void settings_are_inherited_and_the_last_one_counts(void **state) {
  struct campaign *c = campaign_of(
      "campaign \"Title; with # signs\"  # a comment\n"
      "time 5; states 1000; seeds 3 7..9\n" SUBJECT
      "configuration (1,2); args 1 \"2 2\"; states 2000\n"
      "configuration more\n"
      "technique A; search guided; heuristic fsm; states 3000\n"
      "technique B; search bfs; seeds 1; prefer none\n");
  struct campaign_cell *a = campaign_cell_at(c, 0, 0), *b = campaign_cell_at(c, 0, 1),
                       *d = campaign_cell_at(c, 1, 1);
  (void)state;
  assert_string_equal(c->title, "Title; with # signs");
  assert_int_equal(c->rows.len, 2);
  assert_string_equal(c->rows.data[0].name, "S(1,2)");
  assert_string_equal(c->rows.data[1].name, "S-more");
  assert_int_equal(c->cells.len, 4);
  assert_int_equal(campaign_trial_count(c), 10);
  assert_int_equal(a->options.search.max_states, 3000);
  assert_int_equal(b->options.search.max_states, 2000);
  assert_int_equal(d->options.search.max_states, 1000);
  assert_string_equal(a->options.search.heuristic, "fsm");
  assert_string_equal(b->options.search.search, "bfs");
  assert_int_equal(a->options.engine.argc, 2);
  assert_string_equal(a->options.engine.argv[1], "2 2");
  assert_int_equal(d->options.engine.argc, 0);
  assert_int_equal(a->options.seeds.len, 4);
  assert_int_equal(a->options.seeds.data[3], 9);
  assert_true(a->options.search.as_found);
  assert_near(a->options.search.seconds, 5, 0);
  assert_string_equal(a->image, b->image);
  assert_string_not_equal(a->image, d->image);
  assert_string_not_equal(a->spec, b->spec);
  campaign_free(c);
}

static void strategies_and_heuristics_multiply_where_a_strategy_ranks(void **state) {
  struct campaign *c =
      campaign_of("strategies guided dfs greedy-best-first; heuristics pfsm random\n" SUBJECT);
  static const char *const names[] = {"guided pfsm", "guided random", "dfs",
                                      "greedy-best-first pfsm", "greedy-best-first random"};
  size_t i;
  (void)state;
  assert_int_equal(c->techniques.len, COUNT(names));
  for (i = 0; i < COUNT(names); i++) assert_string_equal(c->techniques.data[i].name, names[i]);
  assert_int_equal(c->tables.len, 1);
  assert_true(c->tables.data[0].shows[CAMPAIGN_LENGTH_OF]);
  campaign_free(c);
}

static void tables_ask_for_cells(void **state) {
  struct campaign *c = campaign_of(
      SUBJECT
      "configuration (1); configuration (2)\nsubject U; class-path .; main U\n"
      "technique A; technique B\n"
      "table T; rows S; columns B; show states; source \"paper 9\"\npaper states S(2) 1 - 3.5\n"
      "plot p; kind length; rows U; columns A\n");
  struct campaign_table *t = &c->tables.data[0];
  (void)state;
  assert_int_equal(c->cells.len, 3);
  assert_non_null(campaign_cell_at(c, 1, 1));
  assert_null(campaign_cell_at(c, 1, 0));
  assert_non_null(campaign_cell_at(c, 2, 0));
  assert_int_equal(t->rows.len, 2);
  assert_int_equal(t->papers.data[0].row, 1);
  assert_near(t->papers.data[0].numbers[2], 3.5, 0);
  assert_true(isnan(t->papers.data[0].numbers[1]));
  campaign_free(c);
}

static void mistakes_are_told_with_their_line(void **state) {
  (void)state;
  refused("\n\nfrobnicate 3\n" SUBJECT, 3, "unknown word 'frobnicate'");
  refused("search no-such\n" SUBJECT, 1, "'no-such' for search");
  refused(SUBJECT "technique A; heuristic nothing\n", 2, "pfsm");
  refused(SUBJECT "main Again\n", 2, "set already, on line 1");
  refused(SUBJECT "subject S; class-path .; main X\n", 2, "S is there already, on line 1");
  refused(SUBJECT "table T\nrows Nobody\n", 3, "no subject or configuration 'Nobody'");
  refused(SUBJECT "table T\ncolumns A\n", 3, "no technique 'A'");
  refused(SUBJECT "technique A\ntable T\npaper states S 1 2\n", 4, "3 are wanted");
  refused(SUBJECT "table T\npaper speed S 1 2\n", 3, "no measure");
  refused(SUBJECT "table T; show states speed\n", 2, "density");
  refused("seeds 9..3\n" SUBJECT, 1, "seeds");
  refused("seeds 1..99999999\n" SUBJECT, 1, "seeds");
  refused("campaign \"open\n" SUBJECT, 1, "quotation");
  refused("subject S; class-path nowhere; main Main\n", 1, "nowhere");
  refused("subject S; class-path .\n", 1, "has no main");
  refused("subject S; main Main\n", 1, "has no class-path");
  refused("por sync; property deadlock\n" SUBJECT, 2, "por sync");
  refused("configuration (1)\n", 1, "does not stand");
  refused(SUBJECT "plot ../x\n", 2, "name of a file");
  refused(SUBJECT "time -3\n", 2, "time");
  refused(SUBJECT "table\n", 2, "it is: table");
}

static void without_a_subject_there_is_nothing_to_do(void **state) {
  char *path = file_with("bad.campaign", "# nothing\n");
  struct error err = {0};
  struct campaign *c;
  (void)state;
  assert_int_equal(campaign_read(path, &c, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "there is no subject"));
  free(path);
}

static void a_changed_file_changes_the_key(void **state) {
  struct campaign *c;
  char *before, *path = file_with("x.seq", "A:1\n");
  (void)state;
  c = campaign_of("sequence x.seq\n" SUBJECT);
  before = mem_strdup(c->cells.data[0].spec);
  assert_int_equal(campaign_sequence_length(&c->cells.data[0]), 1);
  campaign_free(c);
  c = campaign_of("sequence x.seq\n" SUBJECT);
  assert_string_equal(c->cells.data[0].spec, before);
  campaign_free(c);
  free(path);
  path = file_with("x.seq", "A:1\n# here\n A:2\n");
  c = campaign_of("sequence x.seq\n" SUBJECT);
  assert_string_not_equal(c->cells.data[0].spec, before);
  assert_int_equal(campaign_sequence_length(&c->cells.data[0]), 2);
  campaign_free(c);
  free(before);
  free(path);
}

/* ---- statistics ---- */

static void quantiles_are_those_of_the_books(void **state) {
  static const struct {
    uint64_t df;
    double t;
  } rows[] = {{1, 12.7062},  {2, 4.30265},  {5, 2.57058},   {10, 2.22814},
              {30, 2.04227}, {99, 1.98422}, {1000, 1.96234}};
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(rows); i++) assert_near(stats_t975(rows[i].df), rows[i].t, 5e-5);
}

static void shares_have_wilsons_interval(void **state) {
  double low, high;
  (void)state;
  stats_share(0, 100, &low, &high);
  assert_near(low, 0, 0);
  assert_near(high, 0.0370, 5e-5);
  stats_share(100, 100, &low, &high);
  assert_near(low, 0.9630, 5e-5);
  assert_near(high, 1, 0);
  stats_share(41, 100, &low, &high);
  assert_near(low, 0.3187, 5e-5);
  assert_near(high, 0.5080, 5e-5);
  stats_share(0, 0, &low, &high);
  assert_near(low, 0, 0);
  assert_near(high, 1, 0);
}

static void summaries(void **state) {
  static const double v[] = {2, 4, 4, 4, 5, 5, 7, 9};
  struct summary s;
  (void)state;
  stats_summary(v, COUNT(v), &s);
  assert_near(s.min, 2, 0);
  assert_near(s.mean, 5, 1e-12);
  assert_near(s.max, 9, 0);
  assert_near(s.half, 2.36462 * 2.13809 / sqrt(8), 1e-4);
  stats_summary(v, 1, &s);
  assert_near(s.mean, 2, 0);
  assert_true(isnan(s.half));
  stats_summary(v, 0, &s);
  assert_true(isnan(s.mean));
}

/* ---- the database ---- */

static struct trial outcome_of(uint64_t seed) {
  return (struct trial){.done = true,
                        .verdict = seed % 2 ? TRIAL_ERROR : TRIAL_INCONCLUSIVE,
                        .states = 10 * seed,
                        .length = 3,
                        .seconds = 0.5,
                        .peak_kb = 2048,
                        .h_rows = 4,
                        .h_columns = 9,
                        .h_bytes = 300,
                        .reason = mem_strdup(seed % 2 ? "" : "time 5 s"),
                        .message = mem_strdup("it's \"wrong\"")};
}

static struct campaign *four_trials(void) {
  return campaign_of("seeds 1..4\n" SUBJECT "technique A");
}

static void outcomes_come_back(void **state) {
  struct campaign *c = four_trials();
  struct trials t, again;
  struct store *s;
  struct error err = {0};
  struct cell_stats of;
  char *path = mem_printf("%s/t.db", folder);
  size_t i;
  (void)state;
  trials_init(&t, c);
  assert_int_equal(store_open(path, &s, &err), 0);
  for (i = 0; i < 3; i++) {
    struct trial o = outcome_of(i + 1);
    assert_int_equal(store_add(s, &t, 0, i, &o, &err), 0);
    trials_take(&t, 0, i, &o);
  }
  store_close(s);
  trials_init(&again, c);
  assert_int_equal(store_open(path, &s, &err), 0);
  assert_int_equal(store_load(s, &again, &err), 0);
  assert_int_equal(again.done, 3);
  assert_int_equal(again.of[0][2].states, 30);
  assert_int_equal(again.of[0][2].h_rows, 4);
  assert_int_equal(again.of[0][2].h_columns, 9);
  assert_int_equal(again.of[0][2].h_bytes, 300);
  assert_string_equal(again.of[0][1].reason, "time 5 s");
  assert_string_equal(again.of[0][0].message, "it's \"wrong\"");
  assert_false(again.of[0][3].done);
  stats_cell(&again, &c->cells.data[0], CAMPAIGN_STATES_OF, &of);
  assert_int_equal(of.found, 2);
  assert_int_equal(of.trials, 3);
  assert_int_equal(of.planned, 4);
  assert_near(of.values.mean, 20, 1e-9);
  assert_near(of.density, 2.0 / 3, 1e-9);
  assert_int_equal(store_forget(s, c, true, &err), 0);
  trials_free(&again);
  trials_init(&again, c);
  assert_int_equal(store_load(s, &again, &err), 0);
  assert_int_equal(again.done, 0);
  store_close(s);
  trials_free(&t);
  trials_free(&again);
  campaign_free(c);
  free(path);
}

static void foreign_and_damaged_files_are_refused(void **state) {
  struct error err = {0};
  struct store *s;
  char *path = file_with("foreign.db", "this is no database, however long it may be\n"), *t;
  int fd;
  (void)state;
  assert_int_equal(store_open(path, &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "not a database of a campaign"));
  error_clear(&err);
  free(path);
  path = mem_printf("%s/cut.db", folder);
  assert_int_equal(store_open(path, &s, &err), 0);
  store_close(s);
  fd = open(path, O_WRONLY | O_CLOEXEC);
  t = mem_alloc(4096);
  memset(t, 0x5a, 4096);
  assert_int_equal(pwrite(fd, t, 4096, 4096), 4096);
  close(fd);
  free(t);
  assert_int_equal(store_open(path, &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "damaged"));
  error_clear(&err);
  free(path);
  assert_int_equal(store_open("/nowhere/at/all.db", &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "/nowhere/at/all.db"));
}

static void change(const char *path, const char *sql) {
  sqlite3 *db;
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

/* Databases all of them, but not as a campaign left them: refused in words, and as they were
 * afterwards. */
static void changed_databases_are_refused(void **state) {
  static const struct {
    const char *sql, *what;
  } rows[] = {
      {"PRAGMA application_id = 7", "not a database of a campaign"},
      {"PRAGMA user_version = 1", "of version 1, this heddle has version"},
      {"PRAGMA user_version = 99", "of version 99, this heddle has version"},
      {"DROP TABLE trials", "damaged (no such table: trials)"},
      {"ALTER TABLE trials RENAME COLUMN states TO other", "damaged (no such column: states)"}};
  struct campaign *c = four_trials();
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(rows); i++) {
    char *path = mem_printf("%s/changed-%zu.db", folder, i);
    struct trial o = outcome_of(1);
    struct error err = {0};
    struct trials t;
    struct store *s;
    trials_init(&t, c);
    assert_int_equal(store_open(path, &s, &err), 0);
    assert_int_equal(store_add(s, &t, 0, 0, &o, &err), 0);
    store_close(s);
    change(path, rows[i].sql);
    if (!store_open(path, &s, &err)) {
      assert_int_equal(store_load(s, &t, &err), ERR_INPUT);
      store_close(s);
    }
    if (!strstr(err.msg, rows[i].what) || !strstr(err.msg, path))
      fail_msg("'%s' has no '%s'", err.msg, rows[i].what);
    change(path, "SELECT count(*) FROM cells"); /* it still is one */
    trial_release(&o);
    trials_free(&t);
    free(path);
  }
  campaign_free(c);
}

/* Another program's database is no place for trials. */
static void foreign_databases_are_left_alone(void **state) {
  char *path = mem_printf("%s/others.db", folder);
  struct error err = {0};
  struct store *s;
  (void)state;
  change(path, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  assert_int_equal(store_open(path, &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "not a database of a campaign"));
  change(path, "UPDATE t SET x = 2");
  free(path);
}

static void an_outcome_is_told_as_json(void **state) {
  struct trial o = outcome_of(2), back;
  json_t *j = trial_json(&o), *bad = json_pack("{s:i}", "verdict", 99);
  (void)state;
  assert_true(trial_from_json(j, &back));
  assert_int_equal(back.verdict, TRIAL_INCONCLUSIVE);
  assert_int_equal(back.states, 20);
  assert_string_equal(back.message, o.message);
  assert_int_equal(back.h_columns, 9);
  assert_int_equal(back.h_bytes, 300);
  assert_string_equal(back.kind, "");
  trial_release(&back);
  assert_false(trial_from_json(bad, &back) || trial_from_json(NULL, &back));
  trial_release(&o);
  json_decref(j);
  json_decref(bad);
}

/* ---- tables ---- */

static void tables_say_what_is_missing(void **state) {
  struct campaign *c =
      campaign_of("campaign C; seeds 1..4\n" SUBJECT
                  "technique A\ntable \"A | table\"; source print; show density states\n"
                  "paper density S 0.41\npaper states S 5 6.5 -\n");
  struct trials t;
  char *text, *markdown, *csv;
  size_t i;
  (void)state;
  trials_init(&t, c);
  for (i = 0; i < 3; i++) {
    struct trial o = outcome_of(i + 1);
    trials_take(&t, 0, i, &o);
  }
  text = report_tables(&t, REPORT_TEXT);
  markdown = report_tables(&t, REPORT_MARKDOWN);
  csv = report_tables(&t, REPORT_CSV);
  assert_non_null(strstr(text, "S   heddle     0.67*  0.21-0.94\n    print       0.41\n"));
  assert_non_null(
      strstr(text, "S, A: 2 of 3 trials found the error; 1: time 5 s; 1 not done (*)\n"));
  assert_non_null(
      strstr(markdown, "| S | heddle | 10 | 20* | 127 | 30 |\n|  | print | 5 | 6.50 |  | - |\n"));
  assert_non_null(strstr(csv, "A | table,states,S,A,print,,,,5,6.5,,,\n"));
  assert_non_null(strstr(csv, "A | table,density,S,A,heddle,3,2,0.666666666666667,,,,0.2076"));
  free(text);
  free(markdown);
  free(csv);
  trials_free(&t);
  campaign_free(c);
}

/* One trial for each cell: a line for each, with what came of it. */
static void single_trials_have_a_line_each(void **state) {
  struct campaign *c =
      campaign_of("campaign C; seeds 3\n" SUBJECT
                  "technique A; technique B\ntable T; source print; show states length h-rows\n"
                  "paper states S 5 6.5\n");
  struct trial found = outcome_of(3), open = outcome_of(2);
  struct trials t;
  char *text, *csv;
  (void)state;
  trials_init(&t, c);
  found.h_rows = 7;
  found.property = mem_strdup("exception");
  found.kind = mem_strdup("java.lang.ArithmeticException");
  trials_take(&t, 0, 0, &found);
  trials_take(&t, 1, 0, &open);
  text = report_tables(&t, REPORT_TEXT);
  csv = report_tables(&t, REPORT_CSV);
  assert_non_null(
      strstr(text, "S   A       30      5        3        7   exception (ArithmeticException)\n"));
  assert_non_null(strstr(text, "    B       20   6.50        -        4   time 5 s\n"));
  assert_non_null(strstr(csv, "T,states,S,B,heddle,1,0,,20,20,20,,\n"));
  assert_non_null(strstr(csv, "T,states,S,B,print,,,,,6.5,,,\n"));
  free(text);
  free(csv);
  trials_free(&t);
  campaign_free(c);
}

static void sheets_are_aligned(void **state) {
  struct sheet s = {0};
  struct text t = {0};
  (void)state;
  sheet_column(&s, "", "", true);
  sheet_column(&s, "a long group", "x", false);
  sheet_column(&s, NULL, "y", false);
  sheet_cell(&s, mem_strdup("row"));
  sheet_cell(&s, mem_strdup("1"));
  sheet_cell(&s, mem_strdup("222"));
  sheet_text(&s, &t);
  assert_string_equal(t.s, "      a long group\n      x          y\nrow   1        222\n");
  text_release(&t);
  sheet_markdown(&s, &t);
  assert_string_equal(
      t.s, "|  | a long group x | a long group y |\n|---|---:|---:|\n| row | 1 | 222 |\n");
  text_release(&t);
  sheet_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_are_inherited_and_the_last_one_counts),
      cmocka_unit_test(strategies_and_heuristics_multiply_where_a_strategy_ranks),
      cmocka_unit_test(tables_ask_for_cells),
      cmocka_unit_test(mistakes_are_told_with_their_line),
      cmocka_unit_test(without_a_subject_there_is_nothing_to_do),
      cmocka_unit_test(a_changed_file_changes_the_key),
      cmocka_unit_test(quantiles_are_those_of_the_books),
      cmocka_unit_test(shares_have_wilsons_interval),
      cmocka_unit_test(summaries),
      cmocka_unit_test(outcomes_come_back),
      cmocka_unit_test(foreign_and_damaged_files_are_refused),
      cmocka_unit_test(changed_databases_are_refused),
      cmocka_unit_test(foreign_databases_are_left_alone),
      cmocka_unit_test(an_outcome_is_told_as_json),
      cmocka_unit_test(tables_say_what_is_missing),
      cmocka_unit_test(single_trials_have_a_line_each),
      cmocka_unit_test(sheets_are_aligned),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
