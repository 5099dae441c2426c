/* heddle's engine, the public face: one program, the tree of states explored so far, and what can
 * be asked and done there.
 *
 * A session (struct engine) holds the machine and a tree of nodes. A node is a state; the edge to
 * it is one transition (a choice and what it did). The session stands at one node, "here". Going
 * elsewhere swaps deltas along the tree: no re-execution. Views only read; they never change a
 * state.
 *
 * Texts returned as char * are malloc'd and belong to the caller; const char * belong to the
 * session and live until the next call that moves or changes it. Functions return 0 or a negative
 * error code (engine/base/error.h). A session is used by one thread. */
#ifndef HEDDLE_ENGINE_H
#define HEDDLE_ENGINE_H

#include "engine/base/error.h"
#include "engine/base/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine;
struct coverage;
struct text;

/* ---- opening ---- */

const char *engine_property_name(uint32_t bit); /* NULL: no such property */
/* their names, in the order of the table; caller frees */
char *engine_properties_text(uint32_t properties, const char *between);
/* "deadlock,race"; false: an unknown name, or none */
bool engine_properties_read(const char *list, uint32_t *out);
const char *engine_por_name(uint32_t por); /* "full"; NULL: no such reduction */

/* Why "por sync" does not go with these properties, behind these words; NULL: the reduction goes
 * with them. */
const char *engine_bad_reduction(int por, uint32_t properties);

void engine_options_init(struct engine_options *o); /* the defaults of the manual */
int engine_open(const struct engine_options *o, struct engine **out, struct error *err);
/* The same in two parts: the machine with the class library, for all but the program (main_class,
 * argc, argv, contracts), and that, once, in this process or in one that was forked from it. An
 * engine whose program could not begin is only good for engine_close. */
int engine_boot(const struct engine_options *o, struct engine **out, struct error *err);
int engine_begin(struct engine *e, const struct engine_options *o, struct error *err);
void engine_close(struct engine *e);
/* Leaves this process no rights but to execute the program: no file is opened, no socket made, no
 * process started by it any more, for good (engine/host/broker.h). The files that the program may
 * read are opened by a process beside it, which also carries out the requests of engine_ask:
 * `service` gets the text of one and answers with another (malloc'd, or NULL); a descriptor that it
 * puts into *file, which is -1, goes along and is closed there. Call once, with no other thread
 * alive, before the program's code is executed. */
typedef char *engine_service(void *self, const char *request, size_t n, int *file);
int engine_confine(struct engine *e, engine_service *service, void *self, struct error *err);
/* NULL: no answer. *file (may be NULL): the descriptor that came along, the caller's, or -1. */
char *engine_ask(struct engine *e, const char *request, int *file);
const struct engine_options *engine_opts(const struct engine *e);
const char *engine_jdk(const struct engine *e);      /* "17.0.21+9 (Debian)" */
const char *engine_jdk_home(const struct engine *e); /* its folder */
/* What is known of standard input: all of a file, of the process's own as much as was read. NULL:
 * nothing. Lives as long as the session. */
const uint8_t *engine_input(struct engine *e, size_t *len);
/* The hash by which traces know a class of the class path ("java/util/List"). False: none. */
bool engine_class_hash(struct engine *e, const char *name, uint8_t out[16]);

/* Where the first failure of heddle itself was (search_report.cause); NULL: there was none. */
const char *engine_failure_stack(const struct engine *e); /* the Java stack */
const char *engine_failure_place(const struct engine *e); /* its innermost frame outside the JDK */
/* What some path did that the scope of a verdict has to mention. */
struct scope_info {
  bool sections;      /* took a section of Verify.beginAtomic at its word */
  uint32_t steps;     /* so many methods were one step each, by options.contracts */
  uint32_t own_steps; /* ... of which so many are of the program, the others of the JDK */
  /* contracts that were left out, for the program does not fit them: classes ("java/util/Vector")
   * with ' ' between them; "" none. Valid until the next search. */
  const char *left_out;
  bool time;        /* read the clock */
  bool patient;     /* began a timed wait of options.patience or more */
  bool collects;    /* called System.gc(), which clears no reference here */
  bool prompt;      /* left out: schedules in which sleepers overtake a thread that can run */
  bool awaited;     /* waited in a loop and counted its rounds, which were not all followed */
  uint32_t handled; /* uncaught exceptions that a handler took, by class and place */
  bool seed;        /* observed an identity hash or a random number */
  uint32_t weak;    /* enum weak_mode: how the program accessed what it shares */
  bool test_runner; /* main is one that runs a test: engine/natives/test/junit.c */
  const char *environment; /* of a component, which main is: which one; NULL: it is none */
  uint32_t programs;       /* of it whose ends were met, where results are assessed */
  bool sampled;            /* it is one of many that were not searched */
};
void engine_scope(const struct engine *e, struct scope_info *out);
/* What the main classes that run a test report, a line each, is added to *out, the caller's; NULL:
 * no more. */
void engine_hear_tests(struct engine *e, struct text *out);
/* What was reached of the program's code (options.coverage); base/coverage.h. */
void engine_coverage(struct engine *e, struct coverage *out);
/* The methods of the JDK's classes with names of this prefix that have been executed on any path:
 * a line "CLASS METHOD..." for each class that is loaded, added to *out, the caller's. */
void engine_executed(const struct engine *e, const char *prefix, struct text *out);

/* ---- nodes ---- */

struct node_info {
  node_id id, parent, first_child, next_sibling; /* NODE_NONE when absent */
  uint32_t depth;                                /* transitions from the root */
  uint32_t flags;
  struct choice choice; /* the choice that led here (root: none) */
  uint32_t observed;    /* locations of the sequence observed on the path */
  uint32_t h_value;     /* secondary heuristic, UINT32_MAX = not scored or infinite */
  uint32_t visits;
  uint32_t events;       /* number of events of the transition (keep_events) */
  uint64_t instructions; /* of the transition */
  uint64_t fingerprint[2];
};

node_id engine_here(const struct engine *e);
/* ids are 0 .. count-1; removed ones are ERR_NOTFOUND */
uint32_t engine_node_count(const struct engine *e);
int engine_node(const struct engine *e, node_id n, struct node_info *out);
/* One line: "T1 lock d1 @ TwoStage.java:12". Caller frees. */
char *engine_node_text(struct engine *e, node_id n);
/* Moves to any node. Never runs the program. */
int engine_go(struct engine *e, node_id n, struct error *err);
int engine_back(struct engine *e, struct error *err); /* to the parent; ERR_NOTFOUND at the root */
/* Redo: to the child of here that was last on the path. ERR_NOTFOUND when there is none. */
int engine_forward(struct engine *e, struct error *err);
/* The path root .. n: returns the number of nodes, fills at most max ids (root first). */
uint32_t engine_path(const struct engine *e, node_id n, node_id *out, uint32_t max);

/* ---- choices ---- */

/* The enabled choices here. Returns their number. */
uint32_t engine_choices(struct engine *e, struct choice *out, uint32_t max);
/* Takes one: goes to the existing child for it or executes the transition and makes a node. A
 * violated property is not an error of this call: look at the node's flags and engine_violation. */
int engine_take(struct engine *e, struct choice c, node_id *out, struct error *err);

/* The choice would end a timed wait while something else can run: "the wait of 100 ms of main at
 * X.java:12 ends while Thread-0 can run"; caller frees, and *ns is how long. NULL: it would not. */
char *engine_early(struct engine *e, struct choice c, uint64_t *ns);

/* Where a step ended (soundness rule 24, executed again): what the thread that made it stands
 * before, and how far it has come. With the choice it is a step that does not depend on the
 * reduction nor on marks. */
struct step_end {
  uint64_t instructions; /* bytecodes that the thread has executed on the path */
  uint32_t bci;          /* of its innermost frame */
  uint8_t state; /* engine/vm/vm.h enum thread_state; THREAD_NONE: the step ended in an error */
  uint8_t op;    /* enum op_kind; meaningful for THREAD_RUNNABLE */
  char *mark;    /* op MARK: the place as engine_mark_add reads it, owned; else NULL */
};
/* The end of the step that led here; free .mark. */
void engine_step_end(struct engine *e, struct step_end *out);
/* The method that a thread executes here, in the names of its class file. False: it executes none.
 */
struct method_names {
  const char *class_name, *method, *descriptor;
};
bool engine_method(struct engine *e, uint32_t thread, struct method_names *out);
/* The steps to here come back to a state of their own, from which a search found no end: here gets
 * the error of the property hang (soundness rule 37, hang on the whole graph). ERR_INTERNAL: they
 * do not come back. */
int engine_hang(struct engine *e, struct error *err);
/* From here on the properties listen as if they had heard nothing on the path, for a search that
 * begins here; engine_listen_back, which the session is to come back by, takes that back. Not
 * within each other, and nothing is explored elsewhere meanwhile. */
void engine_listen_anew(struct engine *e);
void engine_listen_back(struct engine *e);
/* engine_take, but the step ends where `end` says and nowhere before: scheduling points on the way
 * are passed by, one that the reduction would hide is stopped at. ERR_INTERNAL when it ends
 * elsewhere (the session is at the node all the same). */
int engine_take_to(struct engine *e, struct choice c, const struct step_end *end, node_id *out,
                   struct error *err);

/* What a choice would do, found by executing it in a scratch delta (soundness rule 26, previews
 * leave nothing). Free with engine_preview_release. */
struct preview {
  char *action;   /* "T1 lock d1 @ TwoStage.java:12" */
  char *h_change; /* "h(T1) +2: d1, d2" or "h unchanged" or "RACE (WR) on Publish.done" */
  char *sequence; /* "observes 2: TwoStage.java:31", "toward 2 (distance 14 -> 9)", "neutral" */
  uint32_t flags; /* NODE_ERROR, NODE_ENDED, NODE_MATCHED ... of the state it leads to */
  uint32_t observed, h_value;
};
int engine_preview(struct engine *e, struct choice c, struct preview *out, struct error *err);
void engine_preview_release(struct preview *p);

/* The violated property of a node with NODE_ERROR or NODE_NOTED. Texts live as long as the node. */
struct violation_info {
  int property; /* PROP_* */
  const char *property_name, *kind, *message, *location, *detail;
  const char *headline; /* the message, or what says more in its place */
  const char *raced;    /* race: the name of the location, "Publish.ready"; else NULL */
  uint32_t thread;
};
int engine_violation(struct engine *e, node_id n, struct violation_info *out);

/* ---- threads, frames, source ---- */

enum thread_life { LIFE_NEW, LIFE_RUNNABLE, LIFE_WAITS, LIFE_ENDED }; /* as Thread.State, coarser */
struct thread_info {
  uint32_t number; /* 0 = main; numbers by creation on this path */
  char *name;      /* "T1 Producer" */
  enum thread_life life;
  const char *state; /* for people: "runnable", "blocked", "parked", "joining", "ended", ... */
  bool enabled, daemon, current; /* current: it made the transition to here */
  char *op;            /* what it stands before: "lock TwoStage$Data#1", "" when unknown */
  char *waits_for;     /* "lock Data#1, held by T2 Reader", "the end of T2 Reader", "" */
  char *kind;          /* its class, or that of what it runs: "Producer" */
  char *file;          /* source file name of its top frame outside the JDK, NULL when none */
  char *class_name;    /* of that frame, dotted */
  char *method, *desc; /* desc: NULL when there is none */
  int line;            /* -1 unknown */
  uint32_t bci;
  uint32_t frames; /* depth of its stack */
  /* one character per column of engine_h (at most 64): '1' or '.', NULL while race is off */
  char *h_bits;
};
uint32_t engine_thread_count(struct engine *e);
int engine_thread(struct engine *e, uint32_t thread, struct thread_info *out);
void engine_thread_release(struct thread_info *t);
/* The text with each object followed by what holds it here: "lock Cell#1" becomes lock Cell#1 "d1",
 * where that is known. malloc'd. */
char *engine_with_places(struct engine *e, const char *text);
/* The locks that each thread holds here, by its number: "Data#1, Data#2", "" for none;
 * NULL-terminated, freed by engine_lines_free. */
char **engine_held(struct engine *e);
/* The names of the threads of a node by number: "T0 main", "T1 Producer"; NULL-terminated, freed by
 * engine_lines_free. */
char **engine_thread_titles(struct engine *e, node_id n);
/* The text with each thread's number followed by its name: "T1 lock A#1" becomes "T1 Producer lock
 * A#1". malloc'd. */
char *engine_titled(const char *text, char *const *titles);

struct frame_info {
  char *class_name, *method, *file;
  int line;
  uint32_t bci;
  bool jdk;
  bool native; /* a native method: no line, no locals */
  /* "name = value" (names from the class file, else slot numbers); NULL-terminated */
  char **locals;
};
/* Frame 0 is the innermost. */
int engine_frame(struct engine *e, uint32_t thread, uint32_t frame, struct frame_info *out);
void engine_frame_release(struct frame_info *f);

/* The JDK's source `file` of one of its classes, from its lib/src.zip; malloc'd, NULL: it is not
 * there. */
char *engine_library_source(struct engine *e, const char *class_name, const char *file);

/* A method as the disassembler shows it. */
struct bytecode_insn {
  uint32_t bci;
  int line;   /* -1 unknown */
  char *text; /* "getfield      a/Cell.value I" */
};
struct bytecode_info {
  char *class_name, *method, *desc; /* "a.B$C", "put", "(I)V" */
  struct bytecode_insn *insns;
  uint32_t count, here; /* here: the instruction asked for; UINT32_MAX none of them */
};
/* The method of a frame, as engine_frame counts them; here is where the frame stands. ERR_NOTFOUND:
 * no such frame, or a native method. */
int engine_bytecode(struct engine *e, uint32_t thread, uint32_t frame, struct bytecode_info *out);
/* The method that a location (as engine_mark_add reads it) lies in. ERR_INPUT with the reason;
 * ERR_NOTFOUND: it has no code. */
int engine_bytecode_at(struct engine *e, const char *location, struct bytecode_info *out,
                       struct error *err);
void engine_bytecode_release(struct bytecode_info *b); /* also of one that was not found */
/* The source line of a location, owned by the caller: "Bank.java", 12. `methods`: so many have code
 * there (a line that a lambda shares with the method around it: 2). ERR_INPUT with the reason:
 * there is no code, or its class does not name a source file, or is the library's. */
int engine_program_line(struct engine *e, const char *location, char **file, int *line,
                        uint32_t *methods, struct error *err);

/* The value of a watch expression: "Class.field", "Class.field.field[3]", "T1.local". Caller frees;
 * ERR_INPUT with the reason. */
int engine_watch(struct engine *e, const char *expr, char **value, struct error *err);
/* Offers what `word`, the beginning of such an expression or of a location, may be: the program's
 * classes; behind "Class." its fields and methods, behind an object its fields, each in full. */
enum engine_member { ENGINE_FIELDS = 1, ENGINE_METHODS = 2 };
void engine_complete(struct engine *e, const char *word, unsigned members,
                     void (*offer)(void *self, const char *expr), void *self);

/* What differs between the states of two nodes: lines "TwoStage$Data#1.value  0 -> 1", "T2 runnable
 * -> ended". *lines is a NULL-terminated array; free with engine_lines_free. */
int engine_diff(struct engine *e, node_id from, node_id to, char ***lines, struct error *err);
void engine_lines_free(char **lines);

/* The program's standard output along the path to n. Caller frees. */
char *engine_output(struct engine *e, node_id n);

/* ---- events of transitions (keep_events) ---- */

enum event_group { EVENT_OTHER, EVENT_ACCESS, EVENT_LOCK, EVENT_UNLOCK };
struct event_info {
  uint32_t thread;
  enum event_group group;
  const char *op; /* "read", "lock", ... (engine/vm/sched/ops.def) */
  char *object;   /* "TwoStage$Data#1.value", "" */
  char *value;    /* memory: value read or written, "" otherwise */
  char *class_name, *method, *file;
  int line;
  uint32_t bci;
  bool jdk;       /* executed inside the JDK; class etc. are those of the user's call site */
  bool internal;  /* the library's own affair: no other thread can observe it */
  char *h_change; /* "invalidate: T0 T2 -done", "release(T0,T1): T1 +5", "" */
};
int engine_event(struct engine *e, node_id n, uint32_t index, struct event_info *out);
void engine_event_release(struct event_info *ev);

/* ---- the story of a path (keep_events) ---- */

struct story_fact {
  /* "write", "read", "stale", "start", "interrupt", "choice", "notify", "unpark", "holds", "race",
   * "thread", "more" */
  const char *kind;
  uint32_t step;
  /* "wrote Cell#1.value = 1 @ TwoStage.java:17, which Thread-1 (Consumer) reads in 3" */
  char *text;
};
struct story_part {             /* the steps of one thread between two context switches */
  uint32_t thread, first, last; /* steps from 1 on */
  char *name;                   /* "T1 Producer" */
  char *from, *to;              /* places; "" its start, its end; "its end" both: it only ended */
  struct story_fact *facts;
  uint32_t fact_count;
  /* "left before: lock Cell#2 @ TwoStage.java:19", "waits for ...", "ended"; NULL: the error is
   * here */
  char *left;
};
struct story {
  struct story_part *parts;
  uint32_t count, steps;
  char *error; /* the violation's message; NULL none */
};
/* The path from the root to n, described by context switches. The session stays where it is. */
int engine_story(struct engine *e, node_id n, struct story *out, struct error *err);
void engine_story_release(struct story *s);

/* ---- h (property race; paper 004) ---- */

struct h_row {
  char *name;      /* "T1 Producer", "lock Data#1", "volatile Publish.ready", "static-init Foo" */
  int kind;        /* 0 thread, 1 lock, 2 volatile or atomic location, 3 class initialisation */
  uint32_t thread; /* kind 0 */
};
/* A snapshot of the matrix here: rows x columns of bits. Columns are the shared non-volatile
 * locations that were ever written on the path, and those that threads stand before. */
struct h_matrix {
  uint32_t rows, columns;
  struct h_row *row;
  char **column; /* "Publish.done", "int[4]#3[1]" */
  uint8_t *bits; /* bits[r * columns + c]: 1 = row r may access column c without a data race */
};
/* ERR_USAGE while race is off */
int engine_h(struct engine *e, struct h_matrix *out, struct error *err);
void engine_h_release(struct h_matrix *m);

/* The h-history stack: the changes of h along the path to here, oldest first. */
struct h_change {
  node_id node;
  uint32_t step; /* depth of that node */
  uint32_t thread;
  char *action; /* "T1 write Publish.done @ Publish.java:14" */
  char *change; /* "invalidate: T0 T2 -done" */
};
int engine_h_history(struct engine *e, struct h_change **out, uint32_t *count, struct error *err);
void engine_h_history_release(struct h_change *c, uint32_t count);
/* Why is a bit as it is: several lines: the happens-before chain that set it, or the write that
 * cleared it and the missing edge with the actions that would make it. Caller frees. */
int engine_h_why(struct engine *e, const char *row, const char *column, char **text,
                 struct error *err);
/* The node of the path whose step made a bit as it is: it came into the row, or the last write took
 * it away. ERR_NOTFOUND: nothing on the path did. */
int engine_h_since(struct engine *e, const char *row, const char *column, node_id *out,
                   struct error *err);

enum h_bit { H_BIT_CLEAR, H_BIT_SET, H_BIT_NONE /* h has no such row or column there */ };
/* A bit at each of so many nodes, as enum h_bit, in `bits`. Stands where it stood afterwards.
 * ERR_USAGE while race is off. */
int engine_h_along(struct engine *e, const char *row, const char *column, const node_id *nodes,
                   uint32_t count, uint8_t *bits, struct error *err);

/* ---- marks and the sequence ---- */

struct mark_info {
  uint32_t id; /* 1.. in the order of the sequence */
  char *text;  /* as given */
  char *class_name, *method, *desc, *file;
  int line;
  uint32_t bci;
  bool observed; /* on the path to here */
  uint32_t observed_thread;
  node_id observed_node; /* NODE_NONE */
};
/* Appends a location (forms of sequence files: "File.java:12", "Class.method:12",
 * "Class.method@7"). Changing the marks opens a new generation of the tree from here: nodes below
 * other marks stay viewable (soundness rule 17, marks are scheduling points). */
int engine_mark_add(struct engine *e, const char *location, uint32_t *id, struct error *err);
int engine_mark_remove(struct engine *e, uint32_t id, struct error *err);
int engine_marks_load(struct engine *e, const char *seq_file, struct error *err); /* replaces all */
uint32_t engine_mark_count(const struct engine *e);
/* index 0.. in sequence order */
int engine_mark(struct engine *e, uint32_t index, struct mark_info *out);
void engine_mark_release(struct mark_info *m);

#include "engine/environments.h"
#include "engine/places.h"
#include "engine/repairs.h"
#include "engine/searches.h"
#include "engine/segments.h"
#include "engine/warnings.h"

#endif
