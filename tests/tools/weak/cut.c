#include "tests/tools/weak/cut.h"

#include "tests/tools/weak/weave.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = THREADS_MAX * (2 * ACTIONS_MAX + 1), CUT_STEPS = 20 * STEPS_MAX };

bool cut_agrees(const struct asked *q, const struct program *p, const char *name,
                struct lines *known, struct answer *a) {
  if (!weave(known, p, q->newest, CUT_STEPS)) return true; /* nothing is known */
  return ask_heddle(q, name, a) && a->complete && lines_same(known, &a->lines);
}

/* The programs that lack one action or one thread. */
struct pieces {
  int count;
  struct program program[PIECES_MAX];
  const struct program *programs[PIECES_MAX];
  char name[PIECES_MAX][16];
  const char *names[PIECES_MAX];
};

static struct program *add_piece(struct pieces *c, const struct program *p) {
  int i = c->count++;
  c->program[i] = *p;
  c->programs[i] = &c->program[i], c->names[i] = c->name[i];
  snprintf(c->name[i], sizeof c->name[i], "Cut%d", i);
  return &c->program[i];
}

static void pieces_of(struct pieces *c, const struct program *p) {
  c->count = 0;
  for (int t = 1; t < p->threads && p->threads > 2; t++) actions_remove_thread(add_piece(c, p), t);
  for (int t = 0; t < p->threads; t++)
    for (int i = 0; i < p->body[t].count; i++) {
      actions_remove(&add_piece(c, p)->body[t], i, false);
      if (p->body[t].at[i].span) actions_remove(&add_piece(c, p)->body[t], i, true);
    }
}

static int cut_first_that_differs(const struct asked *q, const struct pieces *c,
                                  struct lines *known, struct answer *a) {
  for (int i = 0; i < c->count; i++)
    if (!cut_agrees(q, c->programs[i], c->names[i], known, a)) return i;
  return -1;
}

void cut_smaller(const struct asked *q, struct program *p, const char *name) {
  struct pieces *c = malloc(sizeof *c);
  struct answer *a = malloc(sizeof *a);
  struct lines *known = malloc(sizeof *known);
  const struct program *last = p;
  while (c && a && known) {
    int i;
    pieces_of(c, p);
    if (!c->count || !ask_javac(q, c->programs, c->names, c->count)) break;
    i = cut_first_that_differs(q, c, known, a);
    if (i < 0) break;
    *p = c->program[i];
  }
  free(c);
  free(a);
  free(known);
  ask_javac(q, &last, &name, 1);
}
