/* Segments: a schedule in the terms of a real JVM. A JVM cannot be stopped before each visible
 * operation; it can be stopped at breakpoints. A part of engine.h, which includes it.
 *
 * A schedule runs one thread at a time, so all that matters is where a thread stops to let another
 * one run. Successive steps of one thread are one segment. It says how the thread gets going, and
 * where it is at the end: before an instruction, or in a wait. An instruction may be executed
 * several times in a segment, so its place comes with the number of visits: how often the thread
 * arrives there in the segment, the last time included. A thread that began the segment there has
 * not arrived. */
#ifndef HEDDLE_SEGMENTS_H
#define HEDDLE_SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine;

enum segment_start {
  SEGMENT_RUN,       /* the thread runs, or continues because it was woken */
  SEGMENT_ELAPSE,    /* its timed wait is over */
  SEGMENT_INTERRUPT, /* its wait ends by an interrupt */
  SEGMENT_SPURIOUS   /* its wait ends without a cause, or its weak compare-and-set fails */
};
enum segment_end {
  SEGMENT_PLACE, /* before the instruction of `place` */
  /* in the instruction of `place`, where the segment began: it waits for a class initialiser */
  SEGMENT_BLOCKS,
  SEGMENT_WAIT,   /* in Object.wait: it has released the monitor */
  SEGMENT_LEAVES, /* its run() or main() has returned, but it is alive for others */
  SEGMENT_ENDED,  /* it has ended */
  SEGMENT_EXIT,   /* the program has ended */
  SEGMENT_ACCESS, /* before the second access of a race, at `place`: the thread runs on */
  SEGMENT_ERROR   /* the error of the schedule */
};

enum value_home {
  VALUE_LOCAL,  /* a local variable */
  VALUE_STATIC, /* a static field of the method's class */
  VALUE_FIELD   /* a field of `this` that the method's class declares */
};

/* A value of a primitive type that the thread finds in a frame. */
struct place_value {
  enum value_home home;
  uint16_t slot; /* VALUE_LOCAL */
  char type;     /* its descriptor */
  uint64_t bits; /* of 32 bits unless it is a long or double */
  char *name;
};

/* The values in the thread's innermost frame of the program. The thread is before an instruction of
 * that frame, or in a call that the instruction makes. */
struct place_values {
  char *class_name, *method, *descriptor; /* as in struct segment; NULL: nothing is known */
  uint32_t bci;
  struct place_value *all;
  uint32_t count;
};

struct segment {
  uint32_t thread; /* by order of start; 0: main */
  enum segment_start start;
  enum segment_end end;
  /* SEGMENT_PLACE, SEGMENT_BLOCKS, SEGMENT_ACCESS: names as in class files ("java/util/ArrayList",
   * "add", "(Ljava/lang/Object;)Z"); otherwise NULL */
  char *class_name, *method, *descriptor;
  uint32_t bci, visits;
  struct place_values found; /* SEGMENT_PLACE */
  uint32_t step;             /* the last of its steps on the path, from 1 */
  bool inside_native;        /* it ends between two operations of one native method */
};

/* An access of a data race. */
struct racing_access {
  /* "Publish.set(I)V@4": the class with slashes, the method, its descriptor and the bytecode index;
   * NULL: no race */
  char *instruction;
  bool apart; /* its class was not loaded by the loader of the program */
  bool call;  /* the instruction calls a native method, which makes the access */
};

struct segments {
  struct segment *all;
  uint32_t count;
  /* Where main begins: its class, and its superclasses of the program, whose initialisers run
   * first. NULL-terminated. */
  char **first_classes;
  char *main_class; /* the one that declares main */
  /* The threads of a deadlock, or those that loop in a hang, by number. */
  uint32_t *stuck;
  uint32_t stuck_count;
  bool hang;
  struct racing_access racing[2]; /* the earlier one first */
  struct answer *answers;
  uint32_t answer_count;
  uint64_t seed_nanos, seed_millis; /* the clocks' answers to class initialisers of the library */
  uint64_t seed_of_map_order;       /* for Map.of and Set.of */
  uint64_t seed_of_generators;      /* RandomSupport.initialSeed */
  struct local_random *locals;      /* by number of the thread */
  uint32_t local_count;
  /* the reason why no JVM can be made to follow the schedule; NULL: it can */
  char *beyond;
};

/* Describes the path from the root to n. Its steps are executed again to count visits; the session
 * is where it was afterwards. The caller frees *out with engine_segments_release. */
int engine_segments(struct engine *e, node_id n, struct segments *out, struct error *err);
void engine_segments_release(struct segments *s);

#endif
