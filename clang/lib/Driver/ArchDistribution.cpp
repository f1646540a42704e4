//===- ArchDistribution.cpp - Architectures for targets -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArchDistribution.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace llvm;
using namespace ompjit::driver;
using namespace clang::options;

namespace {

/// The kind of target that an architecture's name belongs to. "native" is Any:
/// every listed target may have it.
enum class Kind { Processor, Nvidia, Amd, Any };

/// A target, which an option lists or an architecture implies.
struct OffloadTarget {
  std::string Triple;
  bool IsListed;
};

} // namespace

static opt::InputArgList parse(ArrayRef<const char *> List) {
  unsigned MissingIndex, MissingCount;
  return clang::getDriverOptTable().ParseArgs(List.drop_front(), MissingIndex,
                                              MissingCount,
                                              opt::Visibility(ClangOption));
}

static Kind kindOfTarget(StringRef Text) {
  Triple T(Text);
  if (T.isNVPTX())
    return Kind::Nvidia;
  return T.isAMDGCN() ? Kind::Amd : Kind::Processor;
}

static Kind kindOfArch(StringRef Arch) {
  if (Arch == "native" || Arch == "all")
    return Kind::Any;
  if (Arch.starts_with("sm_"))
    return Kind::Nvidia;
  return Arch.starts_with("gfx") ? Kind::Amd : Kind::Processor;
}

static bool fits(StringRef Arch, const OffloadTarget &T) {
  Kind K = kindOfArch(Arch);
  return K == Kind::Any ? T.IsListed : K == kindOfTarget(T.Triple);
}

/// Returns the targets in \p Listed and those that \p Archs imply.
static std::vector<OffloadTarget> allTargets(ArrayRef<std::string> Listed,
                                             ArrayRef<std::string> Archs) {
  std::vector<OffloadTarget> Targets;
  for (const std::string &Text : Listed)
    Targets.push_back({Text, /*IsListed=*/true});
  for (auto [K, Triple] : {std::pair(Kind::Nvidia, "nvptx64-nvidia-cuda"),
                           std::pair(Kind::Amd, "amdgcn-amd-amdhsa")})
    if (none_of(Listed, [&](StringRef T) { return kindOfTarget(T) == K; }) &&
        any_of(Archs, [&](StringRef Arch) { return kindOfArch(Arch) == K; }))
      Targets.push_back({Triple, /*IsListed=*/false});
  return Targets;
}

/// Returns the options to write for \p A: each architecture after the target
/// that it fits.
static std::vector<std::string> distributed(const opt::Arg &A,
                                            ArrayRef<OffloadTarget> Targets) {
  ArrayRef<const char *> Archs = A.getValues();
  StringRef Option = A.getOption().getPrefixedName();
  std::vector<std::string> Words;
  auto Add = [&](StringRef Before, function_ref<bool(StringRef)> IsMeant) {
    auto Meant = make_filter_range(Archs, IsMeant);
    if (Meant.empty())
      return;
    if (!Before.empty())
      Words.push_back(Before.str());
    Words.push_back(Option.str() + join(Meant, ","));
  };
  for (const OffloadTarget &T : Targets)
    Add("-Xopenmp-target=" + T.Triple,
        [&](StringRef Arch) { return fits(Arch, T); });
  // Clang reports what is wrong with the others.
  Add("", [&](StringRef Arch) {
    return none_of(Targets,
                   [&](const OffloadTarget &T) { return fits(Arch, T); });
  });
  return Words;
}

/// Whether the packaged driver would give an architecture to a target that it
/// does not fit.
static bool isNeeded(const opt::InputArgList &Parsed,
                     ArrayRef<std::string> Archs,
                     ArrayRef<OffloadTarget> Targets) {
  if (!Parsed.hasArg(OPT_offload_targets_EQ) ||
      !Parsed.hasFlag(OPT_fopenmp, OPT_fopenmp_EQ, OPT_fno_openmp, false))
    return false;
  return any_of(Archs, [&](StringRef Arch) {
    return kindOfArch(Arch) != Kind::Any &&
           !all_of(Targets,
                   [&](const OffloadTarget &T) { return fits(Arch, T); });
  });
}

std::optional<ArgumentList>
ompjit::driver::withDistributedArchs(ArrayRef<const char *> List,
                                     StringSaver &Strings) {
  opt::InputArgList Parsed = parse(List);
  std::vector<std::string> Archs = Parsed.getAllArgValues(OPT_offload_arch_EQ);
  std::vector<OffloadTarget> Targets =
      allTargets(Parsed.getAllArgValues(OPT_offload_targets_EQ), Archs);
  if (!isNeeded(Parsed, Archs, Targets))
    return std::nullopt;

  ArgumentList Result = {List.front()};
  auto Add = [&](const Twine &Word) {
    Result.push_back(Strings.save(Word).data());
  };
  for (const OffloadTarget &T : Targets)
    if (!T.IsListed)
      Add("-fopenmp-targets=" + T.Triple);
  ArrayRef<const char *> Rest = List.drop_front();
  // Clang warns that -Xopenmp-target is unused where it does not link, although
  // it used it.
  bool WarnsOfUnused = true;
  for (const opt::Arg *A : Parsed) {
    if (A->getOption().matches(OPT_start_no_unused_arguments))
      WarnsOfUnused = false;
    if (A->getOption().matches(OPT_end_no_unused_arguments))
      WarnsOfUnused = true;
    if (!A->getOption().matches(OPT_offload_arch_EQ) &&
        !A->getOption().matches(OPT_no_offload_arch_EQ))
      continue;
    size_t NumBefore = A->getIndex() + 1 - (List.size() - Rest.size());
    append_range(Result, Rest.take_front(NumBefore));
    Rest = Rest.drop_front(NumBefore + 1);
    if (WarnsOfUnused)
      Add("--start-no-unused-arguments");
    for (const std::string &Word : distributed(*A, Targets))
      Add(Word);
    if (WarnsOfUnused)
      Add("--end-no-unused-arguments");
  }
  append_range(Result, Rest);
  return Result;
}

SmallVector<Triple>
ompjit::driver::targetsWithoutArch(ArrayRef<const char *> List) {
  opt::InputArgList Parsed = parse(List);
  if (Parsed.hasArg(OPT_offload_arch_EQ))
    return {};
  auto NamesArch = [](StringRef Option) {
    return Option.starts_with("--offload-arch=") ||
           Option.starts_with("--cuda-gpu-arch=") ||
           Option.starts_with("-march=") || Option.starts_with("-mcpu=");
  };
  SmallVector<Triple> Targets;
  for (const std::string &Text :
       Parsed.getAllArgValues(OPT_offload_targets_EQ)) {
    Triple T(Text);
    bool IsNamed =
        any_of(Parsed.filtered(OPT_Xopenmp_target, OPT_Xopenmp_target_EQ),
               [&](const opt::Arg *A) {
                 return NamesArch(A->getValues().back()) &&
                        (A->getNumValues() == 1 ||
                         Triple(A->getValue()).getArch() == T.getArch());
               });
    if (!IsNamed)
      Targets.push_back(std::move(T));
  }
  return Targets;
}

bool ompjit::driver::leavesGpuLtoOpen(ArrayRef<const char *> List) {
  opt::InputArgList Parsed = parse(List);
  if (Parsed.hasArg(OPT_foffload_lto_EQ, OPT_fno_offload_lto,
                    OPT_offload_device_only) ||
      Parsed.hasFlag(OPT_fopenmp_target_jit, OPT_fno_openmp_target_jit,
                     false) ||
      !Parsed.hasFlag(OPT_fopenmp, OPT_fopenmp_EQ, OPT_fno_openmp, false))
    return false;
  return any_of(
             Parsed.getAllArgValues(OPT_offload_targets_EQ),
             [](StringRef T) { return kindOfTarget(T) != Kind::Processor; }) ||
         any_of(Parsed.getAllArgValues(OPT_offload_arch_EQ), [](StringRef A) {
           return kindOfArch(A) == Kind::Nvidia || kindOfArch(A) == Kind::Amd;
         });
}
