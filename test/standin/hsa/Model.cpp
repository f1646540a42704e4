//===- Model.cpp - Models of GPUs -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "Settings.h"

#include <algorithm>
#include <iterator>

namespace ompjit::standin {

namespace {

// From the table of processors in LLVM's AMDGPUUsage document, and from the
// instruction sets' manuals.
constexpr Model Models[] = {
    {"gfx900", ":xnack-", 64, 4, 40, 64},
    {"gfx906", ":sramecc+:xnack-", 64, 4, 40, 64},
    {"gfx908", ":sramecc+:xnack-", 64, 4, 40, 64},
    {"gfx90a", ":sramecc+:xnack-", 64, 4, 32, 128},
    {"gfx942", ":sramecc+:xnack-", 64, 4, 32, 128},
    {"gfx950", ":sramecc+:xnack-", 64, 4, 32, 128},
    {"gfx1010", ":xnack-", 32, 2, 40, 128},
    {"gfx1030", "", 32, 2, 32, 128},
    {"gfx1100", "", 32, 2, 32, 128},
    {"gfx1101", "", 32, 2, 32, 128},
    {"gfx1151", "", 32, 2, 32, 128},
    {"gfx1200", "", 32, 2, 32, 128},
    {"gfx1201", "", 32, 2, 32, 128},
};

} // namespace

/// A GPU that reaches all of the host's memory fetches pages.
std::string Model::isaName() const {
  std::string Name = std::string("amdgcn-amd-amdhsa--") + Processor + Features;
  if (Settings::get().HasPageableAccess && Name.ends_with("xnack-"))
    Name.back() = '+';
  return Name;
}

const Model *findModel(std::string_view Processor) {
  const Model *At =
      std::find_if(std::begin(Models), std::end(Models),
                   [&](const Model &M) { return M.Processor == Processor; });
  return At == std::end(Models) ? nullptr : At;
}

} // namespace ompjit::standin
