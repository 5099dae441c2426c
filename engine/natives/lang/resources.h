/* Shared by resources.c and resource_urls.c. */
#ifndef HEDDLE_NATIVES_RESOURCES_H
#define HEDDLE_NATIVES_RESOURCES_H

#include "engine/vm/machine.h"

/* Sets the native's result to a ByteArrayInputStream over a copy of the bytes. */
int resource_stream(struct native_call *c, const uint8_t *data, size_t len);
/* Encodes a path for a URL as sun.net.www.ParseUtil does. */
void resource_encode(struct text *out, const char *path);

#endif
