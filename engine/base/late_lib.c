/* See late_lib.h. */
#include "engine/base/late_lib.h"

#include <dlfcn.h>
#include <string.h>

int late_lib_open(const char *soname, const char *const *names, size_t n, void *table,
                  void **handle, struct error *err) {
  char *slots = table;
  size_t i;
  /* RTLD_NODELETE: a later call finds the library loaded. */
  *handle = dlopen(soname, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (!*handle) return error_set(err, ERR_INTERNAL, "cannot load a library: %s", dlerror());
  for (i = 0; i < n; i++) {
    void *f = dlsym(*handle, names[i]);
    if (!f) {
      late_lib_close(*handle);
      *handle = NULL;
      return error_set(err, ERR_INTERNAL, "%s has no function %s", soname, names[i]);
    }
    /* POSIX represents pointers to functions like pointers to data */
    memcpy(slots + i * sizeof f, &f, sizeof f);
  }
  return 0;
}

void late_lib_close(void *handle) {
  if (handle) dlclose(handle);
}
