//===- Scratch.h - Space for a launch's arguments -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_SCRATCH_H
#define OMPJIT_LIBOMPTARGET_DEVICE_SCRATCH_H

#include <cstddef>
#include <memory>

namespace ompjit {

/// Has space for N elements in place, and uses the heap only for more: nearly
/// every kernel has few arguments, and a launch should not allocate.
template <typename T, size_t N> class Scratch {
public:
  explicit Scratch(size_t Count) {
    if (Count > N)
      Heap = std::make_unique<T[]>(Count);
    Data = Count > N ? Heap.get() : InPlace;
  }
  T *data() { return Data; }
  T &operator[](size_t I) { return Data[I]; }

private:
  T InPlace[N];
  std::unique_ptr<T[]> Heap;
  T *Data;
};

constexpr size_t UsualArguments = 16;

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_SCRATCH_H
