#!/usr/bin/env bash
# Builds a program of Fortran for the host device and for virtual GPUs, and runs each
# result. All runs have to end with status 0 and print the same, and a warm run must
# not compile. It is also linked ahead of time for GPUs, which needs ptxas for
# NVIDIA's, and nothing may be undefined in an image for AMD's. Of two modes besides
# the JIT, two GPUs and four ways to link the program takes one each, by its name,
# unless OMPJIT_THOROUGH is set.
#
#   run-fortran.sh BUILD [--host] FOLDER MAIN ARGUMENT...
#
# lit's substitution %run-fortran gives BUILD. FOLDER takes the programs and caches.
# An argument is a file that is compiled before MAIN, each file by itself and C++ by
# clang++, or an option of flang.
#
#   --host   the program cannot be built for GPUs
#
# By hand, OMPJIT_MODES="jit gpu" restricts what is built. scripts/check-host names
# another host as for ../Offload/run-modes.sh.
set -u
. "${0%/*}/../support/chosen.sh"

Failed=() Libraries=()
read -ra Cross <<<"${OMPJIT_CROSS:-}"
read -ra Runner <<<"${OMPJIT_RUNNER:-}"
# What the program asks for, the host device shall have.
export KMP_DEVICE_THREAD_LIMIT=10000 KMP_TEAMS_THREAD_LIMIT=1000

main() {
  Build=$1 Gpus=()
  shift
  local ForGpus=yes
  [ "$1" != --host ] || { ForGpus=no && shift; }
  Folder=$(realpath -m "$1") Main=$2
  [ $ForGpus = no ] || mapfile -t Gpus < <(chosen 1 sm_90 gfx90a)
  shift 2
  Sources=("${0%/*}/Inputs/checks.f90") Options=()
  local Each
  for Each in "$@"; do
    case $Each in
    -*) Options+=("$Each") ;;
    *) Sources+=("$Each") ;;
    esac
    [[ $Each != *.cpp ]] || Libraries=(-lstdc++)
  done
  Sources+=("$Main")
  rm -rf "$Folder"
  mkdir -p "$Folder"
  local Host=-fopenmp-targets=${OMPJIT_DEVICE:-x86_64-pc-linux-gnu}
  for Each in $(chosen 2 ahead lto); do
    local Flags=()
    [ "$Each" = ahead ] || Flags=(-foffload-lto)
    build "$Each" $Host "${Flags[@]}" && run "$Each" host
  done
  build jit $Host -fopenmp-target-jit && run_twice jit host
  [ ${#Gpus[@]} -eq 0 ] || on_gpus
  [ ${#Failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${Failed[@]}" && exit 1; }
}

on_gpus() {
  local Gpu
  build gpu "--offload-arch=$(IFS=, && echo "${Gpus[*]}")" -fopenmp-target-jit ||
    return
  for Gpu in "${Gpus[@]}"; do
    run_twice gpu "$Gpu" OMP_JIT_VGPU=1 "OMP_JIT_VGPU_ARCH=$Gpu"
  done
  link_ahead
}

# Links for GPUs with and without optimisation and debug information, and with the
# latter also a program that runs on a virtual GPU.
link_ahead() {
  local Architectures Way
  has_ptxas && Architectures=$(chosen 3 gfx90a sm_90 | paste -sd,) || Architectures=gfx90a
  for Way in $(chosen 4 gpu-ahead gpu-lines gpu-debug gpu-debug-jit); do
    local Flags=()
    case $Way in
    gpu-ahead) Flags=(-O3 -g) ;;
    gpu-lines) Flags=(-foffload-lto -O1 -g1) ;;
    gpu-debug) Flags=(-O0 -g) ;;
    gpu-debug-jit)
      build "$Way" --offload-arch=gfx90a -O0 -g -fopenmp-target-jit &&
        run "$Way" gfx90a OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a
      continue
      ;;
    esac
    build "$Way" "--offload-arch=$Architectures" "${Flags[@]}" &&
      check_images "$Way" "$Architectures"
  done
}

has_ptxas() {
  command -v ptxas >/dev/null || [ -x /usr/local/cuda/bin/ptxas ]
}

# check_images PROGRAM ARCHITECTURES: it has an image for each.
check_images() {
  local Program=$1 Architecture Image
  for Architecture in ${2//,/ }; do
    Image=$Folder/$Program.$Architecture
    llvm-objcopy --dump-section=.llvm.offloading="$Image.images" "$Folder/$Program" /dev/null
    llvm-offload-binary "$Image.images" "--image=file=$Image,arch=$Architecture" &&
      [ -s "$Image" ] && [ -z "$(undefined_in "$Image" "$Architecture")" ] && continue
    echo "$Program: the image for $Architecture is missing, or lacks:"
    undefined_in "$Image" "$Architecture"
    Failed+=("$Program, $Architecture")
  done
}

# undefined_in IMAGE ARCHITECTURE: what the driver would have to find elsewhere. A
# cubin names functions of the driver, such as vprintf.
undefined_in() {
  [[ $2 = sm_* ]] || llvm-nm --dynamic --undefined-only "$1"
}

# build NAME FLAG...: the program $Folder/NAME.
build() {
  local Name=$1 Source Object Objects=() Compiler
  shift
  [[ " ${OMPJIT_MODES:-$Name} " = *" $Name "* ]] || return 1
  mkdir -p "$Folder/$Name.o"
  cd "$Folder/$Name.o" || exit 1 # Module files are written here.
  for Source in "${Sources[@]}"; do
    Object=$(basename "$Source").o
    Compiler=("$Build/bin/flang" "${Options[@]}")
    [[ $Source != *.cpp ]] || Compiler=("$Build/bin/clang++")
    compile "$Name" "${Compiler[@]}" "${Cross[@]}" -O2 -fopenmp "$@" -c "$Source" -o "$Object" ||
      return 1
    Objects+=("$Object")
  done
  compile "$Name" "$Build/bin/flang" "${Cross[@]}" -O2 -fopenmp "$@" "${Objects[@]}" \
    "${Libraries[@]}" -o "$Folder/$Name"
}

compile() {
  local Name=$1
  shift
  "$@" && return 0
  echo "$Name: not built: $*"
  Failed+=("$Name (build)")
  return 1
}

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status Output=$Folder/$1.$2.out
  shift 2
  env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 "$@" timeout 300 \
    "${Runner[@]}" "$Folder/$Program" >"$Output" 2>"$Output.err"
  Status=$?
  [ -e "$Folder/expected" ] || cp "$Output" "$Folder/expected"
  [ $Status = 0 ] && cmp -s "$Output" "$Folder/expected" && return 0
  echo "$Program, $Title ($*): status $Status"
  head -c 4000 "$Output.err"
  diff "$Folder/expected" "$Output" | head -n 40
  grep -B1 ' is wrong' "$Output"
  Failed+=("$Program, $Title")
  return 1
}

# run_twice PROGRAM TITLE SETTING...: with an empty cache, and with a full one.
run_twice() {
  local Program=$1 Title=$2 Settings=("${@:3}")
  Settings+=("OMP_JIT_CACHE_DIR=$Folder/$Title.cache")
  run "$Program" "$Title.cold" "${Settings[@]}" || return
  run "$Program" "$Title.warm" "${Settings[@]}" "OMP_JIT_STATS=$Folder/$Title.json" ||
    return
  # Under an emulator compiles take so long that the engine puts some of them off.
  [ ${#Runner[@]} -gt 0 ] || grep -q '"compiles": 0,' "$Folder/$Title.json" && return 0
  echo "$Program, $Title: the warm run compiled"
  Failed+=("$Program, $Title (warm)")
}

main "$@"
