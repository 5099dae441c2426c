/* Packs chunks in a separate thread. The caller and the thread pass one chunk back and forth.
 * `state` says which of them owns it: the thread in PACKER_GIVEN, the caller otherwise. */
#include "trace/format/packer.h"

#include <pthread.h>
#include <stdlib.h>

#include "engine/base/check.h"

enum packer_state { PACKER_EMPTY, PACKER_GIVEN, PACKER_MADE, PACKER_END };

struct packer {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  enum packer_state state;
  struct packed what;
  struct text rows, chunk;
};

static void packer_set(struct packer *p, enum packer_state state) {
  pthread_mutex_lock(&p->lock);
  p->state = state;
  pthread_cond_broadcast(&p->changed);
  pthread_mutex_unlock(&p->lock);
}

static enum packer_state packer_while(struct packer *p, enum packer_state a, enum packer_state b) {
  pthread_mutex_lock(&p->lock);
  while (p->state == a || p->state == b) pthread_cond_wait(&p->changed, &p->lock);
  enum packer_state state = p->state;
  pthread_mutex_unlock(&p->lock);
  return state;
}

static void *pack(void *self) {
  struct packer *p = self;
  while (packer_while(p, PACKER_EMPTY, PACKER_MADE) == PACKER_GIVEN) {
    p->chunk.len = 0;
    chunk_append(&p->chunk, TRACE_EVENTS, p->what.first, p->what.count, p->rows.s, p->rows.len,
                 true);
    packer_set(p, PACKER_MADE);
  }
  return NULL;
}

struct packer *packer_new(void) {
  struct packer *p = mem_alloc(sizeof *p);
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->changed, NULL);
  if (!pthread_create(&p->thread, NULL, pack, p)) return p;
  free(p);
  return NULL;
}

void packer_free(struct packer *p) {
  if (!p) return;
  packer_while(p, PACKER_GIVEN, PACKER_GIVEN);
  packer_set(p, PACKER_END);
  pthread_join(p->thread, NULL);
  text_release(&p->rows);
  text_release(&p->chunk);
  free(p);
}

void packer_give(struct packer *p, struct packed what, struct text *rows) {
  struct text mine = p->rows;
  CHECK(p->state == PACKER_EMPTY, "a chunk is taken before the next one is given: event %llu",
        (unsigned long long)what.first);
  mine.len = 0;
  p->rows = *rows;
  *rows = mine;
  p->what = what;
  packer_set(p, PACKER_GIVEN);
}

bool packer_take(struct packer *p, struct packed *what, const struct text **out) {
  if (packer_while(p, PACKER_GIVEN, PACKER_GIVEN) != PACKER_MADE) return false;
  *what = p->what;
  *out = &p->chunk;
  packer_set(p, PACKER_EMPTY);
  return true;
}
