#!/usr/bin/env bash
# Builds programs for the host device and for a vendor's GPUs, and runs them through
# that vendor's plugin on the stand-in for its driver library. All runs have to end
# with status 0, print what the host device's run prints, and use the driver as it
# is documented: the stand-in ends a process with status 99 where they do not.
#
#   run-standin.sh BUILD VENDOR [option...] FOLDER COMPILER-ARGUMENT... [-- ARGUMENT...]
#
# lit's substitutions %run-cuda and %run-amdgpu give BUILD and VENDOR, which is "cuda"
# or "amdgpu". FOLDER takes the programs.
#
#   --level=O2        of optimisation
#   --devices=LIST    instead of sm_90 or gfx90a
#   --settings=LIST   of "unspecialised", "checked", "assembled", "ahead"; the run
#                     with every specialisation always comes first. In "assembled"
#                     images are PTX and cubins, whose kernels do nothing: then it
#                     only counts that ptxas and the stand-in accept them all. In
#                     "ahead", for AMD's GPUs, they are code objects of device LTO,
#                     whose twins are played (test/standin/twin).
set -u

Level=O2
Devices=
Settings=
# What the program asks for, the host device shall have.
export KMP_DEVICE_THREAD_LIMIT=10000 KMP_TEAMS_THREAD_LIMIT=1000

main() {
  Build=$1 Vendor=$2
  shift 2
  while [[ $1 = --* ]]; do
    case $1 in
    --level=*) Level=${1#*=} ;;
    --devices=*) Devices=${1#*=} ;;
    --settings=*) Settings=${1#*=} ;;
    *) echo "run-standin.sh: unknown option $1" >&2 && exit 2 ;;
    esac
    shift
  done
  Folder=$1
  shift
  CompilerArguments=() Arguments=()
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    CompilerArguments+=("$1")
    shift
  done
  [ $# -gt 0 ] && Arguments=("${@:2}")
  rm -rf "$Folder"
  mkdir -p "$Folder"

  compile host -fopenmp-targets=x86_64-pc-linux-gnu || exit 1
  choose_target
  compile gpu "${Target[@]}" -fopenmp-target-jit || exit 1
  run host host || exit 1
  local Gpu=("LD_LIBRARY_PATH=$Build/standin" OMP_TARGET_OFFLOAD=MANDATORY
    "OMPJIT_STANDIN_DEVICES=$Devices" "OMP_JIT_OPT_LEVEL=${Level#O}")
  local Status=0 Setting
  run gpu specialised "${Gpu[@]}" || Status=1
  for Setting in ${Settings//,/ }; do
    case $Setting in
    unspecialised) run gpu "$Setting" "${Gpu[@]}" OMP_JIT_SPECIALIZE=none ;;
    checked) run gpu "$Setting" "${Gpu[@]}" OMP_JIT_VGPU_CHECK=1 ;;
    assembled) assemble "${Gpu[@]}" ;;
    ahead) run_ahead "${Gpu[@]}" ;;
    *) echo "run-standin.sh: unknown setting $Setting" >&2 && exit 2 ;;
    esac || Status=1
  done
  exit $Status
}

# choose_target: what the GPUs need.
choose_target() {
  case $Vendor in
  cuda)
    Devices=${Devices:-sm_90} Target=(-fopenmp-targets=nvptx64-nvidia-cuda)
    LoadingCalls='cuModuleLoadDataEx|cuLinkAddData_v2'
    ;;
  amdgpu)
    Devices=${Devices:-gfx90a} Target=(-fopenmp-targets=amdgcn-amd-amdhsa)
    # Its waves are of 32 threads, which the package has to know.
    [[ $Devices != *gfx1* ]] || Target+=(--offload-arch=gfx1030)
    LoadingCalls=hsa_executable_load_agent_code_object
    ;;
  *) echo "run-standin.sh: unknown vendor $Vendor" >&2 && exit 2 ;;
  esac
}

# compile NAME FLAG...: the program $Folder/NAME.
compile() {
  local Name=$1 Clang=$Build/bin/clang
  shift
  case " ${CompilerArguments[*]} " in
  *.cpp\ *) Clang=$Clang++ ;;
  esac
  "$Clang" -fopenmp "-$Level" "$@" "${CompilerArguments[@]}" \
    -o "$Folder/$Name" >"$Folder/$Name.build.err" 2>&1 && return
  echo "$Name: not built: -$Level $* ${CompilerArguments[*]}"
  head -c 4000 "$Folder/$Name.build.err"
  return 1
}

# run PROGRAM TITLE SETTING...: one run, compared with the first of all.
run() {
  local Program=$1 Title=$2 Status Begin=$SECONDS
  shift 2
  local Output=$Folder/$Title.out
  env "$@" "OMP_JIT_CACHE_DIR=$Folder/cache" timeout 300 "$Folder/$Program" \
    "${Arguments[@]}" >"$Output" 2>"$Output.err"
  Status=$?
  [ -e "$Folder/expected" ] || cp "$Output" "$Folder/expected"
  if [ $Status = 0 ] && cmp -s "$Output" "$Folder/expected" &&
    ! grep -q '^standin:' "$Output.err"; then
    echo "$Title: $((SECONDS - Begin)) s"
    return
  fi
  echo "$Title: status $Status ($*)"
  diff "$Folder/expected" "$Output" | head -n 40 >>"$Output.err"
  head -c 4000 "$Output.err"
  return 1
}

# assemble SETTING...: looks at what became of the images alone.
assemble() {
  local Log=$Folder/assembled.log
  env "$@" OMPJIT_STANDIN_EMULATE=0 "OMPJIT_STANDIN_LOG=$Log" \
    "OMP_JIT_CACHE_DIR=$Folder/cache" timeout 300 "$Folder/gpu" \
    "${Arguments[@]}" >"$Folder/assembled.out" 2>"$Folder/assembled.err"
  if [ $? -lt 99 ] && ! grep -q '^standin:' "$Folder/assembled.err" &&
    ! grep -E "^($LoadingCalls)" "$Log" | grep -v ') = 0'; then
    echo "assembled: $(grep -cE "^($LoadingCalls)" "$Log") images"
    return
  fi
  echo "assembled: not all images are accepted"
  head -c 4000 "$Folder/assembled.err"
  return 1
}

# run_ahead SETTING...: for each device the code object, and its twin.
run_ahead() {
  local Kinds Twins=$Folder/twins Arch
  mapfile -t Kinds < <(tr ',' '\n' <<<"$Devices" | sort -u)
  mkdir -p "$Twins"
  compile ahead "--offload-arch=$(IFS=,; echo "${Kinds[*]}")" -foffload-lto \
    -save-temps=obj || return
  for Arch in "${Kinds[@]}"; do
    local Image=$Folder/ahead.amdgcn-amd-amdhsa.$Arch
    "$Build/standin/ompjit-twin" "$Image.0.5.precodegen.bc" "$Image.img" "$Twins" ||
      return
  done
  run ahead ahead "$@" "OMPJIT_STANDIN_TWINS=$Twins"
}

main "$@"
