/* Private to the verifier: its context, the verification types, frames, and what its parts offer
 * each other.
 *
 * Invariants
 *  1. After the first fault `failed` is set; every check does nothing from then on, so that callers
 * look only before they loop or follow a pointer. The fault is recorded once.
 *  2. A frame's locals beyond `locals` and operands beyond `depth` are VT_TOP; both arrays have
 * room for the method's limits.
 *  3. A two-slot value is its first half followed by its second half, in locals and operands alike;
 * neither ever stands without the other in the operands. */
#ifndef HEDDLE_VM_VERIFY_VERIFIER_H
#define HEDDLE_VM_VERIFY_VERIFIER_H

#include "engine/classfile/insn.h"
#include "engine/vm/verify/verify.h"

/* ---- types (types.c) ---- */

/* A verification type: the kind in the low byte, above it the class (index into names) or a
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
  VT_UNINIT,  /* made by the `new` at that bytecode index */
  VT_CLASS,   /* class, interface or array; null aside */
  VT_ADDRESS, /* of the subroutine that begins at that bytecode index (inference only) */
  /* only wanted, never held */
  VT_REFERENCE, /* any reference, initialised or not */
  VT_ONE_SLOT,  /* anything but a half and VT_TOP */
};
static inline enum vt_kind vt_kind(vtype t) { return (enum vt_kind)(t & 0xff); }
static inline uint32_t vt_data(vtype t) { return t >> 8; }
static inline vtype vt_make(enum vt_kind kind, uint32_t data) { return (vtype)kind | data << 8; }
static inline bool vt_is_second(vtype t) { return t == VT_LONG2 || t == VT_DOUBLE2; }
static inline bool vt_is_first(vtype t) { return t == VT_LONG || t == VT_DOUBLE; }

struct vframe {
  uint16_t locals, depth; /* slots in use */
  bool uninit_this;       /* flagThisUninit: the constructor has not called another one yet */
  vtype *local, *stack;
};

struct verifier {
  struct vm *vm;
  struct klass *k;
  const struct class_file *cf;
  const struct method_info *m;
  struct pool pool;                 /* lives as long as the method's check */
  VEC(const struct symbol *) names; /* of VT_CLASS types */
  uint32_t *name_slots, name_mask;  /* index + 1 into names, by the symbol's hash */
  vtype this_type, object, string, class_type, throwable, method_handle, method_type;
  vtype *constants; /* by constant pool index: the type of a CP_CLASS, 0 not asked yet */
  bool *starts;     /* per bytecode index: an instruction begins there */
  vtype result;     /* what the method returns; VT_TOP: void */
  bool constructor;
  bool inferring;              /* by inference: return addresses exist */
  uint32_t try_from, try_to;   /* hull of the exception table */
  const struct insn *in;       /* the instruction being checked, NULL before the first */
  struct vframe *frame;        /* before it, and step by step after it */
  bool this_initialised;       /* this instruction called another constructor on `this` */
  struct typecheck *typecheck; /* flow.c, while it runs */
  /* the other frame that an error speaks of; NULL none */
  const struct vframe *against;
  uint32_t against_pc;
  uint64_t spent; /* bytes of the method's frames */
  uint64_t work;  /* slots looked at, of all methods */
  bool failed;
  bool final;     /* a fault that inference may not get round (version 50) */
  bool exhausted; /* the class would take more memory or time than the verifier may have */
  const char *error_class;
  /* no class of that name is there; the fault that error_class names */
  const struct symbol *missing;
  VEC(struct klass *) asked; /* that the program has defined */
  struct text message;
};

vtype vt_class(struct verifier *v, const struct symbol *name);
vtype vt_named(struct verifier *v, const char *name, size_t len);
/* The class of the CP_CLASS constant at `index`, which the caller has checked. */
vtype vt_constant(struct verifier *v, uint32_t index);
/* The type that a field descriptor begins with; *second its other half or VT_TOP. */
vtype vt_of_desc(struct verifier *v, const char *desc, vtype *second);
const struct symbol *vt_name(const struct verifier *v, vtype t); /* of a VT_CLASS */
bool vt_is_array(const struct verifier *v, vtype t);
vtype vt_element(struct verifier *v, vtype array);    /* of an array of references */
vtype vt_array_of(struct verifier *v, vtype element); /* of a class or array */
bool vt_assignable(struct verifier *v, vtype to, vtype from);
/* The same where `from` is the object of a protected member: an interface is no Object then. */
bool vt_assignable_protected(struct verifier *v, vtype to, vtype from);
/* The least type that both are assignable to, VT_TOP when there is none (inference). */
vtype vt_merge(struct verifier *v, vtype a, vtype b);
/* A class by name, with its error as the verification's when it cannot be loaded. */
struct klass *vt_load(struct verifier *v, const struct symbol *name);
void vt_text(const struct verifier *v, vtype t, struct text *out);

/* ---- frames (frames.c) ---- */

/* Counts `n` more bytes of the method's. False when it has had its share: the verification
 * failed. */
bool frame_memory(struct verifier *v, size_t n);
/* Counts `slots` more that are looked at. False when the class has had its share: only a file made
 * to be slow comes near it. */
bool frame_work(struct verifier *v, uint64_t slots);
struct vframe *frame_new(struct verifier *v); /* NULL when the verifier's memory is used up */
/* room for just so much */
struct vframe *frame_sized(struct verifier *v, uint32_t locals, uint32_t depth);
void frame_copy(const struct verifier *v, struct vframe *to, const struct vframe *from);
/* the state at a method's first instruction */
void frame_entry(struct verifier *v, struct vframe *f);
vtype frame_pop(struct verifier *v, vtype wanted);
void frame_pop2(struct verifier *v, vtype first);
void frame_push(struct verifier *v, vtype t);
void frame_push2(struct verifier *v, vtype first);
vtype frame_local(struct verifier *v, uint32_t slot, vtype wanted);
void frame_store(struct verifier *v, uint32_t slot, vtype t);
void frame_replace(struct vframe *f, vtype old, vtype now); /* everywhere */
static inline vtype second_half(vtype first) { return first + 1; }

/* ---- faults (report.c) ---- */

/* A VerifyError; `reason` (may be NULL) explains it. */
void v_error(struct verifier *v, const char *what, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
void v_bad_type(struct verifier *v, const char *what, vtype found, vtype wanted);
/* ClassFormatError */
void v_format(struct verifier *v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void v_raise(struct verifier *v, const char *error_class, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- the rules of instructions (rules.c, members.c) ---- */

/* Checks v->in against v->frame and makes the frame that of its successors. */
void rule_apply(struct verifier *v);
void rule_field(struct verifier *v, const char *arg);
void rule_invoke(struct verifier *v, const char *arg);

/* ---- what is checked before the flow (limits.c) ---- */

void check_limits(struct verifier *v);
/* The same for v->in alone: constants, locals, targets, and what depends on the class file's
 * version. */
void check_shape(struct verifier *v);

/* ---- flow ---- */

void typecheck_method(struct verifier *v); /* flow.c, by StackMapTable */
void infer_method(struct verifier *v);     /* infer.c */
/* flow.c: the frames of all handlers around the instruction hold with f's locals; in `early` this
 * was not initialised yet. */
void check_handlers_here(struct verifier *v, bool early);
/* flow.c: no path from the handler at `pc` returns or leaves the code. */
bool only_throws(struct verifier *v, uint32_t pc);

/* verify.c: the whole class by inference, whatever its version (for the tests). */
int verify_by_inference(struct vm *vm, struct klass *k, struct verify_failure *out);
/* maps.c: the frames of the StackMapTable, ascending; *count 0 when there is none. */
struct map_frame {
  uint32_t pc;
  struct vframe f;
};
struct map_frame *maps_read(struct verifier *v, const struct vframe *entry, uint32_t *count);

/* subroutines.c: the subroutines being executed at a place, innermost first (inference of old
 * classes). NULL: none. */
struct sub_mask {
  uint32_t entry;    /* bytecode index of its first instruction */
  uint64_t *touched; /* one bit per local that it read or wrote so far */
  struct sub_mask *outer;
};
struct sub_mask *masks_copy(struct verifier *v, const struct sub_mask *m);
/* The list with one more in front; it shares the others. */
struct sub_mask *masks_enter(struct verifier *v, struct sub_mask *now, uint32_t entry);
void masks_touch(struct sub_mask *now, uint32_t slot, uint32_t slots); /* in all of them */
/* in all of them, what `with` touched */
void masks_unite(const struct verifier *v, struct sub_mask *now, const struct sub_mask *with);
struct sub_mask *masks_find(struct sub_mask *now, uint32_t entry);
/* What both know, in place of `old`; *changed is set when that is other than `old` was. */
struct sub_mask *masks_merge(const struct verifier *v, struct sub_mask *old, struct sub_mask *more,
                             bool *changed);

#endif
