/* Rewrites classes of the JDK, with probes at all sites or at those that a test selects. */
#ifndef HEDDLE_TESTS_REWRITE_FIXTURE_H
#define HEDDLE_TESTS_REWRITE_FIXTURE_H

#include <stdio.h>

#include "tests/tools/support/jdk_class.h"
#include "trace/recorder/rewrite.h"

struct rewrite_job {
  struct rewrite_options o;
  const char *dir; /* folder for rewritten classes; NULL: not written */
  FILE *names;     /* file for their names; NULL: not written */
  uint32_t sites;  /* number of sites assigned, and the first number */
  uint32_t first_site;
  unsigned rewritten, unchanged, too_large;
};

struct rewrite_job rewrite_job_init(void); /* all events selected */
/* Rewrites every `every`-th class of a module. */
void rewrite_module(struct jdk_classes *k, struct rewrite_job *job, const char *module,
                    unsigned every);
void save_class(const char *dir, const char *name, const uint8_t *data, size_t len);

#endif
