/* Adds breakpoints and finds the steps that hit them (see breaks.h). */
#include "tui/terminal/breaks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/short_name.h"
#include "tui/terminal/bits.h"
#include "tui/terminal/debug.h"

/* ---- parsing ---- */

static bool is_number(const char *s) { return *s && strspn(s, "0123456789") == strlen(s); }

/* Reads "File.java:17". The line must have code. The breakpoint covers all methods that have code
 * there. */
static int read_line(struct debug *d, const char *text, struct break_point *b, struct error *err) {
  char *location = is_number(text) ? mem_printf("%s:%s", d->file, text) : mem_strdup(text);
  uint32_t methods;
  int r = engine_program_line(d->engine, location, &b->what, &b->line, &methods, err);
  b->kind = BREAK_LINE;
  if (!r) b->text = mem_printf("%s:%d", b->what, b->line);
  free(location);
  return r;
}

static int read_break(struct debug *d, const char *text, struct break_point *b, struct error *err) {
  const char *colon = strrchr(text, ':');
  if (is_number(text) || (colon && is_number(colon + 1))) return read_line(d, text, b, err);
  b->text = mem_strdup(text);
  if (!strncmp(text, "lock ", 5) && text[5]) {
    b->kind = BREAK_LOCK;
    b->what = debug_short(d, text + 5 + strspn(text + 5, " "));
    return 0;
  }
  if (bits_is(text)) {
    uint8_t bit;
    node_id here = engine_here(d->engine);
    b->kind = BREAK_BIT;
    b->what = mem_strdup(text);
    return bits_along(d, text, &here, 1, &bit, err);
  }
  b->kind = BREAK_MEMORY;
  b->what = debug_short(d, text);
  if (strpbrk(b->what, ".[")) return engine_field_seen(d->engine, b->what, err);
  return error_set(
      err, ERR_INPUT,
      "break '%s': expected a line, Class.field, Class#1[3], lock Class#1 or h ROW COLUMN", text);
}

static void break_release(struct break_point *b) {
  free(b->text);
  free(b->what);
}

int breaks_add(struct debug *d, const char *text, uint32_t *id, struct error *err) {
  struct break_point b = {0};
  int r = read_break(d, text, &b, err);
  size_t i;
  for (i = 0; !r && i < d->breaks.v.len; i++)
    if (!strcmp(d->breaks.v.data[i].text, b.text))
      r = error_set(err, ERR_INPUT, "there is b%u %s already", d->breaks.v.data[i].id, b.text);
  if (r) {
    break_release(&b);
    return r;
  }
  *id = b.id = ++d->breaks.last_id;
  *vec_push(&d->breaks.v) = b;
  return 0;
}

bool breaks_remove(struct debug *d, uint32_t id) {
  size_t i;
  for (i = 0; i < d->breaks.v.len && d->breaks.v.data[i].id != id; i++) continue;
  if (i == d->breaks.v.len) return false;
  break_release(&d->breaks.v.data[i]);
  memmove(&d->breaks.v.data[i], &d->breaks.v.data[i + 1],
          (d->breaks.v.len - i - 1) * sizeof *d->breaks.v.data);
  d->breaks.v.len--;
  return true;
}

void breaks_release(struct break_points *b) {
  size_t i;
  for (i = 0; i < b->v.len; i++) break_release(&b->v.data[i]);
  vec_free(&b->v);
}

uint32_t breaks_at(const struct debug *d, const char *file, int line) {
  size_t i;
  for (i = 0; i < d->breaks.v.len; i++) {
    const struct break_point *b = &d->breaks.v.data[i];
    if (b->kind == BREAK_LINE && b->line == line && !strcmp(b->what, file)) return b->id;
  }
  return 0;
}

/* ---- hits ---- */

/* Removes the numbers of objects in place: "Cell#1.value" becomes "Cell.value". */
static void remove_numbers(char *s) {
  char *to = s;
  for (; *s; s++) {
    if (*s == '#' && isdigit((unsigned char)s[1])) {
      s += strspn(s + 1, "0123456789");
      continue;
    }
    *to++ = *s;
  }
  *to = 0;
}

/* Returns true if the name is `what`, or ends with `what` after a package or an outer class.
 * Compares the object's number only if `what` has one. */
static bool is_meant(struct debug *d, const char *name, const char *what) {
  char *s = debug_short(d, name);
  bool same;
  if (!strchr(what, '#')) remove_numbers(s);
  same = short_name_of(s, what);
  free(s);
  return same;
}

static bool event_hits(struct debug *d, const struct break_point *b, const struct event_info *e) {
  if (b->kind == BREAK_LOCK)
    return (e->kind == EVENT_LOCK || e->kind == EVENT_UNLOCK) && is_meant(d, e->object, b->what);
  return event_is_access(e->kind) && is_meant(d, e->object, b->what);
}

static bool on_line(const struct break_point *b, const char *file, int line) {
  return file && line == b->line && !strcmp(file, b->what);
}

static bool stands_at(struct debug *d, uint32_t thread, const struct break_point *b) {
  struct thread_info t;
  bool at;
  memset(&t, 0, sizeof t);
  if (engine_thread(d->engine, thread, &t)) return false;
  at = on_line(b, t.file, t.line);
  engine_thread_release(&t);
  return at;
}

/* Returns true if the step brought its thread to the line or past it. Ignores a line that the
 * thread was already on. */
static bool line_hit(struct debug *d, const struct break_point *b, const struct node_info *here) {
  bool passed = false;
  uint32_t i;
  if (engine_was_on(d->engine, here->id, b->what, b->line)) return false;
  for (i = 0; i < here->events && !passed; i++) {
    struct event_info e;
    if (engine_event(d->engine, here->id, i, &e)) continue;
    passed = on_line(b, e.file, e.line);
    engine_event_release(&e);
  }
  return passed || stands_at(d, here->choice.thread, b) ||
         engine_passes(d->engine, here->id, b->what, b->line);
}

/* Returns true if the step accessed the memory location and this access has no event, because the
 * field is one of the program's final fields. */
static bool hidden_hit(struct debug *d, const struct break_point *b, node_id node) {
  char *name;
  bool hit = false;
  uint32_t i;
  if (b->kind != BREAK_MEMORY) return false;
  for (i = 0; !hit && (name = engine_hidden_access(d->engine, node, i)); i++) {
    hit = is_meant(d, name, b->what);
    free(name);
  }
  return hit;
}

static bool break_hit(struct debug *d, const struct break_point *b, const struct node_info *here) {
  uint32_t i;
  if (b->kind == BREAK_LINE) return line_hit(d, b, here);
  if (b->kind == BREAK_BIT) return bits_changed(d, b->what, here->parent, here->id);
  for (i = 0; i < here->events; i++) {
    struct event_info e;
    bool hit;
    if (engine_event(d->engine, here->id, i, &e)) continue;
    hit = event_hits(d, b, &e);
    engine_event_release(&e);
    if (hit) return true;
  }
  return hidden_hit(d, b, here->id);
}

bool breaks_hit(struct debug *d) {
  struct node_info here;
  bool hit = false;
  size_t i;
  if (!d->breaks.v.len) return false;
  here = debug_here(d);
  if (here.parent == NODE_NONE) return false;
  for (i = 0; i < d->breaks.v.len; i++) {
    struct break_point *b = &d->breaks.v.data[i];
    if (!break_hit(d, b, &here)) continue;
    hit = true;
    b->hits++;
    debug_log(d, LOG_GOOD, "b%u %s: %s in step %u", b->id, b->text,
              debug_thread_title(d, here.choice.thread), here.depth);
  }
  return hit;
}
