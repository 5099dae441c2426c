/* Compiled programs in the form in which tests take them as arguments: FOLDER:CLASS[:ARGUMENT...],
 * with a folder of classes below the build folder. */
#ifndef HEDDLE_TESTS_SUBJECT_FIXTURE_H
#define HEDDLE_TESTS_SUBJECT_FIXTURE_H

#include "engine/engine.h"

enum { SUBJECT_ARGUMENTS = 8 };

struct subject {
  char *path, *words; /* owned; the other members point into words */
  const char *main_class;
  int argc;
  char *argv[SUBJECT_ARGUMENTS];
};

struct subject subject_of(const char *text); /* FOLDER:CLASS[:ARGUMENT...] */
struct subject subject_in(const char *class_path, const char *text); /* CLASS[:ARGUMENT...] */
void subject_release(struct subject *s);

/* Fills in class path, main class and arguments. They belong to the subject and must live until the
 * engine is open. */
void subject_options(struct subject *s, struct engine_options *o);

#endif
