//===- ConformanceImage.cpp - The conformance suite's image ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of the suite are wrapped as the lowering would wrap them.
//
//===----------------------------------------------------------------------===//

#include "../../conformance/Image.cpp"

#include "ompjit/VirtualGpu.h"

#include <cstring>
#include <iterator>
#include <utility>

using namespace ompjit::vgpu;

namespace {

const Operations *TheTable = nullptr;

template <size_t, typename T> using Each = T;

/// Takes words out of the block and calls the kernel with them. Pointers are
/// words here.
template <size_t... Index>
void call(void *Kernel, const char *Parameters, std::index_sequence<Index...>) {
  int64_t Words[sizeof...(Index)];
  std::memcpy(Words, Parameters, sizeof(Words));
  reinterpret_cast<void (*)(Each<Index, int64_t>...)>(Kernel)(Words[Index]...);
}

template <auto Kernel, size_t Count> void run(const char *Parameters) {
  call(reinterpret_cast<void *>(Kernel), Parameters,
       std::make_index_sequence<Count>());
}

constexpr size_t MaxParameters = 32;
struct WordParameters {
  ParameterRecord Each[MaxParameters];
  constexpr WordParameters() : Each() {
    for (uint32_t I = 0; I != MaxParameters; ++I)
      Each[I] = {uint32_t(I * sizeof(int64_t)), sizeof(int64_t)};
  }
};
constexpr WordParameters Words;

template <auto Kernel, size_t Count>
constexpr KernelRecord recordOf(const char *Name) {
  return {Name,  run<Kernel, Count>, Count * sizeof(int64_t),
          Count, Words.Each,         nullptr,
          0};
}

const KernelRecord Kernels[] = {
    recordOf<conformance_wait, 2>("conformance_wait"),
    recordOf<conformance_count, 1>("conformance_count"),
    recordOf<conformance_add, 4>("conformance_add"),
    recordOf<conformance_bare, 3>("conformance_bare"),
    recordOf<conformance_many, 31>("conformance_many"),
};

} // namespace

extern "C"
    [[gnu::visibility("default")]] const ImageRecord __ompjit_vgpu_image = {
        InterfaceVersion, Family::Nvptx, 32, 0, std::size(Kernels), 0, Kernels,
        &TheTable,        nullptr,       0,  0};
