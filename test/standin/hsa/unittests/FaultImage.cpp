//===- FaultImage.cpp - Kernels that fail, and a constructor ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the lowering would make them in checking mode, by hand.
//
//===----------------------------------------------------------------------===//

#include "ompjit/VirtualGpu.h"

#include <cstdint>
#include <cstring>
#include <iterator>

using namespace ompjit::vgpu;

/// What the constructor does to it shows that it ran.
extern "C" [[gnu::visibility("default")]] int64_t fault_constructed = 0;

namespace {

const Operations *TheTable = nullptr;
const Site Here = {"fault", "fault.c", 7, 0};

/// Reads a word where the parameter says.
void read(const char *Parameters) {
  const void *Place = nullptr;
  std::memcpy(&Place, Parameters, sizeof(Place));
  static const AccessSite At = {Here, nullptr};
  TheTable->Access(&At, Place, sizeof(int64_t), AccessRead, Place, nullptr);
}

void trap(const char *) { TheTable->Trap(&Here, "trap"); }

void fail(const char *) {
  TheTable->AssertFailed("Truth", "fault.c", 7, "fault");
}

void construct(const char *) { fault_constructed += 41; }

constexpr ParameterRecord Word[] = {{0, sizeof(int64_t)}};

const KernelRecord Kernels[] = {
    {"fault_read", read, sizeof(int64_t), 1, Word, nullptr, 0},
    {"fault_trap", trap, 0, 0, nullptr, nullptr, 0},
    {"fault_assert", fail, 0, 0, nullptr, nullptr, 0},
    {ConstructorsKernel, construct, 0, 0, nullptr, nullptr, 0},
};

constexpr uint32_t IsChecked = 1;

} // namespace

extern "C"
    [[gnu::visibility("default")]] const ImageRecord __ompjit_vgpu_image = {
        InterfaceVersion,
        Family::Amdgcn,
        64,
        96,
        std::size(Kernels),
        IsChecked,
        Kernels,
        &TheTable,
        nullptr,
        0,
        0};
