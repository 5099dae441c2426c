/* The names of the objects of the base. The same object has the same name in equal states, and
 * keeps its name when other objects change.
 *
 * The references among the objects are the edges of a graph. An object's depth is its distance from
 * the roots, which are the thread objects, the changed immortal objects and, at greater depths, the
 * far frames. Its name is the least hash of (name, slot) over the references to it from one level
 * above. Both depend only on the shape of the graph, not on the order of a traversal. When
 * references change, the depths and names that this affects are repaired in order of depth
 * (Ramalingam and Reps, "An incremental algorithm for a generalization of the shortest-path
 * problem", 1996; for heaps Musuvathi and Dill, "An incremental heap canonicalization algorithm",
 * 2005), so the cost depends on the size of the change.
 *
 * Invariant between two updates: every entry that is not free is reachable from a root, and its
 * depth, its name and its edges are those of the current state. */
#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/state/canon/canon_int.h"
#include "engine/vm/machine.h"

/* ---- queue of entries ---- */

/* Adds an entry to canon.queue, a binary heap by depth of the entries that may need another depth
 * or name. Does nothing if the entry is queued already with this depth or a lesser one. */
static void canon_queue_push(struct canon *c, uint32_t depth, uint32_t e) {
  struct canon_due x = {.depth = depth, .entry = e}, *q;
  size_t i;
  if (c->entries.data[e].queued <= depth) return;
  c->entries.data[e].queued = depth;
  vec_push(&c->queue);
  q = c->queue.data;
  for (i = c->queue.len - 1; i && q[(i - 1) / 2].depth > depth; i = (i - 1) / 2)
    q[i] = q[(i - 1) / 2];
  q[i] = x;
}

/* Removes and returns the entry with the least depth. The queue must not be empty. */
static struct canon_due canon_queue_pop(struct canon *c) {
  struct canon_due *q = c->queue.data, top = q[0], last = q[--c->queue.len];
  size_t i = 0, k, n = c->queue.len;
  INVARIANT(top.depth <= last.depth, "the least depth is first: %u, %u", top.depth, last.depth);
  while ((k = 2 * i + 1) < n) {
    if (k + 1 < n && q[k + 1].depth < q[k].depth) k++;
    if (q[k].depth >= last.depth) break;
    q[i] = q[k];
    i = k;
  }
  if (n) q[i] = last;
  return top;
}

/* ---- storage of edges ---- */

/* In canon.edges, the edges of one entry are adjacent. */

enum { EDGE_LISTS = COUNT(((struct canon *)0)->edges_free) };

/* Allocates n > 0 adjacent edges and returns the number of the first. */
static uint32_t canon_edges_take(struct canon *c, uint32_t n) {
  uint32_t at;
  if (n < EDGE_LISTS && (at = c->edges_free[n])) {
    c->edges_free[n] = c->edges.data[at - 1].next;
  } else {
    at = (uint32_t)c->edges.len + 1;
    vec_reserve(&c->edges, c->edges.len + n);
    c->edges.len += n;
  }
  return at;
}

static void canon_edges_give(struct canon *c, uint32_t at, uint32_t n) {
  if (!n) return;
  INVARIANT(at && at - 1 + n <= c->edges.len, "edges that are given back were taken: %u, %u", at,
            n);
  if (n >= EDGE_LISTS) {
    c->edges_lost += n;
    return;
  }
  c->edges.data[at - 1].next = c->edges_free[n];
  c->edges_free[n] = at;
}

bool canon_names_wasteful(const struct canon *c) {
  return c->edges_lost > 65536 && c->edges_lost > c->edges.len / 2;
}

static void canon_edges_clear(struct canon *c) {
  memset(c->edges_free, 0, sizeof c->edges_free);
  c->edges.len = c->edges_lost = 0;
}

/* ---- entries and roots ---- */

uint32_t canon_names_find(const struct canon *c, ref r) {
  uint64_t slot = c->number[(r - IMMORTAL_BASE) >> 4];
  return slot >> 32 == c->epoch && (slot & CANON_BASE) ? (uint32_t)(slot & CANON_NUMBER)
                                                       : CANON_NO_ENTRY;
}

/* Allocates an entry for the object or frame at this address, which no root reaches yet. */
static uint32_t entry_take(struct canon *c, uint32_t at) {
  uint32_t e;
  if (c->entries_free.len) {
    e = c->entries_free.data[--c->entries_free.len];
    INVARIANT(!c->entries.data[e].r, "an entry that is taken was free: %u", e);
  } else {
    e = (uint32_t)c->entries.len;
    vec_push(&c->entries);
  }
  c->entries.data[e] =
      (struct canon_entry){.r = at, .depth = CANON_NOWHERE, .queued = CANON_NOWHERE, .fresh = true};
  *vec_push(&c->doubtful) = e;
  c->base_len++;
  return e;
}

/* Adds an entry for an object that has none. */
static uint32_t canon_entry_new(struct canon *c, ref r) {
  INVARIANT(canon_names_find(c, r) == CANON_NO_ENTRY, "an object gets one entry: 0x%x", r);
  uint32_t e = entry_take(c, r);
  uint64_t *slot = &c->number[(r - IMMORTAL_BASE) >> 4];
  c->entries.data[e].hides = *slot;
  *slot = (uint64_t)c->epoch << 32 | CANON_BASE | e;
  return e;
}

void canon_names_root(struct canon *c, ref r, uint64_t name) {
  uint32_t e = canon_names_find(c, r);
  if (e == CANON_NO_ENTRY) e = canon_entry_new(c, r);
  c->entries.data[e].root = true;
  c->entries.data[e].root_name = name;
  canon_queue_push(c, 0, e);
}

uint32_t canon_names_frame(struct canon *c, uint32_t at, uint64_t name, uint32_t depth) {
  uint32_t e = entry_take(c, at);
  struct canon_entry *x = &c->entries.data[e];
  x->frame = x->root = true;
  x->root_name = name;
  x->root_depth = depth;
  canon_queue_push(c, depth, e);
  return e;
}

void canon_names_unroot(struct canon *c, uint32_t e) {
  INVARIANT(c->entries.data[e].r, "an entry that is no root any more is in use: %u", e);
  c->entries.data[e].root = false;
  canon_queue_push(c, 0, e);
}

void canon_names_clear(struct canon *c) {
  for (size_t i = 0; i < c->entries.len; i++) canon_array_leave(&c->entries.data[i]);
  c->entries.len = c->entries_free.len = 0;
  c->queue.len = c->due.len = c->renamed.len = c->doubtful.len = 0;
  canon_edges_clear(c);
  c->base_len = 0;
  c->shape++;
}

/* ---- links and offers ---- */

enum { NONE = 0 }; /* entries and edges are numbered from 1 in links */

static struct canon_entry *entry_at(struct canon *c, uint32_t e) { return &c->entries.data[e]; }
static struct canon_edge *edge_at(struct canon *c, uint32_t i) { return &c->edges.data[i - 1]; }

/* Returns the name that this edge offers to its target. */
static uint64_t edge_name(const struct canon *c, uint32_t i, uint64_t from) {
  uint32_t slot = i - c->entries.data[c->edges.data[i - 1].from].edges;
  return hash_mix(from + hash_mix(slot + 1u));
}

static void edge_link(struct canon *c, uint32_t i, uint32_t to) {
  struct canon_edge *d = edge_at(c, i);
  struct canon_entry *e = entry_at(c, to);
  INVARIANT(!d->to, "an edge that gets a target has none: %u", i);
  d->to = to + 1;
  d->before = NONE;
  d->next = e->in;
  if (d->next) edge_at(c, d->next)->before = i;
  e->in = i;
}

static void edge_unlink(struct canon *c, uint32_t i) {
  struct canon_edge *d = edge_at(c, i);
  INVARIANT(d->to, "an edge that loses its target has one: %u", i);
  INVARIANT(d->before ? edge_at(c, d->before)->next == i : entry_at(c, d->to - 1)->in == i,
            "edges to an entry are linked both ways: %u", i);
  if (d->next) edge_at(c, d->next)->before = d->before;
  if (d->before)
    edge_at(c, d->before)->next = d->next;
  else
    entry_at(c, d->to - 1)->in = d->next;
  d->to = NONE;
}

/* An edge was removed or its source changed. If it may have determined the depth and name of its
 * target, queues the target. `depth` and `name` are the old ones of the source. */
static void edge_lost(struct canon *c, uint32_t i, uint32_t depth, uint64_t name) {
  uint32_t to = edge_at(c, i)->to - 1;
  const struct canon_entry *e = entry_at(c, to);
  if (depth != CANON_NOWHERE && e->depth == depth + 1 && e->name == edge_name(c, i, name))
    canon_queue_push(c, e->depth, to);
}

/* Queues the target of an edge if the edge offers a smaller depth or name. */
static void edge_offers(struct canon *c, uint32_t i) {
  const struct canon_entry *from = entry_at(c, edge_at(c, i)->from);
  uint32_t to = edge_at(c, i)->to - 1;
  const struct canon_entry *e = entry_at(c, to);
  if (from->depth == CANON_NOWHERE || e->depth < from->depth + 1) return;
  if (e->depth == from->depth + 1 && e->name <= edge_name(c, i, from->name)) return;
  canon_queue_push(c, from->depth + 1, to);
}

/* Returns the next edge of an entry that has a target, after edge `i` (0: from the first edge); 0:
 * there are no more. */
static uint32_t edge_after(const struct canon *c, uint32_t e, uint32_t i) {
  const struct canon_entry *x = &c->entries.data[e];
  uint32_t end = x->edges + x->edge_count;
  for (i = i == NONE ? x->edges : i + 1; i < end; i++)
    if (c->edges.data[i - 1].to) return i;
  return NONE;
}

/* ---- slots of an entry ---- */

/* Returns the entry of the object to which a slot refers. Only heap objects have entries. An
 * unreachable object may contain any value, so `r` is checked. */
static uint32_t entry_of(struct canon *c, ref r) {
  uint32_t e;
  if (r < HEAP_BASE || r >= HEAP_LIMIT || r & 15) return CANON_NO_ENTRY;
  e = canon_names_find(c, r);
  return e == CANON_NO_ENTRY ? canon_entry_new(c, r) : e;
}

static void edges_drop(struct canon *c, uint32_t e) {
  struct canon_entry *x = entry_at(c, e);
  uint32_t i = NONE;
  while ((i = edge_after(c, e, i))) {
    edge_lost(c, i, x->depth, x->name);
    edge_unlink(c, i);
  }
  canon_edges_give(c, x->edges, x->edge_count);
  x->edges = x->edge_count = 0;
}

struct slots {
  struct canon *c;
  uint32_t entry, at; /* the next edge */
};

static void count_slot(void *self, uint32_t slot) {
  (void)slot;
  ((struct slots *)self)->at++;
}

static void each_ref(struct canon *c, const struct canon_entry *x, void (*fn)(void *, uint32_t),
                     struct slots *s) {
  if (x->frame)
    canon_frame_each_ref(c->vm, x->r, fn, s);
  else
    heap_each_ref(c->vm, x->r, fn, s);
}

static void read_slot(void *self, uint32_t slot) {
  struct slots *s = self;
  struct canon *c = s->c;
  uint32_t i = s->at++, to = entry_of(c, *MEM32(c->vm, slot));
  *edge_at(c, i) = (struct canon_edge){.from = s->entry};
  if (to != CANON_NO_ENTRY) edge_link(c, i, to);
}

static void compare_slot(void *self, uint32_t slot) {
  struct slots *s = self;
  struct canon *c = s->c;
  ref now = *MEM32(c->vm, slot), was;
  uint32_t i = s->at++, to = edge_at(c, i)->to;
  was = to ? entry_at(c, to - 1)->r : 0;
  if (now == was || (!was && now < HEAP_BASE)) return;
  if (to) {
    edge_lost(c, i, entry_at(c, s->entry)->depth, entry_at(c, s->entry)->name);
    edge_unlink(c, i);
  }
  to = entry_of(c, now);
  if (to == CANON_NO_ENTRY) return;
  edge_link(c, i, to);
  edge_offers(c, i);
}

/* Compares all reference slots with the edges. For most classes, uses the table of reference
 * offsets. */
static void compare_slots(struct slots *s) {
  struct vm *vm = s->c->vm;
  const struct canon_entry *x = entry_at(s->c, s->entry);
  ref r = x->r;
  uint32_t klass = x->klass, i;
  const struct klass *k = klass >= KLASS_FIRST ? vm->klasses.data[klass] : NULL;
  if (!k || k->is_array || k == vm->wk.klass) {
    each_ref(s->c, x, compare_slot, s);
    return;
  }
  for (i = 0; i < k->ref_count; i++) {
    ref now = *MEM32(vm, r + k->ref_offsets[i]);
    uint32_t to = edge_at(s->c, s->at)->to;
    if (to ? now == entry_at(s->c, to - 1)->r : now < HEAP_BASE)
      s->at++;
    else
      compare_slot(s, r + k->ref_offsets[i]);
  }
}

/* Reads an entry that has become reachable. */
static void read_entry(struct canon *c, uint32_t e) {
  struct slots s = {.c = c, .entry = e};
  struct canon_entry x = *entry_at(c, e); /* a copy, because entries move while slots are read */
  if (!x.frame) {
    entry_at(c, e)->klass = vm_object(c->vm, x.r)->klass;
    entry_at(c, e)->size = vm_object_size(c->vm, x.r);
  }
  entry_at(c, e)->fresh = false;
  each_ref(c, &x, count_slot, &s);
  entry_at(c, e)->edge_count = s.at;
  s.at = entry_at(c, e)->edges = canon_edges_take(c, s.at);
  each_ref(c, &x, read_slot, &s);
  INVARIANT(s.at == entry_at(c, e)->edges + entry_at(c, e)->edge_count,
            "an entry has an edge for each slot: %u", e);
  canon_base_entered(c, e);
}

/* Returns whether the entry still has the same slots. Arrays of different lengths can have the same
 * size but other slots. */
static bool slots_as_before(struct canon *c, uint32_t e) {
  const struct canon_entry *x = entry_at(c, e);
  const struct object *o = vm_object(c->vm, x->r);
  const struct klass *k;
  struct slots s = {.c = c};
  if (x->frame) {
    each_ref(c, x, count_slot, &s);
    return s.at == x->edge_count;
  }
  if (o->klass != x->klass) return false;
  if (o->klass < KLASS_FIRST) return true;
  k = c->vm->klasses.data[o->klass];
  if (x->pieces) return canon_array_stands(c, x);
  if (k != c->vm->wk.klass && !k->is_array) return true;
  heap_each_ref(c->vm, x->r, count_slot, &s);
  return s.at == x->edge_count && vm_object_size(c->vm, x->r) == x->size;
}

void canon_names_changed(struct canon *c, uint32_t e) {
  struct slots s = {.c = c, .entry = e};
  struct canon_entry *x = entry_at(c, e);
  if (x->fresh) return;
  if (slots_as_before(c, e)) {
    s.at = x->edges;
    compare_slots(&s);
    INVARIANT(s.at == entry_at(c, e)->edges + entry_at(c, e)->edge_count,
              "each slot is compared with its edge: %u", e);
    canon_names_due(c, e, CANON_DUE_CONTENTS);
    return;
  }
  edges_drop(c, e);
  x->fresh = true; /* the address now holds another object, or none */
  canon_queue_push(c, x->depth, e);
  x->depth = CANON_NOWHERE;
  *vec_push(&c->doubtful) = e;
}

void canon_names_changed_in(struct canon *c, uint32_t e, uint32_t block) {
  const struct canon_entry *x = entry_at(c, e);
  struct slots s = {.c = c, .entry = e};
  uint32_t from, to;
  if (x->fresh || !slots_as_before(c, e)) {
    canon_names_changed(c, e);
    return;
  }
  if (canon_array_within(x, block, &from, &to)) {
    canon_array_due(entry_at(c, e), from, to);
    s.at = x->edges + from / 4;
    if (!x->edge_count) to = from;
    for (; from < to; from += 4) compare_slot(&s, entry_at(c, e)->r + ARRAY_BASE + from);
  }
  canon_names_due(c, e, CANON_DUE_CONTENTS);
}

void canon_names_due(struct canon *c, uint32_t e, uint8_t why) {
  struct canon_entry *x = entry_at(c, e);
  if (!x->due) *vec_push(&c->due) = e;
  x->due |= why;
}

/* ---- the update ---- */

/* The target of the edge has another name, so the source must be rehashed. */
static void edge_renamed(struct canon *c, uint32_t i) {
  uint32_t e = edge_at(c, i)->from;
  struct canon_entry *from = entry_at(c, e);
  if (from->pieces) canon_array_due(from, (i - from->edges) * 4, (i - from->edges) * 4 + 4);
  canon_names_due(c, e, CANON_DUE_CONTENTS);
}

/* Returns the depth, and in *name the name, that the references to the entry offer now. */
static uint32_t best_of(const struct canon *c, const struct canon_entry *e, uint64_t *name) {
  uint32_t i, best = CANON_NOWHERE;
  *name = 0;
  if (e->root) {
    *name = e->root_name;
    return e->root_depth;
  }
  for (i = e->in; i; i = c->edges.data[i - 1].next) {
    const struct canon_entry *from = &c->entries.data[c->edges.data[i - 1].from];
    uint64_t offer;
    if (from->depth == CANON_NOWHERE || from->depth + 1 > best) continue;
    offer = edge_name(c, i, from->name);
    if (from->depth + 1 < best || offer < *name) *name = offer;
    best = from->depth + 1;
  }
  return best;
}

/* Queues the targets that may have got depth and name from the entry's old ones. */
static void edges_withdraw(struct canon *c, uint32_t e, uint32_t depth, uint64_t name) {
  uint32_t i = NONE;
  while ((i = edge_after(c, e, i))) edge_lost(c, i, depth, name);
}

static void edges_offer(struct canon *c, uint32_t e) {
  uint32_t i = NONE;
  while ((i = edge_after(c, e, i))) edge_offers(c, i);
}

/* Computes the entry's depth and name again. All entries that are still wrong have at least this
 * depth, so the level above is correct. */
static void entry_update(struct canon *c, struct canon_due d) {
  struct canon_entry *x = entry_at(c, d.entry);
  uint32_t was = x->depth, best;
  uint64_t was_name = x->name, name;
  x->queued = CANON_NOWHERE;
  best = best_of(c, x, &name);
  if (best == was && (best == CANON_NOWHERE || name == was_name)) return;
  if (best <= was && best > d.depth) {
    canon_queue_push(c, best, d.entry);
    return;
  }
  if (best > was) {
    x->depth = CANON_NOWHERE;
    *vec_push(&c->doubtful) = d.entry;
    edges_withdraw(c, d.entry, was, was_name);
    if (best != CANON_NOWHERE) canon_queue_push(c, best, d.entry);
    return;
  }
  x->depth = best;
  x->name = name;
  if (!x->renamed) {
    x->renamed = true;
    *vec_push(&c->renamed) = d.entry;
  }
  if (x->fresh)
    read_entry(c, d.entry);
  else
    edges_withdraw(c, d.entry, was, was_name);
  edges_offer(c, d.entry);
}

/* Rehashes the renamed objects and the objects that refer to them. */
static void follow_renamed(struct canon *c) {
  bool objects = false; /* nothing refers to a frame */
  size_t k;
  uint32_t i;
  for (k = 0; k < c->renamed.len; k++) {
    struct canon_entry *x = entry_at(c, c->renamed.data[k]);
    x->renamed = false;
    if (x->depth == CANON_NOWHERE) continue;
    canon_names_due(c, c->renamed.data[k], CANON_DUE_NAME | CANON_DUE_CONTENTS);
    if (!x->frame) objects = true;
    for (i = x->in; i; i = edge_at(c, i)->next) edge_renamed(c, i);
  }
  if (objects) c->shape++;
  c->renamed.len = 0;
}

static void remove_entry(struct canon *c, uint32_t e) {
  struct canon_entry *x = entry_at(c, e);
  uint64_t *slot = x->frame ? NULL : &c->number[(x->r - IMMORTAL_BASE) >> 4];
  CHECK(!x->root && x->in == NONE, "an entry that is removed is unreachable: 0x%x", x->r);
  canon_base_left(c, e);
  if (!x->frame) c->shape++;
  if (slot && *slot == ((uint64_t)c->epoch << 32 | CANON_BASE | e))
    *slot = x->hides & CANON_LOCK ? x->hides : 0; /* garbage may refer to a monitor record */
  *x = (struct canon_entry){
      .depth = CANON_NOWHERE, .queued = CANON_NOWHERE, .due = x->due, .fresh = true};
  *vec_push(&c->entries_free) = e;
  CHECK(c->base_len, "an entry that is removed was counted");
  c->base_len--;
}

/* Removes the entries that no root reaches. They may refer to each other, so all their references
 * are removed first. */
static void remove_unreachable(struct canon *c) {
  size_t k;
  for (k = 0; k < c->doubtful.len; k++)
    if (entry_at(c, c->doubtful.data[k])->depth == CANON_NOWHERE)
      edges_drop(c, c->doubtful.data[k]);
  for (k = 0; k < c->doubtful.len; k++)
    if (entry_at(c, c->doubtful.data[k])->depth == CANON_NOWHERE &&
        entry_at(c, c->doubtful.data[k])->r)
      remove_entry(c, c->doubtful.data[k]);
  c->doubtful.len = 0;
}

/* An update repairs depths in ascending order, so what it has named keeps its name. */
static void check_update(const struct canon *c) {
  if (!INVARIANTS_ON) return;
  INVARIANT(c->base_len + c->entries_free.len == c->entries.len,
            "entries are in use or free: %u and %zu of %zu", c->base_len, c->entries_free.len,
            c->entries.len);
  for (size_t i = 0; i < c->due.len; i++) {
    const struct canon_entry *x = &c->entries.data[c->due.data[i]];
    uint64_t name;
    if (!x->r) continue;
    INVARIANT(x->depth != CANON_NOWHERE && !x->fresh, "an entry has a name: 0x%x", x->r);
    INVARIANT(best_of(c, x, &name) == x->depth && name == x->name,
              "the name of an entry is the least that is offered: 0x%x", x->r);
    INVARIANT(x->frame || canon_names_find(c, x->r) == c->due.data[i],
              "an object has one entry: 0x%x", x->r);
  }
}

void canon_names_update(struct canon *c) {
  while (c->queue.len) entry_update(c, canon_queue_pop(c));
  follow_renamed(c);
  remove_unreachable(c);
  check_update(c);
}
