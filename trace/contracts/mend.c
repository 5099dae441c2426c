/* What two searches of each scenario say of a claim: which methods are no single step, and who sees
 * inside of one. See verify.h. */
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

/* ---- which scenarios differ ---- */

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

/* Words without one of them. */
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

/* Takes a method out of what is claimed. */
static void drop(struct claim *c, const char *method) {
  char *without = *c->methods == '*' ? mem_printf("%s !%s", c->methods, method)
                                     : words_without(c->methods, method);
  set_words(&c->methods, without);
}

/* ... and back into it. */
static void claim_again(struct claim *c, const char *method) {
  char *exception = mem_printf("!%s", method);
  set_words(&c->methods, *c->methods == '*' ? words_without(c->methods, exception)
                                            : words_with(c->methods, method));
  free(exception);
}

/* The lines of one text that the other has not, at most a few. */
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

/* How many of the methods that it calls are claimed. */
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
  c->observers |= s->observer;
  if (s->walk >= 0) c->walk_sees[s->walk] = true;
}

/* Is it a call that stands in the difference of another, which is claimed alone? */
static bool stands_beside(const struct claim *c, const struct scenario *s, uint32_t calls,
                          uint32_t k) {
  return s->methods[k] && !has_word(calls ? c->methods : c->row->methods, s->methods[k]);
}

/* The call that looks at two that are claimed, and is no step itself, or no longer: the last such.
 * -1: there is none. */
static int looker(const struct claim *c, const struct scenario *s) {
  const uint32_t looks = s->looks ? s->looks : 1;
  for (uint32_t k = s->count; s->looked && k-- > s->count - looks;)
    if (s->elsewhere[k] || (s->methods[k] && !has_word(c->methods, s->methods[k]))) return (int)k;
  return -1;
}

/* A difference of one method of the row beside others of the class, which are none of it, or beside
 * an onlooker: those see inside. */
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

/* A difference in which nothing stands but what is claimed. */
static bool differs_alone(const struct claim *c, size_t i) {
  return scenario_differs(c, i) && !is_seen(c, i);
}

/* What stands in the most differences; of equals one that is no main method, then the last. */
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

/* Where no call is left to be taken out, what the class does itself is no step either. */
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

/* Was it found to see inside? */
static bool call_sees(const struct evidence *e, const struct scenario *s, uint32_t k) {
  if (s->elsewhere[k] && evidence_sees_elsewhere(e, s->elsewhere[k])) return true;
  if (!*e->seeing || !s->methods[k]) return false;
  return has_word(e->seeing, s->methods[k]) ||
         (s->overloads[k] && has_word(e->seeing, s->overloads[k]));
}

/* The scenarios with a method, a walk or an observer that sees inside say nothing more. False:
 * there is no other one. */
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

/* Scenarios of more calls have one overload of each main method, and say nothing of the others. */
enum { OF_ALL = 2 };

/* In how many of the method's differences the overload is (NULL: any). -1: some are of more calls.
 */
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

/* One of several overloads of a claimed method that is in most of its differences, while another
 * one is in none. NULL: there is none such. */
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

/* Overloads that are no single step, while others of their name are: they see inside. */
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

/* Those in which it was a step. */
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

/* ---- a second try ---- */

/* In a difference stand two methods or more, of which one may be a single step when the others are
 * none: when no difference is left each that was dropped is claimed once more, unless its scenarios
 * are left out by now. */
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

/* Nobody that saw nothing so far may see inside of it now. */
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

/* Nobody is said to see inside of a method that is no single step anyway: that goes first. */
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
