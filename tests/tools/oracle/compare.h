/* Compares what a search of heddle reports for a program with all executions of the program. There
 * is one row for each way to search. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "tests/tools/oracle/heddle.h"

enum compared { OUTCOMES, RESUMED, RACES, RACES_SOME, SYNC, DEADLOCK, EXCEPTION, HANG };

/* The groups of ways. Each program is searched in some ways of each group. */
enum way_group { FULL, SLEEP_SETS, RACE_WAYS, OTHERS, DPOR, GROUP_COUNT };

struct way {
  enum way_group group;
  enum compared what;
  const char *args[10];
};

/* Can this way show anything about the program? */
bool compare_way_matters(const struct way *way, const struct executions *e);

extern const struct way compare_ways[];
extern const int compare_way_count;

/* Searches the program NAME in this way. Returns NULL if the result agrees with e, else a text in
 * `room` that says what differs. */
const char *compare_way(const struct site *site, const struct way *way, const char *name,
                        const struct executions *e, char *room, size_t size);

/* Writes the name and the options of a way to `room`, for people. */
void compare_way_text(const struct way *way, char *room, size_t size);

#endif
