/* The source pane of the view Debug: the source with the threads' positions and marks, or the
 * method's bytecode if the source is not found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_debug.h"
#include "tui/views/view_debug_data.h"

static void source_title(struct debug *d, struct line *out) {
  struct debug_data *v = debug_data_of(d);
  line_puts(out, ST_NORMAL, v->title ? v->title : "source");
  if (v->code.count) line_puts(out, ST_DIM, " (bytecode)");
}

/* Returns true if the pane shows a source file. Otherwise it shows a row that says so, and the
 * bytecode below it. */
bool debug_source_found(const struct debug_data *v) { return v->source && v->source->path; }

size_t debug_source_row(const struct debug_data *v) {
  if (debug_source_found(v)) return v->pc ? (size_t)v->pc - 1 : 0;
  return v->code.here < v->code.count ? v->code.here + 1 : 0;
}

static const struct bytecode_insn *insn_at(const struct debug_data *v, size_t row) {
  return !debug_source_found(v) && row && row <= v->code.count ? &v->code.insns[row - 1] : NULL;
}

static size_t source_count(struct debug *d) {
  const struct debug_data *v = debug_data_of(d);
  return debug_source_found(v) ? v->source->count : v->code.count + 1;
}

struct place {
  const char *file, *class_name, *method, *desc;
  int line;
  uint32_t bci;
};

/* Returns true if the class is in the package of the shown library file, or no library file is
 * shown. The program may have a file with the same name. */
static bool of_shown_library(const struct debug_data *v, const char *class_name) {
  const char *shown = v->library_class, *dot = shown ? strrchr(shown, '.') : NULL;
  size_t n = dot ? (size_t)(dot - shown) + 1 : 0;
  return !shown || (class_name && !strncmp(class_name, shown, n) && !strchr(class_name + n, '.'));
}

static bool on_row(const struct debug_data *v, size_t row, struct place p) {
  const struct bytecode_insn *in = insn_at(v, row);
  if (!in && !of_shown_library(v, p.class_name)) return false;
  if (in)
    return p.bci == in->bci && p.desc && !strcmp(p.method, v->code.method) &&
           !strcmp(p.desc, v->code.desc) && !strcmp(p.class_name, v->code.class_name);
  return debug_source_found(v) && p.line == (int)row + 1 && p.file &&
         !strcmp(p.file, v->source->name);
}

static const struct mark_info *mark_at(const struct debug_data *v, size_t row, int *more) {
  const struct mark_info *found = NULL;
  size_t i;
  *more = 0;
  for (i = 0; i < v->marks.len; i++) {
    const struct mark_info *m = &v->marks.data[i];
    if (!on_row(v, row,
                (struct place){m->file, m->class_name, m->method, m->desc, m->line, m->bci}))
      continue;
    if (found)
      ++*more;
    else
      found = m;
  }
  return found;
}

/* Returns true if one of the rows is the shown thread's current line or instruction. */
static bool has_row(const struct debug_data *v) {
  return debug_source_found(v) ? v->pc > 0 : v->code.here < v->code.count;
}

/* Adds the threads that are at a row: "T1 T2", "T1 T2+3". */
static void threads_at(const struct debug_data *v, size_t row, struct line *out) {
  size_t i;
  int shown = 0, more = 0, from = line_width(out);
  for (i = 0; i < v->threads.len; i++) {
    const struct thread_info *t = &v->threads.data[i];
    if (!on_row(v, row,
                (struct place){t->file, t->class_name, t->method, t->desc, t->line, t->bci}))
      continue;
    if (shown == 2) {
      more++;
      continue;
    }
    line_printf(out, line_thread_style(t->number), "%sT%u", shown++ ? " " : "", t->number);
  }
  if (v->library_class && row == debug_source_row(v) && !shown && has_row(v))
    line_printf(out, line_thread_style(v->library_thread), "T%u", v->library_thread);
  if (more) line_printf(out, ST_DIM, "+%d", more);
  if (v->error && row == debug_source_row(v) && !shown)
    line_printf(out, ST_BAD, "!T%u", v->error_thread);
  line_tab(out, from + 7);
}

enum { SOURCE_MARGIN = 15 }; /* columns for mark, line or instruction, and threads */

static void no_source(const struct debug_data *v, struct line *out) {
  line_printf(out, ST_DIM, "no source%s%s (%s)", v->source ? " of " : "",
              v->source ? v->source->name : "",
              v->library_class ? "lib/src.zip of the JDK" : "--source-path");
  if (v->native) line_printf(out, ST_DIM, "; %s.%s is native", v->library_class, v->library_method);
  if (v->code.count)
    line_printf(out, ST_DIM, "; bytecode of %s.%s", v->code.class_name, v->code.method);
}

static void source_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  const struct bytecode_insn *in = insn_at(v, i);
  const struct mark_info *m;
  int more;
  (void)row, (void)cols;
  if (!debug_source_found(v) && !in) {
    no_source(v, out);
    return;
  }
  m = mark_at(v, i, &more);
  if (m) line_printf(out, ST_MARK, "g%u%s", m->id, more ? "+" : "");
  if (!in && !v->library_class && breaks_at(d, v->source->name, (int)i + 1))
    line_puts(out, ST_BAD, "B");
  line_tab(out, 3);
  line_printf(out, ST_DIM, "%4u ", in ? in->bci : (uint32_t)i + 1);
  threads_at(v, i, out);
  line_puts(out, (in || v->pc) && i == debug_source_row(v) ? ST_TITLE : ST_NORMAL,
            in ? in->text : v->source->lines[i]);
}

static size_t *source_cursor(struct debug *d) { return &d->source_line; }

char *view_debug_cursor_location(struct debug *d) {
  const struct debug_data *v = debug_data_of(d);
  const struct bytecode_insn *in;
  view_refresh(d, VIEW_debug);
  in = insn_at(v, d->source_line);
  if (in)
    return mem_printf("%s.%s%s@%u", v->code.class_name, v->code.method, v->code.desc, in->bci);
  if (!debug_source_found(v)) return NULL;
  if (v->library_class && !v->library_method) return NULL; /* the file was opened without a frame */
  if (v->library_class)
    return mem_printf("%s.%s:%zu", v->library_class, v->library_method, d->source_line + 1);
  return mem_printf("%s:%zu", v->source->name, d->source_line + 1);
}

bool view_debug_in_library(struct debug *d) {
  view_refresh(d, VIEW_debug);
  return debug_data_of(d)->library_class != NULL;
}

uint32_t view_debug_cursor_mark(struct debug *d) {
  const struct mark_info *m;
  int more;
  view_refresh(d, VIEW_debug);
  m = mark_at(debug_data_of(d), d->source_line, &more);
  return m ? m->id : 0;
}

const struct pane_ops debug_source_pane = {.name = "source",
                                           .title = source_title,
                                           .count = source_count,
                                           .item = source_item,
                                           .cursor = source_cursor,
                                           .fixed = SOURCE_MARGIN};
