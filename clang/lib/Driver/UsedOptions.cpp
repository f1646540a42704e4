//===- UsedOptions.cpp - Options of the device link -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedOptions.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace llvm;
using namespace ompjit::driver;
using namespace clang::options;

static bool linksOffloadedCode(const opt::InputArgList &Parsed) {
  return !Parsed.hasArg(OPT_Action_Group, OPT_M, OPT_MM) &&
         Parsed.hasArg(OPT_offload_targets_EQ, OPT_offload_arch_EQ) &&
         Parsed.hasFlag(OPT_fopenmp, OPT_fopenmp_EQ, OPT_fno_openmp, false);
}

static bool linksForNvidia(const opt::InputArgList &Parsed) {
  auto Names = [&](unsigned Option, StringRef Start) {
    return any_of(Parsed.getAllArgValues(Option),
                  [&](StringRef Value) { return Value.starts_with(Start); });
  };
  return Names(OPT_offload_targets_EQ, "nvptx") ||
         Names(OPT_offload_arch_EQ, "sm_");
}

static bool isRead(const opt::Option &O, bool ForNvidia) {
  for (unsigned Id :
       {OPT_flto_jobs_EQ, OPT_flto_partitions_EQ, OPT_mllvm, OPT_ftime_trace,
        OPT_ftime_trace_EQ, OPT_ftime_trace_granularity_EQ})
    if (O.matches(Id))
      return true;
  for (unsigned Id : {OPT_ptxas_path_EQ, OPT_Xcuda_ptxas,
                      OPT_cuda_include_ptx_EQ, OPT_no_cuda_include_ptx_EQ})
    if (O.matches(Id))
      return ForNvidia;
  return false;
}

SmallVector<const char *, 256>
ompjit::driver::withUsedOptions(ArrayRef<const char *> List) {
  unsigned MissingIndex, MissingCount;
  opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      List.drop_front(), MissingIndex, MissingCount,
      opt::Visibility(ClangOption));
  if (MissingCount != 0 || !linksOffloadedCode(Parsed))
    return {List.begin(), List.end()};
  SmallVector<const char *, 256> Result;
  bool ForNvidia = linksForNvidia(Parsed), IsSilent = false;
  size_t NumTaken = 0;
  for (const opt::Arg *A : Parsed) {
    if (A->getOption().matches(OPT_start_no_unused_arguments))
      IsSilent = true;
    if (A->getOption().matches(OPT_end_no_unused_arguments))
      IsSilent = false;
    if (IsSilent || !isRead(A->getOption(), ForNvidia))
      continue;
    size_t Begin = A->getIndex() + 1;
    bool IsTwoWords =
        StringRef(List[Begin]) == A->getSpelling() && A->getNumValues() == 1;
    size_t End = Begin + (IsTwoWords ? 2 : 1);
    append_range(Result, List.slice(NumTaken, Begin - NumTaken));
    Result.push_back("--start-no-unused-arguments");
    append_range(Result, List.slice(Begin, End - Begin));
    Result.push_back("--end-no-unused-arguments");
    NumTaken = End;
  }
  append_range(Result, List.drop_front(NumTaken));
  return Result;
}
