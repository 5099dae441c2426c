/* A debugging session: one engine session, a recorded trace beside it, what the user looks at, and
 * the log.
 *
 * The session is changed by commands only (command.h); keys stand for commands, so that what was
 * done is a script. Views read the session and the engine. `generation` counts the changes: what a
 * view has computed for an older one is stale. */
#ifndef HEDDLE_TUI_TERMINAL_DEBUG_H
#define HEDDLE_TUI_TERMINAL_DEBUG_H

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/reader.h"
#include "tui/terminal/breaks.h"
#include "tui/terminal/follow.h"
#include "tui/terminal/journal.h"
#include "tui/terminal/teach.h"
#include "tui/text/regex.h"
#include "tui/text/source.h"
#include "tui/terminal/view.h"

#define FRAME_OWN UINT32_MAX

enum log_kind { LOG_COMMAND, LOG_INFO, LOG_GOOD, LOG_WARN, LOG_ERROR };
struct log_entry {
  enum log_kind kind;
  char *text;
};

/* A choice that is enabled here, with what it would do. */
struct debug_choice {
  struct choice choice;
  struct preview preview;
  bool previewed;
  node_id child; /* where it leads when it was taken before, else NODE_NONE */
};

struct debug_blocked { /* a thread that cannot run */
  uint32_t thread;
  char *op, *reason; /* "lock Cell#1"; "wants lock Cell#1, held by T3 Writer" */
};

struct debug_settings {
  bool mouse;        /* clicks and the wheel are heddle's, not the terminal's */
  bool times;        /* show seconds */
  bool ascii;        /* rules and marks of panes in ASCII */
  bool jdk;          /* trace: what happened inside the JDK as well */
  bool changed_only; /* h: columns that the last step changed */
  uint32_t rows;     /* h: 0 all, 1 threads, 2 the others */
  uint32_t depth;    /* of a bounded check, unless given */
  double seconds;
  uint32_t width; /* columns of text twins */
  uint32_t theme; /* of the screen (theme.h) */
};

struct debug_check_note { /* what was reported of a check already */
  int state;
};

/* The place whose last write or access was gone to, with that event. */
struct debug_last {
  struct shared_place place; /* .name NULL: none */
  node_id node;              /* NODE_NONE: nothing was found yet */
  uint32_t index;            /* of the event in node's step */
  uint64_t run;              /* debug.runs then */
};

/* A moment of the session: a node with a bookmark's letter, with a note, or with both. */
struct debug_moment {
  node_id node;
  char letter; /* 'a' to 'z'; 0: none */
  char *text;  /* owned; NULL: none */
};

/* Opens the session's program once more, with its classes as they are now and the marks that the
 * command line gives: for :load and :reload. */
struct reopen_ops {
  int (*open)(void *self, struct engine **out, struct error *err);
  void *self;
};

/* Draws another environment, of a seed or (NULL) the next one: the engine, which becomes the
 * session's, and what it is, "a.b.Cache --env random --seed 4" (the session's). Nothing is printed.
 */
struct restart_ops {
  int (*draw)(void *self, const uint64_t *seed, struct engine **out, char **program,
              struct error *err);
  void *self;
};

/* Writes the path to here as a trace. */
typedef int debug_write_path(struct engine *e, const char *file, struct error *err);

struct debug {
  struct engine *engine;
  struct trace_reader *trace; /* NULL: none */
  const struct follow_ops *follow_ops;
  debug_write_path *write_path; /* NULL: this session cannot */
  const struct command_table *commands;
  void *follow;       /* NULL until `follow` is first used */
  uint64_t follow_at; /* recorded events that were followed */
  bool follow_used;
  bool follow_off; /* the path to here left the trace behind those events */
  struct source_cache *sources;
  char *command; /* what `heddle debug` was given */
  char *program; /* "TwoStage 2 1" */
  char *main_class;
  char *file; /* the main class's source file; its name is left out in texts */
  struct debug_settings set;

  struct view views[VIEWS];
  int view;
  uint64_t generation;
  char **titles; /* the threads' names at a node and generation (naming.c); NULL: not asked yet */
  char **short_titles; /* the same as debug_short shortens them */
  node_id titles_at;
  uint64_t titles_of;

  VEC(struct debug_choice) choices;
  uint64_t choices_of; /* the generation that they belong to */
  size_t selected;     /* behind the choices: one of the threads that cannot run */
  VEC(struct debug_blocked) blocked;
  uint64_t blocked_of;
  uint32_t thread; /* whose source is shown; UINT32_MAX: the one of the selected choice */
  uint32_t frame;  /* of that thread; FRAME_OWN: debug_shown_frame finds it */
  char *shown_file,
      *shown_class;   /* `source`: a file to show whatever the threads do; NULL: follow them */
  size_t source_line; /* cursor of the source pane, from 0 */

  VEC(struct log_entry) log;
  VEC(char *) script;               /* what `save` writes */
  struct journal *journal;          /* the same in the user's state folder; NULL: none is kept */
  struct journal_text resume;       /* a session to go on with, before the first key */
  size_t saved;                     /* lines of the script that need no saving */
  uint64_t asked;                   /* `runs` when `quit` asked; 0: it did not */
  VEC(struct debug_moment) moments; /* in the order in which they were set */
  node_id jumped_from;              /* where the last `jump` came from; NODE_NONE */
  VEC(char *) watches;
  struct debug_last last;
  struct break_points breaks;
  VEC(node_id) undo, redo;
  VEC(struct debug_check_note) checks;
  struct regex *find; /* of the last `find` */

  bool searching;     /* a search was started and not stopped */
  bool running;       /* it goes on in slices */
  uint64_t run_from;  /* transitions when `run` began */
  uint64_t run_limit; /* 0: none */
  node_id run_node;   /* here when `run` began */
  size_t run_line;    /* its line in the script */
  struct search_report report;
  struct search_options search; /* of the search that was started */
  /* of searches, and beside `set` of checks; .search is NULL unless the user chose one */
  struct search_options defaults;

  uint64_t runs;    /* commands that were carried out */
  bool interactive; /* a terminal: searches and checks go on beside the keys */
  int playing;      /* scripts within scripts */
  bool quit;
  bool suspend, redraw; /* asked of the terminal */
  struct restart_ops restart;
  struct reopen_ops reopen;
  struct teach teach;
  char *prefill;      /* a command to be completed on the prompt; NULL: none */
  char *clip;         /* a text for the terminal's clipboard; NULL: none */
  bool print;         /* without a screen: the view's text twin is to be printed */
  volatile int *stop; /* set by SIGINT and SIGTERM */
  /* Lets a long look-up answer the user: true when a key waits. NULL: never. */
  bool (*pending)(void *self);
  void *pending_self;
};

struct debug_options {
  struct engine *engine;               /* becomes the session's */
  struct trace_reader *trace;          /* becomes the session's; may be NULL */
  const struct follow_ops *follow_ops; /* may be NULL */
  debug_write_path *write_path;        /* counterexample_write; may be NULL */
  const struct view_ops *const *views; /* VIEWS of them */
  const struct command_table *commands;
  const char *program, *main_class, *source_path;
  /* heddle's options and operands as words of a shell, for `save`; NULL: the program */
  const char *command;
  /* what the command line says of searches and checks, .search NULL when it says nothing of that;
   * NULL: nothing at all */
  const struct search_options *search;
  bool interactive;
  volatile int *stop;
  struct restart_ops restart; /* draw NULL: there is nothing to draw */
  struct reopen_ops reopen;   /* open NULL: it cannot be opened again */
};
void debug_open(struct debug *d, const struct debug_options *o);
void debug_release(struct debug *d);
/* debug_restart.c: the session begins anew with another environment; log, script, marks and watches
 * stay. */
int debug_restart(struct debug *d, const uint64_t *seed, struct error *err);
void debug_show_made_source(struct debug *d); /* of an environment's class, for the source pane */
/* `fresh` becomes the session's engine; path, searches and checks of the old one are gone. */
void debug_replace_engine(struct debug *d, struct engine *fresh);

/* ---- sessions (session.c) ---- */
/* Brings the journal up to date. */
void session_sync(struct debug *d);
/* Commands since the session was saved that did more than move a cursor or show a view. */
size_t session_unsaved(const struct debug *d);
/* The journal is closed; a session without work leaves none. */
void session_close(struct debug *d);
/* Carries out d->resume; `tick` (may be NULL) is called between its lines. */
void session_resume(struct debug *d, void (*tick)(void *self), void *self);
/* A fresh engine with the marks of the command line only; watches, breakpoints and the script are
 * gone. What fails changes nothing. */
int session_begin_anew(struct debug *d, struct error *err);
/* Begins anew and carries out the lines of a script. */
int session_load(struct debug *d, const struct journal_text *t, struct error *err);
/* reload.c: the program's classes are read again: marks and breakpoints go where the text of their
 * line stands now, the path is taken again as far as it goes. The script becomes one that leads
 * here. */
int session_reload(struct debug *d, struct error *err);

/* ---- moments (moments.c) ---- */
/* A letter (0: none) stands for one node: where it stood before it is gone. Text NULL: none. */
void moments_add(struct debug *d, node_id n, char letter, const char *text);
const struct debug_moment *moments_find(const struct debug *d, char letter);
bool moments_remove(struct debug *d, size_t i); /* false: there is no such one */
void moments_forget(struct debug *d);           /* all */
/* "'a step 3: T1 reads 100"; caller frees */
char *moments_text(struct debug *d, const struct debug_moment *m);
void moments_report(struct debug *d, node_id n); /* logs those of a node */

void debug_log(struct debug *d, enum log_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Logs a failure; returns its code. */
int debug_fail(struct debug *d, struct error *err);
/* ERR_NOTFOUND: what was looked for is not there; once Ctrl-C has ended the looking, nobody knows,
 * and that is said instead. */
int debug_fail_text(struct debug *d, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void debug_changed(struct debug *d); /* the state, the marks or the tree changed */
void debug_stale(struct debug *d);   /* views are to be read again; cursors stay */

/* ---- moving ---- */
struct node_info debug_here(struct debug *d);
uint32_t debug_step(struct debug *d, node_id n); /* the node's depth; 0: it is gone */
/* After a move from `before`: undo list, log, views. */
void debug_moved(struct debug *d, node_id before);
void debug_report_node(struct debug *d, node_id n);
/* Brings `follow_at` and `follow_off` up to date (follow_place.c). */
void debug_follow_place(struct debug *d);
/* The violations that were noted on the path to `to`, behind `from` when that is on it. */
/* one line on where it is and what it shows */
void debug_report_noted(struct debug *d, node_id from, node_id to);
int debug_go(struct debug *d, node_id n, struct error *err);
int debug_take(struct debug *d, size_t choice, struct error *err);

/* ---- choices ---- */
/* brings `choices` up to date; selects the best when they changed */
void debug_choices(struct debug *d);
void debug_choices_release(struct debug *d); /* they are to be asked for anew */
/* brings `blocked` up to date: threads that live and have no choice here (blocked.c) */
void debug_blocked(struct debug *d);
void debug_blocked_release(struct debug *d);
/* "wants lock Cell#1, held by T3 Writer", "waits for the end of T2 Reader", "next: lock Cell#1"; ""
 * for an ended thread. Caller frees. */
char *debug_waits_text(struct debug *d, const struct thread_info *t);
/* Says why a thread that was to run cannot; an error's code. */
int debug_cannot_run(struct debug *d, uint32_t thread);
/* Takes the selected choice, or says why it is none. */
int debug_take_selected(struct debug *d);
/* Why nothing can be taken here. */
const char *debug_no_choice(struct debug *d);
uint32_t debug_shown_thread(struct debug *d);
/* The frame of a thread that the source pane shows: the one chosen, else the innermost of the
 * program's own. A thread that was chosen and has none of these: the innermost of the library's. */
uint32_t debug_shown_frame(struct debug *d, uint32_t thread);

/* ---- searches and checks (debug_search.c) ---- */
int debug_search_start(struct debug *d, const struct search_options *o, struct error *err);
/* Goes on for `limit` transitions (0: to its end). Interactive sessions do it in slices. */
int debug_search_run(struct debug *d, uint64_t limit, struct error *err);
void debug_search_pause(struct debug *d);
/* Until the search has gone to another node, `moves` times: it may look at several successors for
 * one move. */
int debug_search_step(struct debug *d, uint64_t moves, struct error *err);
/* One slice of about `ms` milliseconds. */
void debug_search_slice(struct debug *d, uint32_t ms);
/* Reads what the checks report; true when something is to be drawn. */
bool debug_checks_poll(struct debug *d);
bool debug_checks_running(struct debug *d);

/* ---- texts ---- */
/* Leaves packages out, in place: "java.util.Vector#2" becomes "Vector#2". What stands in quotes is
 * a value and stays. */
void naming_without_packages(char *s);
/* The same, and the classes nested in the main one without its name: "Node#1" of "Stack$Node#1".
 * main_class NULL: not known. Caller frees. */
char *naming_short(const char *main_class, const char *text);
/* "@ Map.put (Map.java:7) called at @9" becomes "@9 in Map.put". Takes the text over; the caller
 * frees what it gives. */
char *naming_short_calls(char *s);
/* A text of the engine with packages and the main file's and main class's names left out: "T1 lock
 * Cell#1 @17". Caller frees. */
char *debug_short(const struct debug *d, const char *text);
/* The names of the threads of here by number, NULL-terminated, valid until the next move; and one
 * of them: "T1 Producer", "?" for none. */
char *const *debug_titles(struct debug *d);
const char *debug_thread_title(struct debug *d, uint32_t thread); /* shortened */
/* debug_short, with the full name of each thread of here. Caller frees. */
char *debug_named(struct debug *d, const char *text);
/* The text with "T1 Thread-0", which says nothing, as the engine calls that thread, where it has
 * one of that number by now. Caller frees. */
char *debug_thread_names(struct debug *d, const char *text);
/* debug_named of a text that is about a trace: its objects have their places there. Caller frees.
 */
struct trace_reader;
char *debug_recorded(struct debug *d, struct trace_reader *r, const char *text);
char *debug_node_text(struct debug *d, node_id n); /* as debug_named; "" for the root */
/* The last write to the place in the steps to node n, of whose own step only the events before
 * `end` count: event *index of the step to *node. False: there is none. */
bool debug_last_write(struct debug *d, const struct shared_place *p, node_id n, uint32_t end,
                      node_id *node, uint32_t *index);

/* The error that the newest check found, executed again in the tree; else the first one that the
 * search from here met. NODE_NONE: none is known. */
node_id debug_known_error(struct debug *d);

#endif
