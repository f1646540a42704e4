#!/usr/bin/env bash
# Links a program ahead of time for GPUs of every kind.
#
#   link-ahead.sh BUILD FOLDER COMPILER-ARGUMENT...
#
# lit's substitution %link-ahead gives BUILD. FOLDER takes the programs. Without
# ptxas those for NVIDIA's GPUs are left out.
set -u

Failed=()

main() {
  Build=$1
  Folder=$(realpath -m "$2")
  shift 2
  rm -rf "$Folder"
  mkdir -p "$Folder"
  Clang=$Build/bin/clang
  case " $* " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  link amd gfx90a,gfx942,gfx1100 "$@"
  if has_ptxas; then
    link nvidia sm_75,sm_80,sm_90 "$@"
  fi
  if [ ${#Failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${Failed[@]}"
    exit 1
  fi
}

# link NAME ARCHITECTURES ARGUMENT...
link() {
  local Name=$1 Architectures=$2 Begin=$EPOCHREALTIME
  shift 2
  echo "--- $Architectures: $*"
  "$Clang" -fopenmp -O2 -foffload-lto "--offload-arch=$Architectures" "$@" \
    -o "$Folder/$Name" || Failed+=("$Architectures")
  echo "$(((${EPOCHREALTIME/./} - ${Begin/./}) / 1000)) ms"
}

has_ptxas() {
  command -v ptxas >/dev/null || [ -x /usr/local/cuda/bin/ptxas ]
}

main "$@"
