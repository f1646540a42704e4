//===- Address.h - Host and device addresses as types of their own --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both are numbers, and mixing them up is the classic mistake of an offloading
// runtime. Arithmetic stays within one kind.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_ADDRESS_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_ADDRESS_H

#include <compare>
#include <cstdint>
#include <cstdio>
#include <string>

namespace ompjit {

template <typename Space> struct Address {
  uintptr_t Value = 0;

  constexpr Address() = default;
  constexpr explicit Address(uintptr_t Value) : Value(Value) {}
  explicit Address(const void *Pointer)
      : Value(reinterpret_cast<uintptr_t>(Pointer)) {}

  void *pointer() const { return reinterpret_cast<void *>(Value); }
  explicit operator bool() const { return Value != 0; }

  Address operator+(uint64_t Bytes) const { return Address(Value + Bytes); }
  Address operator-(uint64_t Bytes) const { return Address(Value - Bytes); }
  /// Bytes between two addresses, modulo 2^64: a section may begin before its
  /// base, and the wrapped difference is undone by the next addition.
  uint64_t operator-(Address Other) const { return Value - Other.Value; }
  auto operator<=>(const Address &) const = default;
};

using HostAddress = Address<struct HostSpace>;
using DeviceAddress = Address<struct DeviceSpace>;

/// For messages: "0x7f...".
inline std::string describeAddress(const void *Pointer) {
  char Text[2 + 2 * sizeof(uintptr_t) + 1];
  std::snprintf(Text, sizeof(Text), "0x%zx",
                reinterpret_cast<uintptr_t>(Pointer));
  return Text;
}
inline std::string describeAddress(HostAddress Host) {
  return describeAddress(Host.pointer());
}

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_ADDRESS_H
