/* The public interface of heddle's engine: one program, the tree of the states explored so far, and
 * queries about them.
 *
 * A session (struct engine) holds the machine and a tree of nodes. A node is a state; the edge to
 * it is one transition (a choice and its effects). The session is at one node, the current node.
 * Moving to another node swaps deltas along the tree and executes nothing. Views only read; they
 * never change a state.
 *
 * Texts returned as char * are malloc'd and belong to the caller. Those returned as const char *
 * belong to the session and are valid until the next call that moves or changes it. Functions
 * return 0 or a negative error code (engine/base/error.h). A session is used by a single thread. */
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
/* Returns the properties' names in the order of the table, separated by `between`. The caller frees
 * the text. */
char *engine_properties_text(uint32_t properties, const char *between);
/* Parses names such as "deadlock,race". Returns false if a name is unknown or the list is empty. */
bool engine_properties_read(const char *list, uint32_t *out);
const char *engine_stale_name(uint32_t mode); /* "all"; NULL: no such enum stale_mode */
const char *engine_por_name(uint32_t por);    /* "full"; NULL: no such reduction */

/* Returns why "--por sync" cannot be used with these properties, as the end of a sentence that
 * begins "--por sync ...". Returns NULL if the reduction can be used. */
const char *engine_bad_reduction(int por, uint32_t properties);

void engine_options_init(struct engine_options *o); /* sets the defaults of the manual */
int engine_open(const struct engine_options *o, struct engine **out, struct error *err);
/* engine_open in two parts. engine_boot makes the machine with the class library and ignores the
 * options of the program (main_class, argc, argv, contracts). engine_begin starts the program and
 * is called once, in this process or in one forked from it. If it fails, the engine can only be
 * closed. */
int engine_boot(const struct engine_options *o, struct engine **out, struct error *err);
int engine_begin(struct engine *e, const struct engine_options *o, struct error *err);
void engine_close(struct engine *e);
/* Permanently leaves this process only the rights that it needs to execute the program: it can no
 * longer open files, create sockets or start processes (engine/host/broker.h). A helper process
 * opens the files that the program may read and executes the requests of engine_ask. There,
 * `service` receives the text of a request and returns the answer (malloc'd, or NULL). *file is
 * initially -1; a descriptor stored in it is sent with the answer and then closed there. Call
 * engine_confine once, while no other thread is alive, before the program's code is executed. */
typedef char *engine_service(void *self, const char *request, size_t n, int *file);
int engine_confine(struct engine *e, engine_service *service, void *self, struct error *err);
/* Returns NULL if there is no answer. *file (may be NULL) receives the descriptor that came with
 * the answer, which the caller owns, or -1. */
char *engine_ask(struct engine *e, const char *request, int *file);
const struct engine_options *engine_opts(const struct engine *e);
const char *engine_jdk(const struct engine *e);      /* "17.0.21+9 (Debian)" */
const char *engine_jdk_home(const struct engine *e); /* its directory */
/* Returns the known part of standard input: all of a file, or what was read so far from the
 * process's own input. NULL: nothing. Valid as long as the session. */
const uint8_t *engine_input(struct engine *e, size_t *len);
/* Gets the hash by which traces identify a class ("java/util/List"). Returns false if the class has
 * none. */
bool engine_class_hash(struct engine *e, const char *name, uint8_t out[16]);

/* heddle makes the main classes that run a test (--junit). Returns the n-th class file of such a
 * main class, which a JVM can load too; NULL after the last, or if `main_class` (with dots) is
 * another class. The caller frees it. Sets *name to the class's name, as in class files. */
uint8_t *engine_runner_class(const char *main_class, size_t n, const char **name, size_t *len);

/* The place of heddle's own first failure (search_report.cause); NULL: no failure. */
const char *engine_failure_stack(const struct engine *e); /* the Java stack */
const char *engine_failure_place(const struct engine *e); /* its innermost frame outside the JDK */
/* Facts about the explored paths that the scope of a verdict must mention. */
struct scope_info {
  bool sections;      /* a path relied on a section of Verify.beginAtomic */
  uint32_t steps;     /* number of methods that ran as one step because of contracts */
  uint32_t own_steps; /* number of them that belong to the program rather than the JDK */
  /* Classes whose contracts were left out because the program does not fit them, separated by ' ':
   * "java/util/Vector java/util/Stack". "": none. Valid until the next search. */
  const char *left_out;
  bool time;     /* a path read the clock */
  bool patient;  /* a path began a timed wait of at least options.patience */
  bool collects; /* a path called System.gc(), which clears no references in heddle */
  /* the search left out schedules in which sleeping threads overtake one that can run */
  bool prompt;
  /* a thread waited in a loop and counted its rounds, and not all rounds were explored */
  bool awaited;
  /* number of uncaught exceptions that a handler took, counted by class and place */
  uint32_t handled;
  bool seed;               /* a path observed an identity hash or a random number */
  uint32_t weak;           /* enum weak_mode: weak accesses to shared data */
  uint32_t writes_kept;    /* --stale-reads: at most so many of a location were kept; 0: all */
  bool test_runner;        /* main runs a test: engine/natives/test/junit.c */
  const char *environment; /* the environment of a component that main is; NULL: none */
  uint32_t programs;       /* if results are assessed: its programs that reached an end */
  bool sampled;            /* the environment is one of many; the others were not searched */
};
void engine_scope(const struct engine *e, struct scope_info *out);
/* From now on, appends the report lines of main classes that run a test to *out, which the caller
 * owns. Stops if `out` is NULL. */
void engine_hear_tests(struct engine *e, struct text *out);
/* Returns which of the program's code was executed (options.coverage); see base/coverage.h. */
void engine_coverage(struct engine *e, struct coverage *out);
/* For each loaded class of the JDK whose name begins with `prefix`, appends a line "CLASS
 * METHOD..." with the methods that were executed on any path. The caller owns *out. */
void engine_executed(const struct engine *e, const char *prefix, struct text *out);

/* ---- nodes ---- */

struct node_info {
  node_id id, parent, first_child, next_sibling; /* NODE_NONE if there is none */
  uint32_t depth;                                /* transitions from the root */
  uint32_t flags;
  struct choice choice; /* the choice that led to the node (root: none) */
  uint32_t observed;    /* number of locations of the sequence observed on the path */
  /* value of the secondary heuristic; UINT32_MAX: not scored, or infinite */
  uint32_t h_value;
  uint32_t visits;
  uint32_t events;       /* number of recorded events of the transition (keep_events) */
  uint64_t instructions; /* bytecodes executed by the transition */
  uint64_t fingerprint[2];
};

node_id engine_here(const struct engine *e);
/* Returns the number of ids, which count from 0. For the id of a removed node, functions return
 * ERR_NOTFOUND. */
uint32_t engine_node_count(const struct engine *e);
int engine_node(const struct engine *e, node_id n, struct node_info *out);
/* Returns one line: "T1 lock d1 @ TwoStage.java:12". The caller frees it. */
char *engine_node_text(struct engine *e, node_id n);
/* Moves to any node without executing the program. */
int engine_go(struct engine *e, node_id n, struct error *err);
int engine_back(struct engine *e, struct error *err); /* to the parent; ERR_NOTFOUND at the root */
/* Redo: moves to the child of the current node that was last on the path, or else to the newest
 * child. ERR_NOTFOUND: there is no child. */
int engine_forward(struct engine *e, struct error *err);
/* Stores the path from the root to n, at most `max` ids, root first. Returns the number of nodes on
 * it. */
uint32_t engine_path(const struct engine *e, node_id n, node_id *out, uint32_t max);

/* ---- choices ---- */

/* Stores the choices enabled in the current state. Returns their number. */
uint32_t engine_choices(struct engine *e, struct choice *out, uint32_t max);
/* Takes a choice: moves to its existing child, or executes the transition and makes a node. A
 * violated property is not an error of this call; see the node's flags and engine_violation. */
int engine_take(struct engine *e, struct choice c, node_id *out, struct error *err);

/* If the choice ends a timed wait while another thread can run, returns a description such as "the
 * wait of 100 ms of main at X.java:12 ends while Thread-0 can run", and the facts that it states.
 * The caller frees the text. Returns NULL otherwise. */
struct early_wait {
  uint64_t ns;            /* the length of the wait */
  uint32_t thread, other; /* the thread that waits, and one that can run */
  /* where it waits: a class of this session and a line or, if there are none, a bytecode index */
  uint32_t class_number, place;
  uint8_t how; /* wait, park, join or sleep */
};
char *engine_early(struct engine *e, struct choice c, struct early_wait *out);

/* The end of a step (soundness rule 24, executed again): the next operation of the thread that took
 * the step, and how far the thread has come. A choice and its step_end define a step that does not
 * depend on the reduction or on marks. */
struct step_end {
  uint64_t instructions; /* bytecodes that the thread has executed on the path */
  uint32_t bci;          /* position in its innermost frame */
  /* enum thread_state (engine/vm/records.h); THREAD_NONE: the step ended in an error */
  uint8_t state;
  uint8_t op; /* enum op_kind; meaningful for THREAD_RUNNABLE */
  /* for a mark: its place in the form of engine_mark_add, owned; else NULL */
  char *mark;
};
/* Returns the end of the step that led to the current node. The caller frees out->mark. */
void engine_step_end(struct engine *e, struct step_end *out);
/* The method that a thread executes in the current state, with names as in class files. Returns
 * false if it executes none. */
struct method_names {
  const char *class_name, *method, *descriptor;
};
bool engine_method(struct engine *e, uint32_t thread, struct method_names *out);
/* Call where the path returns to one of its own states, from which a search found no end: gives the
 * current node an error of the property hang (soundness rule 37, hang on the whole graph).
 * ERR_INTERNAL: the path does not return to one of its states. */
int engine_hang(struct engine *e, struct error *err);
/* Restarts the properties at the current node, so that they forget the path, for a search that
 * begins there. engine_listen_back returns to this node and restores the properties. Until then,
 * nothing must be explored outside that search. The calls do not nest. */
void engine_listen_anew(struct engine *e);
void engine_listen_back(struct engine *e);
/* Like engine_take, but the step ends exactly where `end` says. It passes scheduling points on the
 * way, and it stops at an end that the reduction would hide. ERR_INPUT: there is no such choice.
 * ERR_INTERNAL: the step ended elsewhere; the session is then at the node to which the step led. */
int engine_take_to(struct engine *e, struct choice c, const struct step_end *end, node_id *out,
                   struct error *err);

/* How a step or an event changes h (see below), as bits. 0: h is not kept, or an event does not
 * change it. */
enum h_effect {
  H_UNCHANGED = 1, /* alone */
  H_GROWS = 2,     /* a thread or a lock gains accesses */
  H_LOSES = 4,     /* other threads lose an access */
  H_RACE = 8,      /* alone: the step is a data race */
  H_CHANGES = H_GROWS | H_LOSES | H_RACE
};

/* The effect of a choice, found by executing it in a scratch delta (soundness rule 26, previews
 * leave nothing). Free with engine_preview_release. */
struct preview {
  char *action;      /* "T1 lock d1 @ TwoStage.java:12" */
  char *h_change;    /* "h(T1) +2: d1, d2" or "h unchanged" or "RACE (WR) on Publish.done" */
  uint32_t h_effect; /* enum h_effect, what h_change says */
  char *sequence;    /* "observes 2: TwoStage.java:31", "toward 2 (distance 14 -> 9)", "neutral" */
  uint32_t flags;    /* NODE_ERROR, NODE_ENDED, NODE_MATCHED, ... of the resulting state */
  uint32_t observed, h_value;
};
int engine_preview(struct engine *e, struct choice c, struct preview *out, struct error *err);
void engine_preview_release(struct preview *p);

/* The violated property of a node with NODE_ERROR or NODE_NOTED. The texts are valid as long as the
 * node. */
struct violation_info {
  int property; /* PROP_* */
  const char *property_name, *kind, *message, *location, *detail;
  const char *headline; /* one line for people: the message, or a more detailed text */
  enum failure_end end; /* exception: how it ended */
  int32_t status;       /* FAILURE_STATUS: the exit status */
  const char *raced;    /* race: the name of the location, "Publish.ready"; else NULL */
  uint32_t thread;
};
int engine_violation(struct engine *e, node_id n, struct violation_info *out);

/* ---- threads, frames, source ---- */

/* Coarser than Thread.State. */
enum thread_life { LIFE_NEW, LIFE_RUNNABLE, LIFE_WAITS, LIFE_ENDED };
struct thread_info {
  uint32_t number; /* 0: main; numbered in the order of creation on this path */
  char *name;      /* "T1 Producer" */
  enum thread_life life;
  const char *state; /* for people: "runnable", "blocked", "parked", "joining", "ended", ... */
  bool enabled, daemon, current; /* current: it ran last */
  char *op;                      /* its next operation: "lock TwoStage$Data#1"; "" if unknown */
  char *waits_for;     /* "lock Data#1, held by T2 Reader", "the end of T2 Reader", or "" */
  bool wants_lock;     /* it waits for a monitor, which waits_for names */
  char *kind;          /* its class, or the class of what it runs: "Producer" */
  char *file;          /* source file of its top frame outside the JDK; NULL: none */
  char *class_name;    /* of that frame, dotted */
  char *method, *desc; /* of that frame; desc: NULL if there is none */
  int line;            /* -1: unknown */
  uint32_t bci;
  uint32_t frames; /* depth of its stack */
  /* One character for each of the first 64 columns of engine_h: '1' or '.'. NULL while the property
   * race is off. */
  char *h_bits;
};
uint32_t engine_thread_count(struct engine *e);
int engine_thread(struct engine *e, uint32_t thread, struct thread_info *out);
void engine_thread_release(struct thread_info *t);
/* Returns the text with each object followed by its known holder: "lock Cell#1" becomes lock Cell#1
 * "d1". malloc'd. */
char *engine_with_places(struct engine *e, const char *text);
/* Returns the locks that each thread holds in the current state, by thread number: "Data#1,
 * Data#2", or "" for none. NULL-terminated; free with engine_lines_free. */
char **engine_held(struct engine *e);
/* Returns the names of the threads at a node, by number: "T0 main", "T1 Producer". NULL-terminated;
 * free with engine_lines_free. */
char **engine_thread_titles(struct engine *e, node_id n);
/* Returns the text with each thread number followed by the thread's name: "T1 lock A#1" becomes "T1
 * Producer lock A#1". malloc'd. */
char *engine_titled(const char *text, char *const *titles);

struct frame_info {
  char *class_name, *method, *file;
  int line;
  uint32_t bci;
  bool jdk;
  bool native; /* a native method: no line, no locals */
  /* "name = value", with names from the class file or else slot numbers; NULL-terminated */
  char **locals;
};
/* Returns a frame of a thread; 0 is the innermost. */
int engine_frame(struct engine *e, uint32_t thread, uint32_t frame, struct frame_info *out);
void engine_frame_release(struct frame_info *f);

/* Returns the source `file` of a class of the JDK, from the JDK's lib/src.zip. malloc'd; NULL if it
 * is not there. */
char *engine_library_source(struct engine *e, const char *class_name, const char *file);

/* A method as the disassembler shows it. */
struct bytecode_insn {
  uint32_t bci;
  int line;   /* -1: unknown */
  char *text; /* "getfield      a/Cell.value I" */
};
struct bytecode_info {
  char *class_name, *method, *desc; /* "a.B$C", "put", "(I)V" */
  struct bytecode_insn *insns;
  /* here: index of the instruction that was asked for; UINT32_MAX: none */
  uint32_t count, here;
};
/* Returns the method of a frame, counted as in engine_frame, and in out->here the frame's
 * instruction. ERR_NOTFOUND: there is no such frame, or its method is native. */
int engine_bytecode(struct engine *e, uint32_t thread, uint32_t frame, struct bytecode_info *out);
/* Returns the method at a location in the form of engine_mark_add. ERR_INPUT with the reason: the
 * location is wrong. ERR_NOTFOUND: the method has no code. */
int engine_bytecode_at(struct engine *e, const char *location, struct bytecode_info *out,
                       struct error *err);
void engine_bytecode_release(struct bytecode_info *b); /* also after ERR_NOTFOUND */
/* Returns the source line of a location, such as "Bank.java" (which the caller frees) and 12.
 * *methods is the number of methods with code on that line (2 if a lambda shares the line with the
 * method around it). ERR_INPUT with the reason: the line has no code, the class names no source
 * file, or the class belongs to the library. */
int engine_program_line(struct engine *e, const char *location, char **file, int *line,
                        uint32_t *methods, struct error *err);

/* Returns the value of a watch expression: "Class.field", "Class.field.field[3]", "T1.local". The
 * caller frees it. ERR_INPUT with the reason. */
int engine_watch(struct engine *e, const char *expr, char **value, struct error *err);
/* Offers completions of `word`, the beginning of a watch expression or a location: the program's
 * classes; after "Class.", its fields and methods; after an object, its fields. Each is offered in
 * full. */
enum engine_member { ENGINE_FIELDS = 1, ENGINE_METHODS = 2 };
void engine_complete(struct engine *e, const char *word, unsigned members,
                     void (*offer)(void *self, const char *expr), void *self);

/* Returns the differences between the states of two nodes as lines: "TwoStage$Data#1.value  0 ->
 * 1", "T2 runnable -> ended". *lines is NULL-terminated; free with engine_lines_free. */
int engine_diff(struct engine *e, node_id from, node_id to, char ***lines, struct error *err);
void engine_lines_free(char **lines);

/* Returns the program's standard output along the path to n. The caller frees it. */
char *engine_output(struct engine *e, node_id n);

/* ---- events of transitions (keep_events) ---- */

enum event_kind {
  EVENT_OTHER,
  EVENT_READ,
  EVENT_WRITE,
  EVENT_VOLATILE_READ,
  EVENT_VOLATILE_WRITE,
  EVENT_ATOMIC, /* reads and writes in one step */
  EVENT_BULK_READ,
  EVENT_BULK_WRITE,
  EVENT_LOCK,
  EVENT_UNLOCK,
  EVENT_WAIT,
  EVENT_NOTIFY, /* one thread, or all */
  EVENT_PARK,   /* parks or sleeps */
  EVENT_UNPARK,
  EVENT_START,
  EVENT_JOIN,
  EVENT_BEGIN,
  EVENT_END
};
/* Is it an access of memory? */
static inline bool event_is_access(enum event_kind kind) {
  return kind >= EVENT_READ && kind <= EVENT_BULK_WRITE;
}
struct event_info {
  uint32_t thread;
  enum event_kind kind;
  uint32_t other; /* EVENT_START, EVENT_JOIN: the other thread; UINT32_MAX: unknown */
  const char *op; /* "read", "lock", ... (engine/vm/ops.def) */
  char *object;   /* "TwoStage$Data#1.value", or "" */
  char *value;    /* memory: the value read or written; otherwise "" */
  char *class_name, *method, *file;
  int line;
  uint32_t bci;
  bool jdk; /* executed inside the JDK; class, method and line are those of the program's call */
  bool internal;     /* internal to the library: no other thread can observe it */
  char *h_change;    /* "invalidate: T0 T2 -done", "release(T0,T1): T1 +5", or "" */
  uint32_t h_effect; /* enum h_effect, what h_change says */
  uint32_t behind;   /* a stale read: how many writes are later than the one that it returned */
};
int engine_event(struct engine *e, node_id n, uint32_t index, struct event_info *out);
void engine_event_release(struct event_info *ev);
/* Finds the write whose value the stale read returned that is event `index` of node n. Returns
 * false if it is not on the path, as for the value from before, or is not known exactly. */
bool engine_older_write(struct engine *e, node_id n, uint32_t index, node_id *at, uint32_t *which);

/* ---- the story of a path (keep_events) ---- */

enum story_kind {
  STORY_WRITE,
  STORY_READ,
  STORY_STALE, /* a read whose value was overwritten before its thread used it */
  STORY_START,
  STORY_INTERRUPT,
  STORY_CHOICE, /* a choice other than running on */
  STORY_NOTIFY,
  STORY_UNPARK,
  STORY_HOLDS,  /* a lock that is still held */
  STORY_RACE,   /* the other access of the race */
  STORY_THREAD, /* where another thread stopped */
  STORY_MORE    /* how many facts were left out */
};
const char *engine_story_word(enum story_kind kind); /* "write", as in JSON */
struct story_fact {
  enum story_kind kind;
  uint32_t step;
  /* "wrote Cell#1.value = 1 @ TwoStage.java:17, which Thread-1 (Consumer) reads in 3" */
  char *text;
};
struct story_part {             /* the steps of one thread between two context switches */
  uint32_t thread, first, last; /* steps, from 1 */
  char *name;                   /* "T1 Producer" */
  /* places; "": its start, or its end; "its end" in both: it only ended */
  char *from, *to;
  struct story_fact *facts;
  uint32_t fact_count;
  /* "left before: lock Cell#2 @ TwoStage.java:19", "waits for ...", "ended"; NULL: the error
   * occurred in this part */
  char *left;
  bool ended; /* the thread has nothing left to do */
};
struct story {
  struct story_part *parts;
  uint32_t count, steps;
  char *error; /* the violation's message; NULL: none */
};
/* Describes the path from the root to n by its context switches. The session stays at its current
 * node. */
int engine_story(struct engine *e, node_id n, struct story *out, struct error *err);
void engine_story_release(struct story *s);

/* ---- h (property race; paper 004) ---- */

enum h_row_kind { H_ROW_THREAD, H_ROW_LOCK, H_ROW_LOCATION, H_ROW_CLASS };
struct h_row {
  char *name; /* "T1 Producer", "lock Data#1", "volatile Publish.ready", "static-init Foo" */
  enum h_row_kind kind; /* a location is volatile or atomic; a class: its initialisation */
  uint32_t thread;      /* for H_ROW_THREAD */
};
/* The matrix of h in the current state, as rows x columns of bits. Columns are the shared
 * non-volatile locations that were written on the path, and those that threads are about to
 * access. */
struct h_matrix {
  uint32_t rows, columns;
  struct h_row *row;
  char **column; /* "Publish.done", "int[4]#3[1]" */
  /* bits[r * columns + c]: 1 if row r may access column c without a data race */
  uint8_t *bits;
};
/* Returns the matrix. ERR_USAGE while the property race is off. */
int engine_h(struct engine *e, struct h_matrix *out, struct error *err);
void engine_h_release(struct h_matrix *m);

/* The history of h: its changes along the path to the current node, oldest first. */
struct h_change {
  node_id node;
  uint32_t step; /* depth of the node */
  uint32_t thread;
  char *action;    /* "T1 write Publish.done @ Publish.java:14" */
  char *change;    /* "invalidate: T0 T2 -done" */
  uint32_t effect; /* enum h_effect, what `change` says */
};
int engine_h_history(struct engine *e, struct h_change **out, uint32_t *count, struct error *err);
void engine_h_history_release(struct h_change *c, uint32_t count);
/* Explains the value of a bit in several lines: the happens-before chain that set it, or the write
 * that cleared it, the missing edge, and the actions that would make that edge. The caller frees
 * the text. */
int engine_h_why(struct engine *e, const char *row, const char *column, char **text,
                 struct error *err);
/* Finds the node of the path whose step gave a bit its current value: the step that set it, or the
 * last write that cleared it. ERR_NOTFOUND: no step of the path did. */
int engine_h_since(struct engine *e, const char *row, const char *column, node_id *out,
                   struct error *err);

enum h_bit { H_BIT_CLEAR, H_BIT_SET, H_BIT_NONE /* h has no such row or column there */ };
/* Stores in `bits` the value of a bit at each of `count` nodes, as enum h_bit. The session stays at
 * its current node. ERR_USAGE while the property race is off. */
int engine_h_along(struct engine *e, const char *row, const char *column, const node_id *nodes,
                   uint32_t count, uint8_t *bits, struct error *err);

/* ---- marks and the sequence ---- */

struct mark_info {
  uint32_t id; /* from 1, in the order of the sequence */
  char *text;  /* as the user wrote it */
  char *class_name, *method, *desc, *file;
  int line;
  uint32_t bci;
  bool observed; /* observed on the path to the current node */
  uint32_t observed_thread;
  node_id observed_node; /* NODE_NONE: not observed */
};
/* Appends a location in one of the forms of sequence files: "File.java:12", "Class.method:12",
 * "Class.method@7". A change of the marks starts a new generation of the tree at the current node;
 * nodes made under other marks can still be viewed (soundness rule 17, marks are scheduling
 * points). */
int engine_mark_add(struct engine *e, const char *location, uint32_t *id, struct error *err);
int engine_mark_remove(struct engine *e, uint32_t id, struct error *err);
/* Replaces all marks by the locations of a sequence file. */
int engine_marks_load(struct engine *e, const char *seq_file, struct error *err);
uint32_t engine_mark_count(const struct engine *e);
/* `index` counts from 0 in the order of the sequence */
int engine_mark(struct engine *e, uint32_t index, struct mark_info *out);
void engine_mark_release(struct mark_info *m);

#include "engine/environments.h"
#include "engine/places.h"
#include "engine/repairs.h"
#include "engine/searches.h"
#include "engine/segments.h"
#include "engine/warnings.h"

#endif
