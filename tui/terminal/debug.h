/* A debugging session: an engine session, an optional recorded trace, what the user looks at, and
 * the log.
 * Only commands change the session (command.h). Keys stand for commands, so a session can be
 * replayed as a script. Views read the session and the engine. `generation` counts the changes:
 * data that a view computed for an older generation is stale. */
#ifndef HEDDLE_TUI_TERMINAL_DEBUG_H
#define HEDDLE_TUI_TERMINAL_DEBUG_H

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/format/reader.h"
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

/* An enabled choice, with a preview of its effect. */
struct debug_choice {
  struct choice choice;
  struct preview preview;
  bool previewed;
  node_id child; /* child node that the choice led to earlier, else NODE_NONE */
};

struct debug_blocked { /* a thread that cannot run */
  uint32_t thread;
  char *op, *reason; /* "lock Cell#1"; "wants lock Cell#1, held by T3 Writer" */
};

struct debug_settings {
  bool mouse;        /* heddle, not the terminal, handles clicks and the wheel */
  bool times;        /* show seconds */
  bool ascii;        /* use ASCII for the panes' rules and marks */
  bool jdk;          /* trace: also show events inside the JDK */
  bool changed_only; /* h: show only the columns that the last step changed */
  uint32_t rows;     /* h: 0 all rows, 1 threads, 2 other rows */
  uint32_t depth;    /* default depth of a bounded check */
  double seconds;
  uint32_t width; /* width of views that are printed as text, in columns */
  uint32_t theme; /* colour theme of the screen (theme.h) */
};

struct debug_check_note { /* a check's state (enum check_state) when it was last logged */
  int state;
};

/* The memory location or lock whose last write or access the user asked for, and the event
 * found. */
struct debug_last {
  struct shared_place place; /* .name NULL: none */
  node_id node;              /* NODE_NONE: nothing found yet */
  uint32_t index;            /* index of that event in the node's step */
  uint64_t run;              /* value of debug.runs at that time */
};

/* A moment of the session: a node with a bookmark's letter, a note, or both. */
struct debug_moment {
  node_id node;
  char letter; /* 'a' to 'z'; 0: none */
  char *text;  /* owned; NULL: none */
};

/* Opens the session's program again for :load and :reload, with its current classes and the command
 * line's marks. */
struct reopen_ops {
  int (*open)(void *self, struct engine **out, struct error *err);
  void *self;
};

/* Draws another environment, from *seed or, if seed is NULL, from the next seed. *out becomes the
 * session's engine. *program describes the environment: "a.b.Cache --env random --seed 4"; the
 * session owns it. Prints nothing. */
struct restart_ops {
  int (*draw)(void *self, const uint64_t *seed, struct engine **out, char **program,
              struct error *err);
  void *self;
};

/* Writes the path to the current node as a trace. */
typedef int debug_write_path(struct engine *e, const char *file, struct error *err);

/* Makes the real JVM follow the schedule of a counterexample. */
struct confirm_ops {
  /* Makes `runs` runs and adds the result to *out as lines; *seen: all runs showed the error.
   * Returns an error code. */
  int (*run)(void *self, const char *trace, uint32_t runs, const volatile int *stop,
             struct text *out, bool *seen, struct error *err);
  void *self;
};

struct debug {
  struct engine *engine;
  struct trace_reader *trace; /* NULL: none */
  const struct follow_ops *follow_ops;
  debug_write_path *write_path; /* NULL: this session cannot write traces */
  struct confirm_ops confirm;   /* run NULL: not available */
  const struct command_table *commands;
  void *follow;       /* the follower's data (follow_ops); NULL until `follow` is first used */
  uint64_t follow_at; /* number of recorded events followed so far */
  bool follow_used;
  bool follow_off; /* the current path left the trace after those events */
  struct source_cache *sources;
  char *command; /* the command line of `heddle debug` */
  char *program; /* "TwoStage 2 1" */
  char *main_class;
  char *file; /* the main class's source file; its name is left out of texts */
  struct debug_settings set;

  struct view views[VIEWS];
  int view;
  uint64_t generation;
  char **titles; /* thread names at node titles_at and generation titles_of; NULL: not read yet */
  char **short_titles; /* the same names, shortened by debug_short */
  node_id titles_at;
  uint64_t titles_of;

  VEC(struct debug_choice) choices;
  uint64_t choices_of; /* generation of `choices` */
  size_t selected;     /* index of the selected choice; from choices.len on, it selects a thread in
                          `blocked` */
  VEC(struct debug_blocked) blocked;
  uint64_t blocked_of;
  uint32_t thread; /* thread whose source is shown; UINT32_MAX: the selected choice's thread */
  uint32_t frame;  /* frame of that thread; FRAME_OWN: debug_shown_frame chooses it */
  char *shown_file, *shown_class; /* file and class that the command `source` keeps on the screen;
                                     NULL: show the threads' own */
  size_t source_line;             /* cursor of the source pane, from 0 */

  VEC(struct log_entry) log;
  VEC(char *) script;         /* the commands that `save` writes */
  struct journal *journal;    /* copy of the script in the user's state folder; NULL: none */
  struct journal_text resume; /* a session to resume before the first key */
  size_t saved;               /* number of script lines that are saved already */
  uint64_t asked;             /* `runs` when `quit` asked for confirmation; 0: it did not ask */
  VEC(struct debug_moment) moments; /* in the order in which they were set */
  node_id jumped_from;              /* node before the last `jump`, or NODE_NONE */
  VEC(char *) watches;
  struct debug_last last;
  struct break_points breaks;
  VEC(node_id) undo, redo;
  VEC(struct debug_check_note) checks;
  struct regex *find; /* pattern of the last `find`; NULL: none */

  bool searching;     /* a search was started and not stopped */
  bool running;       /* the search runs, in slices */
  uint64_t run_from;  /* number of transitions when the run began */
  uint64_t run_limit; /* maximum number of transitions; 0: unlimited */
  node_id run_node;   /* current node when the run began */
  size_t run_line;    /* index of the run's line in the script */
  struct search_report report;
  struct search_options search; /* options of the started search */
  /* default options of searches and, together with `set`, of checks; .search NULL: the user chose
   * none */
  struct search_options defaults;

  uint64_t runs;    /* number of commands executed */
  bool interactive; /* a terminal: searches and checks run while the user types */
  int playing;      /* nesting depth of scripts */
  bool quit;
  bool suspend, redraw; /* requests to the terminal */
  struct restart_ops restart;
  struct reopen_ops reopen;
  struct teach teach;
  char *prefill;      /* a command to complete on the prompt; NULL: none */
  char *clip;         /* a text for the terminal's clipboard; NULL: none */
  bool print;         /* without a screen: print the view as text (view.h: text twin) */
  volatile int *stop; /* set by SIGINT and SIGTERM */
  /* Returns true if a key waits, so that a long look-up can stop. NULL: never. */
  bool (*pending)(void *self);
  void *pending_self;
};

struct debug_options {
  struct engine *engine;               /* the session takes ownership */
  struct trace_reader *trace;          /* the session takes ownership; may be NULL */
  const struct follow_ops *follow_ops; /* may be NULL */
  debug_write_path *write_path;        /* counterexample_write; may be NULL */
  const struct view_ops *const *views; /* array of VIEWS entries */
  const struct command_table *commands;
  const char *program, *main_class, *source_path;
  /* heddle's options and operands as shell words, for `save`; NULL: the program */
  const char *command;
  /* search and check options of the command line, with .search NULL if it names no search; NULL:
   * defaults */
  const struct search_options *search;
  bool interactive;
  volatile int *stop;
  struct restart_ops restart; /* draw NULL: :restart is not available */
  struct confirm_ops confirm; /* run NULL: `confirm` is not available */
  struct reopen_ops reopen;   /* open NULL: :load and :reload are not available */
};
/* Opens a session in *d, which debug_release closes. Copies the strings of the options,
 * but not those of `search`. */
void debug_open(struct debug *d, const struct debug_options *o);
void debug_release(struct debug *d);
/* Restarts the session with another environment (debug_restart.c). `seed` is as in restart_ops.
 * Keeps log, script, marks and watches. */
int debug_restart(struct debug *d, const uint64_t *seed, struct error *err);
/* Makes the generated source of an environment's class available to the source pane. */
void debug_show_made_source(struct debug *d);
/* Makes `fresh` the session's engine. Drops the path, searches and checks of the old engine. */
void debug_replace_engine(struct debug *d, struct engine *fresh);

/* ---- sessions (session.c) ---- */
/* Brings the journal up to date. */
void session_sync(struct debug *d);
/* Returns how many commands since the last save did more than move a cursor or show something. */
size_t session_unsaved(const struct debug *d);
/* Closes the journal. Deletes its file if the session did nothing worth keeping. */
void session_close(struct debug *d);
/* Executes d->resume; calls `tick` (may be NULL) after each line. */
void session_resume(struct debug *d, void (*tick)(void *self), void *self);
/* Opens a fresh engine with only the command line's marks. Drops watches, breakpoints and the
 * script. On failure, changes nothing. */
int session_begin_anew(struct debug *d, struct error *err);
/* Calls session_begin_anew and executes the lines of a script. */
int session_load(struct debug *d, const struct journal_text *t, struct error *err);
/* Reads the program's classes again (reload.c). Moves each mark and breakpoint to the line that now
 * has its text, and repeats the path as far as possible. Replaces the script by one that leads to
 * the current node. */
int session_reload(struct debug *d, struct error *err);

/* ---- moments (moments.c) ---- */
/* Adds a moment, and removes the one that has the same letter already (0: no letter). `text` NULL:
 * no note. */
void moments_add(struct debug *d, node_id n, char letter, const char *text);
/* Returns the moment with that letter, valid until a moment is added or removed; NULL: there is
 * none. */
const struct debug_moment *moments_find(const struct debug *d, char letter);
bool moments_remove(struct debug *d, size_t i); /* false: no such moment */
void moments_forget(struct debug *d);           /* removes all moments */
/* Returns letter, step and note: "'a step 3: T1 reads 100". Caller frees. */
char *moments_text(struct debug *d, const struct debug_moment *m);
void moments_report(struct debug *d, node_id n); /* logs the moments of a node */

/* Appends a message to the log. */
void debug_log(struct debug *d, enum log_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Logs a failure and returns its code. */
int debug_fail(struct debug *d, struct error *err);
/* Logs a failure and returns `code`. After Ctrl-C, an interrupted look-up cannot know that
 * something does not exist, so ERR_NOTFOUND is logged as "interrupted". */
int debug_fail_text(struct debug *d, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void debug_changed(struct debug *d); /* the state, the marks or the tree changed */
void debug_stale(struct debug *d);   /* makes views read their data again; cursors stay */

/* ---- moving ---- */
struct node_info debug_here(struct debug *d);
uint32_t debug_step(struct debug *d, node_id n); /* Returns the node's depth; 0: no such node. */
/* debug_moved updates the undo list and the views after a move from `before`. debug_report_node
 * logs what node n is and what happened there. */
void debug_moved(struct debug *d, node_id before);
void debug_report_node(struct debug *d, node_id n);
/* Logs the violations noted on the path to `to`. If `from` is on that path, logs only those after
 * it. */
void debug_report_noted(struct debug *d, node_id from, node_id to);
/* Go to a node, or take a choice (an index into `choices`), and log the result. They return 0 or an
 * error code. */
int debug_go(struct debug *d, node_id n, struct error *err);
int debug_take(struct debug *d, size_t choice, struct error *err);

/* ---- choices ---- */
/* Brings `choices` up to date. If they changed, selects the most promising one: by the guided
 * sequence, the heuristic, and the thread that ran last. */
void debug_choices(struct debug *d);
void debug_choices_release(struct debug *d); /* drops `choices`; debug_choices makes them again */
/* Brings `blocked` up to date: live threads without a choice here (blocked.c). */
void debug_blocked(struct debug *d);
void debug_blocked_release(struct debug *d);
/* Returns "wants lock Cell#1, held by T3 Writer", "waits for the end of T2 Reader", or "next: lock
 * Cell#1"; "" for an ended thread. Caller frees. */
char *debug_waits_text(struct debug *d, const struct thread_info *t);
/* Logs why a thread cannot run and returns ERR_NOTFOUND. */
int debug_cannot_run(struct debug *d, uint32_t thread);
/* Takes the selected choice, or logs why it cannot be taken. */
int debug_take_selected(struct debug *d);
/* Returns a text that says why there is no choice here. */
const char *debug_no_choice(struct debug *d);
/* Returns the thread whose source is shown: the one that the user chose, else that of the selected
 * row, else the thread that ran last. */
uint32_t debug_shown_thread(struct debug *d);
/* Returns the frame of a thread that the source pane shows: the frame that the user chose, else the
 * innermost frame in the program's own code. If the user chose a thread without such a frame,
 * returns the innermost frame. */
uint32_t debug_shown_frame(struct debug *d, uint32_t thread);

/* ---- searches and checks (debug_search.c) ---- */
int debug_search_start(struct debug *d, const struct search_options *o, struct error *err);
/* Runs the search for `limit` transitions (0: to its end). Interactive sessions run it in
 * slices. */
int debug_search_run(struct debug *d, uint64_t limit, struct error *err);
/* Pauses the running search and logs how far it has come. Does nothing if no search runs. */
void debug_search_pause(struct debug *d);
/* Runs the search until the current node has changed `moves` times. One such move may explore
 * several successors. */
int debug_search_step(struct debug *d, uint64_t moves, struct error *err);
/* Runs the search for about `ms` milliseconds. */
void debug_search_slice(struct debug *d, uint32_t ms);
/* Logs new results of checks. Returns true if views must be drawn again. */
bool debug_checks_poll(struct debug *d);
bool debug_checks_running(struct debug *d);

/* ---- texts ---- */
/* Removes packages in place: "java.util.Vector#2" becomes "Vector#2". Leaves quoted text unchanged,
 * because it is a value. */
void naming_without_packages(char *s);
/* Removes packages, and the main class's name from its nested classes: "Stack$Node#1" becomes
 * "Node#1". main_class NULL: unknown. Caller frees. */
char *naming_short(const char *main_class, const char *text);
/* Turns "@ Map.put (Map.java:7) called at @9" into "@9 in Map.put". Frees s; the caller frees the
 * result. */
char *naming_short_calls(char *s);
/* Shortens a text of the engine by removing packages and the names of the main file and class: "T1
 * lock Cell#1 @17". Caller frees. */
char *debug_short(const struct debug *d, const char *text);
/* debug_titles returns the names of the current node's threads by number, NULL-terminated, valid
 * until the next move. debug_thread_title returns one of them, shortened: "T1 Producer"; "?" if
 * there is no such thread. */
char *const *debug_titles(struct debug *d);
const char *debug_thread_title(struct debug *d, uint32_t thread);
/* Returns debug_short(text) with the full names of threads, and with the field that holds each
 * object after the object. Caller frees. */
char *debug_named(struct debug *d, const char *text);
/* Replaces a thread name that the library made up, "T1 Thread-0", by the engine's name for that
 * thread, if it has one. Caller frees. */
char *debug_thread_names(struct debug *d, const char *text);
/* Like debug_named, for a text about a trace: after each object, names the field that held it in
 * the trace. Caller frees. */
struct trace_reader;
char *debug_recorded(struct debug *d, struct trace_reader *r, const char *text);
char *debug_node_text(struct debug *d, node_id n); /* Returns the step to n as text, named as in
                                                      debug_named; "" for the root. Caller frees. */
/* Finds the last write to the place on the path to node n. In the step to n itself, considers only
 * events with an index below `end`. Sets *node and *index (the event in that node's step). Returns
 * false if there is none. */
bool debug_last_write(struct debug *d, const struct shared_place *p, node_id n, uint32_t end,
                      node_id *node, uint32_t *index);

/* Returns the error node of the newest check that found an error, else the first error that the
 * guided search found. NODE_NONE: no error is known. */
node_id debug_known_error(struct debug *d);

#endif
