/* Open files as the natives of java.io and java.nio.channels see them: a FileDescriptor holds the
 * number of the file in `fd` and the position in `handle`. -1 in `handle` means closed or at the
 * beginning. */
#ifndef HEDDLE_NATIVES_FILE_STREAM_H
#define HEDDLE_NATIVES_FILE_STREAM_H

#include "engine/natives/io/file_tree.h"
#include "engine/vm/machine.h"

/* Makes the scheduling point of an operation on the file that the path names, or that a
 * FileDescriptor refers to, unless nothing can change the file. Return NATIVE_OK or NATIVE_STOP. */
int file_point(struct native_call *c, const char *path);
int file_stream_point(struct native_call *c, ref fd);

/* Throws IOException with the text of the errno. */
int file_io_error(struct native_call *c, int why);
/* Finds the file of a FileDescriptor, or throws IOException. */
int file_stream_node(struct native_call *c, ref fd, struct file_node *n);
int32_t file_stream_number(struct vm *vm, ref fd);
/* Returns the contents, as far as a read at `at` needs them. */
const uint8_t *file_stream_data(struct vm *vm, const struct file_node *n, size_t at, size_t *len);
size_t file_stream_position(struct vm *vm, ref fd);
void file_stream_seek(struct vm *vm, ref fd, size_t at);
/* Writes at `at`. If at < 0, writes at the stream's position, or at the end if the stream appends,
 * and advances the position. */
int file_stream_write(struct native_call *c, ref fd, int64_t at, const void *bytes, uint32_t n);
/* Makes the FileDescriptor refer to an open file. */
void file_stream_opened(struct vm *vm, ref fd, int32_t number, bool append);

#endif
