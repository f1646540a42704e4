#!/usr/bin/env bash
# Builds a program for the host device and for virtual GPUs of every kind, at
# several levels of optimisation, and runs each. All runs have to end with status
# 0 and print what the host device's run prints. The output says how many seconds
# each step took.
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
  for Level in ${Levels//,/ }; do
    on_kind nvptx "$Level"
    on_kind wave64 "$Level"
    on_kind wave32 "$Level"
  done
  if [ ${#Failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${Failed[@]}"
    exit 1
  fi
}

# on_kind KIND LEVEL: one package, for the chosen GPUs of a kind.
on_kind() {
  local Kind=$1 Level=$2 Gpu Flags
  local Chosen=()
  for Gpu in ${Gpus//,/ }; do
    [ "$(kind_of "$Gpu")" = "$Kind" ] && Chosen+=("$Gpu")
  done
  [ ${#Chosen[@]} -gt 0 ] || return
  local Amd=(-fopenmp-targets=amdgcn-amd-amdhsa)
  case $Kind in
  nvptx) Flags=(-fopenmp-targets=nvptx64-nvidia-cuda) ;;
  wave64) Flags=("${Amd[@]}") ;;
  wave32) Flags=("${Amd[@]}" --offload-arch=gfx1030) ;;
  esac
  compile "$Kind.$Level" "$Level" "${Flags[@]}" -fopenmp-target-jit || return
  for Gpu in "${Chosen[@]}"; do
    on_gpu "$Kind.$Level" "$Gpu" "${Level#O}"
  done
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
  Vgpu=(OMP_JIT_VGPU=1 "OMP_JIT_VGPU_ARCH=$Gpu" OMP_TARGET_OFFLOAD=MANDATORY
    "OMP_JIT_OPT_LEVEL=$3")
  run "$Program" "$Gpu.specialised" "${Vgpu[@]}"
  run "$Program" "$Gpu.unspecialised" "${Vgpu[@]}" OMP_JIT_SPECIALIZE=none
  [ $Checked = no ] ||
    run "$Program" "$Gpu.checked" "${Vgpu[@]}" OMP_JIT_VGPU_CHECK=1
}

# compile NAME LEVEL FLAG...: the program $Folder/NAME.
compile() {
  local Name=$1 Level=$2 Clang=$Build/bin/clang
  shift 2
  case " ${CompilerArguments[*]} " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  echo "--- $Name: -$Level $* ${CompilerArguments[*]}"
  local Begin=$EPOCHREALTIME
  "$Clang" -fopenmp "-$Level" "$@" "${CompilerArguments[@]}" \
    -o "$Folder/$Name" && passed "$Begin" && return 0
  Failed+=("$Name (build)")
  return 1
}

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status
  shift 2
  local Output=$Folder/$Program.$Title.out Begin=$EPOCHREALTIME
  env "$@" "OMP_JIT_CACHE_DIR=$Folder/cache" timeout 300 "$Folder/$Program" \
    "${Arguments[@]}" >"$Output" 2>"$Output.err"
  Status=$?
  [ -e "$Folder/expected" ] || cp "$Output" "$Folder/expected"
  if [ $Status = 0 ] && cmp -s "$Output" "$Folder/expected"; then
    passed "$Begin" "$Title: "
    return 0
  fi
  echo "$Program, $Title ($*): status $Status"
  head -c 4000 "$Output.err"
  diff "$Folder/expected" "$Output" | head -n 40
  Failed+=("$Program, $Title")
  return 1
}

passed() {
  local Passed=$((${EPOCHREALTIME/./} - ${1/./}))
  echo "${2-}$((Passed / 1000000)).$((Passed % 1000000 / 100000)) s"
}

main "$@"
