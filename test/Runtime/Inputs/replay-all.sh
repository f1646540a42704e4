#!/usr/bin/env bash
# Replays every recording in a folder, and fails where there are not COUNT of
# them or one does not end as recorded.
#
#   replay-all.sh TOOL FOLDER COUNT [option...]
set -u
Tool=$1 Folder=$2 Count=$3
shift 3
Status=0 Found=0
for Recording in "$Folder"/*.json; do
  Found=$((Found + 1))
  Said=$("$Tool" "$@" "$Recording" 2>&1)
  if [ $? != 0 ] || [[ $Said != *"the output is the recorded one"* ]]; then
    echo "$Recording: $Said"
    Status=1
  fi
done
[ $Found = "$Count" ] || { echo "$Found recordings instead of $Count"; Status=1; }
exit $Status
