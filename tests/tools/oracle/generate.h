/* Shared by the generator's files: the unfinished program, random numbers, statements. */
#ifndef ORACLE_GENERATE_H
#define ORACLE_GENERATE_H

#include "tests/tools/oracle/program.h"

enum feature {
  F_SYNC = 1,
  F_JOIN = 2,
  F_INTERRUPT = 4,
  F_PARK = 8,
  F_LOCK = 16,
  F_INIT = 32,
  F_THROW = 64,
  F_EXIT = 128,
  F_PRINT = 256,
  F_ARRAY = 512,
  F_VOLATILE = 1024,
  F_TIMED = 2048,
  F_MONITOR_OF_THREAD = 4096,
  F_BOX = 8192,
  F_ATOMIC = 16384,
  F_SPIN = 32768,
  F_COUNT = 16,
};

struct generator {
  struct program *p;
  uint64_t state;
  unsigned features;
  int budget, thread, depth,
      in_class;   /* in_class: the class whose initialiser is being made; -1: none */
  int operations; /* how many of 100 statements are not plain accesses */
  int few[2];     /* the locations of most accesses */
  int late;       /* a thread that main does not start; 0: none */
  int idiom;      /* the number of the shape */
};

int below(struct generator *g, int n);
bool chance(struct generator *g, int percent);
int how_long(struct generator *g);
struct stmt *stmt_new(struct generator *g, enum stmt_kind kind, int a, int b, int c);
struct stmt *statement(struct generator *g);
void append(struct stmt **to, struct stmt *s);

/* In some programs, moves the starts of threads to later places in main or to other threads. */
void starts_scatter(struct program *p, uint64_t seed);

/* Makes the bodies of a shape: a way in which threads interact in real programs, correctly or not.
 * Adds the shape's features to g->features, and the statements for main to `main_body`. */
void idiom_make(struct generator *g, struct stmt **main_body);

#endif
