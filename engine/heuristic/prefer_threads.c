/* prefer-threads (paper 000, section 3.2): prefers states reached by a step of one of the threads
 * that the user named. The value is 0 for those states and 1 for others. A thread is named by its
 * Java name ("main", "Thread-0"), its heddle title ("T2 Reader"), or its number ("T2"). */
#include <stdlib.h>
#include <string.h>

#include "engine/heuristic/heuristic.h"
#include "engine/vm/interp/interp.h"

static int prefer_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                       struct error *err) {
  (void)vm;
  if (!opt->prefer || !*opt->prefer)
    return error_set(err, ERR_USAGE,
                     "the heuristic prefer-threads needs --prefer NAME,... (names of threads)");
  *out = mem_strdup(opt->prefer);
  return 0;
}

static void prefer_reset(void *self, uint64_t seed) {
  (void)self;
  (void)seed;
}

static bool is_among(const char *list, const char *name, size_t n) {
  for (; *list; list += *list == ',') {
    size_t len = strcspn(list, ",");
    if (len == n && !memcmp(list, name, n)) return true;
    list += len;
  }
  return false;
}

static uint32_t prefer_value(void *self, struct vm *vm, uint32_t thread,
                             const struct location *target) {
  char *name = thread_name(vm, vm_thread(vm, thread)),
       *title = thread_title(vm, vm_thread(vm, thread));
  bool is = is_among(self, name, strlen(name)) || is_among(self, title, strlen(title)) ||
            is_among(self, title, strcspn(title, " "));
  (void)target;
  free(name);
  free(title);
  return !is;
}

const struct heuristic_ops heuristic_prefer_threads = {
    .name = "prefer-threads",
    .summary = "prefers steps of the threads that --prefer names",
    .open = prefer_open,
    .close = free,
    .reset = prefer_reset,
    .value = prefer_value,
    .untargeted = true,
};
