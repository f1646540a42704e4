//===- CodeObjectBuilder.h - Code objects for tests -------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes valid and invalid code objects without a compiler: every field of the
// headers and every value of the metadata can be replaced. Values are kept as
// the bytes of their MessagePack.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_UNITTESTS_CODEOBJECTBUILDER_H
#define OMPJIT_PLUGINS_AMDGPU_UNITTESTS_CODEOBJECTBUILDER_H

#include <cstdint>
#include <elf.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::amdgpu {

using Fields = std::map<std::string, std::string>;

std::string packNumber(uint64_t Value);
std::string packSigned(int64_t Value);
std::string packFlag(bool Value);
std::string packText(std::string_view Value);
std::string packArray(const std::vector<std::string> &Values);
std::string packMap(const Fields &Values);

/// Returns the fields of a kernel with 272 bytes of arguments.
Fields kernelFields(const std::string &Name);
std::string packArgument(uint64_t Offset, uint64_t Bytes,
                         std::string_view Kind);
/// Returns metadata of version 1.2.
Fields metadataFields(const std::vector<std::string> &Kernels);

/// An ELF file with one PT_NOTE segment and one section, which both hold the
/// notes.
struct CodeObjectBuilder {
  CodeObjectBuilder();

  Elf64_Ehdr Header = {};
  Elf64_Phdr Segment = {};
  Elf64_Shdr Section = {};
  std::string Notes;

  void addNote(std::string_view Owner, uint32_t Type, std::string_view Text);
  /// Builds the file with the actual offsets and lengths of the notes.
  std::string build() const;
  /// Builds the file with the offsets and lengths in Segment and Section.
  std::string buildAsIs() const;
};

/// Returns a valid code object of version 6 for a gfx90a.
std::string codeObject(std::string_view Metadata);
std::string codeObject(const Fields &Kernel);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_UNITTESTS_CODEOBJECTBUILDER_H
