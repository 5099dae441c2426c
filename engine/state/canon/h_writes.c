/* The writes that may still be read (property/writes.h) in the canonical form. An old value can
 * decide the future as a field can. So the form has, for each listed location in the order of the
 * locations' names, the values; instead of clocks, it has the set of rows that know each write.
 *
 * An object that only old values reach is numbered here, in that order, and written like an object
 * that only stacks reach. Its locations may have lists in turn. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/state/canon/canon_int.h"
#include "engine/property/writes.h"
#include "engine/vm/machine.h"

static int by_name(const void *a, const void *b) {
  const struct canon_site *x = a, *y = b;
  if (x->name != y->name) return x->name < y->name ? -1 : 1;
  return x->off < y->off ? -1 : x->off > y->off;
}

/* Are the writes of the location left out (canon_set_path_only)? */
static bool left_out(struct canon *c, const struct canon_site *s) {
  const struct klass *k = vm_klass(c->vm, s->r);
  const struct field *f = k->is_array ? NULL : vm_field_at(c->vm, s->r, s->off);
  return c->path_only && !(f ? f->older : k->older_elements);
}

bool canon_stamp_left_out(struct canon *c, const struct canon_site *s) {
  const struct field *f;
  if (!left_out(c, s) || vm_klass(c->vm, s->r)->is_array) return false;
  f = vm_field_at(c->vm, s->r, s->off);
  return f && f->flags & ACC_VOLATILE;
}

static ref list_of(struct canon *c, const struct canon_site *s) {
  return s->row && !left_out(c, s) ? row_get(c->vm, s->row, ROW_WRITES) : 0;
}

static uint32_t written_word(struct canon *c, ref list, uint32_t i, uint32_t which) {
  return row_get(c->vm, list, writes_at(i, which));
}

static bool is_newest(struct canon *c, ref list, uint32_t i) {
  return i + 1 == writes_count(c->vm, list);
}

/* Mentions the references that a location had, and collects the rows that its writes released. */
static void look_at(struct canon *c, const struct canon_site *s) {
  ref list = list_of(c, s);
  uint32_t first = writes_first_useful(c->vm, list), i;
  for (i = first; i < writes_count(c->vm, list); i++) {
    if (row_get(c->vm, list, WRITES_REFS) && !is_newest(c, list, i))
      canon_mention(c, written_word(c, list, i, WRITE_LOW));
    canon_add_written_row(c, written_word(c, list, i, WRITE_ROW), s->name, s->off, i - first);
  }
}

/* Adds the sites from `from` on that have lists to c->written, and looks at them. */
static void look_at_new(struct canon *c, size_t from) {
  size_t start = c->written.len;
  for (size_t i = from; i < c->sites.len; i++)
    if (list_of(c, &c->sites.data[i])) *vec_push(&c->written) = c->sites.data[i];
  if (c->written.len > start)
    qsort(c->written.data + start, c->written.len - start, sizeof *c->written.data, by_name);
  for (size_t i = start; i < c->written.len; i++) look_at(c, &c->written.data[i]);
}

void canon_collect_writes(struct canon *c) {
  size_t seen = 0, objects = c->objects.len, i;
  c->written.len = 0;
  if (!c->vm->opt.stale_reads) return;
  while (seen < c->sites.len) {
    size_t from = seen;
    seen = c->sites.len;
    look_at_new(c, from);
    canon_put_objects(c, objects);
    for (i = objects; i < c->objects.len; i++) canon_collect_object(c, i);
    objects = c->objects.len;
  }
}

static void put_written_value(struct canon *c, ref list, uint32_t i) {
  if (is_newest(c, list, i)) return; /* the object has it */
  if (row_get(c->vm, list, WRITES_REFS)) {
    canon_put32(c, canon_mention(c, written_word(c, list, i, WRITE_LOW)));
    return;
  }
  canon_put32(c, written_word(c, list, i, WRITE_LOW));
  canon_put32(c, written_word(c, list, i, WRITE_HIGH));
}

/* Writes which rows know of the coherent reads of a write. */
static void put_readers(struct canon *c, ref reads) {
  uint32_t i, t, n = reads ? array_length(c->vm, reads) - ROW_CLOCKS : 0;
  for (t = 0; t < c->thread_len; t++)
    if ((i = c->thread_order[t]) < n && row_clock(c->vm, reads, i)) {
      canon_put32(c, t + 1);
      canon_put64(c, canon_set_of(c, stamp_of(i, row_clock(c->vm, reads, i))));
    }
  canon_put32(c, 0);
}

static void put_list(struct canon *c, const struct canon_site *s) {
  ref list = list_of(c, s);
  uint32_t i = writes_first_useful(c->vm, list), stamp;
  canon_put64(c, s->name);
  canon_put32(c, s->off);
  canon_put32(c, writes_count(c->vm, list) - i);
  for (; i < writes_count(c->vm, list); i++) {
    put_written_value(c, list, i);
    stamp = written_word(c, list, i, WRITE_STAMP);
    canon_put32(c, written_word(c, list, i, WRITE_MODE) << 1 | !stamp);
    canon_put64(c, stamp ? canon_set_of(c, stamp) : 0);
    put_readers(c, written_word(c, list, i, WRITE_READS));
  }
}

void canon_put_writes(struct canon *c) {
  for (size_t i = 0; i < c->written.len; i++) put_list(c, &c->written.data[i]);
}
