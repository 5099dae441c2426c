# heddle - build, tests, demo and installation. `make help` lists the targets and the switches.
#
# Sources are found by wildcard: a new file needs no line here. Objects of one configuration live in
# one build folder (build, build-asan, build-stress, ...), so configurations never mix, and a change
# of flags or of the list of sources rebuilds exactly what depends on it.

CC = gcc
AR = ar
PKG_CONFIG = pkg-config
PREFIX = /usr/local
DESTDIR =
LINE_EDITOR = readline
VERSION = 0.2.0

# `make` itself predefines CC and AR; only a value of the user's overrides ours.
ifeq ($(origin CC),default)
CC = gcc
endif

# ---- configurations ------------------------------------------------------------------------------

B := build
OPT := -O2 -g
ifdef SANITIZE
B := $(B)-asan
OPT := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
  -fno-sanitize-recover=undefined -Wno-format-truncation
endif
ifdef FUZZING
B := build-fuzz
CC := clang
OPT := -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
  -fno-sanitize-recover=undefined
EXTRA_CPPFLAGS += -DHEDDLE_ONE_JUMP
ifdef COVERAGE
B := build-fuzz-coverage
OPT := -O1 -g -fprofile-instr-generate -fcoverage-mapping
endif
endif
ifdef STRESS
# STRESS=reads: all but the collection at every allocation, several times as fast.
B := $(B)-stress$(if $(filter reads,$(STRESS)),-reads)
EXTRA_CPPFLAGS += -DHEDDLE_STRESS $(if $(filter reads,$(STRESS)),-DHEDDLE_FEW_COLLECTIONS)
ifndef SANITIZE
# What a transition reads is compared with its footprint (engine/reduction/reads.h): the compiler
# puts a call before each access.
EXTRA_CPPFLAGS += -DHEDDLE_READS
READS_CFLAGS := -fsanitize=thread $(foreach f,memcpy memmove memset memcmp,-D$(f)=reads_$(f))
READS_NOT := vm/heap vm/gc vm/stackmap vm/sched/sound vm/sched/deadlock vm/sched/thread_title \
  vm/interp/coverage
endif
endif
ifdef INVARIANTS
# Builds of the tests check their invariants (engine/base/check.h); STRESS does so by itself.
B := $(B)-checked
EXTRA_CPPFLAGS += -DHEDDLE_INVARIANTS
endif
ifneq ($(LINE_EDITOR),readline)
B := $(B)-$(LINE_EDITOR)
endif
# Both steps of `make release`, in one folder, for the counts go by the objects' paths: a program
# that counts how often each branch is taken, and the one that gcc lays out by these counts.
ifdef RELEASE
B := $(B)-release
ifeq ($(RELEASE),training)
EXTRA_CPPFLAGS += -DHEDDLE_TRAINING
PROFILE_CFLAGS := -fprofile-generate -fprofile-update=prefer-atomic
else
# All that the training ran is hot: by its own measure gcc takes the search for cold, beside the
# interpreter's loops, and lays it out for size.
PROFILE_CFLAGS := -fprofile-use -fprofile-partial-training -fprofile-correction \
  --param hot-bb-count-ws-permille=1000 \
  -Wno-missing-profile
# It differs in both.
$(B)/obj/engine/host/filter.o: CFLAGS_ALL += -fno-profile-use
endif
endif

# ---- what is compiled ----------------------------------------------------------------------------

ENGINE_SRC := $(sort $(wildcard engine/*/*.c engine/*/*/*.c))
TRACE_SRC := $(sort $(filter-out trace/recorder/% trace/forcer/%,$(wildcard trace/*.c trace/*/*.c)))
TUI_SRC := $(sort $(filter-out tui/cli/main.c,$(wildcard tui/*/*.c tui/*/*/*.c)))
MAIN_SRC := $(wildcard tui/cli/main.c)
RECORDER_SRC := $(sort $(wildcard trace/recorder/*.c trace/forcer/*.c))
RECORDER_DEPS_SRC := $(sort $(wildcard engine/classfile/*.c engine/base/*.c trace/format/live.c \
  trace/format/format.c trace/jdkcalls.c trace/plan.c))
UNIT_SRC := $(sort $(wildcard tests/unit/test_*.c))
PTY_SRC := $(sort $(wildcard tests/pty/test_*.c))
# The oracles of the searches and of weak memory share no code with what they check: nothing is
# linked to them.
ORACLE_SRC := $(sort $(wildcard tests/tools/oracle/*.c))
WEAK_SRC := $(sort $(wildcard tests/tools/weak/*.c)) tests/tools/oracle/command.c
# The rewriter and the agent's options need no JVM and are tested on their own.
TESTLIB_SRC := $(sort $(wildcard tests/tools/support/*.c trace/recorder/rewrite*.c \
  trace/recorder/helper_class.c trace/recorder/options.c) \
                      $(filter-out $(UNIT_SRC) $(PTY_SRC),$(wildcard tests/unit/*.c tests/pty/*.c)))

objects = $(patsubst %.c,$(B)/obj/%.o,$(1))
pic_objects = $(patsubst %.c,$(B)/pic/%.o,$(1))

ENGINE_OBJ := $(call objects,$(ENGINE_SRC))
TRACE_OBJ := $(call objects,$(TRACE_SRC))
TUI_OBJ := $(call objects,$(TUI_SRC))
MAIN_OBJ := $(call objects,$(MAIN_SRC))
TESTLIB_OBJ := $(call objects,$(TESTLIB_SRC))
RECORDER_OBJ := $(call pic_objects,$(RECORDER_SRC) $(RECORDER_DEPS_SRC))
UNIT_EXE := $(patsubst tests/unit/%.c,$(B)/tests/%,$(UNIT_SRC))
PTY_EXE := $(patsubst tests/pty/%.c,$(B)/tests/pty/%,$(PTY_SRC))

HEDDLE := $(if $(MAIN_SRC),$(B)/heddle)
RECORDER := $(if $(RECORDER_SRC),$(B)/libheddle-recorder.so)
FUZZ_LIBS_A := $(B)/libheddle-trace.a $(B)/libheddle.a
LIBS_A := $(B)/libheddle-tui.a $(FUZZ_LIBS_A)
SAMPLES := $(sort $(notdir $(patsubst %/,%,$(wildcard sample-traces/*/))))

# ---- flags ---------------------------------------------------------------------------------------

EDITOR_PC := $(if $(filter edit,$(LINE_EDITOR)),libedit,readline)
EDITOR_DEF := $(if $(filter edit,$(LINE_EDITOR)),-DHEDDLE_EDITLINE,-DHEDDLE_READLINE)
PKGS := ncursesw $(EDITOR_PC) libpcre2-8 zlib libzstd libxxhash jansson
ENGINE_PKGS := zlib libxxhash libzstd jansson libpcre2-8
# Loaded when a jar or a database is opened (engine/base/late_lib.h), by the names that the ones
# found here give to themselves.
soname = $(or $(shell readelf -d "$$($(CC) -print-file-name=$(1).so)" 2>/dev/null | \
  sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p'),$(1).so)
LATE_LIBS := -DHEDDLE_LIBZIP='"$(call soname,libzip)"' -DHEDDLE_SQLITE='"$(call soname,libsqlite3)"'
pc = $(shell $(PKG_CONFIG) $(1) $(2) 2>/dev/null)

WARN := -Wall -Wextra -Wshadow
CPPFLAGS += -I. -D_GNU_SOURCE -DHEDDLE_VERSION='"$(VERSION)"' $(LATE_LIBS) $(EDITOR_DEF) \
  $(EXTRA_CPPFLAGS) \
  $(filter-out -D_GNU_SOURCE -D_DEFAULT_SOURCE -D_XOPEN_SOURCE%,$(call pc,--cflags,$(PKGS)))
CFLAGS_ALL := -std=c17 $(OPT) $(WARN) $(PROFILE_CFLAGS) $(CFLAGS)
# The recorder runs inside a JVM that knows nothing of sanitizer runtimes: there undefined behaviour
# traps instead. It contains what it needs of xxhash, because an emitted test (heddle confirm
# --emit) takes it to machines without that library.
PIC_CFLAGS := -std=c17 -O2 -g $(WARN) -fPIC -fvisibility=hidden -DXXH_INLINE_ALL $(CFLAGS) \
              $(if $(SANITIZE),-fsanitize=undefined -fsanitize-undefined-trap-on-error)
CLANG := $(shell $(CC) --version 2>/dev/null | grep -c clang)
# One jump per bytecode: these two passes of gcc would merge the dispatch jumps again.
INTERP_CFLAGS := $(if $(filter -O2,$(OPT)),-O2) \
  $(if $(filter 0,$(CLANG)),-fno-gcse -fno-crossjumping)

# The engine's own part of a transition gains 5 to 9 % by -O3; the interpreter's loop loses by it.
# What a transition copies and zeroes is a few dozen bytes each time: less than the start of the
# `rep` instructions that gcc takes for it, 4 %.
ifeq ($(CLANG)$(shell uname -m),0x86_64)
STRINGS := -mmemcpy-strategy=vector_loop:256:noalign,libcall:-1:noalign \
  -mmemset-strategy=vector_loop:256:noalign,libcall:-1:noalign
endif
HOT_CFLAGS := $(if $(filter -O2,$(OPT)),-O3 $(STRINGS))

# What a transition goes through is compiled once more where the program is linked, as one: calls
# between these folders gain 3 to 6 % on philosophers. Who links to libheddle.a gets plain objects.
LINK_TIME_SRC := $(wildcard engine/arena/*.c engine/state/*.c engine/state/canon/*.c \
  engine/search/*.c engine/reduction/*.c engine/property/*.c engine/vm/*.c engine/vm/sched/*.c)
ifeq ($(CLANG)$(STRESS),0)
LINK_TIME_CFLAGS := $(if $(filter -O2,$(OPT)),-flto=2 -ffat-lto-objects)
endif

# Else ld's plugin would do the same for each of the tests, some seconds each.
PLAIN := -fno-lto

ENGINE_LIBS := -Wl,--as-needed $(call pc,--libs,$(ENGINE_PKGS)) -lm -lpthread -ldl
LIBS := -Wl,--as-needed $(call pc,--libs,$(PKGS)) -lm -lpthread -ldl
TEST_LIBS := $(LIBS) $(call pc,--libs,cmocka vterm libzip sqlite3) -lutil

# The JDK: JAVA_HOME, else that of javac(1) or java(1) on PATH. The recorder needs its jvmti.h.
java_of = $(patsubst %/bin/$(1),%,$(realpath $(shell command -v $(1) 2>/dev/null)))
JDK := $(or $(JAVA_HOME),$(call java_of,javac),$(call java_of,java))
JDK_CPPFLAGS := $(if $(JDK),-isystem $(JDK)/include -isystem $(JDK)/include/linux)
JAVA := $(if $(JDK),$(JDK)/bin/java,java)
JAVAC := $(if $(JDK),$(JDK)/bin/javac,javac)
TEST_ENV := HEDDLE_BUILD=$(B) JAVA=$(JAVA) JAVAC=$(JAVAC) $(if $(JDK),JAVA_HOME=$(JDK))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Goals that themselves build nothing; the parts below add theirs. Each part stands beside what it
# is about: the man folder has what users get.
NO_BUILD_GOALS := clean help setup demo test check-long
include tests/bench/bench.mk tests/fuzz/fuzz.mk man/install.mk man/package/package.mk

.PHONY: all lib tests samples demo test run-tests check-long run-long setup clean help FORCE

ifeq ($(MAIN_SRC),)
all: $(LIBS_A)
else
all: $(HEDDLE) $(RECORDER)
endif

# ---- stamps: the flags and the lists of sources of this build folder -----------------------------

# $(call stamp,NAME,TEXT): writes $(B)/NAME.stamp when the text differs from what stands there. Done
# while make reads this file, so that an unchanged tree has nothing to do.
stamp = $(shell mkdir -p $(B); printf '%s\n' '$(subst ','\'',$(2))' >$(B)/$(1).new; \
  if cmp -s $(B)/$(1).new $(B)/$(1).stamp; then rm -f $(B)/$(1).new; \
  else mv $(B)/$(1).new $(B)/$(1).stamp; fi)
ifneq ($(filter-out $(NO_BUILD_GOALS),$(or $(MAKECMDGOALS),all)),)
$(call stamp,flags,$(CC) $(CPPFLAGS) $(CFLAGS_ALL) $(LDFLAGS) $(PIC_CFLAGS) $(JDK_CPPFLAGS) \
  $(LIBS)$(if $(READS_CFLAGS), $(READS_CFLAGS) $(READS_NOT)))
$(call stamp,sources,$(ENGINE_SRC) $(TRACE_SRC) $(TUI_SRC) $(RECORDER_SRC) $(TESTLIB_SRC))
endif

# ---- compiling and linking -----------------------------------------------------------------------

# One short line per command; V=1 shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@printf "%-5s %s\n" "$(1)" "$(2)")

$(B)/obj/engine/%.o: CFLAGS_ALL += $(HOT_CFLAGS)
$(call objects,$(LINK_TIME_SRC)): CFLAGS_ALL += $(LINK_TIME_CFLAGS)
$(B)/obj/engine/vm/interp/interp_free.o \
  $(B)/obj/engine/vm/interp/interp_checked.o: CFLAGS_ALL += $(INTERP_CFLAGS)
$(B)/pic/engine/vm/interp/interp_free.o \
  $(B)/pic/engine/vm/interp/interp_checked.o: PIC_CFLAGS += $(INTERP_CFLAGS)
ifdef READS_CFLAGS
$(filter-out $(READS_NOT:%=$(B)/obj/engine/%.o),$(patsubst %.c,$(B)/obj/%.o,\
  $(filter-out engine/vm/verify/%,$(wildcard engine/vm/*.c engine/vm/*/*.c)))): \
  CFLAGS_ALL += $(READS_CFLAGS)
endif

$(B)/obj/%.o: %.c $(B)/flags.stamp
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(B)/pic/%.o: %.c $(B)/flags.stamp
	$(call say,CC,$< (pic))
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(if $(filter trace/recorder/% trace/forcer/%,$<),$(JDK_CPPFLAGS)) \
	  $(PIC_CFLAGS) -MMD -MP -c $< -o $@

define archive
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) qcs $@ $(filter %.o,$^)
endef
$(B)/libheddle.a: $(ENGINE_OBJ) $(B)/sources.stamp
	$(archive)
$(B)/libheddle-trace.a: $(TRACE_OBJ) $(B)/sources.stamp
	$(archive)
$(B)/libheddle-tui.a: $(TUI_OBJ) $(B)/sources.stamp
	$(archive)
$(B)/libtestsupport.a: $(TESTLIB_OBJ) $(B)/sources.stamp
	$(archive)

$(B)/heddle: $(MAIN_OBJ) $(LIBS_A)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(HOT_CFLAGS) $(LINK_TIME_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(B)/libheddle-recorder.so: $(RECORDER_OBJ) $(B)/sources.stamp
	$(call say,LINK,$@)
	$(Q)$(CC) $(PIC_CFLAGS) $(LDFLAGS) -shared -Wl,-z,defs -o $@ $(filter %.o,$^) \
	  -Wl,--as-needed $(call pc,--libs,libxxhash libzstd) -lm -lpthread -ldl

$(call pic_objects,$(RECORDER_SRC)): | $(if $(wildcard $(JDK)/include/jvmti.h),,missing-jdk-headers)
.PHONY: missing-jdk-headers
missing-jdk-headers:
	@echo "make: no include/jvmti.h in the JDK '$(JDK)'; run 'make setup' or set JAVA_HOME" >&2; exit 1

# The engine for other programs: static and shared library and a pkg-config file.
lib: $(B)/libheddle.a $(B)/libheddle.so $(B)/heddle.pc
$(B)/libheddle.so: $(call pic_objects,$(ENGINE_SRC)) $(B)/sources.stamp
	$(call say,LINK,$@)
	$(Q)$(CC) $(PIC_CFLAGS) -shared -Wl,-soname,libheddle.so -o $@ $(filter %.o,$^) $(ENGINE_LIBS)
$(call pic_objects,$(filter-out $(RECORDER_DEPS_SRC),$(ENGINE_SRC))): \
  PIC_CFLAGS += -fvisibility=default
# What shows contracts is a part of the program.
$(B)/obj/trace/contracts/evidence.o $(B)/pic/trace/contracts/evidence.o: trace/contracts/shown.jsonl
$(B)/obj/trace/kept/kept_test.o $(B)/pic/trace/kept/kept_test.o: $(wildcard trace/kept/*.java \
  trace/kept/*.md)
$(B)/obj/trace/stress/stress.o $(B)/pic/trace/stress/stress.o: trace/stress/StressRun.java

$(B)/heddle.pc: Makefile $(B)/flags.stamp
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' \
	  'Name: heddle' 'Description: Explicit-state model checker for JVM bytecode' \
	  'Version: $(VERSION)' \
	  'Requires.private: $(ENGINE_PKGS)' 'Libs: -L$${libdir} -lheddle' \
	  'Libs.private: -lm -lpthread -ldl' \
	  'Cflags: -I$${includedir}' >$@

# The stand-in engine of tests/unit/tui is found before the engine.
$(filter $(B)/tests/test_tui%,$(UNIT_EXE)): $(call objects,$(wildcard tests/unit/tui/*.c))
$(B)/tests/%: $(B)/obj/tests/unit/%.o $(B)/libtestsupport.a $(LIBS_A)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(TEST_LIBS)
$(B)/tests/pty/%: $(B)/obj/tests/pty/%.o $(B)/libtestsupport.a $(LIBS_A)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)
$(B)/tests/oracle: $(call objects,$(ORACLE_SRC))
$(B)/tests/weak: $(call objects,$(WEAK_SRC))
$(B)/tests/oracle $(B)/tests/weak:
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) $(LDFLAGS) -o $@ $^
tests: all $(UNIT_EXE) $(PTY_EXE) $(FUZZ_EXE) $(B)/tests/oracle $(B)/tests/weak

# ---- the sample programs -------------------------------------------------------------------------

# One folder of class files per sample; javac runs again when a source changed.
$(B)/samples/%/compiled.stamp: FORCE
	@if [ ! -e $@ ] || [ -n "$$(find sample-traces/$* -name '*.java' -newer $@)" ]; then \
	  mkdir -p $(@D) && echo "$(JAVAC) -g sample-traces/$*/*.java" && \
	  $(JAVAC) -g -Xlint:all -d $(@D) sample-traces/$*/*.java && touch $@; fi
# The components and programs of the campaigns of tests/papers.
.PHONY: components
components:
	@JAVAC=$(JAVAC) tests/tools/compile-java.sh $(B)/java components papers
samples: $(SAMPLES:%=$(B)/samples/%/compiled.stamp) components

# ---- what a user types ---------------------------------------------------------------------------

setup:
	@tests/tools/setup.sh

# Another sample: make demo DEMO=Philosophers, with DEMO_ARGS="5" as well if you like.
DEMO ?= TwoStage
DEMO_ARGS_TwoStage = 2 1
DEMO_ARGS_Reorder = 2 1
DEMO_ARGS_Wronglock = 1 2
DEMO_ARGS_AbsList = 1 1
DEMO_ARGS_Philosophers = 3
DEMO_ARGS ?= $(DEMO_ARGS_$(DEMO))
demo: setup
	$(if $(filter $(DEMO),$(SAMPLES)),,$(error no sample '$(DEMO)'; there are $(SAMPLES)))
	@$(MAKE) all samples
	@$(TEST_ENV) tests/tools/demo.sh $(DEMO) $(DEMO_ARGS)

test: setup
	@$(MAKE) run-tests INVARIANTS=1
run-tests: tests samples
	@$(TEST_ENV) tests/tools/run.sh $(TESTS)
check-long: setup
	@$(MAKE) run-long INVARIANTS=1
run-long: tests samples
	@$(TEST_ENV) tests/tools/run.sh --long $(TESTS)

clean:
	rm -rf build build-*

help:
	@echo 'make             build build/heddle and the recorder'
	@echo 'make demo        set up, build, record a sample in the real JVM, open the debugger (DEMO=NAME)'
	@echo 'make test        set up, build and run all tests (TESTS="unit programs ..." for some of them)'
	@echo 'make run-tests   build and run them, without the set-up: TESTS, STRESS=1, SANITIZE=1'
	@echo 'make check-long  the same and the long campaigns'
	@echo 'make bench       speed against java -Xint, states per second'
	@echo 'make bench-search  states per second beside SPIN, memory a state, what single operations of the search cost'
	@echo 'make bench-estimate  estimates of the size of a search beside the size'
	@echo 'make bench-members  each search of --search auto alone, on programs of java.util.concurrent'
	@echo 'make bench-trace a trace of ten million events: opening, analyses, exports'
	@echo 'make bench-seen   errors that the JVM shows in forced runs, and how often by itself'
	@echo 'make bench-answers  how long heddle check takes to answer, on 61 programs'
	@echo 'make bench-older  what older values of racy reads cost, in states and seconds'
	@echo 'make bench-confirm what a forced run costs, beside a plain one'
	@echo 'make bench-record  what recording costs: programs and a server of 50 threads, beside the plain JVM'
	@echo 'make bench-vm    kernels against java -Xint, and the cost of scheduling and of the race check'
	@echo 'make fuzz        libFuzzer on one reader for a while: FUZZ=class|jimage|jar|trace|import|sarif|sequence|rewrite TIME=60 RUNS=0'
	@echo 'make fuzz-coverage   the lines that its corpus reaches'
	@echo 'make release     build-release/heddle: faster, built twice; make RELEASE=1 install installs it'
	@echo 'make deb         a Debian package of build/heddle, in build; RELEASE=1: of build-release/heddle'
	@echo 'make dist        the source archive build/heddle-$(VERSION).tar.gz'
	@echo 'make lib         libheddle.a, libheddle.so and heddle.pc'
	@echo 'make install     to PREFIX=$(PREFIX), below DESTDIR; install-lib: the engine; uninstall takes both away'
	@echo 'make setup       install the packages that are missing'
	@echo 'make clean       remove the build folders'
	@echo 'switches: V=1 (show commands)  INVARIANTS=1 (as make test)  SANITIZE=1 (ASan, UBSan)  STRESS=1 (shadow arena)  LINE_EDITOR=edit  CC=clang'

define newline


endef

-include $(wildcard $(B)/obj/*/*/*/*.d $(B)/pic/*/*/*/*.d $(B)/obj/*/*.d $(B)/obj/*/*/*.d \
  $(B)/pic/*/*.d $(B)/pic/*/*/*.d)
