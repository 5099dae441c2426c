/* The commands that print to the log: threads, thread, frame, stack, choices, path, story, diff,
 * watch, unwatch, why. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/commands/last_bit.h"
#include "tui/terminal/bits.h"
#include "tui/views/view_h.h"
#include "tui/text/story.h"

/* Logs all that is known about a thread. `holds` lists its locks. */
static void report_thread(struct debug *d, const struct thread_info *t, const char *holds) {
  char *what = debug_waits_text(d, t), *held = debug_short(d, holds);
  debug_log(d, LOG_INFO, "%s: %s, class %s%s", t->name, t->state, t->kind,
            t->daemon ? ", daemon" : "");
  if (t->file)
    debug_log(d, LOG_INFO, "   at %s.%s (%s:%d)", t->class_name, t->method, t->file, t->line);
  if (*held) debug_log(d, LOG_INFO, "   holds %s", held);
  if (*what) debug_log(d, LOG_INFO, "   %s", what);
  free(what);
  free(held);
}

int do_threads(struct debug *d, const struct args *a) {
  char **held = engine_held(d->engine);
  uint32_t i;
  (void)a;
  for (i = 0; held[i]; i++) {
    struct thread_info t;
    memset(&t, 0, sizeof t);
    if (engine_thread(d->engine, i, &t)) continue;
    report_thread(d, &t, held[i]);
    engine_thread_release(&t);
  }
  engine_lines_free(held);
  return 0;
}

int do_thread(struct debug *d, const struct args *a) {
  uint64_t n;
  if (!a->argc) {
    d->thread = UINT32_MAX;
  } else {
    const char *s = a->argv[0] + (*a->argv[0] == 'T');
    if (!command_number(s, UINT32_MAX - 1, &n) || n >= engine_thread_count(d->engine))
      return command_usage(d, "there is no thread '%s'", a->argv[0]);
    d->thread = (uint32_t)n;
  }
  d->frame = FRAME_OWN;
  free(d->shown_file);
  d->shown_file = NULL;
  debug_stale(d);
  return 0;
}

static int report_frame(struct debug *d, uint32_t thread, uint32_t frame) {
  const char *title = debug_thread_title(d, thread);
  struct frame_info f;
  char **local;
  memset(&f, 0, sizeof f);
  if (engine_frame(d->engine, thread, frame, &f))
    return command_usage(d, "T%u has no frame %u", thread, frame);
  if (f.native)
    debug_log(d, LOG_INFO, "%s frame %u: %s.%s (Native Method)%s", title, frame, f.class_name,
              f.method, f.jdk ? ", JDK" : "");
  else if (f.line > 0)
    debug_log(d, LOG_INFO, "%s frame %u: %s.%s (%s:%d)%s", title, frame, f.class_name, f.method,
              f.file ? f.file : "?", f.line, f.jdk ? ", JDK" : "");
  else
    debug_log(d, LOG_INFO, "%s frame %u: %s.%s (%s)%s", title, frame, f.class_name, f.method,
              f.file ? f.file : "?", f.jdk ? ", JDK" : "");
  for (local = f.locals; local && *local; local++) debug_log(d, LOG_INFO, "   %s", *local);
  engine_frame_release(&f);
  return 0;
}

/* Finds the frame that the arguments name. Sets *shown to its number. Sets *chosen to the new value
 * of debug.frame: the same number, or FRAME_OWN if debug_shown_frame is to choose. Returns false if
 * the arguments name no frame. */
static bool frame_named(struct debug *d, const struct args *a, uint32_t thread, uint32_t *shown,
                        uint32_t *chosen) {
  const char *word = a->argc ? a->argv[0] : "";
  uint32_t now = debug_shown_frame(d, thread), before = d->frame;
  bool other = !strcmp(word, "other"), own = !strcmp(word, "own") || (other && before == 0);
  uint64_t n = now;
  if (own) {
    d->frame = FRAME_OWN;
    *shown = debug_shown_frame(d, thread);
    d->frame = before;
    *chosen = FRAME_OWN;
    return true;
  }
  if (!strcmp(word, "up"))
    n++;
  else if (!strcmp(word, "down"))
    n = n ? n - 1 : 0;
  else if (other)
    n = 0;
  else if (!command_count(d, a, 0, now, &n))
    return false;
  *shown = (uint32_t)n;
  *chosen = a->argc ? (uint32_t)n : before;
  return true;
}

int do_frame(struct debug *d, const struct args *a) {
  uint32_t thread = debug_shown_thread(d), shown, chosen;
  int r;
  if (!frame_named(d, a, thread, &shown, &chosen)) return ERR_USAGE;
  r = report_frame(d, thread, shown);
  if (r) return r;
  d->thread = thread;
  d->frame = chosen;
  debug_stale(d);
  return 0;
}

/* Logs lines such as "#0 TwoStage.consume (TwoStage.java:34)". An arrow marks the shown frame. */
int do_stack(struct debug *d, const struct args *a) {
  uint64_t thread = debug_shown_thread(d), i;
  uint32_t shown;
  struct thread_info t;
  struct frame_info f;
  memset(&t, 0, sizeof t);
  if (a->argc && (!command_number(a->argv[0] + (*a->argv[0] == 'T'), UINT32_MAX - 1, &thread) ||
                  thread >= engine_thread_count(d->engine)))
    return command_usage(d, "there is no thread '%s'", a->argv[0]);
  if (engine_thread(d->engine, (uint32_t)thread, &t))
    return command_usage(d, "there is no thread T%llu", (unsigned long long)thread);
  debug_log(d, LOG_INFO, "%s: %s%s", t.name, t.state, t.frames ? "" : ", no frames");
  engine_thread_release(&t);
  shown = debug_shown_frame(d, (uint32_t)thread);
  for (i = 0; !engine_frame(d->engine, (uint32_t)thread, (uint32_t)i, &f); i++) {
    char *place = f.line > 0 ? mem_printf("%s:%d", f.file ? f.file : "?", f.line)
                             : mem_strdup(f.native ? "Native Method"
                                          : f.file ? f.file
                                                   : "?");
    bool here = i == shown && thread == debug_shown_thread(d);
    debug_log(d, LOG_INFO, " %c#%llu %s.%s (%s)", here ? '>' : ' ', (unsigned long long)i,
              f.class_name, f.method, place);
    free(place);
    engine_frame_release(&f);
  }
  return 0;
}

int do_choices(struct debug *d, const struct args *a) {
  size_t i;
  (void)a;
  debug_choices(d);
  if (!d->choices.len) debug_log(d, LOG_INFO, "%s", debug_no_choice(d));
  for (i = 0; i < d->choices.len; i++) {
    const struct debug_choice *c = &d->choices.data[i];
    const struct preview *p = &c->preview;
    char *action = debug_named(d, c->previewed && p->action ? p->action : "?");
    bool shown = c->previewed && !teach_hides(d);
    char *h = debug_short(d, shown && p->h_change ? p->h_change : "");
    char *seq =
        debug_short(d, shown && p->sequence && engine_mark_count(d->engine) ? p->sequence : "");
    debug_log(d, LOG_INFO, "%s%zu %s%s%s%s%s%s", i == d->selected ? ">" : " ", i + 1, action,
              *h ? " | " : "", h, *seq ? " | " : "", seq,
              shown && p->flags & NODE_ERROR ? " | ERROR" : "");
    free(action);
    free(h);
    free(seq);
  }
  debug_blocked(d);
  for (i = 0; i < d->blocked.len; i++)
    debug_log(d, LOG_INFO, " - %s cannot run: %s", debug_thread_title(d, d->blocked.data[i].thread),
              d->blocked.data[i].reason);
  return 0;
}

int do_path(struct debug *d, const struct args *a) {
  node_id here = engine_here(d->engine), *ids;
  uint32_t n = engine_path(d->engine, here, NULL, 0), i;
  (void)a;
  ids = mem_alloc((n + 1) * sizeof *ids);
  engine_path(d->engine, here, ids, n);
  CHECK(n && ids[n - 1] == here, "a path ends at its node: %u", here);
  for (i = 1; i < n; i++) {
    char *s = debug_node_text(d, ids[i]);
    debug_log(d, LOG_INFO, "%4u %s (node %u)", i, s, ids[i]);
    free(s);
  }
  free(ids);
  return 0;
}

static void log_lines(struct debug *d, const char *s) {
  while (*s) {
    size_t n = strcspn(s, "\n");
    debug_log(d, LOG_INFO, "%.*s", (int)n, s);
    s += n + (s[n] == '\n');
  }
}

int do_story(struct debug *d, const struct args *a) {
  json_t *story = story_json(d->engine, engine_here(d->engine));
  char *text = story ? story_text(story, "", (int)d->set.width, true) : NULL;
  (void)a;
  if (!text) return debug_fail_text(d, ERR_NOTFOUND, "there is no story");
  log_lines(d, text);
  free(text);
  json_decref(story);
  return 0;
}

int do_diff(struct debug *d, const struct args *a) {
  node_id to = engine_here(d->engine), from = debug_here(d).parent;
  struct error err = {0};
  char **lines = NULL, **l;
  if (a->argc > 0 && !command_node(d, a->argv[0], &from)) return ERR_USAGE;
  if (a->argc > 1 && !command_node(d, a->argv[1], &to)) return ERR_USAGE;
  if (from == NODE_NONE) from = to;
  if (engine_diff(d->engine, from, to, &lines, &err)) return debug_fail(d, &err);
  debug_log(d, LOG_INFO, "node %u -> node %u:%s", from, to,
            lines && *lines ? "" : " nothing differs");
  for (l = lines; l && *l; l++) {
    char *s = debug_named(d, *l);
    debug_log(d, LOG_INFO, "   %s", s);
    free(s);
  }
  engine_lines_free(lines);
  return 0;
}

static int report_watch(struct debug *d, size_t i) {
  struct error err = {0};
  char *value = NULL;
  if (bits_watch(d, d->watches.data[i], &value, &err)) return debug_fail(d, &err);
  debug_log(d, LOG_INFO, "w%zu %s = %s", i + 1, d->watches.data[i], value);
  free(value);
  return 0;
}

int do_watch(struct debug *d, const struct args *a) {
  size_t i;
  if (a->argc) {
    char *text = command_names_bit(a) ? command_bit_text(d, a) : mem_strdup(a->rest);
    if (!text) return command_usage(d, "watch h ROW COLUMN");
    *vec_push(&d->watches) = text;
    report_watch(d, d->watches.len - 1); /* it may have no value yet, but stays */
    debug_stale(d);
    return 0;
  }
  if (!d->watches.len) debug_log(d, LOG_INFO, "nothing is watched");
  for (i = 0; i < d->watches.len; i++) report_watch(d, i);
  return 0;
}

int do_unwatch(struct debug *d, const struct args *a) {
  uint64_t n;
  if (!a->argc || !command_number(a->argv[0] + (*a->argv[0] == 'w'), d->watches.len, &n) || !n)
    return command_usage(d, "unwatch N: 1 to %zu", d->watches.len);
  free(d->watches.data[n - 1]);
  memmove(&d->watches.data[n - 1], &d->watches.data[n],
          (d->watches.len - n) * sizeof *d->watches.data);
  d->watches.len--;
  debug_stale(d);
  return 0;
}

int do_why(struct debug *d, const struct args *a) {
  struct error err = {0};
  char *row = NULL, *column = NULL;
  int r;
  if (a->argc == 0 && !view_h_cursor(d, &row, &column))
    return command_usage(d, "no bit of h is under the cursor");
  if (a->argc == 1) return command_usage(d, "why ROW COLUMN");
  if (a->argc > 1) {
    row = mem_strdup(a->argv[0]);
    column = mem_strdup(a->argv[1]);
  }
  r = view_h_why(d, row, column, &err);
  if (r)
    debug_fail(d, &err);
  else if (!d->interactive)
    view_h_report_why(d);
  free(row);
  free(column);
  return r;
}
