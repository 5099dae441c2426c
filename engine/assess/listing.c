/* See listing.h. The functions of orders.h execute the orders, depth-first. An order ends when all
 * calls have been performed, or when each thread that has calls left blocks in its next call. */
#include "engine/assess/listing.h"

#include "engine/assess/orders.h"
#include "engine/base/check.h"
#include "engine/vm/machine.h"

#include <ctype.h>
#include <stdlib.h>

struct listing {
  struct orders *orders;
  const struct vm *vm;
  struct environment_orders *out;
  uint32_t done[ENVIRONMENT_ORDER_THREADS];
  struct text order;
};

static bool cannot(struct listing *l, char *why) {
  if (l->out->why)
    free(why);
  else
    l->out->why = why;
  return false;
}

/* ---- results that a JVM prints as heddle does ---- */

/* Does the text contain an identity hash code, as in "Object@1b2c3d"? */
static bool has_hash(const char *s) {
  for (s = strchr(s, '@'); s; s = strchr(s + 1, '@'))
    if (isxdigit((unsigned char)s[1])) return true;
  return false;
}

/* Did the collection change after the call that returned it? Then its content depends on when it is
 * read, and reading it is not one step in a JVM. */
static bool is_changed_later(const char *s) { return *s != '"' && strstr(s, RECORD_AT_THE_END); }

static bool is_ascii(const char *s) {
  while (*s > 0) s++;
  return !*s;
}

static bool is_shown_alike(struct listing *l, const char *s) {
  if (!is_ascii(s)) return cannot(l, mem_printf("a result contains non-ASCII characters: %s", s));
  if (*s != '"' && (has_hash(s) || strstr(s, "$$")))
    return cannot(l, mem_printf("a result contains an identity hash code: %s", s));
  if (is_changed_later(s)) return cannot(l, mem_printf("a result changes after its call: %s", s));
  return true;
}

/* ---- the end of an order ---- */

/* Reads "0:true\n1:null\n|": n results in the form of records_text. Advances *at. */
static bool read_results(struct listing *l, const char **at, uint32_t n,
                         struct environment_outcome *of, uint32_t who) {
  for (; n; n--) {
    size_t len = 0;
    if (isdigit((unsigned char)**at)) *at += strspn(*at, "0123456789");
    if (**at == ':') len = strcspn(*at + 1, "\n");
    if (**at != ':' || !(*at)[1 + len]) return cannot(l, mem_strdup("a result has several lines"));
    *vec_push(&of->gave[who]) = mem_printf("%.*s", (int)len, *at + 1);
    if (!is_shown_alike(l, of->gave[who].data[of->gave[who].len - 1])) return false;
    *at += len + 2;
  }
  if (*(*at)++ != '|') return cannot(l, mem_strdup("a result has several lines"));
  return true;
}

static void add_outcome(struct listing *l, const char *whole, bool behind) {
  struct environment_outcome of = {0};
  uint32_t threads = l->out->threads;
  bool good = true;
  for (uint32_t i = 0; good && i <= threads; i++)
    good = read_results(l, &whole,
                        i < threads ? l->done[i]
                        : behind    ? l->vm->environment.counts[threads]
                                    : 0,
                        &of, i);
  if (good)
    environment_orders_add(l->out, mem_printf("%s", l->order.s ? l->order.s : ""), &of);
  else
    environment_outcome_release(&of);
}

static void list_end(struct listing *l, uint32_t state) {
  const char *const *whole;
  bool behind = l->order.len == l->out->calls;
  int n = orders_whole(l->orders, state, behind, &whole);
  if (n < 0) cannot(l, mem_strdup("the results of the calls after the threads are unknown"));
  for (int i = 0; i < n && !l->out->why; i++) add_outcome(l, whole[i], behind);
}

/* ---- orders ---- */

static void list_from(struct listing *l, uint32_t state);

/* Lists the orders in which the next call is one of the thread. Returns true if that call may
 * block. */
static bool list_call(struct listing *l, uint32_t state, uint32_t thread) {
  const char *const *gave;
  const uint32_t *to;
  int n = orders_next(l->orders, state, thread, &to, &gave),
      stays = orders_stay(l->orders, state, thread);
  if (n < 0 || stays < 0) return cannot(l, mem_strdup("not all orders of the calls are known"));
  l->done[thread]++;
  text_printf(&l->order, "%u", thread + 1);
  for (int i = 0; i < n && !l->out->why; i++) list_from(l, to[i]);
  l->order.s[--l->order.len] = 0;
  l->done[thread]--;
  return stays;
}

static void list_from(struct listing *l, uint32_t state) {
  bool at_end = true;
  for (uint32_t i = 0; i < l->out->threads && !l->out->why; i++)
    if (l->done[i] < l->vm->environment.counts[i]) at_end &= list_call(l, state, i);
  if (at_end && !l->out->why) list_end(l, state);
}

static void note_properties(uint32_t properties, struct environment_orders *out) {
  const struct {
    uint32_t bit;
    const char *name;
  } of[] = {{PROP_LINEARIZABLE, "linearizable"},
            {PROP_SEQUENTIAL, "sequential"},
            {PROP_QUIESCENT, "quiescent"}};
  size_t n = 0;
  for (size_t i = 0; i < COUNT(of); i++)
    if (properties & of[i].bit) out->properties[n++] = of[i].name;
  out->thrown = !(properties & PROP_EXCEPTION);
}

void listing_of(struct explorer *x, struct environment_orders *out) {
  struct listing l = {.vm = x->vm, .out = out};
  const struct vm_environment *env = &x->vm->environment;
  struct orders_program none = {0};
  uint32_t first;
  note_properties(x->vm->opt.properties, out);
  out->threads = env->threads;
  CHECK(env->threads <= ENVIRONMENT_ORDER_THREADS, "an order has a limited number of threads: %u",
        env->threads);
  if (!env->written) {
    cannot(&l, mem_strdup("the environment draws the calls at random"));
    return;
  }
  for (uint32_t i = 0; i < env->threads; i++) out->calls += env->counts[i];
  l.orders = orders_new(x);
  orders_begin(l.orders);
  first = orders_first(l.orders, &none);
  if (first == UINT32_MAX)
    cannot(&l, mem_strdup("the steps before the calls are not deterministic"));
  else
    list_from(&l, first);
  CHECK(!l.order.len, "each call of an order is taken back: %zu", l.order.len);
  orders_end(l.orders);
  orders_free(l.orders);
  text_release(&l.order);
}
