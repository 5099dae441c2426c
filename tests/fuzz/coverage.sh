#!/usr/bin/env bash
# The lines that a fuzz target's inputs reach: `coverage.sh TARGET`, normally called by `make
# fuzz-coverage FUZZ=TARGET`. Inputs are those of tests/fuzz/corpus and those that `make fuzz` found
# and left in build-fuzz/corpus. Only the target's own modules are listed.
set -eu
cd "$(dirname "$0")/../.."
target=$1 build=build-fuzz-coverage
case $target in
  class) modules=(engine/classfile/{attributes,class_parse,class_reader,code_attr,code_check}.c
    engine/classfile/{constpool,descriptor,insn,insn_effect,legal,symbol}.c
    engine/vm/verify/*.c engine/vm/{code,fuse,link,proof,stackmap}.c \
      engine/vm/interp/interp_loop.h) ;;
  jimage) modules=(engine/classfile/jimage.c) ;;
  jar) modules=(engine/classfile/jar.c) ;;
  trace)
    modules=(trace/{chunk,format,reader,reader_live,tables,counterexample_read}.c trace/export/*.c \
      trace/analysis/*.c)
    ;;
  rewrite) modules=(trace/recorder/rewrite*.c) ;;
  sarif) modules=(trace/import/sarif_warnings.c) ;;
  sequence) modules=(engine/flow/{sequence,location,program,cfg}.c) ;;
  *) echo "coverage.sh: no modules are named for $target" >&2; exit 2 ;;
esac
find_tool() { compgen -c "$1" | grep -xE "$1(-[0-9]+)?" | sort -V | tail -n 1; }
seeds=$target
[ "$target" != rewrite ] || seeds=class
inputs=(tests/fuzz/corpus/"$seeds")
found=$build/found/$target # a copy: a fuzzer that runs meanwhile takes inputs away
rm -rf "$build/$target".profraw "$found"
mkdir -p "$found"
[ ! -d build-fuzz/corpus/"$target" ] ||
  find build-fuzz/corpus/"$target" -type f -exec cp -t "$found" {} + 2>/dev/null || true
inputs+=("$found")
LLVM_PROFILE_FILE=$build/$target.profraw "$build/tests/fuzz/$target" "${inputs[@]}" \
  >"$build/$target.log" 2>&1 ||
  { tail -n 5 "$build/$target.log" >&2; exit 1; }
"$(find_tool llvm-profdata)" merge -o "$build/$target.profdata" "$build/$target.profraw"
# The report's columns: name, regions (3), functions (3), lines (3), ...
"$(find_tool llvm-cov)" report "$build/tests/fuzz/$target" \
  -instr-profile="$build/$target.profdata" "${modules[@]}" |
  awk -v target="$target" -v here="$PWD/" '
    NF >= 10 && ($1 ~ /\.[ch]$/ || $1 == "TOTAL") {
      sub(here, "")
      printf "%-40s %6d of %6d lines  %5.1f%%\n", $1 == "TOTAL" ? target : $1, $8 - $9, $8,
        $8 ? 100 * ($8 - $9) / $8 : 100
    }'
