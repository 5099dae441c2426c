/* The table of importers, and opening traces of any format. */
#include "trace/import/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/folders.h"
#include "engine/base/mem.h"
#include "trace/format/text_form.h"

#define TRACE_IMPORTER(is, read, name, about) \
  bool is(const uint8_t *head, size_t n, uint64_t size); \
  int read(FILE *in, const char *file, const char *path, struct error *err);
#include "trace/importers.def"
#undef TRACE_IMPORTER

static const struct trace_importer importers[] = {
#define TRACE_IMPORTER(is, read, name, about) {name, about, is, read},
#include "trace/importers.def"
#undef TRACE_IMPORTER
};

enum { HEAD = 4096 };

const struct trace_importer *trace_importer_at(size_t i) {
  return i < COUNT(importers) ? &importers[i] : NULL;
}

bool import_text_is(const uint8_t *head, size_t n, uint64_t size) {
  size_t len = strlen(TRACE_TEXT_FIRST_LINE);
  (void)size;
  return n >= len && !memcmp(head, TRACE_TEXT_FIRST_LINE, len);
}

static int importer_named(const char *name, const struct trace_importer **out, struct error *err) {
  struct text list = {0};
  for (size_t i = 0; i < COUNT(importers); i++) {
    if (!strcmp(importers[i].name, name)) *out = &importers[i];
    text_printf(&list, "%s%s", i ? ", " : "", importers[i].name);
  }
  if (!*out) error_set(err, ERR_USAGE, "unknown format '%s' (there are: %s)", name, list.s);
  text_release(&list);
  return *out ? 0 : ERR_USAGE;
}

int trace_import_format(const char *file, const char *from, const struct trace_importer **out,
                        struct error *err) {
  uint8_t head[HEAD];
  struct stat st;
  *out = NULL;
  if (from) return importer_named(from, out, err);
  FILE *f = fopen(file, "rbe");
  if (!f) return error_set(err, ERR_INPUT, "%s: %s", file, strerror(errno));
  bool regular = !fstat(fileno(f), &st) && S_ISREG(st.st_mode);
  size_t n = regular ? fread(head, 1, sizeof head, f) : 0;
  fclose(f);
  if (n >= strlen(TRACE_MAGIC) && !memcmp(head, TRACE_MAGIC, strlen(TRACE_MAGIC))) return 0;
  for (size_t i = 0; i < COUNT(importers) && regular && !*out; i++)
    if (importers[i].is(head, n, (uint64_t)st.st_size)) *out = &importers[i];
  return 0;
}

int trace_import(const struct trace_importer *format, const char *file, const char *path,
                 struct error *err) {
  FILE *in = fopen(file, "rbe");
  if (!in) return error_set(err, ERR_INPUT, "%s: %s", file, strerror(errno));
  int rc = format->read(in, file, path, err);
  fclose(in);
  return rc;
}

/* Converts a foreign trace to a temporary file and opens that. The file is removed at once, which
 * is possible because the reader keeps it mapped. */
static int open_converted(const struct trace_importer *format, const char *file, unsigned flags,
                          struct trace_reader **out, struct error *err) {
  char *folder, *path;
  int rc;
  if (folder_temporary("heddle", &folder, err)) {
    free(folder);
    return err->code;
  }
  path = mem_printf("%s/trace", folder);
  rc = trace_import(format, file, path, err);
  if (!rc) rc = trace_reader_open_with(path, flags, out, err);
  unlink(path);
  rmdir(folder);
  free(path);
  free(folder);
  return rc;
}

int trace_import_open(const char *file, const char *from, unsigned flags, struct trace_reader **out,
                      bool *foreign, struct error *err) {
  const struct trace_importer *format;
  int rc = trace_import_format(file, from, &format, err);
  if (rc) return rc;
  if (foreign) *foreign = format != NULL;
  return format ? open_converted(format, file, flags, out, err)
                : trace_reader_open_with(file, flags, out, err);
}
