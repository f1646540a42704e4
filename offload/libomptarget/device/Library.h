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
#include "ompjit/Bytes.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/Result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// A kind of device code: how to recognise it and which plugin runs it.
struct TargetKind {
  std::string_view Arch; ///< First component of the triple.
  uint16_t ElfMachine;
  std::string_view PluginName;
  std::string_view VirtualPluginName; ///< Of devices that a processor plays.

  bool isServedBy(std::string_view Plugin) const {
    return Plugin == PluginName || Plugin == VirtualPluginName;
  }
};

/// The kind of a native image, from its header alone; null where nobody knows
/// it.
const TargetKind *identifyNativeImage(ByteView Image);

/// What a native image of no known kind is, for messages.
std::string describeUnknownImage(ByteView Image);

/// The kind that a triple names. Only the architecture counts: the spellings
/// of vendor and environment differ between tools.
const TargetKind *identifyTriple(std::string_view Triple);

/// One device image of a library.
struct LibraryImage {
  ByteView Bytes;
  const TargetKind *Kind = nullptr;
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

  /// Whether the kinds of the images have been looked at; see Runtime.
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
