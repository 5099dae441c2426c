/* Recognises races that authors often intend, by what the code of both accesses does. An idiom is a
 * hint for the reader of a report; no verdict depends on it. */
#include <string.h>

#include "engine/classfile/insn.h"
#include "engine/session/session.h"
#include "engine/vm/klass.h"

/* The code of a method around accesses of one location: a field, or any array element. */
struct scan {
  const struct method *m;
  const struct cp_entry *field; /* NULL: elements */
  struct insn in;               /* the current instruction */
  uint32_t previous;            /* the opcode before it; OP_NOP: there is none */
};

static bool scan_begin(struct scan *s, const struct race_access *a) {
  *s = (struct scan){.m = a->method};
  if (!a->method || !a->method->info || !a->method->owner->cf) return false;
  s->field = session_field_at(a->method, a->bci, &s->in);
  s->in = (struct insn){0};
  return true;
}

static bool scan_next(struct scan *s) {
  const struct method_info *i = s->m->info;
  uint32_t pc = s->in.next;
  s->previous = pc ? s->in.op : OP_NOP;
  return pc < i->code_len && !insn_decode(i->code, i->code_len, pc, &s->in);
}

static bool is_location(const struct scan *s) {
  struct insn in;
  const struct cp_entry *f = session_field_at(s->m, s->in.pc, &in);
  return f && session_same_field(f, s->field);
}

static bool reads(const struct scan *s) {
  if (!s->field) return s->in.op >= OP_IALOAD && s->in.op <= OP_SALOAD;
  return (s->in.op == OP_GETFIELD || s->in.op == OP_GETSTATIC) && is_location(s);
}

static bool writes(const struct scan *s) {
  if (!s->field) return s->in.op >= OP_IASTORE && s->in.op <= OP_SASTORE;
  return (s->in.op == OP_PUTFIELD || s->in.op == OP_PUTSTATIC) && is_location(s);
}

static bool tests_for_nothing(uint8_t op) {
  return op == OP_IFNULL || op == OP_IFNONNULL || op == OP_IFEQ || op == OP_IFNE;
}

/* Does the method read the location, compare a value with null or 0, and then write the location?
 * Then a thread that finds nothing there computes the value itself. A second read of a field may
 * return the older value again, so it must read a field only once. */
static bool fills(const struct race_access *a) {
  struct scan s;
  uint32_t times = 0;
  bool tested = false, filled = false;
  if (!scan_begin(&s, a)) return false;
  while (scan_next(&s)) {
    filled |= tested && writes(&s);
    tested |= times && tests_for_nothing(s.in.op);
    times += reads(&s);
  }
  return filled && (times == 1 || !s.field);
}

static bool adds(uint32_t op) {
  return op == OP_IADD || op == OP_ISUB || op == OP_LADD || op == OP_LSUB;
}

static bool keeps_a_copy(uint8_t op) {
  return op == OP_DUP_X1 || op == OP_DUP_X2 || op == OP_DUP2_X1 || op == OP_DUP2_X2;
}

/* Does the access belong to `n += k` whose value is not used otherwise? */
static bool counts(const struct race_access *a) {
  struct scan s;
  uint32_t read_at = UINT32_MAX;
  bool used = false;
  if (!scan_begin(&s, a) || !s.field) return false;
  while (scan_next(&s)) {
    used |= keeps_a_copy(s.in.op);
    if (reads(&s)) {
      read_at = s.in.pc;
      used = false;
    }
    if (writes(&s) && (s.in.pc == a->bci || read_at == a->bci))
      return read_at != UINT32_MAX && !used && adds(s.previous);
  }
  return false;
}

/* Is the access a read, and what does the instruction after it do? OP_NOP: it is no read. */
static uint8_t after_read(const struct race_access *a) {
  struct scan s;
  if (a->write || !scan_begin(&s, a)) return OP_NOP;
  while (scan_next(&s))
    if (s.in.pc == a->bci) return scan_next(&s) ? s.in.op : OP_NOP;
  return OP_NOP;
}

static bool is_getter(const struct race_access *a) {
  uint8_t op = after_read(a);
  return op == OP_IRETURN || op == OP_LRETURN;
}

static bool branches(const struct race_access *a) {
  uint8_t op = after_read(a);
  return op == OP_IFEQ || op == OP_IFNE;
}

/* A write that branches lead to stores a computed value. */
static bool writes_constant(const struct race_access *a) {
  struct scan s;
  bool constant = false, joined = false;
  if (!a->write || !scan_begin(&s, a)) return false;
  while (scan_next(&s)) {
    const struct insn_desc *d = &insn_table[s.in.op];
    joined |= (d->format == FMT_BRANCH2 || d->format == FMT_BRANCH4) && s.in.target == a->bci;
    if (s.in.pc == a->bci) constant = s.previous == OP_ICONST_0 || s.previous == OP_ICONST_1;
  }
  return constant && !joined;
}

static bool is_cache(const struct race_access a[2]) { return fills(&a[0]) && fills(&a[1]); }

static bool is_counter(const struct race_access a[2]) {
  return (counts(&a[0]) && (counts(&a[1]) || is_getter(&a[1]))) ||
         (counts(&a[1]) && is_getter(&a[0]));
}

static bool is_flag(const struct race_access a[2]) {
  return (writes_constant(&a[0]) && branches(&a[1])) || (writes_constant(&a[1]) && branches(&a[0]));
}

static const struct {
  const char *name, *text;
  bool (*fits)(const struct race_access a[2]);
} idioms[] = {
    [IDIOM_NONE] = {"", "", NULL},
    [IDIOM_CACHE] = {"cache",
                     "a cache: a thread that finds nothing there computes the value itself, so the "
                     "race is harmless if all compute equal values",
                     is_cache},
    [IDIOM_COUNTER] = {"counter", "a counter: updates can be lost", is_counter},
    [IDIOM_FLAG] = {"flag",
                    "a flag that is polled: a reader may see the change late, and a loop never",
                    is_flag},
};

enum race_idiom session_idiom(const struct race_access a[2]) {
  for (size_t i = IDIOM_CACHE; i < COUNT(idioms); i++)
    if (idioms[i].fits(a)) return (enum race_idiom)i;
  return IDIOM_NONE;
}

enum race_idiom race_idiom_of(const char *name) {
  size_t i = COUNT(idioms) - 1;
  while (i && (!name || strcmp(idioms[i].name, name) != 0)) i--;
  return (enum race_idiom)i;
}

const char *race_idiom_name(enum race_idiom i) { return idioms[i].name; }
const char *race_idiom_text(enum race_idiom i) { return idioms[i].text; }
