/* The calls of an environment one after another: what they give is found out by the same engine.
 * From the beginning of the program the explorer takes the choices in which no call begins before
 * the one before it has ended; on the model, if there is one.
 *
 * A state here is what an order of calls leads to, with their results; it is remembered by its
 * prefix, also when its node is gone, and states that are the same are one. A call of a component
 * with threads of its own may lead to several: each interleaving of them with the call is taken. */
#ifndef HEDDLE_ASSESS_ORDERS_H
#define HEDDLE_ASSESS_ORDERS_H

#include "engine/assess/record.h"
#include "engine/state/explorer.h"

struct orders;

/* Also the calls whose results are wanted are those of a program: the values that main asked for on
 * the way (--env all). */
struct orders_program {
  const uint16_t *values;
  uint32_t count;
};

struct orders *orders_new(struct explorer *x);
void orders_free(struct orders *o);
struct vm *orders_vm(const struct orders *o);

/* Between begin and end the explorer may stand elsewhere; the machine listens to nobody. */
void orders_begin(struct orders *o);
void orders_end(struct orders *o);

/* The state in which all threads of the program stand before their first calls; UINT32_MAX: it was
 * not reached. Before orders_end, as the next ones. */
uint32_t orders_first(struct orders *o, const struct orders_program *p);
/* Where the next call of the thread ends from there, and what it gave, objects without numbers.
 * Returns how many, -1 when not all is known; the lists live until orders_begin. */
int orders_next(struct orders *o, uint32_t state, uint32_t thread, const uint32_t **out,
                const char *const **gave);
/* Does the next call of the thread stay there for ever? 1, 0, -1. */
int orders_stay(struct orders *o, uint32_t state, uint32_t thread);
/* What all calls gave, as records_text has it, those that run alone behind the threads included
 * when `behind`. There may be several; -1: not all is known. */
int orders_whole(struct orders *o, uint32_t state, bool behind, const char *const **out);

#endif
