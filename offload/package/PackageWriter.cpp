//===- PackageWriter.cpp - Lays out a JIT package -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements writePackage(). The offsets of parts and native images are known
// only after all sections, so their tables come last.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageWriter.h"
#include "ompjit/Support/Checksum.h"

#include "Layout.h"

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
  void addLateBound();
  void addGlobals();
  /// Adds rows for the data behind the sections, without offsets.
  void addParts();
  void addNativeImages();
  void place();
  uint64_t offsetBehindSections() const;
  void appendSections(std::string &Package) const;
  void appendAligned(std::string &Package, const std::string &Bytes) const;

  static uint64_t aligned(uint64_t Offset) {
    return (Offset + SectionAlignment - 1) & ~(SectionAlignment - 1);
  }

  const PackageContents &Contents;
  StringTable Strings;
  std::vector<Section> Sections;
  std::vector<PartRecord> Parts;
  std::vector<NativeImageRecord> Images;
};

std::string Layout::write() {
  TargetRecord Target{Strings.add(Contents.Triple), Strings.add(Contents.Arch),
                      Contents.Flags, Strings.add(Contents.LinkOptions)};
  Sections.push_back({SectionKind::Target, {}});
  append(Sections.back().Bytes, Target);
  addKernels();
  addGlobals();
  addParts();
  addNativeImages();
  addLateBound();
  Sections.push_back({SectionKind::Strings, Strings.bytes()});
  place();

  std::string Package(sizeof(Header), '\0');
  appendSections(Package);
  for (const PackageContents::Part &Part : Contents.Parts)
    appendAligned(Package, Part.Bytes);
  for (const PackageContents::NativeImage &Image : Contents.NativeImages)
    appendAligned(Package, Image.Bytes);

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
  std::string Kernels, Parameters, Fields;
  for (const PackageContents::Kernel &K : Contents.Kernels) {
    KernelRecord Record{Strings.add(K.EntryName),
                        Strings.add(K.Symbol),
                        uint32_t(Parameters.size() / sizeof(ParameterRecord)),
                        uint32_t(K.Parameters.size()),
                        K.Bounds,
                        K.Flags,
                        K.Part,
                        uint32_t(Fields.size() / sizeof(FieldRecord)),
                        uint32_t(K.Fields.size()),
                        0,
                        K.CodeDigest};
    append(Kernels, Record);
    for (const ParameterInfo &P : K.Parameters)
      append(Parameters, ParameterRecord{P.Kind, P.WidthBits, P.Uses,
                                         P.AlignBytes, P.DemandedBits});
    for (const FieldInfo &F : K.Fields)
      append(Fields,
             FieldRecord{F.Parameter, F.OffsetBytes, F.Uses, F.WidthBits, {}});
  }
  Sections.push_back({SectionKind::Kernels, std::move(Kernels)});
  Sections.push_back({SectionKind::Parameters, std::move(Parameters)});
  Sections.push_back({SectionKind::Fields, std::move(Fields)});
}

void Layout::addLateBound() {
  std::string Table;
  for (size_t I = 0; I != Contents.Kernels.size(); ++I)
    for (const std::string &Symbol : Contents.Kernels[I].LateBound)
      append(Table, LateBoundRecord{uint32_t(I), Strings.add(Symbol)});
  if (!Table.empty())
    Sections.push_back({SectionKind::LateBound, std::move(Table)});
}

void Layout::addGlobals() {
  std::string Globals;
  for (const PackageContents::Global &G : Contents.Globals)
    append(Globals, GlobalRecord{Strings.add(G.EntryName),
                                 Strings.add(G.Symbol), G.Size, G.Flags, 0});
  Sections.push_back({SectionKind::Globals, std::move(Globals)});
}

void Layout::addParts() {
  for (const PackageContents::Part &Part : Contents.Parts)
    Parts.push_back({0, Part.Bytes.size(), Part.PlainSize, Part.Packing,
                     Strings.add(Part.Name)});
  Sections.push_back({SectionKind::Parts, {}});
  Sections.back().Bytes.resize(Parts.size() * sizeof(PartRecord));
}

void Layout::addNativeImages() {
  if (Contents.NativeImages.empty())
    return;
  for (const PackageContents::NativeImage &Image : Contents.NativeImages)
    Images.push_back({Strings.add(Image.Arch), 0, 0, Image.Bytes.size()});
  Sections.push_back({SectionKind::NativeImages, {}});
  Sections.back().Bytes.resize(Images.size() * sizeof(NativeImageRecord));
}

void Layout::place() {
  uint64_t Offset = offsetBehindSections();
  auto Place = [&](auto &Records, SectionKind Kind) {
    std::string Table;
    for (auto &Record : Records) {
      Record.Offset = aligned(Offset);
      Offset = Record.Offset + Record.Size;
      append(Table, Record);
    }
    for (Section &S : Sections)
      if (S.Kind == Kind)
        S.Bytes = Table;
  };
  Place(Parts, SectionKind::Parts);
  Place(Images, SectionKind::NativeImages);
}

uint64_t Layout::offsetBehindSections() const {
  uint64_t Offset = sizeof(Header) + Sections.size() * sizeof(SectionRow);
  for (const Section &S : Sections)
    Offset = aligned(Offset) + S.Bytes.size();
  return Offset;
}

void Layout::appendAligned(std::string &Package,
                           const std::string &Bytes) const {
  Package.resize(aligned(Package.size()));
  Package += Bytes;
}

void Layout::appendSections(std::string &Package) const {
  uint64_t Offset = Package.size() + Sections.size() * sizeof(SectionRow);
  for (const Section &S : Sections) {
    append(Package, SectionRow{S.Kind, 0, aligned(Offset), S.Bytes.size()});
    Offset = aligned(Offset) + S.Bytes.size();
  }
  for (const Section &S : Sections)
    appendAligned(Package, S.Bytes);
}

} // namespace

std::string ompjit::writePackage(const PackageContents &Contents) {
  return Layout(Contents).write();
}
