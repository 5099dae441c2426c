/* Mutates class files so that they stay readable, because a file that the parser rejects at once
 * does not test the verifier and the interpreter. Walks the file for its constants and the code of
 * its methods, then changes a few small things, including lengths. */
#include "tests/fuzz/mutate_class.h"

#include "engine/base/mem.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/insn.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { CONSTANTS_MAX = 2048, CODES_MAX = 64, ATTRIBUTE_HEAD = 6, CODE_HEAD = 8 };

struct code_place {
  uint32_t attribute; /* offset of the index of its name */
  uint32_t at, len;   /* offset and length of the instructions */
};

struct walk {
  uint8_t *data;
  size_t size, max;
  size_t pos;
  bool cut; /* the file ended too early */
  uint16_t constants;
  uint32_t constant[CONSTANTS_MAX]; /* offset of the tag; 0: none */
  struct code_place code[CODES_MAX];
  uint32_t codes;
  struct fuzz_random *r;
};

static uint32_t get(const uint8_t *p, unsigned n) {
  uint32_t v = 0;
  while (n-- > 0) v = v << 8 | *p++;
  return v;
}

static void put(uint8_t *p, uint32_t v, unsigned n) {
  while (n-- > 0) p[n] = (uint8_t)v, v >>= 8;
}

/* ---- the walk ---- */

static void skip(struct walk *w, size_t n) {
  if (n > w->size - w->pos)
    w->cut = true, w->pos = w->size;
  else
    w->pos += n;
}

static uint32_t next(struct walk *w, unsigned n) {
  size_t at = w->pos;
  skip(w, n);
  return w->cut ? 0 : get(w->data + at, n);
}

static unsigned constant_size(uint8_t tag) {
  switch (tag) {
    case CP_CLASS:
    case CP_STRING:
    case CP_METHODTYPE:
    case CP_MODULE:
    case CP_PACKAGE: return 2;
    case CP_METHODHANDLE: return 3;
    case CP_LONG:
    case CP_DOUBLE: return 8;
    default: return 4;
  }
}

static void walk_constants(struct walk *w) {
  skip(w, 8);
  w->constants = (uint16_t)next(w, 2);
  for (uint32_t i = 1; i < w->constants && !w->cut; i++) {
    size_t at = w->pos;
    uint8_t tag = (uint8_t)next(w, 1);
    if (tag == CP_UTF8)
      skip(w, next(w, 2));
    else
      skip(w, constant_size(tag));
    if (i < CONSTANTS_MAX && !w->cut) w->constant[i] = (uint32_t)at;
    if (tag == CP_LONG || tag == CP_DOUBLE) i++;
  }
}

static bool names_code(const struct walk *w, uint32_t index) {
  const uint8_t *p =
      index < CONSTANTS_MAX && w->constant[index] ? w->data + w->constant[index] : NULL;
  return p && p[0] == CP_UTF8 && get(p + 1, 2) == 4 && !memcmp(p + 3, "Code", 4);
}

static void walk_attributes(struct walk *w) {
  for (uint32_t n = next(w, 2); n > 0 && !w->cut; n--) {
    uint32_t start = (uint32_t)w->pos, name = next(w, 2), len = next(w, 4);
    bool code =
        names_code(w, name) && len > CODE_HEAD && w->codes < CODES_MAX && len <= w->size - w->pos;
    uint32_t code_len = code ? get(w->data + w->pos + 4, 4) : 0;
    if (code && code_len && code_len <= len - CODE_HEAD)
      w->code[w->codes++] = (struct code_place){start, (uint32_t)w->pos + CODE_HEAD, code_len};
    skip(w, len);
  }
}

static void walk_members(struct walk *w) {
  for (uint32_t n = next(w, 2); n > 0 && !w->cut; n--) {
    skip(w, 6);
    walk_attributes(w);
  }
}

static void walk_file(struct walk *w) {
  walk_constants(w);
  skip(w, 6);
  skip(w, next(w, 2) * 2);
  walk_members(w);
  walk_members(w);
}

/* ---- mutations of the constant pool ---- */

/* Returns the index of a constant of the same kind as `like`, or `like` itself if it finds none at
 * random. */
static uint32_t similar(struct walk *w, uint32_t like) {
  uint32_t n = w->constants < CONSTANTS_MAX ? w->constants : CONSTANTS_MAX;
  for (int tries = 0; tries < 30 && like < n && w->constant[like]; tries++) {
    uint32_t i = fuzz_below(w->r, n);
    if (w->constant[i] && w->data[w->constant[i]] == w->data[w->constant[like]]) return i;
  }
  return like;
}

/* Replaces `old` bytes at `at` by `len` others. Returns false when there is no room. */
static bool splice(struct walk *w, size_t at, size_t old, const void *bytes, size_t len) {
  if (w->size - old + len > w->max) return false;
  memmove(w->data + at + len, w->data + at + old, w->size - at - old);
  if (len) memcpy(w->data + at, bytes, len);
  w->size = w->size - old + len;
  return true;
}

static void change_text(struct walk *w, uint32_t at) {
  static const char *const texts[] = {"java/lang/Object",
                                      "java/lang/String",
                                      "java/lang/Throwable",
                                      "java/lang/Runnable",
                                      "java/lang/Thread",
                                      "[I",
                                      "[[J",
                                      "[Ljava/lang/Object;",
                                      "()V",
                                      "(I)I",
                                      "(JD)J",
                                      "()Ljava/lang/Object;",
                                      "(Ljava/lang/Object;)V",
                                      "I",
                                      "J",
                                      "D",
                                      "Z",
                                      "Ljava/lang/String;",
                                      "<init>",
                                      "<clinit>",
                                      "run",
                                      "equals",
                                      "clone",
                                      "finalize",
                                      "StackMapTable",
                                      "BootstrapMethods",
                                      "java/lang/invoke/MethodHandle",
                                      "invokeExact",
                                      "java/lang/Error",
                                      "java/util/List",
                                      "Signature",
                                      "ConstantValue"};
  const char *s = texts[fuzz_below(w->r, COUNT(texts))];
  size_t old = get(w->data + at + 1, 2);
  if (splice(w, at + 3, old, s, strlen(s))) put(w->data + at + 1, (uint32_t)strlen(s), 2);
}

static void change_constant(struct walk *w) {
  uint32_t n = w->constants < CONSTANTS_MAX ? w->constants : CONSTANTS_MAX,
           at = w->constant[fuzz_below(w->r, n)];
  uint8_t *p = w->data + at;
  if (!at) return;
  switch (p[0]) {
    case CP_UTF8: change_text(w, at); break;
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_LONG:
    case CP_DOUBLE:
      put(p + 1, fuzz_below(w->r, 3) ? fuzz_below(w->r, 10) : fuzz_below(w->r, UINT32_MAX), 4);
      break;
    case CP_METHODHANDLE:
      if (fuzz_below(w->r, 2))
        p[1] = (uint8_t)fuzz_below(w->r, 10);
      else
        put(p + 2, similar(w, get(p + 2, 2)), 2);
      break;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHODTYPE: put(p + 1, similar(w, get(p + 1, 2)), 2); break;
    default: {
      unsigned half = 2 * fuzz_below(w->r, 2);
      if (p[0] >= CP_FIELDREF && p[0] <= CP_INTERFACEMETHODREF && !fuzz_below(w->r, 5))
        p[0] = (uint8_t)(CP_FIELDREF + fuzz_below(w->r, 3));
      put(p + 1 + half, similar(w, get(p + 1 + half, 2)), 2);
    }
  }
}

/* ---- mutations of code ---- */

/* Returns the start of a random instruction. */
static uint32_t some_pc(struct walk *w, const struct code_place *c) {
  const uint8_t *code = w->data + c->at;
  uint32_t pc = 0, last = 0;
  struct insn in;
  for (uint32_t n = fuzz_below(w->r, c->len < 200 ? c->len : 200); n > 0 && pc < c->len; n--) {
    if (insn_decode(code, c->len, pc, &in)) break;
    last = pc;
    pc = in.next;
  }
  return last;
}

/* Makes an instruction of any kind with plausible operands. Returns its length. */
static unsigned make_insn(struct walk *w, uint8_t out[8]) {
  int len;
  memset(out, 0, 8);
  do out[0] = (uint8_t)fuzz_below(w->r, 202);
  while ((len = insn_length(out, 8, 0)) <= 0);
  if (len == 2) out[1] = (uint8_t)fuzz_below(w->r, 12);
  if (len == 3)
    put(out + 1, fuzz_below(w->r, insn_table[out[0]].format == FMT_BRANCH2 ? 20 : w->constants), 2);
  if (len >= 4)
    put(out + 1, fuzz_below(w->r, w->constants), 2), out[3] = (uint8_t)fuzz_below(w->r, 4);
  return (unsigned)len;
}

static void change_operand(struct walk *w, const struct code_place *c) {
  uint8_t *p = w->data + c->at + some_pc(w, c);
  struct insn in;
  if (insn_decode(p, c->len - (uint32_t)(p - (w->data + c->at)), 0, &in)) return;
  if (in.cp && in.next >= 3)
    put(p + 1, similar(w, in.cp), 2);
  else if (in.next >= 3)
    put(p + 1, fuzz_below(w->r, 3) ? fuzz_below(w->r, 24) : fuzz_below(w->r, 65536), 2);
  else if (in.next == 2)
    p[1] = (uint8_t)fuzz_below(w->r, 16);
  else
    p[0] = (uint8_t)fuzz_below(w->r, 202);
}

/* Replaces, removes or inserts an instruction, and adjusts the lengths of the code and its
 * attribute. */
static void change_insn(struct walk *w, const struct code_place *c, bool drop, bool add) {
  uint8_t made[8], *code = w->data + c->at;
  uint32_t pc = some_pc(w, c);
  int old = drop ? insn_length(code, c->len, pc) : 0;
  unsigned len = add ? make_insn(w, made) : 0;
  uint32_t now;
  if (old < 0 || c->len - (uint32_t)old + len == 0) return;
  now = c->len - (uint32_t)old + len;
  if (!splice(w, c->at + pc, (size_t)old, made, len)) return;
  put(w->data + c->at - 4, now, 4);
  put(w->data + c->attribute + 2, get(w->data + c->attribute + 2, 4) - (uint32_t)old + len, 4);
}

/* Changes a byte between the code and the attribute's end: handlers, StackMapTable, line
 * numbers. */
static void change_behind_code(struct walk *w, const struct code_place *c) {
  uint32_t end = c->attribute + ATTRIBUTE_HEAD + get(w->data + c->attribute + 2, 4),
           at = c->at + c->len;
  if (end <= at || end > w->size) return;
  at += fuzz_below(w->r, end - at);
  w->data[at] = (uint8_t)(fuzz_below(w->r, 2) ? fuzz_below(w->r, 24) : fuzz_below(w->r, 256));
}

static void change_limits(struct walk *w, const struct code_place *c) {
  put(w->data + c->at - CODE_HEAD + 2 * fuzz_below(w->r, 2), fuzz_below(w->r, 8), 2);
}

static void change(struct walk *w) {
  const struct code_place *c = w->codes ? &w->code[fuzz_below(w->r, w->codes)] : NULL;
  unsigned what = fuzz_below(w->r, c ? 12 : 3);
  switch (what) {
    case 0:
    case 1: change_constant(w); break;
    case 2: w->data[fuzz_below(w->r, (uint32_t)w->size)] = (uint8_t)fuzz_below(w->r, 256); break;
    case 3: change_limits(w, c); break;
    case 4:
    case 5: change_behind_code(w, c); break;
    case 6: change_insn(w, c, true, false); break;
    case 7:
    case 8: change_insn(w, c, false, true); break;
    case 9: change_insn(w, c, true, true); break;
    default: change_operand(w, c);
  }
}

size_t mutate_class(uint8_t *data, size_t size, size_t max, struct fuzz_random *r) {
  struct walk *w = mem_alloc(sizeof *w);
  for (uint32_t n = 1 + fuzz_below(r, 4); n > 0 && size > 10; n--) {
    *w = (struct walk){.data = data, .size = size, .max = max, .r = r};
    walk_file(w);
    if (w->constants < 2) break;
    change(w);
    size = w->size;
  }
  free(w);
  return size;
}
