/* The settings of campaign files: their table, reading values, options of a cell. */
#ifndef HEDDLE_CAMPAIGN_SETTINGS_H
#define HEDDLE_CAMPAIGN_SETTINGS_H

#include "trace/campaign/campaign.h"

/* The row of a word; -1: no such setting. */
int setting_find(const char *word);
/* Takes the words (malloc'd array and texts, owned from now on, also after an error) as the value
 * of a setting. `folder`: paths are relative to it. Errors: ERR_INPUT with what is wrong, without
 * the line. */
int setting_take(struct campaign_settings *s, int setting, char **words, uint32_t count,
                 uint32_t line, const char *folder, struct error *err);
/* It is not set any more. */
void setting_forget(struct campaign_settings *s, int setting);
void settings_release(struct campaign_settings *s);

/* For each setting that `from` has, `to` gets it; the words are borrowed. */
void settings_inherit(struct campaign_settings *to, const struct campaign_settings *from);
/* The options that the settings make. Texts are borrowed from `s` or owned by `o`. */
void settings_options(const struct campaign_settings *s, struct campaign_options *o);
void campaign_options_release(struct campaign_options *o);
/* "word=value" lines of the settings that are set, those that the image depends on only if `image`;
 * files with a hash of what is in them. Seeds are left out. Caller frees. */
char *settings_text(const struct campaign_settings *s, bool image);

#endif
