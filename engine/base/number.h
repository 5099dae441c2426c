/* Numbers as users write them on the command line and in files. Each returns false, with *out
 * undefined, for what is not wholly a number of its kind: no sign, no blank, nothing behind it. */
#ifndef HEDDLE_BASE_NUMBER_H
#define HEDDLE_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

bool number_whole(const char *s, uint64_t max, uint64_t *out); /* 0 to max, decimal */
/* 0 to max, decimal, also as 1e6; no infinity, no hexadecimal */
bool number_real(const char *s, double max, double *out);
/* A time in nanoseconds: seconds, or a number with one of the units us, ms, s, m, h; at most a
 * hundred years. */
bool number_duration(const char *s, uint64_t *out);
/* "1 s", "1.5 s", "20 ms"; malloc'd. */
char *number_duration_text(uint64_t ns);
/* Bytes, 1 to 1 TB: "512" is megabytes; "512k", "512m", "2g", the letter in either case. */
bool number_size(const char *s, uint64_t *out);
/* "2048 MB", "1.5 MB", "300 kB", for people; malloc'd. */
char *number_size_text(uint64_t bytes);
/* "2048", "300k", as number_size takes it; malloc'd. */
char *number_size_word(uint64_t bytes);

#endif
