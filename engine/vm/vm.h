/* The machine: linked classes, threads, frames and the context that everything inside the engine
 * shares.
 *
 * What is outside the arena (struct klass, method, field, code) is a pure function of (class bytes,
 * loader): it is created on first use, never undone, and carries `key`s that are the same in every
 * run. What the program can change is in the arena.
 *
 * Java exceptions are values: natives and helpers that raise one call vm_throw*() and return
 * NATIVE_THROW; the pending exception is thread->exception. A failure of heddle itself is vm->err
 * (first one wins) and NATIVE_FATAL. */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"
#include "engine/arena/arena.h"
#include "engine/base/words.h"

struct vm;
struct klass;
struct method;
struct field;
struct code;
struct native_call;

/* ---- objects ---- */

/* Every object starts with this header. Fields of instances begin at OBJ_HEADER; elements of arrays
 * at ARRAY_BASE, after the length at ARRAY_LENGTH. Natural sizes: byte and boolean 1, char and
 * short 2, int, float and references 4, long, double 8. */
struct object {
  uint32_t klass; /* index into vm->klasses */
  uint32_t lock;  /* monitor record (ref, 8-byte aligned) | OBJ_* flags */
};

enum { OBJ_HEADER = 8, ARRAY_LENGTH = 8, ARRAY_BASE = 16 };
enum {
  OBJ_SHARED = 1, /* its reference escaped: accesses are visible */
  OBJ_LEAKED = 2, /* `this` escaped before the constructor ended: finals are visible too */
  OBJ_FROZEN = 4, /* an array that is never written again: reduction/quiet.def */
  OBJ_FLAGS = 7
};

/* A monitor record: made when an object is first locked, waited on, hashed, or gets an h row. An
 * arena object of its own (klass KLASS_MONITOR). */
struct monitor {
  struct object hdr;
  uint32_t owner; /* thread index + 1; 0 = free */
  uint32_t count; /* recursion */
  uint32_t hash;  /* identity hash, 0 = never asked for */
  uint32_t row;   /* h: the clock row of this lock, 0 = never released (property/race.c) */
  uint32_t pad[2];
};

/* Fixed klass indices. */
enum { KLASS_NONE, KLASS_MONITOR, KLASS_ROW, KLASS_BACKTRACE, KLASS_FREE, KLASS_FIRST };

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
  METHOD_ATOMIC = 32,     /* runs without scheduling points until it blocks or calls the user's code
                             (reduction/atomic.h) */
  METHOD_ATOMIC_ASKED = 64, /* whether it does has been found out */
  METHOD_RELEASES =
      128, /* the references that it stores into arrays are released (vm/interp/releases.def) */
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
  struct code *code;  /* decoded on first call (vm/interp/code.h) */
  struct code *ready; /* the same for a method that is entered without questions: neither native nor
                         synchronized */
  void *maps;         /* stack maps for the traversal (vm/interp/stackmap.h) */
  void *flow;         /* control flow graph (flow/) */
};

struct verify_failure;
enum proof_state { PROOF_NONE, PROOF_GOOD, PROOF_BAD };

struct klass {
  struct class_file *cf;     /* NULL for arrays and primitives */
  const struct symbol *name; /* internal: "java/lang/String", "[I", "int"; no other class has it */
  const struct symbol
      *shown; /* the same to Java and to people: classes of several loaders may share it */
  uint32_t id;
  uint64_t
      key; /* hash of the name (and of the host class for synthetic ones): equal in every run */
  uint16_t flags;
  bool is_jdk; /* from the JDK image */
  bool is_interface, is_array, is_primitive;
  uint8_t trust; /* h: 0 not asked yet, 1 reported, 2 trusted (property/trust.def, --trust) */
  uint8_t
      tests; /* 0 not asked yet; what libraries for tests have to do with it (vm/sched/runner.c) */
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
  struct klass *primitive_of; /* unused for non-primitives */
  uint64_t bytes_hash; /* defined by the program from bytes of this hash; 0: found by its name. See
                          classes_define */
  bool own_loader; /* a class loader of the program defines it: its package is not that of the class
                      path */
  bool overriding_loader; /* ... which may find other classes than that of the class path does
                        (vm/loader/loaders.h) */
  struct klass *next_own; /* of those that such loaders define, in a chain of class_table.own */
  uint32_t nth;           /* so many classes of its shown name were there when it was defined */
  uint64_t peers;       /* hash of its supertypes of such loaders, and which have the same as it */
  struct klass *lookup; /* a hidden class: the class whose Lookup defined it; NULL for all others */
  bool nestmate;        /* ... and whether it is in the nest of that one */
  const char *where;    /* "dir/Foo.class", "a.jar!/Foo.class" or the JDK's module */
  uint8_t proof;        /* enum proof_state: whether its code may run (vm/interp/proof.h) */
  struct verify_failure *refused; /* why not */
  struct klass **asked; /* the classes defined by the program that verification asked about, in the
                           order of asking */
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
  uint32_t init_frame;  /* while INIT_SUPERS: the frame that asked for it, from the bottom of the
                           thread's stack */
  uint32_t init_row;    /* h: clock row released at the end of <clinit>, 0 = boot or none */
  uint32_t statics;     /* first static */
};
enum init_state {
  INIT_NONE = 0,
  INIT_RUNNING = 1,
  INIT_DONE = 2,
  INIT_FAILED = 3,
  INIT_SUPERS = 4 /* first its supertypes */
};

/* ---- threads and frames ---- */

enum thread_state {
  THREAD_NONE = 0, /* slot never used on this path */
  THREAD_RUNNABLE, /* stands before its next visible operation (or its first instruction) */
  THREAD_BLOCKED,  /* before monitorenter or a reacquire; enabled when wait_obj's monitor is free */
  THREAD_WAITING,  /* in a wait set */
  THREAD_PARKED,
  THREAD_SLEEPING,
  THREAD_INITWAIT, /* another thread runs the <clinit> it needs; wait_obj = mirror */
  THREAD_JOINING,  /* wait_obj = the Thread object */
  THREAD_TERMINATED,
};

enum thread_flag {
  TF_DAEMON = 1,
  TF_TIMED = 2,    /* the wait has a timeout and may elapse */
  TF_NOTIFIED = 4, /* left the wait set by notify */
  TF_ELAPSED = 8,  /* left it by timeout */
  TF_PERMIT = 16,  /* park permit */
  TF_WOKEN = 32,   /* left it by interrupt */
  TF_MAIN = 64,
  TF_RESUMED = 128, /* the re-executed native is in its second phase */
  TF_STARTED = 256,
  TF_ATOMIC = 1024,  /* stands before the first operation of an --atomic method: what follows is one
                        with it */
  TF_HOOKS = 2048,   /* it has ended for others; its record runs the shutdown hooks as the JVM's own
                        thread does */
  TF_ARRIVED = 4096, /* it was seen blocked or waiting at the operation that it stands before
                        (Thread.getState) */
  TF_WEAK = 1 << 17, /* stands before a weak compare-and-set that may fail without a cause */
  TF_SPURIOUS = 1 << 18,    /* its park ends without a cause */
  TF_PATIENT = 1 << 16,     /* its timed wait is one of --patience or more (vm/sched/time.h) */
  TF_SUSPENDED = 8192,      /* by Thread.suspend (vm/natives/thread_stop.c) */
  TF_SECTION_FIRST = 16384, /* before the first operation of a section of Verify.beginAtomic, which
                               is a scheduling point */
  TF_SECTION = 1 << 20, /* inside such sections: a count from here on up (vm/natives/verify.c) */
  TF_CURSOR =
      512, /* stands inside a native that keeps its place in an argument (vm/natives/cursor.h) */
};

/* The pending operation of a thread: what it would do first when chosen. Kinds in vm/sched/ops.def.
 */
enum op_kind {
#define OP_KIND(name, text, sync) OPK_##name,
#include "engine/vm/sched/ops.def"
#undef OP_KIND
  OPK_COUNT
};

/* A thread's record, in the arena at THREADS_BASE + index * THREAD_SIZE. */
struct thread {
  uint32_t state; /* enum thread_state */
  uint32_t flags; /* enum thread_flag */
  uint32_t index;
  ref object;       /* the java.lang.Thread */
  uint32_t parent;  /* index + 1; 0 for main */
  uint32_t ordinal; /* n-th child of its parent, from 0 */
  uint32_t children;
  uint32_t frame; /* address of the top frame, 0 = none */
  ref exception;  /* being thrown */
  ref wait_obj;
  uint32_t wait_count; /* monitor recursion to restore after wait */
  uint32_t hash_count; /* identity hashes handed out by this thread */
  uint32_t op;         /* enum op_kind it stands before; 0 = unknown yet */
  ref op_obj;          /* object of the operation, 0 none */
  uint32_t op_off;     /* offset inside op_obj (field or element) */
  uint32_t row;        /* h: clock row (arena object), 0 while race is off */
  uint32_t clock;      /* h: number of releases by this thread, from 1 */
  uint32_t spins;      /* back-edges since the last visible operation */
  uint64_t deadline;   /* TF_TIMED: virtual time in ns, ~0 none */
  uint64_t
      insns; /* bytecodes executed by this thread on this path (kept when stepping; certificate) */
  uint32_t clock_read; /* it read the clock since its last visible write */
  uint32_t steps;      /* transitions of this thread on this path */
  uint32_t park_row;   /* h: row released by unpark */
  uint32_t hash_base;  /* stable key of (parent, ordinal) chain */
  uint32_t named;      /* Thread objects it made: low half with a default name, high half all
                          (vm/natives/thread_names.c) */
  uint32_t polls;      /* readings of the clock by the program's own code; no part of the state
                          (vm/sched/time.h) */
  uint32_t draws;      /* seeds and hash codes that natives drew for it (vm/natives/random.c) */
  uint64_t now;        /* how far it has come in virtual time (vm/sched/time.h) */
  uint64_t last_read; /* the time that the program's own code read last, where read_site is not 0 */
  uint64_t read_site; /* where; 0: it has not read the clock */
  uint64_t wait_ns;   /* TF_TIMED: how long it was to last; for people */
  uint64_t reads[2];  /* 1 + the time of its last two readings since its last timed wait, the newer
                         one last; 0 none */
  uint64_t patient_site,
      patient_until; /* its last patient wait that has not elapsed: where, and its deadline */
  uint32_t runs; /* class id of the Runnable that it was started with, 0 none; for people, no part
                    of the state */
};

enum frame_flag {
  FRAME_ROOT = 1,    /* a thread's bottom frame: runs the phases of a thread's life */
  FRAME_CLINIT = 2,  /* <clinit>: its end makes the class initialised */
  FRAME_DISCARD = 4, /* result is dropped (a native re-executes after it) */
  FRAME_REFLECT = 8, /* an exception is wrapped in InvocationTargetException */
  FRAME_SYNC = 16,   /* holds the monitor of frame.sync, released on exit */
  FRAME_NEW = 64,    /* pushed below another frame and not yet entered: its handlers do not apply */
  FRAME_STOP = 128, /* its end, by return or exception, ends interp_run with STOP_TERMINATED (boot's
                       calls) */
};

/* A frame, in the thread's stack. Locals lie below it (overlapping the caller's operands), operands
 * above it. */
struct frame {
  uint32_t prev;   /* address of the caller's frame, 0 = none */
  uint32_t method; /* method->id */
  uint32_t pc;     /* instruction index of method->code: the instruction being or to be executed */
  uint32_t locals; /* address of local 0 */
  uint32_t sp;     /* address one past the top operand (valid when not running) */
  ref sync;
  uint32_t flags; /* enum frame_flag */
  uint32_t aux;   /* FRAME_ROOT: phase; FRAME_CLINIT: klass id */
};
enum { FRAME_SIZE = 32 };

/* The arena's first record, at MACHINE_BASE. */
struct machine {
  uint32_t heap_bump;              /* next free address of the heap; everything above is zero */
  uint32_t thread_count;           /* slots ever used on this path: 0 .. thread_count-1 */
  uint64_t clock;                  /* virtual nanoseconds since start */
  uint64_t random;                 /* state of the seeded generator that natives draw from */
  uint32_t exit_code, exited;      /* System.exit / halt */
  uint32_t clock_seen;             /* some thread read the clock: it is part of the fingerprint */
  uint32_t hash_seen, random_seen; /* the verdict depends on the seed */
  uint32_t live_bytes;             /* allocated since the last collection */
  uint32_t used;     /* bytes of the program's objects: at least those that are alive (vm/heap.h) */
  uint32_t timeouts; /* steps of the clock on this path, once it was read (vm/sched/time.h) */
  uint32_t free_list[64]; /* heads of free chunks by size class */
  uint32_t sync_rows;     /* h: chain of rows of volatile locations (property/race.c) */
  uint32_t offmap;        /* native memory of Unsafe.allocateMemory: chain */
  uint32_t jumps;         /* of the clock, on this path (vm/sched/time.h) */
  uint64_t printed;       /* --outcomes: hash of what was printed (vm/sched/printed.h) */
  ref files;              /* what the program wrote to files (vm/natives/file_tree.h) */
  uint32_t patient;       /* threads with TF_PATIENT */
  uint32_t ticks;         /* small steps of the clock on this path (vm/sched/time.h) */
  uint32_t spurious; /* wake-ups and failures without a cause, on this path (vm/sched/spurious.h) */
};

/* ---- choices and results of a transition ---- */

enum {
  CHOICES_MAX = THREAD_MAX * 3 +
                4 * CHOICE_VALUES_MAX /* of one state; vm_choices tells when there are more */
};

enum stop_reason {
  STOP_VISIBLE,    /* before a visible operation */
  STOP_MARK,       /* before a marked location */
  STOP_BLOCKED,    /* the thread cannot go on by itself */
  STOP_BUDGET,     /* too many back-edges without a visible operation */
  STOP_TERMINATED, /* the thread ended */
  STOP_EXIT,       /* System.exit, halt, or the last non-daemon thread ended */
  STOP_ERROR,      /* a property was violated: vm->violation */
  STOP_FAILED,     /* heddle cannot go on: vm->err */
};

/* A violated property, valid until the next transition. Texts are malloc'd by the finder and freed
 * by vm_violation_clear. */
struct violation {
  int property; /* enum property_id, 0 = none */
  const char
      *kind; /* "java.lang.RuntimeException", "WR", "cycle", ... (static or owned text in buf) */
  char *message;  /* one line */
  char *location; /* "TwoStage.java:31" or "Class.method@bci" */
  char *detail;   /* several lines: stacks, missing edge; may be NULL */
  uint32_t thread;
  uint32_t other; /* race: the thread of the earlier access, and the location */
  ref obj;
  uint32_t off;
  char buf[128];
};

/* Events: what the properties, the trace writer and the views hear (vm/sched/event.h). */
struct event;
typedef void event_fn(void *self, struct vm *vm, const struct event *e);

/* Asked at every operation that could be a scheduling point, hidden by the reduction or not, and at
 * marks (OPK_MARK). */
enum cut { CUT_RULES, CUT_GO, CUT_STOP };
typedef enum cut cut_fn(void *self, struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                        uint32_t off);

struct mark {
  struct method *method;
  uint32_t pc; /* instruction index */
  uint16_t id; /* the caller's number; several marks may share a place */
  uint16_t op; /* the instruction's own opcode, replaced by Q_MARK */
};

struct event;

/* What stands above the machine and has a say in what it does (engine/session/hooks.c has the only
 * table). */
struct vm_hooks {
  void (*classify)(struct field *f); /* which accesses are no scheduling points: sched/quiet.h */
  bool (*is_atomic)(
      const struct vm *vm,
      const struct method *m); /* begins a section: sched/section.h; while vm->atomic */
  void (*access)(
      struct vm *vm, struct thread *t,
      const struct event *e); /* h hears an event, before the listeners; while vm->race */
  /* Would the race check report a race on this location by t? While vm->race. */
  bool (*is_reported)(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
  /* An exception is about to leave t's run() or main(): is it a violation at which the transition
   * stops? */
  bool (*uncaught)(struct vm *vm, struct thread *t, ref exception);
};

enum { LISTENERS_MAX = 8 };

struct vm_options {
  const struct vm_hooks *hooks; /* outlive the machine; NULL: nobody, for programs that only run */
  const char *java_home, *class_path;
  const char *const *defines; /* "name=value" system properties; they outlive the machine */
  int define_count;
  const char *const
      *readable; /* places of the host that the program may read; they outlive the machine */
  int readable_count;
  const char
      *stdin_path; /* NULL: stdin_data; that NULL too: descriptor 0. Both outlive the machine */
  const void *stdin_data; /* stdin_len bytes */
  size_t stdin_len;
  uint64_t seed;
  uint64_t heap_bytes;
  uint32_t properties; /* enum property_id bits */
  int por;             /* enum por_mode */
  bool race_rw;        /* also report RW races */
  bool swallowed;      /* vm/natives/swallowed.h */
  bool assertions;     /* for the user's classes; default true */
  bool outcomes;       /* what is printed belongs to the state, and printing is visible */
  bool coverage;       /* vm/interp/coverage.h */
  bool cold; /* no search follows: the boot does without warmup.def, whose classes are initialised
                on first use */
  uint64_t patience; /* ns: a shorter timed wait elapses at any time, another when nothing else can
                        run; 0: all are short */
  uint32_t spurious; /* wake-ups and failures of weak compare-and-set without a cause on a path, at
                        the most */
  uint32_t clock_jumps;                /* of the clock on a path, at the most */
  const char *trust, *benign, *atomic; /* regexps or NULL */
  int out_fd, err_fd;                  /* program's stdout/stderr: -1 = swallow */
};

struct broker;

enum broken {
  BROKEN_NOTHING,
  BROKEN_REDUCTION,
  BROKEN_ATOMIC,
  BROKEN_VALUES,
  BROKEN_CHOICES,
  BROKEN_HEAP
};

struct vm {
  struct arena arena;
  struct error err; /* first failure of heddle itself; ERR_UNSUPPORTED for a missing native */
  char *err_stack;  /* Java stack at that failure, owned */
  char *err_place;  /* ... and its innermost frame outside the JDK, owned */
  const struct method *lacks_native; /* ... and it is this native method that is missing */
  struct vm_options opt;
  struct symtab *syms;
  struct pool pool; /* lives as long as the vm */
  struct jimage *jdk;
  char jdk_home[1024];
  int jdk_release; /* 17, 25 ...; 0: not known */
  struct classpath *classpath;

  VEC(struct klass *)
  klasses; /* by id; [0..KLASS_FIRST) are internal kinds with NULL or stub entries */
  VEC(struct method *) methods; /* by id */
  void *class_table;            /* name -> klass (vm/loader/classes.c) */
  void *string_table;           /* interned strings (vm/strings.c) */
  void *natives;                /* (class,name,desc) -> native_fn (vm/natives/natives.c) */
  void *files;    /* contents of the host files that the program may read (vm/natives/files.c) */
  void *zstreams; /* streams of zlib, ready to go on (vm/natives/zstream.c) */
  bool runner;    /* main is JUnit's (vm/natives/junit.c): vm/sched/runner.h */
  struct broker *broker; /* opens files for a process under the filter (host/broker.c), NULL: this
                            process opens them */
  bool atomic_table;     /* --atomic's pattern asks for the table */
  void *atomic;          /* --atomic's table and pattern (reduction/atomic.c), NULL when off */
  void *printed; /* texts by their hash (vm/sched/printed.c), NULL while nothing was printed */
  void *race;    /* h's host side (property/race.c), NULL when off */
  struct race_trust
      *trust; /* whose races are reported (property/race_trust.c); NULL while nobody asks */
  struct mirror_layout mirror;

  /* the running transition */
  struct thread *cur;   /* thread being run */
  struct choice choice; /* why it runs */
  bool granted;         /* its next visible operation may be executed */
  cut_fn *cut;          /* replay and certificates: where the transition ends; NULL: by the rules of
                           visible.c alone */
  void *cut_self;
  uint64_t in_flight; /* bytecodes of the running transition up to the operation that vm_visible is
                         asked about */
  bool (*idle)(
      void *self,
      struct vm *vm); /* does all that can run go round in circles (state/idle.h)? NULL: no */
  void *idle_self;
  bool given; /* a given schedule is followed: any timed wait may elapse, whatever --patience */
  bool scheduling; /* stop at visible operations (false in `run` and boot) */
  bool one_each;   /* a transition ends before the next visible operation, also when no other thread
                      can run: where it ends depends on its thread alone (search/dpor.c) */
  bool slow; /* scheduling or trace_on: memory operations take the checked way; vm_update_slow() */
  bool all_reads, all_writes; /* slow: plain reads, and other accesses, of objects that no other
                                 thread reaches are asked about too */
  bool at_start;              /* no instruction of the transition was executed yet */
  uint32_t asked_world; /* how often the program asked what the real world changes by itself: the
                           clock, the collector */
  bool unreported; /* the transition did what no event tells of: it began to initialise a class,
                  asked about threads, joined one, printed, read a file (reduction/footprint.h) */
  bool booting;    /* allocations are immortal */
  bool trace_on;   /* somebody listens to events */
  bool count_insns;
  uint32_t stack_low, stack_open_top, stack_high; /* bounds of the running stack for the delta */
  uint32_t budget;                                /* back-edges left before STOP_BUDGET */
  uint32_t calls; /* calls left until the interpreter looks up: recursion has no back-edges */
  uint32_t
      atomic_frame; /* frame address of an atomic section (a JDK initialiser, --atomic), 0 = none */
  bool atomic_first;     /* ... of --atomic, and its first operation is still to come: it is a
                            scheduling point */
  bool atomic_resumed;   /* ... of --atomic, and the operation that was granted is its first */
  uint32_t pending_mark; /* frame and instruction of the mark passed last: undone when the
                            instruction did not execute */
  uint32_t pending_mark_pc;
  const volatile int *stop; /* not NULL: nonzero asks the interpreter to return STOP_BUDGET soon
                               (signals, time limits) */
  struct violation violation;
  bool notes; /* a recorded run is followed, which went on behind its errors: violations are noted,
                 and nothing stops at them */
  struct violation noted;       /* ... the first of the transition; of a race the texts are missing
                                   (engine/session/race.c) */
  bool sections_seen;           /* some path took a section of Verify.beginAtomic at its word */
  bool time_seen;               /* some path read the clock */
  bool patient_seen;            /* a timed wait of vm_options.patience or more began on some path */
  const char *distinguished_by; /* some path saw what tells a thread from others: which; NULL none
                             (state/canon_symmetry.c) */
  bool seed_seen; /* some path observed an identity hash or a random number: a verdict is one for
                     this seed */
  char assumption[160]; /* an assumption of the reduction that the program broke; "" = none */
  int broken;           /* ... and what it concerns: enum broken */
  uint64_t insn_total;  /* bytecodes executed by this process, all paths */
  uint64_t insn_limit; /* at so many the interpreter returns STOP_BUDGET when it looks up; 0 none */
  uint64_t blind; /* for the tests of the reduction: bit k = operations of kind k are no scheduling
                     points */
  uint64_t blind_footprints;  /* likewise: footprints (reduction/footprint.h) leave operations of
                             kind k  out */
  uint64_t weak_fingerprints; /* for the test of --exact: these bits of both halves of every
                           fingerprint are lost */
  bool gc_wanted;
  uint64_t heap_bound; /* bytes of objects that the program may have at a time */
  uint64_t allocated;  /* by this process, all paths */
  uint32_t used_peak;  /* greatest machine.used since the transition began */
  struct {
    uint32_t used,
        threads[THREAD_MAX]; /* greatest so far while several threads lived: vm/sched/step.c */
    uint64_t sum;            /* of threads[] */
  } heap_high;

  /* marks: locations that are scheduling points (soundness rule 17) */
  VEC(struct mark) marks;
  int mark_hit; /* index into marks of the place executed in this transition, -1 none */

  struct {
    event_fn *fn;
    void *self;
  } listeners[LISTENERS_MAX]; /* event_listen */
  uint32_t listener_count;
  const struct method *native; /* the native method that is executed now; NULL: none */
  event_fn *tap; /* hears each event before the race check does, so that its effect on h can be
                    told; NULL none */
  void *tap_self;
  event_fn *before_race; /* hears events before the race check too, for a strategy; NULL none */
  void *before_race_self;
  void (*collected)(
      void *self,
      struct vm *vm); /* hears that garbage was just swept: tests that name objects; NULL none */
  void *collected_self;
  void (*escaped)(void *self, struct vm *vm,
                  ref r); /* hears that an object got OBJ_SHARED, for a strategy; NULL none */
  void *escaped_self;
  struct text *told; /* what the natives of vm/natives/junit.c tell, a line each, owned by who
                        listens; NULL none */
  void (*print)(void *self, int fd, const char *s,
                size_t n); /* hears what the program prints; NULL none */
  void *print_self;

  /* well-known classes and offsets, filled at boot (vm/loader/wellknown.c) */
  struct {
    struct klass *object, *klass, *string, *thread, *thread_group, *throwable, *cloneable,
        *serializable, *system, *reference, *member_name, *method_handle, *var_handle, *method_type,
        *field, *method, *constructor, *stack_trace_element, *error, *runtime_exception,
        *boxes[8];               /* Z B C S I J F D */
    struct klass *prim[9];       /* Z B C S I J F D V */
    struct klass *prim_array[8]; /* [Z [B [C [S [I [J [F [D */
    struct klass *object_array, *string_array;
    uint32_t string_value, string_coder, string_hash, string_hash_zero;
    uint32_t thread_name, thread_priority, thread_daemon, thread_group_f, thread_status,
        thread_eetop, thread_interrupted, thread_tid, thread_holder, thread_handler, thread_target,
        thread_dropped[6]; /* of thread_dropped: cleared when it ends */
    uint32_t throwable_message, throwable_cause, throwable_backtrace, throwable_stack,
        throwable_depth, throwable_suppressed;
    uint32_t class_component, class_module, class_loader, class_name;
  } wk;
  struct method *m_root; /* of FRAME_ROOT frames; no code */
  struct method *m_thread_run, *m_thread_exit, *m_dispatch_uncaught, *main_method;
  ref main_args;
  ref main_thread, main_group, system_group;
  uint64_t boot_ns;
  ref boot_top; /* immortal objects below it were made at boot: the same in every run */
};

/* ---- creation ---- */

/* Makes a machine: finds the JDK, opens the class path, boots java.base. The options are copied
 * (strings too). */
int vm_new(const struct vm_options *opt, struct vm **out, struct error *err);
void vm_free(struct vm *vm);

/* Loads the main class, makes the argument array and the main thread's first frame. Call once,
 * after vm_new, before the first vm_step. Errors: ERR_INPUT (no such class, no main method).
 * `main_class` with dots or slashes. */
int vm_start(struct vm *vm, const char *main_class, int argc, char *const *argv, struct error *err);

/* ---- access helpers ---- */

#define MEM8(vm, a) ((uint8_t *)((vm)->arena.mem + (a)))
#define MEM16(vm, a) ((uint16_t *)(void *)((vm)->arena.mem + (a)))
#define MEM32(vm, a) ((uint32_t *)(void *)((vm)->arena.mem + (a)))
#define MEM64(vm, a) ((uint64_t *)(void *)((vm)->arena.mem + (a)))

static inline struct machine *vm_machine(struct vm *vm) {
  return (struct machine *)(void *)(vm->arena.mem + MACHINE_BASE);
}
static inline struct thread *vm_thread(struct vm *vm, uint32_t i) {
  return (struct thread *)(void *)(vm->arena.mem + THREADS_BASE + i * THREAD_SIZE);
}
static inline uint32_t thread_addr(const struct thread *t) {
  return THREADS_BASE + t->index * THREAD_SIZE;
}
/* Before writing a thread's record. */
static inline void thread_touch(struct vm *vm, const struct thread *t) {
  arena_touch_range(&vm->arena, thread_addr(t), sizeof *t);
}
static inline struct frame *vm_frame(struct vm *vm, uint32_t addr) {
  return (struct frame *)(void *)(vm->arena.mem + addr);
}
static inline struct object *vm_object(struct vm *vm, ref r) {
  return (struct object *)(void *)(vm->arena.mem + r);
}
static inline struct klass *vm_klass(struct vm *vm, ref r) {
  return vm->klasses.data[vm_object(vm, r)->klass];
}
static inline bool vm_over_limit(const struct vm *vm) {
  return vm->insn_limit && vm->insn_total >= vm->insn_limit;
}
static inline uint32_t array_length(struct vm *vm, ref r) { return *MEM32(vm, r + ARRAY_LENGTH); }
static inline ref array_ref(struct vm *vm, ref r, uint32_t i) {
  return *MEM32(vm, r + ARRAY_BASE + i * 4);
}
static inline void put32(struct vm *vm, uint32_t a, uint32_t v) { arena_put_u32(&vm->arena, a, v); }
static inline void put64(struct vm *vm, uint32_t a, uint64_t v) { arena_put_u64(&vm->arena, a, v); }
static inline struct method *frame_method(struct vm *vm, const struct frame *f) {
  return vm->methods.data[f->method];
}

/* The object with the status, daemon and priority fields of a java.lang.Thread: itself, or its
 * holder (JDK 19 on). */
static inline ref vm_thread_fields(struct vm *vm, ref thread) {
  return vm->wk.thread_holder ? *MEM32(vm, thread + vm->wk.thread_holder) : thread;
}

/* `t` learns something that depends on which thread it, or another, is. What main learns of itself
 * is the same on all paths. */
static inline void vm_distinguish(struct vm *vm, const struct thread *t, const char *what) {
  if (!vm->booting && !(t && t->flags & TF_MAIN)) vm->distinguished_by = what;
}

/* An assumption that verdicts rest on does not hold: the first is kept, in vm->assumption. */
void vm_broken(struct vm *vm, enum broken what, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The class a mirror stands for; NULL when r is no mirror. */
struct klass *vm_mirror_klass(struct vm *vm, ref r);
/* What an array holds in the end, a class or a primitive type's; any other class itself. */
static inline struct klass *klass_base(const struct klass *k) {
  while (k->is_array && k->elem) k = k->elem;
  return (struct klass *)(uintptr_t)k;
}

static inline uint32_t klass_init_state(struct vm *vm, const struct klass *k) {
  return *MEM32(vm, k->mirror + vm->mirror.init_state);
}

#endif
