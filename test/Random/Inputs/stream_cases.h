//===- stream_cases.h - What the loops of generate_streams.py work on -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_STREAM_CASES_H
#define OMPJIT_TEST_STREAM_CASES_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

/// A digest (FNV).
class Digest {
public:
  void add(long Value) { bytes(&Value, sizeof Value); }
  void bytes(const void *First, size_t Size) {
    for (size_t I = 0; I != Size; ++I)
      Sum =
          (Sum ^ static_cast<const unsigned char *>(First)[I]) * 1099511628211u;
  }
  unsigned long long value() const { return Sum; }

private:
  std::uint64_t Sum = 1469598103934665603u;
};

/// An array whose first element is some elements behind an aligned address.
template <typename T> class Array {
public:
  Array(int N, int Start, int Offset)
      : Elements(2 * size_t(N) + 64), Offset(Offset) {
    for (size_t I = 0; I != Elements.size(); ++I)
      Elements[I] = T(long(I) * 7 + Start);
  }
  T *begin() { return Elements.data() + Offset; }
  const T *begin() const { return Elements.data() + Offset; }
  size_t size() const { return Elements.size() - Offset; }
  void addTo(Digest &All) const {
    All.bytes(Elements.data(), Elements.size() * sizeof(T));
  }

private:
  std::vector<T> Elements;
  size_t Offset;
};

template <typename Kernel> void run(int Number, Kernel Function) {
  Digest All;
  for (int N : {1, 7, 64, 100, 1000, 4096, 5003, 40000})
    Function(N, All);
  std::printf("kernel%d %016llx\n", Number, All.value());
}

#endif // OMPJIT_TEST_STREAM_CASES_H
