/* A parsed class file (JVMS chapter 4), for the linker, the interpreter, the analyses and the
 * recorder. It is immutable.
 *
 * The parser checks only the structure (lengths, kinds of constants, indices, syntax of
 * descriptors); the verifier checks types. All memory belongs to the symbol table and to the pool
 * that is passed to class_parse. The input bytes may be freed afterwards, because code and raw
 * attributes are copied. Only class_parse_image keeps references to its input. */
#ifndef HEDDLE_CLASSFILE_CLASSFILE_H
#define HEDDLE_CLASSFILE_CLASSFILE_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/classfile/symbol.h"

#include <stdbool.h>

enum cp_tag {
  CP_UTF8 = 1,
  CP_INTEGER = 3,
  CP_FLOAT = 4,
  CP_LONG = 5,
  CP_DOUBLE = 6,
  CP_CLASS = 7,
  CP_STRING = 8,
  CP_FIELDREF = 9,
  CP_METHODREF = 10,
  CP_INTERFACEMETHODREF = 11,
  CP_NAMEANDTYPE = 12,
  CP_METHODHANDLE = 15,
  CP_METHODTYPE = 16,
  CP_DYNAMIC = 17,
  CP_INVOKEDYNAMIC = 18,
  CP_MODULE = 19,
  CP_PACKAGE = 20
};

enum acc_flag {
  ACC_PUBLIC = 0x0001,
  ACC_PRIVATE = 0x0002,
  ACC_PROTECTED = 0x0004,
  ACC_STATIC = 0x0008,
  ACC_FINAL = 0x0010,
  ACC_SUPER = 0x0020,
  ACC_SYNCHRONIZED = 0x0020,
  ACC_VOLATILE = 0x0040,
  ACC_BRIDGE = 0x0040,
  ACC_TRANSIENT = 0x0080,
  ACC_VARARGS = 0x0080,
  ACC_NATIVE = 0x0100,
  ACC_INTERFACE = 0x0200,
  ACC_ABSTRACT = 0x0400,
  ACC_STRICT = 0x0800,
  ACC_SYNTHETIC = 0x1000,
  ACC_ANNOTATION = 0x2000,
  ACC_ENUM = 0x4000,
  ACC_MODULE = 0x8000
};

/* The operation of a method handle on its member (JVMS 4.4.8). */
enum ref_kind {
  REF_GET_FIELD = 1,
  REF_GET_STATIC,
  REF_PUT_FIELD,
  REF_PUT_STATIC,
  REF_VIRTUAL,
  REF_STATIC,
  REF_SPECIAL,
  REF_NEW,
  REF_INTERFACE
};

/* One constant. The parser checks that an index refers to a constant of the right kind, and copies
 * the names to which indices lead into this structure, so users rarely follow indices. */
struct cp_entry {
  uint8_t tag;      /* enum cp_tag; 0 for index 0 and for the second half of a long or double */
  uint8_t ref_kind; /* CP_METHODHANDLE: enum ref_kind */
  /* CP_METHODHANDLE: reference_index; CP_DYNAMIC/INVOKEDYNAMIC: bootstrap method index */
  uint16_t index;
  uint16_t class_index; /* CP_*REF: the CP_CLASS constant */
  /* UTF8, CLASS, STRING, MODULE, PACKAGE: the text; *REF, NAMEANDTYPE, *DYNAMIC: member name */
  const struct symbol *name;
  /* *REF, NAMEANDTYPE, *DYNAMIC: descriptor; METHODTYPE: the descriptor */
  const struct symbol *desc;
  const struct symbol *owner; /* *REF: class name as in the CP_CLASS constant */
  union {
    int32_t i;
    float f;
    int64_t l;
    double d;
  } v; /* INTEGER, FLOAT, LONG, DOUBLE */
};

struct bytes { /* a raw attribute body, NULL if absent */
  const uint8_t *data;
  uint32_t len;
};

struct field_info {
  uint16_t flags;
  uint16_t constant_value;                      /* constant pool index, 0: none */
  const struct symbol *name, *desc, *signature; /* signature may be NULL */
  struct bytes annotations, type_annotations;   /* RuntimeVisible*, raw */
};

struct exception_entry {
  uint16_t start_pc, end_pc, handler_pc;
  uint16_t catch_type; /* CP_CLASS index, 0 = any */
};

struct line_entry {
  uint16_t start_pc, line;
};

struct local_var {
  uint16_t start_pc, length, slot;
  const struct symbol *name, *desc;
};

struct method_info {
  uint16_t flags;
  uint16_t max_stack, max_locals;
  const struct symbol *name, *desc, *signature;
  uint32_t code_len; /* 0: no Code attribute (abstract or native) */
  const uint8_t *code;
  uint16_t exception_count, line_count, local_var_count, throws_count, parameter_count;
  const struct exception_entry *exceptions;
  const struct line_entry *lines; /* in the order of the file */
  const struct local_var *local_vars;
  const uint16_t *throws;                /* CP_CLASS indices of the Exceptions attribute */
  const struct symbol **parameter_names; /* MethodParameters; entries may be NULL */
  const uint16_t *parameter_flags;
  struct bytes stack_map; /* StackMapTable, raw */
  struct bytes annotations, parameter_annotations, annotation_default, type_annotations;
};

struct bootstrap_method {
  uint16_t method_handle; /* CP_METHODHANDLE index */
  uint16_t argc;
  const uint16_t *args; /* loadable constant indices */
};

struct inner_class {
  uint16_t inner, outer;     /* CP_CLASS indices; outer 0 when local or anonymous */
  const struct symbol *name; /* NULL when anonymous */
  uint16_t flags;
};

struct record_component {
  const struct symbol *name, *desc, *signature;
  struct bytes annotations, type_annotations;
};

struct class_file {
  uint16_t minor, major, flags;
  uint16_t cp_count;
  struct cp_entry *cp;                    /* cp_count entries */
  const struct symbol *name, *super_name; /* super_name NULL for java/lang/Object and module-info */
  uint16_t interface_count, field_count, method_count;
  const struct symbol **interfaces;
  struct field_info *fields;
  struct method_info *methods;
  const struct symbol *source_file, *signature, *nest_host; /* any may be NULL */
  const struct symbol *enclosing_class, *enclosing_method, *enclosing_desc;
  uint16_t bootstrap_count, inner_count, nest_member_count, record_count, permitted_count;
  const struct bootstrap_method *bootstraps;
  const struct inner_class *inners;
  const struct symbol **nest_members, **permitted;
  const struct record_component *records;
  bool is_sealed; /* a PermittedSubclasses attribute was present */
  bool is_record; /* a Record attribute was present, possibly with no components */
  struct bytes annotations, type_annotations;
  uint8_t hash[16]; /* XXH3-128 of the file's bytes: the class hash of traces */
  uint32_t size;    /* bytes of the file */
};

/* Parses `len` bytes. `what` names the input in messages ("Foo.class"). On success, allocates *out
 * in `pool`. Errors: ERR_INPUT with `what`, the offset and the reason. Accepts major versions 45 to
 * 69. */
int class_parse(const uint8_t *data, size_t len, const char *what, struct pool *pool,
                struct symtab *syms, struct class_file **out, struct error *err);

/* Like class_parse, for a class that must have the name `wanted` (NULL: any). Returns ERR_NOTFOUND
 * with the JVM's message if the class has another name or is a module. The name is checked before
 * anything that follows it in the file. */
int class_parse_named(const uint8_t *data, size_t len, const char *what,
                      const struct symbol *wanted, struct pool *pool, struct symtab *syms,
                      struct class_file **out, struct error *err);

/* Like class_parse_named, for a class of the JDK's image. As in a JVM, the parser trusts the texts
 * and flags of such a class and does not look for duplicates, because all this was checked when the
 * image was made. Lengths, indices and kinds of constants are checked. The bytes must live as long
 * as the result, which refers to them. */
int class_parse_image(const uint8_t *data, size_t len, const struct symbol *wanted,
                      struct pool *pool, struct symtab *syms, struct class_file **out,
                      struct error *err);

/* Returns the line of bytecode index `bci`, or -1 if the method has no line for it. */
int method_line(const struct method_info *m, uint32_t bci);

/* Returns the number of slots that the arguments of a method descriptor take, without the receiver
 * (two for long and double); -1 if malformed. */
int desc_arg_slots(const char *desc);
/* Returns the number of arguments; -1 if malformed. */
int desc_arg_count(const char *desc);
/* Returns the return type, which is the rest of a method descriptor after the arguments; NULL if
 * malformed. */
const char *desc_result(const char *desc);
/* Returns the first character of the return type ('V', 'I', 'L', '[', ...). */
char desc_return(const char *desc);
/* Skips one type of a descriptor. Returns the position after it, NULL if malformed. The caller must
 * skip the '(' first. */
const char *desc_next(const char *p);
/* Return whether the whole text is a field descriptor, and a method descriptor. */
bool desc_is_field(const char *desc);
bool desc_is_method(const char *desc);
/* Return whether the text may name a class (internal form or array type), and a field or method. */
bool name_is_class(const char *name);
bool name_is_member(const char *name, bool method);

#endif
