/* The commands last and access for a local variable. No event reports writes to it, so they compare
 * its values before and after each step. They cannot find a write that stores the same value. */
#include "tui/commands/last_local.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"

bool command_is_local(const char *expr) {
  const char *s = expr + 1;
  if (*expr != 'T' || !isdigit((unsigned char)*s)) return false;
  s += strspn(s, "0123456789");
  return *s == '.' && s[1] && !strpbrk(s + 1, ".[# ");
}

/* Goes to a node and returns the variable's value there (caller frees). NULL: the variable does not
 * exist there. */
static char *value_at(struct debug *d, node_id n, const char *expr, struct error *err) {
  char *value = NULL;
  if (engine_go(d->engine, n, err) || engine_watch(d->engine, expr, &value, err)) return NULL;
  return value;
}

static bool differ(const char *a, const char *b) { return !a || !b ? a != b : strcmp(a, b) != 0; }

/* Finds the last node on the path to n whose value differs from its parent's. On entry, *value is
 * the value at n; on return, it is the value at that node, and *before is the parent's value. The
 * caller frees both. NODE_NONE: the value never changed. */
static node_id changed_by(struct debug *d, node_id n, char **value, const char *expr,
                          char **before) {
  struct node_info k;
  *before = NULL;
  while (!engine_node(d->engine, n, &k) && k.parent != NODE_NONE && !(d->stop && *d->stop)) {
    struct error none = {0};
    *before = value_at(d, k.parent, expr, &none);
    if (differ(*before, *value)) return n;
    free(*value);
    *value = *before;
    n = k.parent;
  }
  *before = NULL;
  return NODE_NONE;
}

static int arrived_at(struct debug *d, node_id here, node_id n, const char *expr, const char *value,
                      const char *before) {
  struct error err = {0};
  struct node_info k;
  INVARIANT(differ(value, before), "a variable has another value after its change: %s", expr);
  if (engine_go(d->engine, n, &err) || engine_node(d->engine, n, &k)) return debug_fail(d, &err);
  debug_moved(d, here);
  debug_report_node(d, n);
  debug_log(d, LOG_GOOD, "%s = %s since step %u, before that %s (last %s again: the change before)",
            expr, value, k.depth, before ? before : "it was not there", expr);
  return 0;
}

int command_last_local(struct debug *d, const char *expr) {
  node_id here = engine_here(d->engine), n;
  struct error err = {0}, none = {0};
  char *value = value_at(d, here, expr, &err), *before;
  int r;
  if (!value) return debug_fail(d, &err);
  n = changed_by(d, here, &value, expr, &before);
  if (n == here && !before) n = NODE_NONE; /* the current step created the variable */
  if (n == here) { /* the user sees this change already, so find the one before */
    free(value);
    value = before;
    n = changed_by(d, engine_here(d->engine), &value, expr, &before);
  }
  if (n != NODE_NONE) {
    r = arrived_at(d, here, n, expr, value, before);
  } else {
    engine_go(d->engine, here, &none);
    r = debug_fail_text(d, ERR_NOTFOUND, "%s has not changed on the path before that", expr);
  }
  free(value);
  free(before);
  return r;
}

/* Moves forward to the next node with another value and returns it. Sets *value to that value and
 * *was to the old one. Takes ownership of `before`, the value here. The end of the variable's frame
 * does not count as a change. NODE_NONE: there is no change. */
static node_id changes_in(struct debug *d, char *before, const char *expr, char **value,
                          char **was) {
  struct error none = {0};
  while (!(d->stop && *d->stop) && !engine_forward(d->engine, &none)) {
    node_id n = engine_here(d->engine);
    *value = value_at(d, n, expr, &none);
    if (*value && differ(*value, before)) {
      *was = before;
      return n;
    }
    free(before);
    before = *value;
  }
  free(before);
  *value = *was = NULL;
  return NODE_NONE;
}

int command_next_local(struct debug *d, const char *expr) {
  node_id here = engine_here(d->engine), n;
  struct error err = {0}, none = {0};
  struct node_info k;
  char *value, *was;
  n = changes_in(d, value_at(d, here, expr, &err), expr, &value, &was);
  if (n == NODE_NONE) {
    engine_go(d->engine, here, &none);
    if (err.code == ERR_INPUT) return debug_fail(d, &err);
    return debug_fail_text(
        d, ERR_NOTFOUND,
        "no change of %s ahead: only a path that was walked back continues from here", expr);
  }
  debug_moved(d, here);
  debug_report_node(d, n);
  if (!engine_node(d->engine, n, &k))
    debug_log(d, LOG_GOOD, "%s = %s in step %u, before that %s (access %s again: the next change)",
              expr, value, k.depth, was ? was : "it was not there", expr);
  free(value);
  free(was);
  return 0;
}
