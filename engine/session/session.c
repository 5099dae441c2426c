/* Sessions (engine.h): opening a program, the tree of nodes, moving in it, choices and previews. */
#include "engine/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/assess/assess.h"
#include "engine/base/check.h"
#include "engine/env/scenario.h"
#include "engine/inside.h"
#include "engine/natives/io/files.h"
#include "engine/natives/natives.h"
#include "engine/natives/test/supplied.h"
#include "engine/property/property.h"
#include "engine/property/race.h"
#include "engine/property/writes.h"
#include "engine/reduction/atomic.h"
#include "engine/reduction/quiet_table.h"
#include "engine/vm/interp/coverage.h"
#include "engine/vm/interp/executed.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/printed.h"
#include "engine/vm/vm.h"

extern const struct vm_hooks session_hooks;

/* ---- callbacks of the machine ---- */

const struct vm_hooks session_hooks = {.classify = quiet_table_classify,
                                       .section_kind = atomic_kind,
                                       .section_hidden = atomic_hidden,
                                       .section_rests = atomic_rests,
                                       .section_owns = atomic_owns,
                                       .access = race_event,
                                       .is_reported = race_reported,
                                       .readable = writes_readable,
                                       .written = writes_value,
                                       .frozen = writes_freeze,
                                       .uncaught = properties_uncaught};

/* ---- opening and closing ---- */

static const char *session_keep(struct engine *e, const char *s) {
  return s ? pool_strndup(&e->texts, s, strlen(s)) : NULL;
}

static void keep_options(struct engine *e, const struct engine_options *o) {
  e->opt = *o;
  /* Soundness rule 12 (sync needs races): the order in which the read comes second may not be
   * explored. */
  e->opt.race_rw |= o->por == POR_SYNC;
  e->opt.java_home = session_keep(e, o->java_home);
  e->opt.class_path = session_keep(e, o->class_path ? o->class_path : ".");
  e->opt.trust = session_keep(e, o->trust);
  e->opt.benign = session_keep(e, o->benign);
  e->opt.own = session_keep(e, o->own);
  e->opt.atomic = session_keep(e, o->atomic);
  e->opt.stdin_path = session_keep(e, o->stdin_path);
  e->defines = mem_alloc(((size_t)o->define_count + 1) * sizeof *e->defines);
  for (int i = 0; i < o->define_count; i++) e->defines[i] = mem_strdup(o->defines[i]);
  e->opt.defines = (const char *const *)e->defines;
  e->readable = mem_alloc(((size_t)o->readable_count + 1) * sizeof *e->readable);
  for (int i = 0; i < o->readable_count; i++) e->readable[i] = mem_strdup(o->readable[i]);
  e->opt.readable = (const char *const *)e->readable;
  e->given = mem_alloc(((size_t)o->input_count + 1) * sizeof *e->given);
  for (int i = 0; i < o->input_count; i++) e->given[i] = mem_strdup(o->inputs[i]);
  e->opt.inputs = (const char *const *)e->given;
  e->input = mem_alloc(o->stdin_len + 1);
  if (o->stdin_data) memcpy(e->input, o->stdin_data, o->stdin_len);
  e->opt.stdin_data = o->stdin_data ? e->input : NULL;
}

static void keep_program(struct engine *e, const struct engine_options *o) {
  e->opt.main_class = session_keep(e, o->main_class);
  e->opt.contracts = session_keep(e, o->contracts);
  e->argv = mem_alloc(((size_t)o->argc + 1) * sizeof *e->argv);
  for (int i = 0; i < o->argc; i++) e->argv[i] = mem_strdup(o->argv[i]);
  e->opt.argv = e->argv;
  e->opt.argc = o->argc;
}

static void forget_program(struct engine *e) {
  e->opt.main_class = e->opt.contracts = NULL;
  e->opt.argv = NULL;
  e->opt.argc = 0;
}

int engine_begin(struct engine *e, const struct engine_options *o, struct error *err) {
  keep_program(e, o);
  if (scenario_main(e->vm, e->opt.main_class, e->opt.argc, e->argv, err)) return err->code;
  if (vm_start(e->vm, e->opt.main_class, e->opt.argc, e->argv, err)) return err->code;
  if (properties_start(e->vm, err)) return err->code;
  if (atomic_new(e->vm, e->opt.atomic, e->opt.contracts, err)) return err->code;
  if (explorer_init(&e->x, e->vm, err)) return err->code;
  explorer_keep(&e->x, e->opt.keep_events, e->opt.leave_library, e->opt.leave_h);
  e->x.memory_limit = e->opt.memory_bytes;
  e->x.listen_from = e->opt.listen_from;
  e->x.listen_anew = e->opt.listen_anew;
  if (e->vm->environment.assessed) e->assess = assess_new(&e->x);
  return 0;
}

int engine_boot(const struct engine_options *o, struct engine **out, struct error *err) {
  struct engine *e = mem_alloc(sizeof *e);
  const char *why = engine_bad_reduction(o->por, o->properties);
  if (why) {
    free(e);
    return error_set(err, ERR_USAGE, "--por sync %s", why);
  }
  e->unnamed = NODE_NONE;
  keep_options(e, o);
  forget_program(e);
  if (vm_new(&e->opt, &natives_library, &session_hooks, &e->vm, err)) {
    engine_close(e);
    return err->code;
  }
  *out = e;
  return 0;
}

int engine_open(const struct engine_options *o, struct engine **out, struct error *err) {
  struct engine *e;
  if (engine_boot(o, &e, err)) return err->code;
  if (engine_begin(e, o, err)) {
    engine_close(e);
    return err->code;
  }
  *out = e;
  return 0;
}

void engine_close(struct engine *e) {
  size_t i;
  int a;
  if (!e) return;
  session_checks_free(e);
  session_h_free(e);
  session_names_free(e);
  session_places_free(e);
  outcomes_release(&e->outcomes);
  engine_search_stop(e);
  chosen_log_release(&e->chosen);
  if (e->preview_self) e->preview_heuristic->close(e->preview_self);
  assess_free(e->assess);
  if (e->x.canon) explorer_release(&e->x);
  if (e->vm) {
    properties_stop(e->vm);
    atomic_free(e->vm);
    printed_free(e->vm);
    vm_free(e->vm);
  }
  for (i = 0; i < e->marks.len; i++) free(e->marks.data[i].text);
  vec_free(&e->marks);
  vec_free(&e->targets);
  pool_release(&e->texts);
  for (a = 0; e->argv && a < e->opt.argc; a++) free(e->argv[a]);
  free(e->argv);
  for (a = 0; e->defines && a < e->opt.define_count; a++) free(e->defines[a]);
  free(e->defines);
  for (a = 0; e->readable && a < e->opt.readable_count; a++) free(e->readable[a]);
  free(e->readable);
  for (a = 0; e->given && a < e->opt.input_count; a++) free(e->given[a]);
  free(e->given);
  free(e->input);
  free(e->jdk);
  free(e);
}

int engine_confine(struct engine *e, engine_service *service, void *self, struct error *err) {
  engine_jdk(e); /* cached now, because it is needed at the end */
  return files_confine(e->vm, service, self, err);
}

char *engine_ask(struct engine *e, const char *request, int *file) {
  if (file) *file = -1;
  return e->vm->host.broker ? broker_request(e->vm->host.broker, request, strlen(request), file)
                            : NULL;
}

struct vm *engine_vm(struct engine *e) {
  return e->vm;
}
const struct engine_options *engine_opts(const struct engine *e) { return &e->opt; }

const uint8_t *engine_input(struct engine *e, size_t *len) { return files_input(e->vm, len); }

bool engine_class_hash(struct engine *e, const char *name, uint8_t out[16]) {
  const struct klass *k = vm_class(e->vm, name, NULL);
  if (!k || !k->cf) return false;
  memcpy(out, k->cf->hash, 16);
  return true;
}

uint8_t *engine_runner_class(const char *main_class, size_t n, const char **name, size_t *len) {
  char *internal = mem_strdup(main_class);
  uint8_t *bytes;
  mem_exchange(internal, '.', '/');
  bytes = junit_class_file(internal, n, name, len);
  free(internal);
  return bytes;
}

const char *engine_jdk_home(const struct engine *e) { return e->vm->loaded.jdk_home; }
const char *engine_failure_stack(const struct engine *e) { return e->vm->failure.stack; }
const char *engine_failure_place(const struct engine *e) { return e->vm->failure.place; }
void engine_scope(const struct engine *e, struct scope_info *out) {
  const struct vm_seen *seen = &e->vm->seen;
  *out = (struct scope_info){.sections = seen->sections,
                             .steps = (uint32_t)seen->steps.len,
                             .own_steps = seen->own_steps,
                             .left_out = atomic_left_out(e->vm),
                             .time = seen->time,
                             .patient = seen->patient,
                             .collects = seen->collects,
                             .prompt = seen->prompt,
                             .awaited = seen->awaited,
                             .seed = seen->seed,
                             .weak = e->opt.stale_reads ? 0u : seen->weak,
                             .writes_kept = seen->writes_dropped ? WRITES_MAX : 0u,
                             .handled = (uint32_t)seen->handled.len,
                             .test_runner = e->vm->runner,
                             .environment = e->vm->environment.about,
                             .programs = assess_programs(e->assess),
                             .sampled = e->vm->environment.sampled};
}
void engine_hear_tests(struct engine *e, struct text *out) { e->vm->listen.junit = out; }
void engine_coverage(struct engine *e, struct coverage *out) { coverage_take(e->vm, out); }
void engine_executed(const struct engine *e, const char *prefix, struct text *out) {
  executed_take(e->vm, prefix, out);
}

/* ---- nodes and moves ---- */

/* Returns a hash of the records of the machine and its threads, for the checks below. */
static uint64_t records_of(const struct engine *e) {
  const struct machine *m = vm_machine(e->vm);
  if (!INVARIANTS_ON) return 0;
  return XXH3_64bits_withSeed(e->vm->arena.mem + THREADS_BASE, m->thread_count * THREAD_SIZE,
                              XXH3_64bits(m, sizeof *m));
}

struct session_visit session_visit(struct engine *e) {
  return (struct session_visit){e->x.here, records_of(e)};
}

void session_return(struct engine *e, struct session_visit v) {
  explorer_go(&e->x, v.here);
  INVARIANT(records_of(e) == v.records, "a visit leaves the state as it was: node %u", v.here);
}

node_id engine_here(const struct engine *e) { return e->x.here; }
uint32_t engine_node_count(const struct engine *e) { return (uint32_t)e->x.nodes.len; }

static uint32_t node_flags(const struct engine *e, node_id n) {
  uint32_t flags = e->x.nodes.data[n].flags & ~(uint32_t)NODE_INSIDE;
  return n == e->x.here ? flags | NODE_HERE : flags;
}

int engine_node(const struct engine *e, node_id n, struct node_info *out) {
  const struct xnode *k;
  if (!node_valid(e, n)) return ERR_NOTFOUND;
  k = &e->x.nodes.data[n];
  *out = (struct node_info){.id = n,
                            .parent = k->parent,
                            .first_child = k->first_child,
                            .next_sibling = k->next,
                            .depth = k->depth,
                            .flags = node_flags(e, n),
                            .choice = k->choice,
                            .observed = k->observed,
                            .h_value = k->h_value,
                            .visits = (uint32_t)k->visits,
                            .events = k->log ? k->log->count : 0,
                            .instructions = k->thread_insns,
                            .fingerprint = {k->fp.lo, k->fp.hi}};
  return 0;
}

int engine_go(struct engine *e, node_id n, struct error *err) {
  if (!node_valid(e, n)) return error_set(err, ERR_NOTFOUND, "no node %u", n);
  explorer_go(&e->x, n);
  e->unnamed = NODE_NONE;
  e->x.nodes.data[n].visits++;
  return 0;
}

int engine_back(struct engine *e, struct error *err) {
  if (e->x.here == NODE_ROOT) return error_set(err, ERR_NOTFOUND, "this is the root");
  return engine_go(e, xnode(&e->x, e->x.here)->parent, err);
}

int engine_forward(struct engine *e, struct error *err) {
  node_id n = xnode(&e->x, e->x.here)->forward;
  if (n == NODE_NONE) n = xnode(&e->x, e->x.here)->last_child;
  if (n == NODE_NONE)
    return error_set(err, ERR_NOTFOUND, "nothing has been executed from here yet");
  return engine_go(e, n, err);
}

uint32_t engine_path(const struct engine *e, node_id n, node_id *out, uint32_t max) {
  uint32_t depth, i;
  if (!node_valid(e, n)) return 0;
  depth = e->x.nodes.data[n].depth;
  for (i = depth + 1; i-- > 0; n = e->x.nodes.data[n].parent)
    if (i < max) out[i] = n;
  CHECK(n == NODE_NONE, "a path begins at the root: depth %u", depth);
  return depth + 1;
}

/* ---- choices ---- */

uint32_t engine_choices(struct engine *e, struct choice *out, uint32_t max) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n;
  uint64_t before = records_of(e);
  node_id here = e->x.here;
  if (xnode(&e->x, e->x.here)->flags & (NODE_FAILED | NODE_ENDED)) return 0;
  n = vm_choices(e->vm, all, COUNT(all));
  CHECK(e->x.here == here, "asking for choices never changes anything: node %u", here);
  INVARIANT(records_of(e) == before, "asking for choices never changes anything: node %u", here);
  for (i = 0; i < n && i < max && i < COUNT(all); i++) out[i] = all[i];
  return n;
}

static bool enabled(struct engine *e, struct choice c) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = engine_choices(e, all, COUNT(all));
  for (i = 0; i < n && i < COUNT(all); i++)
    if (all[i].thread == c.thread && all[i].kind == c.kind && all[i].arg == c.arg) return true;
  return false;
}

int engine_take(struct engine *e, struct choice c, node_id *out, struct error *err) {
  node_id n;
  uint16_t before = xnode(&e->x, e->x.here)->observed;
  if (!enabled(e, c))
    return error_set(err, ERR_INPUT, "thread T%u has no such choice here", c.thread);
  n = explorer_child(&e->x, c);
  if (n == NODE_NONE) {
    int r = explorer_apply(&e->x, c, &n, err);
    if (r) return r;
    if (session_observes(e, xnode(&e->x, n), before)) xnode(&e->x, n)->observed++;
    explorer_fingerprint(&e->x, n);
    session_race_detail(e);
    session_deadlock_detail(e);
  } else {
    explorer_go(&e->x, n);
  }
  xnode(&e->x, n)->visits++;
  if (out) *out = n;
  return 0;
}

/* ---- previews ---- */

struct peek {
  struct engine *e;
  struct preview *out;
  uint32_t h_before, observed_before;
};

static uint32_t distance(struct engine *e, uint32_t thread, uint32_t observed) {
  const struct location *t = session_target(e, observed);
  if (!t || !e->preview_self) return UINT32_MAX;
  return e->preview_heuristic->value(e->preview_self, e->vm, thread, t);
}

/* The last event recorded is the access that races. */
static char *race_effect(struct engine *e, const struct xnode *n) {
  char *where = n->log && n->log->count
                    ? session_event_object(e, &n->log->events[n->log->count - 1])
                    : mem_strdup("");
  char *s = mem_printf("RACE (%s) on %s", n->violation->kind, where);
  free(where);
  return s;
}

static uint32_t h_effect_of(struct engine *e, const struct xnode *n) {
  uint32_t effect = 0, i;
  if (!e->vm->race) return 0;
  if (n->flags & NODE_ERROR && n->violation->property == PROP_RACE) return H_RACE;
  for (i = 0; n->log && i < n->log->count; i++) effect |= session_h_effect(&n->log->events[i]);
  return effect ? effect : H_UNCHANGED;
}

static char *h_text(struct engine *e, const struct xnode *n, uint32_t effect) {
  struct text t = {0};
  uint32_t i;
  if (!effect) return mem_strdup("");
  if (effect == H_RACE) return race_effect(e, n);
  if (effect == H_UNCHANGED) return mem_strdup("h unchanged");
  for (i = 0; n->log && i < n->log->count; i++) {
    char *s = session_h_change(e, &n->log->events[i]);
    if (s && *s) text_printf(&t, "%s%s", t.len ? "; " : "", s);
    free(s);
  }
  CHECK(t.s, "a change of h has a text: effect %u", effect);
  return t.s;
}

static char *sequence_effect(struct peek *p, uint32_t observed, uint32_t h) {
  struct engine *e = p->e;
  const struct location *next = session_target(e, p->observed_before);
  if (!next) return mem_strdup("");
  if (observed > p->observed_before) {
    char *s = location_text(next), *r = mem_printf("observes %u: %s", observed, s);
    free(s);
    return r;
  }
  if (h == UINT32_MAX && p->h_before == UINT32_MAX) return mem_strdup("neutral");
  if (h == p->h_before) return mem_strdup("neutral");
  if (h == UINT32_MAX) return mem_printf("loses %u", observed + 1);
  if (p->h_before == UINT32_MAX || h < p->h_before)
    return mem_printf("toward %u (distance %u)", observed + 1, h);
  return mem_printf("away from %u (distance %u)", observed + 1, h);
}

static void look(void *self, struct explorer *x, const struct xnode *n) {
  struct peek *p = self;
  uint32_t observed = p->observed_before + session_observes(p->e, n, p->observed_before);
  (void)x;
  p->out->observed = observed;
  p->out->h_value = distance(p->e, n->choice.thread, observed);
  p->out->h_effect = h_effect_of(p->e, n);
  p->out->h_change = h_text(p->e, n, p->out->h_effect);
  p->out->sequence = sequence_effect(p, observed, p->out->h_value);
  if (n->log) {
    free(p->out->action);
    p->out->action = session_logged_text(p->e, n);
  }
  p->out->flags |= n->flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED | NODE_FAILED);
}

int engine_preview(struct engine *e, struct choice c, struct preview *out, struct error *err) {
  struct peek p = {.e = e, .out = out};
  struct session_visit here;
  bool events = e->x.keep_events;
  memset(out, 0, sizeof *out);
  if (!enabled(e, c))
    return error_set(err, ERR_INPUT, "thread T%u has no such choice here", c.thread);
  out->action = session_choice_text(e, c);
  p.observed_before = xnode(&e->x, e->x.here)->observed;
  p.h_before = distance(e, c.thread, p.observed_before);
  here = session_visit(e);
  e->x.keep_events = true;
  explorer_peek(&e->x, c, look, &p);
  e->x.keep_events = events;
  session_return(e, here);
  return 0;
}

void engine_preview_release(struct preview *p) {
  free(p->action);
  free(p->h_change);
  free(p->sequence);
  memset(p, 0, sizeof *p);
}

int engine_violation(struct engine *e, node_id n, struct violation_info *out) {
  const struct violation *v;
  if (!node_valid(e, n) || !e->x.nodes.data[n].violation) return ERR_NOTFOUND;
  v = e->x.nodes.data[n].violation;
  if (!v->message) session_race_texts(e, n);
  CHECK(v->message, "a violation that is shown has a message: node %u", n);
  *out = (struct violation_info){.property = v->property,
                                 .property_name = engine_property_name((uint32_t)v->property),
                                 .kind = v->kind,
                                 .message = v->message,
                                 .headline = v->headline ? v->headline : v->message,
                                 .end = v->end,
                                 .status = v->status,
                                 .raced = v->raced,
                                 .location = v->location,
                                 .detail = v->detail,
                                 .thread = v->thread};
  return 0;
}
