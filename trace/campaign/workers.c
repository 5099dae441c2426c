/* Forks worker processes, collects their results, and kills those that take too long. */
#include "trace/campaign/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "trace/message.h"

void workers_init(struct workers *p, uint32_t size) {
  p->slots = mem_alloc(size * sizeof *p->slots);
  p->size = size;
  p->busy = 0;
}

/* ---- the child ---- */

/* The code of the worker process. It ignores SIGINT because the parent handles that signal. */
static void child(pid_t parent, int fd, worker_work *work, void *self, size_t cell, size_t seed) {
  static const int defaults[] = {SIGTERM, SIGHUP, SIGCHLD};
  json_t *answer;
  sigset_t none;
  size_t i;
  for (i = 0; i < COUNT(defaults); i++) signal(defaults[i], SIG_DFL);
  signal(SIGINT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  answer = work(self, cell, seed);
  _exit(answer && message_send(fd, answer) ? 0 : 1);
}

static struct worker *free_slot(struct workers *p) {
  uint32_t i;
  for (i = 0; i < p->size; i++)
    if (!p->slots[i].pid) return &p->slots[i];
  return NULL;
}

/* Forks a worker. Signals are blocked until the worker has set its own dispositions, because the
 * parent's handlers must not run in it. */
static pid_t fork_child(int fd, int close_fd, worker_work *work, void *self, size_t cell,
                        size_t seed) {
  sigset_t all, before;
  pid_t pid, parent = getpid();
  sigfillset(&all);
  fflush(NULL);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid = fork();
  if (!pid) {
    if (close_fd >= 0) close(close_fd);
    child(parent, fd, work, self, cell, seed);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  return pid;
}

int workers_start(struct workers *p, size_t cell, size_t seed, double seconds, int close_fd,
                  worker_work *work, void *self, struct error *err) {
  struct worker *s = free_slot(p);
  int fd[2];
  pid_t pid;
  if (!s) return error_set(err, ERR_INTERNAL, "all workers are busy");
  if (pipe2(fd, O_CLOEXEC)) return error_set(err, ERR_MEMORY, "pipe: %s", strerror(errno));
  pid = fork_child(fd[1], close_fd, work, self, cell, seed);
  close(fd[1]);
  if (pid < 0) {
    int why = errno;
    close(fd[0]);
    return error_set(err, ERR_MEMORY, "fork: %s", strerror(why));
  }
  fcntl(fd[0], F_SETFL, O_NONBLOCK);
  *s = (struct worker){
      .pid = pid, .fd = fd[0], .deadline = clock_seconds() + seconds, .cell = cell, .seed = seed};
  p->busy++;
  CHECK(p->busy <= p->size, "a worker has a place of its own: %u of %u", p->busy, p->size);
  return 0;
}

/* ---- waiting ---- */

/* Reads the data that is available. Returns true at the end of the pipe, or on an error. */
static bool read_some(struct worker *s) {
  char buf[65536];
  ssize_t n;
  for (;;) {
    n = read(s->fd, buf, sizeof buf);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0 || errno != EAGAIN;
    text_add(&s->in, buf, (size_t)n);
  }
}

static void reap(struct workers *p, struct worker *s, int *status) {
  CHECK(p->busy && s->pid, "a worker that ended was busy: %u", p->busy);
  *status = 0;
  close(s->fd);
  while (waitpid(s->pid, status, 0) < 0 && errno == EINTR) continue;
  s->pid = 0;
  p->busy--;
}

static char *how_it_died(const struct worker *s, int status) {
  if (s->late) return mem_strdup("it did not end at its time limit and was killed");
  if (WIFSIGNALED(status))
    return mem_printf("its process was killed by signal %d (%s)", WTERMSIG(status),
                      strsignal(WTERMSIG(status)));
  return mem_printf("its process ended with status %d and no result", WEXITSTATUS(status));
}

static int workers_finish(struct workers *p, struct worker *s, worker_ended *ended, void *self,
                          struct error *err) {
  json_t *answer;
  char *how;
  int status, r;
  reap(p, s, &status);
  answer = s->in.len && WIFEXITED(status) && !WEXITSTATUS(status)
               ? json_loadb(s->in.s, s->in.len, 0, NULL)
               : NULL;
  how = answer ? NULL : how_it_died(s, status);
  r = ended(self, s->cell, s->seed, answer, how, err);
  json_decref(answer);
  free(how);
  text_release(&s->in);
  return r;
}

/* Kills workers that are past their deadlines, so that their pipes end. */
static void end_late(struct workers *p, double t) {
  uint32_t i;
  for (i = 0; i < p->size; i++)
    if (p->slots[i].pid && !p->slots[i].late && t > p->slots[i].deadline) {
      p->slots[i].late = true;
      kill(p->slots[i].pid, SIGKILL);
    }
}

int workers_wait(struct workers *p, int ms, worker_ended *ended, void *self, struct error *err) {
  struct pollfd *fds = mem_alloc((p->size + 1) * sizeof *fds);
  uint32_t i;
  int r = 0;
  end_late(p, clock_seconds());
  for (i = 0; i < p->size; i++)
    fds[i] = (struct pollfd){.fd = p->slots[i].pid ? p->slots[i].fd : -1, .events = POLLIN};
  if (poll(fds, p->size, ms) > 0)
    for (i = 0; i < p->size && !r; i++)
      if (fds[i].revents && read_some(&p->slots[i]))
        r = workers_finish(p, &p->slots[i], ended, self, err);
  free(fds);
  return r;
}

void workers_release(struct workers *p) {
  uint32_t i;
  int status;
  for (i = 0; i < p->size; i++)
    if (p->slots[i].pid) kill(p->slots[i].pid, SIGKILL);
  for (i = 0; i < p->size; i++) {
    if (p->slots[i].pid) reap(p, &p->slots[i], &status);
    text_release(&p->slots[i].in);
  }
  free(p->slots);
  p->slots = NULL;
}
