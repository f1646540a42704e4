//===- observers/Describe.h - Words for what observers are told -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and places as clang encodes them, in the form of the packaged runtime:
// what is not known is "unknown", "unknown:0:0".
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

/// "a.cpp:12:3" of a construct.
std::string describePlace(const ident_t *Location);

/// A list item: "a[0:n]" of ";a[0:n];a.cpp;7;9;;". A name that is not encoded
/// is what it is.
std::string itemName(const char *Encoded);
/// Where it is declared: "a.cpp:7:9".
std::string itemPlace(const char *Encoded);

/// All 16 digits.
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

/// The constructs that the calling thread is in, for one observer of a class
/// \p Owner. Deeper ones than anybody writes are left out.
template <typename Owner> class ConstructStack {
public:
  static void push(const ConstructEvent &E) {
    if (Depth < MaxDepth)
      Items[Depth] = &E;
    ++Depth;
  }
  /// False for one that began before anybody observed.
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

/// The encoded name of the list item of \p Construct that holds \p Host; null
/// where there is none.
const char *findItem(const ConstructEvent *Construct, HostAddress Host);
/// Whether that item deletes its mapping.
bool isDeleted(const ConstructEvent *Construct, HostAddress Host);
/// Its base; \p Host where it is not known.
HostAddress findBase(const ConstructEvent *Construct, HostAddress Host);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_DESCRIBE_H
