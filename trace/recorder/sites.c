/* The tables of the recording: the numbered sites, and the rows of classes, methods, fields and
 * locations that have been written.
 *
 * Invariants: a site never moves (chunks are only added) and is complete before its number appears
 * in any code. Strings that sites refer to live as long as the process. Everything else is
 * protected by `tables.lock`, which is the innermost lock apart from those of the live file. */
#include "engine/base/check.h"
#include "trace/recorder/agent.h"

#include <pthread.h>

#define CHUNK 4096u
#define CHUNKS 8192u

/* A row that was written: its content as text, its id and related data. */
struct row {
  char *key;
  uint32_t id, hash;
  /* new positions of the instructions, for a rewritten method; else NULL */
  const struct moved_insn *map;
  size_t map_count;
};

static struct {
  pthread_mutex_t lock;
  struct site *chunks[CHUNKS];
  uint32_t count; /* number of sites, including the unused number 0 */
  struct symtab *strings;
  struct row **slots; /* hash table with open addressing; capacity a power of two */
  size_t rows, cap;
  uint32_t last_method, last_bci, last_location;
} tables = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = 1};

void sites_lock(void) { pthread_mutex_lock(&tables.lock); }
void sites_unlock(void) { pthread_mutex_unlock(&tables.lock); }

struct site *site_get(uint32_t number) {
  struct site *chunk = __atomic_load_n(&tables.chunks[number / CHUNK], __ATOMIC_ACQUIRE);
  INVARIANT(chunk, "a site of the code is in the table: %u", number);
  return &chunk[number % CHUNK];
}

/* ---- rows by key ---- */

static uint32_t text_hash(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++) h = (h ^ (uint8_t)*s) * 16777619u;
  return h;
}

static void rehash(void) {
  size_t cap = tables.cap ? tables.cap * 2 : 1024;
  struct row **slots = mem_alloc(cap * sizeof *slots);
  for (size_t i = 0; i < tables.cap; i++) {
    struct row *r = tables.slots[i];
    if (!r) continue;
    size_t at = r->hash & (cap - 1);
    while (slots[at]) at = (at + 1) & (cap - 1);
    slots[at] = r;
  }
  free(tables.slots);
  tables.slots = slots;
  tables.cap = cap;
}

/* Returns the row with that key. A new row has id 0; the caller writes it. Takes ownership of
 * `key`. */
static struct row *row_of(char *key) {
  uint32_t hash = text_hash(key);
  if (2 * (tables.rows + 1) > tables.cap) rehash();
  size_t at = hash & (tables.cap - 1);
  for (; tables.slots[at]; at = (at + 1) & (tables.cap - 1)) {
    if (tables.slots[at]->hash == hash && !strcmp(tables.slots[at]->key, key)) {
      free(key);
      return tables.slots[at];
    }
  }
  struct row *r = mem_alloc(sizeof *r);
  *r = (struct row){.key = key, .hash = hash};
  tables.rows++;
  INVARIANT(tables.rows < tables.cap, "the table of rows has a free place: %zu of %zu", tables.rows,
            tables.cap);
  return tables.slots[at] = r;
}

static uint32_t class_row(const char *name, const char *loader, const uint8_t hash[16],
                          uint32_t flags) {
  static const uint8_t unknown[16];
  struct row *r = row_of(mem_printf("C%s %s", name, loader ? loader : ""));
  if (!r->id)
    r->id = live_class(agent.live, NULL, name, loader, NULL, hash ? hash : unknown, flags);
  return r->id;
}

static struct row *method_row(uint32_t class_id_, const char *name, const char *desc,
                              uint32_t flags) {
  struct row *r = row_of(mem_printf("M%u.%s%s", class_id_, name, desc));
  if (!r->id) r->id = live_method(agent.live, NULL, class_id_, name, desc, flags);
  return r;
}

static uint32_t field_row(uint32_t class_id_, const char *name, const char *desc, uint32_t flags) {
  struct row *r = row_of(mem_printf("F%u.%s:%s", class_id_, name, desc));
  if (!r->id) r->id = live_field(agent.live, NULL, class_id_, name, desc, flags);
  return r->id;
}

static uint32_t string_row(const char *s) {
  struct row *r = row_of(mem_printf("S%s", s));
  if (!r->id) r->id = live_string(agent.live, NULL, s, strlen(s));
  return r->id;
}

static uint32_t location_row(uint32_t method, uint32_t bci, int32_t line) {
  if (method != tables.last_method || bci != tables.last_bci) {
    struct row *r = row_of(mem_printf("L%u.%u", method, bci));
    if (!r->id) r->id = live_location(agent.live, NULL, method, bci, line);
    tables.last_method = method;
    tables.last_bci = bci;
    tables.last_location = r->id;
  }
  return tables.last_location;
}

uint32_t row_class(const char *name, const char *loader, const uint8_t hash[16], uint32_t flags) {
  sites_lock();
  uint32_t id = class_row(name, loader, hash, flags);
  sites_unlock();
  return id;
}

uint32_t row_field(uint32_t class_id_, const char *name, const char *desc, uint32_t flags) {
  sites_lock();
  uint32_t id = field_row(class_id_, name, desc, flags);
  sites_unlock();
  return id;
}

uint32_t row_string(const char *s) {
  sites_lock();
  uint32_t id = string_row(s);
  sites_unlock();
  return id;
}

/* ---- original positions of rewritten instructions ---- */

void site_map(void *arg, const struct class_file *cf, const struct method_info *mi,
              const struct moved_insn *map, size_t count) {
  sites_lock();
  uint32_t k = class_row(cf->name->s, arg, cf->hash, cf->flags);
  struct row *r = method_row(k, mi->name->s, mi->desc->s, mi->flags);
  struct moved_insn *copy = NULL;
  if (count) {
    copy = mem_alloc(count * sizeof *copy);
    memcpy(copy, map, count * sizeof *copy);
  }
  free((void *)r->map);
  r->map = copy;
  r->map_count = count;
  sites_unlock();
}

static uint32_t original_bci(const struct row *r, uint32_t pc) {
  size_t lo = 0, hi = r->map_count;
  if (!hi) return pc;
  while (hi - lo > 1) {
    size_t mid = (lo + hi) / 2;
    if (r->map[mid].pc <= pc) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  INVARIANT(hi == r->map_count || r->map[hi].pc > pc,
            "the instruction that is found is the last one before a place: %u", pc);
  return r->map[lo].bci;
}

/* Returns the row with that key, or NULL. Takes ownership of `key`. */
static const struct row *row_known(char *key) {
  uint32_t hash = text_hash(key);
  size_t at = hash & (tables.cap - 1);
  const struct row *found = NULL;
  for (; tables.cap && tables.slots[at] && !found; at = (at + 1) & (tables.cap - 1))
    if (tables.slots[at]->hash == hash && !strcmp(tables.slots[at]->key, key))
      found = tables.slots[at];
  free(key);
  return found;
}

uint32_t site_position(const char *signature, const char *name, const char *desc, uint32_t bci) {
  static const char *const loaders[] = {"app", "", "other"}; /* as in class_row */
  uint32_t pc = bci;
  int length = (int)strlen(signature) - 2; /* without L and ; */
  sites_lock();
  const struct row *k = NULL;
  for (size_t i = 0; !k && i < COUNT(loaders); i++)
    k = row_known(mem_printf("C%.*s %s", length, signature + 1, loaders[i]));
  const struct row *m = k ? row_known(mem_printf("M%u.%s%s", k->id, name, desc)) : NULL;
  for (size_t i = 0; m && i < m->map_count; i++)
    if (m->map[i].bci == bci) pc = m->map[i].pc;
  sites_unlock();
  return pc;
}

uint32_t row_location_of(uint32_t class_id_, const char *name, const char *desc, uint32_t flags,
                         uint32_t pc, int32_t line) {
  sites_lock();
  struct row *r = method_row(class_id_, name, desc, flags);
  uint32_t id = location_row(r->id, original_bci(r, pc), line);
  sites_unlock();
  return id;
}

/* ---- sites ---- */

static struct site *site_slot(uint32_t *number) {
  if (tables.count >= CHUNK * CHUNKS) return NULL;
  *number = tables.count++;
  struct site **chunk = &tables.chunks[*number / CHUNK];
  if (!*chunk) __atomic_store_n(chunk, mem_alloc(CHUNK * sizeof **chunk), __ATOMIC_RELEASE);
  return &(*chunk)[*number % CHUNK];
}

static const char *sites_keep(const struct symbol *s) {
  return symtab_intern(tables.strings, s->s, s->len)->s;
}

/* Stores the field or method that a site refers to. The row of a field is written only when its
 * declaring class is known (site_resolve). */
static void refer(struct site *s, const struct cp_entry *ref) {
  s->owner = sites_keep(ref->owner);
  s->name = sites_keep(ref->name);
  s->desc = sites_keep(ref->desc);
  if (s->kind != SITE_CALL) return;
  s->text = string_row(s->name);
  /* Only classes of the JDK match the rows of jdkcalls.def with this action. */
  if (s->action == CALL_CALL)
    s->ref = method_row(class_row(s->owner, NULL, NULL, 0), s->name, s->desc, 0)->id;
}

uint32_t site_new(void *arg, const struct class_file *cf, const struct rewrite_site *from) {
  uint32_t number = 0;
  sites_lock();
  if (!tables.strings) tables.strings = symtab_new();
  struct site *s = site_slot(&number);
  if (s) {
    *s = (struct site){.kind = (uint8_t)from->kind,
                       .type = from->type,
                       .event = from->event,
                       .action = (uint8_t)from->action,
                       .flags = from->flags};
    uint32_t k = class_row(cf->name->s, arg, cf->hash, cf->flags);
    uint32_t m =
        method_row(k, from->method->name->s, from->method->desc->s, from->method->flags)->id;
    s->location = location_row(m, from->bci, method_line(from->method, from->bci));
    if (from->kind == SITE_MARK) {
      int ref = trace_kind_ref(from->event);
      s->ref = ref == TRACE_REF_METHOD ? m : ref == TRACE_REF_CLASS ? k : 0;
    }
    if (from->ref) refer(s, from->ref);
  }
  sites_unlock();
  return number;
}
