#!/usr/bin/env bash
# Gives the nowait kinds of constructs in a tool's output the plain numbers, and
# leaves out what the packaged runtime tells of each device at the start.
sed 's/target_emi 9 /target_emi 1 /; s/target_emi 10 /target_emi 2 /
     s/target_emi 11 /target_emi 3 /; s/target_emi 12 /target_emi 4 /
     /^initialize/d; /^finalize/d'
