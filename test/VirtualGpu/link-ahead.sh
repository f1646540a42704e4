#!/usr/bin/env bash
# Links a program ahead of time for a GPU of AMD and one of NVIDIA, or two of each;
# which ones follows from the program's name.
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
  local Sum
  Sum=$(basename "$Folder" | cksum)
  Sum=${Sum%% *}
  local Amd=(gfx90a gfx942 gfx906 gfx1100 gfx1201 gfx906,gfx1030)
  local Nvidia=(sm_75 sm_80 sm_86 sm_89,sm_90 sm_100)
  link amd "${Amd[Sum % 6]}" "$@"
  if has_ptxas; then
    link nvidia "${Nvidia[Sum % 5]}" "$@"
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
