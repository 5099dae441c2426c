/* See broker.h. A message is a head followed by its body, over a stream socket. The head of an
 * answer can carry the descriptor of an opened file. */
#include "engine/host/broker.h"
#include "engine/base/check.h"

#include "engine/host/filter.h"
#include "engine/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASK_OPEN = 1, ASK_SERVICE = 2 };

struct head {
  int32_t what; /* ASK_*; in an answer, 0 or -errno */
  uint32_t len;
};

struct broker {
  int fd;
  pid_t pid;
};

/* ---- messages ---- */

static bool send_all(int fd, const void *p, size_t n) {
  const char *at = p;
  while (n) {
    struct iovec io = {(void *)(uintptr_t)at, n};
    struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1};
    ssize_t w = sendmsg(fd, &m, MSG_NOSIGNAL); /* no SIGPIPE if the broker has died */
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return false;
    at += w;
    n -= (size_t)w;
  }
  return true;
}

static bool receive_all(int fd, void *p, size_t n) {
  char *at = p;
  while (n) {
    ssize_t r = read(fd, at, n);
    if (r < 0 && errno == EINTR) continue;
    if (r <= 0) return false;
    at += r;
    n -= (size_t)r;
  }
  return true;
}

union control {
  struct cmsghdr head;
  char space[CMSG_SPACE(sizeof(int))];
};

static struct msghdr message(struct iovec *io, union control *c, size_t control) {
  return (struct msghdr){.msg_iov = io,
                         .msg_iovlen = 1,
                         .msg_control = control ? c->space : NULL,
                         .msg_controllen = control};
}

/* Sends the head, with the descriptor `carried` unless it is -1. */
static bool send_head(int fd, struct head h, int carried) {
  struct iovec io = {&h, sizeof h};
  union control c = {0};
  struct msghdr m = message(&io, &c, carried >= 0 ? sizeof c.space : 0);
  ssize_t n;
  INVARIANT(carried < 0 || fcntl(carried, F_GETFD) >= 0, "a descriptor that is sent is open: %d",
            carried);
  if (carried >= 0) {
    c.head = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(sizeof carried), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&c.head), &carried, sizeof carried);
  }
  while ((n = sendmsg(fd, &m, MSG_NOSIGNAL)) < 0 && errno == EINTR) continue;
  return n == sizeof h;
}

static bool receive_head(int fd, struct head *h, int *carried) {
  struct iovec io = {h, sizeof *h};
  union control c = {0};
  struct msghdr m = message(&io, &c, sizeof c.space);
  ssize_t n;
  *carried = -1;
  while ((n = recvmsg(fd, &m, MSG_CMSG_CLOEXEC | MSG_WAITALL)) < 0 && errno == EINTR) continue;
  if (n != sizeof *h) return false;
  if (CMSG_FIRSTHDR(&m) && CMSG_FIRSTHDR(&m)->cmsg_type == SCM_RIGHTS)
    memcpy(carried, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof *carried);
  return true;
}

/* ---- the broker's process ---- */

struct server {
  const struct broker_duty *duty;
  int fd;
};

static void serve_open(struct server *s, const char *path) {
  bool allowed = s->duty->allows(s->duty->allows_self, path);
  int fd = allowed ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
  int why = fd >= 0 ? 0 : allowed ? -errno : -EACCES;
  if (!send_head(s->fd, (struct head){why, 0}, fd)) _exit(1);
  if (fd >= 0) close(fd);
}

static void serve_request(struct server *s, const char *in, size_t n) {
  int file = -1;
  char *out = s->duty->service ? s->duty->service(s->duty->service_self, in, n, &file) : NULL;
  size_t len = out ? strlen(out) : 0;
  if (!send_head(s->fd, (struct head){out ? 0 : -EINVAL, (uint32_t)len}, file) ||
      !send_all(s->fd, out, len))
    _exit(1);
  if (file >= 0) close(file);
  free(out);
}

/* Replaces the standard input by the descriptor that came with a request. The other process may
 * have moved the program's input to memory meanwhile (natives/io/files.c). */
static void take_input(int carried) {
  if (carried < 0) return;
  dup2(carried, STDIN_FILENO);
  close(carried);
}

static void serve(struct server *s) {
  struct head h;
  int carried;
  while (receive_head(s->fd, &h, &carried)) {
    char *body = mem_alloc((size_t)h.len + 1);
    take_input(carried);
    if (!receive_all(s->fd, body, h.len)) break;
    if (h.what == ASK_OPEN)
      serve_open(s, body);
    else
      serve_request(s, body, h.len);
    free(body);
  }
  _exit(0);
}

/* Ignores interrupts, because the other process handles them. */
static void become_broker(struct server *s, pid_t parent) {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGALRM, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  serve(s);
}

/* ---- the filtered process ---- */

static int fork_broker(struct server *s, struct broker *b, struct error *err) {
  int ends[2];
  pid_t self = getpid();
  sigset_t all, before;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return error_set(err, ERR_INTERNAL, "socketpair: %s", strerror(errno));
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  b->pid = fork();
  if (b->pid == 0) {
    close(ends[0]);
    s->fd = ends[1];
    sigprocmask(SIG_SETMASK, &before, NULL);
    become_broker(s, self);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  b->fd = ends[0];
  return b->pid < 0 ? error_set(err, ERR_INTERNAL, "fork: %s", strerror(errno)) : 0;
}

int broker_enter(const struct broker_duty *duty, struct broker **out, struct error *err) {
  struct server s = {.duty = duty};
  struct broker *b = mem_alloc(sizeof *b);
  int rc = fork_broker(&s, b, err);
  *out = b;
  if (rc) return rc;
  rc = filter_enter();
  return rc < 0 ? error_set(err, ERR_INTERNAL, "the system call filter: %s", strerror(errno)) : 0;
}

void broker_free(struct broker *b) {
  if (!b) return;
  if (b->fd >= 0) close(b->fd);
  while (b->pid > 0 && waitpid(b->pid, NULL, 0) < 0 && errno == EINTR) continue;
  free(b);
}

int broker_open(struct broker *b, const char *path) {
  struct head h = {ASK_OPEN, (uint32_t)strlen(path)};
  int fd;
  CHECK(b->fd >= 0 && b->pid > 0, "only a process with a broker asks it: %s", path);
  if (!send_head(b->fd, h, -1) || !send_all(b->fd, path, h.len) || !receive_head(b->fd, &h, &fd))
    return -EIO;
  return h.what ? h.what : fd;
}

char *broker_request(struct broker *b, const char *in, size_t n, int *file) {
  struct head h = {ASK_SERVICE, (uint32_t)n};
  int fd = -1;
  char *out;
  if (file) *file = -1;
  if (!send_head(b->fd, h, fcntl(STDIN_FILENO, F_GETFD) >= 0 ? STDIN_FILENO : -1) ||
      !send_all(b->fd, in, n) || !receive_head(b->fd, &h, &fd))
    return NULL;
  if (file)
    *file = fd;
  else if (fd >= 0)
    close(fd);
  if (h.what) return NULL;
  out = mem_alloc((size_t)h.len + 1);
  if (receive_all(b->fd, out, h.len)) return out;
  free(out);
  return NULL;
}
