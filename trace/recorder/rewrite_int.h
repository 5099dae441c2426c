/* Shared by the files of the rewriter: the class and the method that are being rewritten.
 *
 * The steps for a method: decode the code (rewrite_code.c), plan the insertions (rewrite_plan.c),
 * lay out until no jump grows any more (rewrite_layout.c), read and write the frames
 * (rewrite_frames.c), and emit the code and its tables (rewrite_code.c). */
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
  uint16_t this_class; /* index of the class's own CONSTANT_Class */
  /* New constants. They follow the original ones, which keep their indices. */
  struct bytebuf constants;
  uint32_t constant_count; /* constant_pool_count of the new class */
  uint16_t probe_ref[PROBE_COUNT], helper_class, map_name;
  VEC(struct class_constant) classes;
  uint32_t inserted; /* number of probes inserted so far */
};
struct class_constant {
  const char *name;
  size_t len;
  uint16_t index;
};

/* An instruction of the original code and its insertions. In the new code [pos, at) are the
 * insertions before it, the instruction begins at `at`, and the insertions after it end at `end`.
 * Jumps to the instruction lead to `pos`. */
struct piece {
  struct insn insn;
  uint32_t before, before_len, after, after_len; /* parts of method_rewriter.inserts */
  uint32_t pos, at, end;
  /* of a FLOW_COND instruction: index + 1 of the trampoline through which it jumps; 0: none */
  uint32_t trampoline;
  bool widen; /* goto becomes goto_w, jsr becomes jsr_w */
  bool split; /* plan_after was called: insertions now go after the instruction */
};
/* A goto_w that serves conditional jumps whose target is too far away. It is in a seam, the space
 * between two instructions (rewrite_layout.c). */
struct trampoline {
  uint32_t target; /* bytecode index of the target */
  uint32_t pos;
  uint32_t next; /* index + 1 of the next trampoline in the seam */
};

/* A verification type. `tag` is that of JVMS 4.7.4; `data` is a constant index, or the bytecode
 * index of a `new`. */
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
  /* by bytecode index: index of the instruction + 1, or 0 inside an instruction; at code_len: count
   * + 1 */
  uint32_t *index;
  /* seam k precedes piece k, and seam `count` the epilogue: index + 1 of its first trampoline */
  uint32_t *seams;
  bool *has_frame; /* by bytecode index */
  /* by bytecode index: does a basic block begin? NULL if blocks are not recorded */
  bool *leader;
  struct bytebuf inserts;
  uint32_t prologue, prologue_len, epilogue, epilogue_len; /* parts of `inserts` */
  uint32_t body_end; /* position of the epilogue in the new code */
  uint32_t new_len;
  VEC(struct trampoline) trampolines;
  VEC(struct frame) frames;
  /* in a constructor, the bytecode index up to which `this` may be uninitialised; else 0 */
  uint32_t super_call;
  uint32_t guard_from; /* index of the first piece that the catch-all handler covers */
  bool guard;          /* the method gets a catch-all handler, in the epilogue */
  bool guard_this;     /* guard_local holds `this` for that handler */
  uint16_t guard_local;
  uint32_t scratch; /* first local that insertions may use */
  uint32_t locals;  /* max_locals of the new code */
};

/* rewrite_pool.c: each returns the index of a constant, adding it if needed; 0 and an error if the
 * pool is full. */
uint16_t rw_probe(struct rewriter *rw, enum probe probe);
uint16_t rw_class(struct rewriter *rw, const char *name, size_t len);
uint16_t rw_integer(struct rewriter *rw, int32_t v);
uint16_t rw_utf8(struct rewriter *rw, const char *s, size_t len);

/* rewrite_plan.c. After plan_after, insertions for `in` go after the instruction instead of before
 * it. */
int plan_method(struct method_rewriter *m);
void plan_after(struct method_rewriter *m, struct piece *in);
void plan_access(struct method_rewriter *m, struct piece *in); /* rewrite_access.c */
void plan_call(struct method_rewriter *m, struct piece *in);   /* rewrite_call.c */

/* rewrite_emit.c: the emit_ functions append code to `inserts`. A `type` is the first character of
 * a descriptor. */
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
unsigned type_slots(char type);
uint8_t type_dup(char type);

/* rewrite_layout.c */
int layout_method(struct method_rewriter *m);
/* Return the size of seam k in bytes, 0 without trampolines, and the size of the goto that leads
 * around them. */
uint32_t seam_size(const struct method_rewriter *m, uint32_t k);
uint32_t seam_skip(const struct method_rewriter *m, uint32_t k);

/* rewrite_frames.c. `map` is the body of the StackMapTable, or NULL if there is none. */
int frames_read(struct method_rewriter *m, const uint8_t *map, uint32_t len);
int frames_write(struct method_rewriter *m, struct bytebuf *out);

/* rewrite_code.c: rewrites the body of a Code attribute. Sets *changed to false if there was
 * nothing to insert; `out` is then unchanged. */
int rewrite_code(struct rewriter *rw, const struct method_info *mi, const uint8_t *attr,
                 struct bytebuf *out, bool *changed);
/* Checks that the frames of a method are at instructions. code_check has accepted the method. */
int frames_check(struct rewriter *rw, const struct method_info *mi);

#endif
