/* A cache of threads' parts of the fingerprint (canon_thread.c), found by the memory of the thread.
 *
 * A search meets the same few situations of a thread again and again, in combination with different
 * situations of the other threads. While all objects of the base keep their names, the bytes of a
 * thread's record and of its near frames determine its hash. If both are equal to those of a cached
 * hash, the hash is reused. A new situation replaces an old one in the same place. */
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/state/canon_int.h"
#include "engine/vm/interp/interp.h"

enum { PLACES = 1 << 10, FRAME_BYTES = 192 };

/* The members of a thread's record that put_record reads, for a thread for which looks_around is
 * false. */
struct situation {
  uint64_t now, ready, reads[2], reads_site, patient_site, patient_until;
  uint32_t number, far, bytes, state, flags, object, exception, children, wait_obj, wait_count;
  uint32_t op, clock_read, named, draws, hash_count, shape;
};

struct memo {
  struct situation of;
  struct canon_hash hash;
  uint8_t frames[FRAME_BYTES];
};

struct canon_memo {
  struct memo places[PLACES];
};

void canon_memo_free(struct canon *c) {
  free(c->memo);
  c->memo = NULL;
}

static struct situation situation_of(const struct canon *c, uint32_t thread, uint32_t bytes) {
  const struct thread *t = vm_thread(c->vm, thread);
  return (struct situation){.now = t->now,
                            .ready = t->ready,
                            .reads = {t->reads[0], t->reads[1]},
                            .reads_site = t->reads_site,
                            .patient_site = t->patient_site,
                            .patient_until = t->patient_until,
                            .number = c->thread_number[thread],
                            .far = (uint32_t)c->far[thread].entries.len,
                            .bytes = bytes,
                            .state = t->state,
                            .flags = t->flags,
                            .object = t->object,
                            .exception = t->exception,
                            .children = t->children,
                            .wait_obj = t->wait_obj,
                            .wait_count = t->wait_count,
                            .op = t->op,
                            .clock_read = t->clock_read,
                            .named = t->named,
                            .draws = t->draws,
                            .hash_count = t->hash_count,
                            .shape = c->shape};
}

/* The place depends on values that change from one step to the next. */
static struct memo *memo_place(struct canon *c, const struct situation *s, const uint8_t *frames) {
  uint64_t h = XXH3_64bits(frames, s->bytes) ^ (s->number * 0x9e3779b97f4a7c15ull);
  if (!c->memo) c->memo = mem_alloc(sizeof *c->memo);
  return &c->memo->places[(h + s->state) % PLACES];
}

bool canon_memo_find(struct canon *c, uint32_t thread, struct canon_memo_key *key) {
  struct situation s;
  const struct memo *m;
  const uint8_t *frames = canon_near_bytes(c, thread, &key->bytes);
  key->place = PLACES;
  if (key->bytes > FRAME_BYTES) return false;
  s = situation_of(c, thread, key->bytes);
  m = memo_place(c, &s, frames);
  key->place = (uint32_t)(m - c->memo->places);
  if (memcmp(&m->of, &s, sizeof s) != 0 || memcmp(m->frames, frames, s.bytes) != 0) return false;
  key->hash = m->hash;
  return true;
}

void canon_memo_keep(struct canon *c, uint32_t thread, const struct canon_memo_key *key) {
  struct memo *m;
  uint32_t bytes;
  if (key->place == PLACES) return;
  m = &c->memo->places[key->place];
  m->of = situation_of(c, thread, key->bytes);
  m->hash = key->hash;
  memcpy(m->frames, canon_near_bytes(c, thread, &bytes), key->bytes);
}
