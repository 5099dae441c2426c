/* Tables of means, and distributions as text, for trials with given outcomes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "campaign_fixture.h"
#include "trace/campaign/plot.h"
#include "trace/campaign/stats.h"

#define TECHNIQUES "technique A\ntechnique B\n"

static void take(struct trials *t, size_t cell, size_t seed, enum trial_verdict verdict,
                 double seconds) {
  struct trial o = {.done = true,
                    .verdict = verdict,
                    .seconds = seconds,
                    .peak_kb = 2048,
                    .reason = mem_strdup(verdict == TRIAL_INCONCLUSIVE ? "time 9 s" : "")};
  trials_take(t, cell, seed, &o);
}

/* A: found after 1, 2 and 3 s, no error after 5 s, cut at 9 s. B: found after 4 s, the others are
 * open. */
static void fill(struct trials *t, const struct campaign *c) {
  trials_init(t, c);
  take(t, 0, 0, TRIAL_ERROR, 1);
  take(t, 0, 1, TRIAL_ERROR, 3);
  take(t, 0, 2, TRIAL_ERROR, 2);
  take(t, 0, 3, TRIAL_NO_ERROR, 5);
  take(t, 0, 4, TRIAL_INCONCLUSIVE, 9);
  take(t, 1, 0, TRIAL_ERROR, 4);
}

static void each_kind_of_trial_has_its_mean(void **state) {
  static const struct {
    enum campaign_over over;
    uint64_t n;
    double mean;
  } rows[] = {{CAMPAIGN_OVER_FOUND, 3, 2},
              {CAMPAIGN_OVER_NONE, 1, 5},
              {CAMPAIGN_OVER_CUT, 1, 9},
              {CAMPAIGN_OVER_ALL, 5, 4}};
  struct campaign *c = campaign_of("seeds 1..5\n" SUBJECT TECHNIQUES);
  struct trials t;
  struct summary s;
  (void)state;
  fill(&t, c);
  for (size_t i = 0; i < COUNT(rows); i++) {
    stats_over(&t, &c->cells.data[0], CAMPAIGN_TIME_OF, rows[i].over, 90, &s);
    assert_int_equal(s.n, rows[i].n);
    assert_true(fabs(s.mean - rows[i].mean) < 1e-12);
  }
  stats_over(&t, &c->cells.data[0], CAMPAIGN_TIME_OF, CAMPAIGN_OVER_FOUND, 90, &s);
  assert_true(fabs(s.half - 2.91999 / sqrt(3)) < 1e-4);
  trials_free(&t);
  campaign_free(c);
}

static char *printed(const char *table) {
  char *text =
      mem_printf("seeds 1..5\n%s%stable T; form means; source P\n%s\n", SUBJECT, TECHNIQUES, table);
  struct campaign *c = campaign_of(text);
  struct trials t;
  char *out;
  fill(&t, c);
  out = report_tables(&t, REPORT_MARKDOWN);
  trials_free(&t);
  campaign_free(c);
  free(text);
  return out;
}

static void has(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
}

static void a_line_for_each_kind(void **state) {
  char *out = printed(
      "interval 90; over found cut; show time memory\n"
      "paper time S 152+-46 - 28 6+-1.5");
  (void)state;
  has(out, "| S | A | error | 3 | 2.000 +- 1.686 | 152 +- 46 | 2 +- 0 |");
  has(out, "|  |  | cut | 1 | 9.000 | - | 2 |");
  has(out, "|  | B | error | 1* | 4.000 | 28 | 2 |");
  has(out, "|  |  | cut | 0* | - | 6 +- 1.50 | - |");
  has(out, "S, A: 1 cut by: time 9 s\n");
  has(out, "S, B: 4 not done (*)\n");
  has(out, "half of their 90 % confidence interval");
  free(out);
}

static void times_are_multiples_of_a_technique(void **state) {
  char *out = printed("interval 90; over found; show time slowdown; against A; columns B");
  (void)state;
  has(out, "| S | B | error | 1* | 4.000 | 2.00 |");
  free(out);
  out = printed("over found; show slowdown; against A; paper slowdown S 1.5 -");
  has(out, "| S | A | error | 3 | 1.00 +- 1.76 | 1.50 |"); /* sqrt 2 times 2.484 / 2 */
  free(out);
}

static void of_a_group_the_best(void **state) {
  char *out = printed("show time; group G1 found B A; group G2 all B; paper time S 9 8");
  (void)state;
  has(out, "| S | G1 | A | error | 3 | 2.000 +- 2.484 | 9 |");
  has(out, "|  | G2 | B | all | 1* | 4.000 | 8 |");
  has(out, "S: G1 < G2; in P G2 < G1\n");
  free(out);
  out = printed("show time; group G1 found B A; group G2 all B; paper time S 7 8");
  has(out, "S: G1 < G2, the order of P\n");
  free(out);
  out = printed("show time; group G1 none B; group G2 all B A; paper time S 7 8");
  has(out, "S: G2, the order of P\n"); /* compares only groups that have both figures */
  free(out);
}

static void distributions_are_shares_of_all_trials(void **state) {
  struct campaign *c = campaign_of("seeds 1..5\n" SUBJECT TECHNIQUES
                                   "table T\nplot p; kind ends; columns A\n"
                                   "plot q; columns A\n");
  struct trials t;
  struct text out = {0};
  (void)state;
  fill(&t, c);
  plot_text(&t, &c->plots.data[0], &out);
  has(out.s, "S, A: 4 of 5 trials\n");
  has(out.s, "         1 s  0.20  ########\n");
  has(out.s, "        10 s  0.80  ################################\n");
  text_release(&out);
  plot_text(&t, &c->plots.data[1], &out);
  has(out.s, "S, A: 3 of 5 trials\n");
  has(out.s, "0.60  ########################\n");
  assert_null(strstr(out.s, "0.80"));
  text_release(&out);
  trials_free(&t);
  campaign_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_kind_of_trial_has_its_mean),
      cmocka_unit_test(a_line_for_each_kind),
      cmocka_unit_test(times_are_multiples_of_a_technique),
      cmocka_unit_test(of_a_group_the_best),
      cmocka_unit_test(distributions_are_shares_of_all_trials),
  };
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
