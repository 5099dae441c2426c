/* The host files that the program under test may read: the JDK's own data below its lib and conf directories, what lies in the
 * folders of the class path, and standard input. Contents are read once and kept, so that what a program sees is a function of the path; positions are
 * in the arena.
 *
 * A descriptor's number is a function of the file's path. FileDescriptor.handle holds the position, -1 = closed. */
#ifndef HEDDLE_NATIVES_FILES_H
#define HEDDLE_NATIVES_FILES_H

#include "engine/vm/native.h"

struct host_file {
  char *path;
  uint8_t *data;
  size_t len, cap;
  int32_t fd;
  bool at_end;    /* everything was read */
  bool directory; /* no data */
};

/* The file of a path, NULL when it does not exist or may not be read; the text of why in *why (may be NULL). */
struct host_file *files_find(struct vm *vm, const char *path, const char **why);
/* The open file of a descriptor number, NULL when there is none. 0 is standard input. */
struct host_file *files_by_fd(struct vm *vm, int32_t fd);
/* Makes sure that at least one byte at `pos` is read, if there is one. Standard input is read as it is asked for; with
 * `again`, so that it can be read from its beginning once more. */
void files_fill(struct host_file *f, size_t pos, bool again);
void files_release(struct vm *vm);

#endif
