/* Searches small programs with a strategy. */
#ifndef HEDDLE_TESTS_STRATEGY_FIXTURE_H
#define HEDDLE_TESTS_STRATEGY_FIXTURE_H

#include "engine/inside.h"
#include "session_fixture.h"

enum { STRATEGY_NO_RACE = PROP_DEADLOCK | PROP_EXCEPTION };

/* Programs of tests/java/verdicts, some with an error; NULL-terminated. */
extern const char *const strategy_programs[];

struct search_options strategy_options(const char *name);
/* Runs a search to its end; `found` may be NULL. Fails the test if the search cannot begin. */
struct search_report strategy_search(struct engine *e, struct search_options o,
                                     struct schedule *found);

#endif
