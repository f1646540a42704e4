//===- CodeObjectBuilder.cpp - Code objects for tests ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeObjectBuilder.h"

#include <cstring>

#include <msgpack.h>

namespace ompjit::amdgpu {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {

/// A packer and the bytes that it wrote.
class Packer {
public:
  Packer() {
    msgpack_sbuffer_init(&Buffer);
    msgpack_packer_init(&Writer, &Buffer, msgpack_sbuffer_write);
  }
  ~Packer() { msgpack_sbuffer_destroy(&Buffer); }
  Packer(const Packer &) = delete;
  Packer &operator=(const Packer &) = delete;

  msgpack_packer *get() { return &Writer; }
  std::string bytes() const { return {Buffer.data, Buffer.size}; }

private:
  msgpack_sbuffer Buffer;
  msgpack_packer Writer;
};

} // namespace

std::string packNumber(uint64_t Value) {
  Packer P;
  msgpack_pack_uint64(P.get(), Value);
  return P.bytes();
}

std::string packSigned(int64_t Value) {
  Packer P;
  msgpack_pack_int64(P.get(), Value);
  return P.bytes();
}

std::string packFlag(bool Value) {
  Packer P;
  Value ? msgpack_pack_true(P.get()) : msgpack_pack_false(P.get());
  return P.bytes();
}

std::string packText(std::string_view Value) {
  Packer P;
  msgpack_pack_str(P.get(), Value.size());
  msgpack_pack_str_body(P.get(), Value.data(), Value.size());
  return P.bytes();
}

std::string packArray(const std::vector<std::string> &Values) {
  Packer P;
  msgpack_pack_array(P.get(), Values.size());
  std::string Bytes = P.bytes();
  for (const std::string &Value : Values)
    Bytes += Value;
  return Bytes;
}

std::string packMap(const Fields &Values) {
  Packer P;
  msgpack_pack_map(P.get(), Values.size());
  std::string Bytes = P.bytes();
  for (const auto &[Key, Value] : Values)
    Bytes += packText(Key) + Value;
  return Bytes;
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

Fields kernelFields(const std::string &Name) {
  return {{".name", packText(Name)},
          {".symbol", packText(Name + ".kd")},
          {".kernarg_segment_size", packNumber(272)},
          {".kernarg_segment_align", packNumber(8)},
          {".group_segment_fixed_size", packNumber(260)},
          {".private_segment_fixed_size", packNumber(16)},
          {".wavefront_size", packNumber(64)},
          {".max_flat_workgroup_size", packNumber(256)},
          {".sgpr_count", packNumber(39)},
          {".vgpr_count", packNumber(24)}};
}

std::string packArgument(uint64_t Offset, uint64_t Bytes,
                         std::string_view Kind) {
  return packMap({{".offset", packNumber(Offset)},
                  {".size", packNumber(Bytes)},
                  {".value_kind", packText(Kind)}});
}

Fields metadataFields(const std::vector<std::string> &Kernels) {
  return {{"amdhsa.kernels", packArray(Kernels)},
          {"amdhsa.version", packArray({packNumber(1), packNumber(2)})}};
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

CodeObjectBuilder::CodeObjectBuilder() {
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_ident[EI_VERSION] = EV_CURRENT;
  Header.e_ident[EI_OSABI] = 64;
  Header.e_ident[EI_ABIVERSION] = 4;
  Header.e_type = ET_DYN;
  Header.e_machine = EM_AMDGPU;
  Header.e_flags = 0x53f;
  Header.e_phoff = sizeof(Header);
  Header.e_phentsize = sizeof(Segment);
  Header.e_phnum = 1;
  Header.e_shoff = Header.e_phoff + sizeof(Segment);
  Header.e_shentsize = sizeof(Section);
  Header.e_shnum = 1;
  Segment.p_type = PT_NOTE;
  Section.sh_type = SHT_NOTE;
}

static std::string padded(std::string_view Text) {
  std::string Bytes(Text);
  Bytes.resize((Text.size() + 3) & ~size_t(3));
  return Bytes;
}

void CodeObjectBuilder::addNote(std::string_view Owner, uint32_t Type,
                                std::string_view Text) {
  const Elf64_Nhdr Note = {uint32_t(Owner.size()), uint32_t(Text.size()), Type};
  Notes.append(reinterpret_cast<const char *>(&Note), sizeof(Note));
  Notes += padded(Owner) + padded(Text);
}

std::string CodeObjectBuilder::build() const {
  CodeObjectBuilder Copy = *this;
  Copy.Segment.p_offset = Copy.Section.sh_offset =
      sizeof(Header) + sizeof(Segment) + sizeof(Section);
  Copy.Segment.p_filesz = Copy.Section.sh_size = Notes.size();
  return Copy.buildAsIs();
}

std::string CodeObjectBuilder::buildAsIs() const {
  std::string Bytes;
  Bytes.append(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Bytes.append(reinterpret_cast<const char *>(&Segment), sizeof(Segment));
  Bytes.append(reinterpret_cast<const char *>(&Section), sizeof(Section));
  return Bytes + Notes;
}

std::string codeObject(std::string_view Metadata) {
  CodeObjectBuilder Builder;
  Builder.addNote(std::string_view("AMDGPU\0", 7), 32, Metadata);
  return Builder.build();
}

std::string codeObject(const Fields &Kernel) {
  return codeObject(packMap(metadataFields({packMap(Kernel)})));
}

} // namespace ompjit::amdgpu
