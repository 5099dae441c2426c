/* The values shown for choices and steps are those that the program reads and writes: with and
 * without the race check, before and after a step, and in the resulting state. Uses random
 * walks. */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 60, WALKS = 4, KINDS = 19 };

static char *preview_of(struct engine *e, struct choice c) {
  struct preview p;
  struct error err = {0};
  char *s;
  if (engine_preview(e, c, &p, &err)) fail_msg("%s", err.msg);
  s = mem_strdup(p.action);
  engine_preview_release(&p);
  return s;
}

static char *step(struct engine *e, struct choice c) {
  struct error err = {0};
  node_id n;
  if (engine_take(e, c, &n, &err)) fail_msg("%s", err.msg);
  return engine_node_text(e, n);
}

static bool same_place(const struct xevent *a, const struct xevent *b) {
  return a->size && b->size && a->obj == b->obj && a->off == b->off;
}

/* Checks that each location holds the value that the step wrote to it last. (Values that were only
 * read are not checked, because the machine itself may change them, such as the state of a
 * thread.) */
static void assert_in_memory(struct engine *e) {
  const struct xlog *l = e->x.nodes.data[engine_here(e)].log;
  for (uint32_t i = 0; i < l->count; i++) {
    const struct xevent *ev = &l->events[i];
    uint64_t there = 0;
    uint32_t k = i + 1;
    while (k < l->count && !same_place(ev, &l->events[k])) k++;
    if (!ev->write || k < l->count) continue;
    memcpy(&there, e->vm->arena.mem + ev->obj + ev->off, ev->size);
    if (there != ev->value) {
      char *text = session_event_text(e, ev);
      fail_msg("%s, but memory holds %llx", text, (unsigned long long)there);
    }
  }
}

/* Takes the same random choice in both sessions. The race check must not change the choices or
 * their effects. */
static bool walk_on(struct engine *races, struct engine *plain, struct rng *rng) {
  struct choice c[THREAD_MAX];
  struct node_info info;
  uint32_t n = engine_choices(races, c, THREAD_MAX), i;
  char *a, *b;
  engine_node(races, engine_here(races), &info);
  if (!n || info.flags & NODE_ERROR) return false;
  for (i = 0; i < n; i++) {
    a = preview_of(races, c[i]);
    b = preview_of(plain, c[i]);
    assert_string_equal(a, b);
    free(a);
    free(b);
  }
  i = rng_below(rng, n);
  a = step(races, c[i]);
  b = step(plain, c[i]);
  assert_string_equal(a, b);
  free(a);
  free(b);
  assert_in_memory(races);
  assert_in_memory(plain);
  return true;
}

static void walk(const char *where, const char *main_class, const char *args, uint64_t seed) {
  struct engine *races = fixture_open(where, main_class, args, PROP_RACE);
  struct engine *plain = fixture_open(where, main_class, args, PROP_EXCEPTION);
  struct rng rng;
  rng_seed(&rng, seed);
  for (int i = 0; i < STEPS && walk_on(races, plain, &rng); i++) continue;
  engine_close(races);
  engine_close(plain);
}

static void every_kind_of_write(void **state) {
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    char *args = mem_printf("%d", kind);
    for (uint64_t seed = 1; seed <= WALKS / 2; seed++) walk("java/session", "Writes", args, seed);
    free(args);
  }
}

static void samples(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= WALKS; seed++) {
    walk("samples/BankAccount", "BankAccountLambdas", "2 2", seed);
    walk("samples/TwoStage", "TwoStage", "2 1", seed);
    walk("java/session", "PetersonPair", "", seed);
    walk("java/session", "Views", "", seed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_of_write),
                                     cmocka_unit_test(samples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
