/* Strings. They are compact as in the JDK (a byte[] and a coder: Latin-1, or UTF-16 in
 * little-endian order), and are made from modified UTF-8 or UTF-16.
 *
 * An interned String and its byte[] are immortal and have their hash filled in, so they never
 * change. The table lies outside the arena, because the program cannot observe which strings were
 * interned on other paths. */
#include "engine/vm/strings.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <xxhash.h>

enum { LATIN1 = 0, UTF16 = 1, FIRST_SLOTS = 1024 };

struct string_entry {
  uint64_t hash;
  ref s;
};
struct string_table {
  struct string_entry *slots;
  uint32_t mask, count;
};

struct chars { /* a decoded text */
  uint16_t *c;
  size_t n;
  bool latin1;
  uint16_t small[128];
};

/* ---- decoding ---- */

static int continuation(const uint8_t *p, size_t left, size_t k) {
  return left > k && (p[k] & 0xc0) == 0x80 ? p[k] & 0x3f : -1;
}

/* Decodes one code unit or, for the four-byte forms of plain UTF-8, one code point. A byte that
 * fits no form is returned as it is. */
static uint32_t decode_one(const uint8_t *p, size_t left, size_t *used) {
  int a, b, c;
  *used = 1;
  if (p[0] < 0x80) return p[0];
  a = continuation(p, left, 1);
  if ((p[0] & 0xe0) == 0xc0 && a >= 0) {
    *used = 2;
    return (uint32_t)((p[0] & 0x1f) << 6 | a);
  }
  b = continuation(p, left, 2);
  if ((p[0] & 0xf0) == 0xe0 && a >= 0 && b >= 0) {
    *used = 3;
    return (uint32_t)((p[0] & 0x0f) << 12 | a << 6 | b);
  }
  c = continuation(p, left, 3);
  if ((p[0] & 0xf8) == 0xf0 && a >= 0 && b >= 0 && c >= 0) {
    *used = 4;
    return (uint32_t)((p[0] & 0x07) << 18 | a << 12 | b << 6 | c);
  }
  return p[0];
}

static void strings_decode(struct chars *d, const char *s, size_t len) {
  const uint8_t *p = (const uint8_t *)s;
  size_t used;
  d->c = len <= COUNT(d->small) ? d->small : mem_alloc(len * sizeof(uint16_t));
  d->n = 0;
  d->latin1 = true;
  for (size_t i = 0; i < len; i += used) {
    uint32_t u = decode_one(p + i, len - i, &used);
    if (u > 0xff) d->latin1 = false;
    if (u > 0xffff) {
      d->c[d->n++] = (uint16_t)(0xd800 + ((u - 0x10000) >> 10));
      u = 0xdc00 + (u & 0x3ff);
    }
    d->c[d->n++] = (uint16_t)u;
  }
}

static void view(struct chars *d, const uint16_t *s, size_t len) {
  d->c = (uint16_t *)(uintptr_t)s;
  d->n = len;
  d->latin1 = true;
  for (size_t i = 0; i < len; i++)
    if (s[i] > 0xff) d->latin1 = false;
}

static void chars_release(struct chars *d) {
  if (d->c != d->small) free(d->c);
}

/* ---- objects ---- */

static void fill_bytes(struct vm *vm, ref bytes, const struct chars *d) {
  uint8_t *to = vm->arena.mem + bytes + ARRAY_BASE;
  INVARIANT(array_length(vm, bytes) == (d->latin1 ? d->n : d->n * 2),
            "a string's bytes have room for its text: %zu characters", d->n);
  arena_touch_range(&vm->arena, bytes + ARRAY_BASE, (uint32_t)(d->latin1 ? d->n : d->n * 2));
  if (!d->latin1)
    memcpy(to, d->c, d->n * 2);
  else
    for (size_t i = 0; i < d->n; i++) to[i] = (uint8_t)d->c[i];
}

static ref new_string(struct vm *vm, struct thread *t, const struct chars *d) {
  ref bytes, s;
  size_t n = d->latin1 ? d->n : d->n * 2;
  if (n > INT32_MAX / 2) return 0;
  bytes = vm_new_prim_array(vm, t, 'B', (int32_t)n);
  if (!bytes) return 0;
  fill_bytes(vm, bytes, d);
  s = vm_new_object(vm, t, vm->wk.string);
  if (!s) return 0;
  put32(vm, s + vm->wk.string_value, bytes);
  put32(vm, bytes + 4, vm_object(vm, bytes)->lock | OBJ_FROZEN);
  arena_put_u8(&vm->arena, s + vm->wk.string_coder, d->latin1 ? LATIN1 : UTF16);
  return s;
}

ref vm_string_n(struct vm *vm, struct thread *t, const char *utf8, size_t len) {
  struct chars d;
  ref s;
  strings_decode(&d, utf8, len);
  s = new_string(vm, t, &d);
  chars_release(&d);
  return s;
}

ref vm_string(struct vm *vm, struct thread *t, const char *utf8) {
  return vm_string_n(vm, t, utf8, strlen(utf8));
}

ref vm_string_utf16(struct vm *vm, struct thread *t, const uint16_t *s, size_t len) {
  struct chars d;
  view(&d, s, len);
  return new_string(vm, t, &d);
}

/* ---- reading ---- */

static bool is_latin1(struct vm *vm, ref s) { return *MEM8(vm, s + vm->wk.string_coder) == LATIN1; }

uint32_t vm_string_length(struct vm *vm, ref string) {
  ref bytes = *MEM32(vm, string + vm->wk.string_value);
  if (!bytes) return 0;
  return array_length(vm, bytes) >> (is_latin1(vm, string) ? 0 : 1);
}

uint16_t vm_string_char(struct vm *vm, ref string, uint32_t i) {
  ref bytes = *MEM32(vm, string + vm->wk.string_value);
  INVARIANT(i < vm_string_length(vm, string), "a character is in its string: %u", i);
  if (is_latin1(vm, string)) return *MEM8(vm, bytes + ARRAY_BASE + i);
  return *MEM16(vm, bytes + ARRAY_BASE + i * 2);
}

/* Writes up to 3 bytes to `to` and returns their number. */
static size_t encode_one(char *to, uint16_t c) {
  if (c && c < 0x80) {
    to[0] = (char)c;
    return 1;
  }
  if (c < 0x800) {
    to[0] = (char)(0xc0 | c >> 6);
    to[1] = (char)(0x80 | (c & 0x3f));
    return 2;
  }
  to[0] = (char)(0xe0 | c >> 12);
  to[1] = (char)(0x80 | (c >> 6 & 0x3f));
  to[2] = (char)(0x80 | (c & 0x3f));
  return 3;
}

char *vm_utf8(struct vm *vm, ref string) {
  uint32_t n;
  size_t at = 0;
  char *s;
  if (!string) return NULL;
  n = vm_string_length(vm, string);
  s = mem_alloc((size_t)n * 3 + 1);
  for (uint32_t i = 0; i < n; i++) at += encode_one(s + at, vm_string_char(vm, string, i));
  s[at] = 0;
  return s;
}

char *vm_utf8_plain(struct vm *vm, ref string, size_t *len) {
  uint32_t n = vm_string_length(vm, string);
  char *s = mem_alloc((size_t)n * 3 + 1);
  size_t at = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint16_t c = vm_string_char(vm, string, i),
             d = i + 1 < n ? vm_string_char(vm, string, i + 1) : 0;
    if (c == 0) {
      s[at++] = 0;
    } else if (c >= 0xd800 && c < 0xdc00 && d >= 0xdc00 && d < 0xe000) {
      uint32_t u = 0x10000 + ((uint32_t)(c - 0xd800) << 10) + (uint32_t)(d - 0xdc00);
      s[at++] = (char)(0xf0 | u >> 18);
      s[at++] = (char)(0x80 | (u >> 12 & 0x3f));
      s[at++] = (char)(0x80 | (u >> 6 & 0x3f));
      s[at++] = (char)(0x80 | (u & 0x3f));
      i++;
    } else if (c >= 0xd800 && c < 0xe000) {
      s[at++] = '?'; /* an unpaired surrogate has no UTF-8 form; the JDK's encoder writes '?' too */
    } else {
      at += encode_one(s + at, c);
    }
  }
  s[at] = 0;
  *len = at;
  return s;
}

/* ---- interning ---- */

void strings_init(struct vm *vm) {
  struct string_table *t = mem_alloc(sizeof *t);
  t->mask = FIRST_SLOTS - 1;
  t->slots = mem_alloc(FIRST_SLOTS * sizeof *t->slots);
  vm->loaded.strings = t;
}

void strings_release(struct vm *vm) {
  struct string_table *t = vm->loaded.strings;
  if (!t) return;
  free(t->slots);
  free(t);
  vm->loaded.strings = NULL;
}

/* Compares the String with the code units. */
static bool equals(struct vm *vm, ref s, const struct chars *d) {
  if (vm_string_length(vm, s) != d->n) return false;
  for (uint32_t i = 0; i < d->n; i++)
    if (vm_string_char(vm, s, i) != d->c[i]) return false;
  return true;
}

static struct string_entry *strings_find(struct vm *vm, const struct chars *d, uint64_t hash) {
  struct string_table *t = vm->loaded.strings;
  uint32_t i = (uint32_t)hash & t->mask;
  while (t->slots[i].s && (t->slots[i].hash != hash || !equals(vm, t->slots[i].s, d)))
    i = (i + 1) & t->mask;
  return &t->slots[i];
}

static void strings_grow(struct string_table *t) {
  struct string_entry *old = t->slots;
  uint32_t n = t->mask + 1;
  t->mask = n * 2 - 1;
  t->slots = mem_alloc((size_t)n * 2 * sizeof *t->slots);
  for (uint32_t j = 0; j < n; j++) {
    uint32_t i = (uint32_t)old[j].hash & t->mask;
    if (!old[j].s) continue;
    while (t->slots[i].s) i = (i + 1) & t->mask;
    t->slots[i] = old[j];
  }
  free(old);
}

static int32_t java_hash(const struct chars *d) {
  uint32_t h = 0;
  for (size_t i = 0; i < d->n; i++) h = h * 31 + d->c[i];
  return (int32_t)h;
}

static ref immortal_string(struct vm *vm, const struct chars *d) {
  uint32_t n = (uint32_t)(d->latin1 ? d->n : d->n * 2), size = (ARRAY_BASE + n + 7) & ~7u;
  ref bytes = arena_immortal_new(&vm->arena, size),
      s = arena_immortal_new(&vm->arena, vm->wk.string->instance_size);
  int32_t h = java_hash(d);
  if (!bytes || !s) return 0;
  vm_object(vm, bytes)->klass = vm->wk.prim_array[1]->id;
  vm_object(vm, s)->lock = OBJ_SHARED;
  vm_object(vm, bytes)->lock = OBJ_SHARED | OBJ_FROZEN;
  *MEM32(vm, bytes + ARRAY_LENGTH) = n;
  if (!d->latin1)
    memcpy(MEM8(vm, bytes + ARRAY_BASE), d->c, n);
  else
    for (size_t i = 0; i < d->n; i++) *MEM8(vm, bytes + ARRAY_BASE + i) = (uint8_t)d->c[i];
  vm_object(vm, s)->klass = vm->wk.string->id;
  *MEM32(vm, s + vm->wk.string_value) = bytes;
  *MEM8(vm, s + vm->wk.string_coder) = d->latin1 ? LATIN1 : UTF16;
  *MEM32(vm, s + vm->wk.string_hash) = (uint32_t)h;
  if (!h && vm->wk.string_hash_zero) *MEM8(vm, s + vm->wk.string_hash_zero) = 1;
  arena_immortal_seal(&vm->arena, bytes, size);
  arena_immortal_seal(&vm->arena, s, vm->wk.string->instance_size);
  return s;
}

static ref intern(struct vm *vm, const struct chars *d) {
  struct string_table *t = vm->loaded.strings;
  uint64_t hash = XXH3_64bits(d->c, d->n * 2);
  struct string_entry *e = strings_find(vm, d, hash);
  if (e->s) return e->s;
  CHECK(t->count <= t->mask, "the table of strings has a free place: %u", t->count);
  e->hash = hash;
  e->s = immortal_string(vm, d);
  if (!e->s) {
    error_set(&vm->err, ERR_MEMORY, "the area of interned strings is full");
    return 0;
  }
  ref s = e->s;
  if (++t->count > (t->mask + 1) / 2) strings_grow(t);
  return s;
}

ref vm_intern_sym(struct vm *vm, const struct symbol *s) {
  struct chars d;
  ref r;
  strings_decode(&d, s->s, s->len);
  r = intern(vm, &d);
  chars_release(&d);
  return r;
}

ref vm_intern(struct vm *vm, ref string) {
  uint32_t n = vm_string_length(vm, string);
  uint16_t *c = mem_alloc((n + 1u) * sizeof *c);
  struct chars d;
  ref r;
  for (uint32_t i = 0; i < n; i++) c[i] = vm_string_char(vm, string, i);
  view(&d, c, n);
  r = intern(vm, &d);
  free(c);
  return r;
}
