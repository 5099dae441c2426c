/* A small language of programs whose threads access shared locations in several modes. The
 * generator and the litmus table make such programs, the printer prints them as Java, and the
 * interpreter finds their outcomes. None of these depend on heddle. */
#ifndef WEAK_ACTIONS_H
#define WEAK_ACTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum {
  MAIN = 0,          /* its actions follow the joins of all others */
  THREADS_MAX = 5,   /* with main */
  ACTIONS_MAX = 12,  /* of a thread */
  REGISTERS_MAX = 8, /* of a thread */
  MONITORS = 2,
  BOXES_MAX = 4,
};

/* Locations: three ints and a reference to a box, which begin as 0 and null. */
enum { LOC_X, LOC_Y, LOC_Z, LOC_REF, LOCS };

/* Access modes, from the weakest to the strongest. An action that does not read or does not write
 * has NO_MODE for that half. ORDERED is acquire for reads and release for writes. */
enum mode { NO_MODE, PLAIN, OPAQUE, ORDERED, VOLATILE };

enum action_kind {
  A_READ,     /* reg = loc */
  A_WRITE,    /* loc = c */
  A_ADD,      /* reg = loc.getAndAdd(c) */
  A_CAS,      /* reg = loc.compareAndSet(c, d) ? 1 : 0 */
  A_EXCHANGE, /* reg = loc.compareAndExchange(c, d), which is the old value */
  A_PUBLISH,  /* ref = new Box(c) */
  A_READ_BOX, /* b = ref; reg = b == null ? -1 : b.f */
  A_FENCE,    /* the one with number c */
  A_SYNC,     /* synchronized (monitor c) around the next `span` actions */
  A_IF,       /* if (reg == c) the next `span` actions */
};

enum fence { FENCE_FULL, FENCE_ACQUIRE, FENCE_RELEASE, FENCE_LOADS, FENCE_STORES, FENCES };

struct action {
  enum action_kind kind;
  int loc;
  enum mode read, write;
  bool direct; /* as a Java field, without a VarHandle: plain, or volatile if declared so */
  int c, d, reg, span;
};

struct body {
  int count, regs; /* registers 0 to regs - 1 are printed at the end */
  struct action at[ACTIONS_MAX];
};

struct program {
  int threads; /* with main */
  bool instance[LOCS], is_volatile[LOCS];
  struct body body[THREADS_MAX];
};

bool action_has_register(const struct action *a);

/* Removes an action, and the actions inside it unless `keep_inside`; and the registers that are
 * then not used. */
void actions_remove(struct body *b, int at, bool keep_inside);

/* Removes a thread other than main. */
void actions_remove_thread(struct program *p, int thread);

/* Prints the class NAME. */
void actions_print_java(const struct program *p, const char *name, FILE *f);

#endif
