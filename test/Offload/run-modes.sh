#!/usr/bin/env bash
# Builds a program in the modes of the driver and runs each result in the ways it can
# be started. All runs have to end with status 0 and print the same. Of the packaged
# compiler and the modes without the JIT a program takes one, by its name, and of what
# differs little between starts one, too; all, if OMPJIT_THOROUGH is set.
#
#   run-modes.sh BUILD LLVM [option...] FOLDER COMPILER-ARGUMENT... [-- ARGUMENT...]
#
# BUILD and LLVM are the build folder and the packaged LLVM's; lit's
# substitution %run-all-modes gives them. FOLDER takes the programs and caches.
#
#   --no-packaged   the packaged clang and runtime cannot run this program
#   --varies        launches differ from run to run (in values, or in which of
#                   them come first), so that a warm run may compile again
#
# By hand, OMPJIT_MODES="jit both" restricts what is built. scripts/check-host names
# another device (OMPJIT_DEVICE), what compiles for it (OMPJIT_CROSS, options) and what
# runs it (OMPJIT_RUNNER, the begin of a command).
set -u
. "${0%/*}/../support/chosen.sh"

Device=${OMPJIT_DEVICE:-x86_64-pc-linux-gnu}
read -ra Cross <<<"${OMPJIT_CROSS:-}"
read -ra Runner <<<"${OMPJIT_RUNNER:-}"
Failed=()

main() {
  Build=$1 Llvm=$2
  shift 2
  Packaged=yes Varies=no
  # Compiles take seconds under an emulator, so that the engine lets launches share an
  # image first, and a warm run may compile the one for their values.
  [ ${#Runner[@]} -eq 0 ] || Varies=yes
  while [[ $1 = --* ]]; do
    case $1 in
    --no-packaged) Packaged=no ;;
    --varies) Varies=yes ;;
    *) echo "run-modes.sh: unknown option $1" >&2 && exit 2 ;;
    esac
    shift
  done
  Folder=$(realpath -m "$1")
  shift
  CompilerArguments=() Arguments=()
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    CompilerArguments+=("$1")
    shift
  done
  [ $# -gt 0 ] && Arguments=("${@:2}")

  rm -rf "$Folder"
  mkdir -p "$Folder"
  run_modes
  if [ ${#Failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${Failed[@]}"
    exit 1
  fi
}

run_modes() {
  [ -e "$Llvm/lib/libomptarget.so" ] && [ -e "$Llvm/bin/clang-linker-wrapper" ] ||
    Packaged=no
  local Mode
  for Mode in ${OMPJIT_MODES:-$(references) jit $(chosen 2 both "")}; do
    case $Mode in
    packaged) [ $Packaged = no ] || { build_packaged && run_packaged; } ;;
    aot) build aot && run_plain aot ;;
    lto) build lto -foffload-lto && run_plain lto ;;
    thin) build thin -foffload-lto=thin && run_plain thin ;;
    jit) build jit -fopenmp-target-jit && run_deferred jit ;;
    both)
      build both -fopenmp-target-jit --offload-arch=x86-64-v3 && run_deferred both
      ;;
    esac
  done
}

# What the JIT's runs are compared with.
references() {
  if [ $Packaged = yes ]; then
    chosen 1 packaged aot lto thin
  else
    chosen 1 aot lto thin
  fi
}

# --- Building ---------------------------------------------------------------

# compile NAME CLANG FLAG...: the program $Folder/NAME.
compile() {
  local Name=$1 Clang=$2
  shift 2
  case " ${CompilerArguments[*]} " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  echo "--- $Name: $Clang -fopenmp -fopenmp-targets=$Device $* ${CompilerArguments[*]}"
  "$Clang" -fopenmp "-fopenmp-targets=$Device" "${Cross[@]}" "$@" "${CompilerArguments[@]}" \
    -o "$Folder/$Name" && return 0
  Failed+=("$Name (build)")
  return 1
}

build() { compile "$1" "$Build/bin/clang" "${@:2}"; }
build_packaged() { compile packaged "$Llvm/bin/clang"; }

# --- Running ----------------------------------------------------------------

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status
  shift 2
  local Output=$Folder/$Program.$Title.out
  env "$@" timeout 300 "${Runner[@]}" "$Folder/$Program" "${Arguments[@]}" >"$Output" 2>"$Output.err"
  Status=$?
  [ -e "$Folder/expected" ] || cp "$Output" "$Folder/expected"
  if [ $Status = 0 ] && cmp -s "$Output" "$Folder/expected"; then
    return 0
  fi
  echo "$Program, $Title ($*): status $Status"
  head -c 4000 "$Output.err"
  diff "$Folder/expected" "$Output" | head -n 40
  Failed+=("$Program, $Title")
  return 1
}

# A program of the packaged compiler, with its own runtime and with ours.
run_packaged() {
  run packaged reference "LD_LIBRARY_PATH=$Llvm/lib" OMP_TARGET_OFFLOAD=MANDATORY
  [ -e "$Build/lib/libomptarget.so.22.1" ] &&
    run packaged our-runtime "LD_LIBRARY_PATH=$Build/lib:$Llvm/lib" \
      OMP_TARGET_OFFLOAD=MANDATORY
}

run_plain() {
  run "$1" mandatory OMP_TARGET_OFFLOAD=MANDATORY
  local Title
  for Title in $(chosen 3 default disabled); do
    case $Title in
    default) run "$1" default ;;
    disabled) run "$1" disabled OMP_TARGET_OFFLOAD=DISABLED ;;
    esac
  done
}

run_deferred() {
  local Cache=$Folder/$1.cache
  # What these two count must not depend on which compile is over first.
  run "$1" cold OMP_JIT_ASYNC=0 "OMP_JIT_CACHE_DIR=$Cache" "OMP_JIT_STATS=$Cache.cold.json" &&
    expect_stats "$1" cold "$Cache.cold.json" '>'
  run "$1" warm OMP_JIT_ASYNC=0 "OMP_JIT_CACHE_DIR=$Cache" "OMP_JIT_STATS=$Cache.warm.json" \
    OMP_TARGET_OFFLOAD=MANDATORY && [ $Varies = no ] &&
    expect_stats "$1" warm "$Cache.warm.json" '=='
  run "$1" unspecialised "OMP_JIT_CACHE_DIR=$Cache.3" OMP_JIT_SPECIALIZE=none
  run "$1" plain OMP_JIT=0
  local Title
  for Title in $(chosen 4 cold-mandatory memory foreground); do
    case $Title in
    cold-mandatory)
      run "$1" "$Title" "OMP_JIT_CACHE_DIR=$Cache.2" OMP_TARGET_OFFLOAD=MANDATORY
      ;;
    memory) run "$1" "$Title" OMP_JIT_CACHE=memory ;;
    foreground) run "$1" "$Title" OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory ;;
    esac
  done
}

# expect_stats PROGRAM TITLE FILE OPERATOR: the run compiled something ('>') or
# nothing ('=='), nothing fell back, and each launch is counted once.
expect_stats() {
  python3 - "$3" "$4" <<'END' && return 0
import json, sys
stats = json.load(open(sys.argv[1]))
kinds = ["l1_hits", "l2_memory_hits", "l2_disk_hits", "compiles", "fallbacks"]
counts = {kind: stats[kind] for kind in ["launches"] + kinds}
compiles = counts["compiles"] + stats["base_compiles"]
assert eval("%d %s 0" % (compiles, sys.argv[2])), stats
assert counts["fallbacks"] == 0, counts
assert counts["launches"] == sum(counts[kind] for kind in kinds), counts
assert counts["launches"] > 0, counts
END
  Failed+=("$1, $2 (statistics)")
}

main "$@"
