/* Disassembles instructions in the style of javap -c. */
#ifndef HEDDLE_CLASSFILE_DISASM_H
#define HEDDLE_CLASSFILE_DISASM_H

#include "engine/classfile/classfile.h"

struct insn;

/* Writes "getstatic     #7                  // Field java/lang/System.out:Ljava/io/PrintStream;"
 * for the instruction at `pc`, without the pc and a newline. A switch is written on one line: "{ 1:
 * 28, 2: 30, default: 40 }". The text is zero-terminated and truncated at `n` bytes. Control
 * characters of constants are escaped. Returns the instruction's length, or -1 with the text ".byte
 * N" if the bytes are not an instruction. */
int disasm_insn(const struct class_file *cf, const struct method_info *m, uint32_t pc, char *buf,
                size_t n);

/* The same in two parts, for a decoded instruction. A constant replaces its index: "getstatic" and
 * "Field java/lang/System.out:Ljava/io/PrintStream;". `operands` is "" if there are none. */
struct disasm_parts {
  char name[40], operands[512];
};
void disasm_parts(const struct class_file *cf, const uint8_t *code, const struct insn *in,
                  struct disasm_parts *out);

/* Writes a constant as javap shows it after "//": "Method java/io/PrintStream.println:(I)V",
 * "String hello", "int 7". Omits the class of members of `cf` itself. Returns buf. */
char *disasm_constant(const struct class_file *cf, uint16_t index, char *buf, size_t n);

#endif
