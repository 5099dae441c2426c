/* Sleep sets with state matching (Godefroid 1996; soundness rule 13). A choice sleeps in a state when a transition that was taken before
 * it leads to the same states: they are independent by their footprints. Its subtree is not explored again. All ends are
 * reached all the same, and all states but some that one thread passes through alone; what is saved are transitions.
 *
 * With a state the choices that slept when it was visited are stored. When it is met again with others asleep, those that slept then and
 * do not now are explored: Z \ S; stored becomes what slept both times: Z and S.
 *
 * A choice is named by its thread's stable key, not by its index, so that the name means the same in equal states. */
#ifndef HEDDLE_POR_SLEEP_H
#define HEDDLE_POR_SLEEP_H

#include "engine/por/footprint.h"
#include "engine/state/canon.h"

struct sleeper {
  uint64_t name;
  struct footprint *print; /* of the transition when it was taken; owned */
};
struct sleep_set {
  VEC(struct sleeper) all;
};
uint64_t sleep_name(struct vm *vm, struct choice c);
bool sleep_has(const struct sleep_set *s, uint64_t name);
/* The print is copied; one that depends on everything is left out: nobody is independent of it. */
void sleep_add(struct sleep_set *s, uint64_t name, const struct footprint *print);
/* Adds to `to` what sleeps in `from` and is independent of a transition with that print. */
void sleep_pass(struct sleep_set *to, const struct sleep_set *from, const struct footprint *taken);
void sleep_release(struct sleep_set *s);

/* What slept in each state visited; states in which nothing did take no room. */
struct sleep_store;
struct sleep_store *sleep_store_new(void);
void sleep_store_free(struct sleep_store *st);
uint64_t sleep_store_bytes(const struct sleep_store *st);
void sleep_store_put(struct sleep_store *st, struct fingerprint f, const struct sleep_set *s);
/* A state met again with `s` asleep: fills `wake` with the names to be explored now, takes them out of the store, and out of `s` what was
 * not asleep then. Returns how many wake, at most max. */
uint32_t sleep_store_meet(struct sleep_store *st, struct fingerprint f, struct sleep_set *s, uint64_t *wake, uint32_t max);

#endif
