/* The property `hang` (soundness rule 37, hang on the whole graph): a state from which no end of
 * the program can be reached. No single state or event shows this, so the searches that visit every
 * state evaluate it on the state graph (search/hang.h). */
#include "engine/property/property.h"

const struct property_ops property_hang = {.name = "hang"};
