/* Runs the inputs of a corpus through a fuzz target without libFuzzer, in any build: `TARGET
 * FILE|FOLDER...`. `make test` does this with tests/fuzz/corpus, which contains all findings.
 * Prints the number of inputs. */
#include "engine/base/mem.h"
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) {
  (void)data, (void)max;
  return size;
}

/* Returns the input's bytes in a block of exactly their size, so that a sanitizer notices reads
 * beyond the end. */
static uint8_t *read_whole(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  struct stat st;
  uint8_t *data;
  if (!f || fstat(fileno(f), &st)) {
    perror(path);
    exit(3);
  }
  *size = (size_t)st.st_size;
  data = malloc(*size ? *size : 1);
  if (!data || fread(data, 1, *size, f) != *size) exit(3);
  fclose(f);
  return data;
}

static void run_file(const char *path) {
  size_t size;
  uint8_t *data = read_whole(path, &size);
  if (getenv("FUZZ_VERBOSE")) fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
}

static unsigned run(const char *path) {
  struct dirent **list;
  unsigned n = 0;
  int count = scandir(path, &list, NULL, alphasort);
  if (count < 0) {
    run_file(path);
    return 1;
  }
  for (int i = 0; i < count; i++) {
    char *inner = mem_printf("%s/%s", path, list[i]->d_name);
    if (list[i]->d_name[0] != '.') n += run(inner);
    free(inner);
    free(list[i]);
  }
  free(list);
  return n;
}

int main(int argc, char **argv) {
  unsigned n = 0;
  for (int i = 1; i < argc; i++) n += run(argv[i]);
  printf("%u inputs\n", n);
  return 0;
}
