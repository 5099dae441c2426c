/* What a session knows of an environment, the main class heddle.Environment (heddle env): which
 * calls its threads have made on the path to here. Part of engine.h. */
#ifndef HEDDLE_ENGINE_ENVIRONMENTS_H
#define HEDDLE_ENGINE_ENVIRONMENTS_H

#include "engine/base/words.h"

struct engine;

enum { ENVIRONMENT_THREADS = 8 };

struct environment_call {
  const char *text; /* "get(1)"; lives as long as the session */
  char *result;     /* "4", "throws IOException"; NULL: it has not ended, or nobody keeps it */
  bool begun, ended;
  node_id begin, end; /* behind the transition in which it began, and ended; NODE_NONE */
  uint32_t from, to;  /* their steps */
  /* how many calls of each thread had ended when it began, as it read them; 0 when nobody keeps it
   */
  uint8_t before[ENVIRONMENT_THREADS];
};

struct environment_thread {
  uint32_t thread;                /* its number; UINT32_MAX: it is not known yet */
  struct environment_call *calls; /* in their order; those to come are there as far as they are
                                     written down */
  uint32_t count, begun, ended;
};

struct environment_info {
  const char *about; /* what it was made for; lives as long as the session */
  bool kept;         /* what calls give is kept: a property compares it (--property linearizable) */
  uint32_t threads;
  struct environment_thread of[ENVIRONMENT_THREADS];
  struct environment_thread behind; /* the calls that run alone behind them; none unless kept */
};

/* Of the path to here; the session stays where it is. ERR_NOTFOUND: main is no environment. */
int engine_environment(struct engine *e, struct environment_info *out);
void engine_environment_release(struct environment_info *info);
/* Its Java source, whose lines are those that frames show; caller frees. NULL: main is none. */
char *engine_environment_source(const struct engine *e);
/* What the calls give in every order of them (env/environment_orders.h), for a source that
 * assesses; of a session that has gone nowhere yet. The caller's, to be released. */
struct environment_orders;
void engine_environment_orders(struct engine *e, struct environment_orders *out);
#define ENGINE_ENVIRONMENT_CLASS "heddle.Environment"
#define ENGINE_ENVIRONMENT_FILE "Environment.java"

#endif
