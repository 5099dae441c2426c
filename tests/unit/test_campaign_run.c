/* Carries out campaigns with trials that only sleep. Each trial is done once, trials that die count
 * as crashed, and after SIGKILL at random times only the running trials are lost. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "trace/campaign/run.h"

#include "campaign_fixture.h"

#include <cmocka.h>

enum { SEEDS = 200, JOBS = 3, KILLS = 20 };

/* Shared with the processes of the trials. */
struct seen {
  volatile int started[SEEDS], ended[SEEDS];
};

struct fixture {
  char folder[32], *path;
  struct campaign *c;
  struct seen *seen;
  int boots;
};

static int set_up(void **state) {
  struct fixture *f = mem_alloc(sizeof *f);
  struct error err = {0};
  char *file;
  FILE *out;
  strcpy(f->folder, "/tmp/heddle-run-XXXXXX");
  if (!mkdtemp(f->folder)) return 1;
  f->path = mem_printf("%s/t.db", f->folder);
  file = mem_printf("%s/a.campaign", f->folder);
  out = fopen(file, "we");
  fprintf(out, "seeds 1..%d\nsubject S; class-path .; main M\ntechnique A\n", SEEDS);
  fclose(out);
  if (campaign_read(file, false, &f->c, &err)) fail_msg("%s", err.msg);
  free(file);
  f->seen = mmap(NULL, sizeof *f->seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *state = f;
  return f->seen == MAP_FAILED;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  char *command = mem_printf("rm -r '%s'", f->folder);
  int r = system(command);
  free(command);
  campaign_free(f->c);
  munmap(f->seen, sizeof *f->seen);
  free(f->path);
  free(f);
  return r;
}

static int boot(void *self, const struct campaign_cell *cell, struct error *err) {
  (void)cell;
  (void)err;
  ((struct fixture *)self)->boots++;
  return 0;
}

static void rest(long us) {
  struct timespec t = {0, us * 1000};
  nanosleep(&t, NULL);
}

static json_t *sleeper(void *self, const struct campaign_cell *cell, uint64_t seed) {
  struct fixture *f = self;
  struct trial t = {.verdict = TRIAL_ERROR, .states = seed, .seconds = 0.001};
  (void)cell;
  f->seen->started[seed - 1]++;
  rest(500 + (long)(seed * 7919 % 1000));
  f->seen->ended[seed - 1]++;
  return trial_json(&t);
}

/* Every fifth trial dies, in various ways. */
static json_t *mortal(void *self, const struct campaign_cell *cell, uint64_t seed) {
  if (seed % 5 == 0) {
    if (seed % 2) raise(SIGKILL);
    if (seed % 4) return NULL;
    abort();
  }
  return sleeper(self, cell, seed);
}

static void carry_out(struct fixture *f,
                      json_t *(*trial)(void *, const struct campaign_cell *, uint64_t),
                      struct trials *t) {
  struct run_ops ops = {.boot = boot, .trial = trial, .self = f};
  volatile int stop = 0;
  struct run run = {.trials = t, .ops = &ops, .jobs = JOBS, .stop = &stop, .lock = -1};
  struct error err = {0};
  trials_init(t, f->c);
  if (store_open(f->path, &run.store, &err) || store_load(run.store, t, &err) ||
      run_campaign(&run, &err))
    fail_msg("%s", err.msg);
  store_close(run.store);
}

static void all_trials_are_carried_out_once(void **state) {
  struct fixture *f = *state;
  struct trials t;
  int i;
  carry_out(f, sleeper, &t);
  assert_int_equal(t.done, SEEDS);
  for (i = 0; i < SEEDS; i++) {
    assert_int_equal(f->seen->ended[i], 1);
    assert_int_equal(t.of[0][i].states, i + 1);
  }
  assert_int_equal(f->boots, 1);
  trials_free(&t);
  carry_out(f, sleeper, &t);
  assert_int_equal(t.done, SEEDS);
  for (i = 0; i < SEEDS; i++) assert_int_equal(f->seen->started[i], 1);
  assert_int_equal(f->boots, 1);
  trials_free(&t);
}

static void trials_that_die_are_crashed(void **state) {
  struct fixture *f = *state;
  struct trials t;
  int i;
  carry_out(f, mortal, &t);
  assert_int_equal(t.done, SEEDS);
  for (i = 0; i < SEEDS; i++)
    assert_int_equal(t.of[0][i].verdict, (i + 1) % 5 ? TRIAL_ERROR : TRIAL_CRASHED);
  assert_non_null(strstr(t.of[0][4].reason, "signal 9"));
  assert_non_null(strstr(t.of[0][9].reason, "no result"));
  assert_non_null(strstr(t.of[0][19].reason, "signal 6"));
  trials_free(&t);
}

static int ends(const struct fixture *f) {
  int i, n = 0;
  for (i = 0; i < SEEDS; i++) n += f->seen->ended[i];
  return n;
}

/* Carries out the campaign in a separate process, which is killed shortly after `more` further
 * trials have ended. */
static void killed_after(struct fixture *f, int more, long us) {
  int before = ends(f);
  bool over = false;
  pid_t pid;
  fflush(NULL);
  pid = fork();
  if (!pid) {
    struct trials t;
    carry_out(f, sleeper, &t);
    _exit(0);
  }
  while (ends(f) - before < more && !over) {
    rest(300);
    over = waitpid(pid, NULL, WNOHANG) != 0;
  }
  rest(us);
  if (!over) kill(pid, SIGKILL);
  if (!over) waitpid(pid, NULL, 0);
  rest(20000); /* the trials die with the process */
}

static void stored(struct fixture *f, struct trials *t) {
  struct store *s;
  struct error err = {0};
  trials_init(t, f->c);
  if (store_open(f->path, &s, &err) || store_load(s, t, &err)) fail_msg("%s", err.msg);
  store_close(s);
}

static void sigkill_loses_the_running_trials_at_most(void **state) {
  struct fixture *f = *state;
  struct rng rng;
  struct trials t;
  uint64_t before = 0;
  int i, k;
  rng_seed(&rng, 5);
  for (k = 0; k < KILLS; k++) {
    int lost = 0;
    killed_after(f, 1 + (int)rng_below(&rng, 12), rng_below(&rng, 3000));
    stored(f, &t);
    for (i = 0; i < SEEDS; i++) {
      if (t.of[0][i].done) assert_true(f->seen->ended[i]);
      lost += f->seen->ended[i] && !t.of[0][i].done;
      if (!t.of[0][i].done) f->seen->ended[i] = 0;
    }
    assert_in_range(lost, 0, JOBS);
    assert_true(t.done >= before);
    before = t.done;
    trials_free(&t);
  }
  assert_true(before > 0);
  carry_out(f, sleeper, &t);
  assert_int_equal(t.done, SEEDS);
  trials_free(&t);
}

static int refuse(void *self, const struct campaign_cell *cell, struct error *err) {
  (void)self;
  (void)cell;
  return error_set(err, ERR_INPUT, "no such program");
}

static void a_program_that_does_not_boot_ends_the_campaign(void **state) {
  struct fixture *f = *state;
  struct run_ops ops = {.boot = refuse, .trial = sleeper, .self = f};
  volatile int stop = 0;
  struct trials t;
  struct run run = {.trials = &t, .ops = &ops, .jobs = JOBS, .stop = &stop, .lock = -1};
  struct error err = {0};
  trials_init(&t, f->c);
  assert_int_equal(store_open(f->path, &run.store, &err), 0);
  assert_int_equal(run_campaign(&run, &err), ERR_INPUT);
  assert_string_equal(err.msg, "no such program");
  assert_int_equal(t.done, 0);
  store_close(run.store);
  trials_free(&t);
}

/* ---- the order of timed trials ---- */

struct order {
  char text[256];
  size_t len;
};

static int note_order(void *self, const struct trials *t, size_t cell, size_t seed,
                      const struct trial *outcome, struct error *err) {
  struct order *o = self;
  const struct campaign *c = t->campaign;
  const struct campaign_cell *of = &c->cells.data[cell];
  (void)outcome;
  (void)err;
  o->len += (size_t)snprintf(o->text + o->len, sizeof o->text - o->len, "%s%s%zu ",
                             c->rows.data[of->row].name, c->techniques.data[of->technique].name,
                             seed + 1);
  return 0;
}

static int no_boot(void *self, const struct campaign_cell *cell, struct error *err) {
  (void)self;
  (void)cell;
  (void)err;
  return 0;
}

static json_t *at_once(void *self, const struct campaign_cell *cell, uint64_t seed) {
  struct trial t = {.verdict = TRIAL_ERROR, .states = seed, .seconds = 0.001};
  (void)self;
  (void)cell;
  return trial_json(&t);
}

static void techniques_that_are_timed_take_turns(void **state) {
  (void)state;
  struct order o = {0};
  struct run_ops ops = {.boot = no_boot, .trial = at_once, .keep = note_order, .self = &o};
  volatile int stop = 0;
  struct trials t;
  struct run run = {.trials = &t, .ops = &ops, .jobs = 1, .stop = &stop, .lock = -1};
  struct error err = {0};
  struct campaign *c = campaign_of(
      "seeds 1..2\nsubject S; class-path .; main M\nsubject R; class-path .; main M\n"
      "technique a; trial run\ntechnique b; trial record; seeds 1..3\n"
      "technique c; trial replay\ntechnique d; trial record\n");
  trials_init(&t, c);
  assert_int_equal(run_campaign(&run, &err), 0);
  assert_string_equal(o.text,
                      "Sa1 Sb1 Sa2 Sb2 Sb3 Sc1 Sc2 Sd1 Sd2 "
                      "Ra1 Rb1 Ra2 Rb2 Rb3 Rc1 Rc2 Rd1 Rd2 ");
  trials_free(&t);
  campaign_free(c);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(all_trials_are_carried_out_once),
      TEST(trials_that_die_are_crashed),
      TEST(sigkill_loses_the_running_trials_at_most),
      TEST(a_program_that_does_not_boot_ends_the_campaign),
      cmocka_unit_test(techniques_that_are_timed_take_turns),
  };
  return cmocka_run_group_tests(tests, campaign_folder_make, campaign_folder_remove);
}
