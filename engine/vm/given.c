/* See given.h. */
#include "engine/vm/given.h"
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

struct queue { /* the inputs of one thread, source, class and place */
  uint64_t key, source;
  VEC(uint64_t) values;
  VEC(uint32_t) lines;
};

struct given {
  VEC(struct queue) queues;
  uint32_t *slots; /* hash table by key: index of the queue + 1; the size is a power of two */
  uint32_t slot_count;
  VEC(char *) environment;
};

/* ---- keys ---- */

static const uint64_t nobody = 0x6e6f626f6479, start = 14695981039346656037u;

static uint64_t add(uint64_t h, const char *s) {
  for (; *s; s++) h = (h ^ (uint8_t)*s) * 1099511628211u;
  return (h ^ ' ') * 1099511628211u;
}

static uint64_t given_child(uint64_t parent, uint32_t ordinal) {
  return hash_mix(parent * 31 + ordinal + 1);
}

static uint64_t thread_key(struct vm *vm, const struct thread *t) {
  return t->parent ? given_child(thread_key(vm, vm_thread(vm, t->parent - 1)), t->ordinal) : 0;
}

/* Returns the key of a thread such as "0.2.1"; the first number is always 0, for main. */
static uint64_t path_key(const char *path) {
  uint64_t h = 0;
  if (!strcmp(path, "-")) return nobody;
  for (path = strchr(path, '.'); path; path = strchr(path + 1, '.'))
    h = given_child(h, (uint32_t)strtoul(path + 1, NULL, 10));
  return h;
}

static uint64_t make_key(uint64_t thread, const char *source, const char *of, uint64_t place) {
  return hash_mix(thread + add(add(start, source), of ? of : "-")) ^ place;
}

static uint64_t place_key(const char *place) { return add(start, place); }

/* Returns the key of the innermost place of the program's own code. */
static uint64_t here_key(struct vm *vm, const struct thread *t) {
  char number[16];
  uint32_t at;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    uint64_t h = start;
    const char *part[] = {m ? m->owner->name->s : "", ".", m ? m->name->s : "", m ? m->desc->s : "",
                          "@"};
    if (f->flags & FRAME_ROOT || !m || m->owner->is_jdk || m->vm_flags & METHOD_SYNTHETIC) continue;
    for (size_t i = 0; i < COUNT(part); i++)
      for (const char *s = part[i]; *s; s++) h = (h ^ (uint8_t)*s) * 1099511628211u;
    snprintf(number, sizeof number, "%u", frame_bci(vm, f));
    return add(h, number);
  }
  return place_key("-");
}

/* ---- the table ---- */

static uint32_t slot_of(const struct given *g, uint64_t key) {
  uint32_t i = (uint32_t)(key >> 20) & (g->slot_count - 1);
  while (g->slots[i] && g->queues.data[g->slots[i] - 1].key != key)
    i = (i + 1) & (g->slot_count - 1);
  return i;
}

static void grow(struct given *g) {
  uint32_t i;
  if (2 * (g->queues.len + 1) <= g->slot_count) return;
  free(g->slots);
  g->slot_count = g->slot_count ? 2 * g->slot_count : 64;
  g->slots = mem_alloc(g->slot_count * sizeof *g->slots);
  for (i = 0; i < g->queues.len; i++) g->slots[slot_of(g, g->queues.data[i].key)] = i + 1;
}

static void put(struct given *g, uint64_t key, uint64_t source, uint64_t value, uint32_t line) {
  uint32_t slot;
  grow(g);
  slot = slot_of(g, key);
  if (!g->slots[slot]) {
    *vec_push(&g->queues) = (struct queue){.key = key, .source = source};
    g->slots[slot] = (uint32_t)g->queues.len;
  }
  *vec_push(&g->queues.data[g->slots[slot] - 1].values) = value;
  *vec_push(&g->queues.data[g->slots[slot] - 1].lines) = line;
}

static struct queue *find(const struct given *g, uint64_t key) {
  uint32_t i = g && g->slot_count ? g->slots[slot_of(g, key)] : 0;
  return i ? &g->queues.data[i - 1] : NULL;
}

static int given_hex(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void decode(char *s) {
  char *to = s;
  for (; *s; s++) {
    int high = *s == '%' ? given_hex(s[1]) : -1, low = high >= 0 ? given_hex(s[2]) : -1;
    *to++ = low >= 0 ? (char)(high << 4 | low) : *s;
    if (low >= 0) s += 2;
  }
  *to = 0;
}

enum { THREAD, SOURCE, VALUE, OF, PLACE, COLUMNS };

/* Splits the line, in place, into its decoded columns. Returns false if some are missing. */
static bool split_line(char *line, char *column[COLUMNS]) {
  char *save = NULL;
  int n = 0;
  for (char *w = strtok_r(line, " ", &save); w && n < COLUMNS; w = strtok_r(NULL, " ", &save)) {
    decode(w);
    column[n++] = w;
  }
  return n == COLUMNS;
}

static bool is_environment(char *const column[COLUMNS]) {
  return !strcmp(column[SOURCE], "environment");
}

static bool add_line(struct given *g, const char *text, uint32_t number) {
  char *copy = mem_strdup(text), *column[COLUMNS], *end;
  bool good = split_line(copy, column);
  if (good && is_environment(column)) {
    good = strchr(column[VALUE], '=') != NULL;
    if (good) *vec_push(&g->environment) = mem_strdup(column[VALUE]);
  } else if (good) {
    uint64_t v = *column[VALUE] == '-' ? (uint64_t)strtoll(column[VALUE], &end, 10)
                                       : strtoull(column[VALUE], &end, 10);
    good = end != column[VALUE] && !*end;
    put(g, make_key(path_key(column[THREAD]), column[SOURCE], column[OF], place_key(column[PLACE])),
        place_key(column[SOURCE]), v, number);
  }
  free(copy);
  return good;
}

char *given_line_environment(const char *line) {
  char *copy = mem_strdup(line), *column[COLUMNS], *out = NULL;
  if (split_line(copy, column) && is_environment(column)) out = mem_strdup(column[VALUE]);
  free(copy);
  return out;
}

int given_new(const char *const *lines, int count, struct given **out, struct error *err) {
  *out = count ? mem_alloc(sizeof **out) : NULL;
  for (int i = 0; i < count; i++)
    if (!add_line(*out, lines[i], (uint32_t)i)) {
      given_free(*out);
      *out = NULL;
      return error_set(err, ERR_INPUT, "not an input of a recorded run: %s", lines[i]);
    }
  return 0;
}

void given_free(struct given *g) {
  if (!g) return;
  for (size_t i = 0; i < g->queues.len; i++) {
    vec_free(&g->queues.data[i].values);
    vec_free(&g->queues.data[i].lines);
  }
  for (size_t i = 0; i < g->environment.len; i++) free(g->environment.data[i]);
  vec_free(&g->queues);
  vec_free(&g->environment);
  free(g->slots);
  free(g);
}

int given_start(struct vm *vm, struct error *err) {
  ref r;
  if (!vm->given || !vm->given->queues.len) return 0;
  r = vm_new_prim_array(vm, NULL, 'I', (int32_t)vm->given->queues.len);
  if (!r) return error_set(err, ERR_MEMORY, "no room for the recorded inputs");
  vm_machine(vm)->given = r;
  return 0;
}

/* ---- taking ---- */

static uint32_t position_at(const struct vm *vm, const struct queue *q) {
  return vm_machine((struct vm *)(uintptr_t)vm)->given + ARRAY_BASE +
         4 * (uint32_t)(q - vm->given->queues.data);
}

static bool is_left(struct vm *vm, const struct queue *q) {
  INVARIANT(!q || !vm_machine(vm)->given ||
                (size_t)(q - vm->given->queues.data) < array_length(vm, vm_machine(vm)->given),
            "each queue of recorded inputs has a position");
  return q && vm_machine(vm)->given && *MEM32(vm, position_at(vm, q)) < q->values.len;
}

static uint64_t advance(struct vm *vm, const struct queue *q) {
  uint32_t at = position_at(vm, q), n = *MEM32(vm, at);
  CHECK(n < q->values.len, "a recorded input is taken once: %u of %zu", n, q->values.len);
  put32(vm, at, n + 1);
  return q->values.data[n];
}

bool given_fixed(const struct vm *vm, const char *source, uint64_t *value) {
  const struct queue *q = find(vm->given, make_key(nobody, source, "-", place_key("-")));
  if (q) *value = q->values.data[0];
  return q != NULL;
}

bool given_thread(struct vm *vm, const struct thread *t, const char *source, uint64_t *value) {
  const struct queue *q =
      vm->given ? find(vm->given, make_key(thread_key(vm, t), source, "-", place_key("-"))) : NULL;
  if (q) *value = q->values.data[0];
  return q != NULL;
}

const char *given_environment(const struct vm *vm, uint32_t i) {
  return vm->given && i < vm->given->environment.len ? vm->given->environment.data[i] : NULL;
}

bool given_waits(struct vm *vm, const struct thread *t, const char *source, uint32_t *line) {
  const struct queue *q =
      vm->given ? find(vm->given, make_key(thread_key(vm, t), source, NULL, here_key(vm, t)))
                : NULL;
  if (!is_left(vm, q)) return false;
  if (line) *line = q->lines.data[*MEM32(vm, position_at(vm, q))];
  return true;
}

static void count_beyond(struct vm *vm) {
  struct machine *mc = vm_machine(vm);
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  mc->beyond++;
}

/* Returns whether an input of that source, recorded for any thread or place, is still unused. If
 * so, it came first in the recorded run. */
static bool comes_elsewhere(struct vm *vm, const char *source) {
  uint64_t key = place_key(source);
  for (size_t i = 0; i < vm->given->queues.len; i++)
    if (vm->given->queues.data[i].source == key && is_left(vm, &vm->given->queues.data[i]))
      return true;
  return false;
}

bool given_take(struct vm *vm, struct thread *t, const char *source, const char *of, bool count,
                uint64_t *value) {
  const struct queue *q;
  if (!vm->given || vm->boot.running) return false;
  q = find(vm->given, make_key(thread_key(vm, t), source, of, here_key(vm, t)));
  vm_distinguish(vm, t, "a recorded input");
  if (!is_left(vm, q)) {
    if (count) count_beyond(vm);
    if (!strcmp(source, "Random") || !strcmp(source, "initialSeed"))
      vm->run.otherwise |= comes_elsewhere(vm, source);
    return false;
  }
  *value = advance(vm, q);
  return true;
}

bool given_take_any(struct vm *vm, const char *source, uint64_t *value) {
  const struct queue *q =
      vm->given ? find(vm->given, make_key(nobody, source, "-", place_key("-"))) : NULL;
  if (!is_left(vm, q)) return false;
  *value = advance(vm, q);
  return true;
}

void given_clock(struct vm *vm, uint64_t at) {
  struct machine *mc = vm_machine(vm);
  if ((int64_t)at <= (int64_t)mc->clock) return;
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  mc->clock = at;
  /* the clock affects the readings of other threads and the ends of their waits */
  vm->run.unreported = true;
}

uint64_t given_map_order(const struct vm *vm) {
  /* ImmutableCollections: SALT32L = (int)((COLOR * seed) >> 16) */
  static const uint64_t color = 0x243F6A8885A308D3u;
  uint64_t salt, inverse = color;
  if (!given_fixed(vm, "salt", &salt)) return mix64(vm->opt.seed) | 1;
  for (int i = 0; i < 6; i++) inverse *= 2 - color * inverse;
  return inverse * (salt << 16 | 1);
}
