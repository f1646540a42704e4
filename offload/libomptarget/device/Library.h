//===- Library.h - A registered program or shared library -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What __tgt_register_lib was told: entries and device images. Registration
// itself only remembers; images are looked at when a device is first needed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H

#include "ompjit/Abi.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"
#include "ompjit/Targets.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// Whether the plugin of that name runs device code for such a target.
inline bool isServedBy(const TargetTraits &Target, std::string_view Plugin) {
  return Plugin == Target.PluginName || Plugin == Target.VirtualPluginName;
}

/// The target of a native image, from its header alone; null where the table of
/// targets has none.
const TargetTraits *identifyNativeImage(ByteView Image);

/// What a native image that no plugin is for is, for messages.
std::string describeUnknownImage(ByteView Image);

/// One device image of a library.
struct LibraryImage {
  ByteView Bytes;
  const TargetTraits *Target = nullptr; ///< Null: not known, or not yet.
  bool IsSettled = false; ///< Whether plugins from elsewhere were asked.
  /// Set for a JIT package that the engine has accepted.
  jit::Program *Program = nullptr;
};

class Library {
public:
  explicit Library(const __tgt_bin_desc &Description);

  const __tgt_bin_desc *description() const { return Description; }
  std::span<const __tgt_offload_entry> entries() const { return Entries; }
  bool hasIndirectFunctions() const;
  std::vector<LibraryImage> &images() { return Images; }

  /// Whether the targets of the images have been looked at; see Runtime.
  bool isIdentified() const { return Identified; }
  void setIdentified() { Identified = true; }

  /// Calls \p Visit with the flags of each file that says `requires`.
  template <typename Visitor> void forEachRequirement(Visitor Visit) const {
    for (const __tgt_offload_entry &Each : Entries)
      if (Each.Flags & EntryRequires)
        Visit(Each.Data);
  }

  /// The addresses of the program or shared library that it is a part of, as
  /// long as that is loaded; empty where the dynamic linker does not know it.
  ByteView memory() const;

private:
  const __tgt_bin_desc *Description;
  std::span<const __tgt_offload_entry> Entries;
  std::vector<LibraryImage> Images;
  bool Identified = false;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LIBRARY_H
