/* See coverage.h. */
#include "engine/vm/interp/coverage.h"

#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/interp_int.h"
#include "engine/vm/machine.h"

enum {
  COVER_REACHED = 1,
  COVER_JUMPED = 2,
  COVER_PASSED = 4,
  COVER_WATCHED = 8 /* the instruction got Q_COVER */
};

struct cover { /* arrays by instruction index */
  uint16_t *own;
  uint8_t *seen;
};

/* Returns whether m is probably a constructor made by the compiler: "aload_0; invokespecial;
 * return" on one line. */
static bool is_implicit(const struct method *m) {
  const struct method_info *mi = m->info;
  return m->name->s[0] == '<' && m->name->s[1] == 'i' && mi->line_count == 1 && mi->code_len == 5 &&
         mi->code[1] == OP_INVOKESPECIAL;
}

static bool is_users(const struct method *m) {
  if (m->info && is_implicit(m)) return false;
  return !m->owner->is_jdk && !m->owner->extra && m->owner->cf &&
         !(m->vm_flags & METHOD_SYNTHETIC) && m->info && m->info->line_count;
}

static bool is_conditional(uint16_t op) {
  return (op >= OP_IFEQ && op <= OP_IF_ACMPNE) || op == OP_IFNULL || op == OP_IFNONNULL;
}

/* ---- decoding ---- */

static void watch(struct code *c, uint32_t i) {
  if (i < c->count) c->cover->seen[i] |= COVER_WATCHED;
}

static void watch_at(struct code *c, const struct method_info *mi, uint32_t pc) {
  if (pc < mi->code_len && c->index[pc] >= 0) watch(c, (uint32_t)c->index[pc]);
}

/* Watches every instruction that control can reach other than from the previous one. */
static void watch_targets(struct code *c, const struct method_info *mi, uint32_t i) {
  struct insn in;
  uint32_t k;
  if (insn_decode(mi->code, mi->code_len, c->bci[i], &in)) return;
  if (is_conditional(in.op)) watch(c, i);
  switch (insn_table[in.op].format) {
    case FMT_BRANCH2:
    case FMT_BRANCH4:
      watch_at(c, mi, in.target);
      watch(c, i + 1);
      return;
    default: break;
  }
  if (in.op != OP_TABLESWITCH && in.op != OP_LOOKUPSWITCH) return;
  watch_at(c, mi, in.target);
  for (k = 0; k < in.cases; k++) {
    int32_t key;
    uint32_t pc;
    insn_case(mi->code, &in, k, &key, &pc);
    watch_at(c, mi, pc);
  }
}

void cover_code(struct vm *vm, struct method *m, struct code *c) {
  const struct method_info *mi = m->info;
  uint32_t i;
  if (!vm->opt.coverage || !is_users(m)) return;
  c->cover = pool_alloc(&vm->pool, sizeof *c->cover);
  c->cover->own = pool_alloc(&vm->pool, (c->count + 1) * sizeof *c->cover->own);
  c->cover->seen = pool_alloc(&vm->pool, c->count + 1);
  watch(c, 0);
  for (i = 0; i < mi->line_count; i++) watch_at(c, mi, mi->lines[i].start_pc);
  for (i = 0; i < c->handler_count; i++) watch(c, c->handlers[i].target);
  for (i = 0; i < c->count; i++) watch_targets(c, mi, i);
  for (i = 0; i < c->count; i++) {
    c->cover->own[i] = c->insns[i].op;
    if (c->cover->seen[i] & COVER_WATCHED) c->insns[i].op = Q_COVER;
  }
}

/* ---- executing ---- */

static bool jumps(uint16_t op, const uint32_t *sp) {
  int32_t b = (int32_t)sp[-1], a = op >= OP_IF_ICMPEQ && op <= OP_IF_ACMPNE ? (int32_t)sp[-2] : b;
  switch (op) {
    case OP_IFEQ:
    case OP_IFNULL: return b == 0;
    case OP_IFNE:
    case OP_IFNONNULL: return b != 0;
    case OP_IFLT: return b < 0;
    case OP_IFGE: return b >= 0;
    case OP_IFGT: return b > 0;
    case OP_IFLE: return b <= 0;
    case OP_IF_ICMPEQ:
    case OP_IF_ACMPEQ: return a == b;
    case OP_IF_ICMPNE:
    case OP_IF_ACMPNE: return a != b;
    case OP_IF_ICMPLT: return a < b;
    case OP_IF_ICMPGE: return a >= b;
    case OP_IF_ICMPGT: return a > b;
    default: return a <= b;
  }
}

uint16_t cover_hit(struct vm *vm, const struct method *m, struct qinsn *q, const uint32_t *sp) {
  uint32_t i = (uint32_t)(q - m->code->insns);
  uint16_t op = m->code->cover->own[i];
  uint8_t *seen = &m->code->cover->seen[i];
  *seen |= COVER_REACHED;
  if (is_conditional(op)) {
    *seen |= jumps(op, sp) ? COVER_JUMPED : COVER_PASSED;
    if ((*seen & (COVER_JUMPED | COVER_PASSED)) != (COVER_JUMPED | COVER_PASSED)) return op;
  }
  interp_quicken(vm, m, q, op);
  return op;
}

/* ---- results ---- */

static int by_line(const void *a, const void *b) {
  const struct cover_line *x = a, *y = b;
  return (x->line > y->line) - (x->line < y->line);
}

static struct cover_line *line_of(struct cover_method *out, int line) {
  uint32_t i;
  for (i = 0; i < out->line_count; i++)
    if (out->lines[i].line == line) return &out->lines[i];
  return NULL;
}

static void add_ways(struct cover_line *l, bool jumped, bool passed) {
  if (l->ways + 2 > 64) return;
  l->taken |= (uint64_t)jumped << l->ways | (uint64_t)passed << (l->ways + 1);
  l->ways += 2;
}

/* A line is reached if one of its watched instructions is. */
static void take_seen(const struct method *m, struct cover_method *out) {
  const struct code *c = m->code;
  uint32_t i;
  for (i = 0; c && c->cover && i < c->count; i++) {
    struct cover_line *l;
    uint8_t seen = c->cover->seen[i];
    if (!(seen & COVER_WATCHED) || !(l = line_of(out, method_line(m->info, c->bci[i])))) continue;
    if (seen & COVER_REACHED) out->reached = l->reached = true;
    if (!is_conditional(c->cover->own[i])) continue;
    add_ways(l, !!(seen & COVER_JUMPED), !!(seen & COVER_PASSED));
  }
}

/* Adds the conditional jumps of a method that was never called. */
static void take_unseen(const struct method *m, struct cover_method *out) {
  const struct method_info *mi = m->info;
  struct insn in;
  uint32_t pc;
  for (pc = 0; pc < mi->code_len && !insn_decode(mi->code, mi->code_len, pc, &in); pc = in.next) {
    struct cover_line *l = is_conditional(in.op) ? line_of(out, method_line(mi, pc)) : NULL;
    if (l) add_ways(l, false, false);
  }
}

static const char *simple(const char *dotted) {
  const char *dot = strrchr(dotted, '.');
  return dot ? dot + 1 : dotted;
}

static char *method_text(const struct method *m, const char *class_name) {
  struct text t = {0};
  const char *p = m->desc->s + 1;
  text_puts(&t, m->name->s[0] == '<' && m->name->s[1] == 'i' ? simple(class_name)
                : m->name->s[0] == '<'                       ? "static initialiser"
                                                             : m->name->s);
  if (m->name->s[0] == '<' && m->name->s[1] == 'c') return t.s;
  text_puts(&t, "(");
  while (*p != ')') {
    static const char codes[] = "ZBCSIJFD";
    static const char *const words[] = {"boolean", "byte", "char",  "short",
                                        "int",     "long", "float", "double"};
    const char *next = desc_next(p), *dims = p;
    if (!next) break;
    while (*p == '[') p++;
    if (dims > m->desc->s + 1) text_puts(&t, ", ");
    if (*p == 'L') {
      const char *from = p + 1, *s;
      for (s = from; s < next - 1; s++)
        if (*s == '/') from = s + 1;
      text_add(&t, from, (size_t)(next - 1 - from));
    } else if (strchr(codes, *p)) {
      text_puts(&t, words[strchr(codes, *p) - codes]);
    }
    for (; dims < p; dims++) text_puts(&t, "[]");
    p = next;
  }
  text_puts(&t, ")");
  return t.s;
}

static void take_method(const struct method *m, const char *class_name, struct cover_method *out) {
  uint32_t i;
  *out = (struct cover_method){.name = mem_strdup(m->name->s), .text = method_text(m, class_name)};
  out->lines = mem_alloc((m->info->line_count + 1u) * sizeof *out->lines);
  for (i = 0; i < m->info->line_count; i++)
    if (!line_of(out, m->info->lines[i].line))
      out->lines[out->line_count++].line = m->info->lines[i].line;
  qsort(out->lines, out->line_count, sizeof *out->lines, by_line);
  if (m->code && m->code->cover)
    take_seen(m, out);
  else
    take_unseen(m, out);
}

static int by_first_line(const void *a, const void *b) {
  return by_line(((const struct cover_method *)a)->lines, ((const struct cover_method *)b)->lines);
}

static char *source_of(const struct klass *k) {
  const char *slash = strrchr(k->shown->s, '/');
  int n = slash ? (int)(slash + 1 - k->shown->s) : 0;
  return k->cf->source_file ? mem_printf("%.*s%s", n, k->shown->s, k->cf->source_file->s) : NULL;
}

/* Returns "dir" for "dir/a/b/Foo.class" and "a.jar" for "a.jar!/a/b/Foo.class". */
static char *home_of(const struct klass *k) {
  size_t n = strlen(k->where), tail = (size_t)k->name->len + strlen("/.class");
  const char *jar = strstr(k->where, "!/");
  return mem_printf("%.*s",
                    jar        ? (int)(jar - k->where)
                    : n > tail ? (int)(n - tail)
                               : (int)n,
                    k->where);
}

static bool take_class(const struct klass *k, struct cover_class *out) {
  uint32_t i;
  *out = (struct cover_class){0};
  if (k->is_jdk || k->extra || !k->cf || k->is_array || !k->cf->source_file || !k->where ||
      !k->where[0])
    return false;
  for (i = 0; i < k->method_count; i++)
    out->method_count += is_users(&k->methods[i]) && k->methods[i].info->code_len;
  if (!out->method_count) return false;
  out->name = klass_dotted(k);
  out->source = source_of(k);
  out->home = home_of(k);
  out->methods = mem_alloc(out->method_count * sizeof *out->methods);
  for (i = 0, out->method_count = 0; i < k->method_count; i++)
    if (is_users(&k->methods[i]) && k->methods[i].info->code_len)
      take_method(&k->methods[i], out->name, &out->methods[out->method_count++]);
  qsort(out->methods, out->method_count, sizeof *out->methods, by_first_line);
  return true;
}

static int coverage_by_name(const void *a, const void *b) {
  return strcmp(((const struct cover_class *)a)->name, ((const struct cover_class *)b)->name);
}

void coverage_take(struct vm *vm, struct coverage *out) {
  VEC(struct cover_class) all = {0};
  struct cover_class one;
  size_t i;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++)
    if (vm->klasses.data[i] && take_class(vm->klasses.data[i], &one)) *vec_push(&all) = one;
  if (all.len) qsort(all.data, all.len, sizeof *all.data, coverage_by_name);
  *out = (struct coverage){all.data, (uint32_t)all.len};
}

/* ---- checkpoints ---- */

enum { COVER_SEEN = COVER_REACHED | COVER_JUMPED | COVER_PASSED };

static void save_method(const struct code *c, uint32_t number, struct ckpt_out *o) {
  uint32_t i, n = 0;
  for (i = 0; i < c->count; i++) n += (c->cover->seen[i] & COVER_SEEN) != 0;
  if (!n) return;
  ckpt_put_number(o, number + 1ull);
  ckpt_put_number(o, n);
  for (i = 0; i < c->count; i++) {
    if (!(c->cover->seen[i] & COVER_SEEN)) continue;
    ckpt_put_number(o, i);
    ckpt_put_number(o, c->cover->seen[i] & COVER_SEEN);
  }
}

/* Writes the names of the classes, the numbers of their methods, and the numbers of the reached
 * instructions. */
void coverage_save(struct vm *vm, struct ckpt_out *o) {
  ckpt_begin(o, CKPT_COVERAGE);
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    if (!k || k->is_jdk || k->extra || !k->cf || classes_find(vm, k->name) != k) continue;
    ckpt_put_text(o, k->name->s);
    for (uint32_t m = 0; m < k->method_count; m++)
      if (k->methods[m].code && k->methods[m].code->cover) save_method(k->methods[m].code, m, o);
    ckpt_put_number(o, 0);
  }
  ckpt_put_text(o, NULL);
}

static void no_sense(struct ckpt_in *in) {
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its coverage)");
}

static void load_method(struct vm *vm, struct method *m, struct ckpt_in *in) {
  const struct code *c = code_of(vm, m);
  uint64_t n = ckpt_number(in);
  if (!c || !c->cover) no_sense(in);
  for (; n && ckpt_good(in); n--) {
    uint64_t i = ckpt_number_below(in, c->count), seen = ckpt_number_below(in, COVER_SEEN + 1);
    if (ckpt_good(in)) c->cover->seen[i] |= (uint8_t)seen & COVER_SEEN;
  }
}

void coverage_load(struct vm *vm, struct ckpt_in *in) {
  char *name;
  ckpt_need(in, CKPT_COVERAGE);
  for (; ckpt_good(in) && (name = ckpt_text(in)); free(name)) {
    struct error err = {0};
    struct klass *k = vm_class(vm, name, &err);
    uint64_t number;
    if (!k) no_sense(in);
    while (ckpt_good(in) && (number = ckpt_number_below(in, k->method_count + 1ull)) != 0)
      load_method(vm, &k->methods[number - 1], in);
  }
}
