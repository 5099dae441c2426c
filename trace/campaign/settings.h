/* The settings of campaign files: looking them up, parsing their values, converting them to the
 * options of a cell. Their table is settings.def. */
#ifndef HEDDLE_CAMPAIGN_SETTINGS_H
#define HEDDLE_CAMPAIGN_SETTINGS_H

#include "trace/campaign/campaign.h"

/* Returns the setting with that word, or -1 if there is none. */
int setting_find(const char *word);
/* Sets a setting to the words, a malloc'd array of malloc'd texts that *s owns from now on, even
 * after an error. Paths are relative to `folder`. Returns ERR_INPUT with a reason that lacks the
 * line. */
int setting_take(struct campaign_settings *s, int setting, char **words, uint32_t count,
                 uint32_t line, const char *folder, struct error *err);
/* Makes the setting unset. */
void setting_forget(struct campaign_settings *s, int setting);
void settings_release(struct campaign_settings *s);

/* Copies to *to each setting that is set in *from. The words stay those of *from. */
void settings_inherit(struct campaign_settings *to, const struct campaign_settings *from);
/* Converts settings to options; what is not set gets its default. Texts are borrowed from `s` or
 * owned by `o`. */
void settings_options(const struct campaign_settings *s, struct campaign_options *o);
void campaign_options_release(struct campaign_options *o);
/* Returns a line "word=value" for each setting that is set; with `image`, only for those that the
 * booted image depends on. Files are represented by a hash of their contents. Seeds are left out.
 * The caller frees the text. */
char *settings_text(const struct campaign_settings *s, bool image);

#endif
