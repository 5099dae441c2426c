/* The states of a depth-first search whose strongly connected component is not complete yet (Tarjan
 * 1972): the states on the stack, and states already left that lie on a cycle with one of those.
 * They are numbered from 0 in the order of discovery, and dropped from the end when a component is
 * complete. */
#ifndef HEDDLE_SEARCH_COMPONENTS_H
#define HEDDLE_SEARCH_COMPONENTS_H

#include "engine/state/canon/canon.h"

struct components;
struct components *components_new(void);
void components_free(struct components *c);
uint32_t components_count(const struct components *c);
/* Adds a state that is not in the set and returns its number. */
uint32_t components_add(struct components *c, struct fingerprint f);
bool components_find(const struct components *c, struct fingerprint f, uint32_t *number);
struct fingerprint components_at(const struct components *c, uint32_t number);
/* Drops the state with this number and all later ones, because the component that begins there is
 * complete. */
void components_drop(struct components *c, uint32_t from);
uint64_t components_bytes(const struct components *c);

struct ckpt_out;
struct ckpt_in;
void components_save(const struct components *c, struct ckpt_out *o);
/* Loads into an empty set. */
void components_load(struct components *c, struct ckpt_in *in);

#endif
