/* The states of a depth-first search whose strongly connected component is not known whole yet
 * (Tarjan 1972): those on its stack, and those that it left which lie on a circle with one there.
 * Numbered from 0 in the order of discovery; they are dropped from the end, when a component is
 * whole. */
#ifndef HEDDLE_SEARCH_COMPONENTS_H
#define HEDDLE_SEARCH_COMPONENTS_H

#include "engine/state/canon.h"

struct components;
struct components *components_new(void);
void components_free(struct components *c);
uint32_t components_count(const struct components *c);
/* A state that is not in it; its number. */
uint32_t components_add(struct components *c, struct fingerprint f);
bool components_find(const struct components *c, struct fingerprint f, uint32_t *number);
struct fingerprint components_at(const struct components *c, uint32_t number);
/* The component that begins with that number is whole: it and what comes behind it goes. */
void components_drop(struct components *c, uint32_t from);
uint64_t components_bytes(const struct components *c);

struct ckpt_out;
struct ckpt_in;
void components_save(const struct components *c, struct ckpt_out *o);
void components_load(struct components *c, struct ckpt_in *in); /* into an empty one */

#endif
