/* What a search of heddle says of a program against all executions of it: one row for each way of
 * searching. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "tests/tools/oracle/heddle.h"

enum compared { OUTCOMES, RESUMED, RACES, RACES_SOME, SYNC, DEADLOCK, EXCEPTION, HANG };

/* Ways stand in groups, of which each program gets its share. */
enum way_group { FULL, SLEEP_SETS, RACE_WAYS, OTHERS, DPOR, GROUP_COUNT };

struct way {
  enum way_group group;
  enum compared what;
  const char *args[10];
};

/* Is it worth while for this program? */
bool compare_way_matters(const struct way *way, const struct executions *e);

extern const struct way compare_ways[];
extern const int compare_way_count;

/* NULL when they agree; else what differs, in `room`. */
const char *compare_way(const struct site *site, const struct way *way, const char *name,
                        const struct executions *e, char *room, size_t size);

/* The words of a way, for people. */
void compare_way_text(const struct way *way, char *room, size_t size);

#endif
