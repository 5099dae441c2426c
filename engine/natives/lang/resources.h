/* What resources.c and resource_urls.c share. */
#ifndef HEDDLE_NATIVES_RESOURCES_H
#define HEDDLE_NATIVES_RESOURCES_H

#include "engine/vm/machine.h"

/* A ByteArrayInputStream over a copy of the bytes becomes the native's result. */
int resource_stream(struct native_call *c, const uint8_t *data, size_t len);
/* A path as sun.net.www.ParseUtil encodes it for a URL. */
void resource_encode(struct text *out, const char *path);

#endif
