/* The database of the trials of a campaign, and the tables made from it. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "trace/campaign/report.h"
#include "trace/campaign/sheet.h"
#include "trace/campaign/stats.h"
#include "trace/campaign/store.h"
#include "campaign_fixture.h"

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

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
                        .environments = 7,
                        .events = 500,
                        .paths = 2,
                        .checks = 11,
                        .on_path = true,
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
  char *path = mem_printf("%s/t.db", campaign_folder);
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
  assert_int_equal(again.of[0][2].environments, 7);
  assert_int_equal(again.of[0][2].events, 500);
  assert_int_equal(again.of[0][2].paths, 2);
  assert_int_equal(again.of[0][2].checks, 11);
  assert_true(again.of[0][2].on_path);
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
  char *path = campaign_file("foreign.db", "this is no database, however long it may be\n"), *t;
  int fd;
  (void)state;
  assert_int_equal(store_open(path, &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "not a database of a campaign"));
  error_clear(&err);
  free(path);
  path = mem_printf("%s/cut.db", campaign_folder);
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

/* Changed databases are refused with a message and not modified. */
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
    char *path = mem_printf("%s/changed-%zu.db", campaign_folder, i);
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
    change(path, "SELECT count(*) FROM cells"); /* it is still a database */
    trial_release(&o);
    trials_free(&t);
    free(path);
  }
  campaign_free(c);
}

/* Another program's database is refused for trials. */
static void foreign_databases_are_left_alone(void **state) {
  char *path = mem_printf("%s/others.db", campaign_folder);
  struct error err = {0};
  struct store *s;
  (void)state;
  change(path, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  assert_int_equal(store_open(path, &s, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "not a database of a campaign"));
  change(path, "UPDATE t SET x = 2");
  free(path);
}

static void an_outcome_is_printed_as_json(void **state) {
  struct trial o = outcome_of(2), back;
  json_t *j = trial_json(&o), *bad = json_pack("{s:i}", "verdict", 99);
  (void)state;
  assert_true(trial_from_json(j, &back));
  assert_int_equal(back.verdict, TRIAL_INCONCLUSIVE);
  assert_int_equal(back.states, 20);
  assert_string_equal(back.message, o.message);
  assert_int_equal(back.h_columns, 9);
  assert_int_equal(back.h_bytes, 300);
  assert_int_equal(back.environments, 7);
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

/* One trial per cell: the table has a line for each, with its result. */
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
      cmocka_unit_test(outcomes_come_back),
      cmocka_unit_test(foreign_and_damaged_files_are_refused),
      cmocka_unit_test(changed_databases_are_refused),
      cmocka_unit_test(foreign_databases_are_left_alone),
      cmocka_unit_test(an_outcome_is_printed_as_json),
      cmocka_unit_test(tables_say_what_is_missing),
      cmocka_unit_test(single_trials_have_a_line_each),
      cmocka_unit_test(sheets_are_aligned),
  };
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
