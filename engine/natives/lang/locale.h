/* The default locales. */
#ifndef HEDDLE_NATIVES_LOCALE_H
#define HEDDLE_NATIVES_LOCALE_H

#include "engine/vm/machine.h"

/* Returns Locale.getDefault(Category.FORMAT); 0 before Locale is initialised. */
ref locale_for_formats(struct vm *vm);

#endif
