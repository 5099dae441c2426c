/* Instructions: the table, the decoder, the static checks, and the disassembler compared with the
 * JDK's javap. */
#include "engine/classfile/disasm.h"
#include "engine/classfile/insn.h"
#include "tests/tools/support/jdk_class.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void table_is_complete(void **state) {
  (void)state;
  for (int op = 0; op < 256; op++) {
    const struct insn_desc *d = &insn_table[op];
    if (op >= OP_COUNT) {
      assert_int_equal(d->format, FMT_RESERVED);
      continue;
    }
    assert_non_null(d->name);
    assert_int_not_equal(d->format, FMT_RESERVED);
    assert_non_null(strchr(d->effect, ':'));
    assert_int_equal(strspn(d->effect, "IFAJDRabcd@$()#:"), strlen(d->effect));
    if (d->local[0]) assert_true(strchr("rwm", d->local[0]) && strchr("0123n", d->local[1]));
  }
  assert_string_equal(insn_table[OP_INVOKEDYNAMIC].name, "invokedynamic");
  assert_int_equal(OP_INVOKEDYNAMIC, 186);
  assert_int_equal(OP_JSR_W, 201);
}

/* Lengths according to JVMS 6.5, computed by hand. */
static void lengths_are_right(void **state) {
  static const uint8_t iinc[] = {0x84, 1, 255}, wide_iinc[] = {0xc4, 0x84, 1, 0, 0xff, 0xfe};
  static const uint8_t wide_load[] = {0xc4, 0x15, 1, 2}, wide_bad[] = {0xc4, 0x60, 0, 0},
                       call[] = {0xb9, 0, 1, 1, 0};
  static const uint8_t reserved[] = {0xca, 0, 0}, unknown[] = {0xd0};
  struct insn in;
  (void)state;
  assert_int_equal(insn_length(iinc, 3, 0), 3);
  assert_int_equal(insn_length(iinc, 2, 0), -1);
  assert_int_equal(insn_length(wide_iinc, 6, 0), 6);
  assert_int_equal(insn_length(wide_iinc, 5, 0), -1);
  assert_int_equal(insn_decode(wide_iinc, 6, 0, &in), 0);
  assert_true(in.wide && in.op == OP_IINC && in.local == 256 && in.value == -2);
  assert_int_equal(insn_decode(wide_load, 4, 0, &in), 0);
  assert_true(in.wide && in.op == OP_ILOAD && in.local == 258);
  assert_int_equal(insn_length(wide_bad, 4, 0), -1);
  assert_int_equal(insn_length(call, 5, 0), 5);
  assert_int_equal(insn_length(reserved, 3, 0), -1);
  assert_int_equal(insn_length(unknown, 1, 0), -1);
  assert_int_equal(insn_length(iinc, 3, 3), -1);
}

static void switches_are_decoded(void **state) {
  /* nop; tableswitch at 1: padded to 4, default +20, 5..6 -> +1, +2 */
  static const uint8_t table[] = {0, 0xaa, 0, 0, 0, 0, 0, 20, 0, 0, 0, 5,
                                  0, 0,    0, 6, 0, 0, 0, 1,  0, 0, 0, 2};
  /* lookupswitch at 0: default -1, one pair -7 -> +3 */
  static const uint8_t lookup[] = {0xab, 0, 0,    0,    0xff, 0xff, 0xff, 0xff, 0, 0,
                                   0,    1, 0xff, 0xff, 0xff, 0xf9, 0,    0,    0, 3};
  uint8_t huge[sizeof lookup];
  struct insn in;
  int32_t match;
  uint32_t target;
  (void)state;
  assert_int_equal(insn_decode(table, sizeof table, 1, &in), 0);
  assert_true(in.next == 24 && in.cases == 2 && in.target == 21);
  insn_case(table, &in, 1, &match, &target);
  assert_true(match == 6 && target == 3);
  for (uint32_t n = 2; n < sizeof table; n++) assert_int_equal(insn_length(table, n, 1), -1);
  assert_int_equal(insn_decode(lookup, sizeof lookup, 0, &in), 0);
  assert_true(in.next == 20 && in.cases == 1 && in.target == UINT32_MAX);
  insn_case(lookup, &in, 0, &match, &target);
  assert_true(match == -7 && target == 3);
  memcpy(huge, lookup, sizeof huge);
  memset(huge + 8, 0x7f, 4);
  assert_int_equal(insn_length(huge, sizeof huge, 0), -1);
  memset(huge + 8, 0xff, 4);
  assert_int_equal(insn_length(huge, sizeof huge, 0), -1);
}

/* Checks a class with Object's constants and one method with the test's own code. */
static int check_code(void *state, const uint8_t *code, uint32_t len, uint16_t locals,
                      struct error *err) {
  struct class_file *cf = jdk_class(state, "java/lang/Object");
  struct method_info m = {
      .name = cf->name, .desc = cf->name, .code = code, .code_len = len, .max_locals = locals};
  struct exception_entry x = {0, 2, 1, 0};
  if (code[0] == OP_BIPUSH)
    m.exception_count = 1, m.exceptions = &x; /* a handler in the middle of bipush */
  error_clear(err);
  return code_check(cf, &m, NULL, err);
}

static void bad_code_is_refused(void **state) {
  static const struct {
    uint8_t code[12];
    uint32_t len;
    uint16_t locals;
    const char *message;
  } cases[] = {
      {{OP_RETURN}, 1, 0, NULL},
      {{OP_LLOAD_0, OP_POP2, OP_RETURN}, 3, 2, NULL},
      {{OP_LLOAD_0, OP_POP2, OP_RETURN}, 3, 1, "max_locals"},
      {{OP_LSTORE, 1, OP_RETURN}, 3, 2, "max_locals"},
      {{OP_IINC, 0, 1, OP_RETURN}, 4, 0, "max_locals"},
      {{OP_NOP}, 1, 0, "runs off"},
      {{OP_GOTO, 0, 1, OP_RETURN}, 4, 0, "jumps into the middle of an instruction or out"},
      {{OP_GOTO, 0xff, 0xff, OP_RETURN}, 4, 0, "jumps into the middle of an instruction or out"},
      {{OP_GOTO, 0, 4, OP_RETURN}, 4, 0, "jumps into the middle of an instruction or out"},
      {{OP_GOTO, 0, 0}, 3, 0, NULL},
      {{OP_GETSTATIC, 0, 0, OP_RETURN}, 4, 0, "constant"},
      {{OP_INVOKESTATIC, 0xff, 0xff, OP_RETURN}, 4, 0, "constant"},
      {{OP_LDC, 0, OP_RETURN}, 3, 0, "constant"},
      {{OP_ICONST_0, OP_NEWARRAY, 3, OP_RETURN}, 4, 0, "element type"},
      {{OP_BIPUSH, OP_NOP, OP_RETURN}, 3, 0, "exception table"},
      {{0xcb, OP_RETURN}, 2, 0, "unknown"},
      {{OP_SIPUSH, 0}, 2, 0, "cut-off"},
  };
  struct error err = {0};
  for (size_t i = 0; i < COUNT(cases); i++) {
    int rc = check_code(*state, cases[i].code, cases[i].len, cases[i].locals, &err);
    if (rc != (cases[i].message ? ERR_INPUT : 0)) fail_msg("case %zu: %d %s", i, rc, err.msg);
    if (cases[i].message && !strstr(err.msg, cases[i].message))
      fail_msg("case %zu: %s", i, err.msg);
  }
}

static void effects_are_resolved(void **state) {
  struct class_file *cf = jdk_class(*state, "java/lang/Long");
  const struct method_info *m = class_method(cf, "compareTo", "(Ljava/lang/Long;)I");
  const char *expected[] = {":A", "A:J", ":A", "A:J", "JJ:I", "I:"};
  char effect[600];
  struct insn in;
  int popped, pushed, depth = 0;
  size_t i = 0;
  for (uint32_t pc = 0; pc < m->code_len; pc = in.next, i++) {
    assert_int_equal(insn_decode(m->code, m->code_len, pc, &in), 0);
    assert_true(i < COUNT(expected));
    assert_string_equal(insn_effect(cf, &in, effect, sizeof effect), expected[i]);
    insn_slots(cf, &in, &popped, &pushed);
    depth += pushed - popped;
    assert_in_range(depth, 0, m->max_stack);
  }
  assert_int_equal(i, COUNT(expected));
  assert_int_equal(depth, 0);
}

/* javap's output: the instructions of a class, one "pc: text" per line, in the order of the
 * file. */
struct javap {
  FILE *f;
  bool in_switch;
};

/* Returns the next instruction line's pc and text; false at the end. Skips the lines of a switch's
 * table. */
static bool javap_next(struct javap *j, uint32_t *pc, char *text, size_t n) {
  static char line[70000];
  while (fgets(line, sizeof line, j->f)) {
    char *p = line + strspn(line, " "), *end;
    line[strcspn(line, "\n")] = 0;
    if (j->in_switch) {
      j->in_switch = !strchr(line, '}');
      continue;
    }
    *pc = (uint32_t)strtoul(p, &end, 10);
    if (end == p || end[0] != ':' || end[1] != ' ') continue;
    j->in_switch =
        strncmp(end + 2, "tableswitch", 11) == 0 || strncmp(end + 2, "lookupswitch", 12) == 0;
    snprintf(text, n, "%s", end + 2);
    return true;
  }
  return false;
}

static void trim(char *s) {
  size_t n = strlen(s);
  while (n && s[n - 1] == ' ') s[--n] = 0;
}

static unsigned compare_class(struct jdk_classes *k, const char *name) {
  struct class_file *cf = jdk_class(k, name);
  char *command =
      mem_printf("LC_ALL=C.UTF-8 '%s/bin/javap' -J-Dfile.encoding=UTF-8 -c -p '%s'", k->home, name);
  static char ours[70000], theirs[70000];
  struct javap j = {popen(command, "r"), false};
  uint32_t pc_theirs;
  unsigned n = 0;
  assert_non_null(j.f);
  for (unsigned i = 0; i < cf->method_count; i++) {
    const struct method_info *m = &cf->methods[i];
    int step;
    for (uint32_t pc = 0; pc < m->code_len; pc += (uint32_t)step, n++) {
      step = disasm_insn(cf, m, pc, ours, sizeof ours);
      assert_true(step > 0);
      if (!javap_next(&j, &pc_theirs, theirs, sizeof theirs))
        fail_msg("javap shows fewer instructions of %s", name);
      assert_int_equal(pc, pc_theirs);
      if (j.in_switch) ours[13] = theirs[13] = 0;
      trim(ours);
      trim(theirs);
      if (strcmp(ours, theirs) != 0)
        fail_msg("%s.%s %u: '%s', javap: '%s'", name, m->name->s, pc, ours, theirs);
    }
  }
  assert_false(javap_next(&j, &pc_theirs, theirs, sizeof theirs));
  assert_int_equal(pclose(j.f), 0);
  free(command);
  return n;
}

static void disassembly_is_javaps(void **state) {
  struct jdk_classes *k = *state;
  static const char *const names[] = {
      "java/lang/String",       "java/util/Formatter$FormatSpecifier",
      "java/lang/StrictMath",   "java/util/concurrent/ConcurrentHashMap",
      "java/util/Comparator",   "java/lang/Character",
      "java/util/regex/Pattern"};
  char *javap = mem_printf("%s/bin/javap", k->home);
  FILE *f = fopen(javap, "r");
  unsigned n = 0;
  free(javap);
  if (!f) skip();
  fclose(f);
  for (size_t i = 0; i < COUNT(names); i++) n += compare_class(k, names[i]);
  assert_true(n > 5000);
}

static void long_text_is_cut(void **state) {
  struct class_file *cf = jdk_class(*state, "java/lang/String");
  const struct method_info *m = class_method(cf, "<init>", "()V");
  char full[200], cut[200];
  disasm_insn(cf, m, 1, full, sizeof full);
  assert_string_equal(
      full, "invokespecial #1                  // Method java/lang/Object.\"<init>\":()V");
  for (size_t n = 1; n < strlen(full); n++) {
    memset(cut, 'x', sizeof cut);
    assert_int_equal(disasm_insn(cf, m, 1, cut, n), 3);
    assert_int_equal(strlen(cut), n - 1);
    assert_memory_equal(cut, full, n - 1);
    assert_int_equal(cut[n], 'x');
  }
  assert_int_equal(disasm_insn(cf, m, m->code_len, cut, sizeof cut), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_complete),    cmocka_unit_test(lengths_are_right),
      cmocka_unit_test(switches_are_decoded), cmocka_unit_test(bad_code_is_refused),
      cmocka_unit_test(effects_are_resolved), cmocka_unit_test(disassembly_is_javaps),
      cmocka_unit_test(long_text_is_cut),
  };
  return cmocka_run_group_tests_name("insn", tests, jdk_classes_setup, jdk_classes_teardown);
}
