/* The steps that a program is made of. What Java does in several steps that others can see is
 * several steps here: a start takes the thread's monitor, a join loops over wait with it, an
 * interrupt sets the status before it wakes anybody. */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "tests/tools/oracle/program.h"

enum op {
  /* what only its own thread sees: runs on behind the step before */
  OP_ACC,        /* r = r * 31 + value */
  OP_ACC_LETTER, /* the same with 1 or 0 */
  OP_CONST,      /* value = a */
  OP_PLUS,       /* value += a */
  OP_FROM_R,     /* value = r */
  OP_UNEQUAL,    /* goes to b unless value == a */
  OP_GO,         /* goes to b */
  OP_SAVE,
  OP_RESTORE,
  OP_CODE,  /* r in slot a; r = r * 31 + what was caught */
  OP_THROW, /* a */
  OP_RETHROW,
  OP_UNCAUGHT,  /* ends the thread by what was thrown */
  OP_ZERO,      /* goes to b if value == 0 */
  OP_NEW,       /* value = box a, whose field is set to b */
  OP_WAIT_OVER, /* the time of a join counts no longer */
  /* what others see */
  OP_FIRST_SEEN,
  OP_LOAD = OP_FIRST_SEEN,
  OP_STORE, /* location a */
  OP_LOAD_BOX,
  OP_STORE_BOX, /* the field of the box in value; stores b */
  OP_CAS,
  OP_GET_ADD, /* the atomic integer: from (int8_t)a to b; adds b */
  OP_INIT,
  OP_INIT_END,
  OP_INIT_FAIL, /* class a */
  OP_ENTER,
  OP_LEAVE,     /* monitor a */
  OP_WAIT,      /* monitor a, b: how long */
  OP_JOIN_WAIT, /* likewise; a time that has begun goes on */
  OP_NOTIFY,
  OP_NOTIFY_ALL,
  OP_START,
  OP_ALIVE,   /* thread a */
  OP_BLOCKER, /* takes and leaves the lock inside Thread.interrupt */
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
  int16_t handler; /* where an exception here goes */
};

enum { CODE_MAX = 1200, NOWHERE = -1 };

struct code {
  struct instr at[CODE_MAX];
  int length;
  int entry[MAX_THREADS], init[MAX_CLASSES];
  int threads;
  uint8_t daemons;
};

/* False when it is too long. */
bool code_compile(struct code *code, const struct program *p);

#endif
