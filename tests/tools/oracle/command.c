#include "tests/tools/oracle/command.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool command_run(const char *const *words, char *text, size_t size, int *status) {
  posix_spawn_file_actions_t fa;
  int pipes[2], rc;
  size_t n = 0;
  ssize_t got;
  pid_t pid;
  if (pipe(pipes)) return false;
  posix_spawn_file_actions_init(&fa);
  posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&fa, pipes[1], 1);
  posix_spawn_file_actions_adddup2(&fa, pipes[1], 2);
  posix_spawn_file_actions_addclose(&fa, pipes[0]);
  rc = posix_spawnp(&pid, words[0], &fa, NULL, (char *const *)(uintptr_t)words, environ);
  posix_spawn_file_actions_destroy(&fa);
  close(pipes[1]);
  while (!rc && (got = read(pipes[0], text + n, size - 1 - n)) > 0) n += (size_t)got;
  text[n] = 0;
  close(pipes[0]);
  if (rc || waitpid(pid, status, 0) < 0) return false;
  *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
  return true;
}
