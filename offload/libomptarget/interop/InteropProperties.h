//===- InteropProperties.h - Properties of interop objects ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties that OpenMP defines for every object, as a table: number,
// name, type and value. The routines of the program interface and their error
// codes follow from it. There are no implementation-defined properties.
//
// A null object is omp_interop_none. Never fails, never blocks.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_INTEROP_INTEROPPROPERTIES_H
#define OMPJIT_LIBOMPTARGET_INTEROP_INTEROPPROPERTIES_H

#include <cstdint>
#include <variant>

namespace ompjit {

class Interop;

/// omp_interop_rc_t.
enum class InteropCode : int {
  NoValue = 1, ///< The foreign runtime does not have this.
  Success = 0,
  Empty = -1, ///< The object is omp_interop_none.
  OutOfRange = -2,
  /// The property has another type, namely this one.
  TypeInt = -3,
  TypePointer = -4,
  TypeString = -5,
  Other = -6, ///< Objects of this kind do not have the property.
};

using InteropValue = std::variant<intptr_t, void *, const char *>;

/// Returns the value of a property of type T, one of those in InteropValue;
/// zero unless \p Code receives Success.
template <typename T>
T interopProperty(const Interop *Object, int Property, InteropCode &Code);

/// Returns "fr_id" etc.; null for a number that stands for no property.
const char *interopPropertyName(int Property);

/// Returns the C type of the object's property, such as "CUstream"; "N/A" if
/// the object's foreign runtime does not have it, and null if there is no such
/// object or property.
const char *interopTypeDescription(const Interop *Object, int Property);

/// Returns a sentence for an InteropCode; null for any other number.
const char *interopCodeDescription(int Code);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_INTEROP_INTEROPPROPERTIES_H
