/* Compares the two searches of each scenario: decides which methods of a claim are not single
 * steps, and which methods see inside a step. See verify.h. */
#include "engine/base/check.h"
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

/* ---- scenarios that differ ---- */

bool claim_compared(const struct claim *c, size_t i) {
  return !c->left[i] && c->one_for[i] && *c->one_for[i] && c->each[i].ends && c->one[i].ends;
}

bool claim_is_open(const struct claim *c, size_t i) {
  return claim_compared(c, i) && (c->each[i].open || c->one[i].open);
}

static bool scenario_differs(const struct claim *c, size_t i) {
  return claim_compared(c, i) && !claim_is_open(c, i) && strcmp(c->each[i].ends, c->one[i].ends);
}

static bool has_word(const char *words, const char *word) { return contract_claims(words, word); }

/* Returns the words without `word`; the caller frees them. */
static char *words_without(const char *words, const char *word) {
  struct text t = {0};
  char *save = NULL, *all = mem_strdup(words);
  text_puts(&t, "");
  for (char *w = strtok_r(all, " ", &save); w; w = strtok_r(NULL, " ", &save))
    if (strcmp(w, word) != 0) text_printf(&t, "%s%s", t.len ? " " : "", w);
  free(all);
  return t.s;
}

static char *words_with(const char *words, const char *word) {
  return mem_printf("%s%s%s", words, *words ? " " : "", word);
}

static void set_words(char **words, char *now) {
  free(*words);
  *words = now;
}

/* Removes a method from the claim. */
static void drop(struct claim *c, const char *method) {
  char *without = *c->methods == '*' ? mem_printf("%s !%s", c->methods, method)
                                     : words_without(c->methods, method);
  set_words(&c->methods, without);
}

/* Adds a method that was removed to the claim again. */
static void claim_again(struct claim *c, const char *method) {
  char *exception = mem_printf("!%s", method);
  set_words(&c->methods, *c->methods == '*' ? words_without(c->methods, exception)
                                            : words_with(c->methods, method));
  free(exception);
}

/* Appends the lines of `a` that `b` lacks to `out`, until it has four in total. */
static void only_in(const char *a, const char *b, const char *what, json_t *out) {
  char *lines = mem_strdup(a), *save = NULL;
  for (char *l = strtok_r(lines, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
    const char *at = strstr(b, l);
    size_t n = strlen(l);
    while (at && ((at != b && at[-1] != '\n') || at[n] != '\n')) at = strstr(at + 1, l);
    if (!at && json_array_size(out) < 4)
      json_array_append_new(out, json_sprintf("%s: %s", what, l));
  }
  free(lines);
}

static void note_failure(const struct claim *c, size_t i, const char *method, struct evidence *e) {
  json_t *ends = json_array();
  only_in(c->each[i].ends, c->one[i].ends, "with every step only", ends);
  only_in(c->one[i].ends, c->each[i].ends, "as one step only", ends);
  json_array_append_new(e->failed, json_pack("{s:s,s:s,s:o}", "method", method, "scenario",
                                             c->scenarios.all.data[i].text, "ends", ends));
}

/* Returns the number of distinct claimed methods that the scenario calls. */
static uint32_t called_claims(const struct claim *c, const struct scenario *s) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    bool again = false;
    for (uint32_t b = 0; b < k; b++)
      again |= s->methods[b] && s->methods[k] && !strcmp(s->methods[b], s->methods[k]);
    n += s->methods[k] && !again && has_word(c->methods, s->methods[k]);
  }
  return n;
}

void claim_note_onlooker(struct claim *c, const struct scenario *s) {
  CHECK(s->walk < 0 || (size_t)s->walk < c->scenarios.calls.walks.len,
        "a walk that sees inside a step is one of the row: %d", s->walk);
  c->observers |= s->observer;
  if (s->walk >= 0) c->walk_sees[s->walk] = true;
}

/* Can call k be the one that sees inside a step? Its method must be unclaimed; if no call of the
 * scenario is claimed, its method must not be in the row at all. */
static bool stands_beside(const struct claim *c, const struct scenario *s, uint32_t calls,
                          uint32_t k) {
  return s->methods[k] && !has_word(calls ? c->methods : c->row->methods, s->methods[k]);
}

/* Returns the index of the last query that observes two main calls and is not a claimed step, or -1
 * if there is none. */
static int looker(const struct claim *c, const struct scenario *s) {
  const uint32_t looks = s->looks ? s->looks : 1;
  for (uint32_t k = s->count; s->looked && k-- > s->count - looks;)
    if (s->elsewhere[k] || (s->methods[k] && !has_word(c->methods, s->methods[k]))) return (int)k;
  return -1;
}

/* Does a difference mean that some method, walk or observer sees inside a step? It does if the
 * scenario has a query of two main calls, an observer or a walk, or at most one claimed method
 * beside unclaimed methods of the class. */
static bool is_seen(const struct claim *c, size_t i) {
  const struct scenario *s = &c->scenarios.all.data[i];
  const uint32_t calls = called_claims(c, s);
  bool some = s->observer || s->walk >= 0 || looker(c, s) >= 0;
  for (uint32_t k = 0; calls <= 1 && k < s->count; k++) some |= stands_beside(c, s, calls, k);
  return some;
}

static void note_seeing(struct claim *c, size_t i, struct evidence *e) {
  const struct scenario *s = &c->scenarios.all.data[i];
  const uint32_t calls = called_claims(c, s);
  const int at = looker(c, s);
  if (s->observer || s->walk >= 0) {
    claim_note_onlooker(c, s);
    return;
  }
  if (at >= 0 && s->elsewhere[at]) evidence_see_elsewhere(e, s->elsewhere[at]);
  if (at >= 0 && s->methods[at]) evidence_see(e, s->methods[at]);
  if (at >= 0 && s->looks) return;
  for (uint32_t k = 0; k < s->count; k++)
    if (stands_beside(c, s, calls, k)) evidence_see(e, s->methods[k]);
}

/* Does the scenario differ, and can only its claimed methods be the reason? */
static bool differs_alone(const struct claim *c, size_t i) {
  return scenario_differs(c, i) && !is_seen(c, i);
}

/* Returns the claimed method with the most differences, or NULL. Among equals prefers one that is
 * not a main method, then the last one. *example gets a scenario that differs. */
static const char *worst(const struct claim *c, size_t *example) {
  const char *found = NULL;
  unsigned most = 0;
  for (size_t m = 0; m < c->scenarios.calls.all.len; m++) {
    const char *name = c->scenarios.calls.all.data[m].method;
    unsigned n = 0;
    size_t first = 0;
    if (!has_word(c->methods, name)) continue;
    for (size_t i = c->scenarios.all.len; i-- > 0;)
      if (differs_alone(c, i) && has_word(c->one_for[i], name)) {
        n += 2;
        first = i;
      }
    if (n && !contract_is_main(c->row->methods, name)) n++;
    if (n < most || !n) continue;
    most = n;
    found = name;
    *example = first;
  }
  return found;
}

static void search_again(struct claim *c, size_t i) {
  free(c->one_for[i]);
  c->one_for[i] = NULL;
}

/* Removes the internal methods of the class from the claim if a difference is left although no
 * called method can be removed any more. In that case, they are not single steps either. */
static bool drop_inner(struct claim *c, struct evidence *e) {
  size_t at = 0;
  char *words, *save = NULL;
  while (at < c->scenarios.all.len && !scenario_differs(c, at)) at++;
  if (at == c->scenarios.all.len || !*c->inner) return false;
  words = c->inner;
  c->inner = mem_strdup("");
  for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
    note_failure(c, at, w, e);
    drop(c, w);
    *vec_push(&c->dropped) = (struct dropped_word){mem_strdup(w), true};
  }
  for (size_t i = 0; i < c->scenarios.all.len; i++) search_again(c, i);
  free(words);
  return true;
}

/* Does the record list the call's method among those that see inside a step? */
static bool call_sees(const struct evidence *e, const struct scenario *s, uint32_t k) {
  if (s->elsewhere[k] && evidence_sees_elsewhere(e, s->elsewhere[k])) return true;
  if (!*e->seeing || !s->methods[k]) return false;
  return has_word(e->seeing, s->methods[k]) ||
         (s->overloads[k] && has_word(e->seeing, s->overloads[k]));
}

/* Excludes the scenarios with a method, a walk or an observer that sees inside a step, because they
 * show nothing more. Returns false if none was excluded. */
static bool leave_seeing(struct claim *c, const struct evidence *e) {
  bool some = false;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    const struct scenario *s = &c->scenarios.all.data[i];
    bool before = c->left[i];
    c->left[i] |= (s->walk >= 0 && c->walk_sees[s->walk]) || s->observer & c->observers;
    for (uint32_t k = 0; k < s->count; k++) c->left[i] |= call_sees(e, s, k);
    some |= c->left[i] != before;
  }
  return some;
}

static bool has_overload(const struct scenario *s, const char *overload) {
  for (uint32_t k = 0; k < s->count; k++)
    if (s->overloads[k] && !strcmp(s->overloads[k], overload)) return true;
  return false;
}

static bool has_method(const struct scenario *s, const char *method) {
  for (uint32_t k = 0; k < s->count; k++)
    if (s->methods[k] && !strcmp(s->methods[k], method)) return true;
  return false;
}

/* Number of calls up to which scenarios contain all overloads. Scenarios with more calls contain
 * one overload of each main method and show nothing about the others. */
enum { OF_ALL = 2 };

/* Returns how many of the method's differences contain the overload (NULL: any overload), or -1 if
 * some difference has more than OF_ALL calls. */
static int overload_differences(const struct claim *c, const char *method, const char *overload,
                                size_t *example) {
  int n = 0;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    const struct scenario *s = &c->scenarios.all.data[i];
    if (!differs_alone(c, i) || !has_method(s, method)) continue;
    if (s->count > OF_ALL) return -1;
    if (overload && !has_overload(s, overload)) continue;
    n++;
    *example = i;
  }
  return n;
}

/* Returns the overload of a claimed method with the most differences if another overload has none;
 * otherwise NULL. */
static const char *worst_overload(const struct claim *c, const char *method, size_t *example) {
  const char *found = NULL;
  bool clean = false;
  int most = 0;
  size_t at = 0;
  if (!has_word(c->methods, method) || !overload_differences(c, method, NULL, &at)) return NULL;
  for (size_t i = 0; i < c->scenarios.all.len; i++) {
    const struct scenario *s = &c->scenarios.all.data[i];
    for (uint32_t k = 0; k < s->count && s->count <= OF_ALL; k++) {
      int n;
      if (!s->overloads[k] || !s->methods[k] || strcmp(s->methods[k], method) != 0) continue;
      n = overload_differences(c, method, s->overloads[k], &at);
      if (n < 0) return NULL;
      clean |= !n;
      if (n <= most) continue;
      most = n;
      found = s->overloads[k];
      *example = at;
    }
  }
  return clean ? found : NULL;
}

/* Notes overloads that are not single steps, although others of their name are, as ones that see
 * inside a step. Returns whether there are any. */
static bool drop_overloads(struct claim *c, struct evidence *e) {
  bool some = false;
  const char *overload, *before = "";
  size_t example = 0;
  for (size_t i = 0; i < c->scenarios.calls.all.len; i++) {
    const char *method = c->scenarios.calls.all.data[i].method;
    if (!strcmp(method, before)) continue;
    before = method;
    while ((overload = worst_overload(c, method, &example))) {
      note_failure(c, example, overload, e);
      evidence_see(e, overload);
      leave_seeing(c, e);
      some = true;
    }
  }
  return some;
}

/* Makes claim_search repeat the searches in which the method was a single step. */
static void search_again_without(struct claim *c, const char *method) {
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    if (c->one_for[i] && has_word(c->one_for[i], method)) search_again(c, i);
}

static bool drop_methods(struct claim *c, struct evidence *e) {
  bool some = false;
  const char *method;
  size_t example = 0;
  while ((method = worst(c, &example))) {
    note_failure(c, example, method, e);
    drop(c, method);
    search_again_without(c, method);
    *vec_push(&c->dropped) = (struct dropped_word){mem_strdup(method), false};
    some = true;
  }
  return some;
}

static bool note_onlookers(struct claim *c, struct evidence *e) {
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    if (scenario_differs(c, i) && is_seen(c, i)) note_seeing(c, i, e);
  return leave_seeing(c, e);
}

/* ---- claiming dropped methods again ---- */

/* Claims the next removed method once more. A difference involves two or more methods, and one of
 * them may be a single step once the others are not claimed. So when no difference is left, each
 * removed method is claimed once more, unless it has meanwhile been found to see inside a step.
 * Returns false if none is left. */
static bool begin_retry(struct claim *c, const struct evidence *e) {
  const struct dropped_word *d;
  while (c->retried < c->dropped.len && has_word(e->seeing, c->dropped.data[c->retried].word))
    c->retried++;
  if (c->retried == c->dropped.len) return false;
  d = &c->dropped.data[c->retried];
  claim_again(c, d->word);
  if (d->inner) set_words(&c->inner, words_with(c->inner, d->word));
  c->retrying = true;
  return true;
}

static bool differs_with(const struct claim *c, const char *word) {
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    if (scenario_differs(c, i) && has_word(c->one_for[i], word)) return true;
  return false;
}

static void forget_failure(struct evidence *e, const char *word) {
  for (size_t i = json_array_size(e->failed); i-- > 0;) {
    json_t *f = json_array_get(e->failed, i);
    if (!strcmp(json_string_value(json_object_get(f, "method")), word))
      json_array_remove(e->failed, i);
  }
}

/* Keeps the method in the claim if no scenario with it differs. Otherwise removes it for good, even
 * if an observer could explain the difference, because no further method may be noted to see inside
 * a step now. */
static void end_retry(struct claim *c, struct evidence *e) {
  const struct dropped_word *d = &c->dropped.data[c->retried++];
  c->retrying = false;
  if (!differs_with(c, d->word)) {
    forget_failure(e, d->word);
    return;
  }
  drop(c, d->word);
  search_again_without(c, d->word);
  if (d->inner) set_words(&c->inner, words_without(c->inner, d->word));
}

/* Methods that are not single steps are removed first, because nothing can see inside a method that
 * is not a step. */
bool claim_mend(struct claim *c, struct evidence *e) {
  bool some = c->retrying;
  if (c->retrying) {
    end_retry(c, e);
  } else {
    some |= drop_overloads(c, e);
    some |= drop_methods(c, e);
    some = some || note_onlookers(c, e) || drop_inner(c, e);
  }
  return some || begin_retry(c, e);
}
