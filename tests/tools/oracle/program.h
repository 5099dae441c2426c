/* Programs of a small language with threads. The generator makes a program as a tree, the printer
 * prints it as Java, and the interpreter executes it. None of these depend on heddle. */
#ifndef ORACLE_PROGRAM_H
#define ORACLE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  MAX_THREADS = 4, /* main is thread 0 */
  MAX_CLASSES = 3, /* class 0 is the program's own, the others are nested in it */
  MAX_STMTS = 128,
  MAX_BOXES = 3, /* objects that one thread makes and others find */
};

/* Locations of ints. The static field of a nested class is initialised by that class. */
enum loc {
  LOC_X,
  LOC_Y, /* static int */
  LOC_F, /* an instance field of a shared object */
  LOC_A0,
  LOC_A1, /* elements of a shared array */
  LOC_I1,
  LOC_I2, /* static fields of the nested classes 1 and 2 */
  LOC_R1,
  LOC_R2,
  LOC_R3,  /* the final r of a thread */
  LOC_BOX, /* the field of a box: MAX_BOXES locations, one name */
  LOC_B = LOC_BOX + MAX_BOXES,
  LOC_OB,    /* where boxes are found: a static and an instance field */
  LOC_PLAIN, /* number of the plain locations above */
  LOC_V = LOC_PLAIN,
  LOC_W,  /* static volatile int */
  LOC_AI, /* an AtomicInteger */
  LOC_VB,
  LOC_VH, /* volatile: a box, an object that leads to a box */
  LOC_COUNT,
};

/* The monitors: those of the threads, by thread number, then those of two plain objects and of the
 * program's class. */
enum { MON_M0 = MAX_THREADS, MON_M1, MON_CLASS, MON_COUNT };

enum { LOCK_COUNT = 1 };

/* How long a timed operation waits: 1, 600, 1000 or 1500 ms. Each program has its own patience. */
enum { UNTIMED, TIME_1, TIME_600, TIME_1000, TIME_1500, TIME_COUNT };
enum { SELF = 255 }; /* instead of a thread: the one that executes the operation */

/* The exceptions; catching one adds its number to `r`. */
enum thrown {
  T_NONE,
  T_INDEX,
  T_MONITOR_STATE,
  T_INTERRUPTED,
  T_THREAD_STATE,
  T_ILLEGAL_STATE,
  T_INITIALIZER,
  T_NO_CLASS,
  T_ASSERTION,
};

enum stmt_kind {
  S_READ,      /* r = r * 31 + a */
  S_SET,       /* a = c */
  S_PUT,       /* a = r + c */
  S_ADD,       /* a += c */
  S_COPY,      /* a = b + c */
  S_OUTSIDE,   /* reads the array beyond its end */
  S_IF,        /* if (a == c) body */
  S_IF_R,      /* if (r == c) body */
  S_LOOP,      /* body, c times */
  S_SYNC,      /* synchronized (a) body */
  S_CALL_SYNC, /* calls a synchronized method of the program's class with this body */
  S_TRY,       /* try body catch (Throwable e) r = r * 31 + the number of e */
  S_THROW,
  S_ASSERT,     /* assert a == c */
  S_WAIT,       /* a.wait(), b: how long */
  S_WAIT_WHILE, /* synchronized (b) while (a == c) b.wait(d) */
  S_NOTIFY,
  S_NOTIFY_ALL,
  S_START,
  S_JOIN,  /* thread a, b: how long */
  S_ALIVE, /* r = r * 31 + (a.isAlive() ? 1 : 0) */
  S_INTERRUPT,
  S_IS_INTERRUPTED,
  S_INTERRUPTED,
  S_PARK,
  S_UNPARK,
  S_PARK_WHILE, /* while (a == c) park, b: how long */
  S_SPIN,       /* while (a == c) with b: nothing, yield, onSpinWait */
  S_SPIN_ALIVE, /* while (a.isAlive()) likewise */
  S_SPIN_CALM,  /* while (!Thread.currentThread().isInterrupted()) likewise */
  S_IF_CAS,     /* if (ai.compareAndSet(b, c)) body */
  S_SPIN_CAS,   /* while (!ai.compareAndSet(b, c)) likewise, always yields */
  S_GET_ADD,    /* r = r * 31 + ai.getAndAdd(c) */
  S_BOX,        /* a = new B(c) */
  S_BOX_READ,   /* if (a != null) r = r * 31 + a.f */
  S_BOX_WRITE,  /* if (a != null) a.f = c */
  S_LOCKED,     /* lock(); try body finally unlock() */
  S_UNLOCK,
  S_TRY_LOCK, /* if (tryLock()) try body finally unlock() */
  S_SLEEP,
  S_PRINT,  /* a letter */
  S_EXIT,   /* System.exit(c) */
  S_RESULT, /* a = r */
  S_PRINT_R,
};

struct stmt {
  uint8_t kind, a, b, d;
  int8_t c;
  uint8_t number; /* numbered in the order of creation; program_drop uses it */
  struct stmt *body, *next;
};

struct program {
  uint64_t seed;
  int number, threads, classes;
  bool own_init;                 /* class 0 has an initialiser with statements */
  bool loops;                    /* it has loops that may run for ever */
  bool atomic;                   /* it uses the AtomicInteger */
  bool lambdas;                  /* threads are lambdas instead of classes of their own */
  uint8_t daemons;               /* bits of threads */
  uint8_t spurious;              /* maximum number of spurious wake-ups on a path */
  int32_t patience;              /* milliseconds; 0: any timed wait elapses at any time */
  uint8_t super_of[MAX_CLASSES]; /* 0: Object */
  struct stmt *threads_body[MAX_THREADS], *init_body[MAX_CLASSES];
  struct stmt pool[MAX_STMTS];
  int used;
};

extern const int32_t program_time_ms[TIME_COUNT]; /* clock.c */

/* Generates the program of a seed. `size` bounds its statements. `idiom` is the number of its shape
 * (idioms.c); negative: none. */
void program_generate(struct program *p, uint64_t seed, int size, int idiom);

/* Removes a statement together with its body, or replaces it by its body (`keep_body`). Returns
 * false if there is no statement with that number. */
bool program_drop(struct program *p, int number, bool keep_body);

/* Prints the class NAME. */
void program_print_java(const struct program *p, const char *name, FILE *f);

#endif
