//===- Library.h - A registered program or shared library -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was passed to __tgt_register_lib: entries and device images.
// Registration only keeps them; images are examined when a device is first
// needed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H

#include "ompjit/Abi.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"
#include "ompjit/Targets.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ompjit {

/// Whether the plugin named \p Plugin runs device code for \p Target.
inline bool isServedBy(const TargetTraits &Target, std::string_view Plugin) {
  return Plugin == Target.PluginName || Plugin == Target.VirtualPluginName;
}

/// Returns the target of a native image by its header; null if the table of
/// targets has none.
const TargetTraits *identifyNativeImage(ByteView Image);

/// Describes a native image that no plugin supports, for messages.
std::string describeUnknownImage(ByteView Image);

/// One device image of a library.
struct LibraryImage {
  ByteView Bytes;
  const TargetTraits *Target = nullptr; ///< Null: not known, or not yet.
  bool IsSettled = false; ///< Whether plugins from outside of the project were
                          ///< asked.
  /// Set for a JIT package that the engine has accepted.
  jit::Program *Program = nullptr;
};

class Library {
public:
  /// \p OnlyDevice is the number of the device that loads it; none: all do.
  explicit Library(const __tgt_bin_desc &Description,
                   std::optional<int> OnlyDevice = std::nullopt);

  const __tgt_bin_desc *description() const { return Description; }
  std::span<const __tgt_offload_entry> entries() const { return Entries; }
  bool hasIndirectFunctions() const;
  std::vector<LibraryImage> &images() { return Images; }
  bool hasImages() const { return !Images.empty(); }

  bool isFor(int DeviceId) const {
    return !OnlyDevice || *OnlyDevice == DeviceId;
  }
  /// Whether it concerns nobody but who has registered it if it cannot be
  /// loaded, as a kernel that is put together at run time.
  bool failsAlone() const { return OnlyDevice.has_value(); }
  /// Why it could not be loaded. Its only device writes it once, before it is
  /// ready.
  const std::optional<Error> &failure() const { return Failure; }
  void setFailure(Error Why) { Failure = std::move(Why); }

  /// Whether the targets of the images were identified; see Runtime.
  bool isIdentified() const { return Identified; }
  void setIdentified() { Identified = true; }

  /// Calls \p Visit with the flags of each file that has `requires` directives.
  template <typename Visitor> void forEachRequirement(Visitor Visit) const {
    for (const __tgt_offload_entry &Each : Entries)
      if (Each.Flags & EntryRequires)
        Visit(Each.Data);
  }

  /// Returns the addresses of the program or shared library that it is part of,
  /// while that is loaded; empty if the dynamic linker does not know it.
  ByteView memory() const;

private:
  const __tgt_bin_desc *Description;
  std::span<const __tgt_offload_entry> Entries;
  std::vector<LibraryImage> Images;
  bool Identified = false;
  const std::optional<int> OnlyDevice;
  std::optional<Error> Failure;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H
