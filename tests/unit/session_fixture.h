/* Opens sessions on compiled programs, for tests. */
#ifndef TESTS_SESSION_FIXTURE_H
#define TESTS_SESSION_FIXTURE_H

#include "engine/base/rng.h"
#include "engine/session/session.h"

/* Opens `main_class` with its arguments ("2 1"). `where` is below the build folder:
 * "samples/TwoStage", "java/session". keep_events is on. */
struct engine *fixture_open(const char *where, const char *main_class, const char *args,
                            uint32_t properties);
/* Opens a program of tests/java/verdicts with that reduction; `heap_bytes` 0: the default. */
struct engine *fixture_open_verdicts(const char *main_class, uint32_t properties,
                                     uint64_t heap_bytes, int por);
/* Hashes all memory of the program: machine, threads, stacks, objects and h's data about them. */
uint64_t fixture_memory(struct engine *e);
/* Computes the fingerprint of the present state. */
struct fingerprint fixture_fingerprint(struct engine *e);
/* Starts a check and returns its number. */
uint32_t fixture_check_start(struct engine *e, node_id from, struct check_options o);
/* Waits for the end of a check. Release with engine_check_release. */
struct check_info fixture_check_end(struct engine *e, uint32_t id);
/* Starts a check and waits for its end. */
struct check_info fixture_check(struct engine *e, node_id from, struct check_options o);
/* Takes the choice whose preview's action contains `text`; the test fails when there is none. */
node_id fixture_take(struct engine *e, const char *text);
/* Takes choices of the thread until it has one whose action contains `text`, and takes that one
 * too. */
node_id fixture_run_to(struct engine *e, uint32_t thread, const char *text);
/* Takes a random choice; false when there is none. */
bool fixture_random(struct engine *e, struct rng *rng);
/* Calls every view that only reads, and every preview. */
void fixture_look_at_all(struct engine *e);

#endif
