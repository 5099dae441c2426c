/* The bounded table of a trace's variables: a hash table with open addressing, rebuilt when it
 * grows or evicts. */
#include "trace/variables.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

#define SLOT sizeof(struct variable_slot)

void variables_init(struct variables *v, size_t size, void (*release)(void *value)) {
  *v = (struct variables){.size = size, .most = VARIABLES_MOST, .release = release};
}

static struct variable_slot *variables_slot_at(const struct variables *v, char *slots, size_t i) {
  return (struct variable_slot *)(void *)(slots + i * (SLOT + v->size));
}

static void variables_forget(struct variables *v, struct variable_slot *s) {
  if (v->release) v->release(s + 1);
  v->forgotten++;
}

void variables_release(struct variables *v) {
  for (size_t i = 0; v->release && i < v->cap; i++) {
    struct variable_slot *s = variables_slot_at(v, v->slots, i);
    if (s->used) v->release(s + 1);
  }
  free(v->slots);
  v->slots = NULL;
  v->cap = v->len = 0;
}

static struct variable_slot *variables_slot(const struct variables *v, char *slots, size_t cap,
                                            const struct variable_slot *key) {
  uint32_t words[3] = {key->object, key->part, key->element};
  size_t i = XXH3_64bits(words, sizeof words) & (cap - 1);
  for (;; i = (i + 1) & (cap - 1)) {
    struct variable_slot *s = variables_slot_at(v, slots, i);
    if (!s->used ||
        (s->object == key->object && s->part == key->part && s->element == key->element))
      return s;
  }
}

/* Rebuilds the table with `cap` slots, keeping only the variables accessed since `age`. */
static void variables_rebuild(struct variables *v, size_t cap, uint32_t age) {
  char *slots = mem_alloc(cap * (SLOT + v->size));
  size_t len = 0;
  for (size_t i = 0; i < v->cap; i++) {
    struct variable_slot *s = variables_slot_at(v, v->slots, i);
    if (!s->used) continue;
    if (s->age < age) {
      variables_forget(v, s);
      continue;
    }
    memcpy(variables_slot(v, slots, cap, s), s, SLOT + v->size);
    len++;
  }
  free(v->slots);
  v->slots = slots;
  v->cap = cap;
  v->len = len;
}

static void variables_make_room(struct variables *v) {
  if (v->len >= v->most) {
    variables_rebuild(v, v->cap, v->age > 1 ? v->age - 1 : 0);
    if (v->len > v->most / 4 * 3) variables_rebuild(v, v->cap, v->age + 1);
  } else if ((v->len + 1) * 2 > v->cap) {
    variables_rebuild(v, v->cap ? v->cap * 2 : 1024, 0);
  }
}

static void variables_count(struct variables *v) {
  v->len++;
  if (++v->added < v->most / 4) return;
  v->added = 0;
  v->age++;
}

void *variables_of(struct variables *v, const struct trace_event *access) {
  bool element = trace_has(access, TRAIT_ELEMENT);
  struct variable_slot key = {.object = access->object,
                              .part = element ? (uint32_t)access->index : access->ref,
                              .element = element,
                              .used = 1};
  struct variable_slot *s = v->cap ? variables_slot(v, v->slots, v->cap, &key) : NULL;
  if (!s || !s->used) {
    variables_make_room(v);
    CHECK(v->len < v->cap && v->len < v->most, "the table of variables has room: %zu of %zu",
          v->len, v->cap);
    s = variables_slot(v, v->slots, v->cap, &key);
    *s = key;
    variables_count(v);
  }
  s->age = v->age;
  return s + 1;
}
