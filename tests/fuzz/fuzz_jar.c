/* Jars: heddle's part of reading them, on top of libzip: opening, the manifest, entries and their versions. */
#include "engine/classfile/jar.h"
#include "engine/base/error.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static void read_entry(struct jar *jar, const char *name, int release) {
  struct error err = {0};
  char found[100];
  uint8_t *data;
  size_t len;
  if (jar_read(jar, name, release, &data, &len, found, sizeof found, &err)) return;
  if (len && data[len - 1] == 255) found[0] = 0;
  free(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct jar *jar;
  struct error err = {0};
  if (jar_open(fuzz_file(data, size), &jar, &err)) return 0;
  free(jar_manifest_value(jar, "Class-Path"));
  read_entry(jar, "A.class", 0);
  read_entry(jar, "A.class", 17);
  read_entry(jar, "META-INF/MANIFEST.MF", 0);
  jar_close(jar);
  return 0;
}
