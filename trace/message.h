/* A JSON value through a pipe, in one piece: jansson's own functions for descriptors read single
 * bytes and write single words, and each of these wakes the other process. */
#ifndef HEDDLE_TRACE_MESSAGE_H
#define HEDDLE_TRACE_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>

/* False: not all of it could be written. */
bool message_send(int fd, const json_t *j);
/* Reads to the end; NULL: that is no JSON value. The caller's. */
json_t *message_receive(int fd);
/* One of several through the same pipe. */
bool message_send_part(int fd, const json_t *j);
/* NULL: the pipe ended, that is no JSON value, or it was not there at `end`, by clock_seconds(). */
json_t *message_receive_part(int fd, double end);

#endif
