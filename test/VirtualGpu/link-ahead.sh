#!/usr/bin/env bash
# Links a program ahead of time for a GPU of AMD or NVIDIA, or two of them; which ones
# follows from the program's name, and is all with OMPJIT_THOROUGH.
#
#   link-ahead.sh BUILD FOLDER COMPILER-ARGUMENT...
#
# lit's substitution %link-ahead gives BUILD. FOLDER takes the programs. Without
# ptxas those for NVIDIA's GPUs are left out.
set -u
. "${0%/*}/../support/chosen.sh"

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
  local Architectures=(gfx90a gfx942 gfx906 gfx1100 gfx1201 gfx906,gfx1030) Each
  ! has_ptxas || Architectures+=(sm_75 sm_80 sm_86 sm_89,sm_90 sm_100)
  for Each in $(chosen 1 "${Architectures[@]}"); do
    link "$Each" "$@"
  done
  if [ ${#Failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${Failed[@]}"
    exit 1
  fi
}

# link ARCHITECTURES ARGUMENT...
link() {
  local Architectures=$1 Begin=$EPOCHREALTIME
  shift
  echo "--- $Architectures: $*"
  "$Clang" -fopenmp -O2 -foffload-lto "--offload-arch=$Architectures" "$@" \
    -o "$Folder/$Architectures" || Failed+=("$Architectures")
  echo "$(((${EPOCHREALTIME/./} - ${Begin/./}) / 1000)) ms"
}

has_ptxas() {
  command -v ptxas >/dev/null || [ -x /usr/local/cuda/bin/ptxas ]
}

main "$@"
