/* Sleep sets with state matching (Godefroid 1996; soundness rule 13, sleep sets are stored). A
 * choice sleeps in a state when a transition that was taken before it leads to the same states:
 * they are independent by their footprints. Its subtree is not explored again. All ends are reached
 * all the same, and all states but some that one thread passes through alone; what is saved are
 * transitions.
 *
 * With a state the choices that slept when it was visited are stored. When it is met again with
 * others asleep, those that slept then and do not now are explored: Z \ S; stored becomes what
 * slept both times: Z and S.
 *
 * It does not matter in which order the visits of a state go on (so a breadth-first search may do
 * the same). Let w be a path from a visited state s to a state d, none of whose first transitions
 * (of any path that differs from w by swaps of independent neighbours) is among those that are
 * stored with s at the end. Each of them was then taken from s; let t be one that was taken for the
 * visit that stored last, and first among those of that visit. What slept behind t and could come
 * first in the rest of w was asleep in s at that visit or taken before t for it: then it could come
 * first in w, and was stored at the end, woken by a later visit, or taken before t: none is so. By
 * induction over the length of w, d is reached.
 *
 * Not with bounds: a transition goes on while no other thread can run, so of two orders of the same
 * operations one may have fewer transitions, and the one that is left out may be the one within the
 * bound. For the same reason a shortest error may be left out.
 *
 * A choice is named by its thread's stable key, not by its index, so that the name means the same
 * in equal states. */
#ifndef HEDDLE_SEARCH_SLEEP_H
#define HEDDLE_SEARCH_SLEEP_H

#include "engine/reduction/footprint.h"
#include "engine/state/explorer.h"

struct ckpt_out;
struct ckpt_in;

struct sleeper {
  uint64_t name;
  struct footprint *print; /* of the transition when it was taken; owned */
  node_id origin;          /* where it was taken: this state or one on the way to it */
};
struct sleep_set {
  VEC(struct sleeper) all;
};
uint64_t sleep_name(struct vm *vm, struct choice c);
bool sleep_has(const struct sleep_set *s, uint64_t name);
/* The print is copied; one that depends on everything is left out: nobody is independent of it. */
void sleep_add(struct sleep_set *s, uint64_t name, const struct footprint *print, node_id origin);
/* What a choice added that is given back (search_release_rest): the last one, if it has this name.
 */
void sleep_take_back(struct sleep_set *s, uint64_t name);
/* Adds to `to` what sleeps in `from` and is independent of a transition with that print. */
void sleep_pass(struct sleep_set *to, const struct sleep_set *from, const struct footprint *taken);
void sleep_release(struct sleep_set *s);
/* Keeps, of the n choices of the state here, those that do not sleep; with `only`, those that are
 * named there. Returns how many. */
uint32_t sleep_awake(struct vm *vm, struct choice *c, uint32_t n, const struct sleep_set *asleep,
                     const uint64_t *only, uint32_t only_count);
/* Behind a transition of the choice `name` from the state `origin`: returns what sleeps in the
 * state that it led to, of what sleeps where it was taken; among its siblings it sleeps from now
 * on. */
struct sleep_set sleep_behind(struct vm *vm, struct sleep_set *siblings, uint64_t name,
                              struct footprint *print, node_id origin);
uint64_t sleep_bytes(const struct sleep_set *s); /* of memory that it holds */

/* What slept in each state visited; states in which nothing did take no room. */
struct sleep_store;
struct sleep_store *sleep_store_new(void);
void sleep_store_free(struct sleep_store *st);
uint64_t sleep_store_bytes(const struct sleep_store *st);
/* `waits`: the state is not gone on from at once. Until sleep_store_turn a state met again wakes
 * nothing: what slept both times is stored. */
void sleep_store_put(struct sleep_store *st, struct fingerprint f, const struct sleep_set *s,
                     bool waits);
/* The turn of a state that waited, with `s` asleep when it was put: takes out of s what is no
 * longer stored. */
void sleep_store_turn(struct sleep_store *st, struct fingerprint f, struct sleep_set *s);
/* A state met again with `s` asleep: fills `wake` with the names to be explored now, takes them out
 * of the store, and out of `s` what was not asleep then. Returns how many wake, at most max. */
uint32_t sleep_store_meet(struct sleep_store *st, struct fingerprint f, struct sleep_set *s,
                          uint64_t *wake, uint32_t max);
/* As part of a section of a checkpoint; loading is for a new one. */
void sleep_store_save(const struct sleep_store *st, struct ckpt_out *o);
void sleep_store_load(struct sleep_store *st, struct ckpt_in *in);

#endif
