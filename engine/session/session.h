/* The inside of a session (struct engine of engine.h). Internal to engine/session.
 *
 * A session holds one program in one machine (struct vm) and the tree of the states that were
 * reached in it. The tree belongs to an explorer (engine/state/explorer.h). A node is a state, and
 * the edge that leads to it is a transition, made by one choice. The machine is always in the state
 * of one node. That is the current node (x.here).
 *
 * Taking a choice (engine_take) moves down one edge. If the current node already has a child that
 * was made by this choice under the current marks, the session goes to that child. Otherwise the
 * explorer executes the transition and adds a node. engine_take_to replays a step of a recorded
 * schedule. It ends the step exactly where the recorded one ended, so a replay does not depend on
 * the reduction or on marks.
 *
 * engine_go moves to any node of the tree. It swaps the deltas between the two nodes and executes
 * nothing. Undo (engine_back) goes to the parent and keeps the node that it leaves. Redo
 * (engine_forward) goes to the child that was on the path last, or to the newest child. Taking
 * another choice after an undo adds a sibling, and the old branch stays in the tree.
 *
 * Marks are places in the program. In their order, they form the sequence that guided searches
 * follow. A node's `observed` counts the locations of the sequence that its path has observed. A
 * mark is a scheduling point, so marks decide where transitions end. A change of the marks
 * therefore starts a new generation of the tree (soundness rule 17, marks are scheduling points).
 * The existing nodes can still be viewed, but choices are executed again. The change also ends the
 * debugger's search.
 *
 * A session is used by a single thread. Only the calls above, searches and the replay of schedules
 * move it for good. engine_search_run leaves it where the debugger's search paused. The search
 * keeps its own node pinned (search.at), so the user may move elsewhere between two runs. Views
 * (names, stories, comparisons, the history of h) may move the session, but they return it to its
 * current node before they end. Bounded checks (bounded_check.h) run in child processes, which
 * cannot move it. When a check has found an error, the session executes its choices below the
 * check's node and then returns to where it was. */
#ifndef HEDDLE_SESSION_SESSION_H
#define HEDDLE_SESSION_SESSION_H

#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/engine.h"
#include "engine/flow/location.h"
#include "engine/heuristic/heuristic.h"
#include "engine/search/chosen.h"
#include "engine/search/search.h"
#include "engine/state/explorer.h"
#include "engine/vm/sched/deadlock.h"

struct session_mark {
  uint32_t id; /* also the id of its mark in the machine */
  char *text;
  struct location loc;
};

struct session_check;

/* race.c: completes the detail of the race at the current node, from the events of the path. */
void session_race_detail(struct engine *e);
/* The instructions of the two accesses of a race, the earlier one first. */
struct race_instructions {
  struct method *method[2];
  uint32_t bci[2];
};
/* Gets those of the race at the current node. Returns false if the events of its path are missing.
 */
bool session_race_instructions(struct engine *e, struct race_instructions *out);
/* Makes the texts of a race that was noted while a recorded run was replayed. */
void session_race_texts(struct engine *e, node_id n);
/* locks.c: names the objects in the detail of the deadlock at the current node. */
void session_deadlock_detail(struct engine *e);
/* Returns what a parked thread waits for, "the write lock of ReentrantReadWriteLock#1 "lock"" or
 * "unpark". The caller frees it. */
char *session_parked_for(struct engine *e, const struct thread *t);
/* takers.c: deadlock_words.takers for the path to the current node; self: the engine. Returns 0 if
 * the path has no events. */
uint32_t session_takers(void *self, ref obj, enum sync_kind kind, struct deadlock_taker *out,
                        uint32_t max);
/* story.c: is the event the read of a condition's first waiter in the program's call of signal or
 * signalAll? Its value is null if no thread waits. */
bool session_is_signal(struct engine *e, const struct xevent *ev);
/* deadlock_words.lost, in the same way */
bool session_lost_notification(void *self, ref obj, struct deadlock_taker *out);

struct engine {
  struct engine_options opt;
  struct pool texts; /* the strings of opt */
  char **argv, **defines, **readable, **given;
  void *input; /* copy of opt.stdin_data */
  char *jdk;
  struct vm *vm;
  struct explorer x;
  struct assess *assess;          /* NULL: results are not assessed */
  VEC(struct session_mark) marks; /* the sequence, in order */
  VEC(struct location) targets;   /* the places of the marks, for searches */
  struct search *search;          /* the debugger's search; NULL: none */
  struct chosen_log chosen;       /* log of all searches of the debugger */
  VEC(struct session_check *) checks;
  const struct heuristic_ops *preview_heuristic;
  void *preview_self;
  struct outcome_set outcomes; /* outcomes of the last whole search */
  struct naming *naming;       /* names at the current node, kept between views (object_names.c) */
  /* The current node if naming its objects was interrupted, else NODE_NONE. */
  node_id unnamed;
  struct places *places; /* the holders of the objects at the current node (full_names.c) */
  struct session_hb *h;  /* the matrix of one state, kept between views (hb.c) */
};

/* A visit of other states: session_visit notes the current one, and session_return goes back to it.
 * A view changes nothing, so the machine must then be as it was. */
struct session_visit {
  node_id here;
  uint64_t records; /* hash of the machine's and the threads' records; 0 without invariants */
};
struct session_visit session_visit(struct engine *e);
void session_return(struct engine *e, struct session_visit v);
/* Can the state of the node be traversed? It cannot if heddle failed there. */
static inline bool session_intact(const struct engine *e, node_id n) {
  return !(e->x.nodes.data[n].flags & NODE_FAILED);
}
/* schedule.c: makes the schedule of the node, with its violation. Leaves the session at n. */
void session_schedule(struct engine *e, node_id n, struct schedule *out);
/* object_names.c: makes the names of objects along a node's path, if they are missing. Moves
 * through the path's nodes and returns to the current one. Call session_names before a transition
 * is only peeked at. */
void session_names(struct engine *e);
void session_names_of(struct engine *e, node_id n);
void session_names_free(struct engine *e);
/* Was the engine asked to stop (engine_options.stop)? Long lookups then end early. */
bool session_stopped(const struct engine *e);
/* Returns the number of the object on the path to the current node; 0: none. */
uint32_t session_ordinal(struct engine *e, ref r, uint32_t klass);
/* Finds an object by its class (the full name or its end) and number. Returns 0 if there is
 * none. */
ref session_object_named(struct engine *e, const char *klass, size_t len, uint32_t ordinal);
/* Returns 2 if s is the name of the class, 1 if it is the end of the name, else 0. */
int session_class_match(const struct klass *k, const char *s, size_t len);

/* full_names.c: returns Cell#1 "d1" for an object that threads wait for, or for the synchronizer
 * around it that the program uses; malloc'd. */
char *session_lock_name(struct engine *e, ref r);
/* Executes the transition to node n once more in a scratch delta. The tree and the current node
 * stay as they are. Calls at_mark for each mark that the transition reaches. */
void session_step_again(struct engine *e, node_id n,
                        void (*at_mark)(void *self, struct vm *vm, const struct thread *t),
                        void *self);
void session_places_free(struct engine *e);

/* state.c: like engine_thread, but without the bits of h, which need the whole matrix. */
int session_thread(struct engine *e, uint32_t thread, struct thread_info *out);

/* threads.c: the texts are malloc'd */
char *session_thread_title(struct engine *e, uint32_t thread); /* "T1 Producer" */
/* Replaces each T1 in the text by "T1 Producer". Takes ownership of `s`. */
char *session_name_threads(struct engine *e, char *s);

/* value.c: the texts are malloc'd */
char *session_class_name(const struct klass *k); /* "java.lang.String", "int[][]" */
char *session_named(struct engine *e, uint32_t klass, uint32_t ordinal); /* "TwoStage$Data#1" */
/* Returns the text of a value of a type (first character of a descriptor). The value has its
 * natural size in memory, low bytes first. */
char *session_value(struct engine *e, char type, uint64_t v);
char *session_value_at(struct engine *e, char type, uint32_t addr);
char *session_quoted(const char *s, size_t len, size_t max);
/* Returns the name of a memory location: "TwoStage$Data#1.value", "Publish.done", "int[]#2[3]". */
char *session_memory_name(struct engine *e, ref obj, uint32_t klass, uint32_t ordinal,
                          uint32_t off);

/* step_text.c: the texts are malloc'd, except words */
const char *session_op_word(uint8_t op); /* from vm/ops.def */
/* Returns the event's value: "1", "TwoStage$Data#2", "". */
char *session_event_value(struct engine *e, const struct xevent *ev);
/* older_write.c: appends lines on the writes of the location that the thread may still read, and on
 * those that are hidden from it, with what hides them. Nothing without --stale-reads, or if the
 * location has only one write. */
void session_say_writes(struct engine *e, uint32_t thread, ref obj, uint32_t off, struct text *out);
/* Returns the newest write to the location at the stale read of a step of the path,
 * and in *at the write's step. NULL if the step has no stale read, or no such write is logged. */
const struct xevent *session_missed_write(struct engine *e, const node_id *path, uint32_t step,
                                          uint32_t *at);
/* Are objects of the class shown by their contents? That is so for strings and boxed numbers, which
 * never change: "a", Integer(1). */
bool session_has_content(const struct engine *e, uint32_t klass);
/* Is thread a an ancestor of b: did a, or a thread that it started, start b? */
bool session_is_ancestor(struct vm *vm, uint32_t a, uint32_t b);
/* Returns "TwoStage$Data#1", with the object's number within its class at the current node. */
char *session_object_name(struct engine *e, ref r);
/* Returns "TwoStage.java:31" or "Class.method@7". */
char *session_location(const struct method *m, uint32_t bci);
/* Returns the event's object or location: "TwoStage$Data#1.value", "int[]#2[3]". */
char *session_event_object(struct engine *e, const struct xevent *ev);
/* Returns "T1 write TwoStage$Data#1.value = 1". */
char *session_event_text(struct engine *e, const struct xevent *ev);
/* Returns the thread's next operation: "lock Object#2". */
char *session_op_text(struct engine *e, const struct thread *t);
/* Returns "T1 lock Object#2 @ TwoStage.java:12" for a choice not yet taken. */
char *session_choice_text(struct engine *e, struct choice c);
/* Returns the transition to a node with a log: "T1 write C#1.f = 1 @ C.java:3". */
char *session_logged_text(struct engine *e, const struct xnode *k);
/* Finds the place of t's innermost frame outside the JDK, else of its innermost frame. Returns
 * false if it has no frame. */
bool session_place(struct engine *e, const struct thread *t, const struct method **m,
                   uint32_t *bci);

/* hb.c: describes what an event did to h: "invalidate: T0 T2 -done", "release(T0,T1): T1 +5",
 * "". */
char *session_h_change(struct engine *e, const struct xevent *ev);
/* Returns the same as bits of enum h_effect; 0: it did not change h. */
uint32_t session_h_effect(const struct xevent *ev);

/* Returns the matrix of the current state, or NULL while the property race is off. The session owns
 * it; it is valid until the next move or transition. */
const struct h_matrix *session_matrix(struct engine *e);
void session_h_free(struct engine *e);

/* marks.c */
/* Rebuilds the targets and the preview heuristic after a change of the marks. */
void session_targets(struct engine *e);
const struct location *session_target(const struct engine *e, uint32_t observed);
/* Did the transition to k observe the next location, after the ones that its parent had
 * observed? */
bool session_observes(struct engine *e, const struct xnode *k, uint32_t observed_before);

/* standstill.c: describes the places of the threads in the deadlock at the current node, for
 * comparison; malloc'd. */
char *session_standstill(struct engine *e);

/* update.c: returns the field that the instruction at pc accesses, NULL if it accesses none;
 * decodes it into *in. */
const struct cp_entry *session_field_at(const struct method *m, uint32_t pc, struct insn *in);
bool session_same_field(const struct cp_entry *a, const struct cp_entry *b);
/* Does the line of this field access read the field and write it again? */
bool session_updates(const struct method *m, uint32_t bci);
/* idiom.c: the idiom that both accesses of a race belong to. */
struct race_access {
  const struct method *method; /* the innermost one */
  uint32_t bci;
  bool write;
};
enum race_idiom session_idiom(const struct race_access a[2]);
/* Returns the method that the instruction calls by name, or NULL. */
const struct cp_entry *session_called(const struct method *m, uint32_t bci);
/* Returns the class that would make an update of f one step, such as "an AtomicInteger", or NULL if
 * the library has none. */
const char *session_atomic_class(const struct field *f);

static inline bool node_valid(const struct engine *e, node_id n) {
  return n < e->x.nodes.len && !(e->x.nodes.data[n].flags & NODE_FREE);
}

void session_checks_free(struct engine *e);

#endif
