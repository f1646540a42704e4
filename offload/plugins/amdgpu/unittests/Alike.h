//===- Alike.h - Compares calling conventions -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_UNITTESTS_ALIKE_H
#define OMPJIT_PLUGINS_AMDGPU_UNITTESTS_ALIKE_H

#include <type_traits>

namespace ompjit::amdgpu {

/// Whether values of both types are passed in the same way.
template <typename A, typename B>
constexpr bool IsAlike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
    std::is_class_v<A> == std::is_class_v<B> &&
    std::is_floating_point_v<A> == std::is_floating_point_v<B>;

template <typename A, typename B> constexpr bool AreAlike = false;
template <typename R, typename S, typename... A, typename... B>
constexpr bool AreAlike<R (*)(A...), S (*)(B...)> = [] {
  constexpr bool IsResult = [] {
    if constexpr (std::is_void_v<R> || std::is_void_v<S>)
      return std::is_void_v<R> && std::is_void_v<S>;
    else
      return IsAlike<R, S>;
  }();
  if constexpr (sizeof...(A) == sizeof...(B))
    return IsResult && (IsAlike<A, B> && ...);
  return false;
}();

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_UNITTESTS_ALIKE_H
