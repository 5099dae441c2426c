/* Runs the members of --search auto, as many at a time as --jobs allows, until one has the answer
 * or the time is over. */
#include "tui/cli/auto/auto.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "tui/cli/advice.h"
#include "tui/cli/auto/auto_int.h"
#include "tui/cli/captured.h"
#include "tui/cli/contracts.h"
#include "tui/cli/machine.h"
#include "tui/cli/remedy.h"

/* ---- choice of the search ---- */

static const char *const member_options[] = {
#define MEMBER(name, share, claims, again, options, what) options,
#include "tui/cli/auto_members.def"
#undef MEMBER
};

bool auto_chosen(const struct cli *c) {
  return c->search.search && !strcmp(c->search.search, AUTO_NAME);
}

bool auto_by_default(const struct cli *c) {
  return !cli_given(c, "--search") && !cli_of_one_search(c);
}

int auto_default(struct cli *c, struct error *err) {
  const char *name = getenv("HEDDLE_SEARCH");
  if (!auto_by_default(c)) return 0;
  if (!name || !*name) name = AUTO_NAME;
  if (!cli_is_search(name))
    return error_set(err, ERR_USAGE, "HEDDLE_SEARCH: there is no search '%s'", name);
  c->search.search = name;
  return 0;
}

/* Several members use "--search dfs", so what distinguishes them is the options after it. */
bool auto_tries(const char *options) {
  static const char whole[] = "--search dfs ";
  for (size_t i = 0; i < COUNT(member_options); i++) {
    const char *o = member_options[i];
    if (!strncmp(o, whole, sizeof whole - 1)) o += sizeof whole - 1;
    if (!strcmp(options, o)) return true;
  }
  return false;
}

/* ---- process of a member ---- */

/* A member searches in a process forked before the program is loaded. It parses the command with
 * the member's options and searches as that command would. */

enum { OPTION_PAIRS = 4, TEST_CHANGES = 5 };
enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_CONFIRMS | CLI_COVERAGE |
           CLI_JUNIT | CLI_REPORTS | CLI_TRY
};

/* ---- command of a member ---- */

/* Writes the changes that select the one test and, if --junit extended the class path, set that
 * class path. Returns their number. */
static size_t test_changes(const struct portfolio *p, struct option_change *out) {
  const struct auto_test *t = p->test;
  size_t n = 0;
  if (!t || !t->name) return 0;
  out[n++] = (struct option_change){"--junit", t->name};
  out[n++] = (struct option_change){"--output", NULL}; /* --output is for the first error */
  out[n++] = (struct option_change){"-o", NULL};
  if (!t->own_path) return n;
  out[n++] = (struct option_change){"--class-path", p->check->cli.engine.class_path};
  out[n++] = (struct option_change){"-cp", NULL};
  return n;
}

/* A command that is printed finds the test's own classes by itself; see own_classes of execute.c.
 */
static bool names_own_classes(const struct portfolio *p, const struct auto_member *m, bool said) {
  return p->test && p->test->name && !said && m->claims != EFFECT;
}

void auto_member_words(const struct portfolio *p, const struct auto_member *m,
                       char text[AUTO_WORDS], bool said, struct command_words *w) {
  static const char *const of_all[] = {"--time",      "--jobs",       "-j",
                                       "--strict",    "--first-race", "--library-races",
                                       "--junit-xml", "--sarif",      "--source-path"};
  struct option_change all[OPTION_PAIRS + TEST_CHANGES + COUNT(of_all) + AUTO_RACE_CHANGES + 1];
  char *at = NULL, *option;
  size_t n = 0, i;
  strcpy(text, m->options);
  for (option = strtok_r(text, " ", &at); option && n < OPTION_PAIRS;
       option = strtok_r(NULL, " ", &at)) {
    const char *value = strtok_r(NULL, " ", &at);
    all[n++] = (struct option_change){option, value ? value : ""}; /* the last may be a flag */
  }
  n += test_changes(p, all + n);
  n += auto_race_changes(p, m, all + n);
  if (names_own_classes(p, m, said))
    all[n++] = (struct option_change){"--own", p->check->cli.engine.own};
  for (i = 0; i < COUNT(of_all); i++) all[n++] = (struct option_change){of_all[i], NULL};
  CHECK(n <= COUNT(all), "the changes of a member's command have room: %zu of %zu", n, COUNT(all));
  if (said && p->check->cli.said_argc)
    command_words_change(w, p->check->cli.said_argv, (size_t)p->check->cli.said_argc, all, n);
  else
    command_words_change(w, p->check->cli.all_argv, (size_t)p->check->cli.all_argc, all, n);
}

char *auto_member_file(const struct portfolio *p, const struct auto_member *m) {
  const char *base = p->check->cli.output;
  return base ? mem_printf("%s.%zu.new", base, (size_t)(m - p->member)) : NULL;
}

/* Unless the user sets a bound, the members that search at the same time share half of the
 * machine's memory. */
static uint64_t member_memory(const struct portfolio *p) {
  const uint64_t least = 64ull << 20, most = p->check->cli.engine.memory_bytes;
  uint64_t part = (machine_memory() / 2 / p->workers.size) >> 20 << 20;
  if (cli_given(&p->check->cli, "--memory") || part > most) return most;
  return part < least ? least : part;
}

/* ---- search of a member ---- */

static void count_up(void *self, const struct search_report *r) {
  struct auto_count *c = self;
  c->states = r->states;
  c->transitions = r->transitions;
  explored_text(r, c->explored);
}

static void note_race(struct check *k) {
  struct auto_count *c = k->progress_self;
  c->race = !strcmp(k->found[0].property, engine_property_name(PROP_RACE));
}

/* Announces a confirmed error, so that the other members can stop while this one writes its
 * story. */
static void announce(struct check *k) {
  struct auto_count *c = k->progress_self;
  char *head = check_headline(&k->found[0]);
  note_race(k);
  c->growing = check_headline_grows(&k->found[0]);
  if (strlen(head) < sizeof c->head) {
    strcpy(c->head, head);
    c->certified = true;
  }
  free(head);
}

/* A race is not announced: see auto_ended_by_race. */
static void announce_but_race(struct check *k) {
  if (strcmp(k->found[0].property, "race") != 0) announce(k);
}

/* Returns true if no other member could find out more. */
static bool is_final(const struct check *k, const struct auto_member *m) {
  return k->count || (m->claims == ALL && !k->report.stopped && !k->unconfirmed);
}

static json_t *member_answer(struct check *k, const struct portfolio *p,
                             const struct auto_member *m, int fd) {
  int code = check_exit_code(k); /* later interrupts must not change it */
  double seconds = is_final(k, m) && !k->listing ? remedies_seconds(k, false) : 0;
  char *methods = contracts_called(k->e);
  bool skipped = code == EXIT_NO_ERROR && k->listing && k->listing->len;
  json_t *check, *answer;
  if (k->cli.json && !p->test)
    remedies_try(k, seconds, false);
  else
    check_print(k, seconds);
  check = check_json(k);
  answer = json_pack("{s:i,s:b,s:o,s:o,s:s?,s:s?,s:b}", "code", code, "final", is_final(k, m),
                     "check", check, "text", captured_text(fd), "trace",
                     k->count ? k->traces[0] : NULL, "methods", methods, "skipped", skipped);
  free(methods);
  return answer;
}

static void take_input(struct engine_options *to, const struct engine_options *from) {
  if (!from->stdin_data) return;
  to->stdin_path = NULL;
  to->stdin_data = from->stdin_data;
  to->stdin_len = from->stdin_len;
}

static json_t *search_as(struct check *k, const struct portfolio *p, const struct auto_member *m) {
  int fd = captured_begin();
  struct error err = {0};
  k->cli.quiet = true;
  k->cli.search.seconds = m->seconds;
  k->cli.output = auto_member_file(p, m);
  k->cli.engine.memory_bytes = member_memory(p);
  k->cli.engine.class_path = p->check->cli.engine.class_path;
  k->cli.engine.main_class = p->check->cli.engine.main_class;
  k->cli.engine.argc = p->check->cli.engine.argc;
  k->cli.engine.argv = p->check->cli.engine.argv;
  take_input(&k->cli.engine, &p->check->cli.engine);
  k->trace_name = p->check->cli.output;
  k->traces_later = p->check->traces_later;
  k->one_of_several = true;
  k->progress = count_up;
  k->progress_self = &p->counts[m - p->member];
  k->certified = p->test ? note_race : m->claims == RACE_FREE ? announce_but_race : announce;
  if (check_search(k, &err)) return worker_failure_json(&err);
  count_up(k->progress_self, &k->report);
  return member_answer(k, p, m, fd);
}

/* Runs one search in its own process (a worker_work on a portfolio). Its answer contains the exit
 * "code", "check" from check_json, the "text" that heddle check prints, "trace" for
 * auto_member_file or null, "final" if no time limit, memory bound or signal stopped the search,
 * "methods" that were taken as one step by contracts, and "skipped" if the test's runner skipped
 * it. */
static json_t *auto_member_work(void *self, size_t row, size_t unused) {
  struct portfolio *p = self;
  struct auto_member *m = &p->member[row];
  struct command_words w = {0};
  struct text listing = {0};
  struct check k = {0};
  char options[AUTO_WORDS];
  (void)unused;
  CHECK(row < AUTO_MEMBERS, "a worker searches as a member: %zu", row);
  cli_stop_on(SIGTERM);
  cli_stop_on(SIGALRM); /* its time is over: see settle */
  auto_member_words(p, m, options, false, &w);
  if (cli_parse(&k.cli, (int)w.all.len, w.all.data, GROUPS, "") != CLI_GO_ON) return NULL;
  if (p->test && p->test->name) k.listing = &listing;
  return search_as(&k, p, m);
}

/* ---- running the members ---- */

enum { AUTO_SECONDS = 30, SETTLED_SECONDS = 3, FIRST_SHARE = 10, HEAD_SHARE = 10 };
static const double HEAD_CPU_SECONDS = 0.6;

static const struct auto_member rows[AUTO_MEMBERS] = {
#define MEMBER(title, part, claim, rest, words, meaning) \
  {.name = (title), \
   .options = (words), \
   .what = (meaning), \
   .share = (part), \
   .claims = (claim), \
   .takes_rest = (rest)},
#include "tui/cli/auto_members.def"
#undef MEMBER
};

double auto_time_left(const struct portfolio *p) { return p->start + p->seconds - clock_seconds(); }

/* Returns how many members may search now. */
static uint32_t at_once(const struct portfolio *p) {
  uint32_t n = p->test ? *p->test->jobs : p->workers.size;
  return n < p->workers.size ? n : p->workers.size;
}

/* Returns how many members have used their share and want more. */
static uint32_t askers(const struct portfolio *p) {
  uint32_t n = 0;
  for (size_t i = 0; i < AUTO_MEMBERS; i++)
    n += p->member[i].state == AUTO_WAITING && p->member[i].again;
  return n;
}

double auto_witnesses(const struct portfolio *p) {
  double seconds = 0;
  for (const struct auto_member *m = p->member; m < p->member + AUTO_MEMBERS; m++) {
    if (m->claims != PART) continue;
    if (m->state == AUTO_RUNNING) seconds += clock_seconds() - m->start;
    if (m->state == AUTO_DONE) seconds += m->seconds;
  }
  return seconds;
}

/* Returns the seconds that the member may take. With one member at a time, shares are smaller, so
 * that no member waits long. A second search with contracts gets no more time than the searches for
 * errors with every step have had; otherwise its answer would be the only evidence. */
static double share_of(const struct portfolio *p, const struct auto_member *m) {
  double left = auto_time_left(p), share = m->share, seconds = left;
  bool alone = at_once(p) == 1;
  if (auto_is_late(m->claims)) return alone ? left / 2 : left;
  CHECK(!m->again || askers(p), "a member that asks for more is counted: %s", m->name);
  if (alone) share = share == 100 ? FIRST_SHARE : share / 2;
  if (m->again)
    seconds = alone ? left / askers(p) : left;
  else if (share < 100)
    seconds = p->seconds * share / 100;
  if (m->again && m->claims == SHOWN && seconds > auto_witnesses(p)) seconds = auto_witnesses(p);
  if (seconds > left) seconds = left;
  if (seconds < AUTO_LEAST_SECONDS) return AUTO_LEAST_SECONDS; /* 0 would mean no bound */
  return seconds > 0.1 ? (double)(long)(seconds * 10) / 10 : seconds;
}

/* Returns the processor seconds that a member's process has used. */
static double cpu_of(const struct portfolio *p, const struct auto_member *m) {
  struct timespec t;
  clockid_t clock;
  for (uint32_t i = 0; i < p->workers.size; i++) {
    const struct worker *w = &p->workers.slots[i];
    if (w->pid && w->cell == (size_t)(m - p->member) && !clock_getcpuclockid(w->pid, &clock) &&
        !clock_gettime(clock, &t))
      return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
  }
  return HEAD_CPU_SECONDS;
}

/* Returns the first member of those that now search: for an error, or for what a race does. */
static const struct auto_member *first_member(const struct portfolio *p) {
  const struct auto_member *m = p->member;
  while (auto_is_late(p->phase) && m->claims != p->phase) m++;
  return m;
}

/* Returns how long the head start may last. The phases of late members are short. */
static double head_seconds(const struct portfolio *p, const struct auto_member *first) {
  if (auto_is_late(p->phase)) return (p->start + p->seconds - first->start) / 2;
  return p->seconds * HEAD_SHARE / 100;
}

/* Returns true while the first member has its head start. The head start makes the same search
 * answer for a small program each time, whatever the number and load of processors. */
static bool is_ahead(const struct portfolio *p) {
  const struct auto_member *first = first_member(p);
  return first->state == AUTO_RUNNING && !first->again &&
         clock_seconds() - first->start < head_seconds(p, first) &&
         cpu_of(p, first) < HEAD_CPU_SECONDS;
}

struct auto_member *auto_shown(struct portfolio *p) {
  for (struct auto_member *m = p->member; m < p->member + AUTO_MEMBERS; m++)
    if (m->claims == SHOWN && m->state == AUTO_DONE && auto_code_of(m) == EXIT_NO_ERROR)
      return p->check->cli.every_step ? NULL : m;
  return NULL;
}

/* Returns the next member to begin: first those in order, then those that used their share and take
 * the remaining time. Beside an answer over contracts, searches that are good at finding errors
 * begin first. */
static struct auto_member *next_member(struct portfolio *p) {
  bool shown = auto_shown(p) != NULL;
  size_t i;
  if (is_ahead(p)) return NULL;
  for (i = 0; shown && i < AUTO_MEMBERS; i++)
    if (p->member[i].state == AUTO_WAITING && p->member[i].claims == PART) return &p->member[i];
  for (i = 0; i < AUTO_MEMBERS; i++)
    if (p->member[i].state == AUTO_WAITING && !p->member[i].again) return &p->member[i];
  for (i = 0; i < AUTO_MEMBERS; i++)
    if (p->member[i].state == AUTO_WAITING) return &p->member[i];
  return NULL;
}

/* At least one member begins, however short the time. */
static bool has_time(const struct portfolio *p) {
  return auto_time_left(p) > 0.05 || !p->member[0].start;
}

static int start_some(struct portfolio *p, struct error *err) {
  struct auto_member *m;
  while (!p->stopped && p->workers.busy < at_once(p) && has_time(p) && (m = next_member(p))) {
    CHECK(m->state == AUTO_WAITING, "a member that begins was waiting: %s", m->name);
    m->start = clock_seconds();
    m->seconds = share_of(p, m);
    if (workers_start(&p->workers, (size_t)(m - p->member), 0, m->seconds * 5 + 60, -1,
                      auto_member_work, p, err))
      return err->code;
    m->state = AUTO_RUNNING;
  }
  return 0;
}

/* Returns true if the member answers for all. A failure or crash inside heddle loses only that
 * member's answer. */
static bool is_answer(const struct auto_member *m) {
  int code = auto_code_of(m);
  bool consequence = auto_is_late(m->claims);
  bool every_step =
      consequence || m->claims >= RACE_FREE || (m->claims == SHOWN && !auto_methods(m));
  if (code == EXIT_NO_ERROR) return every_step;
  if (code == EXIT_INCONCLUSIVE && consequence) return false;
  if (code == EXIT_INCONCLUSIVE) return json_is_true(json_object_get(m->answer, "final"));
  /* without contract records for this JDK the member cannot search */
  if (code == EXIT_INPUT && m->claims == SHOWN) return false;
  if (auto_ended_by_race(m)) return false;
  if (consequence) return code == EXIT_ERROR_FOUND;
  return code == EXIT_ERROR_FOUND || code == EXIT_USAGE || code == EXIT_INPUT;
}

static bool ended_by_time(const struct auto_member *m) {
  const json_t *stopped = json_object_get(json_object_get(m->answer, "check"), "stopped");
  const char *cause = json_string_value(json_object_get(stopped, "cause"));
  return cause && !strcmp(cause, advice_cause_name(CAUSE_TIME));
}

static void stop_members(struct portfolio *p) {
  uint32_t i;
  if (p->stopped) return;
  p->stopped = true;
  for (i = 0; i < p->workers.size; i++) {
    const struct worker *w = &p->workers.slots[i];
    if (w->pid && &p->member[w->cell] != p->answer) kill(w->pid, p->answer ? SIGKILL : SIGTERM);
  }
}

/* Takes a member that has confirmed an error as the answer. Its process then makes the rest of the
 * report. */
static void take_certified(struct portfolio *p) {
  for (size_t i = 0; i < AUTO_MEMBERS && !p->answer; i++) {
    if (p->member[i].state != AUTO_RUNNING || !p->counts[i].certified) continue;
    p->answer = &p->member[i];
    stop_members(p);
    if (p->check->cli.json || (p->counts[i].race && auto_seeks_effects(p))) return;
    auto_progress_clear(p);
    if (!p->counts[i].growing) auto_print_head(p);
    p->show = false;
  }
}

static int member_done(void *self, size_t row, size_t unused, const json_t *answer, const char *how,
                       struct error *err) {
  struct portfolio *p = self;
  struct auto_member *m = &p->member[row];
  bool too_short = m->seconds < auto_time_left(p) && m->takes_rest && !m->again;
  (void)unused, (void)err;
  CHECK(row < AUTO_MEMBERS && m->state == AUTO_RUNNING, "a member that ends was running: %s",
        m->name);
  m->seconds = clock_seconds() - m->start;
  m->state = p->answer && p->answer != m ? AUTO_STOPPED : AUTO_DONE;
  json_decref(m->answer);
  m->answer = NULL;
  if (p->stopped && !answer && p->answer != m) { /* killed before it could handle the signal */
    m->state = AUTO_STOPPED;
    return 0;
  }
  m->answer = answer ? json_deep_copy(answer)
                     : json_pack("{s:s,s:i}", "failed", how, "errno", ERR_INTERNAL);
  if (p->answer) return 0;
  if (is_answer(m)) {
    p->answer = m;
    stop_members(p);
  } else if (too_short && ended_by_time(m)) {
    m->again = true;
    m->state = AUTO_WAITING;
  }
  return 0;
}

/* ---- early answers ---- */

/* Has a search over contracts found no error, and have the others looked for one for as long as it
 * took, and for SETTLED_SECONDS? Then the rest of the time would rarely change the answer. */
static bool is_settled(struct portfolio *p) {
  const struct auto_member *shown = auto_shown(p);
  double since = shown ? clock_seconds() - shown->start - shown->seconds : 0;
  if (!shown || p->answer || p->stopped || cli_given(&p->check->cli, "--time")) return false;
  return since >= SETTLED_SECONDS && since >= shown->seconds && auto_witnesses(p) >= shown->seconds;
}

/* Ends the time of all members. They end as if it were over, so one that has found an error still
 * confirms it. A process that has just begun does not know the signal yet, and gets it later. */
static void settle(struct portfolio *p) {
  enum { NEW_SECONDS = 1 };
  double now = clock_seconds();
  if (auto_time_left(p) > 0) p->seconds = now - p->start;
  for (uint32_t i = 0; i < p->workers.size; i++) {
    const struct worker *w = &p->workers.slots[i];
    struct auto_member *m = &p->member[w->cell];
    if (!w->pid || now - m->start < NEW_SECONDS || now - m->start >= m->seconds) continue;
    m->seconds = now - m->start;
    kill(w->pid, SIGALRM);
  }
}

static int run_members(struct portfolio *p, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_members(p);
    if (is_settled(p)) settle(p);
    if (start_some(p, err) || !p->workers.busy) break;
    if (workers_wait(&p->workers, 100, member_done, p, err)) break;
    take_certified(p);
    if (p->show) auto_progress(p);
  }
  return err->code;
}

/* Returns false if the member would override a choice of the user. */
static bool applies(const struct portfolio *p, const struct auto_member *m) {
  const struct cli *c = &p->check->cli;
  return m->claims != RACE_FREE ||
         (c->engine.properties & PROP_RACE && !(c->engine.properties & PROP_CONFLICT) &&
          !c->search.no_match_h && !c->engine.race_rw && !cli_given(c, "--por"));
}

/* Makes all members wait that search for an error. */
void auto_members_begin(struct portfolio *p) {
  for (size_t i = 0; i < AUTO_MEMBERS; i++) {
    struct auto_member *m = &p->member[i];
    json_decref(m->answer);
    *m = rows[i];
    p->counts[i] = (struct auto_count){0};
    if (!applies(p, m) || auto_is_late(m->claims)) m->state = AUTO_LEFT_OUT;
  }
  p->answer = NULL;
  p->stopped = p->headed = false;
}

static int portfolio_open(struct portfolio *p, struct error *err) {
  const struct cli *c = &p->check->cli;
  p->counts = mmap(NULL, AUTO_MEMBERS * sizeof *p->counts, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p->counts == MAP_FAILED) return error_set(err, ERR_MEMORY, "no shared memory");
  auto_members_begin(p);
  p->phase = ALL;
  p->start = clock_seconds();
  p->seconds = c->search.seconds > 0 ? c->search.seconds : AUTO_SECONDS;
  p->show = !c->quiet && !c->json && isatty(STDERR_FILENO);
  return check_take_input(p->check, err);
}

/* Runs the members that wait until there is an answer or the time is over. */
int auto_run_members(struct portfolio *p, struct error *err) {
  workers_init(&p->workers, p->check->cli.jobs ? p->check->cli.jobs : machine_cores());
  run_members(p, err);
  workers_release(&p->workers);
  auto_progress_clear(p);
  return err->code;
}

static int portfolio_search(struct portfolio *p, struct error *err) {
  bool aside = !p->check->cli.first_race && !p->check->cli.library_races;
  if (portfolio_open(p, err)) return err->code;
  do auto_run_members(p, err);
  while (!err->code && !cli_stop && aside && auto_sets_aside(p));
  return err->code || cli_stop ? err->code : auto_search_effects(p, err);
}

static void portfolio_close(struct portfolio *p) {
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) json_decref(p->member[i].answer);
  auto_races_release(p);
  if (p->counts && p->counts != MAP_FAILED) munmap(p->counts, AUTO_MEMBERS * sizeof *p->counts);
}

int auto_check(struct check *k) {
  struct portfolio p = {.check = k};
  struct error err = {0};
  int r = portfolio_search(&p, &err) ? cli_fail(&err) : auto_report(&p);
  portfolio_close(&p);
  return r;
}

json_t *auto_check_test(struct check *k, const struct auto_test *t) {
  struct portfolio p = {.check = k, .test = t};
  struct error err = {0};
  int fd = captured_begin();
  json_t *answer =
      portfolio_search(&p, &err) ? worker_failure_json(&err) : auto_report_test(&p, fd);
  portfolio_close(&p);
  return answer;
}
