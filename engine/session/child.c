/* The child of a forked check, and the records that it sends: a header of two words (kind, bytes of
 * the body) and the body. Both ends run the same program, so bodies are copied as they are in
 * memory. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "engine/session/bounded_check.h"
#include "engine/vm/machine.h"

enum {
  RECORD_PROGRESS = 0x70726f67,
  RECORD_RESULT = 0x72736c74,
  RECORD_FOUND = 0x666f756e,
  RECORD_RUNG = 0x72756e67
};

struct record {
  uint32_t kind, bytes;
};

/* ---- sending ---- */

static void send_all(int fd, const char *p, size_t n) {
  while (n) {
    ssize_t w = write(fd, p, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) _exit(3); /* the session no longer reads */
    p += w;
    n -= (size_t)w;
  }
}

static void send_record(int fd, uint32_t kind, const struct text *body) {
  struct record h = {kind, (uint32_t)body->len};
  struct text t = {0};
  text_add(&t, (const char *)&h, sizeof h);
  text_add(&t, body->s, body->len);
  send_all(fd, t.s, t.len);
  text_release(&t);
}

void session_child_report(void *fd, const struct search_report *r) {
  struct text t = {0};
  text_add(&t, (const char *)r, sizeof *r);
  send_record(*(int *)fd, RECORD_PROGRESS, &t);
  text_release(&t);
}

static void put_text(struct text *t, const char *s) {
  uint32_t n = s ? (uint32_t)strlen(s) + 1 : 0;
  text_add(t, (const char *)&n, sizeof n);
  if (n) text_add(t, s, n);
}

static void send_result(int fd, uint32_t kind, const struct search_report *r,
                        const struct choice *choices, uint32_t count, const struct schedule *s,
                        const char *failure) {
  struct text t = {0};
  text_add(&t, (const char *)r, sizeof *r);
  text_add(&t, (const char *)&count, sizeof count);
  if (count) text_add(&t, (const char *)choices, count * sizeof *choices);
  put_text(&t, s ? s->property : NULL);
  put_text(&t, s ? s->message : NULL);
  put_text(&t, failure);
  send_record(fd, kind, &t);
  text_release(&t);
}

void session_child_result(int fd, const struct search_report *r, const struct choice *choices,
                          uint32_t count, const struct schedule *s, const char *failure) {
  send_result(fd, RECORD_RESULT, r, choices, count, s, failure);
}

void session_child_found(int fd, uint32_t property, const struct choice *choices, uint32_t count,
                         const struct schedule *s) {
  send_result(fd, RECORD_FOUND, &(struct search_report){.errors = property}, choices, count, s,
              NULL);
}

void session_child_rung(int fd, uint32_t property, uint32_t depth) {
  uint32_t words[] = {property, depth};
  struct text t = {0};
  text_add(&t, (const char *)words, sizeof words);
  send_record(fd, RECORD_RUNG, &t);
  text_release(&t);
}

/* ---- the child ---- */

static void close_all_but(int fd) {
  int i, max = (int)sysconf(_SC_OPEN_MAX), null = open("/dev/null", O_RDWR);
  for (i = 0; i < 3 && null >= 0; i++) dup2(null, i);
  if (fd > 3 && close_range(3, (unsigned)fd - 1, 0) == 0 &&
      close_range((unsigned)fd + 1, ~0u, 0) == 0)
    return;
  if (max < 0 || max > 65536) max = 65536;
  for (i = 3; i < max; i++)
    if (i != fd) close(i);
}

static void alone(int *fd) {
  static const int defaults[] = {SIGTERM, SIGQUIT, SIGSEGV,  SIGBUS,  SIGABRT, SIGFPE,
                                 SIGILL,  SIGCHLD, SIGWINCH, SIGALRM, SIGCONT};
  static const int ignored[] = {SIGINT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGPIPE};
  sigset_t none;
  size_t i;
  for (i = 0; i < COUNT(defaults); i++) signal(defaults[i], SIG_DFL);
  for (i = 0; i < COUNT(ignored); i++) signal(ignored[i], SIG_IGN);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (*fd < 3) *fd = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
  close_all_but(*fd);
}

static void quiet(struct engine *e, const struct session_check *k) {
  e->search = NULL; /* a copy of the debugger's search, which the child does not use */
  e->vm->sched.stop = NULL;
  e->vm->opt.out_fd = e->vm->opt.err_fd = -1;
  session_check_listen(e, k);
  e->x.keep_events = false;
  e->x.match_h = e->x.match_h && (k->options.properties & PROP_RACE || e->vm->opt.stale_reads);
  if (e->x.memory_limit) e->x.memory_limit += e->x.held_bytes;
}

/* The schedule that the search returns starts at the root. The choices sent start at the check's
 * node. */
static void search_child(struct engine *e, const struct session_check *k, int fd) {
  struct search_options o;
  struct search_report report = {0};
  struct schedule found = {0};
  struct error err = {0};
  uint32_t skip = k->depth_from, count;
  search_options_init(&o);
  o.search = k->search;
  o.depth = k->options.depth;
  o.seconds = k->options.seconds;
  o.max_states = k->options.max_states;
  o.seed = k->options.seed ? k->options.seed : e->opt.seed;
  if (k->options.heuristic) o.heuristic = k->options.heuristic;
  o.all_errors = k->options.all_errors;
  explorer_go(&e->x, k->from);
  if (engine_search(e, &o, NULL, session_child_report, &fd, &report, &found, &err)) {
    char *why =
        mem_printf("%s: %s", err.code == ERR_INTERNAL ? "internal error" : "inconclusive", err.msg);
    session_child_result(fd, &report, NULL, 0, NULL, why);
    return;
  }
  count = found.property && found.count > skip ? found.count - skip : 0;
  session_child_result(fd, &report, found.choices + (count ? skip : 0), count, &found, NULL);
}

void session_child(struct engine *e, struct session_check *k, int fd) {
  alone(&fd);
  quiet(e, k);
  if (k->options.kind == CHECK_NEAREST)
    nearest_child(e, k, fd);
  else if (k->options.kind == CHECK_REPAIR)
    repair_child(e, k, fd);
  else if (k->options.kind == CHECK_LADDER)
    ladder_child(e, k, fd);
  else
    search_child(e, k, fd);
  _exit(0);
}

/* ---- receiving ---- */

struct cursor {
  const char *p, *end;
};

static bool child_take(struct cursor *c, void *out, size_t n) {
  if ((size_t)(c->end - c->p) < n) return false;
  memcpy(out, c->p, n);
  c->p += n;
  return true;
}

static char *take_text(struct cursor *c) {
  uint32_t n = 0;
  char *s;
  if (!child_take(c, &n, sizeof n) || !n || (size_t)(c->end - c->p) < n) return NULL;
  s = mem_alloc(n);
  child_take(c, s, n);
  return s;
}

static void read_result(struct cursor *c, struct check_result *out) {
  child_take(c, &out->report, sizeof out->report);
  child_take(c, &out->count, sizeof out->count);
  if ((size_t)(c->end - c->p) / sizeof *out->choices < out->count) out->count = 0;
  out->choices = mem_alloc((out->count + 1u) * sizeof *out->choices);
  child_take(c, out->choices, out->count * sizeof *out->choices);
  out->property = take_text(c);
  out->message = take_text(c);
  out->failure = take_text(c);
}

int check_result_read(struct session_check *k, struct check_result *out) {
  struct text *in = &k->in;
  struct record h;
  size_t used = 0;
  int found = CHECK_READ_NONE;
  while (!found && in->len - used >= sizeof h) {
    struct cursor c = {in->s + used, in->s + in->len};
    uint32_t words[2];
    child_take(&c, &h, sizeof h);
    if ((size_t)(c.end - c.p) < h.bytes) break;
    c.end = c.p + h.bytes;
    if (h.kind == RECORD_PROGRESS) child_take(&c, &k->report, sizeof k->report);
    if (h.kind == RECORD_RUNG && child_take(&c, words, sizeof words))
      ladder_rung(k, words[0], words[1]);
    if (h.kind == RECORD_RESULT || h.kind == RECORD_FOUND) {
      read_result(&c, out);
      found = h.kind == RECORD_RESULT ? CHECK_READ_RESULT : CHECK_READ_FOUND;
    }
    used += sizeof h + h.bytes;
  }
  if (used) memmove(in->s, in->s + used, in->len - used);
  in->len -= used;
  return found;
}

void check_result_release(struct check_result *r) {
  free(r->choices);
  free(r->property);
  free(r->message);
  free(r->failure);
}
