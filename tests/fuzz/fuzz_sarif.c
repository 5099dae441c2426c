/* Warnings of static analysers: reads a SARIF file and uses everything extracted from it. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/sarif_warnings.h"

/* Reads every byte of a text. */
static void use_text(const char *s) {
  if (s) fwrite(s, 1, strlen(s), fuzz_sink());
}

static void use_place(const struct warned_place *p) {
  if (!p->file && !p->name) abort();
  if (p->last < p->first) abort();
  use_text(p->file);
  use_text(p->name);
}

static void use_warning(const struct warnings_file *f, const struct warning *w) {
  const json_t *run = json_array_get(json_object_get(f->whole, "runs"), w->run);
  if (!json_array_get(json_object_get(run, "results"), w->result)) abort();
  if (!w->rule || !w->tool || !w->message || !w->shown) abort();
  use_text(w->rule);
  use_text(w->tool);
  use_text(w->message);
  use_text(w->shown);
  for (size_t i = 0; i < w->places.len; i++) use_place(&w->places.data[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct warnings_file f = {0};
  struct error err = {0};
  if (warnings_read(fuzz_file(data, size), &f, &err)) {
    if (!*err.msg || f.whole) abort();
    return 0;
  }
  if (!f.v.len) abort();
  for (size_t i = 0; i < f.v.len; i++) use_warning(&f, &f.v.data[i]);
  warnings_release(&f);
  return 0;
}
