# Benchmarks (tests/bench/README.md), beside the programs that they measure. A part of the Makefile.

BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
BENCH_EXE := $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))
BENCHES := bench bench-vm bench-search bench-estimate bench-members bench-record bench-trace \
  bench-screen bench-confirm bench-seen bench-older bench-answers
.PHONY: $(BENCHES)
NO_BUILD_GOALS += $(BENCHES)

$(B)/bench/%: $(B)/obj/tests/bench/%.o $(B)/libtestsupport.a $(LIBS_A)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(PLAIN) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

bench: setup
	@$(MAKE) all samples $(BENCH_EXE)
	@$(TEST_ENV) tests/bench/bench.sh
bench-vm: setup
	@$(MAKE) all
	@$(TEST_ENV) tests/bench/bench-vm.sh
bench-search: release
	@tests/tools/setup.sh spin
	@$(MAKE) all $(BENCH_EXE)
	@$(TEST_ENV) HEDDLE=build-release/heddle tests/bench/bench-search.sh
bench-members: setup
	@$(MAKE) all
	@$(TEST_ENV) tests/bench/bench-members.sh
bench-trace:
	@$(MAKE) all samples $(BENCH_EXE)
	@$(TEST_ENV) tests/bench/bench-trace.sh
bench-screen: setup
	@$(MAKE) all samples $(BENCH_EXE)
	@$(TEST_ENV) tests/bench/bench-screen.sh
bench-record: setup
	@$(MAKE) all $(BENCH_EXE)
	@$(TEST_ENV) tests/bench/bench-record.sh
bench-estimate: setup
	@$(MAKE) all
	@$(TEST_ENV) tests/bench/bench-estimate.sh
bench-confirm: setup
	@$(MAKE) all
	@$(TEST_ENV) tests/bench/bench-confirm.sh
bench-seen: setup
	@$(MAKE) all samples
	@$(TEST_ENV) tests/bench/bench-seen.sh
bench-answers: setup
	@$(MAKE) all
	@$(TEST_ENV) tests/bench/bench-answers.sh
bench-older: setup
	@$(MAKE) all samples
	@$(TEST_ENV) tests/bench/bench-older.sh
