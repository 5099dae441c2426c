/* Continues the session with the program as it is compiled now (:reload; see debug.h).
 * First reads what to keep from the old engine: marks and breakpoints with the text of their lines,
 * watches, and the path with its notes and bookmarks. Then replaces the engine and repeats all of
 * this by commands, which become the session's script. A mark that was set somewhere along the old
 * path is now a scheduling point from the start, so one old step may become several. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"

struct kept_place {
  char *location;                 /* "TwoStage.java:17", in the form that commands accept */
  char *file, *class_name, *text; /* text: the source line without outer blanks; NULL: unknown */
  int line;                       /* 0: not a line of a file */
};
struct kept_step {
  struct choice choice;
  node_id node;
  bool at_mark; /* the step ended before a mark */
};
struct kept_moment {
  size_t step; /* index on the path; 0: the first state */
  char letter;
  char *text;
};
struct reload {
  VEC(struct kept_place) marks, breaks;
  VEC(struct kept_step) path;
  VEC(struct kept_moment) moments;
  VEC(char *) watches;
  VEC(char *) settings; /* script lines with settings; the settings themselves stay in effect */
  size_t lost;          /* number of moments that are not on the path */
};

/* ---- keeping ---- */

static char *trimmed(const char *s) {
  size_t n;
  while (isspace((unsigned char)*s)) s++;
  for (n = strlen(s); n && isspace((unsigned char)s[n - 1]); n--) continue;
  return mem_printf("%.*s", (int)n, s);
}

static char *line_of_source(struct debug *d, const char *class_name, const char *file, int line) {
  const struct source *s = source_get(d->sources, class_name, file);
  return line > 0 && (size_t)line <= s->count ? trimmed(s->lines[line - 1]) : NULL;
}

static bool names_line(const char *location) {
  const char *colon = strrchr(location, ':');
  return colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
}

static struct kept_place keep_place(struct debug *d, const char *location, const char *class_name,
                                    const char *file, int line) {
  struct kept_place p = {.location = mem_strdup(location)};
  if (!file || !names_line(location)) return p;
  p.file = mem_strdup(file);
  p.class_name = mem_strdup(class_name ? class_name : d->main_class);
  p.line = line;
  p.text = line_of_source(d, p.class_name, file, line);
  return p;
}

static void keep_places(struct debug *d, struct reload *k) {
  uint32_t i;
  size_t b;
  for (i = 0; i < engine_mark_count(d->engine); i++) {
    struct mark_info m;
    memset(&m, 0, sizeof m);
    if (engine_mark(d->engine, i, &m)) continue;
    *vec_push(&k->marks) = keep_place(d, m.text, m.class_name, m.file, m.line);
    engine_mark_release(&m);
  }
  for (b = 0; b < d->breaks.v.len; b++) {
    const struct break_point *p = &d->breaks.v.data[b];
    bool line = p->kind == BREAK_LINE;
    *vec_push(&k->breaks) = keep_place(d, p->text, NULL, line ? p->what : NULL, p->line);
  }
  for (b = 0; b < d->script.len; b++)
    if (!strncmp(d->script.data[b], "set ", 4) || !strncmp(d->script.data[b], "predict ", 8))
      *vec_push(&k->settings) = mem_strdup(d->script.data[b]);
  for (b = 0; b < d->watches.len; b++) *vec_push(&k->watches) = mem_strdup(d->watches.data[b]);
}

static int keep_path(struct debug *d, struct reload *k, struct error *err) {
  node_id here = engine_here(d->engine), *ids;
  uint32_t n = engine_path(d->engine, here, NULL, 0), i;
  int r = 0;
  ids = mem_alloc((n + 1) * sizeof *ids);
  engine_path(d->engine, here, ids, n);
  for (i = 1; i < n && !r; i++) {
    struct step_end end = {0};
    struct node_info info;
    if ((r = engine_node(d->engine, ids[i], &info)) || (r = engine_go(d->engine, ids[i], err)))
      break;
    engine_step_end(d->engine, &end);
    *vec_push(&k->path) =
        (struct kept_step){.choice = info.choice, .node = ids[i], .at_mark = end.mark};
    free(end.mark);
  }
  free(ids);
  return r ? error_set(err, r, "the path cannot be read") : 0;
}

static void keep_moments(struct debug *d, struct reload *k) {
  size_t i, step;
  for (i = 0; i < d->moments.len; i++) {
    const struct debug_moment *m = &d->moments.data[i];
    struct node_info info;
    for (step = 0; step < k->path.len && k->path.data[step].node != m->node; step++) continue;
    if (step == k->path.len && (engine_node(d->engine, m->node, &info) || info.depth)) {
      k->lost++;
      continue;
    }
    *vec_push(&k->moments) = (struct kept_moment){step == k->path.len ? 0 : step + 1, m->letter,
                                                  m->text ? mem_strdup(m->text) : NULL};
  }
}

static void place_release(struct kept_place *p) {
  free(p->location);
  free(p->file);
  free(p->class_name);
  free(p->text);
}

static void reload_release(struct reload *k) {
  size_t i;
  for (i = 0; i < k->marks.len; i++) place_release(&k->marks.data[i]);
  for (i = 0; i < k->breaks.len; i++) place_release(&k->breaks.data[i]);
  for (i = 0; i < k->moments.len; i++) free(k->moments.data[i].text);
  for (i = 0; i < k->watches.len; i++) free(k->watches.data[i]);
  for (i = 0; i < k->settings.len; i++) free(k->settings.data[i]);
  vec_free(&k->settings);
  vec_free(&k->marks);
  vec_free(&k->breaks);
  vec_free(&k->path);
  vec_free(&k->moments);
  vec_free(&k->watches);
}

/* ---- restoring ---- */

/* Runs a command without logging it or its output. Logs only a failure, and removes a failed
 * command from the script. Frees `line`. */
static int do_again(struct debug *d, char *line) {
  size_t from = d->log.len;
  int r = command_run(d, line);
  char *why = r && d->log.len > from ? d->log.data[--d->log.len].text : NULL;
  while (d->log.len > from) free(d->log.data[--d->log.len].text);
  if (r) {
    free(d->script.data[--d->script.len]);
    debug_log(d, LOG_WARN, "left out: %s: %s", line, why ? why : "failed");
  }
  free(why);
  free(line);
  d->print = false;
  return r;
}

/* Returns the line that now has the text; if several have it, the one nearest to the old line. 0:
 * no line has it. */
static int line_now(struct debug *d, const struct kept_place *p) {
  const struct source *s = source_get(d->sources, p->class_name, p->file);
  int best = 0;
  size_t i;
  for (i = 0; p->text && *p->text && i < s->count; i++) {
    char *text = trimmed(s->lines[i]);
    int line = (int)i + 1;
    if (!strcmp(text, p->text) && (!best || abs(line - p->line) < abs(best - p->line))) best = line;
    free(text);
  }
  return best;
}

static void place_again(struct debug *d, const char *command, const struct kept_place *p) {
  int line = p->line ? line_now(d, p) : 0;
  if (!line) {
    if (p->line && p->text)
      debug_log(d, LOG_WARN, "%s: the text of its line is gone; it keeps its line number",
                p->location);
    do_again(d, mem_printf("%s %s", command, p->location));
    return;
  }
  if (line != p->line) debug_log(d, LOG_INFO, "%s is line %d now: %s", p->location, line, p->text);
  do_again(d, mem_printf("%s %.*s:%d", command, (int)(strrchr(p->location, ':') - p->location),
                         p->location, line));
}

static void moments_again(struct debug *d, const struct reload *k, size_t step) {
  size_t i;
  for (i = 0; i < k->moments.len; i++) {
    const struct kept_moment *m = &k->moments.data[i];
    const char *text = m->text ? m->text : "";
    if (m->step == step)
      do_again(d, m->letter ? mem_printf("bookmark %c %s", m->letter, text)
                            : mem_printf("note %s", text));
  }
}

static bool ended_at_mark(struct debug *d) {
  struct step_end end = {0};
  bool at;
  engine_step_end(d->engine, &end);
  at = end.mark;
  free(end.mark);
  return at;
}

static bool same_choice(const struct choice *a, const struct choice *b, bool thread_only) {
  return thread_only ? a->thread == b->thread : choice_is(*a, *b);
}

/* Takes the choice again. Returns false if it is not enabled here. */
static bool take_again(struct debug *d, const struct choice *c, bool thread_only) {
  size_t i;
  debug_choices(d);
  for (i = 0; i < d->choices.len; i++)
    if (same_choice(&d->choices.data[i].choice, c, thread_only))
      return !do_again(d, mem_printf("take %zu", i + 1));
  return false;
}

/* Takes the steps of the old path again. Returns how many were taken. */
static size_t path_again(struct debug *d, const struct reload *k) {
  size_t i;
  moments_again(d, k, 0);
  for (i = 0; i < k->path.len; i++) {
    const struct kept_step *s = &k->path.data[i];
    if (!take_again(d, &s->choice, false)) break;
    while (!s->at_mark && ended_at_mark(d))
      if (!take_again(d, &s->choice, true)) return i;
    /* if the mark is gone, this step also covers the thread's next steps on the old path */
    for (; s->at_mark && !ended_at_mark(d) && i + 1 < k->path.len &&
           s[1].choice.thread == s->choice.thread;
         s++)
      moments_again(d, k, ++i);
    moments_again(d, k, i + 1);
  }
  return i;
}

static void all_again(struct debug *d, const struct reload *k) {
  size_t i, done;
  for (i = 0; i < k->settings.len; i++) *vec_push(&d->script) = mem_strdup(k->settings.data[i]);
  if (engine_mark_count(d->engine)) do_again(d, mem_strdup("unmark all"));
  for (i = 0; i < k->marks.len; i++) place_again(d, "mark", &k->marks.data[i]);
  for (i = 0; i < k->breaks.len; i++) place_again(d, "break", &k->breaks.data[i]);
  done = path_again(d, k);
  for (i = 0; i < k->watches.len; i++) do_again(d, mem_printf("watch %s", k->watches.data[i]));
  do_again(d, mem_strdup(d->views[d->view].ops->name));
  debug_log(d, done < k->path.len ? LOG_WARN : LOG_GOOD, "reloaded: %zu of %zu step%s taken again",
            done, k->path.len, PLURAL(k->path.len));
  if (k->lost)
    debug_log(d, LOG_WARN, "%zu note%s or bookmark%s beside the path: dropped", k->lost,
              PLURAL(k->lost), PLURAL(k->lost));
  debug_report_node(d, engine_here(d->engine));
}

int session_reload(struct debug *d, struct error *err) {
  struct reload k = {0};
  struct error ignored = {0};
  node_id here = engine_here(d->engine);
  bool at_lesson = d->teach.left == here;
  int r;
  debug_search_pause(d);
  keep_places(d, &k);
  r = keep_path(d, &k, err);
  keep_moments(d, &k);
  if (!r) r = session_begin_anew(d, err);
  if (r)
    engine_go(d->engine, here, &ignored);
  else
    all_again(d, &k);
  if (!r && at_lesson) d->teach.left = engine_here(d->engine);
  reload_release(&k);
  return r;
}
