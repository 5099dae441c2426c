/* Classes made by heddle: a small class file assembler and the conversions between Java types.
 *
 * Call sites of invokedynamic, method handles and reflective calls become ordinary class files,
 * made here in memory and linked by vm_define, so that the interpreter sees only ordinary frames. A
 * synthetic class is named after the class and the constant that it serves ("Host$$Lambda$42") or
 * after the member that it calls: never by a counter, so that it is the same in every run.
 *
 * The assembler tracks the depth of the operand stack along straight-line code and through labels;
 * it makes no stack maps: a class with jumps is given version 49, whose verifier infers types
 * (unless it calls a static, private or default method of an interface, which needs 52: then only
 * heddle, which infers types always, accepts it). Faults (too many constants, code over 64 KB, a
 * stack below zero) are remembered and reported by synth_bytes. */
#ifndef HEDDLE_VM_SYNTH_SYNTH_H
#define HEDDLE_VM_SYNTH_SYNTH_H

#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"

/* ---- types and signatures: views into a descriptor's text, which must outlive them ---- */

struct jtype {
  const char *s; /* field descriptor, or "V"; not zero-terminated */
  uint32_t n;
};
struct sig {
  uint32_t argc;
  struct jtype arg[256];
  struct jtype ret;
};

struct jtype jtype_of(const char *desc); /* the whole text */
struct jtype jtype_boxed(char prim);     /* "Ljava/lang/Integer;" for 'I' */
char jtype_unboxed(struct jtype t);      /* 'I' for "Ljava/lang/Integer;", 0 for other types */
bool jtype_eq(struct jtype a, struct jtype b);
static inline bool jtype_is_ref(struct jtype t) { return t.s[0] == 'L' || t.s[0] == '['; }
static inline int jtype_slots(struct jtype t) {
  return t.s[0] == 'J' || t.s[0] == 'D' ? 2 : t.s[0] == 'V' ? 0 : 1;
}
/* Class name as constants hold it: "java/lang/String", "[I". */
void jtype_class_name(struct jtype t, struct text *out);
/* False when malformed. */
bool sig_parse(struct sig *sig, const char *desc);
void sig_insert(struct sig *sig, uint32_t at, struct jtype t);
void sig_remove(struct sig *sig, uint32_t at, uint32_t count);
char *sig_desc(const struct sig *sig); /* caller frees */
/* Whether Java's assignment conversions lead from primitive type `from` to `to` (widening, or the
 * same). */
bool prim_widens(char from, char to);

/* ---- a class under construction ---- */

struct synth;
struct synth_method;

struct synth *synth_new(const char *name, const char *super_name, uint16_t flags);
void synth_free(struct synth *s);
const char *synth_name(const struct synth *s);
void synth_source(struct synth *s, const char *file);    /* "Scenario.java" */
void synth_interface(struct synth *s, const char *name); /* a second time: ignored */
void synth_field(struct synth *s, uint16_t flags, const char *name, const char *desc);
/* A method with code, or without for ACC_NATIVE; valid until synth_free. */
struct synth_method *synth_method(struct synth *s, uint16_t flags, const char *name,
                                  const char *desc);
/* The class file, malloc'd. NULL: the class broke a limit. */
uint8_t *synth_bytes(struct synth *s, size_t *len);
/* Links the class into vm; its methods are marked METHOD_SYNTHETIC and METHOD_HIDDEN. Frees s
 * always. The class inherits where `host` comes from; it is trusted, so neither verified nor held
 * to access rules. */
struct klass *synth_define(struct vm *vm, struct synth *s, struct klass *host, struct error *err);
/* The class of that name when it was defined before. */
struct klass *synth_find(struct vm *vm, const char *name);
/* Raises or records what made synth_define fail: NATIVE_THROW (NoClassDefFoundError) or
 * NATIVE_FATAL. */
int synth_failed(struct vm *vm, struct thread *t, const struct error *err);
/* An object without a constructor call, for ever and in every state the same: fields are set by the
 * caller, then sealed. */
ref immortal_object(struct vm *vm, struct klass *k);
void immortal_seal(struct vm *vm, ref r);

/* ---- code ---- */

void asm_line(struct synth_method *m, uint32_t line); /* of the code that follows */
void asm_op(struct synth_method *m, int op);          /* an instruction without operands */
void asm_int(struct synth_method *m, int32_t v);
void asm_long(struct synth_method *m, int64_t v);
void asm_string(struct synth_method *m, const char *s, size_t len);
void asm_class(struct synth_method *m, struct jtype t); /* ldc; primitives: the wrapper's TYPE */
/* INTEGER, FLOAT, LONG, DOUBLE, STRING, CLASS */
void asm_constant(struct synth_method *m, const struct cp_entry *e);
/* ldc of a CP_METHODHANDLE */
void asm_method_handle(struct synth_method *m, int kind, const struct cp_entry *member);
void asm_method_type(struct synth_method *m, const char *desc);
void asm_load(struct synth_method *m, char type, int slot);
void asm_store(struct synth_method *m, char type, int slot);
void asm_return(struct synth_method *m, char type);
void asm_field(struct synth_method *m, int op, const char *owner, const char *name,
               const char *desc);
void asm_invoke(struct synth_method *m, int op, const char *owner, const char *name,
                const char *desc, bool on_interface);
/* new, checkcast, instanceof, anewarray */
void asm_type(struct synth_method *m, int op, const char *klass);
void asm_checkcast(struct synth_method *m, struct jtype t);    /* nothing for Object */
void asm_new_array(struct synth_method *m, struct jtype elem); /* length on the stack */
void asm_array_load(struct synth_method *m, char type);
void asm_array_store(struct synth_method *m, char type);

int asm_label(struct synth_method *m); /* a new label, not bound */
void asm_bind(struct synth_method *m, int label);
void asm_jump(struct synth_method *m, int op, int label);
/* low .. low+count-1 */
void asm_tableswitch(struct synth_method *m, int32_t low, int32_t count, const int *labels,
                     int other);
/* Code from label `start` to `end` goes to `target` on an exception of the type (NULL: any); the
 * stack is then one reference. */
void asm_handler(struct synth_method *m, int start, int end, int target, const char *type);

/* ---- conversions of the value on top of the stack ---- */

void asm_box(struct synth_method *m, char prim);
void asm_widen(struct synth_method *m, char from, char to);
/* As the lambda factory converts: `functional` is the instantiated type (pass `to` again for
 * results). */
void asm_convert(struct synth_method *m, struct jtype from, struct jtype to,
                 struct jtype functional);
/* As MethodHandle.asType converts. False: there is no such conversion. A void result becomes zero
 * or null. */
bool asm_as_type(struct synth_method *m, struct jtype from, struct jtype to);
/* A reference of unknown type to `prim`, with widening; ClassCastException otherwise. */
void asm_unbox_any(struct synth_method *m, char prim);

/* Loads all locals from `slot` on by their types, in order; returns the slot after them. */
int asm_load_args(struct synth_method *m, const struct sig *sig, int slot);

/* ---- facts kept with a class: klass->extra ---- */

/* A value under a text, for the life of vm; NULL when none was put. */
void *synth_fact(const struct klass *k, const char *kind, const struct symbol *key);
void synth_fact_put(struct vm *vm, struct klass *k, const char *kind, const struct symbol *key,
                    void *value);

#endif
