//===- observers/Describe.h - Words for what observers are told -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats names and places that clang encodes as the packaged runtime does:
// unknown ones are "unknown" and "unknown:0:0".
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_DESCRIBE_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_DESCRIBE_H

#include "support/Observer.h"

#include "ompjit/Abi.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit {

/// Returns the place of a construct, "a.cpp:12:3".
std::string describePlace(const ident_t *Location);

/// Returns the name of a list item: "a[0:n]" for ";a[0:n];a.cpp;7;9;;". A name
/// that is not encoded is returned as it is.
std::string itemName(const char *Encoded);
/// Returns where the item is declared: "a.cpp:7:9".
std::string itemPlace(const char *Encoded);

/// Returns the address with all 16 digits.
std::string describeFull(const void *Address);
inline std::string describeFull(HostAddress Host) {
  return describeFull(Host.pointer());
}

/// "target", "enter data"...
std::string_view nameOf(ConstructKind);
/// "allocate", "copy to device"...
std::string_view nameOf(DataKind);
/// "created", "found"...
std::string_view nameOf(MappingChange);

/// "tofrom", "alloc"... of a list item.
std::string_view mapKind(int64_t Type, int64_t Size);

/// The constructs that the calling thread is in, for the observer of class \p
/// Owner. Nesting beyond what programs have is ignored.
template <typename Owner> class ConstructStack {
public:
  static void push(const ConstructEvent &E) {
    if (Depth < MaxDepth)
      Items[Depth] = &E;
    ++Depth;
  }
  /// Returns false for a construct that began before anybody observed.
  static bool pop() {
    if (!Depth)
      return false;
    --Depth;
    return true;
  }
  /// Null outside of constructs.
  static const ConstructEvent *top() {
    return Depth && Depth <= MaxDepth ? Items[Depth - 1] : nullptr;
  }

private:
  static constexpr unsigned MaxDepth = 16;
  static inline thread_local const ConstructEvent *Items[MaxDepth];
  static inline thread_local unsigned Depth = 0;
};

/// Returns the encoded name of the list item of \p Construct that contains \p
/// Host; null if there is none.
const char *findItem(const ConstructEvent *Construct, HostAddress Host);
/// Whether that item deletes its mapping.
bool isDeleted(const ConstructEvent *Construct, HostAddress Host);
/// Returns the item's base; \p Host if it is not known.
HostAddress findBase(const ConstructEvent *Construct, HostAddress Host);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_DESCRIBE_H
