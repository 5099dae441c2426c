/* The steps that a program is compiled to. An operation that Java does in several steps, as far as
 * other threads can see, is several steps here: Thread.start enters the thread's monitor,
 * Thread.join loops over wait in that monitor, and Thread.interrupt sets the interrupt status
 * before it wakes the thread. */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "tests/tools/oracle/program.h"

enum op {
  /* steps that only their own thread sees; they are executed together with the step before */
  OP_ACC,        /* r = r * 31 + value */
  OP_ACC_LETTER, /* the same with 1 or 0 */
  OP_CONST,      /* value = a */
  OP_PLUS,       /* value += a */
  OP_FROM_R,     /* value = r */
  OP_UNEQUAL,    /* goes to b unless value == a */
  OP_GO,         /* goes to b */
  OP_SAVE,       /* slot a = r */
  OP_RESTORE,    /* r = slot a if b, and clears the slot */
  OP_CODE,       /* r = r * 31 + the number of the caught exception */
  OP_THROW,      /* throws a (enum thrown) */
  OP_RETHROW,
  OP_UNCAUGHT,  /* the exception leaves the thread's code */
  OP_ZERO,      /* goes to b if value == 0 */
  OP_NEW,       /* value = box a, whose field is set to b */
  OP_WAIT_OVER, /* ends the timeout of a join */
  /* steps that other threads can see */
  OP_FIRST_SEEN,
  OP_LOAD = OP_FIRST_SEEN,
  OP_STORE, /* OP_LOAD, OP_STORE: location a */
  OP_LOAD_BOX,
  OP_STORE_BOX, /* both: the field of the box in value; stores b */
  OP_CAS,       /* if the AtomicInteger is (int8_t)a, sets it to b */
  OP_GET_ADD,   /* adds b to the AtomicInteger */
  OP_INIT,
  OP_INIT_END,
  OP_INIT_FAIL, /* these three: class a */
  OP_ENTER,
  OP_LEAVE,     /* both: monitor a */
  OP_WAIT,      /* monitor a, b: how long */
  OP_JOIN_WAIT, /* the same, but a timeout that has begun continues */
  OP_NOTIFY,
  OP_NOTIFY_ALL,
  OP_START,
  OP_ALIVE,   /* thread a */
  OP_BLOCKER, /* acquires and releases the lock that Thread.interrupt uses */
  OP_SET_INTERRUPTED,
  OP_INTERRUPT,
  OP_IS_INTERRUPTED,
  OP_CLEAR_INTERRUPTED,
  OP_PARK,
  OP_UNPARK,
  OP_LOCK,
  OP_UNLOCK,
  OP_TRY_LOCK,
  OP_SLEEP,
  OP_PRINT,
  OP_PRINT_R,
  OP_EXIT,
  OP_END,
};

struct instr {
  uint8_t op, a;
  int16_t b;
  int16_t handler; /* index of the step that follows an exception here */
};

enum { CODE_MAX = 1200, NOWHERE = -1 };

struct code {
  struct instr at[CODE_MAX];
  int length;
  int entry[MAX_THREADS], init[MAX_CLASSES];
  int threads;
  uint8_t daemons;
};

/* Returns false if the code would be too long. */
bool code_compile(struct code *code, const struct program *p);

#endif
