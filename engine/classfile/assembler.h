/* A small class file assembler, and the conversions between Java types.
 *
 * The assembler tracks the depth of the operand stack along straight-line code and through labels.
 * It makes no stack maps: a class with jumps gets version 49, whose verifier infers types. A class
 * that calls a static, private or default method of an interface needs version 52; if it also has
 * jumps, only heddle accepts it, because heddle always infers types. Errors (too many constants,
 * code over 64 KB, a negative stack depth) are recorded and reported by synth_bytes. */
#ifndef HEDDLE_CLASSFILE_ASSEMBLER_H
#define HEDDLE_CLASSFILE_ASSEMBLER_H

#include "engine/base/mem.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/insn.h"

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

struct jtype jtype_of(const char *desc); /* from the whole text */
struct jtype jtype_boxed(char prim);     /* "Ljava/lang/Integer;" for 'I' */
char jtype_unboxed(struct jtype t);      /* 'I' for "Ljava/lang/Integer;", 0 for other types */
bool jtype_eq(struct jtype a, struct jtype b);
static inline bool jtype_is_ref(struct jtype t) { return t.s[0] == 'L' || t.s[0] == '['; }
static inline int jtype_slots(struct jtype t) {
  return t.s[0] == 'J' || t.s[0] == 'D' ? 2 : t.s[0] == 'V' ? 0 : 1;
}
/* Adds the type as a CONSTANT_Class names it: "java/lang/String", "[I". */
void jtype_class_name(struct jtype t, struct text *out);
/* Returns false if the descriptor is malformed. */
bool sig_parse(struct sig *sig, const char *desc);
void sig_insert(struct sig *sig, uint32_t at, struct jtype t);
void sig_remove(struct sig *sig, uint32_t at, uint32_t count);
char *sig_desc(const struct sig *sig); /* caller frees */
/* Returns whether `from` and `to` are the same primitive type or `from` can be widened to `to` (JLS
 * 5.1.2). */
bool prim_widens(char from, char to);

/* ---- a class under construction ---- */

struct synth;
struct synth_method;

struct synth *synth_new(const char *name, const char *super_name, uint16_t flags);
void synth_free(struct synth *s);
const char *synth_name(const struct synth *s);
void synth_source(struct synth *s, const char *file);    /* "Scenario.java" */
void synth_interface(struct synth *s, const char *name); /* adding it again has no effect */
void synth_field(struct synth *s, uint16_t flags, const char *name, const char *desc);
/* Adds a method, with code unless flags has ACC_NATIVE. The result is valid until synth_free. */
struct synth_method *synth_method(struct synth *s, uint16_t flags, const char *name,
                                  const char *desc);
/* Returns the class file, allocated with malloc, or NULL if the class exceeds a limit. */
uint8_t *synth_bytes(struct synth *s, size_t *len);

/* ---- code ---- */

void asm_line(struct synth_method *m, uint32_t line); /* line number of the following code */
void asm_op(struct synth_method *m, int op);          /* an instruction without operands */
void asm_int(struct synth_method *m, int32_t v);
void asm_long(struct synth_method *m, int64_t v);
void asm_string(struct synth_method *m, const char *s, size_t len);
/* ldc; for a primitive type, the wrapper's TYPE */
void asm_class(struct synth_method *m, struct jtype t);
/* INTEGER, FLOAT, LONG, DOUBLE, STRING, CLASS */
void asm_constant(struct synth_method *m, const struct cp_entry *e);
/* ldc of a method handle */
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
void asm_checkcast(struct synth_method *m, struct jtype t);    /* no code for Object */
void asm_new_array(struct synth_method *m, struct jtype elem); /* the length is on the stack */
void asm_array_load(struct synth_method *m, char type);
void asm_array_store(struct synth_method *m, char type);

int asm_label(struct synth_method *m); /* makes a label that is not bound yet */
void asm_bind(struct synth_method *m, int label);
void asm_jump(struct synth_method *m, int op, int label);
/* cases low .. low+count-1 */
void asm_tableswitch(struct synth_method *m, int32_t low, int32_t count, const int *labels,
                     int other);
/* Code from label `start` to `end` goes to `target` on an exception of the type (NULL: any). The
 * stack then holds one reference. */
void asm_handler(struct synth_method *m, int start, int end, int target, const char *type);

/* ---- conversions of the value on top of the stack ---- */

void asm_box(struct synth_method *m, char prim);
void asm_widen(struct synth_method *m, char from, char to);
/* Converts as java.lang.invoke.LambdaMetafactory does. For an argument, `functional` is its type in
 * the instantiated method type; for a result, pass `to` again. */
void asm_convert(struct synth_method *m, struct jtype from, struct jtype to,
                 struct jtype functional);
/* Converts like MethodHandle.asType. Returns false if there is no such conversion. A void result
 * becomes zero or null. */
bool asm_as_type(struct synth_method *m, struct jtype from, struct jtype to);
/* Unboxes a reference whose class is known only when the code runs, and widens the value to `prim`.
 * The code throws ClassCastException if no such conversion exists. */
void asm_unbox_any(struct synth_method *m, char prim);

/* Loads the arguments of `sig` from the locals, the first one from `slot`. Returns the slot after
 * the last one. */
int asm_load_args(struct synth_method *m, const struct sig *sig, int slot);

#endif
