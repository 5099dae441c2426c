/* The plan of a forced run: a schedule as segments (engine/segments.h), as heddle writes it to a
 * file for the agent. Each line is one item; blanks separate its words:
 *
 *   main CLASS                  the class that declares main
 *   first CLASS                 a class whose initialiser may run before main
 *   segment THREAD START END [CLASS METHOD DESCRIPTOR BCI VISITS]
 *   finds CLASS METHOD DESCRIPTOR BCI
 *                               where the values below are found at the end of the segment above
 *                               (struct place_values)
 *   value HOME SLOT TYPE BITS NAME
 *                               one of them (struct place_value); HOME: plan_homes
 *   answer THREAD SOURCE VALUE OF
 *                               what the thread reads from outside; SOURCE: plan_sources; OF: a
 *                               class (struct answer), or -
 *   seeds NANOS MILLIS MAPS GENERATORS
 *                               the clocks for class initialisers of the library, the seed of the
 *                               order of Map.of and Set.of, and that of generators made without one
 *   local THREAD ID SEED PROBE SECONDARY
 *                               what ThreadLocalRandom keeps in the thread (struct local_random)
 *   stuck THREAD                a thread of the deadlock that the schedule leads to
 *   loops THREAD                a thread that loops for ever in the hang that it leads to
 *   expect CLASS                the uncaught exception that the schedule leads to
 *   stored CLASS                the exception that it leads to and that the library catches
 *   status NUMBER               the exit status that it leads to
 *   results                     the schedule leads to results of an environment's calls
 *
 *   opens PACKAGE               members of this package become public, for an environment that
 *                               calls them; with slashes and one at the end
 *
 * A line that begins with # is a comment.
 * THREAD is the number of a thread by order of start, START one of the words of plan_starts, END
 * one of plan_ends; a place comes with the end "place". Names are those of class files. */
#ifndef HEDDLE_TRACE_PLAN_H
#define HEDDLE_TRACE_PLAN_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/segments.h"

extern const char *const plan_starts[];  /* by enum segment_start; NULL-terminated */
extern const char *const plan_ends[];    /* by enum segment_end; NULL-terminated */
extern const char *const plan_homes[];   /* by enum value_home; NULL-terminated */
extern const char *const plan_sources[]; /* by enum answer_source; NULL-terminated */

/* The exception, exit status or results that a schedule leads to; a deadlock, hang or race has none
 * of them. */
struct plan_failure {
  const char *exception; /* its class, with dots; NULL: none */
  bool stored;           /* the library catches it and keeps it */
  int32_t status;        /* 0: none */
  bool results;          /* results of calls, which the agent reports at the end */
};

struct plan {
  VEC(struct answer) answers;
  uint64_t seed_nanos, seed_millis, seed_of_map_order, seed_of_generators;
  VEC(struct local_random) locals; /* by number of the thread */
  VEC(struct segment) segments;
  VEC(char *) first;
  VEC(uint32_t) stuck;
  bool hang; /* the threads of `stuck` loop */
  char *main_class;
  char *opens; /* NULL: no package */
  struct plan_failure failure;
};

/* Returns the length of the part of a class's name that is the same in the engine and in a JVM.
 * This is the whole name, except for lambdas, whose classes they number differently. */
size_t plan_class_length(const char *name);

/* Adds the line that opens the package of a class, given with slashes. */
void plan_open_package(const char *class_name, struct text *out);
/* Adds the plan to *out. */
void plan_write(const struct segments *s, const struct plan_failure *f, struct text *out);
/* Reads a plan. Returns ERR_INPUT if the file cannot be read or a line is damaged. The plan is
 * never freed: it lives as long as the process. */
int plan_read(const char *path, struct plan *out, struct error *err);

#endif
