/* The scenarios that a contract is shown by. See verify.h. */
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

struct item {         /* what one thread can do */
  const char *method; /* NULL: something else */
  const char *overload;
  char *text[CONTRACT_THREADS];
  bool beside; /* the row names it */
};
struct items {
  VEC(struct item) all;
};

/* The call as the row has it made: "lock.lock(); %; lock.unlock()". */
static char *around(const char *pattern, const char *call) {
  const char *at = strchr(pattern, '%');
  if (!at) return mem_strdup(call);
  return mem_printf("%.*s%s%s", (int)(at - pattern), pattern, call, at + 1);
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
      it.text[who] = around(row->around, call->text[who]);
    *vec_push(&out->all) = it;
  }
  for (const char *at = row->beside, *end; *at; at = *end ? end + 1 : end) {
    end = at + strcspn(at, "|");
    add_beside(out, at, (size_t)(end - at));
  }
}

/* What a thread does to the one before it: "t%d.interrupt()". */
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
      called = !strcmp(calls->all.data[i].method, w);
    if (!called) text_printf(&t, "%s%s", t.len ? " " : "", w);
  }
  free(words);
  return t.s;
}

/* For each way to make the object. */
static void add_scenario(const struct contract *row, const char *threads,
                         const struct item *const *does, uint32_t count, struct scenarios *out) {
  for (const char *at = row->before, *end; *at; at = *end ? end + 1 : end) {
    struct scenario s = {.count = count, .walk = -1};
    end = at + strcspn(at, "|");
    s.text = mem_printf("%.*s { %s } %s", (int)(end - at), at, threads, row->after);
    for (uint32_t i = 0; i < count; i++) {
      s.methods[i] = does[i]->method;
      s.overloads[i] = does[i]->overload;
    }
    *vec_push(&out->all) = s;
  }
}

static void add_pair(const struct contract *row, const struct item *a, const struct item *b,
                     struct scenarios *out) {
  const struct item *does[] = {a, b};
  char *threads = mem_printf("%s || %s", a->text[0], b->text[1]);
  add_scenario(row, threads, does, 2, out);
  free(threads);
}

/* Of one of them is of the row, or both are what the row names beside its calls and it claims what
 * the class does itself. */
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

/* Of each main method the first call. */
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

/* What stands over futures and pools parks in locks in any case. */
enum { OBSERVED_BELOW = 3 };

static void set_observer(struct scenarios *out, size_t from, uint32_t observer) {
  for (; from < out->all.len; from++) out->all.data[from].observer = observer;
}

/* Two calls beside each other, and a thread that asks for the state of one that calls. (Not of the
 * first: that is main, which waits for the others when it has called.) */
static void add_with_states(const struct contract *row, const struct item *a, const struct item *b,
                            struct scenarios *out) {
  const struct item *does[] = {a, b};
  char *threads = mem_printf("%s || %s || t1.getState()", a->text[0], b->text[1]);
  size_t from = out->all.len;
  add_scenario(row, threads, does, COUNT(does), out);
  set_observer(out, from, CONTRACT_STATES);
  free(threads);
}

/* A thread that parks when it has called, and a call beside it. */
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

/* Every call of the row beside a question. */
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

/* Threads that do the same in another order are one scenario. */
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
}

void scenarios_add_walk(const struct contract *row, int walk, struct scenarios *out) {
  const struct contract_walk *w = &out->calls.walks.data[walk];
  for (size_t i = 0; i < out->calls.all.len; i++) {
    const struct contract_call *call = &out->calls.all.data[i];
    const struct item walk_item = {.method = w->method};
    const struct item beside_item = {.method = call->method, .overload = call->overload};
    const struct item *does[] = {&walk_item, &beside_item};
    size_t from = out->all.len;
    char *beside, *threads;
    if (!contract_claims(row->methods, call->method)) continue;
    beside = around(row->around, call->text[1]);
    threads = mem_printf("%s || %s", w->text, beside);
    add_scenario(row, threads, does, COUNT(does), out);
    for (; from < out->all.len; from++) out->all.data[from].walk = walk;
    free(beside);
    free(threads);
  }
}

void scenarios_release(struct scenarios *s) {
  for (size_t i = 0; i < s->all.len; i++) free(s->all.data[i].text);
  vec_free(&s->all);
  contract_calls_release(&s->calls);
}
