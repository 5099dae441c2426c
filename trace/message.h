/* Sends a JSON value through a pipe in one piece. Jansson's own descriptor functions read single
 * bytes and write single words, and each such call wakes the other process. */
#ifndef HEDDLE_TRACE_MESSAGE_H
#define HEDDLE_TRACE_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>

/* Sends the only value of a pipe. Returns false if not everything could be written. */
bool message_send(int fd, const json_t *j);
/* Reads up to the end of the pipe. Returns NULL if the data is not a JSON value. The caller owns
 * the result. */
json_t *message_receive(int fd);
/* Sends one of several values through the same pipe. Returns false if not everything could be
 * written. */
bool message_send_part(int fd, const json_t *j);
/* Receives one of several values, which the caller then owns. Returns NULL if the pipe ended, the
 * data is not a JSON value, or the value was not complete by the time `end` (clock_seconds()). */
json_t *message_receive_part(int fd, double end);

#endif
