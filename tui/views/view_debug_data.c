/* Reads the data that the view Debug shows (see view_debug_data.h). */
#include "tui/views/view_debug_data.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/bits.h"
#include "tui/terminal/library.h"

void *debug_data_open(int slot) {
  struct debug_data *v = mem_alloc(sizeof *v);
  v->slot = slot;
  return v;
}

static void debug_data_clear(struct debug_data *v) {
  size_t i;
  for (i = 0; i < v->threads.len; i++) engine_thread_release(&v->threads.data[i]);
  engine_lines_free(v->held);
  v->held = NULL;
  for (i = 0; i < v->marks.len; i++) engine_mark_release(&v->marks.data[i]);
  for (i = 0; i < v->watches.len; i++) free(v->watches.data[i]);
  for (i = 0; i < v->diff.len; i++) free(v->diff.data[i]);
  v->threads.len = v->marks.len = v->watches.len = v->diff.len = v->error_lines = 0;
  free(v->title);
  v->title = NULL;
  for (i = 0; i < v->locals.len; i++) free(v->locals.data[i]);
  v->locals.len = 0;
  free(v->frame);
  v->frame = NULL;
  free(v->library_class);
  free(v->library_method);
  v->library_class = v->library_method = NULL;
  v->native = false;
  v->source = NULL;
  engine_bytecode_release(&v->code);
  v->pc = v->first = 0;
  v->error = false;
}

void debug_data_close(void *data) {
  struct debug_data *v = data;
  debug_data_clear(v);
  vec_free(&v->threads);
  vec_free(&v->marks);
  vec_free(&v->watches);
  vec_free(&v->diff);
  vec_free(&v->locals);
  free(v->shown);
  free(v);
}

/* ---- reading the session ---- */

static void read_threads(struct debug *d, struct debug_data *v) {
  uint32_t i, n = engine_thread_count(d->engine);
  v->held = engine_held(d->engine);
  for (i = 0; i < n; i++) {
    struct thread_info t;
    memset(&t, 0, sizeof t);
    if (!engine_thread(d->engine, i, &t)) *vec_push(&v->threads) = t;
  }
}

static void read_marks(struct debug *d, struct debug_data *v) {
  uint32_t i, n = engine_mark_count(d->engine);
  for (i = 0; i < n; i++) {
    struct mark_info m;
    memset(&m, 0, sizeof m);
    if (!engine_mark(d->engine, i, &m)) *vec_push(&v->marks) = m;
  }
}

static void read_watches(struct debug *d, struct debug_data *v) {
  size_t i;
  for (i = 0; i < d->watches.len; i++) {
    struct error err = {0};
    char *value = NULL;
    if (bits_watch(d, d->watches.data[i], &value, &err))
      *vec_push(&v->watches) = mem_printf("%s: %s", d->watches.data[i], err.msg);
    else
      *vec_push(&v->watches) = mem_printf("%s = %s", d->watches.data[i], value);
    free(value);
  }
}

static void read_error(struct debug *d, struct debug_data *v, node_id n) {
  struct violation_info bad;
  char *copy, *line, *save = NULL;
  if (engine_violation(d->engine, n, &bad) || !bad.detail) return;
  copy = debug_short(d, bad.detail);
  for (line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    *vec_push(&v->diff) = mem_strdup(line);
  free(copy);
  v->error_lines = v->diff.len;
}

static void read_diff(struct debug *d, struct debug_data *v) {
  struct node_info here = debug_here(d);
  struct error err = {0};
  char **lines = NULL, **l;
  if (here.flags & NODE_ERROR) read_error(d, v, here.id);
  if (here.parent == NODE_NONE || engine_diff(d->engine, here.parent, here.id, &lines, &err))
    return;
  for (l = lines; l && *l; l++) *vec_push(&v->diff) = debug_named(d, *l);
  engine_lines_free(lines);
}

static void show(struct debug *d, struct debug_data *v, const char *class_name, const char *file,
                 int line) {
  if (!file) return;
  v->source = source_get(d->sources, class_name, file);
  v->pc = line > 0 ? line : 0;
}

static bool has_source(const struct debug_data *v, uint32_t number) {
  for (size_t i = 0; i < v->threads.len; i++)
    if (v->threads.data[i].number == number) return v->threads.data[i].file != NULL;
  return false;
}

static bool has_frames(const struct debug_data *v, uint32_t number) {
  for (size_t i = 0; i < v->threads.len; i++)
    if (v->threads.data[i].number == number) return v->threads.data[i].frames > 0;
  return false;
}

/* Returns the thread whose source is shown. If the chosen thread has no source, because it has not
 * begun or has ended, returns the thread that moved last, or the first thread with source. Does the
 * same for a thread that has only frames of the library, unless the user chose that thread. */
static uint32_t thread_with_source(struct debug *d, struct debug_data *v) {
  uint32_t number = debug_shown_thread(d), moved = debug_here(d).choice.thread;
  if (has_source(v, number) || debug_here(d).parent == NODE_NONE) return number;
  if (d->thread == number && has_frames(v, number)) return number;
  for (size_t i = 0; i < v->threads.len && !has_source(v, moved); i++)
    if (v->threads.data[i].file) return v->threads.data[i].number;
  return moved;
}

/* Finds the bytecode of main. It is shown before any thread has a frame in the program. */
static bool main_code(struct debug *d, struct bytecode_info *out) {
  char *location = mem_printf("%s.main@0", d->main_class);
  struct error err = {0};
  int r = engine_bytecode_at(d->engine, location, out, &err);
  free(location);
  return !r;
}

static void show_code(struct debug *d, struct debug_data *v) {
  uint32_t number = thread_with_source(d, v);
  if (!debug_source_found(v) && !v->native &&
      engine_bytecode(d->engine, number, debug_shown_frame(d, number), &v->code))
    main_code(d, &v->code);
}

/* Shows the thread's current instruction if it belongs to that line, else the first instruction of
 * the line. */
static void show_error_code(struct debug *d, struct debug_data *v, uint32_t thread,
                            const char *location, int line) {
  const struct bytecode_info *b = &v->code;
  struct error err = {0};
  if (!engine_bytecode(d->engine, thread, debug_shown_frame(d, thread), &v->code) &&
      b->here < b->count && b->insns[b->here].line == line)
    return;
  engine_bytecode_release(&v->code);
  engine_bytecode_at(d->engine, location, &v->code, &err);
}

/* Shows where the error at this node happened, because its thread may have no frames left. Returns
 * false if there is no error or its location names no line. */
static bool show_error(struct debug *d, struct debug_data *v) {
  struct violation_info bad;
  struct error_places places = {0};
  struct node_info here = debug_here(d);
  const char *colon;
  char *file;
  uint64_t line;
  if (!(here.flags & NODE_ERROR) || d->thread != UINT32_MAX ||
      engine_violation(d->engine, here.id, &bad))
    return false;
  colon = bad.location ? strrchr(bad.location, ':') : NULL;
  if (!colon || sscanf(colon + 1, "%" SCNu64, &line) != 1 || line > INT_MAX) return false;
  file = mem_printf("%.*s", (int)(colon - bad.location), bad.location);
  engine_error_places(d->engine, here.id, &places);
  show(d, v, places.class_name ? places.class_name : d->main_class, file, (int)line);
  if (!debug_source_found(v)) show_error_code(d, v, bad.thread, bad.location, (int)line);
  v->title = mem_printf("%s  %s ERROR %s", bad.location, debug_thread_title(d, bad.thread),
                        bad.property_name);
  v->error = true;
  v->error_thread = bad.thread;
  error_places_release(&places);
  free(file);
  return true;
}

/* Returns the first line of main; 0: unknown. */
static int main_line(struct debug *d) {
  struct bytecode_info b;
  int line = main_code(d, &b) && b.count ? b.insns[0].line : 0;
  engine_bytecode_release(&b);
  return line > 0 ? line : 0;
}

static void show_library(struct debug *d, struct debug_data *v, uint32_t thread,
                         const struct frame_info *f) {
  if (f->file) v->source = library_source(d, f->class_name, f->file);
  v->pc = f->line > 0 ? f->line : 0;
  v->native = f->native;
  v->library_class = mem_strdup(f->class_name);
  v->library_method = mem_strdup(f->method);
  v->library_thread = thread;
}

/* Shows a frame of a thread, counted from the innermost. Returns false if the thread has no such
 * frame. */
static bool show_frame(struct debug *d, struct debug_data *v, uint32_t thread, uint32_t number) {
  struct frame_info f;
  memset(&f, 0, sizeof f);
  if (engine_frame(d->engine, thread, number, &f)) return false;
  if (f.jdk)
    show_library(d, v, thread, &f);
  else
    show(d, v, f.class_name, f.file, f.line);
  v->title = f.line > 0 ? mem_printf("%s:%d  %s frame %u %s.%s", f.file ? f.file : "?", f.line,
                                     debug_thread_title(d, thread), number, f.class_name, f.method)
                        : mem_printf("%s frame %u %s.%s", debug_thread_title(d, thread), number,
                                     f.class_name, f.method);
  engine_frame_release(&f);
  return true;
}

static void show_thread(struct debug *d, struct debug_data *v) {
  uint32_t number = thread_with_source(d, v), i;
  bool chosen = d->frame != FRAME_OWN || (d->thread == number && !has_source(v, number));
  for (i = 0; i < v->threads.len && v->threads.data[i].number != number; i++) continue;
  if (chosen && show_frame(d, v, number, debug_shown_frame(d, number))) return;
  if (i < v->threads.len && v->threads.data[i].file) {
    const struct thread_info *t = &v->threads.data[i];
    show(d, v, t->class_name, t->file, t->line);
    v->title = mem_printf("%s:%d  %s in %s", t->file, t->line, debug_thread_title(d, number),
                          t->method ? t->method : "?");
  } else {
    show(d, v, d->main_class, d->file, 0);
    v->title = mem_strdup(d->file);
    if (debug_here(d).parent == NODE_NONE) v->first = main_line(d);
  }
}

/* Moves the cursor to the thread's line after a move, or when another thread is shown. Otherwise
 * leaves it where the user put it. */
static void place_cursor(struct debug *d, struct debug_data *v) {
  char *now =
      mem_printf("%s:%d:%s:%u:%u", v->source ? v->source->name : "", v->pc,
                 v->code.method ? v->code.method : "", v->code.here, engine_here(d->engine));
  if (!v->shown || strcmp(v->shown, now)) {
    if (v->code.count)
      d->source_line = debug_source_row(v);
    else if (v->pc || v->first)
      d->source_line = (size_t)(v->pc ? v->pc : v->first) - 1;
    free(v->shown);
    v->shown = now;
  } else {
    free(now);
  }
}

/* Reads the locals of the shown frame. */
static void read_locals(struct debug *d, struct debug_data *v) {
  uint32_t number = thread_with_source(d, v);
  struct frame_info f;
  char **local;
  if (engine_frame(d->engine, number, debug_shown_frame(d, number), &f)) return;
  v->frame = mem_printf("%s in %s", debug_thread_title(d, number), f.method);
  for (local = f.locals; local && *local; local++) *vec_push(&v->locals) = debug_named(d, *local);
  engine_frame_release(&f);
}

void debug_data_refresh(struct debug *d, void *data) {
  struct debug_data *v = data;
  debug_data_clear(v);
  debug_choices(d);
  read_threads(d, v);
  read_marks(d, v);
  read_watches(d, v);
  read_diff(d, v);
  if (d->shown_file) {
    show(d, v, d->shown_class, d->shown_file, 0);
    if (!debug_source_found(v)) library_file(d, d->shown_file, &v->source, &v->library_class);
    v->title = mem_strdup(d->shown_file);
  } else {
    if (!show_error(d, v)) show_thread(d, v), show_code(d, v);
    place_cursor(d, v);
  }
  read_locals(d, v);
}
