//===- EntryFragments.cpp - Kernels of fragments --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "ErrorSink.h"
#include "device/FragmentKernel.h"
#include "support/Diagnostics.h"

#include "ompjit/Fragments/FragmentFile.h"

#include <memory>
#include <string>
#include <vector>

using namespace ompjit;

/// The name of the C interface for a kernel of the runtime.
struct ompjit_fragment_kernel {
  std::unique_ptr<FragmentKernel> Kernel;
};

namespace {

ByteView bytesOf(const ompjit_fragment &Fragment) {
  return ByteView(static_cast<const char *>(Fragment.bytes), Fragment.size);
}

/// Makes the devices available for which a fragment has code.
Status announce(ByteView Fragment) {
  Result<std::vector<fragments::FragmentImage>> Images =
      fragments::parse(Fragment);
  if (!Images)
    return Images.takeError();
  std::vector<std::string_view> Triples;
  Triples.reserve(Images->size());
  for (const fragments::FragmentImage &Each : *Images)
    Triples.push_back(Each.Triple);
  runtime().needTargets(Triples);
  return Done{};
}

Result<std::unique_ptr<FragmentKernel>>
linkFor(int DeviceId, const ompjit_fragment_link &Wanted) {
  auto Fail = [&Wanted](const std::string &Why) {
    return diagnose(Diagnostic::FragmentsNotLinked, {Wanted.entry_point, Why});
  };
  std::vector<fragments::NamedFragment> Fragments;
  Fragments.reserve(Wanted.num_fragments);
  for (uint32_t I = 0; I < Wanted.num_fragments; ++I) {
    const ompjit_fragment &Each = Wanted.fragments[I];
    Fragments.push_back({Each.name, bytesOf(Each)});
    if (Status S = announce(Fragments.back().File); !S)
      return Fail("the fragment '" + std::string(Each.name) +
                  "' is damaged: " + S.error().message());
  }
  const std::vector<std::string_view> Texts(
      Wanted.options, Wanted.options + Wanted.num_options);
  Result<LinkOptions> Options = LinkOptions::parse(Texts);
  if (!Options)
    return Fail(Options.error().message());
  if (deviceCount() == 0)
    return diagnose(Diagnostic::KernelNeedsDevice, {runtime().whyNoDevices()});
  return FragmentKernel::link(runtime(), DeviceId, Wanted.entry_point,
                              Fragments, *Options);
}

} // namespace

OMPJIT_EXPORT void ompjit_fragments_announce(const void *Bytes, size_t Size) {
  (void)announce(ByteView(static_cast<const char *>(Bytes), Size));
}

OMPJIT_EXPORT ompjit_fragment_kernel *
ompjit_fragments_link(int32_t DeviceId, const ompjit_fragment_link *Wanted,
                      ompjit_error_sink Sink) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  auto Linked = linkFor(DeviceId, *Wanted);
  if (!Linked) {
    tell(Sink, Linked.error(), DeviceId);
    return nullptr;
  }
  return new ompjit_fragment_kernel{std::move(*Linked)};
}

OMPJIT_EXPORT int32_t ompjit_fragments_launch(
    ompjit_fragment_kernel *Kernel, const ompjit_fragment_launch *Launch,
    ompjit_error_sink Sink) {
  Status S = Kernel->Kernel->launch(*Launch);
  if (S)
    return 0;
  tell(Sink, S.error(), Kernel->Kernel->deviceId());
  return 1;
}

OMPJIT_EXPORT void ompjit_fragments_release(ompjit_fragment_kernel *Kernel) {
  delete Kernel;
}
