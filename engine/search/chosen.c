/* See chosen.h. */
#include "engine/search/chosen.h"

#include <stdlib.h>

#include "engine/state/explorer.h"

void chosen_log_release(struct chosen_log *log) { vec_free(&log->all); }

void chosen_note(struct chosen_log *log, struct explorer *x, node_id n, struct chosen_info why) {
  if (log) *vec_push(&log->all) = (struct chosen){xnode(x, n)->fp.lo, why, n};
}

bool chosen_find(const struct chosen_log *log, struct explorer *x, node_id n,
                 struct chosen_info *out) {
  for (size_t i = log->all.len; i-- > 0;) {
    const struct chosen *c = &log->all.data[i];
    if (c->node != n || c->state != xnode(x, n)->fp.lo) continue;
    *out = c->info;
    return true;
  }
  return false;
}

uint64_t chosen_bytes(const struct chosen_log *log) {
  return log ? log->all.cap * sizeof *log->all.data : 0;
}
