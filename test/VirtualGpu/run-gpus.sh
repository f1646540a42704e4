#!/usr/bin/env bash
# Builds a program for the host device and for virtual GPUs of every kind, and runs
# each. All runs have to end with status 0 and print what the host device's run
# prints. The output says in a line for each program how many seconds its steps
# took. What failed is told at once and at the end, as logs lose the one or the
# other.
#
# One of three GPUs runs it, built with one of three levels, some programs also without
# specialisation and with the checks of accesses; which ones follows from the name.
# With OMPJIT_THOROUGH it is all of them. The host's part is never optimised in
# programs for GPUs. What is built with -O0 is compiled for GPUs at level 0 in the run
# without specialisation, and at the default level in the others, as users run it.
#
# What is built with -O3 for GPUs is built and run where no CUDA toolkit and no ROCm
# are in sight, on machines that can hide them.
#
# Of some programs, on the host device or a GPU, whichever follows from the name, images
# are also compiled by a process that has changed its floating-point environment, and
# then used by one that has not.
#
#   run-gpus.sh BUILD [option...] FOLDER COMPILER-ARGUMENT... [-- ARGUMENT...]
#
# lit's substitution %run-gpus gives BUILD. FOLDER takes the programs.
#
#   --levels=LIST   each of these, on a GPU each
#   --gpus=LIST     GPUs to choose from, instead of sm_90,gfx90a,gfx1100
#   --checked       with the checks of accesses everywhere
#   --compiler=PATH another clang compiles for GPUs; ours links
#   --changed=LIST  where, and the environment: host:up, gpu:ftz+down or the like, or
#                   "none"; see ../Random/Inputs/environment.cpp
set -u
. "${0%/*}/../support/chosen.sh"

Levels=
Gpus=sm_90,gfx90a,gfx1100
Unspecialised= # Whether it runs so, too.
Checked=       # Whether it also runs with the checks of accesses.
Compiler=
Changed=
Hidden=() # What commands run under.
Failed=() FailedOutputs=()
# What the program asks for, the host device shall have.
export KMP_DEVICE_THREAD_LIMIT=10000 KMP_TEAMS_THREAD_LIMIT=1000

main() {
  Build=$1
  shift
  while [[ $1 = --* ]]; do
    case $1 in
    --levels=*) Levels=${1#*=} ;;
    --gpus=*) Gpus=${1#*=} ;;
    --checked) Checked=yes ;;
    --compiler=*) Compiler=${1#*=} ;;
    --changed=*) Changed=${1#*=} ;;
    *) echo "run-gpus.sh: unknown option $1" >&2 && exit 2 ;;
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
  choose
  make_environment

  local Host=-fopenmp-targets=x86_64-pc-linux-gnu
  compile host O2 $Host && run host host
  [[ ,$Changed != *,host:* ]] ||
    { compile host.jit O2 $Host -fopenmp-target-jit && run_changed host.jit host host; }
  echo
  local Level Kind
  for Level in ${Levels//,/ }; do
    for Kind in $(chosen_gpus "$Level" | while read -r Gpu; do kind_of "$Gpu"; done | uniq); do
      on_kind "$Kind" "$Level"
    done
  done
  [ ${#Failed[@]} -eq 0 ] || tell_failures
}

# make_environment: what changes the floating-point environment, once for all tests.
make_environment() {
  local Source=${0%/*}/../Random/Inputs/environment.cpp
  Environment=$Build/test/environment.o
  [ "$Environment" -nt "$Source" ] ||
    { "$Build/bin/clang++" -O1 -c "$Source" -o "$Folder/environment.o" &&
      mv -f "$Folder/environment.o" "$Environment"; } || exit 1
}

# What the command line leaves open.
choose() {
  # Who names levels wants to see much at each of them.
  Unspecialised=$(chosen 1 yes "$Levels")
  [ -n "$Levels" ] || Levels=$(chosen 2 O0 O2 O3 | paste -sd,)
  [ -n "$Checked" ] || Checked=$(chosen 3 yes "")
  # Places and environments for the program.
  [ -n "$Changed" ] || [ -z "$(chosen 5 yes "" "")" ] ||
    Changed=$(chosen 4 host:ftz gpu:up host:down gpu:zero host:ftz+up gpu:ftz+down | paste -sd,)
}

# chosen_gpus LEVEL
chosen_gpus() {
  # shellcheck disable=SC2086
  chosen "$1" ${Gpus//,/ }
}

# run_changed PROGRAM PLACE TITLE SETTING...: fills a cache, and uses it.
run_changed() {
  local Program=$1 Place=$2 Title=$3 Each
  shift 3
  for Each in ${Changed//,/ }; do
    [ "${Each%%:*}" = "$Place" ] || continue
    rm -rf "$Folder/cache.changed"
    set -- "$@" "OMP_JIT_CACHE_DIR=$Folder/cache.changed" OMP_JIT_ASYNC=0
    run "$Program" "$Title.${Each#*:}" "$@" "RANDOM_FLOATING=${Each#*:}"
    run "$Program" "$Title.after" "$@" "OMP_JIT_STATS=$Folder/after.json"
    grep -qs '"compiles": 0,' "$Folder/after.json" ||
      fail "$Program, $Title" "compiled again after ${Each#*:}" "$Folder/after.json"
  done
}

# tell_failures: what failed, with the begin of what it said.
tell_failures() {
  local I
  echo "${#Failed[@]} failed:"
  for I in "${!Failed[@]}"; do
    echo "failed: ${Failed[I]}"
    head -n 5 "${FailedOutputs[I]}" | cut -c 1-500 | sed 's/^/  /'
  done
  exit 1
}

# fail STEP MESSAGE OUTPUT: notes it, and shows the begin of the output.
fail() {
  Failed+=("$1: $2")
  FailedOutputs+=("$3")
  printf '\n%s: %s\n' "$1" "$2"
  head -c 4000 "$3"
  return 1
}

# on_kind KIND LEVEL: one package, for the chosen GPUs of a kind.
on_kind() {
  local Kind=$1 Level=$2 Gpu Flags Hidden=()
  local Chosen=()
  for Gpu in $(chosen_gpus "$Level"); do
    [ "$(kind_of "$Gpu")" = "$Kind" ] && Chosen+=("$Gpu")
  done
  local Hide=${0%/*}/../support/without-toolkit.sh
  [ "$Level" != O3 ] || ! "$Hide" true 2>/dev/null || Hidden=("$Hide")
  local Amd=(-fopenmp-targets=amdgcn-amd-amdhsa)
  case $Kind in
  nvptx) Flags=(-fopenmp-targets=nvptx64-nvidia-cuda) ;;
  wave64) Flags=("${Amd[@]}") ;;
  wave32) Flags=("${Amd[@]}" --offload-arch=gfx1030) ;;
  esac
  # Ours makes a package for all of a kind.
  [ -z "$Compiler" ] || Flags+=("--offload-arch=${Chosen[0]}")
  Flags+=(-fopenmp-target-jit -Xarch_host -O0)
  compile "$Kind.$Level" "$Level" "${Flags[@]}" || return
  for Gpu in "${Chosen[@]}"; do
    on_gpu "$Kind.$Level" "$Gpu" "${Level#O}"
  done
  echo
}

kind_of() {
  case $1 in
  sm_*) echo nvptx ;;
  gfx1*) echo wave32 ;;
  *) echo wave64 ;;
  esac
}

on_gpu() {
  local Program=$1 Gpu=$2 Vgpu
  Vgpu=(OMP_JIT_VGPU=1 "OMP_JIT_VGPU_ARCH=$Gpu" OMP_TARGET_OFFLOAD=MANDATORY)
  [ "$3" = 0 ] || Vgpu+=("OMP_JIT_OPT_LEVEL=$3")
  run "$Program" "$Gpu.specialised" "${Vgpu[@]}"
  [ -z "$Unspecialised" ] ||
    run "$Program" "$Gpu.unspecialised" "${Vgpu[@]}" OMP_JIT_SPECIALIZE=none \
      "OMP_JIT_OPT_LEVEL=$3"
  [ -z "$Checked" ] ||
    run "$Program" "$Gpu.checked" "${Vgpu[@]}" OMP_JIT_VGPU_CHECK=1
  # Of several levels, with the last.
  [[ $Program != *."${Levels##*,}" ]] ||
    run_changed "$Program" gpu "$Gpu" "${Vgpu[@]}"
}

# compile NAME LEVEL FLAG...: the program $Folder/NAME.
compile() {
  local Name=$1 Level=$2 Clang=$Build/bin/clang Begin=$EPOCHREALTIME
  local Output=$Folder/$Name.build.err
  shift 2
  case " ${CompilerArguments[*]} " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  if build "$Name" -fopenmp "-$Level" "$@" >"$Output" 2>&1; then
    printf '%s built %s' "$Name" "$(seconds_since "$Begin")"
    return
  fi
  fail "$Name" "not built: -$Level $* ${CompilerArguments[*]}" "$Output"
}

# build NAME FLAG...: with $Clang, or for a GPU with the other compiler and $Clang.
build() {
  local Program=$Folder/$1 Name=$1
  shift
  if [ -z "$Compiler" ] || [ "$Name" = host ]; then
    "${Hidden[@]}" "$Clang" "$@" "${CompilerArguments[@]}" "$Environment" \
      -lm -o "$Program"
  else
    "${Hidden[@]}" "$Compiler" "$@" -nogpulib "${CompilerArguments[@]}" -c \
      -o "$Program.o" &&
      "${Hidden[@]}" "$Clang" "$@" "$Program.o" "$Environment" \
        $(printf '%s\n' "${CompilerArguments[@]}" | grep '^-l') -lm -o "$Program"
  fi
}

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status Begin=$EPOCHREALTIME
  shift 2
  local Output=$Folder/$Program.$Title.out
  env "OMP_JIT_CACHE_DIR=$Folder/cache" "$@" "${Hidden[@]}" timeout 300 "$Folder/$Program" \
    "${Arguments[@]}" >"$Output" 2>"$Output.err"
  Status=$?
  [ -e "$Folder/expected" ] || cp "$Output" "$Folder/expected"
  # In a changed environment the host may compute, expect and print something else.
  if [ $Status = 0 ] && cmp -s "$Output" "$Folder/expected" ||
    { [[ "$*" = *RANDOM_FLOATING=* ]] && [ $Status -le 1 ]; }; then
    printf ', %s %s' "$Title" "$(seconds_since "$Begin")"
    return
  fi
  diff "$Folder/expected" "$Output" | head -n 40 >>"$Output.err"
  fail "$Program, $Title" "status $Status ($*)" "$Output.err"
}

seconds_since() {
  local Passed=$((${EPOCHREALTIME/./} - ${1/./}))
  echo "$((Passed / 1000000)).$((Passed % 1000000 / 100000)) s"
}

main "$@"
