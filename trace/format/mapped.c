/* Maps empty pages into truncated files. This code runs in a signal handler, so it only makes
 * system calls and keeps errno. */
#include "trace/format/mapped.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

bool mapped_hole(const siginfo_t *info) {
  int saved = errno;
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)info->si_addr & ~(size - 1)), *p;
  if (info->si_code != BUS_ADRERR) return false;
  p = mmap(page, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  errno = saved;
  return p != MAP_FAILED;
}

static void on_bus(int sig, siginfo_t *info, void *context) {
  (void)context;
  if (mapped_hole(info)) return;
  signal(sig, SIG_DFL);
  raise(sig);
}

void mapped_guard(void) {
  struct sigaction sa = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &sa, NULL);
}
