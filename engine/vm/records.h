/* The machine's records in the arena: objects, monitors, threads, frames, and one record for what
 * belongs to no thread. Transitions change them, and a delta undoes the changes. */
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
  uint32_t lock;  /* monitor record (ref, 8-byte aligned), combined with OBJ_* flags */
};

enum { OBJ_HEADER = 8, ARRAY_LENGTH = 8, ARRAY_BASE = 16 };
enum {
  OBJ_SHARED = 1, /* its reference escaped, so accesses are visible */
  /* `this` escaped before the constructor ended, so accesses to finals are visible too */
  OBJ_LEAKED = 2,
  OBJ_FROZEN = 4, /* an array that is never written again (reduction/quiet.def) */
  OBJ_FLAGS = 7
};

/* A monitor record. It is made when an object is first locked, waited on or hashed, or gets an h
 * row. It is an arena object of its own (klass KLASS_MONITOR). */
struct monitor {
  struct object hdr;
  uint32_t owner; /* thread index + 1; 0 = free */
  uint32_t count; /* recursion depth */
  uint32_t hash;  /* identity hash; 0 = never requested */
  uint32_t row;   /* h: the clock row of this lock; 0 = never released (property/race.c) */
  uint32_t pad[2];
};

/* Fixed klass indices. */
enum {
  KLASS_NONE,
  KLASS_MONITOR,
  KLASS_ROW,
  KLASS_WRITES,
  KLASS_BACKTRACE,
  KLASS_FREE,
  KLASS_FIRST
};

/* ---- threads and frames ---- */

enum thread_state {
  THREAD_NONE = 0, /* the slot was never used on this path */
  THREAD_RUNNABLE, /* before its next visible operation, or its first instruction */
  /* before monitorenter, or before reacquiring a monitor; enabled when wait_obj's monitor is
   * free */
  THREAD_BLOCKED,
  THREAD_WAITING, /* in a wait set */
  THREAD_PARKED,
  THREAD_SLEEPING,
  THREAD_INITWAIT, /* another thread runs the <clinit> that it needs; wait_obj = mirror */
  THREAD_JOINING,  /* wait_obj = the Thread object */
  THREAD_TERMINATED,
};

enum thread_flag {
  TF_DAEMON = 1,
  TF_TIMED = 2,    /* its wait has a timeout */
  TF_NOTIFIED = 4, /* notify removed it from the wait set */
  TF_ELAPSED = 8,  /* the timeout removed it from the wait set */
  TF_PERMIT = 16,  /* it has the park permit */
  TF_WOKEN = 32,   /* an interrupt removed it from the wait set */
  TF_MAIN = 64,
  TF_RESUMED = 128, /* the native that is executed again is in its second phase */
  TF_STARTED = 256,
  /* it is before the first operation of an --atomic method; the following ones belong to the same
   * step */
  TF_ATOMIC = 1024,
  /* the thread has ended for the other threads; its record runs the shutdown hooks, for which a JVM
   * uses a separate thread */
  TF_HOOKS = 2048,
  /* Thread.getState saw it blocked or waiting at its next operation */
  TF_ARRIVED = 4096,
  TF_WEAK = 1 << 17,     /* it is before a weak compare-and-set that may fail spuriously */
  TF_SPURIOUS = 1 << 18, /* its park ends spuriously */
  TF_COHERENT = 1 << 15, /* it is before a read in opaque or acquire mode (vm/sched/stale.h) */
  TF_PATIENT = 1 << 16,  /* its timed wait lasts --patience or more (vm/sched/time.h) */
  TF_SUSPENDED = 8192,   /* suspended by Thread.suspend (natives/lang/thread_stop.c) */
  /* it is before the first operation of a Verify.beginAtomic section, which is a scheduling
   * point */
  TF_SECTION_FIRST = 16384,
  /* it reads a call's result for the environment; the race check ignores these reads */
  TF_OBSERVES = 1 << 19,
  /* this bit and those above it count the Verify.beginAtomic sections that the thread is in
   * (natives/test/verify.c) */
  TF_SECTION = 1 << 20,
  /* inside a native that keeps its progress in an argument (natives/io/cursor.h) */
  TF_CURSOR = 512,
};

/* The next visible operation of a thread: the first one that it executes when chosen. */
enum op_kind {
#define OP_KIND(name, text, sync) OPK_##name,
#include "engine/vm/ops.def"
#undef OP_KIND
  OPK_COUNT
};
/* Is the operation a plain access to memory, of one location or of several? */
static inline bool op_is_plain_access(enum op_kind op) {
  return op == OPK_READ || op == OPK_WRITE || op == OPK_BULK_READ || op == OPK_BULK_WRITE ||
         op == OPK_COPY_READ;
}

/* A thread's record, in the arena at THREADS_BASE + index * THREAD_SIZE. Most transitions change
 * only its first block, which thread_touch saves. Code that writes any other member saves the whole
 * record. */
struct thread {
  uint32_t state; /* enum thread_state */
  uint32_t flags; /* enum thread_flag */
  uint32_t index;
  ref object; /* the java.lang.Thread object */
  uint32_t children;
  uint32_t frame; /* address of the top frame; 0 = none */
  ref exception;  /* pending exception */
  ref wait_obj;
  uint32_t wait_count; /* recursion depth to restore when the wait ends */
  uint32_t op;         /* enum op_kind of its next operation; 0 = not known yet */
  ref op_obj;          /* object of that operation; 0 = none */
  uint32_t op_off;     /* offset inside op_obj (field or element) */
  /* budgets of back-edges used up since the last stop in a spin (vm/sched/visible.c) */
  uint32_t spins;
  uint32_t steps; /* transitions of this thread on this path */
  /* bytecodes executed by this thread on this path (kept for stepping and certificates) */
  uint64_t insns;

  /* ---- the second and third blocks ---- */
  uint32_t parent;     /* index + 1 of the parent; 0 for main */
  uint32_t ordinal;    /* position among its parent's children, from 0 */
  uint32_t hash_base;  /* stable key of the chain of (parent, ordinal) */
  uint32_t hash_count; /* identity hashes that this thread assigned */
  uint32_t row;        /* h: clock row (arena object); 0 while the race check is off */
  uint32_t clock;      /* h: number of releases by this thread, counted from 1 */
  /* h, with --stale-reads: the row at its last release fence, and the rows that came with values it
   * has read in a mode that acquires nothing */
  uint32_t fence_row, read_row;
  /* Thread objects that it made: those with a default name in the low half, all in the high half
   * (natives/lang/thread_names.c) */
  uint32_t named;
  uint32_t draws; /* seeds and hash codes that natives drew for it (natives/lang/random.c) */
  /* class id of the Runnable that it runs, 0 = none; for messages only, not part of the state */
  uint32_t runs;
  uint32_t clock_read; /* it has read the clock since its last visible write */
  /* consecutive clock readings at one place of the program; not part of the state
   * (vm/sched/time.h) */
  uint32_t polls;
  uint64_t deadline; /* TF_TIMED: end of the wait in virtual ns; ~0 = none */
  uint64_t now;      /* its own position in virtual time (vm/sched/time.h) */
  /* virtual time since which it has been able to run; not part of the state */
  uint64_t ready;
  uint64_t last_read; /* time that the program's code read last; valid if read_site is not 0 */
  uint64_t read_site; /* place of that reading; 0: it has not read the clock */
  uint64_t wait_ns;   /* TF_TIMED: length of the wait; for messages only */
  /* since its last timed wait: 1 + the time of its first readings at the last two places of the
   * program that read the clock, the newer one last (0 = none), and the newer place */
  uint64_t reads[2], reads_site;
  /* its last patient wait that has not elapsed: place and deadline */
  uint64_t patient_site, patient_until;
};
_Static_assert(offsetof(struct thread, parent) == BLOCK_SIZE,
               "the first block has the documented members");

enum frame_flag {
  FRAME_ROOT = 1,    /* a thread's bottom frame, which runs the phases of its life */
  FRAME_CLINIT = 2,  /* a <clinit>; its end completes the initialisation of the class */
  FRAME_DISCARD = 4, /* the result is dropped (a native is executed again after it) */
  FRAME_REFLECT = 8, /* an exception from it is wrapped in InvocationTargetException */
  FRAME_SYNC = 16,   /* holds the monitor of frame.sync until it exits */
  FRAME_NEW = 64,    /* pushed, but its code has not begun: its exception handlers do not apply */
  /* its end, by return or exception, ends interp_run with STOP_TERMINATED (calls of the boot) */
  FRAME_STOP = 128,
};

/* A frame in the thread's stack. Its locals lie below it and overlap the caller's operands; its
 * operands lie above it. */
struct frame {
  uint32_t prev;   /* address of the caller's frame; 0 = none */
  uint32_t method; /* method->id */
  uint32_t pc;     /* index into method->code of the current or next instruction */
  uint32_t locals; /* address of local 0 */
  /* address one past the top operand (not kept up to date while the thread runs) */
  uint32_t sp;
  ref sync;
  uint32_t flags; /* enum frame_flag */
  uint32_t aux;   /* FRAME_ROOT: phase; FRAME_CLINIT: klass id */
};
enum { FRAME_SIZE = 32 };

/* ---- the machine ---- */

/* The arena's first record, at MACHINE_BASE. */
struct machine {
  uint32_t heap_bump;         /* next free address of the heap; all memory above it is zero */
  uint32_t thread_count;      /* thread slots ever used on this path: 0 .. thread_count-1 */
  uint64_t clock;             /* virtual nanoseconds since start */
  uint64_t random;            /* state of the seeded generator for natives */
  uint32_t exit_code, exited; /* System.exit / halt */
  /* some thread read the clock, so it is part of the fingerprint */
  uint32_t clock_seen;
  uint32_t hash_seen, random_seen; /* the verdict depends on the seed */
  uint32_t live_bytes;             /* bytes allocated since the last collection */
  /* bytes of the program's objects; an upper bound for those alive (vm/heap.h) */
  uint32_t used;
  /* steps of the clock on this path after the clock was first read (vm/sched/time.h) */
  uint32_t timeouts;
  uint32_t free_list[64]; /* heads of the lists of free chunks, by size class */
  uint32_t fence_row;     /* h: the row that full fences release (property/writes.h) */
  uint32_t offmap;        /* chain of native memory from Unsafe.allocateMemory */
  uint32_t jumps;         /* clock jumps on this path (vm/sched/time.h) */
  uint64_t printed;       /* --outcomes: hash of the program's output (vm/sched/printed.h) */
  ref files;              /* contents that the program wrote to files (natives/io/file_tree.h) */
  uint32_t patient;       /* number of threads with TF_PATIENT */
  uint32_t ticks;         /* small steps of the clock on this path (vm/sched/time.h) */
  ref given;              /* positions in the recorded inputs (vm/given.h); 0 = none */
  uint32_t beyond;        /* inputs on this path that were not recorded */
  uint32_t spurious;      /* spurious wake-ups and failures on this path (vm/sched/spurious.h) */
  /* timeouts that do not make later steps grow, how often `held` was set, and 1 + the thread of the
   * last clock step */
  uint32_t held, holds, stepper;
};

#endif
