/* Reads the machine's processors and memory. See machine.h. */
#include "tui/cli/machine.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

uint32_t machine_cores(void) {
  cpu_set_t set;
  int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
  return n > 0 ? (uint32_t)n : 1;
}

/* Returns the memory limit of the control group, as a container sees it; 0: none. */
static uint64_t group_memory(const char *path) {
  FILE *in = fopen(path, "r");
  unsigned long long bytes = 0;
  if (!in) return 0;
  if (fscanf(in, "%llu", &bytes) != 1) bytes = 0; /* "max" */
  fclose(in);
  return bytes;
}

uint64_t machine_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  uint64_t all = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
  uint64_t bounds[] = {group_memory("/sys/fs/cgroup/memory.max"),
                       group_memory("/sys/fs/cgroup/memory/memory.limit_in_bytes")};
  for (int i = 0; i < 2; i++)
    if (bounds[i] && bounds[i] < all) all = bounds[i];
  return all;
}
