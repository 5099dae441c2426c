/* The calls that the threads of an environment have made on the path to the current node. An
 * environment is the main class heddle.Environment (heddle env). Part of engine.h. */
#ifndef HEDDLE_ENGINE_ENVIRONMENTS_H
#define HEDDLE_ENGINE_ENVIRONMENTS_H

#include "engine/base/words.h"

struct engine;

enum { ENVIRONMENT_THREADS = 8 };

struct environment_call {
  const char *text; /* "get(1)"; valid as long as the session */
  /* "4", "throws IOException"; NULL: the call has not ended, or results are not recorded */
  char *result;
  bool begun, ended;
  /* the nodes after the transitions in which it began and ended; NODE_NONE: none */
  node_id begin, end;
  uint32_t from, to; /* the steps of these transitions */
  /* The number of calls of each thread that had ended when this one began, as its thread read them.
   * 0 if results are not recorded. */
  uint8_t before[ENVIRONMENT_THREADS];
};

struct environment_thread {
  uint32_t thread; /* thread number; UINT32_MAX: not known yet */
  /* In order. Calls still to come are included if the environment's text lists them. */
  struct environment_call *calls;
  uint32_t count, begun, ended;
};

struct environment_info {
  const char *about; /* the purpose of the environment; valid as long as the session */
  /* results are recorded because a property compares them (--property linearizable) */
  bool kept;
  uint32_t threads;
  struct environment_thread of[ENVIRONMENT_THREADS];
  /* the calls after all threads have ended; empty unless results are recorded */
  struct environment_thread behind;
};

/* Returns the calls on the path to the current node. The session stays at its current node.
 * ERR_NOTFOUND: main is not an environment. */
int engine_environment(struct engine *e, struct environment_info *out);
void engine_environment_release(struct environment_info *info);
/* Returns the environment's Java source, whose line numbers are those that frames show. The caller
 * frees it. NULL: main is not an environment. */
char *engine_environment_source(const struct engine *e);
/* Computes the results of the calls in every order (env/environment_orders.h), for a source that
 * assesses them. Call it in a session that is still at the root. The caller releases *out. */
struct environment_orders;
void engine_environment_orders(struct engine *e, struct environment_orders *out);
/* Returns the n-th class of the environment as a class file that a JVM can load without verifying
 * it (a generated class has no stack maps); NULL after the last. Its native methods are those of
 * natives/test/environment.c. Sets *name to the class's name, as in class files. Both live as long
 * as the session. */
const uint8_t *engine_environment_class(const struct engine *e, size_t n, const char **name,
                                        size_t *len);
/* Returns the class in whose package the environment's calls would be allowed, as in class files;
 * NULL: all of them are public. Valid as long as the session. */
const char *engine_environment_beside(const struct engine *e);
struct text;
/* If results are assessed, appends those of all calls at the current node (assess/record.h).
 * Returns the reason why those of a JVM cannot be compared with them; NULL: they can. */
const char *engine_environment_results(struct engine *e, struct text *out);
#define ENGINE_ENVIRONMENT_CLASS "heddle.Environment"
#define ENGINE_ENVIRONMENT_FILE "Environment.java"

#endif
