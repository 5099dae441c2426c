/* Makes the scenarios that show a contract. See verify.h. */
#include "engine/base/check.h"
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

struct item {         /* something that one thread can do */
  const char *method; /* NULL: not a call of the class */
  const char *overload;
  char *text[CONTRACT_THREADS];
  bool beside; /* named in the row's column `beside` */
};
struct items {
  VEC(struct item) all;
};

/* Returns the pattern for the method in a column of patterns "NAME: PATTERN|PATTERN"; the last one
 * applies to all other methods. */
static const char *pattern_for(const char *column, const char *method, size_t *n) {
  const size_t name = strlen(method);
  for (const char *end; (end = strchr(column, '|')); column = end + 1)
    if (!strncmp(column, method, name) && !strncmp(column + name, ": ", 2)) {
      *n = (size_t)(end - column) - name - 2;
      return column + name + 2;
    }
  *n = strlen(column);
  return column;
}

/* The pattern may be "lock.lock(); %; lock.unlock()"; the call replaces the %. */
char *contract_around(const struct contract *row, const char *method, const char *call) {
  size_t n;
  const char *pattern = pattern_for(row->around, method, &n), *at = memchr(pattern, '%', n);
  if (!at) return mem_strdup(call);
  return mem_printf("%.*s%s%.*s", (int)(at - pattern), pattern, call,
                    (int)(n - (size_t)(at + 1 - pattern)), at + 1);
}

static void add_beside(struct items *out, const char *text, size_t n) {
  struct item it = {.beside = true};
  for (int who = 0; who < CONTRACT_THREADS; who++) it.text[who] = mem_printf("%.*s", (int)n, text);
  *vec_push(&out->all) = it;
}

static void items_of(const struct contract *row, const struct contract_calls *calls,
                     struct items *out) {
  for (size_t i = 0; i < calls->all.len; i++) {
    const struct contract_call *call = &calls->all.data[i];
    struct item it = {.method = call->method, .overload = call->overload};
    for (int who = 0; who < CONTRACT_THREADS; who++)
      it.text[who] = contract_around(row, call->method, call->text[who]);
    *vec_push(&out->all) = it;
  }
  for (const char *at = row->beside, *end; *at; at = *end ? end + 1 : end) {
    end = at + strcspn(at, "|");
    add_beside(out, at, (size_t)(end - at));
  }
}

/* Adds an action on another thread, such as "t0.interrupt()", as an item. */
static void add_disturbance(struct items *out, const char *before, const char *behind) {
  struct item it = {0};
  for (int who = 0; who < CONTRACT_THREADS; who++)
    it.text[who] = mem_printf("%s%d%s", before, who ? who - 1 : 1, behind);
  *vec_push(&out->all) = it;
}

static void items_release(struct items *items) {
  for (size_t i = 0; i < items->all.len; i++)
    for (int who = 0; who < CONTRACT_THREADS; who++) free(items->all.data[i].text[who]);
  vec_free(&items->all);
}

static bool claimed(const struct contract *row, const struct item *it) {
  return it->method && contract_claims(row->methods, it->method);
}

char *contract_inner(const struct contract *row, const struct contract_calls *calls) {
  struct text t = {0};
  char *words = mem_strdup(*row->methods == '*' ? "" : row->methods), *save = NULL;
  text_puts(&t, "");
  for (char *w = strtok_r(words, "; ", &save); w; w = strtok_r(NULL, "; ", &save)) {
    bool called = false;
    for (size_t i = 0; !called && i < calls->all.len; i++)
      called = !strcmp(calls->all.data[i].method, w + (*w == '+'));
    if (!called) text_printf(&t, "%s%s", t.len ? " " : "", w);
  }
  free(words);
  return t.s;
}

bool setup_next(const char **at, struct setup *out) {
  const char *text = *at;
  if (!*text) return false;
  out->len = strcspn(text, "|");
  *at = text + out->len + (text[out->len] == '|');
  out->variant = *text == '~' || *text == '?';
  out->looks = *text != '~';
  for (; out->len && strchr("~? ", *text); text++) out->len--;
  out->text = text;
  return true;
}

void scenarios_add(const struct contract *row, const struct setup *setup, const char *threads,
                   const struct scenario *s, struct scenarios *out) {
  struct scenario *added = vec_push(&out->all);
  *added = *s;
  added->text = mem_printf("%.*s { %s } %s", (int)setup->len, setup->text, threads, row->after);
}

/* Adds the scenario for each way to make the object. Variants are used only if all items are
 * claimed or named by the row. */
static void add_scenario(const struct contract *row, const char *threads,
                         const struct item *const *does, uint32_t count, struct scenarios *out) {
  struct scenario s = {.count = count, .walk = -1};
  struct setup setup;
  bool all = true; /* all items are claimed or named by the row */
  CHECK(count <= SCENARIO_CALLS, "a scenario has room for its calls: %u", count);
  for (uint32_t i = 0; i < count; i++) {
    s.methods[i] = does[i]->method;
    s.overloads[i] = does[i]->overload;
    all &= !does[i]->method || claimed(row, does[i]);
  }
  for (const char *at = row->before; setup_next(&at, &setup);)
    if (all || !setup.variant) scenarios_add(row, &setup, threads, &s, out);
}

static void add_pair(const struct contract *row, const struct item *a, const struct item *b,
                     struct scenarios *out) {
  const struct item *does[] = {a, b};
  char *threads = mem_printf("%s || %s", a->text[0], b->text[1]);
  add_scenario(row, threads, does, 2, out);
  free(threads);
}

/* Is the pair a scenario? At least one item must be claimed by the row. If the row claims internal
 * methods, two `beside` items also form a pair. */
static bool is_pair(const struct contract *row, bool inner, const struct item *a,
                    const struct item *b) {
  return claimed(row, a) || claimed(row, b) || (inner && a->beside && b->beside);
}

static void add_pairs(const struct contract *row, bool inner, const struct items *items,
                      struct scenarios *out) {
  for (size_t i = 0; i < items->all.len; i++)
    for (size_t k = i; k < items->all.len; k++)
      if (is_pair(row, inner, &items->all.data[i], &items->all.data[k]))
        add_pair(row, &items->all.data[i], &items->all.data[k], out);
}

/* Stores the first call of each main method in `out` and returns their number. */
static uint32_t main_items(const struct contract *row, const struct items *items,
                           const struct item **out) {
  uint32_t n = 0;
  for (size_t i = 0; i < items->all.len; i++) {
    const struct item *it = &items->all.data[i];
    if (!it->method || !contract_is_main(row->methods, it->method)) continue;
    if (!n || strcmp(out[n - 1]->method, it->method)) out[n++] = it;
  }
  return n;
}

static void add_three(const struct contract *row, const struct item *a, const struct item *b,
                      const struct item *c, struct scenarios *out) {
  const struct item *does[] = {a, b, c};
  char *threads = mem_printf("%s || %s || %s", a->text[0], b->text[1], c->text[2]);
  add_scenario(row, threads, does, 3, out);
  free(threads);
}

static void add_two_by_two(const struct contract *row, const struct item *const *four,
                           struct scenarios *out) {
  char *threads = mem_printf("%s; %s || %s; %s", four[0]->text[0], four[1]->text[0],
                             four[2]->text[1], four[3]->text[1]);
  add_scenario(row, threads, four, 4, out);
  free(threads);
}

/* Contracts of this layer and later ones use futures and pools, which park in locks anyway. */
enum { OBSERVED_BELOW = 3 };

static void set_observer(struct scenarios *out, size_t from, uint32_t observer) {
  for (; from < out->all.len; from++) out->all.data[from].observer = observer;
}

/* Adds two concurrent calls, and a third thread that queries the state of a calling thread. That is
 * thread 1, because thread 0 is main, which waits for the others after its call. */
static void add_with_states(const struct contract *row, const struct item *a, const struct item *b,
                            struct scenarios *out) {
  const struct item *does[] = {a, b};
  char *threads = mem_printf("%s || %s || t1.getState()", a->text[0], b->text[1]);
  size_t from = out->all.len;
  add_scenario(row, threads, does, COUNT(does), out);
  set_observer(out, from, CONTRACT_STATES);
  free(threads);
}

/* Adds the scenario in which one thread makes call a and then parks, and another makes call b. */
static void add_with_permits(const struct contract *row, const struct item *a, const struct item *b,
                             struct scenarios *out) {
  const struct item *does[] = {a, b};
  char *threads = mem_printf("%s; LockSupport.park() || %s", a->text[0], b->text[1]);
  size_t from = out->all.len;
  add_scenario(row, threads, does, COUNT(does), out);
  set_observer(out, from, CONTRACT_PERMITS);
  free(threads);
}

static void add_observed(const struct contract *row, const struct items *items,
                         const struct item *const *mains, uint32_t n, struct scenarios *out) {
  for (uint32_t a = 0; a < n; a++)
    for (size_t i = 0; i < items->all.len; i++) {
      const struct item *b = &items->all.data[i];
      if (!b->method || contract_is_main(row->methods, b->method))
        add_with_states(row, mains[a], b, out);
      if (!b->method || claimed(row, b)) add_with_permits(row, mains[a], b, out);
    }
}

/* For each call of the row, adds a scenario in which another thread queries the state of the
 * calling thread. */
static void add_asked(const struct contract *row, const struct items *items,
                      struct scenarios *out) {
  for (size_t i = 0; i < items->all.len; i++) {
    const struct item *it = &items->all.data[i];
    size_t from = out->all.len;
    char *threads;
    if (!claimed(row, it)) continue;
    threads = mem_printf("t1.getState() || %s", it->text[1]);
    add_scenario(row, threads, &it, 1, out);
    set_observer(out, from, CONTRACT_STATES);
    free(threads);
  }
}

/* Adds two concurrent main calls with a query after one of them. The query may see that one call
 * took effect and the other did not, even if a query beside a single call sees nothing. */
static void add_looked(const struct contract *row, const struct items *items,
                       const struct item *const *mains, uint32_t n, struct scenarios *out) {
  const char *before = "";
  for (size_t i = 0; i < items->all.len; i++) {
    const struct item *look = &items->all.data[i];
    if (!look->method || contract_is_main(row->methods, look->method)) continue;
    if (!strcmp(before, look->method)) continue;
    before = look->method;
    for (uint32_t k = 0; k < n * n; k++) {
      const struct item *a = mains[k / n], *b = mains[k % n], *does[] = {a, b, look};
      char *threads = mem_printf("%s || %s; %s", a->text[0], b->text[1], look->text[1]);
      size_t from = out->all.len;
      add_scenario(row, threads, does, COUNT(does), out);
      for (; from < out->all.len; from++) out->all.data[from].looked = true;
      free(threads);
    }
  }
}

/* Adds scenarios of three threads with one call each, and of two threads with two calls each.
 * Scenarios that differ only in the order of the threads are added once. */
static void add_longer(const struct contract *row, const struct item *const *mains, uint32_t n,
                       struct scenarios *out) {
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a; b < n; b++)
      for (uint32_t c = b; c < n; c++) add_three(row, mains[a], mains[b], mains[c], out);
  for (uint32_t first = 0; first < n * n; first++)
    for (uint32_t second = first; second < n * n; second++) {
      const struct item *four[] = {mains[first / n], mains[first % n], mains[second / n],
                                   mains[second % n]};
      add_two_by_two(row, four, out);
    }
}

void scenarios_of(const struct contract *row, const struct contract_calls *calls,
                  struct scenarios *out) {
  struct items items = {0};
  const struct item **mains;
  char *inner;
  uint32_t n;
  memset(out, 0, sizeof *out);
  out->calls = *calls;
  items_of(row, calls, &items);
  mains = mem_alloc((items.all.len + 1) * sizeof *mains);
  n = main_items(row, &items, mains);
  add_longer(row, mains, n, out);
  add_looked(row, &items, mains, n, out);
  if (row->layer < OBSERVED_BELOW) {
    add_observed(row, &items, mains, n, out);
    add_asked(row, &items, out);
  }
  free(mains);
  add_disturbance(&items, "t", ".interrupt()");
  add_disturbance(&items, "LockSupport.unpark(t", ")");
  inner = contract_inner(row, calls);
  add_pairs(row, *inner, &items, out);
  free(inner);
  items_release(&items);
  scenarios_add_given(row, out);
}

/* Adds the scenario in which one thread makes a call while another thread walks over the elements.
 * If `first` is not NULL, the thread that walks makes that call before. */
static void add_walk_beside(const struct contract *row, int walk, const struct contract_call *call,
                            const struct contract_call *first, struct scenarios *out) {
  const struct contract_walk *w = &out->calls.walks.data[walk];
  const struct item walk_item = {.method = w->method};
  const struct item beside_item = {.method = call->method, .overload = call->overload};
  const struct item first_item = {.method = first ? first->method : NULL};
  const struct item *does[] = {&walk_item, &beside_item, &first_item};
  const size_t from = out->all.len;
  char *beside = contract_around(row, call->method, call->text[1]);
  char *before = first ? contract_around(row, first->method, first->text[0]) : NULL;
  char *threads =
      mem_printf("%s%s%s || %s", before ? before : "", before ? "; " : "", w->text, beside);
  add_scenario(row, threads, does, first ? 3 : 2, out);
  for (size_t i = from; i < out->all.len; i++) {
    out->all.data[i].walk = walk;
    out->all.data[i].looked = first != NULL;
  }
  free(before);
  free(beside);
  free(threads);
}

bool contract_is_main_call(const struct contract *row, const struct contract_calls *calls,
                           size_t i) {
  const char *method = calls->all.data[i].method;
  return contract_is_main(row->methods, method) &&
         (!i || strcmp(calls->all.data[i - 1].method, method) != 0);
}

void scenarios_add_walk(const struct contract *row, int walk, struct scenarios *out) {
  const struct contract_calls *calls = &out->calls;
  for (size_t i = 0; i < calls->all.len; i++) {
    if (contract_claims(row->methods, calls->all.data[i].method))
      add_walk_beside(row, walk, &calls->all.data[i], NULL, out);
    for (size_t k = 0; contract_is_main_call(row, calls, i) && k < calls->all.len; k++)
      if (contract_is_main_call(row, calls, k))
        add_walk_beside(row, walk, &calls->all.data[i], &calls->all.data[k], out);
  }
}

void scenarios_release(struct scenarios *s) {
  for (size_t i = 0; i < s->all.len; i++) free(s->all.data[i].text);
  vec_free(&s->all);
  contract_calls_release(&s->calls);
}
