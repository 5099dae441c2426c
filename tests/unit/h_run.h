/* Executes random schedules of a program with h enabled but silent. Naive references
 * (h_reference.h) process the same events and are compared with heddle's clocks at every memory
 * access and after every event. */
#ifndef HEDDLE_TESTS_H_RUN_H
#define HEDDLE_TESTS_H_RUN_H

#include "engine/engine.h"
#include "engine/session/session.h"
#include "h_reference.h"
#include "subject_fixture.h"

struct hrun;

/* Opens the program with h enabled; races do not end the run. With an odd seed, garbage is
 * collected occasionally. */
struct hrun *hrun_open(struct subject *program, int por, uint64_t seed);
void hrun_close(struct hrun *r);

/* The mutations not noticed yet: bit m of watch_matrix or watch_graph is tracked, and cleared when
 * a comparison notices it. */
void hrun_watch(struct hrun *r, uint64_t *matrix, uint64_t *graph);

/* Makes random choices from the present state to the end of the program or for `steps` transitions.
 * Returns NULL, or what disagreed (malloc'd). */
char *hrun_random(struct hrun *r, uint32_t steps);
/* Goes to a random earlier state of the path and compares h and the fingerprint with their former
 * values. Returns NULL or what differs. */
char *hrun_back(struct hrun *r);
bool hrun_at_end(struct hrun *r);

struct hrun_counts {
  uint64_t accesses, bits, races, read_races, wide, events, transitions, edges[OPK_COUNT];
};
const struct hrun_counts *hrun_counts(const struct hrun *r);

#endif
