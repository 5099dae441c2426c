/* Executes the calls of an environment one after another to find their results, with the same
 * engine. From the start of the program, the explorer takes only choices in which no call begins
 * before the previous one has ended. If there is a model, its calls are executed.
 *
 * Here, a state is the state of the machine after an order of calls, together with their results.
 * It is identified by the choices that lead to it, even after its node was dropped, and equal
 * states are merged. A call of a component that has its own threads may lead to several states,
 * because every interleaving of these threads with the call is executed. */
#ifndef HEDDLE_ASSESS_ORDERS_H
#define HEDDLE_ASSESS_ORDERS_H

#include "engine/assess/record.h"
#include "engine/state/explorer.h"

struct orders;

/* A program: with --env all, the values that main drew. The results belong to the calls of this
 * program. */
struct orders_program {
  const uint16_t *values;
  uint32_t count;
};

struct orders *orders_new(struct explorer *x);
void orders_free(struct orders *o);
struct vm *orders_vm(const struct orders *o);

/* Between orders_begin and orders_end the explorer may be at any node, and the machine's listeners
 * are off. */
void orders_begin(struct orders *o);
void orders_end(struct orders *o);

/* Returns the state in which all threads of the program are before their first calls, or UINT32_MAX
 * if it was not reached. This and the following functions must be called before orders_end. */
uint32_t orders_first(struct orders *o, const struct orders_program *p);
/* Stores the states in which the next call of the thread ends, and its results, with objects
 * unnumbered. Returns their number, or -1 if not all are known. The lists are valid until
 * orders_begin. */
int orders_next(struct orders *o, uint32_t state, uint32_t thread, const uint32_t **out,
                const char *const **gave);
/* Returns whether the next call of the thread blocks for ever in that state: 1, 0 or -1
 * (unknown). */
int orders_stay(struct orders *o, uint32_t state, uint32_t thread);
/* Stores the results of all calls, in the form of records_text. If `behind` is set, they include
 * the calls after the threads. A state may have several such texts. Returns their number, or -1 if
 * not all are known. */
int orders_whole(struct orders *o, uint32_t state, bool behind, const char *const **out);

#endif
