/* The graph of states of a search that keeps its open states, to find the states from which no end
 * can be reached (hang.h). It holds the numbers of each state's successors, in the order of its
 * choices, and takes about four bytes for each state and each transition. The visited set keeps the
 * number of a state with its fingerprint (visited_number). */
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
/* The following successors belong to `state`. Call it once for each state. */
void state_graph_expand(struct state_graph *g, uint32_t state);
/* Adds the successor for the next choice. STATE_GRAPH_END: the end of a path, or unknown. `asks`:
 * on the way the program read something that the real world changes. */
void state_graph_add(struct state_graph *g, uint32_t to, bool asks);
/* Call when the graph is complete and has `states` numbered states. Returns the shortest way from
 * state 0 to a state from which no end can be reached, as indices of choices: malloc'd, *count of
 * them. Later calls do not report states that can be reached from that one. Edges that `asks` marks
 * count as ways to an end. Returns NULL if there is no such state; *asked says that there would be
 * one without this rule, or that the graph is too large. */
uint32_t *state_graph_way(struct state_graph *g, uint32_t states, uint32_t *count, bool *asked);
uint64_t state_graph_bytes(const struct state_graph *g);

void state_graph_save(const struct state_graph *g, struct ckpt_out *o);
void state_graph_load(struct state_graph *g, struct ckpt_in *in);

#endif
