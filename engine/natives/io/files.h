/* The host file table: everything that the program under test can see of the host. Every native
 * that reads files uses it. Nothing writes to it: what the program writes is in its state
 * (file_tree.h).
 *
 * The table contains the jars of the class path, its folders and the places of --readable with
 * everything below them, and the JDK's own data below its lib and conf directories. It also
 * contains standard input: the file of --stdin, or the input that the machine was given, or the
 * process's own. Relative names start from the property user.dir. This directory also contains the
 * relative elements of the class path and of --readable, so a program sees the same files wherever
 * heddle was started. Any other path is "Permission denied", whether it exists or not.
 *
 * Contents are read once and cached, so what a program sees depends only on the path. Positions are
 * in the arena. A descriptor's number is a function of the file's path. FileDescriptor.handle holds
 * the position; -1: closed. */
#ifndef HEDDLE_NATIVES_FILES_H
#define HEDDLE_NATIVES_FILES_H

#include "engine/vm/boot/boot.h"
#include "engine/host/broker.h"
#include "engine/vm/machine.h"

struct host_file {
  char *path;    /* as the program may name it: absolute, without "." and ".." */
  uint8_t *data; /* for a directory: the names in it, sorted, each followed by a zero byte */
  size_t len, cap;
  int32_t fd;
  bool at_end; /* everything was read */
  bool directory;
};

/* Opens the table with the file of --stdin. Returns ERR_INPUT if that cannot be read. */
int files_open(struct vm *vm, struct error *err);
/* Returns the file at a path that the program named. Returns NULL if it is not in the table or does
 * not exist; *why (may be NULL) receives the errno. */
struct host_file *files_find(struct vm *vm, const char *path, int *why);
/* Returns the open file of a descriptor number, or NULL. 0 is standard input. */
struct host_file *files_by_fd(struct vm *vm, int32_t fd);
/* Reads until at least the byte at `pos` is available, if it exists. Standard input is read on
 * demand; with `again`, in such a way that it can be read from its beginning once more. */
void files_fill(struct host_file *f, size_t pos, bool again);
/* Returns the known part of standard input: all of a file, or what was read so far from the
 * process's own input. NULL: nothing. Valid as long as the machine. */
const uint8_t *files_input(struct vm *vm, size_t *len);
/* May a host file at this path be opened for the program or its classes? */
bool files_allowed(struct vm *vm, const char *host_path);
/* Calls broker_enter for this machine, so that only files that files_allowed allows can be opened.
 * `service` (NULL: none) handles other requests. Call after the machine has booted. Returns
 * ERR_INTERNAL on failure. */
int files_confine(struct vm *vm, broker_service *service, void *self, struct error *err);
/* For normal paths as the program names them. Does the path belong to the JDK, which nothing
 * changes? Is it in the table, whether it exists or not? Is a place of the table outside the JDK
 * below it? */
bool files_of_jdk(struct vm *vm, const char *path);
bool files_in_table(struct vm *vm, const char *path);
bool files_leads_to(struct vm *vm, const char *path);
void files_each_place(struct vm *vm, const char *dir,
                      void (*fn)(void *self, const char *dir, const char *place), void *self);
/* Returns the path without "." and "..", made absolute from user.dir if it is relative. The caller
 * frees it. */
char *files_normal(const char *path);
void files_release(struct vm *vm);

#endif
