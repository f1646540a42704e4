//===- Refusals.cpp - Options that regions cannot have --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

#include "ompjit/Driver/DeferredCode.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/SanitizerArgs.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using clang::driver::Command;
using clang::driver::SanitizerArgs;

namespace {

/// A sanitizer, and why it cannot be used.
struct Refused {
  bool (SanitizerArgs::*IsUsed)() const;
  StringLiteral Option, Reason;
};

} // namespace

static constexpr Refused RefusedSanitizers[] = {
    {&SanitizerArgs::needsMsanRt, "-fsanitize=memory",
     "libomp and libomptarget are not instrumented, and it would report what "
     "they write; valgrind finds uses of undefined values in regions"},
    {&SanitizerArgs::needsHwasanRt, "-fsanitize=hwaddress",
     "the offload tables cannot have the tagged addresses that it gives them "
     "on x86-64; -fsanitize=address finds the same faults"},
    {&SanitizerArgs::needsDfsanRt, "-fsanitize=dataflow",
     "libomp and libomptarget have no functions that pass labels on; compile "
     "without -fopenmp"},
};

/// Returns the first sanitizer for kernels of operating systems that \p Plan
/// uses. A program has no runtime for it; empty if it uses none.
static StringRef kernelSanitizer(const clang::driver::Compilation &Plan) {
  for (const Command &Job : Plan.getJobs())
    for (StringRef Argument : Job.getArguments())
      if (Argument.consume_front("-fsanitize="))
        for (StringRef Name : split(Argument, ','))
          if (Name.starts_with("kernel-"))
            return Name;
  return "";
}

Error ompjit::driver::checkOptions(const clang::driver::Compilation &Plan) {
  const auto Fail = [](StringRef Option, StringRef Reason) {
    return createStringError("'" + Option +
                             "' cannot be used with target regions: " + Reason);
  };
  const SanitizerArgs Sanitizers =
      Plan.getDefaultToolChain().getSanitizerArgs(Plan.getArgs());
  for (const Refused &Each : RefusedSanitizers)
    if ((Sanitizers.*Each.IsUsed)())
      return Fail(Each.Option, Each.Reason);
  if (StringRef Name = kernelSanitizer(Plan); !Name.empty())
    return Fail(("-fsanitize=" + Name).str(),
                "it is for kernels of operating systems; "
                "-fsanitize=address is for programs");
  if (Plan.getArgs().hasFlag(clang::options::OPT_fsplit_stack,
                             clang::options::OPT_fno_split_stack, false))
    return Fail("-fsplit-stack",
                "device images call libraries whose stack is not split; remove "
                "the option, and set the size with 'ulimit -s' and "
                "OMP_STACKSIZE");
  return Error::success();
}

/// The stack's depth is a variable of the fuzzer's runtime that images do not
/// see. A fuzzer takes it as a hint only.
static bool isStackDepth(StringRef Argument) {
  return Argument == "-fsanitize-coverage-stack-depth";
}

/// Control flow integrity needs all code of the program at link time. Returns
/// the option without it; empty if nothing is left.
static std::string withoutCfi(StringRef Argument) {
  if (Argument == "-fsplit-lto-unit" || Argument == "-fwhole-program-vtables" ||
      Argument.starts_with("-fsanitize-cfi"))
    return "";
  auto [Option, Values] = Argument.split('=');
  if (Option != "-fsanitize" && Option != "-fsanitize-trap" &&
      Option != "-fsanitize-recover")
    return Argument.str();
  SmallVector<StringRef> Names;
  Values.split(Names, ',');
  llvm::erase_if(Names, [](StringRef Name) { return Name.starts_with("cfi"); });
  return Names.empty() ? "" : (Option + "=" + join(Names, ",")).str();
}

/// Whether \p Argument names a sanitizer whose name begins with \p Prefix.
static bool names(StringRef Argument, StringRef Prefix) {
  return Argument.consume_front("-fsanitize=") &&
         any_of(split(Argument, ','),
                [&](StringRef Name) { return Name.starts_with(Prefix); });
}

static bool dropCfi(opt::ArgStringList &Arguments, StringSaver &Strings) {
  if (none_of(Arguments,
              [](StringRef Argument) { return names(Argument, "cfi"); }))
    return false;
  opt::ArgStringList Kept;
  for (const char *Argument : Arguments)
    if (std::string Left = withoutCfi(Argument); !Left.empty())
      Kept.push_back(Strings.save(Left).data());
  Arguments = std::move(Kept);
  return true;
}

/// Options of `clang -cc1` that code for GPUs cannot have, and that clang 22
/// passes on nevertheless. They call functions of the host, or make clang or
/// LLVM crash.
static constexpr StringLiteral GpuOptions[] = {"-finstrument-function",
                                               "-fmemory-profile", "-ftrapv"};

/// For code that runs on GPUs, clang says that it ignores sanitizers, but for
/// AMD's it instruments the code all the same. -fcf-protection is for x86-64.
static void dropSanitizers(opt::ArgStringList &Arguments) {
  llvm::erase_if(Arguments, [](StringRef Argument) {
    return Argument.starts_with("-fsanitize") ||
           Argument.starts_with("-fno-sanitize") ||
           Argument.starts_with("-fcf-protection") ||
           Argument == "-fsplit-lto-unit" ||
           Argument == "-fwhole-program-vtables";
  });
}

static void dropGpuOptions(opt::ArgStringList &Arguments,
                           StringSet<> &Dropped) {
  // clang says nothing if it would instrument the code on purpose.
  if (is_contained(Arguments, StringRef("+xnack")) &&
      is_contained(Arguments, StringRef("-fsanitize=address")))
    Dropped.insert("-fsanitize=address");
  dropSanitizers(Arguments);
  llvm::erase_if(Arguments, [&](StringRef Argument) {
    if (none_of(GpuOptions,
                [&](StringRef Option) { return Argument.starts_with(Option); }))
      return false;
    Dropped.insert(Argument);
    return true;
  });
}

static bool isForGpu(ArrayRef<const char *> Arguments) {
  const StringRef Triple = ompjit::driver::tripleOf(Arguments);
  return Triple.starts_with("amdgcn") || Triple.starts_with("nvptx64");
}

void ompjit::driver::dropHostOptions(clang::driver::Compilation &Plan,
                                     bool IsDeferred, StringSaver &Strings) {
  bool HadCfi = false;
  StringSet<> Dropped;
  for (Command &Job : Plan.getJobs()) {
    opt::ArgStringList Arguments = Job.getArguments();
    if (!is_contained(Arguments, StringRef("-fopenmp-is-target-device")))
      continue;
    if (isForGpu(Arguments)) {
      dropGpuOptions(Arguments, Dropped);
    } else {
      llvm::erase_if(Arguments, isStackDepth);
      HadCfi |= IsDeferred && dropCfi(Arguments, Strings);
    }
    Job.replaceArguments(std::move(Arguments));
  }
  clang::DiagnosticsEngine &Diagnostics = Plan.getDriver().getDiags();
  if (HadCfi)
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Warning,
        "'-fsanitize=cfi' does not check device code that is compiled at run "
        "time"));
  for (StringRef Option : Dropped.keys())
    Diagnostics.Report(
        Diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                    "ignoring '%0' in target regions for GPUs"))
        << Option;
}
