/* The folder shared by tasks and the gathering process, and a campaign's results in it: truncated
 * lines, results that arrive twice, trials of an edited campaign, and a database that
 * cannot be written. Does not use Slurm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "campaign_fixture.h"
#include "trace/campaign/farmed.h"

#define CAMPAIGN "seeds 1..6\n" SUBJECT "technique A; search dfs\n"

static void say(void *self, const char *line) {
  (void)self;
  (void)line;
}

struct gathered {
  struct campaign *c;
  struct trials t;
  struct store *s;
  struct farmed f;
  struct farm farm;
  volatile int stop;
  char *folder, *database;
};

static void open_it(struct gathered *g) {
  struct error err = {0};
  memset(g, 0, sizeof *g);
  g->c = campaign_of(CAMPAIGN);
  g->folder = mem_printf("%s/slurm", campaign_folder);
  g->database = mem_printf("%s/trials.db", campaign_folder);
  unlink(g->database);
  trials_init(&g->t, g->c);
  assert_int_equal(store_open(g->database, &g->s, &err), 0);
  g->f = (struct farmed){.most = 4, .say = say};
  farmed_init(&g->f, &g->t, g->s);
  g->farm = (struct farm){.folder = g->folder,
                          .command = "true",
                          .at_once = 1,
                          .cores = 1,
                          .stop = &g->stop,
                          .leave = true};
}

static void close_it(struct gathered *g) {
  char *command = mem_printf("rm -rf '%s'", g->folder);
  farmed_release(&g->f);
  store_close(g->s);
  trials_free(&g->t);
  campaign_free(g->c);
  assert_int_equal(system(command), 0);
  free(command);
  free(g->folder);
  free(g->database);
}

/* Makes a round of one task with all trials; `text` is the content of its results. */
static void make_round(struct gathered *g, const char *text) {
  struct spool s;
  struct error err = {0};
  json_t *tasks =
      json_pack("[{s:[[s,[i,i,i,i,i,i]]]}]", "trials", g->f.keys[0].text, 1, 2, 3, 4, 5, 6);
  char *path;
  FILE *f;
  assert_int_equal(spool_open(&s, g->folder, &err), 0);
  assert_int_equal(spool_add(&s, tasks, "true", &err), 0);
  path = spool_path(&s, &s.rounds.data[0], "-0.results");
  f = fopen(path, "we");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  free(path);
  spool_close(&s);
  json_decref(tasks);
}

static char *result_of(const struct gathered *g, uint64_t seed, uint64_t states) {
  return mem_printf("{\"cell\":\"%s\",\"seed\":%llu,\"trial\":{\"verdict\":0,\"states\":%llu}}\n",
                    g->f.keys[0].text, (unsigned long long)seed, (unsigned long long)states);
}

static void add_result(const struct gathered *g, struct text *t, uint64_t seed, uint64_t states) {
  char *line = result_of(g, seed, states);
  text_puts(t, line);
  free(line);
}

static void results_are_taken_once(void **state) {
  struct gathered g;
  struct text t = {0};
  struct error err = {0};
  (void)state;
  open_it(&g);
  text_puts(&t, "{\"begin\":{}}\n");
  for (uint64_t i = 1; i <= 6; i++) {
    add_result(&g, &t, i, 10 * i);
    add_result(&g, &t, i, 99);
    text_puts(&t, "{\"cell\":\"0123456789abcdef\",\"seed\":1,\"trial\":{\"verdict\":0}}\n");
    text_puts(&t, "{\"cell\":\"01234\n\n[]\n");
  }
  text_puts(&t, "{\"end\":true}\n");
  make_round(&g, t.s);
  if (farmed_gather(&g.f, &g.farm, &err)) fail_msg("%s", err.msg);
  assert_int_equal(g.t.done, 6);
  for (uint64_t i = 0; i < 6; i++) assert_int_equal(g.t.of[0][i].states, 10 * (i + 1));
  assert_int_not_equal(access(g.folder, F_OK), 0); /* nothing is left */
  text_release(&t);
  close_it(&g);
}

/* The last line is still being written. */
static void a_cut_line_is_read_when_it_is_whole(void **state) {
  struct gathered g;
  struct text t = {0};
  struct error err = {0};
  (void)state;
  open_it(&g);
  add_result(&g, &t, 1, 10);
  add_result(&g, &t, 2, 20);
  t.s[t.len - 5] = 0;
  make_round(&g, t.s);
  g.stop = 1;
  if (farmed_gather(&g.f, &g.farm, &err)) fail_msg("%s", err.msg);
  assert_int_equal(g.t.done, 1);
  assert_int_equal(access(g.folder, F_OK), 0);
  text_release(&t);
  close_it(&g);
}

static void what_a_dead_database_does_not_take_stays(void **state) {
  struct gathered g;
  struct text t = {0};
  struct error err = {0};
  sqlite3 *other;
  (void)state;
  open_it(&g);
  for (uint64_t i = 1; i <= 6; i++) add_result(&g, &t, i, i);
  text_puts(&t, "{\"end\":true}\n");
  make_round(&g, t.s);
  assert_int_equal(sqlite3_open(g.database, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  assert_int_equal(farmed_gather(&g.f, &g.farm, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "another process holds the database"));
  assert_int_equal(g.t.done, 0);
  sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close(other);
  error_clear(&err);
  if (farmed_gather(&g.f, &g.farm, &err)) fail_msg("%s", err.msg);
  assert_int_equal(g.t.done, 6);
  text_release(&t);
  close_it(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_are_taken_once),
      cmocka_unit_test(a_cut_line_is_read_when_it_is_whole),
      cmocka_unit_test(what_a_dead_database_does_not_take_stays),
  };
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
