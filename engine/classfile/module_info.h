/* Module descriptors: the contents of a module-info.class (JVMS 4.7.25, 4.7.26). */
#ifndef HEDDLE_CLASSFILE_MODULE_INFO_H
#define HEDDLE_CLASSFILE_MODULE_INFO_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/classfile/symbol.h"

struct module_require {
  const struct symbol *name;
  bool transitive;
};
/* A package that is exported or opened to the modules in `to`, or to all modules if to_count is
 * 0. */
struct module_package {
  const struct symbol *name, **to;
  uint32_t to_count;
};
struct module_provide {
  const struct symbol *service, **with;
  uint32_t with_count;
};

/* Packages are written with dots, classes as in class files. */
struct module_info {
  const struct symbol *name;
  bool open;
  struct module_require *requires;
  struct module_package *exports, *opens;
  struct module_provide *provides;
  const struct symbol **uses, **packages;
  uint32_t require_count, export_count, open_count, provide_count, use_count, package_count;
};

/* Reads a module-info.class; *out lives in the pool. Returns ERR_INPUT for a damaged file or one
 * without the Module attribute. */
int module_info_parse(const uint8_t *data, size_t len, struct pool *pool, struct symtab *syms,
                      struct module_info **out, struct error *err);

#endif
