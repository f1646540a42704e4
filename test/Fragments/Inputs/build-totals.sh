#!/bin/bash
# Builds totals.cpp: build-totals.sh BUILD SOURCE LIBRARIES OUT [FLAG...]
#
# LIBRARIES has libomp; OUT is the program, beside which the fragment files are.
# Flags are for the code of the fragments and for the program. TARGET is a host other
# than this one.
set -e
Build=$1 Source=$2 Libraries=$3 Out=$4
shift 4
Inputs=$(dirname "$0")
Flags=(-O2 -fopenmp "-fopenmp-targets=${TARGET:-x86_64-pc-linux-gnu}" -fopenmp-target-jit
       "-I$Source/offload/fragments/include" "-I$Source/offload/include" "$@")
for Name in add-up:AddUpBytes weigh:WeighBytes; do
  File=$Out.${Name%:*}
  "$Build/bin/clang++" "${Flags[@]}" -c "$Inputs/${Name%:*}.cpp" -o "$File.o"
  "$Build/bin/ompjit-fragment" "$File.o" -o "$File.fragment" "--header=$Out.d.${Name%:*}.h" "--array=${Name#*:}"
done
mkdir -p "$Out.d"
for Name in add-up weigh; do
  mv "$Out.d.$Name.h" "$Out.d/$Name.h"
done
"$Build/bin/clang++" "${Flags[@]}" "-I$Out.d" "$Inputs/totals.cpp" -o "$Out" \
  "-L$Build/lib" -lompjit-fragments "-Wl,-rpath,$Build/lib" "-L$Libraries"
