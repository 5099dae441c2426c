/* The property `hang` (soundness rule 37, hang on the whole graph): a state from which no end of
 * the program can be reached. No state and no event shows that: the searches that meet every state
 * evaluate it on the graph of states (search/hang.h). */
#include "engine/property/property.h"

const struct property_ops property_hang = {.name = "hang"};
