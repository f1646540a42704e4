//===- PackageReader.cpp - Checks and reads a JIT package -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// parse() checks every record once; the accessors only copy records out
// afterwards. Records are copied rather than pointed to because the bytes may
// be unaligned.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "ompjit/Support/Checksum.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

using namespace ompjit;
using namespace ompjit::package;

namespace {

constexpr uint32_t NumSectionKinds = 9;

/// Returns record \p Index of a section, which has to have more than \p Index
/// records.
template <typename Record> Record recordAt(ByteView Section, uint32_t Index) {
  Record Value;
  assert((Index + uint64_t(1)) * sizeof(Record) <= Section.size());
  std::memcpy(&Value, Section.data() + size_t(Index) * sizeof(Record),
              sizeof(Record));
  return Value;
}

template <typename Record> uint32_t numRecords(ByteView Section) {
  return uint32_t(Section.size() / sizeof(Record));
}

/// Checks the structure of one package. Each function returns an empty string
/// or a description of the error. A check relies on those before it.
class Checker {
public:
  explicit Checker(ByteView Bytes) : Bytes(Bytes) {}

  std::string checkHeader();
  std::string checkSections();
  std::string checkRecords();

  ByteView package() const { return Bytes; }
  const Header &header() const { return TheHeader; }
  ByteView section(SectionKind Kind) const {
    return Sections[size_t(Kind) - 1];
  }

private:
  std::string checkRow(const SectionRow &, uint64_t ExpectedOffset);
  std::string checkRecordSizes() const;
  std::string checkTarget() const;
  std::string checkKernels() const;
  std::string checkParameters() const;
  std::string checkFields() const;
  std::string checkGlobals() const;
  std::string checkParts() const;
  std::string checkNativeImages() const;
  std::string checkLateBound() const;

  /// Returns whether the bytes lie behind the sections and within the package.
  bool isInside(uint64_t Offset, uint64_t Size) const {
    return Offset >= SectionsEnd && Offset <= Bytes.size() &&
           Size <= Bytes.size() - Offset;
  }
  /// Returns whether a string begins at \p Offset. It then ends within the
  /// section, whose last byte is zero.
  bool isString(uint32_t Offset) const {
    return Offset < section(SectionKind::Strings).size();
  }
  bool isName(uint32_t Offset) const {
    return isString(Offset) && section(SectionKind::Strings)[Offset] != '\0';
  }

  ByteView Bytes;
  Header TheHeader{};
  std::array<ByteView, NumSectionKinds> Sections{};
  std::array<bool, NumSectionKinds> Present{};
  uint64_t SectionsEnd = 0;
};

std::string Checker::checkHeader() {
  if (!PackageView::hasMagic(Bytes))
    return "it does not begin as one";
  // The version is checked first, because other versions may have a different
  // layout.
  if (Bytes.size() < sizeof(Header))
    return "its header is cut off";
  std::memcpy(&TheHeader, Bytes.data(), sizeof(Header));
  if (TheHeader.Version != package::Version)
    return "it has version " + std::to_string(TheHeader.Version) +
           ", this runtime reads version " + std::to_string(package::Version) +
           "; link the program again";
  if (TheHeader.Size < sizeof(Header))
    return "its size is too small";
  if (TheHeader.Size > Bytes.size())
    return "it is cut off: " + std::to_string(Bytes.size()) + " of " +
           std::to_string(TheHeader.Size) + " bytes";
  Bytes = Bytes.substr(0, TheHeader.Size);
  if (checksum(checksummedPart(Bytes)) != TheHeader.Checksum)
    return "its checksum does not match";
  return "";
}

std::string Checker::checkSections() {
  if (TheHeader.NumSections > NumSectionKinds)
    return "it has too many sections";
  uint64_t RowsEnd =
      sizeof(Header) + uint64_t(TheHeader.NumSections) * sizeof(SectionRow);
  if (RowsEnd > Bytes.size())
    return "its section table is cut off";
  SectionsEnd = RowsEnd;
  for (uint32_t I = 0; I != TheHeader.NumSections; ++I) {
    auto Row = recordAt<SectionRow>(Bytes.substr(sizeof(Header)), I);
    uint64_t Aligned =
        (SectionsEnd + SectionAlignment - 1) & ~(SectionAlignment - 1);
    if (std::string Problem = checkRow(Row, Aligned); !Problem.empty())
      return "section " + std::to_string(I) + ": " + Problem;
    SectionsEnd = Row.Offset + Row.Size;
  }
  for (SectionKind Required :
       {SectionKind::Strings, SectionKind::Target, SectionKind::Parts})
    if (!Present[size_t(Required) - 1])
      return "section kind " + std::to_string(uint32_t(Required)) +
             " is missing";
  return "";
}

std::string Checker::checkRow(const SectionRow &Row, uint64_t ExpectedOffset) {
  auto Kind = uint32_t(Row.Kind);
  if (Kind == 0 || Kind > NumSectionKinds)
    return "unknown kind " + std::to_string(Kind);
  if (Present[Kind - 1])
    return "kind " + std::to_string(Kind) + " appears twice";
  if (Row.Reserved != 0 || Row.Offset != ExpectedOffset)
    return "it is out of place";
  if (Row.Offset > Bytes.size() || Row.Size > Bytes.size() - Row.Offset)
    return "it ends behind the package";
  Present[Kind - 1] = true;
  Sections[Kind - 1] = Bytes.substr(Row.Offset, Row.Size);
  return "";
}

std::string Checker::checkRecords() {
  ByteView Strings = section(SectionKind::Strings);
  if (Strings.empty() || Strings.back() != '\0')
    return "its strings do not end";
  if (section(SectionKind::Parts).empty())
    return "it has no bitcode";
  for (auto Check :
       {&Checker::checkRecordSizes, &Checker::checkTarget,
        &Checker::checkKernels, &Checker::checkParameters,
        &Checker::checkFields, &Checker::checkGlobals, &Checker::checkParts,
        &Checker::checkNativeImages, &Checker::checkLateBound})
    if (std::string Problem = (this->*Check)(); !Problem.empty())
      return Problem;
  return "";
}

std::string Checker::checkRecordSizes() const {
  auto IsTable = [this](SectionKind Kind, size_t RecordSize) {
    size_t Size = section(Kind).size();
    return Size % RecordSize == 0 && Size / RecordSize <= UINT32_MAX;
  };
  if (!IsTable(SectionKind::Kernels, sizeof(KernelRecord)) ||
      !IsTable(SectionKind::Parameters, sizeof(ParameterRecord)) ||
      !IsTable(SectionKind::Fields, sizeof(FieldRecord)) ||
      !IsTable(SectionKind::Globals, sizeof(GlobalRecord)) ||
      !IsTable(SectionKind::Parts, sizeof(PartRecord)) ||
      !IsTable(SectionKind::NativeImages, sizeof(NativeImageRecord)) ||
      !IsTable(SectionKind::LateBound, sizeof(LateBoundRecord)))
    return "a table holds a part of a record";
  return "";
}

std::string Checker::checkTarget() const {
  ByteView Section = section(SectionKind::Target);
  if (Section.size() != sizeof(TargetRecord))
    return "its target has a wrong size";
  auto Target = recordAt<TargetRecord>(Section, 0);
  if (!isName(Target.Triple) || !isString(Target.Arch))
    return "its target has no name";
  if ((Target.Flags & ~AllTargetFlags) != 0)
    return "its target has unknown flags";
  if (!isString(Target.LinkOptions))
    return "its link options lie outside the package";
  if (isName(Target.LinkOptions) && !(Target.Flags & TargetIsFragments))
    return "it has link options, but no fragments";
  if ((Target.Flags & TargetIsLtoIr) && !(Target.Flags & TargetIsFragments))
    return "it has LTO-IR, but no fragments";
  return "";
}

std::string Checker::checkKernels() const {
  const bool HasBase =
      recordAt<TargetRecord>(section(SectionKind::Target), 0).Flags &
      TargetHasBase;
  ByteView Section = section(SectionKind::Kernels);
  uint64_t NumParameters =
      numRecords<ParameterRecord>(section(SectionKind::Parameters));
  const uint64_t NumFields =
      numRecords<FieldRecord>(section(SectionKind::Fields));
  const uint32_t NumParts = numRecords<PartRecord>(section(SectionKind::Parts));
  for (uint32_t I = 0; I != numRecords<KernelRecord>(Section); ++I) {
    auto Kernel = recordAt<KernelRecord>(Section, I);
    std::string Which = "kernel " + std::to_string(I);
    if (!isName(Kernel.EntryName) || !isName(Kernel.Symbol))
      return Which + " has no name";
    if (uint64_t(Kernel.FirstParameter) + Kernel.NumParameters > NumParameters)
      return Which + " has parameters outside the table";
    if (Kernel.NumFields > MaxFields ||
        uint64_t(Kernel.FirstField) + Kernel.NumFields > NumFields)
      return Which + " has fields outside the table";
    if ((Kernel.Flags & ~AllKernelFlags) != 0)
      return Which + " has unknown flags";
    if (Kernel.Part >= NumParts)
      return Which + " is in a part that there is not";
    if ((Kernel.Flags & KernelInBase) && (!HasBase || Kernel.Part != 0))
      return Which + " is in a base image that there is not";
  }
  return "";
}

constexpr uint16_t ValueUses =
    UseLoopBound | UseBranch | UseIndex | UsePlain | UseAlways | UseNever;
constexpr uint16_t MemoryUses =
    UseWritten | UseCaptured | UseFixedPlace | UseArray | UseLargeArray;

/// A scalar's demanded bits lie within its width. A pointer has none, and its
/// alignment is 0 or a power of two.
bool isConsistent(const ParameterRecord &P) {
  if ((P.Uses & ~(ValueUses | MemoryUses)) != 0 || P.WidthBits < 1 ||
      P.WidthBits > 64 || (P.Uses & (UseWritten | UseCaptured)) == UseCaptured)
    return false;
  if (P.Kind == ParameterKind::Scalar)
    return P.AlignBytes == 0 && (P.Uses & MemoryUses) == 0 &&
           (P.WidthBits == 64 || P.DemandedBits >> P.WidthBits == 0);
  return P.Kind == ParameterKind::Pointer && P.DemandedBits == 0 &&
         (P.AlignBytes == 0 || std::has_single_bit(P.AlignBytes));
}

std::string Checker::checkParameters() const {
  ByteView Section = section(SectionKind::Parameters);
  for (uint32_t I = 0; I != numRecords<ParameterRecord>(Section); ++I)
    if (!isConsistent(recordAt<ParameterRecord>(Section, I)))
      return "parameter " + std::to_string(I) + " contradicts itself";
  return "";
}

bool isConsistent(const FieldRecord &F) {
  return (F.Uses & ~(ValueUses | UseArray)) == 0 && F.WidthBits >= 8 &&
         F.WidthBits <= 64 && std::has_single_bit(F.WidthBits) &&
         std::all_of(std::begin(F.Reserved), std::end(F.Reserved),
                     [](uint8_t Byte) { return Byte == 0; });
}

/// Fields have to be ordered, because a duplicate would be counted twice.
bool isBefore(const FieldRecord &A, const FieldRecord &B) {
  return std::tie(A.Parameter, A.OffsetBytes, A.WidthBits) <
         std::tie(B.Parameter, B.OffsetBytes, B.WidthBits);
}

std::string Checker::checkFields() const {
  ByteView Kernels = section(SectionKind::Kernels);
  ByteView Parameters = section(SectionKind::Parameters);
  ByteView Section = section(SectionKind::Fields);
  for (uint32_t K = 0; K != numRecords<KernelRecord>(Kernels); ++K) {
    auto Kernel = recordAt<KernelRecord>(Kernels, K);
    for (uint32_t I = 0; I != Kernel.NumFields; ++I) {
      auto Field = recordAt<FieldRecord>(Section, Kernel.FirstField + I);
      std::string Which =
          "field " + std::to_string(I) + " of kernel " + std::to_string(K);
      if (!isConsistent(Field))
        return Which + " contradicts itself";
      if (Field.Parameter >= Kernel.NumParameters ||
          recordAt<ParameterRecord>(Parameters,
                                    Kernel.FirstParameter + Field.Parameter)
                  .Kind != ParameterKind::Pointer)
        return Which + " lies behind no pointer";
      if (I != 0 &&
          !isBefore(recordAt<FieldRecord>(Section, Kernel.FirstField + I - 1),
                    Field))
        return Which + " is out of order";
    }
  }
  return "";
}

std::string Checker::checkGlobals() const {
  ByteView Section = section(SectionKind::Globals);
  constexpr uint32_t AllFlags = GlobalMutable | GlobalHasEntry | GlobalFunction;
  for (uint32_t I = 0; I != numRecords<GlobalRecord>(Section); ++I) {
    auto Global = recordAt<GlobalRecord>(Section, I);
    std::string Which = "global " + std::to_string(I);
    if (!isString(Global.EntryName) || !isName(Global.Symbol))
      return Which + " has no name";
    if ((Global.Flags & ~AllFlags) != 0 || Global.Reserved != 0)
      return Which + " has unknown flags";
    if (isName(Global.EntryName) != ((Global.Flags & GlobalHasEntry) != 0))
      return Which + " contradicts itself";
  }
  return "";
}

std::string Checker::checkParts() const {
  ByteView Section = section(SectionKind::Parts);
  for (uint32_t I = 0; I != numRecords<PartRecord>(Section); ++I) {
    auto Part = recordAt<PartRecord>(Section, I);
    std::string Which = "part " + std::to_string(I);
    if (Part.Packing > Compression::Zstd)
      return Which + " is packed in an unknown way";
    if (!isString(Part.Name))
      return Which + " has a name outside the package";
    if (!isInside(Part.Offset, Part.Size))
      return Which + " lies outside the package";
    if (Part.Size == 0 || Part.PlainSize == 0)
      return Which + " has no bitcode";
    if (Part.PlainSize > MaxPlainBytes ||
        (Part.Packing == Compression::None && Part.PlainSize != Part.Size))
      return Which + " cannot have the size that it claims";
  }
  return "";
}

std::string Checker::checkNativeImages() const {
  ByteView Section = section(SectionKind::NativeImages);
  for (uint32_t I = 0; I != numRecords<NativeImageRecord>(Section); ++I) {
    auto Image = recordAt<NativeImageRecord>(Section, I);
    std::string Which = "native image " + std::to_string(I);
    if (!isString(Image.Arch) || Image.Reserved != 0)
      return Which + " has no architecture";
    if (!isInside(Image.Offset, Image.Size))
      return Which + " lies outside the package";
  }
  return "";
}

std::string Checker::checkLateBound() const {
  ByteView Section = section(SectionKind::LateBound);
  const uint32_t NumKernels =
      numRecords<KernelRecord>(section(SectionKind::Kernels));
  uint32_t Last = 0;
  for (uint32_t I = 0; I != numRecords<LateBoundRecord>(Section); ++I) {
    auto Function = recordAt<LateBoundRecord>(Section, I);
    std::string Which = "late-bound function " + std::to_string(I);
    if (!isName(Function.Symbol))
      return Which + " has no name";
    if (Function.Kernel >= NumKernels)
      return Which + " is of a kernel that there is not";
    if (Function.Kernel < Last)
      return Which + " is out of order";
    Last = Function.Kernel;
  }
  return "";
}

} // namespace

bool PackageView::hasMagic(ByteView Bytes) {
  return Bytes.substr(0, sizeof(Magic)) == ByteView(Magic, sizeof(Magic));
}

Result<PackageView> PackageView::parse(ByteView Bytes) {
  Checker Check(Bytes);
  for (auto Step :
       {&Checker::checkHeader, &Checker::checkSections, &Checker::checkRecords})
    if (std::string Problem = (Check.*Step)(); !Problem.empty())
      return Error("unusable JIT package: " + Problem);

  PackageView View;
  View.Bytes = Check.package();
  View.ContentDigest = Check.header().ContentDigest;
  View.Strings = Check.section(SectionKind::Strings);
  View.Kernels = Check.section(SectionKind::Kernels);
  View.Parameters = Check.section(SectionKind::Parameters);
  View.Globals = Check.section(SectionKind::Globals);
  View.Parts = Check.section(SectionKind::Parts);
  View.NativeImages = Check.section(SectionKind::NativeImages);
  View.Fields = Check.section(SectionKind::Fields);
  View.LateBound = Check.section(SectionKind::LateBound);
  auto Target = recordAt<TargetRecord>(Check.section(SectionKind::Target), 0);
  View.Triple = View.string(Target.Triple);
  View.Arch = View.string(Target.Arch);
  View.Flags = Target.Flags;
  View.LinkOptions = View.string(Target.LinkOptions);
  return View;
}

uint32_t PackageView::numKernels() const {
  return numRecords<KernelRecord>(Kernels);
}

KernelInfo PackageView::kernel(uint32_t Index) const {
  auto Record = recordAt<KernelRecord>(Kernels, Index);
  return {string(Record.EntryName),
          string(Record.Symbol),
          Record.FirstParameter,
          Record.NumParameters,
          Record.Bounds,
          Record.Flags,
          Record.Part,
          Record.FirstField,
          Record.NumFields,
          Record.CodeDigest};
}

FieldInfo PackageView::field(const KernelInfo &Kernel, uint32_t Index) const {
  assert(Index < Kernel.NumFields && "no such field");
  auto Record = recordAt<FieldRecord>(Fields, Kernel.FirstField + Index);
  return {Record.Parameter, Record.OffsetBytes, Record.Uses, Record.WidthBits};
}

ParameterInfo PackageView::parameter(const KernelInfo &Kernel,
                                     uint32_t Index) const {
  assert(Index < Kernel.NumParameters && "no such parameter");
  auto Record =
      recordAt<ParameterRecord>(Parameters, Kernel.FirstParameter + Index);
  return {Record.Kind, Record.WidthBits, Record.Uses, Record.AlignBytes,
          Record.DemandedBits};
}

uint32_t PackageView::numGlobals() const {
  return numRecords<GlobalRecord>(Globals);
}

GlobalInfo PackageView::global(uint32_t Index) const {
  auto Record = recordAt<GlobalRecord>(Globals, Index);
  return {string(Record.EntryName), string(Record.Symbol), Record.Size,
          Record.Flags};
}

uint32_t PackageView::numLateBound() const {
  return numRecords<LateBoundRecord>(LateBound);
}

LateBoundInfo PackageView::lateBound(uint32_t Index) const {
  auto Record = recordAt<LateBoundRecord>(LateBound, Index);
  return {Record.Kernel, string(Record.Symbol)};
}

uint32_t PackageView::numParts() const { return numRecords<PartRecord>(Parts); }

PartInfo PackageView::part(uint32_t Index) const {
  auto Record = recordAt<PartRecord>(Parts, Index);
  return {Bytes.substr(Record.Offset, Record.Size), Record.PlainSize,
          Record.Packing, string(Record.Name)};
}

uint32_t PackageView::numNativeImages() const {
  return numRecords<NativeImageRecord>(NativeImages);
}

NativeImageInfo PackageView::nativeImage(uint32_t Index) const {
  auto Record = recordAt<NativeImageRecord>(NativeImages, Index);
  return {string(Record.Arch), Bytes.substr(Record.Offset, Record.Size)};
}

std::string_view PackageView::string(uint32_t Offset) const {
  return std::string_view(Strings.data() + Offset);
}
