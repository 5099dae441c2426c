/* Stale reads: the write that a read missed. */
#include "engine/session/session.h"

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
