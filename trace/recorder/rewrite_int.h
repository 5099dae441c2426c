/* Private to the rewriter: data about the present class and method that its parts share.
 *
 * The steps for a method: decode (rewrite_code.c), plan the insertions (rewrite_plan.c), lay out
 * until no jump grows any more (rewrite_layout.c), read and write frames (rewrite_frames.c), emit
 * code and tables (rewrite_code.c). */
#ifndef HEDDLE_RECORDER_REWRITE_INT_H
#define HEDDLE_RECORDER_REWRITE_INT_H

#include "engine/classfile/insn.h"
#include "trace/recorder/bytebuf.h"
#include "trace/recorder/rewrite.h"

#define EXTRA_STACK \
  8 /* stack that any insertion may need in addition to the original code's, rounded up */

struct rewriter {
  const uint8_t *data;
  size_t len;
  const struct class_file *cf;
  const struct rewrite_options *o;
  struct error *err;
  uint16_t this_class; /* constant index */
  /* New constants, added after the original ones, which keep their indices. */
  struct bytebuf constants;
  uint32_t constant_count; /* constant count of the new class */
  uint16_t probe_ref[PROBE_COUNT], helper_class, map_name;
  VEC(struct class_constant) classes;
  uint32_t inserted; /* number of probes inserted so far */
};
struct class_constant {
  const char *name;
  size_t len;
  uint16_t index;
};

/* An instruction of the original code with its insertions. In the new code [pos, at) are
 * insertions, [at, ..) is the instruction, and insertions follow up to `end`. Jumps lead to
 * `pos`. */
struct piece {
  struct insn insn;
  uint32_t before, before_len, after, after_len; /* ranges of method_rewriter.inserts */
  uint32_t pos, at, end;
  uint32_t trampoline; /* FLOW_COND: index + 1 of the trampoline it jumps through, 0: none */
  bool widen;          /* goto becomes goto_w, jsr becomes jsr_w */
  bool split;          /* plan_after was called */
};
/* A goto_w for a conditional jump whose target is too far away. It is located in a seam
 * (rewrite_layout.c). */
struct trampoline {
  uint32_t target; /* bytecode index */
  uint32_t pos;
  uint32_t next; /* next one in the seam, index + 1 */
};

/* A verification type. tag: as in JVMS 4.7.4; data: constant index, or the bytecode index of a
 * `new`. */
enum vtype_tag {
  VT_TOP,
  VT_INTEGER,
  VT_FLOAT,
  VT_DOUBLE,
  VT_LONG,
  VT_NULL,
  VT_UNINITIALIZED_THIS,
  VT_OBJECT,
  VT_UNINITIALIZED
};
struct vtype {
  uint8_t tag;
  uint16_t data;
};
struct frame {
  uint32_t bci;
  uint32_t pos; /* position in the new code */
  uint16_t local_count, stack_count;
  struct vtype *locals, *stack;
};

struct method_rewriter {
  struct rewriter *rw;
  const struct method_info *mi;
  const uint8_t *code;
  uint32_t code_len;
  struct pool pool;
  struct piece *pieces;
  uint32_t count;
  /* by bytecode index: index of the instruction + 1, 0 inside an instruction; at code_len: count +
   * 1 */
  uint32_t *index;
  uint32_t *seams; /* [count + 1]: seam k is before piece k; index + 1 of its first trampoline */
  bool *has_frame; /* by bytecode index */
  bool *leader;    /* by bytecode index: does a block begin? NULL when blocks are not recorded */
  struct bytebuf inserts;
  uint32_t prologue, prologue_len, epilogue, epilogue_len; /* ranges of inserts */
  uint32_t body_end; /* position of the epilogue in the new code */
  uint32_t new_len;
  VEC(struct trampoline) trampolines;
  VEC(struct frame) frames;
  /* constructors: bytecode index up to which `this` may be uninitialised; else 0 */
  uint32_t super_call;
  uint32_t guard_from; /* index of the first instruction covered by the catch-all handler */
  bool guard;          /* there is a catch-all handler, in the epilogue */
  bool guard_this;     /* a local holds `this` for it */
  uint16_t guard_local;
  uint32_t scratch; /* first free local */
  uint32_t locals;  /* max_locals of the new code */
};

/* rewrite_pool.c: return indices of constants; 0 and an error when there is no room. */
uint16_t rw_probe(struct rewriter *rw, enum probe probe);
uint16_t rw_class(struct rewriter *rw, const char *name, size_t len);
uint16_t rw_integer(struct rewriter *rw, int32_t v);
uint16_t rw_utf8(struct rewriter *rw, const char *s, size_t len);

/* rewrite_plan.c. After plan_after, insertions go after the instruction instead of before it. */
int plan_method(struct method_rewriter *m);
void plan_after(struct method_rewriter *m, struct piece *in);
void plan_access(struct method_rewriter *m, struct piece *in); /* rewrite_access.c */
void plan_call(struct method_rewriter *m, struct piece *in);   /* rewrite_call.c */

/* rewrite_emit.c: appends to the inserts. Types are the first characters of descriptors. */
bool plan_wants(const struct method_rewriter *m, unsigned kind);
uint32_t plan_site(struct method_rewriter *m, struct rewrite_site s);
const struct cp_entry *plan_operand(const struct method_rewriter *m, const struct piece *in);
void emit_op(struct method_rewriter *m, uint8_t op);
void emit_u2(struct method_rewriter *m, uint8_t op, unsigned v);
void emit_load(struct method_rewriter *m, char type, uint32_t slot);
void emit_store(struct method_rewriter *m, char type, uint32_t slot);
void emit_probe(struct method_rewriter *m, unsigned p);
void emit_probe_at(struct method_rewriter *m, unsigned p, uint32_t at);
void emit_mark(struct method_rewriter *m, unsigned event, uint32_t bci, unsigned flags);
/* 0 I, 1 J, 2 F, 3 D, 4 reference: added to PROBE_.._I and OP_ILOAD */
unsigned type_category(char type);
unsigned type_slots(char type);
uint8_t type_dup(char type);

/* rewrite_layout.c */
int layout_method(struct method_rewriter *m);
/* Return the size of a seam in bytes, 0 without trampolines, and that of the goto around them. */
uint32_t seam_size(const struct method_rewriter *m, uint32_t k);
uint32_t seam_skip(const struct method_rewriter *m, uint32_t k);

/* rewrite_frames.c. `map` is the body of the StackMapTable, NULL when there is none. */
int frames_read(struct method_rewriter *m, const uint8_t *map, uint32_t len);
int frames_write(struct method_rewriter *m, struct bytebuf *out);

/* rewrite_code.c: rewrites the body of a Code attribute. Sets *changed to false when there was
 * nothing to insert. */
int rewrite_code(struct rewriter *rw, const struct method_info *mi, const uint8_t *attr,
                 struct bytebuf *out, bool *changed);
/* Checks that the frames of a method that code_check accepted are at instructions. */
int frames_check(struct rewriter *rw, const struct method_info *mi);

#endif
