/* Captures the standard output of a worker process. See captured.h. */
#include "tui/cli/captured.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/export/export.h"

int captured_begin(void) {
  int fd = memfd_create("report", MFD_CLOEXEC);
  if (fd >= 0) dup2(fd, STDOUT_FILENO);
  return fd;
}

json_t *captured_text(int fd) {
  struct text t = {0};
  char buf[4096];
  ssize_t n;
  off_t at = 0;
  json_t *j;
  fflush(stdout);
  text_puts(&t, "");
  while ((n = pread(fd, buf, sizeof buf, at)) > 0) {
    text_add(&t, buf, (size_t)n);
    at += n;
  }
  j = trace_json_text(t.s, t.len);
  text_release(&t);
  return j;
}

json_t *worker_failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}
