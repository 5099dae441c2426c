/* Stale reads: the write that a read missed, and the writes that a thread may still read. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/property/writes.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

/* Goes back along the path from event *index of node *n, an access, to a write of its location, and
 * passes over `newer` others on the way. Returns that write, or NULL if there is none. */
static const struct xevent *earlier_write(struct engine *e, node_id *n, uint32_t *index,
                                          uint32_t newer) {
  const struct xlog *log = xnode(&e->x, *n)->log;
  const struct xevent *access = &log->events[*index];
  uint32_t i = *index;
  while (*n != NODE_NONE) {
    while (i-- > 0) {
      const struct xevent *w = &log->events[i];
      if (!w->size || !w->write || w->obj != access->obj || w->off != access->off) continue;
      *index = i;
      if (!newer--) return w;
    }
    *n = xnode(&e->x, *n)->parent;
    log = *n == NODE_NONE ? NULL : xnode(&e->x, *n)->log;
    i = log ? log->count : 0;
  }
  return NULL;
}

const struct xevent *session_missed_write(struct engine *e, const node_id *path, uint32_t step,
                                          uint32_t *at) {
  const struct xlog *log = xnode(&e->x, path[step])->log;
  node_id n = path[step];
  uint32_t i = 0;
  const struct xevent *w;
  while (log && i < log->count && !log->events[i].behind) i++;
  if (!log || i == log->count || !(w = earlier_write(e, &n, &i, 0))) return NULL;
  *at = step - (xnode(&e->x, path[step])->depth - xnode(&e->x, n)->depth);
  return w;
}

/* The list of a location may leave out writes from before its object was shared (writes.h), so the
 * value decides whether the write is the right one. */
bool engine_older_write(struct engine *e, node_id n, uint32_t index, node_id *at, uint32_t *which) {
  const struct xlog *log = node_valid(e, n) ? xnode(&e->x, n)->log : NULL;
  const struct xevent *read = log && index < log->count ? &log->events[index] : NULL, *w;
  if (!read || !read->behind) return false;
  *at = n;
  *which = index;
  w = earlier_write(e, at, which, read->behind);
  return w && w->value == read->value;
}

/* ---- the writes of a location ---- */

static char *write_text(struct engine *e, ref obj, uint32_t off, ref list, uint32_t i) {
  const struct field *f = vm_field_at(e->vm, obj, off);
  char type = f ? f->type : vm_klass(e->vm, obj)->elem_type;
  uint32_t stamp = row_get(e->vm, list, writes_at(i, WRITE_STAMP));
  char *value =
           session_value(e, type, writes_value(e->vm, obj, off, writes_count(e->vm, list) - 1 - i)),
       *s = stamp ? mem_printf("%s by T%u", value, stamp_thread(stamp))
                  : mem_printf("%s from before", value);
  free(value);
  return s;
}

void session_say_writes(struct engine *e, uint32_t thread, ref obj, uint32_t off,
                        struct text *out) {
  struct vm *vm = e->vm;
  ref list = vm->opt.stale_reads ? writes_list(vm, obj, off) : 0, row;
  uint32_t i, oldest;
  CHECK(thread < vm_machine(vm)->thread_count, "a thread that reads was started: T%u", thread);
  row = vm_thread(vm, thread)->row;
  if (!list || !row) return;
  text_printf(out, "Writes that T%u may still read, the newest first:\n", thread);
  oldest = writes_oldest(vm, row, list, ACCESS_PLAIN);
  for (i = writes_count(vm, list); i-- > 0;) {
    char *what = write_text(e, obj, off, list, i), *over = write_text(e, obj, off, list, oldest);
    if (i < oldest)
      text_printf(out, "  not %s: %s came later and happens before the read\n", what, over);
    else
      text_printf(out, "  %s\n", what);
    free(what);
    free(over);
  }
}
