# Installation, beside the manual: what users get. A part of the Makefile.

.PHONY: install install-files install-lib install-headers uninstall
NO_BUILD_GOALS += install-files install-headers uninstall

INSTALL_BIN = $(DESTDIR)$(PREFIX)/bin
INSTALL_LIB = $(DESTDIR)$(PREFIX)/lib/heddle
INSTALL_MAN = $(DESTDIR)$(PREFIX)/share/man
installed_page = $(INSTALL_MAN)/man$(subst .,,$(suffix $(1)))/$(notdir $(1))
INSTALL_DOC = $(DESTDIR)$(PREFIX)/share/doc/heddle
INSTALL_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
MAN_PAGES := $(sort $(wildcard man/*.[1-9]))
DOC_PAGES := README.md CHANGELOG.md LICENSE
# Their classes where `make samples` has compiled them.
INSTALL_LESSONS = $(DESTDIR)$(PREFIX)/share/heddle/lessons
LESSONS := $(sort $(wildcard sample-traces/lessons/*.lesson sample-traces/lessons/*.java))
LESSON_CLASSES = $(subst $$,\$$,$(or $(wildcard $(B)/samples/lessons/*.class),\
  $(wildcard build/samples/lessons/*.class)))
install: all
	@$(MAKE) install-files
# What is built already (man/package/deb.sh).
install-files:
	install -d "$(INSTALL_BIN)" "$(INSTALL_LIB)" "$(INSTALL_COMPLETION)" "$(INSTALL_DOC)"
	install -m 755 $(HEDDLE) "$(INSTALL_BIN)/heddle"
	$(if $(RECORDER),install -m 755 $(RECORDER) "$(INSTALL_LIB)/libheddle-recorder.so")
	$(foreach page,$(MAN_PAGES),install -D -m 644 $(page) \
	  "$(call installed_page,$(page))"$(newline))
	install -m 644 tui/heddle.bash "$(INSTALL_COMPLETION)/heddle"
	install -m 644 $(DOC_PAGES) "$(INSTALL_DOC)"
	install -d "$(INSTALL_LESSONS)/classes"
	install -m 644 $(LESSONS) "$(INSTALL_LESSONS)"
	$(if $(LESSON_CLASSES),install -m 644 $(LESSON_CLASSES) "$(INSTALL_LESSONS)/classes")

# The engine for other programs: #include <heddle/engine.h> with the flags of `pkg-config heddle`.
INSTALL_ARCHIVE = $(DESTDIR)$(PREFIX)/lib
INSTALL_INCLUDE = $(DESTDIR)$(PREFIX)/include/heddle
LIB_HEADERS := engine/engine.h engine/environments.h engine/places.h engine/repairs.h \
  engine/searches.h engine/segments.h engine/warnings.h \
  engine/run.h engine/base/warned.h engine/base/coverage.h engine/base/error.h \
  engine/base/words.h engine/base/properties.def
install-headers:
	install -d "$(INSTALL_INCLUDE)"
	$(foreach header,$(LIB_HEADERS),sed -E 's|^(#include ")engine/([a-z]*/)*|\1|' $(header) \
	  >"$(INSTALL_INCLUDE)/$(notdir $(header))"$(newline))
install-lib: lib install-headers
	install -d "$(INSTALL_ARCHIVE)/pkgconfig"
	install -m 644 $(B)/libheddle.a "$(INSTALL_ARCHIVE)/libheddle.a"
	install -m 755 $(B)/libheddle.so "$(INSTALL_ARCHIVE)/libheddle.so"
	sed 's|^prefix=.*|prefix=$(PREFIX)|' $(B)/heddle.pc >"$(INSTALL_ARCHIVE)/pkgconfig/heddle.pc"

# Folders that others use too stay.
uninstall:
	rm -f "$(INSTALL_BIN)/heddle" "$(INSTALL_LIB)/libheddle-recorder.so" \
	  "$(INSTALL_COMPLETION)/heddle"
	rm -f "$(INSTALL_ARCHIVE)/libheddle.a" "$(INSTALL_ARCHIVE)/libheddle.so" \
	  "$(INSTALL_ARCHIVE)/pkgconfig/heddle.pc"
	rm -f $(foreach header,$(LIB_HEADERS),"$(INSTALL_INCLUDE)/$(notdir $(header))")
	rm -f $(foreach page,$(DOC_PAGES),"$(INSTALL_DOC)/$(page)")
	rm -f $(foreach page,$(MAN_PAGES),"$(call installed_page,$(page))")
	rm -rf "$(INSTALL_LESSONS)"
	rmdir "$(INSTALL_LIB)" "$(INSTALL_DOC)" "$(INSTALL_INCLUDE)" \
	  "$(DESTDIR)$(PREFIX)/share/heddle" 2>/dev/null || true
