/* See zstream.h.
 *
 * A stream's block holds a struct head. Its calls are in a second block, whose size doubles when it
 * is full. To replay a call, zlib is offered as much input as originally, although only the
 * consumed part was stored. zlib looks at the amount of the remaining input, but not at its
 * bytes. */
#include "engine/natives/io/zstream.h"
#include "engine/base/check.h"

#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <stdlib.h>
#include <xxhash.h>
#include <zlib.h>

struct opening {
  uint32_t deflate, raw;
  int32_t level, strategy;
};

/* In the arena. */
struct head {
  struct opening opening;
  int32_t level, strategy; /* those of the last deflateParams */
  int64_t calls;           /* address of the calls; 0: none yet */
  uint32_t used, room;     /* bytes at that address */
  uint32_t last, unused;   /* offset of the last call */
  XXH128_hash_t hash;      /* of the opening and all calls */
};

/* Precedes the consumed input of each call. */
struct record {
  uint32_t op;
  int32_t arg;
  uint32_t in_len, in_used, out_len, out_used;
};

enum { KEPT = 8, FIRST_ROOM = 256 };

struct live {
  z_stream z;
  XXH128_hash_t hash;
  bool open, deflate;
  uint64_t turn;
};

struct zstreams {
  struct live kept[KEPT];
  uint64_t turn;
};

/* ---- zlib ---- */

static void live_close(struct live *l) {
  if (l->open && l->deflate) deflateEnd(&l->z);
  if (l->open && !l->deflate) inflateEnd(&l->z);
  memset(l, 0, sizeof *l);
}

static int live_open(struct live *l, const struct opening *o) {
  int bits = o->raw ? -MAX_WBITS : MAX_WBITS, rc;
  memset(l, 0, sizeof *l);
  l->deflate = o->deflate;
  rc = o->deflate ? deflateInit2(&l->z, o->level, Z_DEFLATED, bits, 8, o->strategy)
                  : inflateInit2(&l->z, bits);
  l->open = rc == Z_OK;
  return rc;
}

static int zstream_run(struct live *l, const struct zstream_call *call) {
  switch (call->op) {
    case ZSTREAM_PARAMS: return deflateParams(&l->z, call->arg >> 2, call->arg & 3);
    case ZSTREAM_DICTIONARY:
      l->z.avail_in = 0;
      return l->deflate ? deflateSetDictionary(&l->z, call->in, call->in_len)
                        : inflateSetDictionary(&l->z, call->in, call->in_len);
    default: return l->deflate ? deflate(&l->z, call->arg) : inflate(&l->z, call->arg);
  }
}

/* The call's input and output are in the host's memory. */
static void live_make(struct live *l, struct zstream_call *call) {
  l->z.next_in = (Bytef *)call->in;
  l->z.avail_in = call->in_len;
  l->z.next_out = call->out;
  l->z.avail_out = call->out_len;
  call->status = zstream_run(l, call);
  call->msg = l->z.msg;
  CHECK(l->z.avail_in <= call->in_len && l->z.avail_out <= call->out_len,
        "zlib uses what it was given: %u, %u", l->z.avail_in, l->z.avail_out);
  call->in_used = call->in_len - l->z.avail_in;
  call->out_used = call->out_len - l->z.avail_out;
}

static bool live_repeat(struct live *l, const struct record *r, const uint8_t *consumed) {
  CHECK(r->in_used <= r->in_len && r->out_used <= r->out_len,
        "a call of zlib used what it was given: %u of %u", r->in_used, r->in_len);
  struct zstream_call call = {
      .op = r->op, .arg = r->arg, .in_len = r->in_len, .out_len = r->out_len};
  uint8_t *in = mem_alloc((size_t)r->in_len + 1);
  memcpy(in, consumed, r->in_used);
  call.in = in;
  call.out = mem_alloc((size_t)r->out_len + 1);
  live_make(l, &call);
  free(in);
  free(call.out);
  return call.in_used == r->in_used && call.out_used == r->out_used;
}

/* ---- the stream in the arena ---- */

static struct head *head_at(struct native_call *c, int64_t address, uint32_t *where) {
  ref obj;
  uint32_t off;
  c->vm->run.unreported = true; /* no event reports the contents of a stream */
  if (native_memory_place(c, address, sizeof(struct head), &obj, &off) != NATIVE_OK) return NULL;
  *where = obj + off;
  return (struct head *)(void *)(c->vm->arena.mem + obj + off);
}

static void head_put(struct native_call *c, uint32_t where, const struct head *h) {
  arena_touch_range(&c->vm->arena, where, sizeof *h);
  memcpy(c->vm->arena.mem + where, h, sizeof *h);
}

static XXH128_hash_t extended(XXH128_hash_t before, const struct record *r,
                              const uint8_t *consumed) {
  struct {
    XXH128_hash_t before, input;
    struct record r;
  } all = {before, XXH3_128bits(consumed, r->in_used), *r};
  return XXH3_128bits(&all, sizeof all);
}

static const uint8_t *calls_of(struct native_call *c, const struct head *h, uint32_t *where) {
  ref obj;
  uint32_t off;
  if (!h->calls || native_memory_place(c, h->calls, h->room, &obj, &off) != NATIVE_OK) return NULL;
  *where = obj + off;
  return c->vm->arena.mem + obj + off;
}

/* Makes room for n more bytes. Returns false with OutOfMemoryError pending. */
static bool make_room(struct native_call *c, struct head *h, uint64_t n) {
  uint64_t room = h->room ? h->room : FIRST_ROOM;
  const uint8_t *old;
  ref obj;
  uint32_t off, where;
  int64_t more;
  while (room - h->used < n) room *= 2;
  if (room == h->room) return true;
  more = native_memory_new(c, (int64_t)room);
  if (!more || native_memory_place(c, more, (int64_t)room, &obj, &off) != NATIVE_OK) return false;
  old = calls_of(c, h, &where);
  if (old) {
    arena_touch_range(&c->vm->arena, obj + off, h->used);
    memcpy(c->vm->arena.mem + obj + off, old, h->used);
    native_memory_free(c, h->calls);
  }
  h->calls = more;
  h->room = (uint32_t)room;
  return true;
}

/* Does the call change nothing? A call that neither consumes nor produces anything leaves an
 * inflation unchanged. It leaves a deflation unchanged if the previous call was the same. */
static bool idle(struct native_call *c, const struct head *h, const struct record *r) {
  const uint8_t *calls;
  uint32_t where;
  if (r->in_used || r->out_used || r->op != ZSTREAM_RUN) return false;
  if (!h->opening.deflate) return true;
  calls = h->used ? calls_of(c, h, &where) : NULL;
  return calls && !memcmp(calls + h->last, r, sizeof *r);
}

static bool zstream_note(struct native_call *c, uint32_t where, const struct zstream_call *call) {
  struct head h;
  struct record r = {call->op,      call->arg,     call->in_len,
                     call->in_used, call->out_len, call->out_used};
  uint32_t at;
  memcpy(&h, c->vm->arena.mem + where, sizeof h);
  if (call->op == ZSTREAM_DICTIONARY) r.in_used = r.in_len;
  if (idle(c, &h, &r)) return true;
  if (!make_room(c, &h, sizeof r + (uint64_t)r.in_used) || !calls_of(c, &h, &at)) return false;
  at += h.used;
  CHECK(h.used + sizeof r + (uint64_t)r.in_used <= h.room,
        "a call of zlib fits in the room for it: %u of %u", h.used, h.room);
  arena_touch_range(&c->vm->arena, at, (uint32_t)sizeof r + r.in_used);
  memcpy(c->vm->arena.mem + at, &r, sizeof r);
  memcpy(c->vm->arena.mem + at + sizeof r, call->in, r.in_used);
  h.last = h.used;
  h.used += (uint32_t)sizeof r + r.in_used;
  h.hash = extended(h.hash, &r, call->in);
  if (call->op == ZSTREAM_PARAMS && call->status == Z_OK) {
    h.level = call->arg >> 2;
    h.strategy = call->arg & 3;
  }
  head_put(c, where, &h);
  return true;
}

/* ---- cached streams ---- */

static struct zstreams *kept_streams(struct vm *vm) {
  if (!vm->host.zstreams) vm->host.zstreams = mem_alloc(sizeof(struct zstreams));
  return vm->host.zstreams;
}

static bool repeat_calls(struct native_call *c, struct live *l, const struct head *h) {
  uint32_t where, at = 0;
  const uint8_t *calls = calls_of(c, h, &where);
  struct record r;
  while (calls && h->used - at >= sizeof r) {
    memcpy(&r, calls + at, sizeof r);
    at += (uint32_t)sizeof r;
    if (h->used - at < r.in_used || !live_repeat(l, &r, calls + at)) return false;
    at += r.in_used;
  }
  return at == h->used;
}

/* Returns a zlib stream in the state recorded in the arena. NULL: an error is pending. */
static struct live *live_of(struct native_call *c, const struct head *h) {
  struct zstreams *s = kept_streams(c->vm);
  struct live *oldest = &s->kept[0];
  for (int i = 0; i < KEPT; i++) {
    struct live *l = &s->kept[i];
    if (l->open && XXH128_isEqual(l->hash, h->hash)) {
      l->turn = ++s->turn;
      return l;
    }
    if (l->turn < oldest->turn) oldest = l;
  }
  live_close(oldest);
  if (live_open(oldest, &h->opening) != Z_OK || !repeat_calls(c, oldest, h)) {
    live_close(oldest);
    vm_throw(c->vm, c->t, "java/lang/InternalError", "a zlib stream cannot be re-created");
    return NULL;
  }
  oldest->hash = h->hash;
  oldest->turn = ++s->turn;
  return oldest;
}

void zstreams_release(struct vm *vm) {
  struct zstreams *s = vm->host.zstreams;
  if (!s) return;
  for (int i = 0; i < KEPT; i++) live_close(&s->kept[i]);
  free(s);
  vm->host.zstreams = NULL;
}

/* ---- interface for the natives ---- */

static void start_over(struct head *h) {
  h->calls = 0;
  h->used = h->room = h->last = 0;
  h->hash = XXH3_128bits(&h->opening, sizeof h->opening);
}

int64_t zstream_open(struct native_call *c, bool deflate, bool raw, int level, int strategy) {
  struct head h = {
      .opening = {deflate, raw, level, strategy}, .level = level, .strategy = strategy};
  int64_t address = native_memory_new(c, sizeof h);
  uint32_t where;
  start_over(&h);
  if (!address || !head_at(c, address, &where)) return 0;
  head_put(c, where, &h);
  return address;
}

int zstream_make(struct native_call *c, int64_t address, struct zstream_call *call) {
  uint32_t where;
  const struct head *h = head_at(c, address, &where);
  struct live *l = h ? live_of(c, h) : NULL;
  if (!l) return NATIVE_THROW;
  call->out = mem_alloc((size_t)call->out_len + 1);
  live_make(l, call);
  if (zstream_note(c, where, call)) {
    l->hash = head_at(c, address, &where)->hash;
    return NATIVE_OK;
  }
  live_close(l); /* it has made a call that was not recorded */
  free(call->out);
  call->out = NULL;
  return NATIVE_THROW;
}

int zstream_adler(struct native_call *c, int64_t address, uint32_t *adler) {
  uint32_t where;
  const struct head *h = head_at(c, address, &where);
  const struct live *l = h ? live_of(c, h) : NULL;
  if (!l) return NATIVE_THROW;
  *adler = (uint32_t)l->z.adler;
  return NATIVE_OK;
}

int zstream_reset(struct native_call *c, int64_t address) {
  uint32_t where;
  const struct head *now = head_at(c, address, &where);
  struct head h;
  if (!now) return NATIVE_THROW;
  h = *now;
  if (h.calls) native_memory_free(c, h.calls);
  h.opening.level = h.level;
  h.opening.strategy = h.strategy;
  start_over(&h);
  head_put(c, where, &h);
  return NATIVE_OK;
}

void zstream_close(struct native_call *c, int64_t address) {
  uint32_t where;
  const struct head *h = head_at(c, address, &where);
  if (!h) return;
  if (h->calls) native_memory_free(c, h->calls);
  native_memory_free(c, address);
}
