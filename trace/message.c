/* See message.h. */
#include "trace/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"

bool message_send(int fd, const json_t *j) {
  char *text = json_dumps(j, JSON_COMPACT);
  size_t n = text ? strlen(text) : 0, at = 0;
  bool good = text != NULL;
  while (good && at < n) {
    ssize_t w = write(fd, text + at, n - at);
    if (w > 0)
      at += (size_t)w;
    else
      good = w < 0 && errno == EINTR;
  }
  free(text);
  return good;
}

json_t *message_receive(int fd) {
  struct text t = {0};
  char buf[8192];
  json_t *j;
  ssize_t n;
  while ((n = read(fd, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) text_add(&t, buf, (size_t)n);
  j = t.len ? json_loadb(t.s, t.len, 0, NULL) : NULL;
  text_release(&t);
  return j;
}
