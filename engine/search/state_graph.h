/* The graph of states of a search that keeps its open states, to find the states from which no end
 * can be reached (hang.h). It holds the numbers of each state's successors, in the order of its
 * choices, and takes about four bytes for each state and each transition. The visited set keeps the
 * number of a state with its fingerprint (visited_number). */
#ifndef HEDDLE_SEARCH_STATE_GRAPH_H
#define HEDDLE_SEARCH_STATE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/check.h"

enum { STATE_GRAPH_END = 0x3fffffff };

struct ckpt_out;
struct ckpt_in;

struct state_graph;
struct state_graph *state_graph_new(void);
void state_graph_free(struct state_graph *g);
/* The following successors belong to `state`. Call it once for each state. */
void state_graph_expand(struct state_graph *g, uint32_t state);
/* Adds the successor for the next choice. STATE_GRAPH_END: the end of a path, or unknown. `asks`:
 * on the way the program read something that the real world changes. */
void state_graph_add(struct state_graph *g, uint32_t to, bool asks);
/* Call when the graph is complete and has `states` numbered states. Looks for a state from which no
 * end can be reached. Edges added with `asks` count as ways to an end. Returns the shortest way
 * from state 0 to such a state, as indices of choices: malloc'd, *count of them. Later calls skip
 * the states that can be reached from that one. Returns NULL if there is no such state. Then *asked
 * is set if there would be one without the edges added with `asks`, or if the graph is too
 * large. */
uint32_t *state_graph_way(struct state_graph *g, uint32_t states, uint32_t *count, bool *asked);
uint64_t state_graph_bytes(const struct state_graph *g);

void state_graph_save(const struct state_graph *g, struct ckpt_out *o);
/* `states`: the number of states in the visited set. */
void state_graph_load(struct state_graph *g, struct ckpt_in *in, uint64_t states);

#endif
