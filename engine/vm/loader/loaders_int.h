/* Shared by loaders.c and loader_ask.c. Do not include it elsewhere. */
#ifndef HEDDLE_VM_LOADER_LOADERS_INT_H
#define HEDDLE_VM_LOADER_LOADERS_INT_H

#include "engine/vm/uncounted.h"
#include "engine/vm/loader/loaders.h"
#include "engine/base/hash.h"
#include "engine/vm/fields.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/synth/synth.h"

#define LOADER "java/lang/ClassLoader"

#define LOAD_CLASS "(Ljava/lang/String;)Ljava/lang/Class;"

#endif
