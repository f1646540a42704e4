#!/usr/bin/env bash
# Runs a command where no CUDA toolkit and no ROCm are in sight: in a mount
# namespace in which their folders are empty and their programs in PATH are none.
#
#   without-toolkit.sh COMMAND ARGUMENT...
#
# lit's substitution %without-toolkit; the feature `tmpfs` says that it works.
set -eu

Folders=(/usr/local/cuda* /usr/lib/cuda /usr/lib/nvidia-cuda-toolkit /opt/cuda*
  /opt/rocm* /usr/lib/x86_64-linux-gnu/amdgcn)
Programs=(ptxas nvlink fatbinary nvcc)

if [ "${1:-}" != --hidden ]; then
  exec unshare -m -- "$0" --hidden "$@"
fi
shift
for Folder in "${Folders[@]}"; do
  [ ! -d "$Folder" ] || mount -t tmpfs -o size=64k none "$Folder"
done
for Program in "${Programs[@]}"; do
  # What is left of it is no program.
  while read -r File; do
    mount --bind /dev/null "$File"
  done < <(type -aP "$Program")
done
unset CUDA_HOME CUDA_PATH ROCM_PATH HIP_DEVICE_LIB_PATH
exec "$@"
