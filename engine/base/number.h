/* Parses numbers as users write them on the command line and in files. Each parser returns false,
 * and leaves *out undefined, unless the whole text is a number of its kind, without sign or
 * blanks. */
#ifndef HEDDLE_BASE_NUMBER_H
#define HEDDLE_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

bool number_whole(const char *s, uint64_t max, uint64_t *out); /* 0 to max, decimal */
/* 0 to max, decimal, also as 1e6; no infinity, no hexadecimal */
bool number_real(const char *s, double max, double *out);
/* A time in nanoseconds: seconds, or a number with one of the units ns, us, ms, s, m, h; at most a
 * hundred years. */
bool number_duration(const char *s, uint64_t *out);
/* "1 s", "1.5 s", "20 ms"; malloc'd. */
char *number_duration_text(uint64_t ns);
/* A size of 1 byte to 1 TB, in bytes. "512" means megabytes; "512k", "512m", "2g" have a unit, in
 * either case. */
bool number_size(const char *s, uint64_t *out);
/* "2048 MB", "1.5 MB", "300 kB", for people; malloc'd. */
char *number_size_text(uint64_t bytes);
/* "2048", "300k", in the syntax of number_size; malloc'd. */
char *number_size_word(uint64_t bytes);

#endif
