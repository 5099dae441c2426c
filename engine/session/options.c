/* The default options, as in the manual. */
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "engine/vm/sched/time.h"

void engine_options_init(struct engine_options *o) {
  memset(o, 0, sizeof *o);
  o->seed = 1;
  o->properties = PROP_DEFAULT;
  o->por = POR_FULL;
  o->memory_bytes = 2048ull << 20;
  o->heap_bytes = 256ull << 20;
  o->patience = TIME_PATIENCE;
  o->out_fd = o->err_fd = -1;
}

const char *engine_por_name(uint32_t por) {
  static const char *const names[] = {"full", "sync", "none"};
  return por < COUNT(names) ? names[por] : NULL;
}

const char *engine_stale_name(uint32_t mode) {
  static const char *const names[] = {"none", "racy", "all"};
  return mode < COUNT(names) ? names[mode] : NULL;
}

const char *engine_bad_reduction(int por, uint32_t properties) {
  if (por != POR_SYNC) return NULL;
  if (properties & PROP_CONFLICT) return "hides the accesses that the property conflict checks";
  return properties & PROP_RACE ? NULL : "is sound only with the property race";
}

void search_options_init(struct search_options *o) {
  memset(o, 0, sizeof *o);
  o->search = "dfs";
  o->heuristic = "pfsm";
  o->seed = 1;
  o->preemptions = UINT32_MAX;
  o->pct_depth = 3;
  o->backtrack_max = 100000;
}
