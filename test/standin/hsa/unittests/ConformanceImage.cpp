//===- ConformanceImage.cpp - The conformance suite's image for waves ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of the suite as the lowering would wrap them for an AMD GPU.
//
//===----------------------------------------------------------------------===//

#include "conformance/Image.cpp"

#include "ompjit/VirtualGpu.h"

#include <array>
#include <cstring>
#include <iterator>

using namespace ompjit::vgpu;

namespace {

const Operations *TheTable = nullptr;

/// The parameters of a kernel, each a word.
constexpr auto Words = [] {
  std::array<ParameterRecord, 32> All = {};
  for (uint32_t I = 0; I != All.size(); ++I)
    All[I] = {I * 8, 8};
  return All;
}();

/// Takes the words out of the block in the order of \p Parameters.
template <typename T> T take(const char *&From) {
  T Value;
  static_assert(sizeof(Value) == 8);
  std::memcpy(&Value, From, sizeof(Value));
  From += sizeof(Value);
  return Value;
}

template <typename... T> struct Caller {
  void (*Kernel)(T...);
  // Braces: from the left to the right.
  struct Call {
    Call(void (*Kernel)(T...), T... Words) { Kernel(Words...); }
  };
  void operator()(const char *From) const { Call{Kernel, take<T>(From)...}; }
};
template <typename... T> Caller(void (*)(T...)) -> Caller<T...>;

template <typename... T> constexpr uint32_t countOf(void (*)(T...)) {
  return sizeof...(T);
}

template <auto Kernel> constexpr KernelRecord recordOf(const char *Name) {
  return {Name,
          [](const char *Parameters) { Caller{Kernel}(Parameters); },
          countOf(Kernel) * 8,
          countOf(Kernel),
          Words.data(),
          nullptr,
          0};
}

const KernelRecord Kernels[] = {
    recordOf<conformance_wait>("conformance_wait"),
    recordOf<conformance_count>("conformance_count"),
    recordOf<conformance_add>("conformance_add"),
    recordOf<conformance_bare>("conformance_bare"),
    recordOf<conformance_many>("conformance_many"),
};

} // namespace

extern "C"
    [[gnu::visibility("default")]] const ImageRecord __ompjit_vgpu_image = {
        InterfaceVersion, Family::Amdgcn, 64, 0, std::size(Kernels), 0, Kernels,
        &TheTable,        nullptr,        0,  0};
