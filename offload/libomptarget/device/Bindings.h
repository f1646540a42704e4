//===- Bindings.h - What is bound to late-bound functions -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/LateBound.h says what bindings mean. Of several bindings of a function
// that hold for a region, the one for fewer regions has precedence, then the
// later one.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_BINDINGS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_BINDINGS_H

#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/Result.h"
#include "ompjit/Support/ThreadId.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// A fragment that was bound at least once. Immutable.
struct BoundFragment {
  std::string Name; ///< That of the first binding, for messages.
  std::string File;
  Digest128 Digest;
  std::vector<std::string> Defines; ///< For any target.
};

class Bindings {
public:
  explicit Bindings(jit::ProcessLocks &Process) : Process(Process) {}

  /// Returns a number that changes whenever something is bound or no longer.
  uint64_t generation() const {
    return Generation.load(std::memory_order_acquire);
  }

  /// Returns what is bound to the function \p Symbol in a region that has
  /// these names; null if nothing is.
  std::shared_ptr<const BoundFragment> find(std::span<const std::string> Region,
                                            std::string_view Symbol) const
      OMPJIT_EXCLUDES(Guard);

  /// Returns the fragment in \p File, checked and copied at the first time.
  Result<std::shared_ptr<const BoundFragment>> know(std::string_view Name,
                                                    ByteView File)
      OMPJIT_EXCLUDES(Guard);

  /// Binds until it is bound anew or no longer. An empty region: all.
  void bind(std::string_view Region, std::string_view Symbol,
            std::shared_ptr<const BoundFragment>) OMPJIT_EXCLUDES(Guard);
  /// Returns false if there is no such binding.
  bool unbind(std::string_view Region, std::string_view Symbol)
      OMPJIT_EXCLUDES(Guard);
  /// Binds until end(), which gets the result.
  Result<uint64_t> begin(std::string_view Region, std::string_view Symbol,
                         std::shared_ptr<const BoundFragment>)
      OMPJIT_EXCLUDES(Guard);
  void end(uint64_t Number) OMPJIT_EXCLUDES(Guard);

private:
  struct Binding {
    std::string Region, Symbol;
    std::shared_ptr<const BoundFragment> Fragment;
    uint64_t Number; ///< 0 if it has no end.
    ThreadId Thread; ///< That began it.
  };

  void changed() { Generation.fetch_add(1, std::memory_order_release); }

  jit::ProcessLocks &Process;
  std::atomic<uint64_t> Generation = 1;
  mutable Mutex Guard;
  std::vector<Binding> All OMPJIT_GUARDED_BY(Guard); ///< The latest one last.
  uint64_t LastNumber OMPJIT_GUARDED_BY(Guard) = 0;
  std::map<Digest128, std::shared_ptr<const BoundFragment>>
      Known OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_BINDINGS_H
