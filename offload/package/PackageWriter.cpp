//===- PackageWriter.cpp - Lays out a JIT package -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// writePackage of PackageWriter.h. Native images' offsets are known only when
// all sections are, so their table comes last.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageWriter.h"

#include "Checksum.h"

#include <algorithm>
#include <map>

using namespace ompjit;
using namespace ompjit::package;

namespace {

/// The strings section; equal strings are stored once.
class StringTable {
public:
  StringTable() { add(""); }

  uint32_t add(const std::string &String) {
    auto [Known, IsNew] = Offsets.try_emplace(String, uint32_t(Bytes.size()));
    if (IsNew)
      Bytes.append(String.c_str(), String.size() + 1);
    return Known->second;
  }
  const std::string &bytes() const { return Bytes; }

private:
  std::string Bytes;
  std::map<std::string, uint32_t> Offsets;
};

template <typename Record> void append(std::string &Table, const Record &R) {
  Table.append(reinterpret_cast<const char *>(&R), sizeof(Record));
}

/// Collects sections, then writes header, rows, sections and native images.
class Layout {
public:
  explicit Layout(const PackageContents &Contents) : Contents(Contents) {}

  std::string write();

private:
  struct Section {
    SectionKind Kind;
    std::string Bytes;
  };

  void addKernels();
  void addGlobals();
  /// Rows of the native images; their offsets are known once all sections are.
  std::vector<NativeImageRecord> nativeImageRecords();
  void placeNativeImages(std::vector<NativeImageRecord>);
  uint64_t offsetBehindSections(size_t ImageTableSize) const;
  void appendSections(std::string &Package) const;

  static uint64_t aligned(uint64_t Offset) {
    return (Offset + SectionAlignment - 1) & ~(SectionAlignment - 1);
  }

  const PackageContents &Contents;
  StringTable Strings;
  std::vector<Section> Sections;
};

std::string Layout::write() {
  TargetRecord Target{Strings.add(Contents.Triple), Strings.add(Contents.Arch),
                      Contents.Flags, 0};
  Sections.push_back({SectionKind::Target, {}});
  append(Sections.back().Bytes, Target);
  addKernels();
  addGlobals();
  Sections.push_back({SectionKind::Bitcode, Contents.Bitcode});
  std::vector<NativeImageRecord> Images = nativeImageRecords();
  Sections.push_back({SectionKind::Strings, Strings.bytes()});
  placeNativeImages(std::move(Images));

  std::string Package(sizeof(Header), '\0');
  appendSections(Package);
  for (const PackageContents::NativeImage &Image : Contents.NativeImages) {
    Package.resize(aligned(Package.size()));
    Package += Image.Bytes;
  }

  Header TheHeader{
      {}, package::Version,      uint32_t(Sections.size()), Package.size(),
      0,  Contents.ContentDigest};
  std::copy(std::begin(Magic), std::end(Magic), TheHeader.Magic);
  std::memcpy(Package.data(), &TheHeader, sizeof(Header));
  TheHeader.Checksum = checksum(checksummedPart(Package));
  std::memcpy(Package.data(), &TheHeader, sizeof(Header));
  return Package;
}

void Layout::addKernels() {
  std::string Kernels, Parameters;
  for (const PackageContents::Kernel &K : Contents.Kernels) {
    KernelRecord Record{Strings.add(K.EntryName),
                        Strings.add(K.Symbol),
                        uint32_t(Parameters.size() / sizeof(ParameterRecord)),
                        uint32_t(K.Parameters.size()),
                        K.NumTeams,
                        K.ThreadLimit,
                        0,
                        0};
    append(Kernels, Record);
    for (const ParameterInfo &P : K.Parameters)
      append(Parameters, ParameterRecord{P.Kind, P.WidthBits, P.Uses,
                                         P.AlignBytes, P.DemandedBits});
  }
  Sections.push_back({SectionKind::Kernels, std::move(Kernels)});
  Sections.push_back({SectionKind::Parameters, std::move(Parameters)});
}

void Layout::addGlobals() {
  std::string Globals;
  for (const PackageContents::Global &G : Contents.Globals)
    append(Globals, GlobalRecord{Strings.add(G.EntryName),
                                 Strings.add(G.Symbol), G.Size, G.Flags, 0});
  Sections.push_back({SectionKind::Globals, std::move(Globals)});
}

std::vector<NativeImageRecord> Layout::nativeImageRecords() {
  std::vector<NativeImageRecord> Records;
  for (const PackageContents::NativeImage &Image : Contents.NativeImages)
    Records.push_back({Strings.add(Image.Arch), 0, 0, Image.Bytes.size()});
  return Records;
}

void Layout::placeNativeImages(std::vector<NativeImageRecord> Records) {
  if (Records.empty())
    return;
  uint64_t Offset =
      offsetBehindSections(Records.size() * sizeof(NativeImageRecord));
  std::string Table;
  for (NativeImageRecord &Record : Records) {
    Record.Offset = aligned(Offset);
    Offset = Record.Offset + Record.Size;
    append(Table, Record);
  }
  Sections.push_back({SectionKind::NativeImages, std::move(Table)});
}

uint64_t Layout::offsetBehindSections(size_t ImageTableSize) const {
  uint64_t Offset = sizeof(Header) + (Sections.size() + 1) * sizeof(SectionRow);
  for (const Section &S : Sections)
    Offset = aligned(Offset) + S.Bytes.size();
  return aligned(Offset) + ImageTableSize;
}

void Layout::appendSections(std::string &Package) const {
  uint64_t Offset = Package.size() + Sections.size() * sizeof(SectionRow);
  for (const Section &S : Sections) {
    append(Package, SectionRow{S.Kind, 0, aligned(Offset), S.Bytes.size()});
    Offset = aligned(Offset) + S.Bytes.size();
  }
  for (const Section &S : Sections) {
    Package.resize(aligned(Package.size()));
    Package += S.Bytes;
  }
}

} // namespace

std::string ompjit::writePackage(const PackageContents &Contents) {
  return Layout(Contents).write();
}
