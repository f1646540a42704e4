//===- ompjit/Fragments/AlgorithmPlanner.h - Chooses fragments ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the fragments of a kernel. A library derives its planners from this
// class, or uses it as it is:
//
//   static LauncherJitCache Cache;
//   AlgorithmPlanner Planner("search", Cache);
//   Planner.add_static_fragment<search_tag<float>>();
//   Planner.add_static_fragment<euclidean_tag<float>>();
//   Planner.get_launcher().dispatch<void(const float *, int)>(
//       {NumBlocks, BlockSize}, Data, Size);
//
// Threads: a planner belongs to one thread; it is cheap to make.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_ALGORITHMPLANNER_H
#define OMPJIT_FRAGMENTS_ALGORITHMPLANNER_H

#include "ompjit/Fragments/AlgorithmLauncher.h"
#include "ompjit/Fragments/Api.h"
#include "ompjit/Fragments/FewOf.h"
#include "ompjit/Fragments/FragmentEntry.h"
#include "ompjit/Fragments/LauncherJitCache.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

class OMPJIT_FRAGMENTS_API AlgorithmPlanner {
public:
  /// \p EntryPoint is the function in which the kernel begins; its text must
  /// live as long as the planner, and so must \p Cache.
  AlgorithmPlanner(std::string_view EntryPoint, LauncherJitCache &Cache)
      : EntryPoint(EntryPoint), Cache(Cache) {}

  // The names are those that authors of fragments know.
  // NOLINTBEGIN(readability-identifier-naming)

  /// Adds the fragment that generate_jit_lto_kernels() has made for the tag.
  template <typename Tag> void add_static_fragment() {
    static const StaticFatbinFragmentEntry<Tag> Only;
    add(Only);
  }

  /// The same, and the kernel begins in this fragment's function \p Name.
  template <typename Tag> void add_entrypoint(std::string_view Name) {
    EntryPoint = Name;
    add_static_fragment<Tag>();
  }

  /// Adds a fragment that is given at run time.
  void add_fragment(std::shared_ptr<const FragmentEntry> Fragment) {
    add(*Fragment);
    Kept.push_back(std::move(Fragment));
  }

  /// Adds an option of the link, such as "-O1" or "-maxrregcount=64"; of two
  /// about the same thing the last one counts. docs/fragments.md lists them;
  /// get_launcher() fails if there is no such option.
  void add_link_option(std::string_view Option) {
    Options.append(Option).push_back('\0');
    for (const char Each : Option)
      mix(std::uint8_t(Each));
    mix(Option.size());
  }

  /// Returns the kernel for the default device, or for \p Device. The first
  /// call for such fragments and options in this order links them, unless that
  /// is in the caches on disk; later calls find the kernel. It lives as long as
  /// the cache. Throws FragmentError.
  const AlgorithmLauncher &get_launcher() const;
  const AlgorithmLauncher &get_launcher(int Device) const;
  // NOLINTEND(readability-identifier-naming)

private:
  static constexpr std::size_t UsualFragments = 8;

  void add(const FragmentEntry &Fragment) {
    const FragmentKey Key = Fragment.key();
    Keys.push_back(Key);
    Fragments.push_back(&Fragment);
    // The product does not wait for the words before.
    mix(Key.low() ^ Key.high() * 0xc2b2ae3d27d4eb4fu);
  }
  void mix(std::uint64_t Word) {
    Hash = (Hash ^ Word) * 0x9e3779b97f4a7c15u;
    Hash ^= Hash >> 32;
  }

  std::unique_ptr<AlgorithmLauncher> link(int Device) const;

  std::string_view EntryPoint;
  LauncherJitCache &Cache;
  detail::FewOf<FragmentKey, UsualFragments> Keys;
  detail::FewOf<const FragmentEntry *, UsualFragments> Fragments;
  std::vector<std::shared_ptr<const FragmentEntry>> Kept;
  std::string Options;    ///< Each with a zero byte behind it.
  std::uint64_t Hash = 0; ///< Of the keys and the options.
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_ALGORITHMPLANNER_H
