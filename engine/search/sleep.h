/* Sleep sets with state matching (Godefroid 1996; soundness rule 13, sleep sets are stored). A
 * choice sleeps in a state if it was taken earlier and its footprint is independent of all
 * transitions since then, so that it leads to the same states. Its subtree is not explored again.
 * The search still reaches all ends, and all states except some that one thread alone passes
 * through. It saves transitions.
 *
 * Each state is stored with the set Z of choices that slept when it was visited. If the state is
 * met again with sleep set S, the choices that slept then but not now (Z \ S) are explored, and the
 * intersection of Z and S is stored.
 *
 * The order in which visits continue does not matter, so breadth-first search may use sleep sets
 * too. Proof: Let w be a path from a visited state s to a state d such that the set finally stored
 * with s contains no first transition of w or of any path equivalent to w. Then each such first
 * transition was taken from s. Let t be one of them that was taken for the visit that stored last,
 * and the first one of that visit. Consider a choice that slept after t and could come first in the
 * rest of w. It slept in s at that visit or was taken before t for it, so it could come first in w.
 * Then it was in the final set, or a later visit woke it, or it was taken before t; each
 * contradicts the assumptions. By induction over the length of w, d is reached.
 *
 * Sleep sets cannot be combined with bounds. A transition continues while no other thread can run,
 * so of two orders of the same operations, one may have fewer transitions, and the order that is
 * left out may be the only one within the bound. For the same reason, a shortest error may be left
 * out.
 *
 * A choice is named by its thread's stable key and not by its index, so that the name means the
 * same in equal states. */
#ifndef HEDDLE_SEARCH_SLEEP_H
#define HEDDLE_SEARCH_SLEEP_H

#include "engine/reduction/footprint.h"
#include "engine/state/explorer.h"

struct ckpt_out;
struct ckpt_in;

struct sleeper {
  uint64_t name;
  struct footprint *print; /* footprint of the transition when it was taken; owned */
  node_id origin;          /* the state where it was taken: this one or one on the path to it */
};
struct sleep_set {
  VEC(struct sleeper) all;
};
uint64_t sleep_name(struct vm *vm, struct choice c);
bool sleep_has(const struct sleep_set *s, uint64_t name);
/* Copies the footprint. Adds nothing if the transition is dependent on every other one
 * (print->whole). */
void sleep_add(struct sleep_set *s, uint64_t name, const struct footprint *print, node_id origin);
/* Undoes sleep_add for a choice that is taken back (search_release_rest): removes the last entry if
 * it has this name. */
void sleep_take_back(struct sleep_set *s, uint64_t name);
/* Adds to `to` the choices in `from` that are independent of a transition with footprint
 * `taken`. */
void sleep_pass(struct sleep_set *to, const struct sleep_set *from, const struct footprint *taken);
void sleep_release(struct sleep_set *s);
/* Keeps those of the n choices of the current state that do not sleep or, with `only`, those that
 * it names. Returns how many are left. */
uint32_t sleep_awake(struct vm *vm, struct choice *c, uint32_t n, const struct sleep_set *asleep,
                     const uint64_t *only, uint32_t only_count);
/* Call after a transition by the choice `name` from the state `origin`. Returns the sleep set of
 * the new state, and adds the choice to the sleep set of its siblings. */
struct sleep_set sleep_behind(struct vm *vm, struct sleep_set *siblings, uint64_t name,
                              struct footprint *print, node_id origin);
/* Returns the bytes of memory that the set holds. */
uint64_t sleep_bytes(const struct sleep_set *s);

/* The sleep set of each visited state. A state with an empty set takes no memory. */
struct sleep_store;
struct sleep_store *sleep_store_new(void);
void sleep_store_free(struct sleep_store *st);
uint64_t sleep_store_bytes(const struct sleep_store *st);
/* Stores the sleep set of a state. `waits`: the state is expanded later. Until sleep_store_turn,
 * meeting it again wakes nothing and only stores the intersection. */
void sleep_store_put(struct sleep_store *st, struct fingerprint f, const struct sleep_set *s,
                     bool waits);
/* Call when a state stored with `waits` is expanded. `s` is the sleep set with which it was put.
 * Removes from `s` the choices that are no longer stored. */
void sleep_store_turn(struct sleep_store *st, struct fingerprint f, struct sleep_set *s);
/* Call when a state is met again with sleep set `s`. Stores in `wake` the names to explore now, and
 * removes them from the store. Removes from `s` the choices that did not sleep before. Returns the
 * number of names, at most max. */
uint32_t sleep_store_meet(struct sleep_store *st, struct fingerprint f, struct sleep_set *s,
                          uint64_t *wake, uint32_t max);
/* Saves into, or loads from, a section of a checkpoint. Loading needs a new store. */
void sleep_store_save(const struct sleep_store *st, struct ckpt_out *o);
void sleep_store_load(struct sleep_store *st, struct ckpt_in *in);

#endif
