/* The graph of states of a search that keeps its open states, for the question from which of them
 * an end can be reached (hang.h): of each state the numbers of its successors, in the order of its
 * choices. About four bytes for each state and each transition; a state's number is kept with its
 * fingerprint (visited_number). */
#ifndef HEDDLE_SEARCH_STATE_GRAPH_H
#define HEDDLE_SEARCH_STATE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

enum { STATE_GRAPH_END = 0x3fffffff };

struct ckpt_out;
struct ckpt_in;

struct state_graph;
struct state_graph *state_graph_new(void);
void state_graph_free(struct state_graph *g);
/* From now on successors are those of `state`. Each state comes once. */
void state_graph_expand(struct state_graph *g, uint32_t state);
/* The next choice leads to that state; STATE_GRAPH_END: to the end of a path, or to what is not
 * known. `asks`: on the way the program asked what the real world changes. */
void state_graph_add(struct state_graph *g, uint32_t to, bool asks);
/* The graph is there whole, `states` are numbered. The numbers of the choices that lead from state
 * 0, by the fewest steps, to a state from which no end can be reached: malloc'd, *count of them; no
 * state that can be reached from that one is found by a later call. NULL: there is none. *asked:
 * there would be, if the ways that ask did not lead to an end. */
uint32_t *state_graph_way(struct state_graph *g, uint32_t states, uint32_t *count, bool *asked);
uint64_t state_graph_bytes(const struct state_graph *g);

void state_graph_save(const struct state_graph *g, struct ckpt_out *o);
void state_graph_load(struct state_graph *g, struct ckpt_in *in);

#endif
