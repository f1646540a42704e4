# A stand-in for what starts the ranks of a job: processes of this machine.
#   run_ranks COUNT PER-NODE COMMAND...
run_ranks() {
  local Count=$1 PerNode=$2 Rank Pids=() Status=0
  shift 2
  for ((Rank = 0; Rank < Count; ++Rank)); do
    set_rank "$Rank" "$Count" $((Rank % PerNode)) $((Rank / PerNode))
    "$@" &
    Pids+=($!)
  done
  for Rank in "${Pids[@]}"; do
    wait "$Rank" || Status=$?
  done
  return $Status
}
