/* One instruction as text, in the manner of javap -c. */
#ifndef HEDDLE_CLASSFILE_DISASM_H
#define HEDDLE_CLASSFILE_DISASM_H

#include "engine/classfile/classfile.h"

/* Writes "getstatic     #7                  // Field java/lang/System.out:Ljava/io/PrintStream;"
 * for the instruction at `pc` (no pc, no newline; a switch goes on one line: "{ 1: 28, 2: 30,
 * default: 40 }"), zero-terminated and cut at `n` bytes. Control characters of constants are
 * escaped. Returns the instruction's length, or -1 with a ".byte N" text when the bytes are no
 * instruction. */
int disasm_insn(const struct class_file *cf, const struct method_info *m, uint32_t pc, char *buf,
                size_t n);

/* A constant as javap shows it behind "//": "Method java/io/PrintStream.println:(I)V", "String
 * hello", "int 7". Members of `cf` itself go without the class. Returns buf. */
char *disasm_constant(const struct class_file *cf, uint16_t index, char *buf, size_t n);

#endif
