/* Turns engine options into words of a command line. See remedy_words.h. */
#include "tui/cli/remedy_words.h"
#include "engine/base/number.h"

#include <stdio.h>
#include <stdlib.h>

static void remedy_words_add(struct command_words *w, const char *option, char *value) {
  *vec_push(&w->all) = mem_strdup(option);
  if (value) *vec_push(&w->all) = value;
}

static void add_text(struct command_words *w, const char *option, const char *value) {
  if (value) remedy_words_add(w, option, mem_strdup(value));
}

static void add_number(struct command_words *w, const char *option, uint64_t value,
                       const char *unit) {
  remedy_words_add(w, option, mem_printf("%llu%s", (unsigned long long)value, unit));
}

static void add_flag(struct command_words *w, const char *option, bool given) {
  if (given) remedy_words_add(w, option, NULL);
}

bool remedy_words(struct command_words *out, const struct engine_options *o) {
  int i;
  if (o->stdin_len) return false;
  *vec_push(&out->all) = mem_strdup("check");
  add_text(out, "-cp", o->class_path);
  add_text(out, "--java-home", o->java_home);
  add_number(out, "--seed", o->seed, "");
  remedy_words_add(out, "--property", engine_properties_text(o->properties, ","));
  add_text(out, "--por", engine_por_name((uint32_t)o->por));
  add_number(out, "--patience", o->patience, "ns");
  if (o->heap_bytes) remedy_words_add(out, "--heap", number_size_word(o->heap_bytes));
  if (o->clock_jumps) add_number(out, "--clock-jumps", o->clock_jumps, "");
  if (o->spurious) add_number(out, "--spurious", o->spurious, "");
  add_flag(out, "--race-rw", o->race_rw);
  add_flag(out, "--swallowed", o->swallowed);
  add_text(out, "--trust", o->trust);
  add_text(out, "--benign", o->benign);
  add_text(out, "--atomic", o->atomic);
  for (i = 0; i < o->define_count; i++) add_text(out, "--define", o->defines[i]);
  for (i = 0; i < o->readable_count; i++) add_text(out, "--readable", o->readable[i]);
  *vec_push(&out->all) = mem_strdup(o->main_class);
  for (i = 0; i < o->argc; i++) *vec_push(&out->all) = mem_strdup(o->argv[i]);
  return true;
}
