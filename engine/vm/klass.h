/* Linked classes, methods and fields. They are outside the arena: a pure function of (class bytes,
 * loader), created on first use and never undone. Their `key`s are the same in every run. */
#ifndef HEDDLE_VM_KLASS_H
#define HEDDLE_VM_KLASS_H

#include "engine/classfile/classfile.h"
#include "engine/arena/arena.h"

struct klass;
struct code;
struct native_call;

struct field {
  const struct field_info *info;
  struct klass *owner;
  const struct symbol *name, *desc;
  uint16_t flags;
  char type;                /* first character of the descriptor; 'L' also for arrays */
  uint32_t offset;          /* offset from the object, or from the mirror for statics */
  uint32_t slot;            /* index in owner->fields */
  bool classified, freezes; /* vm/sched/quiet.h */
  uint8_t quiet;
  bool older;     /* its older writes are kept, too (vm/sched/stale.h) */
  bool ordered;   /* volatile, but accessed in acquire and release mode: a repair (repairs.h) */
  uint8_t silent; /* h: 0 unknown yet, 1 reported, 2 trusted or benign */
  uint64_t key;
};

enum method_vm_flags {
  METHOD_OVERRIDE = 1, /* native_fn replaces a Java body */
  METHOD_CALLER_SENSITIVE = 2,
  METHOD_POLYMORPHIC = 4, /* signature-polymorphic (MethodHandle, VarHandle) */
  METHOD_SYNTHETIC = 8,   /* made by heddle (indy, stubs) */
  METHOD_HIDDEN = 16,     /* hidden from stack traces */
  /* runs without scheduling points until it blocks or calls the user's code (reduction/atomic.h) */
  METHOD_ATOMIC = 32,
  METHOD_ATOMIC_ASKED = 64, /* METHOD_ATOMIC is known */
  /* publishes the references that it stores into arrays (vm/interp/releases.def) */
  METHOD_RELEASES = 128,
  METHOD_ATOMIC_BY_CLASS = 256, /* whether it is atomic depends on the class of the receiver */
  METHOD_WAS_STEP = 512,        /* ran as one step because of a contract */
  METHOD_MAY_STAY = 1024,       /* a thread may wait in it for ever (vm/sched/stay.h) */
};

typedef int native_fn(struct native_call *c);

struct method {
  const struct method_info *info; /* its code_len is 0 for abstract and native methods */
  struct klass *owner;
  const struct symbol *name, *desc;
  /* index into vm->methods, in the order of linking; never part of a fingerprint */
  uint32_t id;
  uint64_t key;       /* hash of class, name, descriptor */
  uint16_t flags;     /* ACC_* flags */
  uint16_t vm_flags;  /* METHOD_* flags */
  uint16_t arg_slots; /* argument slots, including the receiver */
  char ret;           /* 'V', 'I' (int and smaller), 'J', 'F', 'D', 'L' */
  char ret_exact;     /* 'Z', 'B', 'C', 'S', ... */
  int32_t vtable;     /* vtable index; -1 if not virtual (static, private, <init>) */
  native_fn *native;
  struct code *code; /* decoded at the first call (vm/code.h) */
  /* `code`, once an instruction has called the method, if it can be entered without checks: it is
   * neither native nor synchronized; NULL before and otherwise */
  struct code *ready;
  void *maps; /* stack maps for finding references (vm/stackmap.h) */
  void *flow; /* control flow graph (flow/) */
};

struct verify_failure;
enum proof_state { PROOF_NONE, PROOF_GOOD, PROOF_BAD };

struct klass {
  struct class_file *cf;     /* NULL for arrays and primitives */
  const struct symbol *name; /* unique internal name: "java/lang/String", "[I", "int" */
  /* the name that Java and people see; classes of several loaders may share it */
  const struct symbol *shown;
  uint32_t id;
  /* hash of the name (for synthetic classes, also of the host class); the same in every run */
  uint64_t key;
  uint16_t flags;
  bool is_jdk;  /* from the JDK image */
  bool of_boot; /* defined by the program for the boot loader */
  bool is_interface, is_array, is_primitive;
  bool older_elements; /* an array class: older writes of elements are kept, too (sched/stale.h) */
  uint8_t trust;       /* h: 0 unknown yet, 1 reported, 2 trusted (property/trust.def, --trust) */
  /* 0 unknown yet; role in a test library (vm/runner.c) */
  uint8_t tests;
  /* 0 unknown yet; whether it is nested in a class that has fields (vm/parts.c) */
  uint8_t within;
  bool trivial_init; /* neither it nor a superclass has a <clinit>: initialisation does nothing */
  bool has_clinit;
  struct klass *super;
  struct klass **interfaces; /* direct superinterfaces */
  uint32_t interface_count;
  /* all supertypes and the class itself, sorted by id, for the subtype test */
  struct klass **supers;
  uint32_t super_count;
  struct klass *elem;     /* arrays: element class */
  char elem_type;         /* arrays: 'Z','B','C','S','I','J','F','D','L' */
  uint8_t elem_shift;     /* log2 of the element size */
  struct klass *array;    /* the array class with this element class, once made */
  uint32_t instance_size; /* size in bytes, header included, multiple of 8 */
  uint32_t static_size;   /* bytes of statics after the mirror's own fields */
  ref mirror;             /* the java.lang.Class object (immortal) */
  struct field *fields;   /* fields declared here */
  uint32_t field_count;
  struct method *methods; /* methods declared here */
  uint32_t method_count;
  struct method **vtable;
  uint32_t vtable_len;
  /* offsets of reference fields of instances, inherited ones included, ascending */
  uint32_t *ref_offsets;
  uint32_t ref_count;
  uint32_t *static_refs; /* offsets of static reference fields from the mirror */
  uint32_t static_ref_count;
  struct field **all_fields; /* instance fields by offset, inherited ones included */
  uint32_t all_field_count;
  void **cp;          /* resolved constants by constant pool index (vm/loader/resolve.h) */
  struct klass *host; /* nest host, or defining class of a synthetic class */
  /* class whose package this one belongs to; NULL: the package follows from the name */
  const struct klass *beside;
  /* hash of the bytes from which the program defined it; 0: found by name. See classes_define */
  uint64_t bytes_hash;
  /* defined by a class loader of the program, so its package differs from the class path's */
  bool own_loader;
  /* its loader may find other classes than the class path's loader (vm/loader/loaders.h) */
  bool overriding_loader;
  /* next in the chain of class_table.own: classes defined by loaders of the program */
  struct klass *next_own;
  /* number of classes with the same shown name that existed when it was defined */
  uint32_t nth;
  /* hash of its supertypes defined by loaders of the program, and of which share its loader */
  uint64_t peers;
  struct klass *lookup; /* for a hidden class, the class whose Lookup defined it; else NULL */
  bool nestmate;        /* the hidden class belongs to the nest of `lookup` */
  const char *where;    /* "dir/Foo.class", "a.jar!/Foo.class" or the JDK's module */
  /* enum proof_state: whether verification lets its code run (vm/interp/proof.h) */
  uint8_t proof;
  struct verify_failure *refused; /* the reason for PROOF_BAD */
  /* classes defined by the program on which verification depends, in the order of their first
   * use */
  struct klass **asked;
  uint32_t asked_count;
  bool asks;   /* this class or a supertype has entries in `asked` */
  void *extra; /* facts about a synthetic class (synth_fact) */
};

/* The mirror of a class is an instance of java.lang.Class, followed by five injected words and then
 * the statics. */
struct mirror_layout {
  uint32_t klass_id;    /* offset of the word that holds klass->id */
  uint32_t init_state;  /* enum init_state */
  uint32_t init_thread; /* thread index + 1 while INIT_SUPERS or INIT_RUNNING */
  /* while INIT_SUPERS: the frame that started it, relative to the bottom of the thread's stack */
  uint32_t init_frame;
  uint32_t init_row; /* h: clock row released at the end of <clinit>; 0: boot, or none */
  uint32_t statics;  /* offset of the first static */
};
enum init_state {
  INIT_NONE = 0,
  INIT_RUNNING = 1,
  INIT_DONE = 2,
  INIT_FAILED = 3,
  INIT_SUPERS = 4 /* its supertypes are being initialised first */
};

/* Is the method named <init>? */
static inline bool method_is_constructor(const struct method *m) {
  const struct symbol *name = m->name;
  return name->len == 6 && name->s[0] == '<' && name->s[1] == 'i';
}

/* Returns whether Java sees the class without a class loader. */
static inline bool klass_of_bootstrap(const struct klass *k) { return k->is_jdk || k->of_boot; }

/* Returns the innermost element class of an array class, which may be a primitive type's; for any
 * other class, returns the class itself. */
static inline struct klass *klass_base(const struct klass *k) {
  while (k->is_array && k->elem) k = k->elem;
  return (struct klass *)(uintptr_t)k;
}

#endif
