/* The stack maps of every class of java.base, compared with the StackMapTable that javac wrote; and
 * the maps of hand-made code.
 *
 * timeout: 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/classfile/insn.h"
#include "engine/vm/stackmap.h"
#include "library_fixture.h"

/* ---- stack maps ---- */

struct frame_reader {
  const uint8_t *p;
  uint8_t locals[70000], stack[70000];
  uint32_t local_count, stack_count;
};

static uint32_t take(struct frame_reader *r, int bytes) {
  uint32_t v = 0;
  while (bytes--) v = v << 8 | *r->p++;
  return v;
}

/* Appends one verification type to a list of slots; 3 represents `top`. */
enum { TOP = 3 };
static void add_type(struct frame_reader *r, uint8_t *to, uint32_t *n) {
  uint32_t tag = take(r, 1);
  static const uint8_t kind[] = {TOP,      SLOT_VALUE, SLOT_VALUE, SLOT_VALUE, SLOT_VALUE,
                                 SLOT_REF, SLOT_REF,   SLOT_REF,   SLOT_REF};
  assert_true(tag < 9);
  if (tag >= 7) take(r, 2);
  to[(*n)++] = kind[tag];
  if (tag == 3 || tag == 4) to[(*n)++] = SLOT_VALUE;
}

/* The types of the list are not stored, so chop needs to know which locals are pairs: marks their
 * first slots. */
struct local_list {
  uint32_t start[70000];
  uint32_t count;
};

static void add_local(struct frame_reader *r, struct local_list *l) {
  l->start[l->count++] = r->local_count;
  add_type(r, r->locals, &r->local_count);
}

static void read_frame(struct frame_reader *r, struct local_list *l, uint32_t *delta) {
  uint32_t tag = take(r, 1), n;
  r->stack_count = 0;
  if (tag < 64) {
    *delta = tag;
  } else if (tag < 128) {
    *delta = tag - 64;
    add_type(r, r->stack, &r->stack_count);
  } else if (tag == 247) {
    *delta = take(r, 2);
    add_type(r, r->stack, &r->stack_count);
  } else if (tag >= 248 && tag <= 250) {
    *delta = take(r, 2);
    for (n = 251 - tag; n--;) r->local_count = l->start[--l->count];
  } else if (tag == 251) {
    *delta = take(r, 2);
  } else if (tag >= 252 && tag <= 254) {
    *delta = take(r, 2);
    for (n = tag - 251; n--;) add_local(r, l);
  } else {
    assert_int_equal(tag, 255);
    *delta = take(r, 2);
    r->local_count = l->count = 0;
    for (n = take(r, 2); n--;) add_local(r, l);
    for (n = take(r, 2); n--;) add_type(r, r->stack, &r->stack_count);
  }
}

static void first_frame(struct frame_reader *r, struct local_list *l, const struct method *m) {
  r->local_count = l->count = 0;
  if (!(m->flags & ACC_STATIC)) {
    l->start[l->count++] = r->local_count;
    r->locals[r->local_count++] = SLOT_REF;
  }
  for (const char *p = m->desc->s + 1; *p != ')'; p = desc_next(p)) {
    l->start[l->count++] = r->local_count;
    r->locals[r->local_count++] = *p == 'L' || *p == '[' ? SLOT_REF : SLOT_VALUE;
    if (*p == 'J' || *p == 'D') r->locals[r->local_count++] = SLOT_VALUE;
  }
}

static struct frame_reader reader;
static struct local_list pairs;

/* A live slot has javac's kind; a dead local may have any. */
static void compare(const struct method *m, uint32_t bci, const struct slot_map *map) {
  if (!map) return; /* unreached code after an unconditional jump has no frame from javac */
  if (map->stack != reader.stack_count)
    fail_msg("%s.%s@%u: stack", m->owner->name->s, m->name->s, bci);
  for (uint32_t i = 0; i < map->locals; i++) {
    uint8_t want = i < reader.local_count ? reader.locals[i] : TOP;
    if (map->kind[i] != SLOT_DEAD && map->kind[i] != want)
      fail_msg("%s.%s%s@%u: local %u is %d, not %d", m->owner->name->s, m->name->s, m->desc->s, bci,
               i, map->kind[i], want);
  }
  for (uint32_t i = 0; i < map->stack; i++)
    if (map->kind[map->locals + i] != reader.stack[i])
      fail_msg("%s.%s%s@%u: operand %u", m->owner->name->s, m->name->s, m->desc->s, bci, i);
}

static uint32_t check_frames(struct vm *vm, struct method *m) {
  uint32_t n, at = 0, delta, seen = 0;
  if (!m->info->stack_map.data) return 0;
  reader.p = m->info->stack_map.data;
  n = take(&reader, 2);
  first_frame(&reader, &pairs, m);
  for (uint32_t i = 0; i < n; i++) {
    read_frame(&reader, &pairs, &delta);
    at = i ? at + delta + 1 : delta;
    compare(m, at, stackmap_at(vm, m, at));
    seen += stackmap_at(vm, m, at) != NULL;
  }
  return seen;
}

/* A slot that an instruction reads is live before it, with the kind that it reads. A local that
 * iinc changes may be dead. */
static uint32_t check_reads(struct vm *vm, struct method *m) {
  struct insn in;
  char effect[600];
  uint32_t n = 0;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next) {
    const struct slot_map *map;
    const char *l;
    uint32_t slot;
    assert_int_equal(insn_decode(m->info->code, m->info->code_len, pc, &in), 0);
    map = stackmap_at(vm, m, pc);
    l = insn_table[in.op].local;
    if (!map || l[0] != 'r' || insn_table[in.op].flow == FLOW_RET) continue;
    slot = l[1] == 'n' ? (uint32_t)in.local : (uint32_t)(l[1] - '0');
    insn_effect(m->owner->cf, &in, effect, sizeof effect);
    if ((effect[1] == 'J' || effect[1] == 'D') && map->kind[slot + 1] != SLOT_VALUE)
      fail_msg("%s.%s@%u: half of a pair is dead", m->owner->name->s, m->name->s, pc);
    if (map->kind[slot] != (effect[1] == 'A' ? SLOT_REF : SLOT_VALUE))
      fail_msg("%s.%s%s@%u: local %u is read and %d", m->owner->name->s, m->name->s, m->desc->s, pc,
               slot, map->kind[slot]);
    n++;
  }
  return n;
}

/* A slot that is live after an edge was live before it, with the same kind, unless the instruction
 * wrote it. */
static void check_edge(struct vm *vm, struct method *m, const struct insn *in, uint32_t to) {
  const struct slot_map *a = stackmap_at(vm, m, in->pc), *b = stackmap_at(vm, m, to);
  const char *l = insn_table[in->op].local;
  uint32_t written =
      l[0] == 'w' ? (l[1] == 'n' ? (uint32_t)in->local : (uint32_t)(l[1] - '0')) : UINT32_MAX;
  assert_non_null(b);
  for (uint32_t i = 0; i < a->locals; i++) {
    if (b->kind[i] == SLOT_DEAD || i == written || (i == written + 1 && written != UINT32_MAX))
      continue;
    if (a->kind[i] != b->kind[i])
      fail_msg("%s.%s%s: local %u is %d@%u and %d@%u", m->owner->name->s, m->name->s, m->desc->s, i,
               a->kind[i], in->pc, b->kind[i], to);
  }
}

static uint32_t check_edges(struct vm *vm, struct method *m) {
  struct insn in;
  uint32_t n = 0;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next) {
    uint8_t flow;
    assert_int_equal(insn_decode(m->info->code, m->info->code_len, pc, &in), 0);
    if (!stackmap_at(vm, m, pc)) continue;
    flow = insn_table[in.op].flow;
    if (insn_falls_through(&in)) check_edge(vm, m, &in, in.next);
    if (flow == FLOW_COND || flow == FLOW_GOTO || flow == FLOW_SWITCH)
      check_edge(vm, m, &in, in.target);
    for (uint32_t c = 0; flow == FLOW_SWITCH && c < in.cases; c++) {
      int32_t match;
      uint32_t target;
      insn_case(m->info->code, &in, c, &match, &target);
      check_edge(vm, m, &in, target);
    }
    for (uint32_t h = 0; (flow == FLOW_CALL || flow == FLOW_THROW) && h < m->info->exception_count;
         h++) {
      const struct exception_entry *x = &m->info->exceptions[h];
      if (pc < x->start_pc || pc >= x->end_pc) continue;
      check_edge(vm, m, &in, x->handler_pc);
      n++;
    }
  }
  return n;
}

static void maps_agree_with_javac(void **state) {
  struct vm *vm = library_open();
  struct class_names n = {0};
  uint32_t frames = 0, reads = 0, methods = 0, throws = 0;
  (void)state;
  class_names_list(vm, &n);
  for (size_t i = 0; i < n.v.len; i++) {
    struct klass *k = library_class(vm, n.v.data[i]);
    for (uint32_t j = 0; j < k->method_count; j++) {
      struct method *m = &k->methods[j];
      if (!m->info->code_len) continue;
      assert_non_null(stackmap_at(vm, m, 0));
      frames += check_frames(vm, m);
      reads += check_reads(vm, m);
      throws += check_edges(vm, m);
      methods++;
    }
  }
  print_message("%u methods, %u frames, %u reads, %u edges to handlers\n", methods, frames, reads,
                throws);
  assert_true(throws > 10000);
  assert_true(methods > 50000);
  assert_true(frames > 80000);
  assert_true(reads > 400000);
  class_names_release(&n);
  vm_free(vm);
}

/* ---- maps of hand-made code ---- */

/* A static method ()V of a class that has no constants. */
static struct method *method_of(struct vm *vm, const uint8_t *code, uint32_t len, uint16_t locals,
                                uint16_t stack) {
  struct method *m = pool_alloc(&vm->pool, sizeof *m);
  struct method_info *info = pool_alloc(&vm->pool, sizeof *info);
  info->code = code;
  info->code_len = len;
  info->max_locals = locals;
  info->max_stack = stack;
  info->name = symtab_cstr(vm->syms, "m");
  m->info = info;
  m->owner = vm->wk.object;
  m->name = info->name;
  m->desc = info->desc = symtab_cstr(vm->syms, "()V");
  m->flags = ACC_STATIC;
  return m;
}

static void expect(struct vm *vm, struct method *m, uint32_t bci, const char *kinds) {
  static const char letter[] = "-VR";
  const struct slot_map *map = stackmap_at(vm, m, bci);
  char got[64] = "";
  assert_non_null(map);
  for (uint32_t i = 0; i < map->locals; i++) got[i] = letter[map->kind[i]];
  got[map->locals] = '|';
  for (uint32_t i = 0; i < map->stack; i++)
    got[map->locals + 1 + i] = letter[map->kind[map->locals + i]];
  if (strcmp(got, kinds) != 0) fail_msg("@%u: %s, not %s", bci, got, kinds);
}

static void locals_die_and_conflict(void **state) {
  static const uint8_t code[] = {
      OP_ICONST_0,    OP_ISTORE_0,       /* 0 */
      OP_ACONST_NULL, OP_ASTORE_1,       /* 2: local 1 is written again before it is read */
      OP_ILOAD_0,     OP_IFEQ,     0, 9, /* 4: to 14 */
      OP_LCONST_0,    OP_LSTORE_1,       /* 8: locals 1 and 2 */
      OP_NOP,         OP_GOTO,     0, 5, /* 10: to 16 */
      OP_ACONST_NULL, OP_ASTORE_1,       /* 14 */
      OP_ILOAD_0,     OP_DUP,            /* 16 */
      OP_POP2,        OP_RETURN,         /* 18 */
      OP_NOP,                            /* 20: not reached */
  };
  struct vm *vm = library_open();
  struct method *m = method_of(vm, code, sizeof code, 3, 2);
  (void)state;
  expect(vm, m, 0, "---|");
  expect(vm, m, 1, "---|V");
  expect(vm, m, 4, "V--|");
  expect(vm, m, 10, "V--|");
  expect(vm, m, 16, "V--|"); /* local 1: a long or a reference */
  expect(vm, m, 18, "---|VV");
  assert_null(stackmap_at(vm, m, 20));
  assert_null(stackmap_at(vm, m, 6)); /* inside an instruction */
  vm_free(vm);
}

static const uint8_t subroutine[] = {
    OP_ACONST_NULL, OP_ASTORE_0,            /* 0 */
    OP_JSR,         0,           13,        /* 2: to 15 */
    OP_ALOAD_0,     OP_POP,                 /* 5 */
    OP_ICONST_1,    OP_ISTORE_0,            /* 7 */
    OP_JSR,         0,           6,         /* 9: to 15 */
    OP_ILOAD_0,     OP_POP,      OP_RETURN, /* 12 */
    OP_ASTORE_1,    OP_RET,      1,         /* 15 */
};

/* A counter that nothing reads is dead; one that is read after the loop lives. */
static void counters_die(void **state) {
  static const uint8_t code[] = {
      OP_ICONST_0, OP_ISTORE_0,                  /* 0 */
      OP_ICONST_0, OP_ISTORE_1,                  /* 2 */
      OP_IINC,     0,           1,               /* 4 */
      OP_IINC,     1,           1,               /* 7 */
      OP_ICONST_0, OP_IFEQ,     0xff,      0xf9, /* 10: to 4 */
      OP_ILOAD_1,  OP_POP,      OP_RETURN,       /* 14 */
  };
  struct vm *vm = library_open();
  struct method *m = method_of(vm, code, sizeof code, 2, 1);
  (void)state;
  expect(vm, m, 4, "-V|");
  expect(vm, m, 7, "-V|");
  expect(vm, m, 14, "-V|");
  vm_free(vm);
}

static void subroutines_keep_locals_apart(void **state) {
  struct vm *vm = library_open();
  uint8_t one[sizeof subroutine];
  struct method *m = method_of(vm, one, sizeof one, 2, 1);
  (void)state;
  memcpy(one, subroutine, sizeof one);
  one[7] = OP_ACONST_NULL; /* a reference in both calls */
  one[8] = OP_ASTORE_0;
  one[12] = OP_ALOAD_0;
  expect(vm, m, 5, "R-|");
  expect(vm, m, 12, "R-|");
  expect(vm, m, 16, "RV|");
  assert_int_equal(vm->err.code, 0);
  m = method_of(vm, subroutine, sizeof subroutine, 2, 1);
  expect(vm, m, 5, "R-|");
  expect(vm, m, 12, "V-|");
  expect(vm, m, 16, "-V|"); /* local 0 has the caller's kind */
  assert_non_null(stackmap_at(vm, m, 16)->raw);
  assert_null(stackmap_at(vm, m, 12)->raw);
  assert_int_equal(vm->err.code, 0);
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_agree_with_javac),
      cmocka_unit_test(locals_die_and_conflict),
      cmocka_unit_test(counters_die),
      cmocka_unit_test(subroutines_keep_locals_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
