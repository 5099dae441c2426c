/* Linked classes, methods and fields. They are outside the arena: a pure function of (class bytes,
 * loader), created on first use, never undone, with `key`s that are the same in every run. */
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
  uint32_t offset;          /* from the object, or from the mirror for statics */
  uint32_t slot;            /* index in owner->fields */
  bool classified, freezes; /* vm/sched/quiet.h */
  uint8_t quiet;
  uint8_t silent; /* h: 0 not asked yet, 1 reported, 2 trusted or benign */
  uint64_t key;
};

enum method_vm_flags {
  METHOD_OVERRIDE = 1, /* native_fn replaces a Java body */
  METHOD_CALLER_SENSITIVE = 2,
  METHOD_POLYMORPHIC = 4, /* signature-polymorphic (MethodHandle, VarHandle) */
  METHOD_SYNTHETIC = 8,   /* made by heddle (indy, stubs) */
  METHOD_HIDDEN = 16,     /* not shown in stack traces */
  /* runs without scheduling points until it blocks or calls the user's code (reduction/atomic.h) */
  METHOD_ATOMIC = 32,
  METHOD_ATOMIC_ASKED = 64, /* whether it does has been found out */
  /* the references that it stores into arrays are released (vm/interp/releases.def) */
  METHOD_RELEASES = 128,
  METHOD_ATOMIC_BY_CLASS = 256, /* whether it does depends on the class of the receiver */
  METHOD_WAS_STEP = 512,        /* it did, by a contract */
  METHOD_MAY_STAY = 1024,       /* a thread may wait in it for good (vm/sched/stay.h) */
};

typedef int native_fn(struct native_call *c);

struct method {
  const struct method_info *info; /* code_len 0 for abstract and native */
  struct klass *owner;
  const struct symbol *name, *desc;
  uint32_t id;        /* index into vm->methods; order of linking, never in a fingerprint */
  uint64_t key;       /* hash of class, name, descriptor */
  uint16_t flags;     /* ACC_* */
  uint16_t vm_flags;  /* METHOD_* */
  uint16_t arg_slots; /* including the receiver */
  char ret;           /* 'V', 'I' (int and smaller), 'J', 'F', 'D', 'L' */
  char ret_exact;     /* 'Z', 'B', 'C', 'S', ... */
  int32_t vtable;     /* index, -1: not virtual (static, private, <init>) */
  native_fn *native;
  struct code *code; /* decoded on first call (vm/interp/code.h) */
  /* the same for a method that is entered without questions: neither native nor synchronized */
  struct code *ready;
  void *maps; /* stack maps for the traversal (vm/interp/stackmap.h) */
  void *flow; /* control flow graph (flow/) */
};

struct verify_failure;
enum proof_state { PROOF_NONE, PROOF_GOOD, PROOF_BAD };

struct klass {
  struct class_file *cf;     /* NULL for arrays and primitives */
  const struct symbol *name; /* internal: "java/lang/String", "[I", "int"; no other class has it */
  /* the same to Java and to people: classes of several loaders may share it */
  const struct symbol *shown;
  uint32_t id;
  /* hash of the name (and of the host class for synthetic ones): equal in every run */
  uint64_t key;
  uint16_t flags;
  bool is_jdk;  /* from the JDK image */
  bool of_boot; /* the program's, which defined it for the boot loader */
  bool is_interface, is_array, is_primitive;
  uint8_t trust; /* h: 0 not asked yet, 1 reported, 2 trusted (property/trust.def, --trust) */
  /* 0 not asked yet; what libraries for tests have to do with it (vm/sched/runner.c) */
  uint8_t tests;
  uint8_t within; /* 0 not asked yet; is it nested in a class that has fields (vm/sched/parts.c)? */
  bool trivial_init; /* no <clinit> in it nor in its superclasses: initialisation is a no-op */
  bool has_clinit;
  struct klass *super;
  struct klass **interfaces; /* direct */
  uint32_t interface_count;
  struct klass **supers; /* all supertypes, itself included, sorted by id: subtype test */
  uint32_t super_count;
  struct klass *elem;     /* arrays: element class */
  char elem_type;         /* arrays: 'Z','B','C','S','I','J','F','D','L' */
  uint8_t elem_shift;     /* log2 of the element size */
  struct klass *array;    /* the array class of this, once made */
  uint32_t instance_size; /* bytes, header included, multiple of 8 */
  uint32_t static_size;   /* bytes of statics after the mirror's own fields */
  ref mirror;             /* the java.lang.Class object (immortal) */
  struct field *fields;   /* declared here */
  uint32_t field_count;
  struct method *methods; /* declared here */
  uint32_t method_count;
  struct method **vtable;
  uint32_t vtable_len;
  uint32_t *ref_offsets; /* reference fields of instances, supers included, ascending */
  uint32_t ref_count;
  uint32_t *static_refs; /* reference statics, offsets from the mirror */
  uint32_t static_ref_count;
  struct field **all_fields; /* instance fields by offset, supers included */
  uint32_t all_field_count;
  void **cp;                  /* resolved constants, by constant pool index (vm/loader/resolve.h) */
  struct klass *host;         /* nest host or defining class of synthetic classes */
  const struct klass *beside; /* its package is that one's, whatever its name; NULL: the name's */
  /* defined by the program from bytes of this hash; 0: found by its name. See classes_define */
  uint64_t bytes_hash;
  /* a class loader of the program defines it: its package is not that of the class path */
  bool own_loader;
  /* ... which may find other classes than that of the class path does (vm/loader/loaders.h) */
  bool overriding_loader;
  struct klass *next_own; /* of those that such loaders define, in a chain of class_table.own */
  uint32_t nth;           /* so many classes of its shown name were there when it was defined */
  uint64_t peers;       /* hash of its supertypes of such loaders, and which have the same as it */
  struct klass *lookup; /* a hidden class: the class whose Lookup defined it; NULL for all others */
  bool nestmate;        /* ... and whether it is in the nest of that one */
  const char *where;    /* "dir/Foo.class", "a.jar!/Foo.class" or the JDK's module */
  uint8_t proof;        /* enum proof_state: whether its code may run (vm/interp/proof.h) */
  struct verify_failure *refused; /* why not */
  /* the classes defined by the program that verification asked about, in the order of asking */
  struct klass **asked;
  uint32_t asked_count;
  bool asks;   /* it, or a supertype, has such */
  void *extra; /* synthetic classes: their assembler data (vm/synth/synth.h) */
};

/* The mirror of a class is an instance of java.lang.Class with three injected words and then the
 * statics. */
struct mirror_layout {
  uint32_t klass_id;    /* offset of the word that holds klass->id */
  uint32_t init_state;  /* enum init_state */
  uint32_t init_thread; /* thread index + 1 while INIT_SUPERS or INIT_RUNNING */
  /* while INIT_SUPERS: the frame that asked for it, from the bottom of the thread's stack */
  uint32_t init_frame;
  uint32_t init_row; /* h: clock row released at the end of <clinit>, 0 = boot or none */
  uint32_t statics;  /* first static */
};
enum init_state {
  INIT_NONE = 0,
  INIT_RUNNING = 1,
  INIT_DONE = 2,
  INIT_FAILED = 3,
  INIT_SUPERS = 4 /* first its supertypes */
};

/* Java sees it without a class loader. */
static inline bool klass_of_bootstrap(const struct klass *k) { return k->is_jdk || k->of_boot; }

/* What an array holds in the end, a class or a primitive type's; any other class itself. */
static inline struct klass *klass_base(const struct klass *k) {
  while (k->is_array && k->elem) k = k->elem;
  return (struct klass *)(uintptr_t)k;
}

#endif
