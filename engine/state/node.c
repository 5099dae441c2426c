/* See node.h. */
#include "engine/state/node.h"

#include <stdlib.h>

#include "engine/state/xlog.h"

static size_t text_bytes(const char *s) { return s ? mem_cost(strlen(s) + 1) : 0; }

static size_t violation_bytes(const struct violation *v) {
  return mem_cost(sizeof *v) + text_bytes(v->message) + text_bytes(v->raced) +
         text_bytes(v->headline) + text_bytes(v->location) + text_bytes(v->detail) +
         mem_cost(v->places.cap * sizeof *v->places.data) +
         mem_cost(v->mentions.cap * sizeof *v->mentions.data);
}

static size_t names_bytes(const struct xnames *n) {
  return n ? mem_cost(sizeof *n + n->count * sizeof *n->v) : 0;
}

/* Returns the bytes counted for n. The texts of a violation may be made later, so the violation
 * stores the number counted for it. */
static size_t counted(const struct xnode *n) {
  return delta_bytes(n->delta) + (n->log ? n->log->bytes : 0) + names_bytes(n->names) +
         (n->violation ? n->violation->counted : 0);
}

void node_count(struct explorer *x, struct xnode *n) {
  if (n->violation) n->violation->counted = violation_bytes(n->violation);
  x->held_bytes += counted(n);
}

void explorer_keep_names(struct explorer *x, node_id n, struct xnames *names) {
  xnode(x, n)->names = names;
  x->held_bytes += names_bytes(names);
}

void node_violation_free(struct violation *v) {
  if (!v) return;
  free(v->message);
  free(v->raced);
  free(v->headline);
  free(v->location);
  free(v->detail);
  vec_free(&v->places);
  vec_free(&v->mentions);
  free(v);
}

void node_release(struct explorer *x, struct xnode *n) {
  CHECK(x->held_bytes >= counted(n), "the data of a node was counted when the node was made");
  x->held_bytes -= counted(n);
  free(n->delta);
  node_violation_free(n->violation);
  xlog_free(n->log);
  free(n->names);
  n->names = NULL;
  n->delta = NULL;
  n->violation = NULL;
  n->log = NULL;
}
