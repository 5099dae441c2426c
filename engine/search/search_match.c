/* Finds out whether a state is new: its fingerprint, and the visited set (search.h). */
#include "engine/search/search.h"
#include "engine/search/search_int.h"

static bool matches_h(const struct search *s) { return s->x->match_h && !s->opt.no_match_h; }

static struct fingerprint print_now(struct search *s) {
  struct vm *vm = s->x->vm;
  bool failed = vm->err.code != 0;
  struct fingerprint f = canon_fingerprint(s->x->canon, matches_h(s));
  uint64_t kept = ~vm->blind.fingerprints;
  /* the state holds something that heddle does not know */
  if (!failed && vm->err.code == ERR_UNSUPPORTED) {
    search_cut(s, search_cause_of(vm), vm->err.msg);
    error_clear(&vm->err);
  }
  f.lo &= kept;
  f.hi &= kept;
  return f;
}

bool search_look_early(void *self) {
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

int search_collision(struct search *s, struct error *err) {
  return error_set(err, ERR_INTERNAL,
                   "--exact: two different states have the same fingerprint; without --exact they "
                   "would have been confused (state %llu, at depth %u)",
                   (unsigned long long)s->report.states, xnode(s->x, s->x->here)->depth);
}

bool search_remember(struct search *s, node_id n, uint32_t left, uint64_t salt, bool *is_new) {
  struct fingerprint f = search_fingerprint(s);
  bool go;
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
