/* Sends and receives JSON values through a pipe. */
#include "trace/message.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"

static bool send_bytes(int fd, const char *text, size_t n) {
  size_t at = 0;
  bool good = true;
  while (good && at < n) {
    ssize_t w = write(fd, text + at, n - at);
    if (w > 0)
      at += (size_t)w;
    else
      good = w < 0 && errno == EINTR;
  }
  return good;
}

bool message_send(int fd, const json_t *j) {
  char *text = json_dumps(j, JSON_COMPACT);
  bool good = text && send_bytes(fd, text, strlen(text));
  free(text);
  return good;
}

/* The value is preceded by its length in bytes, a uint32_t. */
bool message_send_part(int fd, const json_t *j) {
  char *text = json_dumps(j, JSON_COMPACT);
  uint32_t n = text ? (uint32_t)strlen(text) : 0;
  bool good = text && send_bytes(fd, (const char *)&n, sizeof n) && send_bytes(fd, text, n);
  free(text);
  return good;
}

static bool receive_bytes(int fd, char *at, size_t n, double end) {
  while (n) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    double left = end - clock_seconds();
    ssize_t r;
    if (left <= 0) return false;
    if (poll(&p, 1, left > 60 ? 60000 : (int)(left * 1000) + 1) <= 0) continue;
    r = read(fd, at, n);
    if (r < 0 && errno == EINTR) continue;
    if (r <= 0) return false;
    at += r;
    n -= (size_t)r;
  }
  return true;
}

json_t *message_receive_part(int fd, double end) {
  uint32_t n = 0;
  char *text;
  json_t *j = NULL;
  if (!receive_bytes(fd, (char *)&n, sizeof n, end)) return NULL;
  text = mem_alloc((size_t)n + 1);
  if (receive_bytes(fd, text, n, end)) j = json_loadb(text, n, 0, NULL);
  free(text);
  return j;
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
