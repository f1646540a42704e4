#!/usr/bin/env bash
# Runs programs of the Offload tests with compiles in the background, cold, warm and
# with a native image, and compares what they print with the foreground mode.
#
#   compare-modes.sh CLANG OFFLOAD-TESTS FOLDER NAME...
set -u
Clang=$1 Tests=$2 Folder=$3
shift 3
Bad=0

# run PROGRAM TITLE SETTING...
run() {
  local Program=$1 Title=$2
  shift 2
  env "$@" OMP_TARGET_OFFLOAD=MANDATORY timeout 120 "$Program" >"$Program.$Title" ||
    { echo "$Program, $Title: status $?" && Bad=1; }
  cmp "$Program.foreground" "$Program.$Title" || Bad=1
}

rm -rf "$Folder" && mkdir -p "$Folder"
for Name in "$@"; do
  Driver=$Clang
  [[ $Name = *.cpp ]] && Driver=$Clang++
  for Native in "" --offload-arch=x86-64-v2; do
    Program=$Folder/$Name$Native
    "$Driver" -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
      $Native -I"$Tests/Inputs" "$Tests/$Name" -o "$Program" || { Bad=1 && continue; }
    run "$Program" foreground OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory
    run "$Program" cold OMP_JIT_ASYNC=1 "OMP_JIT_CACHE_DIR=$Program.cache"
    run "$Program" warm OMP_JIT_ASYNC=1 "OMP_JIT_CACHE_DIR=$Program.cache"
    run "$Program" uncached OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off OMP_JIT_THREADS=4 \
      OMP_JIT_THRESHOLD=1000
  done
done
exit $Bad
