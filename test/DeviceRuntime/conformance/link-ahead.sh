#!/usr/bin/env bash
# Links a program ahead of time for GPUs of a kind, at several levels.
#
#   link-ahead.sh CLANG KIND PROGRAM SOURCE FLAG...
#
# KIND is nvidia or amd.
set -eu

Clang=$1 Kind=$2 Program=$3 Source=$4
shift 4
case $Kind in
nvidia) Links='sm_75:2 sm_80:2 sm_90:0 sm_90:2 sm_90:3' ;;
amd) Links='gfx90a:0 gfx90a:2 gfx90a:3 gfx942:2 gfx1100:2' ;;
esac
for Link in $Links; do
  echo "$Link"
  "$Clang" -fopenmp -foffload-lto "-O${Link#*:}" "--offload-arch=${Link%:*}" \
    "$@" "$Source" -o "$Program"
done
