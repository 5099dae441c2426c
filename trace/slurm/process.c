/* Runs a program, with a time limit, and captures its output. */
#include "trace/slurm/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/clock.h"

extern char **environ;

/* Returns the environment without the variables whose names begin with `hidden`. The caller frees
 * the array but not the texts. */
static char **environment_without(const char *hidden) {
  size_t n = 0, k = 0;
  char **e;
  while (environ[n]) n++;
  e = mem_alloc((n + 1) * sizeof *e);
  for (size_t i = 0; i < n; i++)
    if (!hidden || strncmp(environ[i], hidden, strlen(hidden)) != 0) e[k++] = environ[i];
  return e;
}

/* Starts the program with its output connected to the pipes. Returns 0 or an errno value. */
static int process_spawn(char *const *argv, const char *hidden, const int *fds, pid_t *pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attr;
  char **env = environment_without(hidden);
  sigset_t set;
  int r;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, fds[1], 1);
  posix_spawn_file_actions_adddup2(&files, fds[3], 2);
  posix_spawnattr_init(&attr);
  posix_spawnattr_setflags(&attr,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attr, 0);
  sigemptyset(&set);
  posix_spawnattr_setsigmask(&attr, &set);
  sigfillset(&set);
  posix_spawnattr_setsigdefault(&attr, &set);
  r = posix_spawnp(pid, argv[0], &files, &attr, argv, env);
  posix_spawnattr_destroy(&attr);
  posix_spawn_file_actions_destroy(&files);
  free(env);
  return r;
}

/* Reads what is available. Returns true at the end of the pipe, or on an error. */
static bool process_read(int fd, struct text *into) {
  char buf[65536];
  ssize_t n = read(fd, buf, sizeof buf);
  if (n > 0) text_add(into, buf, (size_t)n);
  return n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
}

/* Reads both pipes to the end. Returns false if this took longer than `seconds`. */
static bool process_listen(const int *fds, double seconds, struct text *out, struct text *said) {
  struct pollfd p[2] = {{.fd = fds[0], .events = POLLIN}, {.fd = fds[2], .events = POLLIN}};
  double end = clock_seconds() + seconds;
  while (p[0].fd >= 0 || p[1].fd >= 0) {
    double left = end - clock_seconds();
    if (left <= 0) return false;
    if (poll(p, 2, (int)(left * 1000) + 1) <= 0) continue;
    if (p[0].revents && process_read(fds[0], out)) p[0].fd = -1;
    if (p[1].revents && process_read(fds[2], said)) p[1].fd = -1;
  }
  return true;
}

int process_run(char *const *argv, const char *hidden, double seconds, struct text *out,
                struct text *said) {
  int fds[4] = {-1, -1, -1, -1}, status = 0, r;
  bool in_time = true;
  pid_t pid = 0;
  text_add(out, "", 0);
  text_add(said, "", 0);
  if (pipe2(fds, O_CLOEXEC) || pipe2(fds + 2, O_CLOEXEC))
    r = errno;
  else
    r = process_spawn(argv, hidden, fds, &pid);
  if (fds[1] >= 0) close(fds[1]);
  if (fds[3] >= 0) close(fds[3]);
  if (!r) {
    in_time = process_listen(fds, seconds, out, said);
    if (!in_time) kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  if (fds[0] >= 0) close(fds[0]);
  if (fds[2] >= 0) close(fds[2]);
  if (r) return r == ENOENT || r == EACCES ? PROCESS_NOT_THERE : PROCESS_DIED;
  if (!in_time) return PROCESS_LATE;
  return WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_DIED;
}
