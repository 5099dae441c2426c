/* The host file table: all that the program under test can see of the host. Every native that reads
 * goes through it; nothing writes: what the program writes is in its state (file_tree.h).
 *
 * In the table are the jars of the class path, its folders and the places of --readable with what
 * lies below them, the JDK's own data below its lib and conf directories, and standard input: the
 * file of --stdin, or what the machine was given, else the process's own. Relative names start from
 * the property user.dir, in which relative elements of the class path and places stand as well, so
 * that a program sees the same wherever heddle was started. Anything else is "Permission denied",
 * whether it exists or not.
 *
 * Contents are read once and kept, so that what a program sees is a function of the path; positions
 * are in the arena. A descriptor's number is a function of the file's path. FileDescriptor.handle
 * holds the position, -1 = closed. */
#ifndef HEDDLE_NATIVES_FILES_H
#define HEDDLE_NATIVES_FILES_H

#include "engine/vm/loader/boot.h"
#include "engine/host/broker.h"
#include "engine/vm/machine.h"

struct host_file {
  char *path;    /* as the program may name it: absolute, without "." and ".." */
  uint8_t *data; /* of a directory: the names in it, sorted, each with a zero behind it */
  size_t len, cap;
  int32_t fd;
  bool at_end; /* everything was read */
  bool directory;
};

/* Opens the table with --stdin's file. ERR_INPUT when that cannot be read. */
int files_open(struct vm *vm, struct error *err);
/* The file of a path that the program named; NULL when it is not in the table or does not exist:
 * *why (may be NULL) is the errno. */
struct host_file *files_find(struct vm *vm, const char *path, int *why);
/* The open file of a descriptor number, NULL when there is none. 0 is standard input. */
struct host_file *files_by_fd(struct vm *vm, int32_t fd);
/* Makes sure that at least one byte at `pos` is read, if there is one. Standard input is read as it
 * is asked for; with `again`, so that it can be read from its beginning once more. */
void files_fill(struct host_file *f, size_t pos, bool again);
/* What is known of standard input: all of a file, of the process's own as much as was read. NULL:
 * nothing. Lives as long as the machine. */
const uint8_t *files_input(struct vm *vm, size_t *len);
/* May a file of the host at this path be opened for the program or its classes? */
bool files_allowed(struct vm *vm, const char *host_path);
/* broker_enter for this machine: what files_allowed allows is opened. `service` (NULL: none)
 * carries out other requests. Once the machine is booted. Errors: ERR_INTERNAL. */
int files_confine(struct vm *vm, broker_service *service, void *self, struct error *err);
/* Of normal paths as the program names them. Is it the JDK's, which nothing changes? Is it in the
 * table, whether it exists or not? Does a place of the table besides the JDK lie below it? */
bool files_of_jdk(struct vm *vm, const char *path);
bool files_in_table(struct vm *vm, const char *path);
bool files_leads_to(struct vm *vm, const char *path);
void files_each_place(struct vm *vm, const char *dir,
                      void (*fn)(void *self, const char *dir, const char *place), void *self);
/* Without "." and "..", and absolute: from user.dir when it is relative. Caller frees. */
char *files_normal(const char *path);
void files_release(struct vm *vm);

#endif
