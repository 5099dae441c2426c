#include "tests/tools/oracle/shrink.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 200000, CUTS_MAX = 2 * MAX_STMTS };

/* Copies a program and adjusts its pointers, which point into the program itself. */
static void program_copy(struct program *to, const struct program *from) {
  intptr_t far = (intptr_t)((char *)to - (const char *)from);
  memcpy(to, from, sizeof *to);
#define MOVE(p) ((p) = (p) ? (struct stmt *)((intptr_t)(p) + far) : NULL)
  for (int i = 0; i < MAX_THREADS; i++) MOVE(to->threads_body[i]);
  for (int i = 0; i < MAX_CLASSES; i++) MOVE(to->init_body[i]);
  for (int i = 0; i < MAX_STMTS; i++) MOVE(to->pool[i].body), MOVE(to->pool[i].next);
#undef MOVE
}

struct cuts {
  struct program program[CUTS_MAX];
  const struct program *programs[CUTS_MAX];
  char name[CUTS_MAX][16];
  const char *names[CUTS_MAX];
  int count;
};

static void cuts_of(struct cuts *c, const struct program *p) {
  c->count = 0;
  for (int number = 0; number < p->used && number < MAX_STMTS; number++) {
    for (int keep = 0; keep < 2 && c->count < CUTS_MAX; keep++) {
      struct program *q = &c->program[c->count];
      if (keep && !p->pool[number].body) continue;
      program_copy(q, p);
      if (!program_drop(q, number, keep)) continue;
      snprintf(c->name[c->count], sizeof c->name[0], "Cut%d", c->count);
      c->programs[c->count] = q, c->names[c->count] = c->name[c->count];
      c->count++;
    }
  }
}

static int first_that_differs(const struct site *site, const struct way *way,
                              const struct cuts *c) {
  static struct executions e;
  char room[512];
  for (int i = 0; i < c->count; i++)
    if (executions_of(&e, c->programs[i], MOST_STATES) &&
        compare_way(site, way, c->names[i], &e, room, sizeof room))
      return i;
  return -1;
}

void shrink(const struct site *site, const struct way *way, struct program *p, const char *name) {
  struct cuts *c = malloc(sizeof *c);
  const struct program *last = p;
  while (c) {
    int i;
    cuts_of(c, p);
    if (!c->count || !heddle_compile(site, c->programs, c->names, c->count)) break;
    i = first_that_differs(site, way, c);
    if (i < 0) break;
    program_copy(p, &c->program[i]);
  }
  free(c);
  heddle_compile(site, &last, &name, 1);
}
