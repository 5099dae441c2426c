/* Starts, watches and kills JVMs. See jvm_process.h. */
#include "trace/jvm_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLL_NS = 2000000 };

static void run_child(char **argv, char **environment, const char *input, const char *output) {
  int in = open(input, O_RDONLY | O_CLOEXEC);
  int out = output ? open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  setpgid(0, 0);
  if (in >= 0) dup2(in, STDIN_FILENO);
  if (out >= 0) {
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
  }
  execve(argv[0], argv, environment);
  fprintf(stderr, "heddle: cannot run %s: %s\n", argv[0], strerror(errno));
  _exit(127);
}

int jvm_process_start(char **argv, char **environment, const char *input, const char *output,
                      pid_t *child, struct error *err) {
  fflush(NULL);
  *child = fork();
  if (!*child) run_child(argv, environment, input, output);
  if (*child < 0)
    return error_set(err, ERR_INTERNAL, "cannot start a process: %s", strerror(errno));
  setpgid(*child, *child);
  return 0;
}

bool jvm_process_ended(pid_t child, int *status) {
  return waitpid(child, status, WNOHANG) == child;
}

void jvm_process_kill(pid_t child) {
  int status;
  kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
}

void jvm_process_nap(void) {
  struct timespec pause = {.tv_nsec = POLL_NS};
  nanosleep(&pause, NULL);
}
