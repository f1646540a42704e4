#!/usr/bin/env bash
# Builds a program for GPUs in every mode that needs no toolkit, and runs each on
# virtual GPUs: from C and C++, in one step and in two, from an archive.
#
#   build-for-gpus.sh BUILD FOLDER ARGUMENT...
#
# FOLDER takes the programs. Every compiler gets the arguments.
set -u

main() {
  Build=$1 Folder=$2 Arguments=("${@:3}") Failed=0
  Inputs=$(dirname "$0")
  rm -rf "$Folder"
  mkdir -p "$Folder"
  local Nvidia=-fopenmp-targets=nvptx64
  mode sm_90 clang++ one "$Nvidia" -foffload-lto -O2
  mode sm_90 clang two "$Nvidia" -foffload-lto=thin -O1 -g
  mode sm_90 clang++ archive "$Nvidia" -fopenmp-target-jit -O0 -g
  mode sm_90 clang one "$Nvidia" -fopenmp-target-jit -O3
  mode sm_90 clang++ two "$Nvidia" --offload-arch=sm_90 -foffload-lto -O3
  mode sm_90 clang archive --offload-arch=sm_80,sm_90 -fopenmp-target-jit -O2
  mode sm_90 clang++ one "$Nvidia,x86_64-pc-linux-gnu" -fopenmp-target-jit -O1
  mode gfx90a clang++ two --offload-arch=sm_90,gfx90a -fopenmp-target-jit -O2
  mode gfx90a clang archive -fopenmp-targets=amdgcn -foffload-lto -O2
  exit $Failed
}

# mode GPU CLANG STEPS FLAG...: builds and runs.
mode() {
  local Gpu=$1 Clang=$2 Steps=$3
  shift 3
  rm -rf "${Folder:?}"/*
  if build "$Clang" "$Steps" "$@" >"$Folder/said" 2>&1 &&
    ! grep -qE 'error|warning' "$Folder/said" && run "$Gpu"; then
    echo "$Clang, $Steps, $*: right"
    return
  fi
  echo "$Clang, $Steps, $*: failed"
  head -c 2000 "$Folder/said"
  Failed=1
}

build() {
  local Language=c++ Steps=$2
  [ "$1" = clang ] && Language=c
  local Compile=("$Build/bin/$1" -fopenmp "${@:3}" "${Arguments[@]}")
  local Link=("${Compile[@]}" -o "$Folder/program")
  cd "$Folder" || return
  if [ "$Steps" = one ]; then
    "${Link[@]}" -x "$Language" "$Inputs/mathematics.c" "$Inputs/step.c" -lm
    return
  fi
  "${Compile[@]}" -c -x "$Language" "$Inputs/mathematics.c" "$Inputs/step.c" ||
    return
  if [ "$Steps" = two ]; then
    "${Link[@]}" mathematics.o step.o -lm
  else
    llvm-ar rc libstep.a step.o && "${Link[@]}" mathematics.o -L. -lstep -lm
  fi
}

run() {
  local Status=0
  env OMP_JIT_VGPU=1 "OMP_JIT_VGPU_ARCH=$1" OMP_TARGET_OFFLOAD=MANDATORY \
    "OMP_JIT_CACHE_DIR=$Folder/cache" "$Folder/program" >>"$Folder/said" 2>&1 ||
    Status=$?
  [ $Status = 0 ] && grep -qx right "$Folder/said"
}

main "$@"
