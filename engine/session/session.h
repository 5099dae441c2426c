/* The inside of struct engine (engine.h), shared by the files engine/session*.c only. */
#ifndef HEDDLE_SESSION_SESSION_H
#define HEDDLE_SESSION_SESSION_H

#include "engine/engine.h"
#include "engine/flow/location.h"
#include "engine/heuristic/heuristic.h"
#include "engine/search/chosen.h"
#include "engine/search/search.h"
#include "engine/state/explorer.h"

struct session_mark {
  uint32_t id; /* also the id of its mark in the machine */
  char *text;
  struct location loc;
};

/* race.c: completes the detail of the race that here shows, from the events of the path. */
struct session_check;
void session_race_detail(struct engine *e);
/* of a race that was noted while a recorded run was followed */
void session_race_texts(struct engine *e, node_id n);
/* deadlock.c: names the objects in the detail of the deadlock that here shows. */
void session_deadlock_detail(struct engine *e);

/* check.c */

struct engine {
  struct engine_options opt; /* texts owned: strings below */
  struct pool texts;         /* the strings of opt */
  char **argv, **defines, **readable, **given;
  void *input; /* opt.stdin_data */
  char *jdk;
  struct vm *vm;
  struct explorer x;
  struct assess *assess;          /* NULL: no results are assessed */
  VEC(struct session_mark) marks; /* the sequence, in order */
  VEC(struct location) targets;   /* the same places, for searches */
  struct search *search;          /* the debugger's search, NULL when none */
  struct chosen_log chosen;       /* of all searches that the debugger has run */
  VEC(struct session_check *) checks;
  const struct heuristic_ops *preview_heuristic;
  void *preview_self;
  struct outcome_set outcomes; /* of the last whole search */
  struct naming *naming;       /* the names of here, kept between views (names.c) */
  node_id unnamed;             /* here, when naming its objects was interrupted; NODE_NONE */
  struct places *places;       /* what holds the objects of here (places.c) */
  struct session_hb *h;        /* the matrix of one state, kept between views (hb.c) */
};

/* names.c: numbers of objects. The names of a node's path are made when first asked for:
 * that goes to its nodes and back. */
/* False for a node where heddle could not go on: its state is not to be traversed. */
static inline bool session_intact(const struct engine *e, node_id n) {
  return !(e->x.nodes.data[n].flags & NODE_FAILED);
}
/* of here; to be called before a transition is only peeked at */
void session_names(struct engine *e);
void session_names_of(struct engine *e, node_id n);
void session_names_free(struct engine *e);
/* engine_options.stop: long look-ups end as they are */
bool session_stopped(const struct engine *e);
uint32_t session_ordinal(struct engine *e, ref r, uint32_t klass); /* on the path to here; 0 none */
/* Class by its name or the end of one; 0 none. */
ref session_object_named(struct engine *e, const char *klass, size_t len, uint32_t ordinal);
/* 2 the name, 1 the end of it, 0 neither */
int session_class_match(const struct klass *k, const char *s, size_t len);

/* places.c: Cell#1 "d1", of an object that threads wait for, or of the synchronizer around it that
 * the program knows; malloc'd */
char *session_lock_name(struct engine *e, ref r);
/* Executes the transition to node n once more, aside: the tree and where the session stands stay as
 * they are. at_mark hears of the marks that it comes to, before it passes them. */
void session_step_again(struct engine *e, node_id n,
                        void (*at_mark)(void *self, struct vm *vm, const struct thread *t),
                        void *self);
void session_places_free(struct engine *e);

/* state.c: engine_thread without its bits of h, which take the whole matrix */
int session_thread(struct engine *e, uint32_t thread, struct thread_info *out);

/* threads.c: all malloc'd */
char *session_thread_title(struct engine *e, uint32_t thread); /* "T1 Producer" */
/* Each T1 in the text becomes "T1 Producer"; takes `s`. */
char *session_name_threads(struct engine *e, char *s);

/* value.c: all malloc'd */
char *session_class_name(const struct klass *k); /* "java.lang.String", "int[][]" */
char *session_named(struct engine *e, uint32_t klass, uint32_t ordinal); /* "TwoStage$Data#1" */
/* Text of a value of a type (first character of a descriptor); the memory's natural size, low bytes
 * first. */
char *session_value(struct engine *e, char type, uint64_t v);
char *session_value_at(struct engine *e, char type, uint32_t addr);
char *session_quoted(const char *s, size_t len, size_t max);
/* A memory location: "TwoStage$Data#1.value", "Publish.done", "int[]#2[3]". */
char *session_memory_name(struct engine *e, ref obj, uint32_t klass, uint32_t ordinal,
                          uint32_t off);

/* text.c: all malloc'd */
const char *session_op_word(uint8_t op); /* vm/sched/ops.def */
/* "1", "TwoStage$Data#2", "" */
char *session_event_value(struct engine *e, const struct xevent *ev);
/* Objects of the class, a string or a boxed number, are shown by what is in them, which never
 * changes: "a", Integer(1). */
bool session_has_content(const struct engine *e, uint32_t klass);
/* Is thread a an ancestor of b: did it start it, or start who did? */
bool session_is_ancestor(struct vm *vm, uint32_t a, uint32_t b);
/* "TwoStage$Data#1": number of the object among its class here */
char *session_object_name(struct engine *e, ref r);
/* "TwoStage.java:31" or "Class.method@7" */
char *session_location(const struct method *m, uint32_t bci);
/* "TwoStage$Data#1.value", "int[]#2[3]" */
char *session_event_object(struct engine *e, const struct xevent *ev);
/* "T1 write TwoStage$Data#1.value = 1" */
char *session_event_text(struct engine *e, const struct xevent *ev);
/* what it stands before: "lock Object#2" */
char *session_op_text(struct engine *e, const struct thread *t);
/* "T1 lock Object#2 @ TwoStage.java:12", before it is taken */
char *session_choice_text(struct engine *e, struct choice c);
/* what the transition to a node with a log was: "T1 write C#1.f = 1 @ C.java:3" */
char *session_logged_text(struct engine *e, const struct xnode *k);
/* The place of t's innermost frame outside the JDK (or innermost at all). False: no frame. */
bool session_place(struct engine *e, const struct thread *t, const struct method **m,
                   uint32_t *bci);

/* hb.c: what an event of a transition did to h: "invalidate: T0 T2 -done", "release(T0,T1):
 * T1 +5", "" */
char *session_h_change(struct engine *e, const struct xevent *ev);

/* The matrix of here, owned by the session, valid until the next move or transition; NULL while
 * race is off. */
const struct h_matrix *session_matrix(struct engine *e);
void session_h_free(struct engine *e);

/* marks.c */
/* remakes targets and the preview heuristic after a change of marks */
void session_targets(struct engine *e);
const struct location *session_target(const struct engine *e, uint32_t observed);
/* Does node k's transition observe the next location after its parent's? */
bool session_observes(struct engine *e, const struct xnode *k, uint32_t observed_before);

/* standstill.c: where the threads of the deadlock stand in which the session is, for comparison;
 * malloc'd. */
char *session_standstill(struct engine *e);

/* update.c: does the line of this field access read the field and write it again? And what
 * would make such an update one step: "an AtomicInteger"; NULL when the library has no such class.
 */
bool session_updates(const struct method *m, uint32_t bci);
/* The method that the instruction there calls; NULL: it calls none by name. */
const struct cp_entry *session_called(const struct method *m, uint32_t bci);
const char *session_atomic_class(const struct field *f);

static inline bool node_valid(const struct engine *e, node_id n) {
  return n < e->x.nodes.len && !(e->x.nodes.data[n].flags & NODE_FREE);
}

/* check.c */
void session_checks_free(struct engine *e);

#endif
