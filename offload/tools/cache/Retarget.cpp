//===- Retarget.cpp - Images for other GPUs -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <iterator>

using namespace ompjit;

namespace {

/// Returns whether the architecture can belong to a processor of the triple.
bool isArchOf(std::string_view Arch, std::string_view Triple) {
  for (const TargetTraits &Each : Targets)
    if (!Each.ProcessorPrefix.empty() && Arch.starts_with(Each.ProcessorPrefix))
      return findTarget(Triple) == &Each;
  return traitsOf(Triple).ProcessorPrefix.empty();
}

/// Converts ":sramecc+:xnack-" to LLVM's list "+sramecc,-xnack". A text that
/// already is such a list stays as it is.
std::string listFeatures(std::string_view OfTarget) {
  std::string List;
  while (!OfTarget.empty()) {
    const size_t Colon = std::min(OfTarget.find(':'), OfTarget.size());
    const std::string_view Each = OfTarget.substr(0, Colon);
    OfTarget.remove_prefix(std::min(Colon + 1, OfTarget.size()));
    if (Each.empty())
      continue;
    List += List.empty() ? "" : ",";
    if (Each.ends_with('+') || Each.ends_with('-'))
      List.append(1, Each.back()).append(Each.substr(0, Each.size() - 1));
    else
      List += Each;
  }
  return List;
}

/// Returns the features that an AMD GPU has by default: error correction of
/// memory is on and page migration off, where the GPU supports them.
std::string usualFeatures(std::string_view Processor) {
  constexpr std::string_view Correcting[] = {"gfx906", "gfx908", "gfx90a",
                                             "gfx942", "gfx950"};
  const bool Corrects = std::find(std::begin(Correcting), std::end(Correcting),
                                  Processor) != std::end(Correcting);
  const bool MayFetch =
      Processor.starts_with("gfx9") || Processor.starts_with("gfx101");
  return std::string(Corrects ? "+sramecc" : "") +
         (Corrects && MayFetch ? "," : "") + (MayFetch ? "-xnack" : "");
}

} // namespace

std::vector<std::string>
cachetool::archsFor(const std::vector<std::string> &Named,
                    std::string_view Triple) {
  std::vector<std::string> Archs;
  std::copy_if(Named.begin(), Named.end(), std::back_inserter(Archs),
               [&](const std::string &Each) { return isArchOf(Each, Triple); });
  return Archs;
}

std::string_view cachetool::processorOf(std::string_view Arch) {
  return Arch.substr(0, Arch.find(':'));
}

CompileRequest cachetool::retargeted(CompileRequest Request,
                                     std::string_view Arch) {
  const std::string_view Name = processorOf(Arch);
  if (Name.size() != Arch.size()) {
    Request.Features = listFeatures(Arch.substr(Name.size() + 1));
    Request.Emulation.clear();
  } else if (Request.Arch != Name && Name.starts_with("sm_")) {
    Request.Features.clear();
  } else if (Request.Arch != Name && Name.starts_with("gfx")) {
    // Emulated ones have none.
    Request.Features = Request.Emulation.empty() ? usualFeatures(Name) : "";
  }
  Request.Arch = Name;
  return Request;
}
