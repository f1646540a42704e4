//===- NoMemory.h - Running out of memory at run time ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that has an image loaded goes on if there is no memory for a better
// one. So code in the runtime that allocates may throw std::bad_alloc, and
// nothing else; the engine catches it where it knows what to do instead: in a
// launch, in each of its threads, and around work that others wait for. All
// other failures are values (Result.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_NOMEMORY_H
#define OMPJIT_SUPPORT_NOMEMORY_H

#include <cstddef>
#include <new>

namespace ompjit {

/// Short enough for a std::string to hold it in place.
inline constexpr char NoMemoryText[] = "out of memory";

/// LLVM ends the process when it runs out of memory. So before a compile, the
/// compiler checks that there is as much as every compile needs.
inline constexpr size_t LeastForCompiler = 16 << 20;

inline bool hasMemory(size_t Bytes) {
  void *Block = ::operator new(Bytes, std::nothrow);
  ::operator delete(Block);
  return Block;
}

/// Carries std::bad_alloc across frames that no exception may pass through:
/// those of the dynamic linker, or the first one on a stack.
class NoMemoryBeyond {
public:
  template <typename Work> void call(const Work &Body) {
    try {
      Body();
    } catch (const std::bad_alloc &) {
      IsThrown = true;
    }
  }
  void throwAgain() const {
    if (IsThrown)
      throw std::bad_alloc();
  }

private:
  bool IsThrown = false;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_NOMEMORY_H
