/* A temporary folder for campaign files of a test. */
#ifndef HEDDLE_TESTS_CAMPAIGN_FIXTURE_H
#define HEDDLE_TESTS_CAMPAIGN_FIXTURE_H

#include "trace/campaign/report.h"

#define SUBJECT "subject S; class-path .; main Main\n"

extern char campaign_folder[];

/* Set-up and tear-down of a group of tests. */
int campaign_folder_make(void **state);
int campaign_folder_remove(void **state);

char *campaign_file(const char *name, const char *text); /* returns its path; the caller frees */
struct campaign *campaign_of(const char *text);          /* parsed from a file */

#endif
