/* The part of a search that all strategies share (search.h): new and known states, ends of paths,
 * errors, bounds and the report. */
#include "engine/search/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "engine/base/check.h"
#include "engine/base/number.h"
#include "engine/property/race_view.h"
#include "engine/search/chosen.h"
#include "engine/search/hang.h"
#include "engine/search/ranking.h"
#include "engine/search/search.h"
#include "engine/search/stale_loop.h"
#include "engine/vm/sched/time.h"

/* ---- new and known states ---- */

static bool matches_h(const struct search *s) { return s->x->match_h && !s->opt.no_match_h; }

static int search_cause_of(const struct vm *vm);

static struct fingerprint print_now(struct search *s) {
  struct vm *vm = s->x->vm;
  bool failed = vm->err.code != 0;
  struct fingerprint f = canon_fingerprint(s->x->canon, matches_h(s));
  uint64_t kept = ~vm->blind.fingerprints;
  /* the state contains something that heddle does not support */
  if (!failed && vm->err.code == ERR_UNSUPPORTED) {
    search_cut(s, search_cause_of(vm), vm->err.msg);
    error_clear(&vm->err);
  }
  f.lo &= kept;
  f.hi &= kept;
  return f;
}

/* The explorer's callback `arrived`. Takes the fingerprint of the new state and prefetches its slot
 * in the visited set while the properties are evaluated, because the visited set is larger than the
 * processor's caches. Returns true if the state is guessed to be known and needs no evaluation. */
static bool search_look_early(void *self) {
  struct search *s = self;
  s->early = print_now(s);
  s->early_at = s->x->transitions;
  visited_prefetch(s->visited, s->early);
  return s->guessed_known && !s->opt.all_errors && !s->opt.measure_h && !s->outcomes &&
         search_may_be_known(s);
}

struct fingerprint search_fingerprint_only(struct search *s) {
  bool known = s->early_at && s->early_at == s->x->transitions && s->x->here == s->x->newest;
  s->early_at = 0;
  return known ? s->early : print_now(s);
}

static bool search_is_late(const struct search *s);

bool search_may_be_known(const struct search *s) {
  return s->early_at == s->x->transitions && !s->keep_tree && !s->exact && !s->numbered &&
         !search_is_late(s);
}

bool search_knows(struct search *s, struct fingerprint f, uint32_t left) {
  if (!visited_has_max(s->visited, f, left)) return false;
  s->cut = s->stopped = false;
  s->report.revisits++;
  return true;
}

struct fingerprint search_fingerprint(struct search *s) {
  struct fingerprint f = search_fingerprint_only(s);
  if (s->exact && !exact_meet(s->exact, f, matches_h(s))) s->collided = true;
  return f;
}

static int search_collision(struct search *s, struct error *err) {
  return error_set(err, ERR_INTERNAL,
                   "--exact: two different states have the same fingerprint; without --exact they "
                   "would have been confused (state %llu, at depth %u)",
                   (unsigned long long)s->report.states, xnode(s->x, s->x->here)->depth);
}

bool search_remember(struct search *s, node_id n, uint32_t left, uint64_t salt, bool *is_new) {
  struct fingerprint f;
  bool go;
  CHECK(n == s->x->here, "a state is remembered where it is: node %u", n);
  f = search_fingerprint(s);
  xnode(s->x, n)->fp = f;
  f.lo ^= salt * 0x9E3779B97F4A7C15u;
  f.hi += salt * 0xD6E8FEB86659FD93u;
  if (s->numbered)
    go = *is_new = visited_number(s->visited, f, &s->number);
  else
    go = visited_add_max(s->visited, f, left, is_new);
  if (*is_new)
    s->report.states++;
  else
    s->report.revisits++;
  return go;
}

/* ---- ends of paths ---- */

/* With --outcomes, a cycle of monitors is noted as soon as it exists, even if other threads can
 * still run. */

/* Are there too many timeouts, sleeps and polls of the clock on the path? Then nothing below the
 * current state is searched (soundness rule 15, time is a choice). */
static bool search_is_late(const struct search *s) { return time_is_spent(s->x->vm); }

bool search_stands_locked(struct search *s, node_id n) {
  const struct xnode *k = xnode(s->x, n);
  return k->flags & NODE_ERROR && k->violation->property == PROP_DEADLOCK &&
         vm_any_choice(s->x->vm);
}

/* With --outcomes: was the parent of n an error already? Then that error was reported there. */
static bool search_behind_locked(struct search *s, const struct xnode *k) {
  return s->outcomes && xnode(s->x, k->parent)->flags & NODE_ERROR;
}

void search_note_end(struct search *s, const struct xnode *n) {
  const struct violation *circle =
      search_behind_locked(s, n) ? xnode(s->x, n->parent)->violation : n->violation;
  outcomes_met(s->outcomes, s->x);
  if (circle) outcomes_circle_ended(s->outcomes, s->x->vm, circle);
}

/* Records the current node n, for which search_stands_locked is true. Returns enum search_status.
 * Sets *dead if nothing below n is to be searched. */
static int search_note_locked(struct search *s, node_id n, bool *dead) {
  int r = SEARCH_RUNNING;
  bool first = !search_behind_locked(s, xnode(s->x, n));
  INVARIANT(n == s->x->here, "a cycle of monitors is noted where it is: node %u", n);
  if (vm_way_on(s->x->vm) == WAY_SHUT)
    search_note_end(s, xnode(s->x, n));
  else if (first)
    outcomes_met_circle(s->outcomes, s->x);
  if (first) r = search_error(s, n);
  *dead = r != SEARCH_RUNNING || search_is_late(s);
  if (search_is_late(s))
    search_cut(s, CAUSE_CLOCK, "time: too many timeouts, sleeps and polls of the clock on a path");
  return r;
}

/* ---- making and freeing ---- */

enum { ERRORS_MAX = 1000 }; /* distinct errors that are kept */

static void be_symmetric(struct search *s) {
  s->x->vm->seen.distinguished_by = NULL;
  canon_set_symmetric(s->x->canon, true);
  if (s->exact) exact_set_symmetric(s->exact);
}

/* Rejects options that exclude each other or that the strategy does not take, with ERR_USAGE. */
static int search_fits(const struct search_options *opt, const struct search_ops *ops,
                       struct error *err) {
  if (opt->shortest && !ops->shortest)
    return error_set(err, ERR_USAGE,
                     "--shortest uses the search bfs and cannot be combined with --search %s",
                     opt->search);
  if (opt->sleep_sets && !ops->sleeps)
    return error_set(
        err, ERR_USAGE,
        "--sleep-sets works only with the searches dfs, random-dfs and bfs, not with %s",
        ops->name);
  if (opt->sleep_sets && (opt->depth || opt->shortest))
    return error_set(
        err, ERR_USAGE,
        "--sleep-sets cannot be combined with %s: of two orders of the same operations, one may "
        "have fewer transitions, and the search may leave out that one",
        opt->depth ? "a bound on depth" : "--shortest");
  if (opt->checkpoint && !ops->save)
    return error_set(err, ERR_USAGE, "checkpoints cannot be combined with --search %s", ops->name);
  if (opt->thread_symmetry && (opt->sleep_sets || ops->bounds))
    return error_set(err, ERR_USAGE,
                     "--thread-symmetry cannot be combined with %s, which distinguishes states by "
                     "single threads",
                     opt->sleep_sets ? "--sleep-sets" : "--search context-bounded");
  if ((opt->thread_symmetry || opt->exact) && ops->blind)
    return error_set(err, ERR_USAGE,
                     "%s cannot be combined with --search %s, which does not recognise states that "
                     "it visited before",
                     opt->exact ? "--exact" : "--thread-symmetry", ops->name);
  return 0;
}

static bool seeks_stale_loops(const struct search *s) {
  const struct engine_options *o = &s->x->vm->opt;
  return o->stale_reads && o->properties & PROP_HANG && !s->opt.no_match_h && !s->ops->blind;
}

int search_new(struct explorer *x, const struct search_options *opt, const struct location *targets,
               uint32_t target_count, bool keep_tree, struct search **out, struct error *err) {
  struct search *s;
  const struct search_ops *ops =
      search_find(opt->shortest && !strcmp(opt->search, "dfs") ? "bfs" : opt->search);
  if (!ops) return search_unknown(opt->search, err);
  if (search_fits(opt, ops, err)) return err->code;
  s = mem_alloc(sizeof *s);
  s->x = x;
  s->opt = *opt;
  s->ops = ops;
  if (!s->opt.depth) s->opt.depth = ops->default_depth;
  s->start = x->here;
  s->keep_tree = keep_tree;
  s->targets = targets;
  s->target_count = target_count;
  s->error_node = NODE_NONE;
  s->report.error_node = NODE_NONE;
  rng_seed(&s->rng, opt->seed * 0x9E3779B97F4A7C15u + 1);
  s->numbered = ops->numbers && hang_is_evaluated(s);
  s->known = opt->known && ops->values && s->opt.depth && !s->numbered;
  s->visited = s->known ? opt->known
                        : visited_new(ops->bounds || (ops->values && s->opt.depth) || s->numbered);
  if (seeks_stale_loops(s)) s->followed = visited_new(false);
  if (s->opt.exact) s->exact = exact_new(x->vm, err);
  if (s->opt.exact && !s->exact) {
    search_free(s);
    return err->code;
  }
  if (s->opt.thread_symmetry) be_symmetric(s);
  if (ops->ranks && ranking_open(s, err)) {
    search_free(s);
    return err->code;
  }
  if (ops->open && ops->open(s, err)) {
    search_free(s);
    return err->code;
  }
  *out = s;
  return 0;
}

void search_free(struct search *s) {
  size_t i;
  if (!s) return;
  if (s->self && s->ops->close) s->ops->close(s);
  ranking_close(s);
  if (s->opt.thread_symmetry) canon_set_symmetric(s->x->canon, false);
  if (!s->known) visited_free(s->visited);
  visited_free(s->followed);
  exact_free(s->exact);
  for (i = 0; i < s->distinct.len; i++) free(s->distinct.data[i].key);
  vec_free(&s->distinct);
  if (s->failed_stack) {
    free(s->x->vm->failure.stack);
    s->x->vm->failure.stack = s->failed_stack;
    free(s->x->vm->failure.place);
    s->x->vm->failure.place = s->failed_place;
  }
  free(s);
}

/* ---- verdicts and errors ---- */

static uint64_t peak_kb(void) {
  struct rusage ru;
  getrusage(RUSAGE_SELF, &ru);
  return (uint64_t)ru.ru_maxrss;
}

static void add_explored(struct search *s) {
  size_t n = strlen(s->report.reason);
  if (s->explored[0])
    snprintf(s->report.reason + n, sizeof s->report.reason - n, "; %s", s->explored);
}

int search_inconclusive(struct search *s, int cause, const char *fmt, ...) {
  va_list ap;
  s->report.cause = cause;
  va_start(ap, fmt);
  vsnprintf(s->report.reason, sizeof s->report.reason, fmt, ap);
  va_end(ap);
  add_explored(s);
  s->report.complete = false;
  return SEARCH_INCONCLUSIVE;
}

int search_walked(struct search *s) {
  s->report.backtracks++;
  if (s->opt.walks && s->report.backtracks >= s->opt.walks)
    return search_inconclusive(s, CAUSE_WALKS, "%u random walks", s->opt.walks);
  return SEARCH_RUNNING;
}

static int cause_of_broken(int what) {
  static const int causes[] = {
      [BROKEN_REDUCTION] = CAUSE_REDUCTION, [BROKEN_ATOMIC] = CAUSE_ATOMIC,
      [BROKEN_VALUES] = CAUSE_VALUES,       [BROKEN_CHOICES] = CAUSE_CHOICES,
      [BROKEN_HEAP] = CAUSE_HEAP,           [BROKEN_ORDERS] = CAUSE_ORDERS};
  CHECK(what > BROKEN_NOTHING && (size_t)what < COUNT(causes),
        "a broken assumption has a cause: %d", what);
  return causes[what];
}

int search_finished(struct search *s) {
  if (s->bound_hit && (s->cut_otherwise || !s->x->vm->seen.assumption[0]))
    return search_inconclusive(s, s->bound_cause, "%s", s->bound_text);
  if (s->x->vm->seen.assumption[0])
    return search_inconclusive(s, cause_of_broken(s->x->vm->seen.broken), "%s",
                               s->x->vm->seen.assumption);
  if (s->opt.thread_symmetry && s->x->vm->seen.distinguished_by)
    return search_inconclusive(
        s, CAUSE_SYMMETRY,
        "--thread-symmetry: the program observes %s, so threads are not interchangeable",
        s->x->vm->seen.distinguished_by);
  if (s->opt.no_match_h && s->x->vm->race && !s->report.errors)
    return search_inconclusive(s, CAUSE_MATCHING, "--no-match-h: races may have been missed");
  if (s->x->vm->opt.properties == PROP_HANG && !s->report.errors && !hang_is_evaluated(s))
    return search_inconclusive(s, CAUSE_STRATEGY, "this search does not look for hangs");
  /* after a race, --por sync is not sound (rule 12, sync needs races) */
  s->report.complete = !s->report.errors || s->x->vm->opt.por != POR_SYNC;
  return s->report.errors ? SEARCH_ERROR : SEARCH_DONE;
}

/* The first reason is reported, but a bound on depth yields to any other: "depth N" means that the
 * space within N was explored completely. */
void search_cut(struct search *s, int cause, const char *why) {
  if (!s->cut_otherwise) {
    snprintf(s->bound_text, sizeof s->bound_text, "%.255s", why);
    s->bound_cause = cause;
  }
  s->bound_hit = s->cut_otherwise = true;
}

static int search_cause_of(const struct vm *vm) {
  if (vm->err.code == ERR_MEMORY) return CAUSE_HEAP;
  if (vm->err.code != ERR_UNSUPPORTED || !vm->failure.lacks_native) return CAUSE_FEATURE;
  return vm->failure.lacks_native->owner->is_jdk ? CAUSE_NATIVE : CAUSE_CODE;
}

/* Handles a transition that failed. From then on, the verdict cannot be "no error". */
static int met_failure(struct search *s, struct error *err) {
  struct vm *vm = s->x->vm;
  if (vm->err.code == ERR_INTERNAL) return error_set(err, ERR_INTERNAL, "%s", vm->err.msg);
  search_cut(s, search_cause_of(vm), vm->err.msg);
  error_clear(&vm->err);
  if (s->failed_stack) return SEARCH_RUNNING;
  s->failed_stack = vm->failure.stack;
  s->failed_place = vm->failure.place;
  vm->failure.stack = vm->failure.place = NULL;
  return SEARCH_RUNNING;
}

/* Errors are distinguished by their kind and place, not by their thread or path. */
static char *error_key(const struct violation *v) {
  const char *where = v->property == PROP_RACE || v->property == PROP_CONFLICT ? v->message : "",
             *location = v->location ? v->location : "";
  return mem_printf("%d %s %s %.*s", v->property, v->kind, location, (int)strcspn(where, ":"),
                    where);
}

bool search_note_error(struct search *s, node_id n) {
  char *key = error_key(xnode(s->x, n)->violation);
  size_t i;
  for (i = 0; i < s->distinct.len; i++)
    if (!strcmp(s->distinct.data[i].key, key)) break;
  if (i < s->distinct.len || s->distinct.len == ERRORS_MAX) {
    free(key);
    return false;
  }
  xnode(s->x, n)->pins++;
  *vec_push(&s->distinct) = (struct search_error){n, key};
  return true;
}

bool search_keeps(const struct search *s, node_id n) {
  size_t i;
  for (i = s->distinct.len; i-- > 0;)
    if (s->distinct.data[i].node == n) return true;
  return false;
}

static void measure_h(struct search *s) {
  struct h_size here, *most = &s->report.h;
  race_size(s->x->vm, &here);
  if (here.rows > most->rows) most->rows = here.rows;
  if (here.columns > most->columns) most->columns = here.columns;
  if (here.bytes > most->bytes) most->bytes = here.bytes;
}

int search_error(struct search *s, node_id n) {
  if (s->opt.wanted && !s->opt.wanted(s->opt.wanted_self, n)) {
    s->report.passed_over++;
    search_cut(s, CAUSE_STRATEGY, "errors of other kinds were ignored");
    return SEARCH_RUNNING;
  }
  INVARIANT(xnode(s->x, n)->flags & NODE_ERROR, "an error that is counted is one: node %u", n);
  s->report.errors++;
  if (s->error_node == NODE_NONE) {
    s->error_node = n;
    s->report.depth = xnode(s->x, n)->depth - xnode(s->x, s->start)->depth;
  }
  if (s->opt.all_errors) search_note_error(s, n);
  return s->opt.all_errors ? SEARCH_RUNNING : SEARCH_ERROR;
}

int search_met(struct search *s, node_id n, bool *dead, struct error *err) {
  const struct xnode *k = xnode(s->x, n);
  uint32_t depth = k->depth - xnode(s->x, s->start)->depth;
  CHECK(!(k->flags & NODE_ERROR) == !k->violation || k->flags & NODE_NOTED,
        "an error has a violation: node %u", n);
  INVARIANT(n == s->x->here && k->depth > xnode(s->x, s->start)->depth,
            "a state that is met is here, below the start: node %u", n);
  *dead = true;
  if (depth > s->report.max_depth) s->report.max_depth = depth;
  s->cut = s->stopped = (k->flags & NODE_CUT) != 0;
  if (k->flags & NODE_CUT && s->x->vm->sched.stop && *s->x->vm->sched.stop)
    return search_inconclusive(s, CAUSE_INTERRUPT, "stopped");
  if (k->flags & NODE_CUT)
    return search_inconclusive(s, CAUSE_STEPS, "max-steps %llu",
                               (unsigned long long)s->opt.max_steps);
  if (k->flags & NODE_FAILED) return met_failure(s, err);
  if (s->opt.measure_h && (k->flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED))) measure_h(s);
  if (s->outcomes && search_stands_locked(s, n)) return search_note_locked(s, n, dead);
  if (s->outcomes && (k->flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED))) search_note_end(s, k);
  if (k->flags & NODE_ERROR && search_behind_locked(s, k)) return SEARCH_RUNNING;
  if (k->flags & NODE_ERROR) return search_error(s, n);
  *dead = (k->flags & (NODE_ENDED | NODE_BLOCKED)) != 0;
  if (!*dead && search_is_late(s)) {
    search_cut(s, CAUSE_CLOCK, "time: too many timeouts, sleeps and polls of the clock on a path");
    *dead = true;
  }
  return *dead ? SEARCH_RUNNING : stale_loop_met(s, err);
}

bool search_ends_here(const struct search *s) {
  return xnode(s->x, s->x->here)->flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED) ||
         search_is_late(s);
}

void search_release_rest(struct search *s) {
  if (!s->cut) return;
  CHECK(xnode(s->x, s->x->here)->flags & NODE_CUT,
        "a transition that is taken back was cut: node %u", s->x->here);
  s->cut = false;
  s->given_back = 1;
  s->given_back_insns = xnode(s->x, s->x->here)->thread_insns;
  explorer_pop(s->x);
  s->ops->release_rest(s);
}

void search_estimate(struct search *s) {
  s->report.estimate = (struct search_estimate){0};
  if (s->ops->estimate) s->ops->estimate(s, &s->report.estimate);
}

/* ---- steps and bounds ---- */

uint32_t search_choices(struct search *s, struct choice *out) {
  uint32_t n = vm_choices(s->x->vm, out, CHOICES_MAX);
  return n > CHOICES_MAX ? CHOICES_MAX : n;
}

void search_cut_depth(struct search *s) {
  if (!s->bound_hit) {
    snprintf(s->bound_text, sizeof s->bound_text, "depth %u", s->opt.depth);
    s->bound_cause = CAUSE_DEPTH;
  }
  s->bound_hit = true;
}

void search_forget(struct search *s, node_id n) {
  if (!s->keep_tree) explorer_drop(s->x, n);
}

/* Returns the size in bytes of everything that grows with the search. */
static uint64_t held(const struct search *s) {
  const struct explorer *x = s->x;
  return visited_bytes(s->visited) + x->held_bytes + x->nodes.len * sizeof *x->nodes.data +
         s->own_bytes + (s->followed ? visited_bytes(s->followed) : 0) +
         (s->exact ? exact_bytes(s->exact) : 0) + chosen_bytes(s->chosen);
}

/* Ends the search at a bound, between two steps. */
static int stop_at(struct search *s, int cause, const char *bound, uint64_t value) {
  s->stopped = true;
  return search_inconclusive(s, cause, "%s %llu", bound, (unsigned long long)value);
}

/* Has the search used up its slice of transitions, and does the caller grant no other? */
static bool slice_is_over(struct search *s) {
  if (!s->opt.slice || s->report.transitions < s->slice_end) return false;
  s->slice_end = s->report.transitions + s->opt.slice;
  if (!s->report.transitions) return false;
  if (!s->opt.goes_on) return true;
  search_estimate(s);
  return !s->opt.goes_on(s->opt.goes_self, &s->report);
}

static int out_of_memory(struct search *s) {
  char *bound = number_size_text(s->x->memory_limit);
  int r = search_inconclusive(s, CAUSE_MEMORY, "memory %s, with %llu left to try", bound,
                              (unsigned long long)s->report.frontier);
  s->stopped = true;
  free(bound);
  return r;
}

/* Executes one step of the strategy. If the strategy matches states, the fingerprint of each new
 * state is taken early. */
static int one_step(struct search *s, struct error *err) {
  int r;
  s->x->arrived = s->ops->walks ? NULL : search_look_early;
  s->x->arrived_self = s;
  r = s->ops->step(s, err);
  s->x->arrived = NULL;
  CHECK(!(xnode(s->x, s->x->here)->flags & NODE_FREE), "a step ends at a node in use: %u",
        s->x->here);
  return r;
}

int search_step(struct search *s, struct error *err) {
  struct explorer *x = s->x;
  uint64_t transitions = x->transitions, insns = x->vm->insn_total;
  int r;
  x->vm->sched.insn_limit =
      s->opt.max_steps ? insns + s->opt.max_steps - s->report.instructions : 0;
  if (s->opt.max_steps && s->report.instructions >= s->opt.max_steps)
    r = stop_at(s, CAUSE_STEPS, "max-steps", s->opt.max_steps);
  else if (s->opt.max_states && s->report.states >= s->opt.max_states)
    r = stop_at(s, CAUSE_STATES, "max-states", s->opt.max_states);
  else if (slice_is_over(s))
    r = stop_at(s, CAUSE_SLICE, "transitions", s->report.transitions);
  else if (x->memory_limit && held(s) > x->memory_limit)
    r = out_of_memory(s);
  else
    r = one_step(s, err);
  if (s->collided) r = search_collision(s, err);
  x->vm->sched.insn_limit = 0;
  CHECK(x->transitions >= transitions && x->vm->insn_total >= insns,
        "a step takes back nothing that was counted before it");
  s->report.transitions += x->transitions - transitions;
  s->report.instructions += x->vm->insn_total - insns;
  if (r < 0) {
    if (err->code == ERR_MEMORY || err->code == ERR_LIMIT) {
      r = search_inconclusive(s, err->code == ERR_MEMORY ? CAUSE_MEMORY : CAUSE_FEATURE, "%s",
                              err->msg);
      error_clear(err);
    } else {
      return r;
    }
  }
  s->report.status = r;
  if (r != SEARCH_RUNNING || !(s->report.transitions & 1023)) s->report.peak_kb = peak_kb();
  return r;
}
