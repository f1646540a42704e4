//===- ompjit/Fragments/AlgorithmLauncher.h - A kernel --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that was put together of fragments, ready to run on one device.
//
// Threads: a launcher may be used by several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_ALGORITHMLAUNCHER_H
#define OMPJIT_FRAGMENTS_ALGORITHMLAUNCHER_H

#include "ompjit/FragmentKernels.h"
#include "ompjit/Fragments/Api.h"
#include "ompjit/Fragments/FragmentError.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

namespace ompjit {

/// An extent in three dimensions.
struct Extent {
  constexpr Extent(std::uint32_t X, std::uint32_t Y = 1, std::uint32_t Z = 1)
      : X(X), Y(Y), Z(Z) {}

  std::uint32_t X, Y, Z;
};

/// Where a kernel is put: into a queue of the program, where it runs when the
/// work before it is done, or into none. A view; the queue is the program's.
class LaunchQueue {
public:
  /// No queue: dispatch() waits until the kernel is done.
  constexpr LaunchQueue() = default;

  /// The queue of an omp_interop_t that `#pragma omp interop init(targetsync:
  /// ...)` has made. Where the device has no queues the object is
  /// omp_interop_none, and dispatch() waits.
  static LaunchQueue interop(const void *Object) {
    return {OMPJIT_FRAGMENT_INTEROP, Object};
  }
  /// The same queue by its handle, a cudaStream_t or hipStream_t, which the
  /// program has from the object.
  static LaunchQueue stream(const void *Handle) {
    return {OMPJIT_FRAGMENT_STREAM, Handle};
  }

  ompjit_fragment_queue_kind kind() const { return Kind; }
  const void *handle() const { return Handle; }

private:
  LaunchQueue(ompjit_fragment_queue_kind Kind, const void *Handle)
      : Kind(Kind), Handle(Handle) {}

  ompjit_fragment_queue_kind Kind = OMPJIT_FRAGMENT_NO_QUEUE;
  const void *Handle = nullptr;
};

/// How a kernel is launched.
struct LaunchConfig {
  Extent NumBlocks;
  Extent BlockSize;
  std::uint32_t DynamicMemoryBytes = 0; ///< Of each block.
  LaunchQueue Queue = {};
};

namespace detail {

constexpr std::size_t numWords(std::size_t Bytes) { return (Bytes + 7) / 8; }

/// Writes an argument; returns the place of the next one.
template <typename T>
std::uint64_t *putArgument(std::uint64_t *Place, T Value) {
  static_assert(std::is_trivially_copyable_v<T>,
                "arguments of kernels are copied byte by byte");
  static_assert(!std::is_empty_v<T>,
                "compilers pass nothing for an empty structure");
  Place[numWords(sizeof(T)) - 1] = 0;
  std::memcpy(Place, &Value, sizeof(T));
  return Place + numWords(sizeof(T));
}

/// Returns how much of the words of an argument a kernel may read. It may read
/// all of a structure's.
template <typename T> constexpr std::uint32_t readableBytes() {
  return std::uint32_t(std::is_class_v<T> || std::is_union_v<T>
                           ? numWords(sizeof(T)) * 8
                           : sizeof(T));
}

/// Arguments as a launch passes them on.
struct ArgumentList {
  const std::uint64_t *Words;
  const std::uint32_t *Sizes;    ///< Of each argument, in bytes.
  const std::uint32_t *Readable; ///< What a kernel may read of each, in bytes.
  std::uint32_t NumWords, NumArguments;
  std::uint32_t Alignment; ///< The largest of the types.
};

template <typename... Arguments> struct ArgumentTypes {
  // Each with a zero, since there may be none.
  static constexpr std::uint32_t Sizes[] = {std::uint32_t(sizeof(Arguments))...,
                                            0};
  static constexpr std::uint32_t Alignment =
      std::uint32_t((std::max)({alignof(char), alignof(Arguments)...}));
  using Signature =
      void(std::remove_cv_t<std::remove_reference_t<Arguments>>...);
  static constexpr std::uint32_t Readable[] = {readableBytes<Arguments>()...,
                                               0};
};

} // namespace detail

class OMPJIT_FRAGMENTS_API AlgorithmLauncher {
public:
  /// Takes over \p Kernel.
  explicit AlgorithmLauncher(ompjit_fragment_kernel *Kernel) : Kernel(Kernel) {}

  // The names are those that authors of fragments know.
  // NOLINTBEGIN(readability-identifier-naming)

  /// Runs the kernel and waits until it is done; if the configuration names a
  /// queue, puts the kernel into that and does not wait: whoever waits for the
  /// queue learns of failures while it runs. \p Signature is the type of
  /// the entry point; arguments must have exactly its types, because nobody
  /// could convert them. Throws FragmentError.
  template <typename Signature, typename... Arguments>
  void dispatch(const LaunchConfig &Config, Arguments &&...Values) const {
    run<Signature, std::decay_t<Arguments>...>(Config, /*IsCooperative=*/false,
                                               Values...);
  }

  /// The same with all blocks running at the same time. Fails if the device
  /// cannot do that.
  template <typename Signature, typename... Arguments>
  void dispatch_cooperative(const LaunchConfig &Config,
                            Arguments &&...Values) const {
    run<Signature, std::decay_t<Arguments>...>(Config, /*IsCooperative=*/true,
                                               Values...);
  }
  // NOLINTEND(readability-identifier-naming)

private:
  /// As in a call, an array is a pointer.
  template <typename Signature, typename... Arguments>
  void run(const LaunchConfig &Config, bool IsCooperative,
           const Arguments &...Values) const {
    static_assert(
        std::is_same_v<Signature,
                       typename detail::ArgumentTypes<Arguments...>::Signature>,
        "the arguments' types are not those of the kernel's signature");
    std::array<std::uint64_t,
               (detail::numWords(sizeof(Arguments)) + ... + std::size_t(0)) + 1>
        Words;
    [[maybe_unused]] std::uint64_t *Place = Words.data();
    ((Place = detail::putArgument(Place, Values)), ...);
    using Types = detail::ArgumentTypes<Arguments...>;
    run(Config, IsCooperative,
        {Words.data(), Types::Sizes, Types::Readable,
         std::uint32_t(Words.size() - 1), std::uint32_t(sizeof...(Arguments)),
         Types::Alignment});
  }

  void run(const LaunchConfig &, bool IsCooperative,
           const detail::ArgumentList &) const;

  struct Release {
    void operator()(ompjit_fragment_kernel *Kernel) const {
      ompjit_fragments_release(Kernel);
    }
  };

  std::unique_ptr<ompjit_fragment_kernel, Release> Kernel;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_ALGORITHMLAUNCHER_H
