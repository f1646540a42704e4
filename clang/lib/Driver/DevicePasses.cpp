//===- DevicePasses.cpp - Our passes in clang -cc1 ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/DevicePasses.h"

#include "ompjit/Driver/DeferredCode.h"

#include "clang/Driver/Tool.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

/// The OpenMP optimiser does not improve code for processors, and has faults.
static constexpr StringLiteral WithoutOpenMPOptimizer = "-openmp-opt-disable";

/// Scalars that processors' code captures by value.
static const char *capturedValues(const ompjit::driver::Locations &Paths,
                                  StringSaver &Strings) {
  return Strings
      .save("-fpass-plugin=" + Paths.TreeLib +
            "/libompjit-clang-captured-values.so")
      .data();
}

/// Whether the arguments are those of clang or flang for one compilation.
static bool isCompilation(const opt::ArgStringList &Arguments) {
  return is_contained(Arguments, StringRef("-cc1")) ||
         is_contained(Arguments, StringRef("-fc1"));
}

/// libdevice's square roots of floats are approximate unless the compiler asks
/// for exact ones, which clang does for CUDA only.
static void addRoundedRoots(SmallVectorImpl<const char *> &Options,
                            const opt::ArgStringList &Arguments) {
  if (!is_contained(Arguments, StringRef("-fapprox-func")))
    Options.append({"-mllvm", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1"});
}

void ompjit::driver::addDevicePasses(clang::driver::Command &Job,
                                     const Locations &Paths,
                                     StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  const StringRef Triple = tripleOf(Arguments);
  const auto IsForDevice =
      find(Arguments, StringRef("-fopenmp-is-target-device"));
  const bool IsForGpu =
      Triple.starts_with("amdgcn") || Triple.starts_with("nvptx64");
  if (!isCompilation(Arguments) || IsForDevice == Arguments.end())
    return;
  SmallVector<const char *> Options;
  if (IsForGpu) {
    Options.push_back(Strings
                          .save("-fpass-plugin=" + Paths.TreeLib +
                                "/libompjit-clang-passes.so")
                          .data());
    if (Triple.starts_with("nvptx64"))
      addRoundedRoots(Options, Arguments);
  } else {
    Options.push_back(capturedValues(Paths, Strings));
    if (none_of(Arguments, [](StringRef Argument) {
          return Argument.starts_with(WithoutOpenMPOptimizer);
        }))
      Options.append({"-mllvm", WithoutOpenMPOptimizer.data()});
  }
  Arguments.insert(IsForDevice, Options.begin(), Options.end());
  Job.replaceArguments(std::move(Arguments));
}

static bool isForIr(const opt::ArgStringList &Arguments) {
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (StringRef(Arguments[I]) == "-x")
      return StringRef(Arguments[I + 1]) == "ir";
  return false;
}

void ompjit::driver::addTeamVariables(clang::driver::Command &Job,
                                      const Locations &Paths,
                                      StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  const auto IsOffloading = find_if(Arguments, [](StringRef Argument) {
    return Argument == "-fopenmp-is-target-device" ||
           Argument.starts_with("--offload-targets=");
  });
  if (!is_contained(Arguments, StringRef("-cc1")) ||
      IsOffloading == Arguments.end())
    return;
  StringRef Library =
      Strings.save(Paths.TreeLib + "/libompjit-clang-team-variables.so");
  // Code for the host is optimised in a job of its own, after the front end.
  if (isForIr(Arguments)) {
    const char *Options[] = {Strings.save("-fpass-plugin=" + Library).data(),
                             capturedValues(Paths, Strings)};
    Arguments.insert(IsOffloading, std::begin(Options), std::end(Options));
  } else {
    const char *Options[] = {"-load", Library.data()};
    Arguments.insert(IsOffloading, std::begin(Options), std::end(Options));
  }
  Job.replaceArguments(std::move(Arguments));
}

/// Returns the features that the command line disables by name, as a list for
/// LLVM. The list of -march=native names all that this machine lacks, but
/// another machine may have them.
static std::string withoutFeatures(ArrayRef<const char *> Arguments,
                                   const opt::ArgList &Options) {
  StringMap<bool> IsTakenAway; // The last word counts.
  for (const opt::Arg *A :
       Options.filtered(clang::options::OPT_m_x86_Features_Group)) {
    StringRef Name = A->getOption().getName();
    const bool IsNegative = Name.consume_front("mno-");
    IsTakenAway[IsNegative ? Name : Name.drop_front()] = IsNegative;
  }
  const bool IsNative = Options.getLastArgValue(clang::options::OPT_march_EQ)
                            .equals_insensitive("native");
  const bool HasNames =
      any_of(IsTakenAway, [](const auto &Each) { return Each.getValue(); });
  SmallVector<StringRef> Features;
  // Take the names as the driver has passed them on.
  for (size_t I = 0; HasNames && I + 1 < Arguments.size(); ++I)
    if (StringRef Feature = Arguments[I + 1];
        StringRef(Arguments[I]) == "-target-feature" &&
        Feature.starts_with("-") &&
        (!IsNative || IsTakenAway.lookup(Feature.drop_front())))
      Features.push_back(Feature);
  return join(Features, ",");
}

/// Returns the library that -fveclib= names, for which "none" forbids that of
/// the system; empty if there is no such option.
static StringRef vectorLibrary(const opt::ArgList &Options) {
  return Options.getLastArgValue(clang::options::OPT_fveclib);
}

/// Returns the options for the plugin, without those that the IR records.
static SmallVector<std::string> optionsToKeep(ArrayRef<const char *> Arguments,
                                              const opt::ArgList &Options,
                                              StringRef Lanes) {
  using namespace clang::options;
  SmallVector<std::string> Kept;
  if (const StringRef Library = vectorLibrary(Options); !Library.empty())
    Kept.push_back("veclib=" + Library.str());
  if (!Lanes.empty() && ompjit::driver::isForProcessor(Arguments))
    Kept.push_back("lanes=" + Lanes.str());
  if (!Options.hasFlag(OPT_fvectorize, OPT_fno_vectorize, true))
    Kept.push_back("no-vectorize");
  if (!Options.hasFlag(OPT_funroll_loops, OPT_fno_unroll_loops, true))
    Kept.push_back("no-unroll");
  if (!Options.hasFlag(OPT_fslp_vectorize, OPT_fno_slp_vectorize, true))
    Kept.push_back("no-slp-vectorize");
  if (Triple(ompjit::driver::tripleOf(Arguments)).isX86())
    if (std::string Without = withoutFeatures(Arguments, Options);
        !Without.empty())
      Kept.push_back("without=" + Without);
  return Kept;
}

/// Returns the options of \p Job, including those for its target only
/// (-Xopenmp-target, -Xarch_device).
static const opt::ArgList &optionsOf(const clang::driver::Command &Job,
                                     clang::driver::Compilation &Plan) {
  const clang::driver::Action &Source = Job.getSource();
  return Plan.getArgsForToolChain(&Job.getCreator().getToolChain(),
                                  Source.getOffloadingArch(),
                                  Source.getOffloadingDeviceKind());
}

/// Whether the arguments are those of clang's compilation of device code.
static bool isOfDevice(const opt::ArgStringList &Arguments) {
  return is_contained(Arguments, StringRef("-cc1")) &&
         is_contained(Arguments, StringRef("-fopenmp-is-target-device"));
}

/// Adds a plugin of ours and values of its option.
static void load(StringRef Plugin, StringRef Option,
                 ArrayRef<std::string> Values, opt::ArgStringList &Arguments,
                 const ompjit::driver::Locations &Paths, StringSaver &Strings) {
  StringRef Library =
      Strings.save(Paths.TreeLib + "/libompjit-clang-" + Plugin + ".so");
  // The plugin comes first because it defines the option.
  SmallVector<const char *> Added = {
      "-load", Library.data(), Strings.save("-fpass-plugin=" + Library).data()};
  for (const std::string &Value : Values)
    Added.append(
        {"-mllvm", Strings.save("-ompjit-" + Option + "=" + Value).data()});
  Arguments.insert(find(Arguments, StringRef("-fopenmp-is-target-device")),
                   Added.begin(), Added.end());
}

void ompjit::driver::keepCodeOptions(clang::driver::Command &Job,
                                     clang::driver::Compilation &Plan,
                                     StringRef Lanes, const Locations &Paths,
                                     StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  if (!isOfDevice(Arguments) || none_of(Arguments, [](StringRef Argument) {
        return Argument.starts_with("-flto");
      }))
    return;
  const SmallVector<std::string> Kept =
      optionsToKeep(Arguments, optionsOf(Job, Plan), Lanes);
  if (Kept.empty())
    return;
  load("code-options", "code-option", Kept, Arguments, Paths, Strings);
  Job.replaceArguments(std::move(Arguments));
}

void ompjit::driver::chooseVectors(clang::driver::Command &Job,
                                   clang::driver::Compilation &Plan,
                                   StringRef Lanes, bool IsDeferred,
                                   const Locations &Paths,
                                   StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  if (!isOfDevice(Arguments) || !isForProcessor(Arguments))
    return;
  // LLVM would use the library's functions for vectors that the processor does
  // not have.
  constexpr StringLiteral LlvmsOption = "-fveclib=libmvec";
  llvm::erase(Arguments, LlvmsOption);
  const auto Has = [&](StringRef Option) {
    return is_contained(Arguments, Option);
  };
  const bool LeavesLoops = IsDeferred || Has("-flto=thin");
  if (!LeavesLoops) {
    SmallVector<std::string, 2> Options;
    if (const StringRef Library = vectorLibrary(optionsOf(Job, Plan));
        Library == "libmvec" || Library == "none")
      Options.push_back("veclib=" + Library.str());
    if (!Lanes.empty() && Lanes != "off")
      Options.push_back("lanes=" + Lanes.str());
    if (!Options.empty() || Has("-fapprox-func"))
      load("vectors", "vectors", Options, Arguments, Paths, Strings);
  }
  Job.replaceArguments(std::move(Arguments));
}
