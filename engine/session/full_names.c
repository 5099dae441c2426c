/* Full names of objects: Vector#2 "l2", the number within its class (object_names.c) and its
 * holder (vm/sched/holder.h). Texts of operations contain the first part, which commands accept.
 * Where people read them, the second part is appended. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/session/session.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/holder.h"

struct places { /* the holders of the objects of one state */
  node_id node;
  uint64_t transitions;
  struct holders *holders;
};

void session_places_free(struct engine *e) {
  if (!e->places) return;
  holders_free(e->places->holders);
  free(e->places);
  e->places = NULL;
}

/* Returns NULL if the state must not be traversed. */
static const struct holders *holders_here(struct engine *e) {
  if (!session_intact(e, e->x.here)) return NULL;
  if (e->places && e->places->node == e->x.here && e->places->transitions == e->x.transitions)
    return e->places->holders;
  session_places_free(e);
  e->places = mem_alloc(sizeof *e->places);
  *e->places = (struct places){e->x.here, e->x.transitions, holders_new(e->vm)};
  return e->places->holders;
}

char *session_lock_name(struct engine *e, ref r) {
  const struct holders *h = holders_here(e);
  ref outer = r;
  char *place = h ? holders_place(h, r, &outer) : NULL, *name = session_object_name(e, outer), *s;
  if (!place) return name;
  s = mem_printf("%s \"%s\"", name, place);
  free(place);
  free(name);
  return s;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || (c && strchr("_$.", c)); }

/* Finds the object that the word at `p` names ("a.Cell#1"), and its length. Returns 0 if there is
 * none, if the word names a part of it ("Cell#1.value"), or if its holder follows already. */
static ref object_at(struct engine *e, const char *p, size_t *len) {
  size_t n = 0;
  unsigned long number;
  char *end;
  while (is_name(p[n])) n++;
  *len = n ? n : 1;
  if (!n || p[n] != '#' || !isdigit((unsigned char)p[n + 1])) return 0;
  number = strtoul(p + n + 1, &end, 10);
  *len = (size_t)(end - p);
  if (*end == '[' || (*end == '.' && is_name(end[1])) || !strncmp(end, " \"", 2)) return 0;
  return session_object_named(e, p, n, (uint32_t)number);
}

char *engine_with_places(struct engine *e, const char *text) {
  const struct holders *h = strchr(text, '#') ? holders_here(e) : NULL;
  struct text t = {0};
  const char *p = text;
  bool quoted = false;
  text_puts(&t, "");
  while (*p) {
    size_t n = 1;
    ref r = h && !quoted && is_name(*p) ? object_at(e, p, &n) : 0;
    char *place = r ? holders_place(h, r, NULL) : NULL;
    if (*p == '"') quoted = !quoted;
    text_add(&t, p, n);
    if (place) text_printf(&t, " \"%s\"", place);
    free(place);
    p += n;
  }
  return t.s;
}
