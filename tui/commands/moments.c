/* The commands on bookmarks and notes: bookmark, jump, note, forget. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"

static bool is_letter(const char *s) { return *s >= 'a' && *s <= 'z' && !s[1]; }

static int list_moments(struct debug *d) {
  size_t i;
  if (!d->moments.len) debug_log(d, LOG_INFO, "no bookmarks, no notes");
  for (i = 0; i < d->moments.len; i++) {
    char *s = moments_text(d, &d->moments.data[i]);
    debug_log(d, LOG_INFO, "%zu %s (node %u)", i + 1, s, d->moments.data[i].node);
    free(s);
  }
  return 0;
}

static int set_moment(struct debug *d, char letter, const char *text) {
  char *s;
  moments_add(d, engine_here(d->engine), letter, text);
  CHECK(d->moments.len && d->moments.data[d->moments.len - 1].node == engine_here(d->engine),
        "a moment that is added is the last one: %zu", d->moments.len);
  s = moments_text(d, &d->moments.data[d->moments.len - 1]);
  debug_log(d, LOG_GOOD, letter ? "bookmark %s" : "note at %s", s);
  free(s);
  debug_stale(d);
  return 0;
}

int do_bookmark(struct debug *d, const struct args *a) {
  const char *text;
  if (!a->argc) return list_moments(d);
  if (!is_letter(a->argv[0])) return command_usage(d, "bookmark a: a letter from a to z");
  text = a->rest + strcspn(a->rest, " \t"); /* the letter may be quoted */
  return set_moment(d, *a->argv[0], text + strspn(text, " \t"));
}

int do_note(struct debug *d, const struct args *a) {
  return a->argc ? set_moment(d, 0, a->rest) : list_moments(d);
}

int do_jump(struct debug *d, const struct args *a) {
  struct error err = {0};
  node_id from = engine_here(d->engine), to = d->jumped_from;
  bool back = a->argc == 1 && !strcmp(a->argv[0], "'");
  if (a->argc != 1 || !(back || is_letter(a->argv[0])))
    return command_usage(d, "jump a: to bookmark a; jump ': back to where the last jump started");
  if (!back) {
    const struct debug_moment *m = moments_find(d, *a->argv[0]);
    if (!m) return command_usage(d, "there is no bookmark %s", a->argv[0]);
    to = m->node;
  }
  if (to == NODE_NONE) return command_usage(d, "there was no jump before");
  if (debug_go(d, to, &err)) return debug_fail(d, &err);
  d->jumped_from = from;
  return 0;
}

int do_forget(struct debug *d, const struct args *a) {
  uint64_t n = 0;
  if (a->argc == 1 && is_letter(a->argv[0])) {
    const struct debug_moment *m = moments_find(d, *a->argv[0]);
    if (m) n = (uint64_t)(m - d->moments.data) + 1;
  } else if (a->argc == 1 && !command_number(a->argv[0], d->moments.len, &n)) {
    n = 0;
  }
  if (!n || !moments_remove(d, (size_t)n - 1))
    return command_usage(d, "forget: a bookmark's letter, or a number of the list (:note)");
  debug_log(d, LOG_GOOD, "%s is gone", a->argv[0]);
  debug_stale(d);
  return 0;
}
