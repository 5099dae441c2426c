/* The settings of campaign files: their table, parsing of values, options of a cell. */
#ifndef HEDDLE_CAMPAIGN_SETTINGS_H
#define HEDDLE_CAMPAIGN_SETTINGS_H

#include "trace/campaign/campaign.h"

/* Returns the setting with that word; -1: no such setting. */
int setting_find(const char *word);
/* Sets a setting to the words (a malloc'd array of malloc'd texts, which it owns from now on, even
 * after an error). Paths are relative to `folder`. Errors: ERR_INPUT with the reason but without
 * the line. */
int setting_take(struct campaign_settings *s, int setting, char **words, uint32_t count,
                 uint32_t line, const char *folder, struct error *err);
/* Makes the setting unset. */
void setting_forget(struct campaign_settings *s, int setting);
void settings_release(struct campaign_settings *s);

/* Copies each setting that `from` has to `to`. The words are borrowed. */
void settings_inherit(struct campaign_settings *to, const struct campaign_settings *from);
/* Converts settings to options. Texts are borrowed from `s` or owned by `o`. */
void settings_options(const struct campaign_settings *s, struct campaign_options *o);
void campaign_options_release(struct campaign_options *o);
/* Returns "word=value" lines of the settings that are set; with `image`, only those that the booted
 * image depends on. Files are represented by a hash of their contents. Seeds are left out. Caller
 * frees. */
char *settings_text(const struct campaign_settings *s, bool image);

#endif
