/* The machine's records in the arena: what a path changes, and a delta undoes. Objects, monitors,
 * threads, frames, and the one record of what belongs to no thread. */
#ifndef HEDDLE_VM_RECORDS_H
#define HEDDLE_VM_RECORDS_H

#include <stddef.h>

#include "engine/arena/arena.h"

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
  /* stands before the first operation of an --atomic method: what follows is one with it */
  TF_ATOMIC = 1024,
  /* it has ended for others; its record runs the shutdown hooks as the JVM's own thread does */
  TF_HOOKS = 2048,
  /* it was seen blocked or waiting at the operation that it stands before (Thread.getState) */
  TF_ARRIVED = 4096,
  TF_WEAK = 1 << 17,     /* stands before a weak compare-and-set that may fail without a cause */
  TF_SPURIOUS = 1 << 18, /* its park ends without a cause */
  TF_PATIENT = 1 << 16,  /* its timed wait is one of --patience or more (vm/sched/time.h) */
  TF_SUSPENDED = 8192,   /* by Thread.suspend (natives/lang/thread_stop.c) */
  /* before the first operation of a section of Verify.beginAtomic, which is a scheduling point */
  TF_SECTION_FIRST = 16384,
  TF_OBSERVES = 1 << 19, /* reads for the environment what a call gave: not for the race check */
  TF_SECTION = 1 << 20,  /* inside such sections: a count from here on up (natives/test/verify.c) */
  /* stands inside a native that keeps its place in an argument (natives/io/cursor.h) */
  TF_CURSOR = 512,
};

/* The operation that a thread stands before: what it would do first when chosen. */
enum op_kind {
#define OP_KIND(name, text, sync) OPK_##name,
#include "engine/vm/sched/ops.def"
#undef OP_KIND
  OPK_COUNT
};

/* A thread's record, in the arena at THREADS_BASE + index * THREAD_SIZE. What most transitions
 * change is in its first block: thread_touch; who writes anything else touches all of it. */
struct thread {
  uint32_t state; /* enum thread_state */
  uint32_t flags; /* enum thread_flag */
  uint32_t index;
  ref object; /* the java.lang.Thread */
  uint32_t children;
  uint32_t frame; /* address of the top frame, 0 = none */
  ref exception;  /* being thrown */
  ref wait_obj;
  uint32_t wait_count; /* monitor recursion to restore after wait */
  uint32_t op;         /* enum op_kind it stands before; 0 = unknown yet */
  ref op_obj;          /* object of the operation, 0 none */
  uint32_t op_off;     /* offset inside op_obj (field or element) */
  uint32_t spins;      /* back-edges since the last visible operation */
  uint32_t steps;      /* transitions of this thread on this path */
  /* bytecodes executed by this thread on this path (kept when stepping; certificate) */
  uint64_t insns;

  /* ---- the second block and the third ---- */
  uint32_t parent;     /* index + 1; 0 for main */
  uint32_t ordinal;    /* n-th child of its parent, from 0 */
  uint32_t hash_base;  /* stable key of (parent, ordinal) chain */
  uint32_t hash_count; /* identity hashes handed out by this thread */
  uint32_t row;        /* h: clock row (arena object), 0 while race is off */
  uint32_t clock;      /* h: number of releases by this thread, from 1 */
  uint32_t park_row;   /* h: row released by unpark */
  /* Thread objects it made: low half with a default name, high half all
   * (natives/lang/thread_names.c)
   */
  uint32_t named;
  uint32_t draws; /* seeds and hash codes that natives drew for it (natives/lang/random.c) */
  /* class id of the Runnable that it was started with, 0 none; for people, no part of the state */
  uint32_t runs;
  uint32_t clock_read; /* it read the clock since its last visible write */
  /* readings of the clock by the program's own code; no part of the state (vm/sched/time.h) */
  uint32_t polls;
  uint64_t deadline;  /* TF_TIMED: virtual time in ns, ~0 none */
  uint64_t now;       /* how far it has come in virtual time (vm/sched/time.h) */
  uint64_t ready;     /* since when it goes on without a wait; no part of the state */
  uint64_t last_read; /* the time that the program's own code read last, where read_site is not 0 */
  uint64_t read_site; /* where; 0: it has not read the clock */
  uint64_t wait_ns;   /* TF_TIMED: how long it was to last; for people */
  /* since its last timed wait: 1 + the time of its first readings at the last two places of the
   * program that read the clock, the newer one last; 0 none; and the newer place */
  uint64_t reads[2], reads_site;
  /* its last patient wait that has not elapsed: where, and its deadline */
  uint64_t patient_site, patient_until;
};
_Static_assert(offsetof(struct thread, parent) == BLOCK_SIZE, "the first block is what it says");

enum frame_flag {
  FRAME_ROOT = 1,    /* a thread's bottom frame: runs the phases of a thread's life */
  FRAME_CLINIT = 2,  /* <clinit>: its end makes the class initialised */
  FRAME_DISCARD = 4, /* result is dropped (a native re-executes after it) */
  FRAME_REFLECT = 8, /* an exception is wrapped in InvocationTargetException */
  FRAME_SYNC = 16,   /* holds the monitor of frame.sync, released on exit */
  FRAME_NEW = 64,    /* pushed below another frame and not yet entered: its handlers do not apply */
  /* its end, by return or exception, ends interp_run with STOP_TERMINATED (boot's calls) */
  FRAME_STOP = 128,
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

/* ---- the machine ---- */

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
  ref files;              /* what the program wrote to files (natives/io/file_tree.h) */
  uint32_t patient;       /* threads with TF_PATIENT */
  uint32_t ticks;         /* small steps of the clock on this path (vm/sched/time.h) */
  ref given;              /* positions in the recorded inputs (vm/given.h), 0 none */
  uint32_t beyond;        /* inputs on this path that were not recorded */
  uint32_t spurious; /* wake-ups and failures without a cause, on this path (vm/sched/spurious.h) */
  /* of the timeouts, those by which steps do not grow, and how often that was said; 1 + the thread
   * of the last step */
  uint32_t held, holds, stepper;
};

#endif
