/* Stale reads: the write that a read missed, and the writes that a thread may still read. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/property/writes.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

static const struct xevent *stale_read_of(const struct xlog *log) {
  uint32_t i;
  for (i = 0; log && i < log->count; i++)
    if (log->events[i].behind) return &log->events[i];
  return NULL;
}

const struct xevent *session_missed_write(struct engine *e, const node_id *path, uint32_t step,
                                          uint32_t *at) {
  const struct xevent *read = stale_read_of(xnode(&e->x, path[step])->log), *end = read;
  if (!read) return NULL;
  for (*at = step; *at; --*at, end = NULL) {
    const struct xlog *log = xnode(&e->x, path[*at])->log;
    uint32_t i = !log ? 0 : end ? (uint32_t)(end - log->events) : log->count;
    while (i-- > 0) {
      const struct xevent *w = &log->events[i];
      if (w->size && w->write && w->obj == read->obj && w->off == read->off) return w;
    }
  }
  return NULL;
}

/* The list of a location may leave out writes from before its object was shared (writes.h), so the
 * value decides whether the write is the right one. */
bool engine_older_write(struct engine *e, node_id n, uint32_t index, node_id *at, uint32_t *which) {
  const struct xlog *log = node_valid(e, n) ? xnode(&e->x, n)->log : NULL;
  const struct xevent *read = log && index < log->count ? &log->events[index] : NULL;
  uint32_t behind = read ? read->behind : 0, i = index;
  if (!behind) return false;
  for (; n != NODE_NONE; n = xnode(&e->x, n)->parent, log = NULL) {
    if (!log) log = xnode(&e->x, n)->log, i = log ? log->count : 0;
    while (i-- > 0) {
      const struct xevent *w = &log->events[i];
      if (!w->size || !w->write || w->obj != read->obj || w->off != read->off) continue;
      if (behind--) continue;
      *at = n;
      *which = i;
      return w->value == read->value;
    }
  }
  return false;
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
