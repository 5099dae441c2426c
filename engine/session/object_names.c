/* Names of objects: `Class#n`, where n numbers the objects of a class by their first appearance on
 * the path from the root. Objects created by one transition are numbered by address, which is the
 * order of creation until garbage is collected. A node keeps the names of objects that first appear
 * in its state. They are found when a view needs them, by visiting the nodes of the path that have
 * none yet. An object keeps its name along a path, and all paths through a node agree on the names
 * up to that node.
 *
 * Strings, classes and class mirrors have no number. They are shown by their contents. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/inside.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

struct naming { /* the names on the path to a node, by object */
  struct engine *e;
  node_id node;
  /* The explorer's count when this was made. Nodes come and go only with transitions. */
  uint64_t transitions;
  bool whole;      /* the node had its own names at that time */
  uint32_t *slots; /* hash table of indices into v, + 1 */
  uint32_t mask;
  VEC(struct xname) v;
  uint32_t *last; /* by class: the last number assigned */
};

static uint32_t *names_slot_of(struct naming *n, ref r) {
  uint32_t i = (r * 0x9E3779B1u) >> 7 & n->mask;
  INVARIANT(n->v.len <= n->mask, "the table of names has a free slot: %zu", n->v.len);
  while (n->slots[i] && n->v.data[n->slots[i] - 1].r != r) i = (i + 1) & n->mask;
  return &n->slots[i];
}

static void names_own_grow(struct naming *n) {
  size_t i;
  free(n->slots);
  n->mask = n->mask * 2 + 1;
  n->slots = mem_alloc(((size_t)n->mask + 1) * sizeof *n->slots);
  for (i = 0; i < n->v.len; i++) *names_slot_of(n, n->v.data[i].r) = (uint32_t)i + 1;
}

static bool has_number(const struct vm *vm, uint32_t klass);
/* When a freed chunk is reused for another class, its old name is replaced. */
static void names_put(struct naming *n, struct xname x) {
  uint32_t *s = names_slot_of(n, x.r);
  CHECK(x.ordinal && has_number(n->e->vm, x.klass), "an object with a name has a number: 0x%x",
        x.r);
  if (n->last[x.klass] < x.ordinal) n->last[x.klass] = x.ordinal;
  if (*s) {
    n->v.data[*s - 1] = x;
    return;
  }
  *vec_push(&n->v) = x;
  *s = (uint32_t)n->v.len;
  if (n->v.len * 2 > n->mask) names_own_grow(n);
}

static const struct xname *names_find(struct naming *n, ref r, uint32_t klass) {
  uint32_t s = *names_slot_of(n, r);
  return s && n->v.data[s - 1].klass == klass ? &n->v.data[s - 1] : NULL;
}

static bool has_number(const struct vm *vm, uint32_t klass) {
  const struct klass *k =
      klass >= KLASS_FIRST && klass < vm->klasses.len ? vm->klasses.data[klass] : NULL;
  return k && k != vm->wk.klass && k != vm->wk.string;
}

static int by_ref(const void *a, const void *b) {
  ref x = ((const struct xname *)a)->r, y = ((const struct xname *)b)->r;
  return x < y ? -1 : x > y;
}

static void name_item(struct naming *n, struct xh_item *i) {
  const struct xname *x = i->kind == XH_THREAD ? NULL : names_find(n, i->obj, i->klass);
  if (x) i->ordinal = x->ordinal;
}

static void name_event(struct naming *n, struct xevent *ev) {
  const struct xname *x = ev->obj ? names_find(n, ev->obj, ev->klass) : NULL;
  struct xh *h;
  uint32_t i;
  if (x) ev->ordinal = x->ordinal;
  x = ev->value_klass ? names_find(n, (ref)ev->value, ev->value_klass) : NULL;
  if (x) ev->value_ordinal = x->ordinal;
  for (h = ev->h; h; h = h->next) {
    name_item(n, &h->row);
    for (i = 0; i < h->count; i++) name_item(n, &h->items[i]);
  }
}

static void name_hidden(struct naming *n, struct xhidden *a) {
  const struct xname *x = names_find(n, a->obj, a->klass);
  if (x) a->ordinal = x->ordinal;
}

/* Makes the names of the current state that its ancestors do not have. */
static struct xnames *fresh(struct naming *n) {
  struct explorer *x = &n->e->x;
  VEC(struct xname) out = {0};
  struct xnames *names;
  uint32_t i, count;
  if (session_intact(n->e, x->here)) canon_order(x->canon);
  count = session_intact(n->e, x->here) ? canon_count(x->canon) : 0;
  for (i = 1; i <= count; i++) {
    ref r = canon_object(x->canon, i);
    uint32_t k = vm_object(x->vm, r)->klass;
    if (has_number(x->vm, k) && !names_find(n, r, k))
      *vec_push(&out) = (struct xname){.r = r, .klass = k};
  }
  if (out.len) qsort(out.data, out.len, sizeof *out.data, by_ref);
  for (i = 0; i < out.len; i++) {
    CHECK(!i || out.data[i - 1].r < out.data[i].r, "an object gets one name: 0x%x", out.data[i].r);
    out.data[i].ordinal = n->last[out.data[i].klass] + 1;
    names_put(n, out.data[i]);
  }
  names = mem_alloc(sizeof *names + out.len * sizeof *out.data);
  names->count = (uint32_t)out.len;
  if (out.len) memcpy(names->v, out.data, out.len * sizeof *out.data);
  vec_free(&out);
  return names;
}

static bool is_unnamed(struct naming *n, ref r, uint32_t klass) {
  return has_number(n->e->vm, klass) && !names_find(n, r, klass);
}

/* Does the event show an unnamed immortal object, or did the transition write one? It may appear in
 * the state for the first time. */
static bool shows_immortal(struct naming *n, const struct xevent *ev) {
  ref value = (ref)ev->value;
  if (ev->obj && ev->obj < HEAP_BASE && is_unnamed(n, ev->obj, ev->klass)) return true;
  return value < HEAP_BASE && is_unnamed(n, value, ev->value_klass);
}

static bool writes_immortal(struct naming *n, const struct delta *d) {
  struct vm *vm = n->e->vm;
  uint32_t i;
  for (i = 0; d && i < d->count; i++) {
    uint32_t at = d->blocks[i].block << BLOCK_SHIFT;
    ref r = at >= IMMORTAL_BASE && at < HEAP_BASE ? arena_immortal_at(&vm->arena, at) : 0;
    if (r && is_unnamed(n, r, vm_object(vm, r)->klass)) return true;
  }
  return false;
}

/* Can new objects appear in the state of k? Either the transition created them, or they are
 * immortal. */
static bool may_show_more(struct naming *n, const struct xnode *k) {
  uint32_t i;
  if (k->flags & NODE_MAKES || !k->log || writes_immortal(n, k->delta)) return true;
  for (i = 0; i < k->log->count; i++)
    if (shows_immortal(n, &k->log->events[i])) return true;
  return false;
}

static void names_make(struct naming *n, node_id id) {
  struct explorer *x = &n->e->x;
  struct xnode *k = xnode(x, id);
  struct xlog *l = k->log;
  uint32_t i;
  if (may_show_more(n, k)) {
    explorer_go(x, id);
    explorer_keep_names(x, id, fresh(n));
  } else {
    explorer_keep_names(x, id, mem_alloc(sizeof *k->names));
  }
  if (!l) return;
  name_event(n, &l->before);
  for (i = 0; i < l->count; i++) name_event(n, &l->events[i]);
  for (i = 0; i < l->hidden.len; i++) name_hidden(n, &l->hidden.data[i]);
}

static void naming_free(struct naming *n) {
  if (!n) return;
  free(n->slots);
  free(n->last);
  vec_free(&n->v);
  free(n);
}

void session_names_free(struct engine *e) {
  naming_free(e->naming);
  e->naming = NULL;
}

bool session_stopped(const struct engine *e) { return e->opt.stop && *e->opt.stop; }

static bool stopped(struct engine *e) {
  if (!session_stopped(e)) return false;
  e->unnamed = e->x.here;
  return true;
}

/* Returns the names on the path to a node. `missing`: makes those that are missing, which moves the
 * explorer along the path. Otherwise they are left out. */
static struct naming *naming_of(struct engine *e, node_id node, bool missing) {
  struct naming *n = mem_alloc(sizeof *n);
  uint32_t depth = xnode(&e->x, node)->depth, i, j;
  node_id *path = mem_alloc((depth + 1) * sizeof *path);
  engine_path(e, node, path, depth + 1);
  *n = (struct naming){.e = e, .node = node, .mask = 127};
  names_own_grow(n);
  n->last = mem_alloc((e->vm->klasses.len + 1) * sizeof *n->last);
  for (i = 0; i <= depth; i++) {
    const struct xnames *names = xnode(&e->x, path[i])->names;
    if (!names && missing && !stopped(e)) {
      names_make(n, path[i]);
      continue;
    }
    if (!names) break;
    for (j = 0; j < names->count; j++) names_put(n, names->v[j]);
  }
  n->transitions = e->x.transitions;
  n->whole = xnode(&e->x, node)->names != NULL;
  free(path);
  return n;
}

static bool is_current(const struct engine *e) {
  const struct naming *n = e->naming;
  return n && n->node == e->x.here && n->transitions == e->x.transitions &&
         n->whole == (e->x.nodes.data[n->node].names != NULL);
}

/* Keeps the names for later if they belong to the current node, else frees them. */
static void keep_naming(struct engine *e, struct naming *n) {
  struct naming *gone = n;
  if (n->node == e->x.here) {
    gone = e->naming;
    e->naming = n;
  }
  naming_free(gone);
}

void session_names_of(struct engine *e, node_id n) {
  struct session_visit visit = session_visit(e);
  node_id here = visit.here;
  struct naming *made;
  if (xnode(&e->x, n)->names || e->unnamed == here) return;
  made = naming_of(e, n, true);
  if (e->unnamed != NODE_NONE) e->unnamed = here;
  session_return(e, visit);
  keep_naming(e, made);
}

void session_names(struct engine *e) { session_names_of(e, e->x.here); }

static struct naming *naming_here(struct engine *e) {
  if (!is_current(e)) keep_naming(e, naming_of(e, e->x.here, false));
  return e->naming;
}

uint32_t session_ordinal(struct engine *e, ref r, uint32_t klass) {
  const struct xname *x = names_find(naming_here(e), r, klass);
  return x ? x->ordinal : 0;
}

void engine_name_path(struct engine *e) { session_names(e); }

uint32_t engine_object_number(struct engine *e, uint32_t object, uint32_t klass) {
  return session_ordinal(e, object, klass);
}

uint32_t engine_last_number(struct engine *e, uint32_t klass) {
  return naming_here(e)->last[klass];
}

/* Returns 2 if `s` is the class's name, 1 if it is the end of it after a package or an outer class
 * ("Cell" of "a.TwoStage$Cell"), else 0. */
int session_class_match(const struct klass *k, const char *s, size_t len) {
  char *name = session_class_name(k);
  size_t n = strlen(name);
  int how = 0;
  if (n >= len && !memcmp(name + n - len, s, len))
    how = n == len ? 2 : name[n - len - 1] == '.' || name[n - len - 1] == '$';
  free(name);
  return how;
}

/* Finds the object "Class#n". If several classes match by their endings, takes the object that
 * appeared last. */
ref session_object_named(struct engine *e, const char *klass, size_t len, uint32_t ordinal) {
  node_id n;
  ref nearly = 0;
  session_names(e);
  for (n = e->x.here; n != NODE_NONE; n = xnode(&e->x, n)->parent) {
    const struct xnames *names = xnode(&e->x, n)->names;
    uint32_t i;
    for (i = 0; names && i < names->count; i++) {
      int how;
      if (names->v[i].ordinal != ordinal) continue;
      how = session_class_match(e->vm->klasses.data[names->v[i].klass], klass, len);
      if (how == 2) return names->v[i].r;
      if (how && !nearly) nearly = names->v[i].r;
    }
  }
  return nearly;
}
