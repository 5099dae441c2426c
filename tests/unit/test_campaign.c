/* Campaign files, and the statistics of trials. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/campaign/stats.h"
#include "campaign_fixture.h"

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

/* ---- files ---- */

static void refused(const char *text, uint32_t line, const char *what) {
  char *path = campaign_file("bad.campaign", text), *where = mem_printf("bad.campaign:%u: ", line);
  struct error err = {0};
  struct campaign *c;
  assert_int_equal(campaign_read(path, false, &c, &err), ERR_INPUT);
  assert_null(c);
  if (!strstr(err.msg, where) || !strstr(err.msg, what))
    fail_msg("'%s' has no '%s%s'", err.msg, where, what);
  free(path);
  free(where);
}

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

static void mistakes_are_reported_with_their_line(void **state) {
  (void)state;
  refused("\n\nfrobnicate 3\n" SUBJECT, 3, "unknown word 'frobnicate'");
  refused("search no-such\n" SUBJECT, 1, "'no-such' for search");
  refused(SUBJECT "technique A; heuristic nothing\n", 2, "pfsm");
  refused(SUBJECT "main Again\n", 2, "already set on line 1");
  refused(SUBJECT "subject S; class-path .; main X\n", 2, "S is already defined on line 1");
  refused(SUBJECT "table T\nrows Nobody\n", 3, "no subject or configuration 'Nobody'");
  refused(SUBJECT "table T\ncolumns A\n", 3, "no technique 'A'");
  refused(SUBJECT "technique A\ntable T\npaper states S 1 2\n", 4, "but 3 are needed");
  refused(SUBJECT "table T\npaper speed S 1 2\n", 3, "not a measure");
  refused(SUBJECT "table T; show states speed\n", 2, "density");
  refused("seeds 9..3\n" SUBJECT, 1, "seeds");
  refused("seeds 1..99999999\n" SUBJECT, 1, "seeds");
  refused("campaign \"open\n" SUBJECT, 1, "quotation");
  refused("subject S; class-path nowhere; main Main\n", 1, "nowhere");
  refused("subject S; class-path .\n", 1, "has no main");
  refused("subject S; main Main\n", 1, "has no class-path");
  refused("por sync; property deadlock\n" SUBJECT, 2, "por sync");
  refused("configuration (1)\n", 1, "is not allowed");
  refused(SUBJECT "plot ../x\n", 2, "name of a file");
  refused(SUBJECT "time -3\n", 2, "time");
  refused(SUBJECT "table\n", 2, "the form is: table");
}

static void without_a_subject_there_is_nothing_to_do(void **state) {
  char *path = campaign_file("bad.campaign", "# nothing\n");
  struct error err = {0};
  struct campaign *c;
  (void)state;
  assert_int_equal(campaign_read(path, false, &c, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "there is no subject"));
  free(path);
}

static void a_changed_file_changes_the_key(void **state) {
  struct campaign *c;
  char *before, *path = campaign_file("x.seq", "A:1\n");
  (void)state;
  c = campaign_of("sequence x.seq\n" SUBJECT);
  before = mem_strdup(c->cells.data[0].spec);
  assert_int_equal(campaign_sequence_length(&c->cells.data[0]), 1);
  campaign_free(c);
  c = campaign_of("sequence x.seq\n" SUBJECT);
  assert_string_equal(c->cells.data[0].spec, before);
  campaign_free(c);
  free(path);
  path = campaign_file("x.seq", "A:1\n# here\n A:2\n");
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
  assert_near(stats_quantile(0.95, 1), 6.31375, 5e-5);
  assert_near(stats_quantile(0.95, 9), 1.83311, 5e-5);
  assert_near(stats_quantile(0.95, 39), 1.68488, 5e-5);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_are_inherited_and_the_last_one_counts),
      cmocka_unit_test(strategies_and_heuristics_multiply_where_a_strategy_ranks),
      cmocka_unit_test(tables_ask_for_cells),
      cmocka_unit_test(mistakes_are_reported_with_their_line),
      cmocka_unit_test(without_a_subject_there_is_nothing_to_do),
      cmocka_unit_test(a_changed_file_changes_the_key),
      cmocka_unit_test(quantiles_are_those_of_the_books),
      cmocka_unit_test(shares_have_wilsons_interval),
      cmocka_unit_test(summaries),
  };
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
