/* Tries a repair in the child of a check. It changes the flags of loaded classes, decodes again the
 * code that depends on them, and searches the program from its start for the error to repair. Other
 * errors are passed over and reported. The session's own classes do not change, and it does not
 * execute what the child finds.
 *
 * Classes live outside the arena and are created once (vm/klass.h), so classes that the path loaded
 * exist at the root too. These flags are read at each access and each call, except in the decoded
 * code (interp_getfield_form) and in method.ready. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/check.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/machine.h"

/* ---- applying ---- */

/* Is the class of "a/b/C.name(I)V", the part before the first '.', the class k? Several classes may
 * have that name. */
static bool class_is_named(const struct klass *k, const char *word, size_t len) {
  return k->name->len == len && !memcmp(k->name->s, word, len);
}

static bool set_volatile(struct klass *k, const char *member) {
  for (uint32_t i = 0; i < k->field_count; i++)
    if (!strcmp(k->fields[i].name->s, member)) {
      k->fields[i].flags |= ACC_VOLATILE;
      k->fields[i].classified = false;
      k->fields[i].silent = 0;
      return true;
    }
  return false;
}

static bool set_synchronized(struct klass *k, const char *member) {
  size_t n = strcspn(member, "(");
  for (uint32_t i = 0; i < k->method_count; i++) {
    struct method *m = &k->methods[i];
    if (m->name->len != n || memcmp(m->name->s, member, n) != 0 ||
        strcmp(m->desc->s, member + n) != 0)
      continue;
    m->flags |= ACC_SYNCHRONIZED;
    return true;
  }
  return false;
}

static bool apply_word(struct vm *vm, const char *word, bool fields) {
  size_t n = strcspn(word, ".");
  bool done = false;
  for (size_t i = KLASS_FIRST; word[n] && i < vm->klasses.len; i++) {
    struct klass *k = vm->klasses.data[i];
    if (k && !k->is_jdk && class_is_named(k, word, n))
      done |= fields ? set_volatile(k, word + n + 1) : set_synchronized(k, word + n + 1);
  }
  return done;
}

static bool decode_again(struct vm *vm) {
  for (size_t i = 0; i < vm->methods.len; i++) {
    struct method *m = vm->methods.data[i];
    if (!m || m->owner->is_jdk) continue;
    m->ready = NULL;
    if (!m->code) continue;
    m->code = NULL;
    if (!code_of(vm, m)) return false;
  }
  return true;
}

static bool repair_apply(struct vm *vm, const char *repair) {
  char *copy = mem_strdup(repair), *save = NULL, *kind = strtok_r(copy, " ", &save), *word;
  bool fields = kind && !strcmp(kind, "volatile"), done = kind != NULL;
  while (done && (word = strtok_r(NULL, " ", &save))) done = apply_word(vm, word, fields);
  free(copy);
  return done && decode_again(vm);
}

/* ---- in the child ---- */

struct trial {
  struct engine *e;
  struct violation_info at_hand; /* the error to repair; its texts belong to the session's node */
  char *standstill;              /* its session_standstill, if it is a deadlock */
  char *other;                   /* message of the first other error; NULL: none */
  bool race;                     /* a race was among the other errors */
  const char *search;            /* name of the present search */
  uint32_t searches;
};

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* Is the deadlock here, in the present state, the same? */
static bool same_standstill(const struct trial *t) {
  char *s = session_standstill(t->e);
  bool same = same_text(s, t->standstill);
  free(s);
  return same;
}

/* Is it the same error: the same property at the same place? A race has to concern the same
 * location, and a deadlock threads at the same places. */
static bool same_error(const struct trial *t, const struct violation_info *b) {
  const struct violation_info *a = &t->at_hand;
  if (a->property != b->property) return false;
  if (a->property == PROP_DEADLOCK) return same_standstill(t);
  if (a->property == PROP_RACE) return same_text(a->raced, b->raced);
  return same_text(a->kind, b->kind) && same_text(a->location, b->location);
}

static bool is_at_hand(void *self, uint32_t n) {
  struct trial *t = self;
  struct violation_info v;
  if (engine_violation(t->e, n, &v)) return false;
  if (same_error(t, &v)) return true;
  t->race |= v.property == PROP_RACE;
  if (!t->other) t->other = mem_strdup(v.message ? v.message : v.property_name);
  return false;
}

/* Runs one more search and adds up what was explored. Returns true if nothing more is to be
 * done. */
static bool repair_search(struct trial *t, const struct session_check *k, int fd,
                          struct search_report *report, struct schedule *found, struct error *err) {
  struct search_options o;
  uint64_t states = report->states, transitions = report->transitions;
  double seconds = report->seconds;
  int r;
  search_options_init(&o);
  o.search = t->search;
  o.seconds = k->options.seconds / t->searches;
  o.max_states = k->options.max_states;
  o.seed = t->e->opt.seed;
  o.as_found = true;
  o.wanted = is_at_hand;
  o.wanted_self = t;
  explorer_go(&t->e->x, NODE_ROOT);
  r = engine_search(t->e, &o, NULL, session_child_report, &fd, report, found, err);
  report->states += states;
  report->transitions += transitions;
  report->seconds += seconds;
  return r || found->property || !report->stopped;
}

/* Runs the exhaustive search and, if its bounds end it, the searches that find errors with few
 * switches by chance. These prove no more than an incomplete exhaustive search, so the reported
 * reason is that of the first. */
static void repair_searches(struct trial *t, const struct session_check *k, int fd) {
  static const char *const searches[] = {"dfs", "pct", "pos"};
  struct search_report report = {0};
  struct schedule found = {0};
  struct error err = {0};
  char reason[sizeof report.reason] = "";
  bool over = false;
  t->searches = COUNT(searches);
  for (size_t i = 0; i < COUNT(searches) && !over; i++) {
    t->search = searches[i];
    over = repair_search(t, k, fd, &report, &found, &err);
    if (!i) memcpy(reason, report.reason, sizeof reason);
  }
  if (err.code) {
    char *why = mem_printf("inconclusive: %s", err.msg);
    session_child_result(fd, &report, NULL, 0, NULL, why);
    return;
  }
  memcpy(report.reason, reason, sizeof reason);
  if (!found.property) found.message = t->other;
  report.passed_over = t->race ? UINT32_MAX : t->other ? 1 : 0;
  session_child_result(fd, &report, NULL, 0, &found, NULL);
}

void repair_child(struct engine *e, const struct session_check *k, int fd) {
  struct search_report none = {0};
  struct trial t = {.e = e};
  if (engine_violation(e, k->from, &t.at_hand))
    session_child_result(fd, &none, NULL, 0, NULL, "internal error: there is no error at the node");
  else if (!repair_apply(e->vm, k->options.repair))
    session_child_result(fd, &none, NULL, 0, NULL, "not tried: it cannot be applied here");
  else {
    explorer_go(&e->x, k->from);
    t.standstill = session_standstill(e);
    repair_searches(&t, k, fd);
    free(t.standstill);
  }
}

/* ---- in the session ---- */

/* Describes what was explored, because the verdict covers no more than that. */
static char *repair_extent(const struct search_report *r) {
  unsigned long long n = r->states;
  if (r->status == SEARCH_DONE && r->complete) return mem_printf("all %llu state%s", n, PLURAL(n));
  return mem_printf("%llu state%s of dfs, pct and pos together, no search was complete (each: %s)",
                    n, PLURAL(n), r->reason[0] ? r->reason : "the search is not complete");
}

static void repair_helped(struct session_check *k, const struct check_result *r) {
  char *how = repair_extent(&r->report);
  bool whole = r->report.status == SEARCH_DONE && r->report.complete;
  if (r->message)
    session_check_decide(k, CHECK_ERROR,
                         mem_printf("tried: this error is %s, BUT ANOTHER ERROR OCCURS: %s (%s)",
                                    whole ? "gone" : "not found", r->message, how));
  else
    session_check_decide(k, whole ? CHECK_NO_ERROR : CHECK_INCONCLUSIVE,
                         mem_printf("tried: no error in %s", how));
  free(how);
}

void repair_finish(struct engine *e, struct session_check *k, const struct check_result *r) {
  unsigned long long n = r->report.states;
  const struct violation *v = node_valid(e, k->from) ? xnode(&e->x, k->from)->violation : NULL;
  bool no_race = v && v->property != PROP_RACE && k->options.properties & PROP_RACE &&
                 r->report.passed_over != UINT32_MAX && !strncmp(k->options.repair, "volatile", 8);
  if (!r->property)
    repair_helped(k, r);
  else
    session_check_decide(k, CHECK_ERROR,
                         mem_printf("tried: %sTHIS ERROR STILL OCCURS (%llu state%s)",
                                    no_race ? "no race was found, " : "", n, PLURAL(n)));
}
