/* Rank correlation, and its table below a table of single trials. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "campaign_fixture.h"
#include "trace/campaign/ranks.h"
#include "trace/campaign/report.h"

#define FIVE \
  {1, 0}, {2, 0}, {3, 0}, {4, 0}, { 5, 0 }

/* The third row is the example of scipy.stats.spearmanr. */
static void it_is_the_correlation_of_ranks(void **state) {
  static const struct {
    double b[5], want;
  } rows[] = {{{10, 20, 300, 301, 999}, 1},
              {{9, 8, 7, 2, 1}, -1},
              {{5, 6, 7, 8, 7}, 0.82078268166812329},
              {{1, 1, 1, 1, 2}, 0.70710678118654752},
              {{2, 1, 4, 3, 5}, 0.8}};
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct rank_pair p[] = {FIVE};
    for (size_t k = 0; k < 5; k++) p[k].b = rows[i].b[k];
    assert_true(fabs(ranks_correlation(p, 5) - rows[i].want) < 1e-12);
    for (size_t k = 0; k < 5; k++) p[k] = (struct rank_pair){p[k].b, p[k].a};
    assert_true(fabs(ranks_correlation(p, 5) - rows[i].want) < 1e-12);
  }
}

static void without_an_order_there_is_none(void **state) {
  struct rank_pair p[] = {FIVE};
  (void)state;
  assert_true(isnan(ranks_correlation(p, 5)));
  for (size_t k = 0; k < 5; k++) p[k].b = -p[k].a;
  assert_true(isnan(ranks_correlation(p, 2)));
  assert_true(ranks_correlation(p, 3) == -1);
}

/* Five techniques, the first `found` of which found the error, with the given numbers of states. */
static char *table_of(const double *states, size_t found) {
  struct campaign *c =
      campaign_of("campaign C; seeds 3\n" SUBJECT
                  "technique A; technique B; technique D; technique E\n"
                  "technique F\ntable T; source print; show states time\npaper states S 1 2 3 4 5\n"
                  "paper time S 1 2 3 4 5\n");
  struct trials t;
  char *text;
  trials_init(&t, c);
  for (size_t i = 0; i < 5; i++) {
    struct trial o = {.done = true,
                      .verdict = i < found ? TRIAL_ERROR : TRIAL_INCONCLUSIVE,
                      .property = mem_strdup("race"),
                      .kind = mem_strdup("WR"),
                      .states = (uint64_t)states[i]};
    trials_take(&t, i, 0, &o);
  }
  text = report_tables(&t, REPORT_TEXT);
  trials_free(&t);
  campaign_free(c);
  return text;
}

static void stands_below_the_table(void **state) {
  char *text = table_of((double[]){50, 60, 70, 80, 70}, 5);
  (void)state;
  assert_non_null(strstr(text, "T: order of the figures\n"));
  assert_non_null(strstr(text, "states    all          5          0.82\n"));
  assert_non_null(strstr(text, "states    S            5          0.82\n"));
  assert_null(strstr(text, "time      all")); /* depends on the machine, so it is left out */
  free(text);
  text = table_of((double[]){50, 60, 70, 80, 70}, 4);
  assert_null(strstr(text, "order of the figures"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_correlation_of_ranks),
                                     cmocka_unit_test(without_an_order_there_is_none),
                                     cmocka_unit_test(stands_below_the_table)};
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
