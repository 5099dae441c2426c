/* Open files as the natives of java.io and java.nio.channels see them: a FileDescriptor holds the
 * number of the file in `fd` and the position in `handle`, -1 = closed or at the beginning. */
#ifndef HEDDLE_NATIVES_FILE_STREAM_H
#define HEDDLE_NATIVES_FILE_STREAM_H

#include "engine/natives/io/file_tree.h"
#include "engine/vm/machine.h"

/* An operation on a file that the path names, or that a FileDescriptor has: a scheduling point,
 * unless nobody can change the file. NATIVE_OK or NATIVE_STOP. */
int file_point(struct native_call *c, const char *path);
int file_stream_point(struct native_call *c, ref fd);

int file_io_error(struct native_call *c, int why); /* IOException with the text of the errno */
/* The file of a FileDescriptor; else IOException is pending. */
int file_stream_node(struct native_call *c, ref fd, struct file_node *n);
int32_t file_stream_number(struct vm *vm, ref fd);
/* The contents as far as they are needed to read at `at`. */
const uint8_t *file_stream_data(struct vm *vm, const struct file_node *n, size_t at, size_t *len);
size_t file_stream_position(struct vm *vm, ref fd);
void file_stream_seek(struct vm *vm, ref fd, size_t at);
/* Writes at `at`, or where the stream stands (at < 0), which moves on: at the end when it appends.
 */
int file_stream_write(struct native_call *c, ref fd, int64_t at, const void *bytes, uint32_t n);
/* The FileDescriptor begins to stand for an open file. */
void file_stream_opened(struct vm *vm, ref fd, int32_t number, bool append);

#endif
