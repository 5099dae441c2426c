/* Bounded checks from a node, each in a forked child (soundness rule 25, children share nothing).
 * The child shares the arena copy-on-write, cannot disturb the debugger's tree, runs in parallel
 * and can be killed. It sends its progress and its result through a pipe; child.c is the child's
 * side. A counterexample counts only after this process has executed the counterexample's choices
 * below the node and found the same error. */
#include "engine/session/bounded_check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/vm/machine.h"

/* ---- starting ---- */

static uint32_t properties_of(const struct engine *e, const struct check_options *o) {
  return o->properties ? o->properties : e->opt.properties;
}

static int validate(struct engine *e, node_id from, const struct check_options *o,
                    struct error *err) {
  uint32_t p = properties_of(e, o);
  const char *search = o->search ? o->search : "dfs";
  if (!node_valid(e, from)) return error_set(err, ERR_NOTFOUND, "no node %u", from);
  if (o->kind == CHECK_REPAIR && (!o->repair || !xnode(&e->x, from)->violation))
    return error_set(err, ERR_INPUT, "there is no error at node %u to repair", from);
  if (o->kind != CHECK_SEARCH && o->kind != CHECK_LADDER) return 0;
  if (xnode(&e->x, from)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED))
    return error_set(err, ERR_INPUT, "the path ends at node %u: there is nothing to check below it",
                     from);
  if (!search_find(search)) return search_unknown(search, err);
  if (search_find(search)->cuts)
    return error_set(err, ERR_USAGE, "the search '%s' cannot be combined with bounded checks",
                     search);
  if (o->heuristic && !heuristic_find(o->heuristic)) return heuristic_unknown(o->heuristic, err);
  if (search_find(search)->ranks && !e->targets.len)
    return error_set(err, ERR_USAGE, "the search '%s' needs marks", search);
  if (p & ~e->opt.properties)
    return error_set(err, ERR_USAGE, "this session does not check all of these properties");
  return o->kind == CHECK_SEARCH && engine_bad_reduction(e->opt.por, p)
             ? error_set(err, ERR_USAGE, "--por sync %s", engine_bad_reduction(e->opt.por, p))
             : 0;
}

static struct session_check *check_new(struct engine *e, node_id from,
                                       const struct check_options *o) {
  struct session_check *k = mem_alloc(sizeof *k);
  k->id = (uint32_t)e->checks.len + 1;
  k->from = from;
  k->depth_from = xnode(&e->x, from)->depth;
  k->options = *o;
  k->options.search = k->search = mem_strdup(o->search ? o->search : "dfs");
  k->options.repair = k->repair = o->repair ? mem_strdup(o->repair) : NULL;
  k->options.heuristic = o->heuristic ? heuristic_find(o->heuristic)->name : NULL;
  k->options.properties = properties_of(e, o);
  k->state = CHECK_RUNNING;
  k->verdict = mem_strdup("running");
  k->error_node = NODE_NONE;
  return k;
}

static void check_free(struct session_check *k) {
  free(k->search);
  free(k->repair);
  free(k->verdict);
  free(k->explored);
  vec_free(&k->errors);
  free(k);
}

/* Blocks signals until the child has installed its own dispositions, because the session's handlers
 * must not run in the child. */
static pid_t fork_child(struct engine *e, struct session_check *k, int fd) {
  sigset_t all, before;
  pid_t pid;
  sigfillset(&all);
  fflush(NULL);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid = fork();
  if (pid == 0) session_child(e, k, fd);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return pid;
}

int engine_check_start(struct engine *e, node_id from, const struct check_options *o, uint32_t *id,
                       struct error *err) {
  struct session_check *k;
  int fd[2];
  if (validate(e, from, o, err)) return err->code;
  if (pipe2(fd, O_CLOEXEC)) return error_set(err, ERR_INTERNAL, "pipe: %s", strerror(errno));
  k = check_new(e, from, o);
  k->pid = fork_child(e, k, fd[1]);
  close(fd[1]);
  if (k->pid < 0) {
    int why = errno;
    close(fd[0]);
    check_free(k);
    return error_set(err, ERR_MEMORY, "fork: %s", strerror(why));
  }
  k->fd = fd[0];
  fcntl(k->fd, F_SETFL, O_NONBLOCK);
  xnode(&e->x, from)->pins++;
  *vec_push(&e->checks) = k;
  CHECK(k->id == e->checks.len, "a check is found by its number: %u", k->id);
  if (id) *id = k->id;
  return 0;
}

/* ---- ending ---- */

static void reap(struct engine *e, struct session_check *k, int *status) {
  *status = 0;
  close(k->fd);
  k->fd = -1;
  while (waitpid(k->pid, status, 0) < 0 && errno == EINTR) continue;
  k->pid = 0;
  text_release(&k->in);
  CHECK(node_valid(e, k->from) && xnode(&e->x, k->from)->pins,
        "the node of a running check is pinned: node %u", k->from);
  xnode(&e->x, k->from)->pins--;
}

void session_check_decide(struct session_check *k, int state, char *verdict) {
  free(k->verdict);
  k->verdict = verdict;
  k->state = state;
}

void engine_check_kill(struct engine *e, uint32_t id) {
  struct session_check *k = id && id <= e->checks.len ? e->checks.data[id - 1] : NULL;
  int status;
  if (!k || !k->pid) return;
  kill(k->pid, SIGKILL);
  reap(e, k, &status);
  session_check_decide(k, CHECK_KILLED,
                       mem_printf("killed after %llu state%s", (unsigned long long)k->report.states,
                                  PLURAL(k->report.states)));
}

void session_checks_free(struct engine *e) {
  size_t i;
  for (i = 0; i < e->checks.len; i++) {
    struct session_check *k = e->checks.data[i];
    if (k->pid) engine_check_kill(e, k->id);
    check_free(k);
  }
  vec_free(&e->checks);
}

/* ---- the verdict ---- */

/* Returns "error", or the names of the properties if not all were checked. */
static char *looked_for(const struct session_check *k) {
  uint32_t p = k->options.properties, all = PROP_DEFAULT;
  return (p & all) == all || !(p & all) ? mem_strdup("error") : engine_properties_text(p, " or ");
}

static bool is_exhaustive(const char *search) {
  return !strcmp(search, "dfs") || !strcmp(search, "bmc");
}

/* Returns whether the space within the bound on depth was explored completely: by an exhaustive
 * search that only this bound has limited. */
static bool only_depth(const struct session_check *k) {
  return is_exhaustive(k->search) && k->report.cause == CAUSE_DEPTH;
}

static void no_error(struct session_check *k) {
  char *what = looked_for(k);
  if (k->report.status == SEARCH_DONE && k->report.complete)
    session_check_decide(k, CHECK_NO_ERROR,
                         mem_printf("no %s (all %llu state%s below %s explored)", what,
                                    (unsigned long long)k->report.states, PLURAL(k->report.states),
                                    k->report.states == 1 ? "was" : "were"));
  else if (only_depth(k))
    session_check_decide(
        k, CHECK_NO_ERROR,
        mem_printf("no %s within %s (complete within the bound)", what, k->report.reason));
  else
    session_check_decide(
        k, CHECK_INCONCLUSIVE,
        mem_printf("inconclusive: %s", k->report.reason[0] ? k->report.reason : "not complete"));
  free(what);
}

/* The properties that are on decide what counts as a violation and where a step ends. So the nodes
 * of a check with fewer properties than the session's must not be mixed up with those of the
 * session or of other checks. Each set of properties gets its own generation. */
enum { OF_CHECK = 1 << 29, OF_PROPERTIES = 20 };

void session_check_listen(struct engine *e, const struct session_check *k) {
  uint32_t p = k->options.properties;
  if (p == e->vm->opt.properties) return;
  e->x.generation |= OF_CHECK | p << OF_PROPERTIES;
  e->vm->opt.properties = p;
  e->vm->sched.apart |= vm_needs_apart(p);
}

int session_check_execute(struct engine *e, struct session_check *k, node_id from,
                          const struct choice *c, uint32_t count, struct error *err) {
  uint32_t generation = e->x.generation, properties = e->vm->opt.properties, i;
  bool apart = e->vm->sched.apart;
  node_id n = from;
  int r = 0;
  session_check_listen(e, k);
  explorer_go(&e->x, from);
  for (i = 0; i < count && !r; i++) r = engine_take(e, c[i], &n, err);
  e->vm->opt.properties = properties;
  e->vm->sched.apart = apart;
  e->x.generation = generation;
  CHECK(r || xnode(&e->x, n)->depth == xnode(&e->x, from)->depth + count,
        "each choice of a check is a step: %u", count);
  if (!r) k->error_node = n;
  return r;
}

static void not_again(struct session_check *k, const char *why) {
  k->error_node = NODE_NONE;
  session_check_decide(
      k, CHECK_INCONCLUSIVE,
      mem_printf("internal error: the counterexample cannot be reproduced: %s", why));
}

static void pin_error(struct engine *e, struct session_check *k, const struct check_result *r) {
  struct session_visit here = session_visit(e);
  struct violation_info v;
  struct error err = {0};
  int rc = session_check_execute(e, k, k->from, r->choices, r->count, &err);
  if (!rc && !strcmp(r->property, engine_property_name(PROP_HANG))) rc = engine_hang(e, &err);
  session_return(e, here);
  if (rc) {
    not_again(k, err.msg);
  } else if (!r->count || engine_violation(e, k->error_node, &v)) {
    not_again(k, "its last state shows no error");
  } else if (strcmp(v.property_name, r->property) != 0 || strcmp(v.message, r->message) != 0) {
    not_again(k, v.message);
  } else {
    char *more = k->report.errors > 1 ? mem_printf(", %u errors in total", k->report.errors)
                                      : mem_strdup("");
    xnode(&e->x, k->error_node)->pins++;
    session_check_decide(
        k, CHECK_ERROR,
        mem_printf("error: %s @ %s in %u step%s%s", v.message, v.location ? v.location : "?",
                   r->count, PLURAL(r->count), more));
    free(more);
  }
}

static void check_finish(struct engine *e, struct session_check *k, const struct check_result *r) {
  k->report = r->report;
  if (r->failure)
    session_check_decide(k, CHECK_INCONCLUSIVE, mem_printf("%s", r->failure));
  else if (k->options.kind == CHECK_NEAREST)
    nearest_finish(e, k, r);
  else if (k->options.kind == CHECK_REPAIR)
    repair_finish(e, k, r);
  else if (k->options.kind == CHECK_LADDER)
    ladder_finish(e, k, r);
  else if (r->property)
    pin_error(e, k, r);
  else
    no_error(k);
}

/* Sets the verdict if the child ended without a result. */
static void died(struct session_check *k, int status) {
  if (WIFSIGNALED(status))
    session_check_decide(
        k, CHECK_INCONCLUSIVE,
        mem_printf("inconclusive: the check's process was killed by signal %d (%s)",
                   WTERMSIG(status), strsignal(WTERMSIG(status))));
  else
    session_check_decide(
        k, CHECK_INCONCLUSIVE,
        mem_printf("inconclusive: the check's process ended with status %d and no result",
                   WEXITSTATUS(status)));
}

/* ---- polling ---- */

static bool read_some(struct session_check *k, bool *end) {
  char buf[4096];
  bool any = false;
  ssize_t n;
  *end = false;
  for (;;) {
    n = read(k->fd, buf, sizeof buf);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text_add(&k->in, buf, (size_t)n);
    any = true;
  }
  *end = n == 0 || (n < 0 && errno != EAGAIN);
  return any;
}

/* Returns true if the result was among the bytes read. */
static bool poll_records(struct engine *e, struct session_check *k, struct check_result *r) {
  int kind;
  while ((kind = check_result_read(k, r)) == CHECK_READ_FOUND) {
    ladder_found(e, k, r);
    check_result_release(r);
    memset(r, 0, sizeof *r);
  }
  return kind == CHECK_READ_RESULT;
}

static bool poll_one(struct engine *e, struct session_check *k) {
  struct check_result r = {0};
  bool end, any = read_some(k, &end), done;
  int status;
  if (!any && !end) return false;
  done = poll_records(e, k, &r);
  if (!end && !done) return any;
  reap(e, k, &status);
  if (done)
    check_finish(e, k, &r);
  else
    died(k, status);
  check_result_release(&r);
  return true;
}

bool engine_checks_poll(struct engine *e) {
  bool changed = false;
  size_t i;
  for (i = 0; i < e->checks.len; i++)
    if (e->checks.data[i]->pid) changed |= poll_one(e, e->checks.data[i]);
  return changed;
}

int engine_check_wait(struct engine *e, uint32_t id, volatile int *stop) {
  struct session_check *k = id && id <= e->checks.len ? e->checks.data[id - 1] : NULL;
  if (!k) return ERR_NOTFOUND;
  while (k->pid && !(stop && *stop)) {
    struct pollfd p = {.fd = k->fd, .events = POLLIN};
    poll(&p, 1, 100);
    poll_one(e, k);
  }
  return 0;
}

/* ---- queries ---- */

uint32_t engine_check_count(const struct engine *e) { return (uint32_t)e->checks.len; }

int engine_check(struct engine *e, uint32_t index, struct check_info *out) {
  const struct session_check *k;
  memset(out, 0, sizeof *out);
  if (index >= e->checks.len) return ERR_NOTFOUND;
  k = e->checks.data[index];
  *out = (struct check_info){.id = k->id,
                             .from = k->from,
                             .state = k->state,
                             .options = k->options,
                             .states = k->report.states,
                             .transitions = k->report.transitions,
                             .seconds = k->report.seconds,
                             .max_depth = k->report.max_depth,
                             .verdict = mem_strdup(k->verdict),
                             .error_node = k->error_node,
                             .errors = k->errors.data,
                             .error_count = (uint32_t)k->errors.len,
                             .explored = k->explored,
                             .common = k->common,
                             .whole = k->whole};
  if (k->options.kind == CHECK_LADDER) out->options.depth = k->rung;
  return 0;
}

void engine_check_release(struct check_info *c) {
  free(c->verdict);
  c->verdict = NULL;
}
