#!/usr/bin/env bash
# Builds a program for the host device and for virtual GPUs of every kind, at
# several levels of optimisation, and runs each. All runs have to end with status
# 0 and print what the host device's run prints.
#
#   run-gpus.sh BUILD [option...] FOLDER COMPILER-ARGUMENT... [-- ARGUMENT...]
#
# lit's substitution %run-gpus gives BUILD. FOLDER takes the programs.
#
#   --levels=LIST   instead of O0,O2,O3
#   --gpus=LIST     instead of sm_90,gfx90a,gfx1100
#   --checked       also with the checks of accesses
set -u

Levels=O0,O2,O3
Gpus=sm_90,gfx90a,gfx1100
Checked=no
Failed=()

main() {
  Build=$1
  shift
  while [[ $1 = --* ]]; do
    case $1 in
    --levels=*) Levels=${1#*=} ;;
    --gpus=*) Gpus=${1#*=} ;;
    --checked) Checked=yes ;;
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

  compile host O2 -fopenmp-targets=x86_64-pc-linux-gnu && run host host
  for Gpu in ${Gpus//,/ }; do
    for Level in ${Levels//,/ }; do
      on_gpu "$Gpu" "$Level"
    done
  done
  if [ ${#Failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${Failed[@]}"
    exit 1
  fi
}

on_gpu() {
  local Gpu=$1 Level=$2 Flags Vgpu
  case $Gpu in
  sm_*) Flags=(-fopenmp-targets=nvptx64-nvidia-cuda) ;;
  # clang links no library for AMD's GPUs where there is no ROCm.
  *) Flags=(-fopenmp-targets=amdgcn-amd-amdhsa -nogpulib -Xoffload-linker -lompdevice) ;;
  esac
  compile "$Gpu.$Level" "$Level" "${Flags[@]}" "--offload-arch=$Gpu" \
    -fopenmp-target-jit || return
  Vgpu=(OMP_JIT_VGPU=1 "OMP_JIT_VGPU_ARCH=$Gpu" OMP_TARGET_OFFLOAD=MANDATORY
    "OMP_JIT_OPT_LEVEL=${Level#O}")
  run "$Gpu.$Level" specialised "${Vgpu[@]}"
  run "$Gpu.$Level" unspecialised "${Vgpu[@]}" OMP_JIT_SPECIALIZE=none
  [ $Checked = no ] ||
    run "$Gpu.$Level" checked "${Vgpu[@]}" OMP_JIT_VGPU_CHECK=1
}

# compile NAME LEVEL FLAG...: the program $Folder/NAME.
compile() {
  local Name=$1 Level=$2 Clang=$Build/bin/clang
  shift 2
  case " ${CompilerArguments[*]} " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  echo "--- $Name: -$Level $* ${CompilerArguments[*]}"
  "$Clang" -fopenmp "-$Level" "$@" "${CompilerArguments[@]}" \
    -o "$Folder/$Name" && return 0
  Failed+=("$Name (build)")
  return 1
}

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status
  shift 2
  local Output=$Folder/$Program.$Title.out
  env "$@" "OMP_JIT_CACHE_DIR=$Folder/cache" timeout 300 "$Folder/$Program" \
    "${Arguments[@]}" >"$Output" 2>"$Output.err"
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

main "$@"
