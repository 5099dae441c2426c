/* Private to the verifier: its context, the verification types, frames, and the functions that its
 * parts share.
 *
 * Invariants
 *  1. After the first fault `failed` is set, and every check does nothing from then on. So callers
 * need to test it only before they loop or follow a pointer. The fault is recorded once.
 *  2. A frame's locals beyond `locals` and operands beyond `depth` are VT_TOP. Both arrays have
 * room for the method's limits.
 *  3. A two-slot value is its first half followed by its second half, in locals and operands alike.
 * In the operands, no half occurs without the other. */
#ifndef HEDDLE_VM_VERIFY_VERIFIER_H
#define HEDDLE_VM_VERIFY_VERIFIER_H

#include "engine/classfile/insn.h"
#include "engine/vm/verify/verify.h"

/* ---- types (types.c) ---- */

/* A verification type: the kind in the low byte; above it the class (an index into names) or a
 * bytecode index. */
typedef uint32_t vtype;
enum vt_kind {
  VT_TOP,
  VT_INT,
  VT_FLOAT,
  VT_LONG,
  VT_LONG2,
  VT_DOUBLE,
  VT_DOUBLE2,
  VT_NULL,
  VT_UNINIT_THIS,
  VT_UNINIT, /* made by the `new` at that bytecode index */
  VT_CLASS,  /* a class, interface or array type; null is VT_NULL */
  /* return address of the subroutine that begins at that bytecode index (inference only) */
  VT_ADDRESS,
  /* only used as an expected type */
  VT_REFERENCE, /* any reference, initialised or not */
  VT_ONE_SLOT,  /* any one-slot type except VT_TOP */
};
static inline enum vt_kind vt_kind(vtype t) { return (enum vt_kind)(t & 0xff); }
static inline uint32_t vt_data(vtype t) { return t >> 8; }
static inline vtype vt_make(enum vt_kind kind, uint32_t data) { return (vtype)kind | data << 8; }
static inline bool vt_is_second(vtype t) { return t == VT_LONG2 || t == VT_DOUBLE2; }
static inline bool vt_is_first(vtype t) { return t == VT_LONG || t == VT_DOUBLE; }

struct vframe {
  uint16_t locals, depth; /* slots in use */
  /* flagThisUninit: the constructor has not called another constructor yet */
  bool uninit_this;
  vtype *local, *stack;
};

struct verifier {
  struct vm *vm;
  struct klass *k;
  const struct class_file *cf;
  const struct method_info *m;
  struct pool pool;                 /* lives as long as the check of the method */
  VEC(const struct symbol *) names; /* names of VT_CLASS types */
  uint32_t *name_slots, name_mask;  /* index + 1 into names, by the symbol's hash */
  vtype this_type, object, string, class_type, throwable, method_handle, method_type;
  vtype *constants; /* by constant pool index: the type of a CP_CLASS; 0 = not computed yet */
  bool *starts;     /* by bytecode index: an instruction begins there */
  vtype result;     /* result type of the method; VT_TOP: void */
  bool constructor;
  bool inferring;            /* by inference, with return addresses */
  uint32_t try_from, try_to; /* smallest range that covers the exception table */
  const struct insn *in;     /* the instruction being checked; NULL before the first */
  /* the frame before the instruction, which its rule turns into the frame after it */
  struct vframe *frame;
  bool this_initialised;       /* this instruction called another constructor on `this` */
  struct typecheck *typecheck; /* set by flow.c while it runs */
  /* the other frame that an error message shows; NULL: none */
  const struct vframe *against;
  uint32_t against_pc;
  uint64_t spent; /* bytes used by the method's frames */
  uint64_t work;  /* slots examined in all methods */
  bool failed;
  bool final;     /* inference must not ignore this fault (version 50) */
  bool exhausted; /* the class would need more memory or time than the verifier may use */
  const char *error_class;
  /* the class that does not exist, if that is the fault */
  const struct symbol *missing;
  VEC(struct klass *) asked; /* classes defined by the program that were used */
  struct text message;
};

vtype vt_class(struct verifier *v, const struct symbol *name);
vtype vt_named(struct verifier *v, const char *name, size_t len);
/* Returns the class of the CP_CLASS constant at `index`, which the caller has checked. */
vtype vt_constant(struct verifier *v, uint32_t index);
/* Returns the type with which a field descriptor begins. Sets *second to its other half or
 * VT_TOP. */
vtype vt_of_desc(struct verifier *v, const char *desc, vtype *second);
const struct symbol *vt_name(const struct verifier *v, vtype t); /* name of a VT_CLASS type */
bool vt_is_array(const struct verifier *v, vtype t);
vtype vt_element(struct verifier *v, vtype array);    /* element of an array of references */
vtype vt_array_of(struct verifier *v, vtype element); /* array of a class or array type */
bool vt_assignable(struct verifier *v, vtype to, vtype from);
/* Like vt_assignable, where `from` is the object of a protected member: an interface then does not
 * accept Object. */
bool vt_assignable_protected(struct verifier *v, vtype to, vtype from);
/* Returns the least type to which both are assignable, or VT_TOP if there is none (inference). */
vtype vt_merge(struct verifier *v, vtype a, vtype b);
/* Loads a class by name. If that fails, its error becomes the error of the verification. */
struct klass *vt_load(struct verifier *v, const struct symbol *name);
void vt_text(const struct verifier *v, vtype t, struct text *out);

/* ---- frames (frames.c) ---- */

/* Counts `n` more bytes for the method. Returns false if the limit is exceeded; then verification
 * has failed. */
bool frame_memory(struct verifier *v, size_t n);
/* Counts `slots` more examined slots. Returns false if the class exceeds the limit, which happens
 * only for files made to be slow. */
bool frame_work(struct verifier *v, uint64_t slots);
struct vframe *frame_new(struct verifier *v); /* NULL if the verifier's memory is used up */
/* with room for exactly this many slots */
struct vframe *frame_sized(struct verifier *v, uint32_t locals, uint32_t depth);
void frame_copy(const struct verifier *v, struct vframe *to, const struct vframe *from);
/* sets f to the state at the method's first instruction */
void frame_entry(struct verifier *v, struct vframe *f);
vtype frame_pop(struct verifier *v, vtype wanted);
void frame_pop2(struct verifier *v, vtype first);
void frame_push(struct verifier *v, vtype t);
void frame_push2(struct verifier *v, vtype first);
vtype frame_local(struct verifier *v, uint32_t slot, vtype wanted);
void frame_store(struct verifier *v, uint32_t slot, vtype t);
void frame_replace(struct vframe *f, vtype old, vtype now); /* replaces all occurrences */
static inline vtype second_half(vtype first) { return first + 1; }

/* ---- faults (refusal.c) ---- */

/* Reports a VerifyError; `reason` (may be NULL) explains it. */
void v_error(struct verifier *v, const char *what, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
void v_bad_type(struct verifier *v, const char *what, vtype found, vtype wanted);
/* reports a ClassFormatError */
void v_format(struct verifier *v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void v_raise(struct verifier *v, const char *error_class, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- the rules of instructions (rules.c, members.c) ---- */

/* Checks v->in against v->frame and turns the frame into that of its successors. */
void rule_apply(struct verifier *v);
void rule_field(struct verifier *v, const char *arg);
void rule_invoke(struct verifier *v, const char *arg);

/* ---- checks before the flow (limits.c) ---- */

void check_limits(struct verifier *v);
/* Checks the single instruction v->in: constants, locals, targets, and rules that depend on the
 * class file's version. */
void check_shape(struct verifier *v);

/* ---- flow ---- */

void typecheck_method(struct verifier *v); /* flow.c, by the StackMapTable */
void infer_method(struct verifier *v);     /* infer.c */
/* flow.c: checks that the frames of all handlers around the instruction v->in accept the locals of
 * v->frame. `early`: `this` was not initialised yet. */
void check_handlers_here(struct verifier *v, bool early);
/* flow.c: returns whether no path from the handler at `pc` returns or leaves the code. */
bool only_throws(struct verifier *v, uint32_t pc);

/* verify.c: verifies the whole class by inference, whatever its version (for tests). */
int verify_by_inference(struct vm *vm, struct klass *k, struct verify_failure *out);
/* maps.c: the frames of the StackMapTable, ascending. *count is 0 if there is no table. */
struct map_frame {
  uint32_t pc;
  struct vframe f;
};
struct map_frame *maps_read(struct verifier *v, const struct vframe *entry, uint32_t *count);

/* subroutines.c: the subroutines being executed at a place, innermost first (inference for old
 * classes). NULL: none. */
struct sub_mask {
  uint32_t entry;    /* bytecode index of its first instruction */
  uint64_t *touched; /* one bit per local that it has read or written */
  struct sub_mask *outer;
};
struct sub_mask *masks_copy(struct verifier *v, const struct sub_mask *m);
/* Adds one subroutine in front. The result shares the rest of the list. */
struct sub_mask *masks_enter(struct verifier *v, struct sub_mask *now, uint32_t entry);
/* marks the locals as touched in all of them */
void masks_touch(struct sub_mask *now, uint32_t slot, uint32_t slots);
/* adds to all of them the locals that `with` touched */
void masks_unite(const struct verifier *v, struct sub_mask *now, const struct sub_mask *with);
struct sub_mask *masks_find(struct sub_mask *now, uint32_t entry);
/* Merges both lists into `old`, keeping the subroutines that occur in both. Sets *changed if `old`
 * changes. */
struct sub_mask *masks_merge(const struct verifier *v, struct sub_mask *old, struct sub_mask *more,
                             bool *changed);

#endif
