/* Files of the source tree as texts in the program. */
#ifndef HEDDLE_BASE_TEMPLATE_H
#define HEDDLE_BASE_TEMPLATE_H

/* Defines the text `name`, the contents of the file; the Makefile says that the source needs it. */
#define TEMPLATE(name, file) \
  __asm__( \
      ".section .rodata\n" \
      ".local " #name "\n" #name ": .incbin \"" file \
      "\"\n" \
      ".byte 0\n" \
      ".previous\n"); \
  extern const char name[]

#endif
