/* Moves the starts of threads to other places where programs have them: between other statements of
 * main, and in other threads. */
#include "tests/tools/oracle/generate.h"

static struct stmt *take_start(struct stmt **list, int thread) {
  for (; *list; list = &(*list)->next) {
    struct stmt *s = *list;
    if (s->kind != S_START || s->a != thread) continue;
    *list = s->next;
    s->next = NULL;
    return s;
  }
  return NULL;
}

/* Returns how many statements precede the last join of main, or the last statement of another
 * thread. */
static int places(const struct stmt *list, bool of_main) {
  int n = 0, last = 0;
  for (; list; list = list->next, n++)
    if (!of_main || list->kind == S_JOIN) last = n;
  return last;
}

static void insert(struct stmt **list, int at, struct stmt *s) {
  while (at-- > 0 && *list) list = &(*list)->next;
  s->next = *list;
  *list = s;
}

void starts_scatter(struct program *p, uint64_t seed) {
  struct generator g = {.p = p, .state = seed * 0x9e6c63d0876a9a47u + 5};
  if (!chance(&g, 25)) return;
  for (int t = 1; t < p->threads; t++) {
    int starter = below(&g, t);
    struct stmt *s = chance(&g, 75) ? take_start(&p->threads_body[0], t) : NULL;
    if (!s) continue;
    insert(&p->threads_body[starter], below(&g, places(p->threads_body[starter], !starter) + 1), s);
  }
}
