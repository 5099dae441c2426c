/* See coverage.h. */
#include "engine/base/coverage.h"

#include <stdlib.h>

void coverage_release(struct coverage *c) {
  uint32_t i, k;
  for (i = 0; i < c->count; i++) {
    struct cover_class *k_ = &c->classes[i];
    for (k = 0; k < k_->method_count; k++) {
      free(k_->methods[k].name);
      free(k_->methods[k].text);
      free(k_->methods[k].lines);
    }
    free(k_->methods);
    free(k_->name);
    free(k_->source);
    free(k_->home);
  }
  free(c->classes);
  *c = (struct coverage){0};
}
