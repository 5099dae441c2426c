/* Forks a process that returns a JSON object through a pipe. See child.h. */
#include "tui/cli/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/message.h"

static int child_run(json_t *(*work)(void *self), void *self, int fd) {
  json_t *answer;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  answer = work(self);
  fflush(stdout);
  return answer && message_send(fd, answer) ? 0 : 1;
}

json_t *child_ask(json_t *(*work)(void *self), void *self) {
  int fd[2];
  json_t *answer;
  pid_t pid;
  if (pipe(fd)) return NULL;
  fflush(NULL);
  pid = fork();
  if (!pid) {
    close(fd[0]);
    _exit(child_run(work, self, fd[1]));
  }
  close(fd[1]);
  answer = pid < 0 ? NULL : message_receive(fd[0]);
  close(fd[0]);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return answer;
}
