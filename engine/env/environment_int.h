/* Shared by the files that make an environment: its text with the notes behind it. */
#ifndef HEDDLE_ENV_ENVIRONMENT_INT_H
#define HEDDLE_ENV_ENVIRONMENT_INT_H

#include "engine/env/env_int.h"
#include "engine/env/environment.h"

struct environment {
  struct env_text text;
  bool sampled;          /* one of many: no error in it says nothing of the others */
  const char *answers;   /* classes of exceptions that are no errors, parted by ','; "" none */
  const char *may_block; /* methods in which a thread may stay, parted by ','; "" none */
  const char *about;     /* what it was made for, for the scope of a verdict */
};

/* *out and what hangs on it are the pool's. */
int environment_read(int argc, char *const *argv, struct pool *pool, struct environment **out,
                     struct error *err);
/* Is the word in the list, parted by ','? */
bool environment_lists(const char *list, const char *word);
/* environment_java.c: the source; sets the lines of the steps. `simple`: its class's name. */
void environment_java(struct environment *e, const char *simple, struct text *out);

#endif
