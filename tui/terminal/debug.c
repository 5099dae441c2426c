/* The state of a debugging session: log, moves and choices (see debug.h). */
#include "tui/terminal/debug.h"
#include "engine/base/check.h"
#include "tui/terminal/theme.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *main_file(const char *main_class) {
  const char *dot = strrchr(main_class, '.'), *simple = dot ? dot + 1 : main_class;
  return mem_printf("%.*s.java", (int)strcspn(simple, "$"), simple);
}

/* Sets the theme from HEDDLE_THEME. Scripts ignore it, so that their output is always the same. */
static void set_theme(struct debug *d) {
  const char *name = d->interactive ? getenv("HEDDLE_THEME") : NULL;
  uint32_t theme = theme_find(name);
  if (theme < THEMES)
    d->set.theme = theme;
  else if (name && *name)
    debug_log(d, LOG_WARN, "HEDDLE_THEME: there is no theme '%s' (:set theme)", name);
}

void debug_open(struct debug *d, const struct debug_options *o) {
  int i;
  memset(d, 0, sizeof *d);
  d->engine = o->engine;
  d->trace = o->trace;
  d->follow_ops = o->follow_ops;
  d->write_path = o->write_path;
  d->confirm = o->confirm;
  d->commands = o->commands;
  d->sources = source_cache_new(o->source_path);
  d->program = mem_strdup(o->program);
  d->command = mem_strdup(o->command ? o->command : o->program);
  d->main_class = mem_strdup(o->main_class);
  d->file = main_file(o->main_class);
  d->interactive = o->interactive;
  d->stop = o->stop;
  d->restart = o->restart;
  d->reopen = o->reopen;
  d->jumped_from = NODE_NONE;
  d->set = (struct debug_settings){
      .mouse = o->interactive, .times = o->interactive, .depth = 20, .seconds = 10, .width = 100};
  set_theme(d);
  search_options_init(&d->defaults);
  d->defaults.search = NULL;
  if (o->search) d->defaults = *o->search;
  if (d->defaults.depth) d->set.depth = d->defaults.depth;
  if (d->defaults.seconds > 0) d->set.seconds = d->defaults.seconds;
  d->thread = UINT32_MAX;
  d->frame = FRAME_OWN;
  d->generation = 1;
  for (i = 0; i < VIEWS; i++) {
    d->views[i].ops = o->views[i];
    d->views[i].focus = o->views[i]->focus;
    if (o->views[i]->open) d->views[i].data = o->views[i]->open(d);
  }
  debug_show_made_source(d);
}

void debug_choices_release(struct debug *d) {
  size_t i;
  for (i = 0; i < d->choices.len; i++)
    if (d->choices.data[i].previewed) engine_preview_release(&d->choices.data[i].preview);
  d->choices.len = 0;
}

#define RELEASE_STRINGS(v) \
  do { \
    for (size_t i_ = 0; i_ < (v)->len; i_++) free((v)->data[i_]); \
    vec_free(v); \
  } while (0)

void debug_release(struct debug *d) {
  size_t i;
  session_close(d);
  for (i = 0; i < VIEWS; i++)
    if (d->views[i].ops->close) d->views[i].ops->close(d->views[i].data);
  debug_choices_release(d);
  vec_free(&d->choices);
  debug_blocked_release(d);
  vec_free(&d->blocked);
  for (i = 0; i < d->log.len; i++) free(d->log.data[i].text);
  vec_free(&d->log);
  RELEASE_STRINGS(&d->script);
  RELEASE_STRINGS(&d->watches);
  teach_release(d);
  moments_forget(d);
  vec_free(&d->moments);
  vec_free(&d->undo);
  vec_free(&d->redo);
  vec_free(&d->checks);
  regex_free(d->find);
  engine_place_release(&d->last.place);
  breaks_release(&d->breaks);
  engine_lines_free(d->titles);
  engine_lines_free(d->short_titles);
  free(d->shown_file);
  free(d->shown_class);
  free(d->prefill);
  free(d->clip);
  free(d->file);
  free(d->main_class);
  free(d->program);
  free(d->command);
  source_cache_free(d->sources);
  if (d->follow) d->follow_ops->close(d->follow);
  trace_reader_close(d->trace);
  engine_close(d->engine);
}

static void log_text(struct debug *d, enum log_kind kind, char *text) {
  struct log_entry *e;
  size_t n = strlen(text);
  while (n && text[n - 1] == '\n') text[--n] = 0;
  e = vec_push(&d->log);
  e->kind = kind;
  e->text = text;
  d->views[VIEW_log].stale = true;
}

void debug_log(struct debug *d, enum log_kind kind, const char *fmt, ...) {
  va_list args;
  char *text;
  va_start(args, fmt);
  if (vasprintf(&text, fmt, args) < 0) abort();
  va_end(args);
  log_text(d, kind, text);
}

int debug_fail(struct debug *d, struct error *err) {
  debug_log(d, LOG_ERROR, "%s", err->msg[0] ? err->msg : "failed");
  return err->code ? err->code : ERR_INTERNAL;
}

int debug_fail_text(struct debug *d, int code, const char *fmt, ...) {
  va_list args;
  char *text;
  va_start(args, fmt);
  if (vasprintf(&text, fmt, args) < 0) abort();
  va_end(args);
  if (code == ERR_NOTFOUND && d->stop && *d->stop) {
    free(text);
    text = mem_strdup("interrupted");
  }
  log_text(d, LOG_ERROR, text);
  return code;
}

void debug_changed(struct debug *d) { d->generation++; }

void debug_stale(struct debug *d) {
  int i;
  for (i = 0; i < VIEWS; i++) d->views[i].stale = true;
}

/* ---- moving ---- */

struct node_info debug_here(struct debug *d) {
  struct node_info n;
  memset(&n, 0, sizeof n);
  if (engine_node(d->engine, engine_here(d->engine), &n))
    n.parent = n.first_child = n.next_sibling = NODE_NONE;
  return n;
}

uint32_t debug_step(struct debug *d, node_id n) {
  struct node_info info;
  return engine_node(d->engine, n, &info) ? 0 : info.depth;
}

static void report_violation(struct debug *d, node_id n, bool noted) {
  struct violation_info v;
  char *text;
  if (engine_violation(d->engine, n, &v)) return;
  text = debug_short(d, v.location && *v.location ? v.location : "");
  debug_log(d, noted ? LOG_WARN : LOG_ERROR, "%s %s: %s%s%s%s",
            noted ? "the recorded run continued after this:" : "ERROR", v.property_name,
            v.message ? v.message : v.kind, *text ? " (" : "", text, *text ? ")" : "");
  free(text);
}

void debug_report_node(struct debug *d, node_id n) {
  struct node_info info;
  char *text;
  if (engine_node(d->engine, n, &info)) return;
  text = debug_node_text(d, n);
  debug_log(d, LOG_INFO, "step %u: %s (node %u)%s", info.depth,
            info.parent == NODE_NONE ? "start of main" : text, n,
            info.flags & NODE_MATCHED ? ", a state seen before" : "");
  free(text);
  if (info.flags & NODE_ERROR)
    report_violation(d, n, false);
  else if (info.flags & NODE_ENDED)
    debug_log(d, LOG_GOOD, "the program ended");
  else if (info.flags & NODE_FAILED)
    debug_log(d, LOG_WARN, "heddle cannot execute this step");
  else if (info.flags & NODE_BLOCKED)
    debug_log(d, LOG_WARN, "no choice is enabled");
  if (info.flags & NODE_NOTED) report_violation(d, n, true);
  moments_report(d, n);
}

/* Returns the message of the violation noted at a node. NULL: there is none, or the parent has the
 * same one (a deadlock persists). */
static const char *noted_at(struct debug *d, const struct node_info *n) {
  struct violation_info v, before;
  struct node_info parent;
  if (!(n->flags & NODE_NOTED) || engine_violation(d->engine, n->id, &v)) return NULL;
  if (engine_node(d->engine, n->parent, &parent) || !(parent.flags & NODE_NOTED)) return v.message;
  return !engine_violation(d->engine, parent.id, &before) && !strcmp(before.message, v.message)
             ? NULL
             : v.message;
}

enum { NOTED_SHOWN = 5 };

void debug_report_noted(struct debug *d, node_id from, node_id to) {
  const char *shown[NOTED_SHOWN];
  uint32_t count = 0, more = 0, i, n = engine_path(d->engine, to, NULL, 0);
  node_id *path = mem_alloc((n + 1) * sizeof *path);
  engine_path(d->engine, to, path, n);
  for (i = n; i > 0 && path[i - 1] != from; i--) continue;
  for (; i + 1 < n; i++) { /* the last node reports its own violation */
    struct node_info node;
    const char *message = engine_node(d->engine, path[i], &node) ? NULL : noted_at(d, &node);
    uint32_t k;
    for (k = 0; message && k < count; k++)
      if (!strcmp(shown[k], message)) message = NULL;
    if (!message) continue;
    if (count == NOTED_SHOWN) {
      more++;
      continue;
    }
    shown[count++] = message;
    debug_log(d, LOG_WARN, "on the way, at step %u:", node.depth);
    report_violation(d, path[i], true);
  }
  if (more) debug_log(d, LOG_WARN, "... and %u more: / noted in the view Tree finds them", more);
  free(path);
}

/* Finds how far the current path follows the recorded trace. */
static void follow_place(struct debug *d) {
  node_id n = engine_here(d->engine);
  struct node_info info;
  uint64_t at;
  d->follow_off = false;
  if (!d->follow || !d->follow_ops->position) return;
  while ((at = d->follow_ops->position(d->follow, n)) == UINT64_MAX) {
    if (engine_node(d->engine, n, &info) || info.parent == NODE_NONE) return;
    d->follow_off = true;
    n = info.parent;
  }
  d->follow_at = at;
}

void debug_moved(struct debug *d, node_id before) {
  node_id here = engine_here(d->engine);
  debug_changed(d);
  if (here == before) return;
  follow_place(d);
  CHECK(before != NODE_NONE, "a move begins at a node: to node %u", here);
  *vec_push(&d->undo) = before;
  d->redo.len = 0;
  d->frame = FRAME_OWN;
  free(d->shown_file);
  free(d->shown_class);
  d->shown_file = d->shown_class = NULL;
}

int debug_go(struct debug *d, node_id n, struct error *err) {
  node_id before = engine_here(d->engine);
  int r = engine_go(d->engine, n, err);
  if (r) return r;
  debug_moved(d, before);
  debug_report_node(d, n);
  return 0;
}

int debug_take(struct debug *d, size_t choice, struct error *err) {
  node_id before = engine_here(d->engine), n = NODE_NONE;
  int r;
  CHECK(choice < d->choices.len, "a choice that is taken is offered: %zu of %zu", choice,
        d->choices.len);
  r = engine_take(d->engine, d->choices.data[choice].choice, &n, err);
  debug_moved(d, before);
  if (r) return r;
  debug_report_node(d, n);
  return 0;
}

/* ---- choices ---- */

static node_id child_of(struct debug *d, const struct node_info *here, struct choice c) {
  struct node_info k;
  node_id n;
  for (n = here->first_child; n != NODE_NONE && !engine_node(d->engine, n, &k); n = k.next_sibling)
    if (choice_is(k.choice, c)) return n;
  return NODE_NONE;
}

/* Returns true if `a` is the better default choice: it observes more of the guided sequence, the
 * heuristic ranks it higher, or it continues the current thread. A choice that leads to an error
 * gets no preference, because the error may violate another property than the one under search. */
static bool better(const struct debug_choice *a, const struct debug_choice *b, uint32_t current) {
  if (a->previewed != b->previewed) return a->previewed;
  if (a->previewed && a->preview.observed != b->preview.observed)
    return a->preview.observed > b->preview.observed;
  if (a->previewed && a->preview.h_value != b->preview.h_value)
    return a->preview.h_value < b->preview.h_value;
  return a->choice.thread == current && b->choice.thread != current;
}

/* Returns true if nothing can continue from here: the program ended or a step failed. After an
 * error too, because the engine stops in the middle of the erroneous step. */
static bool path_ended(const struct node_info *n) {
  return n->flags & (NODE_ENDED | NODE_FAILED | NODE_ERROR);
}

void debug_choices(struct debug *d) {
  struct node_info here = debug_here(d);
  struct choice *c;
  uint32_t i, n;
  if (d->choices_of == d->generation) return;
  debug_choices_release(d);
  d->choices_of = d->generation;
  d->selected = 0;
  if (path_ended(&here)) return;
  n = engine_choices(d->engine, NULL, 0);
  c = mem_alloc((n + 1) * sizeof *c);
  engine_choices(d->engine, c, n);
  for (i = 0; i < n; i++) {
    struct debug_choice *k = vec_push(&d->choices);
    struct error err = {0};
    memset(k, 0, sizeof *k);
    k->choice = c[i];
    k->child = child_of(d, &here, c[i]);
    k->previewed = !engine_preview(d->engine, c[i], &k->preview, &err);
    if (better(k, &d->choices.data[d->selected], here.choice.thread)) d->selected = i;
  }
  CHECK(n == d->choices.len, "every enabled choice is offered: %zu of %u", d->choices.len, n);
  INVARIANT(engine_here(d->engine) == here.id, "previews leave the session at its node: %u, not %u",
            engine_here(d->engine), here.id);
  free(c);
}

const char *debug_no_choice(struct debug *d) {
  uint32_t flags = debug_here(d).flags;
  if (flags & NODE_ERROR) return "the path ends here, in an error (S goes back)";
  if (flags & NODE_ENDED) return "the program has ended (S goes back)";
  return flags & NODE_FAILED ? "heddle cannot continue here (S goes back)" : "no choice is enabled";
}

uint32_t debug_shown_thread(struct debug *d) {
  if (d->thread != UINT32_MAX && d->thread < engine_thread_count(d->engine)) return d->thread;
  debug_choices(d);
  if (d->selected < d->choices.len) return d->choices.data[d->selected].choice.thread;
  if (d->blocked_of == d->generation && d->selected - d->choices.len < d->blocked.len)
    return d->blocked.data[d->selected - d->choices.len].thread;
  return debug_here(d).parent == NODE_NONE ? 0 : debug_here(d).choice.thread;
}

uint32_t debug_shown_frame(struct debug *d, uint32_t thread) {
  struct frame_info f;
  bool jdk = true;
  uint32_t i;
  if (d->frame != FRAME_OWN) return d->frame;
  for (i = 0; jdk && !engine_frame(d->engine, thread, i, &f); i++) {
    jdk = f.jdk;
    engine_frame_release(&f);
  }
  return !jdk ? i - 1 : thread == d->thread ? 0 : i;
}

bool debug_last_write(struct debug *d, const struct shared_place *p, node_id n, uint32_t end,
                      node_id *node, uint32_t *index) {
  struct node_info k;
  for (; n != NODE_NONE && !engine_node(d->engine, n, &k); n = k.parent, end = UINT32_MAX)
    for (uint32_t i = end < k.events ? end : k.events; i--;)
      if (engine_touches(d->engine, n, i, p) == TOUCH_WRITE) {
        *node = n;
        *index = i;
        return true;
      }
  return false;
}

/* Returns the first error that the search met, if its node still exists. */
static node_id searched_error(const struct debug *d) {
  struct node_info k;
  if (!d->report.errors || engine_node(d->engine, d->report.error_node, &k)) return NODE_NONE;
  return k.flags & NODE_ERROR ? k.id : NODE_NONE;
}

node_id debug_known_error(struct debug *d) {
  uint32_t i = engine_check_count(d->engine);
  node_id n = NODE_NONE;
  while (i-- && n == NODE_NONE) {
    struct check_info c;
    memset(&c, 0, sizeof c);
    if (engine_check(d->engine, i, &c)) continue;
    if (c.state == CHECK_ERROR) n = c.error_node;
    engine_check_release(&c);
  }
  return n == NODE_NONE ? searched_error(d) : n;
}
