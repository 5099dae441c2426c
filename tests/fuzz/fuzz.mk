# Fuzz targets (tests/fuzz/README.md), beside their sources. A part of the Makefile, which has the
# flags of FUZZING=1 among the other configurations.

FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_HELP_SRC := $(filter-out $(FUZZ_SRC) tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c)) \
                 $(wildcard trace/recorder/rewrite*.c) trace/recorder/helper_class.c
FUZZ_EXE := $(patsubst tests/fuzz/fuzz_%.c,$(B)/tests/fuzz/%,$(FUZZ_SRC))
.PHONY: fuzz fuzz-coverage
NO_BUILD_GOALS += fuzz fuzz-coverage

$(B)/fuzz/%: $(B)/obj/tests/fuzz/fuzz_%.o $(call objects,$(FUZZ_HELP_SRC)) $(FUZZ_LIBS_A)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LIBS)
# The same targets without libFuzzer, which run the corpus as a test.
$(B)/tests/fuzz/%: $(B)/obj/tests/fuzz/fuzz_%.o \
  $(call objects,$(FUZZ_HELP_SRC) tests/fuzz/replay.c) $(FUZZ_LIBS_A)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) $(LDFLAGS) -o $@ $^ $(LIBS)

# One target of tests/fuzz for some seconds: FUZZ=class, jimage, jar, trace, import, sarif,
# sequence or rewrite.
# What it finds is left in build-fuzz. RUNS bounds the executions, 0 does not. With INVARIANTS=1 the
# target checks its invariants. fuzz-coverage runs the corpus and what was found beside it, and
# lists the lines reached.
FUZZ ?= class
TIME ?= 60
RUNS ?= 0
FUZZ_BUILD = build-fuzz$(if $(INVARIANTS),-checked)
FUZZ_CORPUS = tests/fuzz/corpus/$(if $(filter rewrite,$(FUZZ)),class,$(FUZZ))
FUZZ_KNOWN = $(if $(wildcard tests/fuzz/fuzz_$(FUZZ).c),,\
  $(error no fuzz target '$(FUZZ)'; there are \
  $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ_SRC))))
fuzz:
	$(FUZZ_KNOWN)
	@tests/tools/setup.sh clang libclang-rt-dev
	@$(MAKE) FUZZING=1 $(FUZZ_BUILD)/fuzz/$(FUZZ)
	@mkdir -p build-fuzz/corpus/$(FUZZ)
	$(if $(JDK),JAVA_HOME=$(JDK)) $(FUZZ_BUILD)/fuzz/$(FUZZ) -max_total_time=$(TIME) \
	  $(if $(filter-out 0,$(RUNS)),-runs=$(RUNS)) -timeout=30 \
	  -rss_limit_mb=4096 -max_len=16384 $(addprefix -dict=,$(wildcard tests/fuzz/$(FUZZ).dict)) \
	  -print_final_stats=1 \
	  -artifact_prefix=build-fuzz/ build-fuzz/corpus/$(FUZZ) $(FUZZ_CORPUS)
fuzz-coverage:
	$(FUZZ_KNOWN)
	@tests/tools/setup.sh clang libclang-rt-dev llvm
	@$(MAKE) FUZZING=1 COVERAGE=1 INVARIANTS= build-fuzz-coverage/tests/fuzz/$(FUZZ)
	@$(if $(JDK),JAVA_HOME=$(JDK)) tests/fuzz/coverage.sh $(FUZZ)
