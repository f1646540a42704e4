//===- PackageReaderTest.cpp - Good and damaged packages ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The packages here are laid out by hand, record by record, so that the tests
// do not inherit a mistake of the writer. Where a structural check is meant,
// the checksum fits the damaged package; otherwise it would be the first to
// fail.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "ompjit/Package.h"
#include "ompjit/Support/Checksum.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <functional>
#include <memory>
#include <random>
#include <vector>

using namespace ompjit;
using namespace ompjit::package;
using ::testing::HasSubstr;

namespace {

/// The parts of a package. A test changes one of them and looks at the
/// consequence.
struct RawPackage {
  std::string Strings{"\0triple\0arch\0k_host\0k\0g\0v3\0", 27};
  enum : uint32_t {
    Empty = 0,
    Triple = 1,
    Arch = 8,
    KHost = 13,
    K = 20,
    G = 22,
    V3 = 24
  };

  TargetRecord Target{Triple, Arch, TargetHasBase, 0};
  std::vector<KernelRecord> Kernels{
      {KHost, K, 0, 2, {3, 32, 128, 1, 4}, 0, 0, 0, 2, 0, 77}};
  std::vector<ParameterRecord> Parameters{
      {ParameterKind::Scalar, 32, UseLoopBound | UsePlain, 0, 0xffffffff},
      {ParameterKind::Pointer, 64, UseIndex, 16, 0}};
  std::vector<GlobalRecord> Globals{
      {Empty, G, 4, GlobalMutable, 0},
      {KHost, K, 8, GlobalMutable | GlobalHasEntry, 0}};
  std::string Bitcode = "BC bytes of odd length";
  std::vector<PartRecord> Parts{{0, 22, 22, Compression::None, 0}};
  std::vector<FieldRecord> Fields{{1, 4, UseLoopBound, 32, {}},
                                  {1, 8, UseIndex, 64, {}}};
  std::vector<LateBoundRecord> LateBound{{0, G}, {0, K}};
  std::string Native = "native code";
  std::vector<NativeImageRecord> Images{{V3, 0, 0, 11}};

  /// Is called with the finished header and rows, before the checksum is
  /// computed.
  std::function<void(Header &, std::vector<SectionRow> &)> Damage;

  std::string build() const;
};

template <typename T> std::string bytesOf(const std::vector<T> &Records) {
  return std::string(reinterpret_cast<const char *>(Records.data()),
                     Records.size() * sizeof(T));
}

void seal(std::string &Package) {
  uint64_t Sum = checksum(checksummedPart(Package));
  std::memcpy(Package.data() + offsetof(Header, Checksum), &Sum, sizeof(Sum));
}

std::string RawPackage::build() const {
  std::vector<std::pair<SectionKind, std::string>> Sections{
      {SectionKind::Strings, Strings},
      {SectionKind::Target, bytesOf(std::vector{Target})},
      {SectionKind::Kernels, bytesOf(Kernels)},
      {SectionKind::Parameters, bytesOf(Parameters)},
      {SectionKind::Globals, bytesOf(Globals)},
      {SectionKind::Parts, bytesOf(Parts)},
      {SectionKind::NativeImages, bytesOf(Images)},
      {SectionKind::Fields, bytesOf(Fields)},
      {SectionKind::LateBound, bytesOf(LateBound)}};
  Header TheHeader{{}, Version, 9, 0, 0, {}};
  std::memcpy(TheHeader.Magic, "OMPJITPK", 8);
  TheHeader.ContentDigest.fill(0xab);

  std::vector<SectionRow> Rows;
  std::string Body;
  constexpr uint64_t BodyStart = 64 + 9 * 24;
  for (auto &[Kind, Bytes] : Sections) {
    Body.resize((Body.size() + 7) & ~size_t(7));
    Rows.push_back({Kind, 0, BodyStart + Body.size(), Bytes.size()});
    Body += Bytes;
  }
  // The bytes are placed behind the sections, unless a test chose another
  // place.
  auto Place = [&](auto Records, size_t Row, const std::string &Bytes) {
    if (!Records.empty() && Records[0].Offset == 0)
      Records[0].Offset = BodyStart + Body.size();
    std::string Table = bytesOf(Records);
    Body.replace(Rows[Row].Offset - BodyStart, Table.size(), Table);
    Body += Bytes;
  };
  Place(Parts, 5, Bitcode);
  Place(Images, 6, Native);
  TheHeader.Size = BodyStart + Body.size();
  if (Damage)
    Damage(TheHeader, Rows);
  std::string Package(reinterpret_cast<const char *>(&TheHeader), 64);
  Package += bytesOf(Rows) + Body;
  seal(Package);
  return Package;
}

std::string problem(const RawPackage &Raw) {
  std::string Bytes = Raw.build();
  Result<PackageView> View = PackageView::parse(Bytes);
  return View ? "" : View.error().message();
}

/// Returns the message about the structure of a package with a damaged header
/// or damaged rows.
std::string
problemWith(std::function<void(Header &, std::vector<SectionRow> &)> Damage) {
  RawPackage Raw;
  Raw.Damage = std::move(Damage);
  return problem(Raw);
}

TEST(PackageReader, ChecksLinkOptions) {
  RawPackage Raw;
  Raw.Target.LinkOptions = RawPackage::V3;
  EXPECT_THAT(problem(Raw), HasSubstr("it has link options, but no fragments"));
  Raw.Target.Flags = TargetIsFragments;
  Raw.Target.LinkOptions = uint32_t(Raw.Strings.size());
  EXPECT_THAT(problem(Raw),
              HasSubstr("its link options lie outside the package"));
}

TEST(PackageReader, ReadsWhatWasWritten) {
  std::string Bytes = RawPackage().build();
  ASSERT_TRUE(PackageView::hasMagic(Bytes));
  Result<PackageView> View = PackageView::parse(Bytes);
  ASSERT_TRUE(bool(View)) << View.error().message();

  EXPECT_EQ(View->triple(), "triple");
  EXPECT_EQ(View->arch(), "arch");
  EXPECT_TRUE(View->hasBase());
  EXPECT_EQ(View->digest()[31], 0xab);
  ASSERT_EQ(View->numParts(), 1u);
  EXPECT_EQ(View->part(0).Bytes, "BC bytes of odd length");
  ASSERT_EQ(View->numKernels(), 1u);
  KernelInfo Kernel = View->kernel(0);
  EXPECT_EQ(Kernel.EntryName, "k_host");
  EXPECT_EQ(Kernel.Symbol, "k");
  EXPECT_EQ(Kernel.NumParameters, 2u);
  EXPECT_EQ(Kernel.Bounds.Mode, 3u);
  EXPECT_EQ(Kernel.Bounds.MinThreads, 32u);
  EXPECT_EQ(Kernel.Bounds.MaxThreads, 128u);
  EXPECT_EQ(Kernel.Bounds.MinTeams, 1u);
  EXPECT_EQ(Kernel.Bounds.MaxTeams, 4u);
  EXPECT_EQ(View->parameter(Kernel, 0).WidthBits, 32);
  EXPECT_EQ(View->parameter(Kernel, 0).DemandedBits, 0xffffffffu);
  EXPECT_EQ(View->parameter(Kernel, 1).Kind, ParameterKind::Pointer);
  EXPECT_EQ(View->parameter(Kernel, 1).AlignBytes, 16u);
  ASSERT_EQ(Kernel.NumFields, 2u);
  EXPECT_EQ(Kernel.CodeDigest, 77u);
  EXPECT_EQ(View->field(Kernel, 0).Uses, UseLoopBound);
  EXPECT_EQ(View->field(Kernel, 1).Parameter, 1u);
  EXPECT_EQ(View->field(Kernel, 1).OffsetBytes, 8u);
  EXPECT_EQ(View->field(Kernel, 1).WidthBits, 64);
  ASSERT_EQ(View->numGlobals(), 2u);
  EXPECT_EQ(View->global(0).EntryName, "");
  EXPECT_EQ(View->global(0).Symbol, "g");
  EXPECT_EQ(View->global(1).Size, 8u);
  ASSERT_EQ(View->numNativeImages(), 1u);
  EXPECT_EQ(View->nativeImage(0).Arch, "v3");
  EXPECT_EQ(View->nativeImage(0).Bytes, "native code");
}

TEST(PackageReader, IgnoresWhatFollows) {
  std::string Package = RawPackage().build();
  std::string Longer = Package + "something else";
  Result<PackageView> View = PackageView::parse(Longer);
  ASSERT_TRUE(bool(View)) << View.error().message();
  EXPECT_EQ(View->bytes(), Package);
}

TEST(PackageReader, MayLieAtAnyAddress) {
  std::string Shifted = "x" + RawPackage().build();
  EXPECT_TRUE(bool(PackageView::parse(ByteView(Shifted).substr(1))));
}

TEST(PackageReader, RefusesEveryTruncation) {
  std::string Package = RawPackage().build();
  for (size_t Size = 0; Size != Package.size(); ++Size) {
    // The allocation is exact, so that a sanitizer sees a read past the end.
    auto Copy = std::make_unique<char[]>(Size);
    std::memcpy(Copy.get(), Package.data(), Size);
    EXPECT_FALSE(bool(PackageView::parse({Copy.get(), Size}))) << Size;
  }
}

TEST(PackageReader, FindsEveryFlippedBit) {
  std::string Package = RawPackage().build();
  for (size_t Bit = 0; Bit != Package.size() * 8; ++Bit) {
    Package[Bit / 8] ^= char(1 << Bit % 8);
    EXPECT_FALSE(bool(PackageView::parse(Package))) << "bit " << Bit;
    Package[Bit / 8] ^= char(1 << Bit % 8);
  }
}

TEST(PackageReader, SurvivesEveryDamagedByteWithARightChecksum) {
  const std::string Package = RawPackage().build();
  for (size_t I = 0; I != Package.size(); ++I)
    for (char Value : {'\0', '\x7f', '\xff'}) {
      std::string Damaged = Package;
      Damaged[I] = Value;
      seal(Damaged);
      Result<PackageView> View = PackageView::parse(Damaged);
      if (!View)
        continue;
      for (uint32_t K = 0; K != View->numKernels(); ++K)
        for (uint32_t P = 0; P != View->kernel(K).NumParameters; ++P)
          EXPECT_LE(View->parameter(View->kernel(K), P).WidthBits, 64);
      for (uint32_t N = 0; N != View->numNativeImages(); ++N)
        EXPECT_LE(View->nativeImage(N).Bytes.size(), Damaged.size());
    }
}

TEST(PackageReader, RefusesRandomBytes) {
  std::mt19937 Random(1);
  for (int Round = 0; Round != 2000; ++Round) {
    std::string Bytes(Random() % 512, '\0');
    for (char &C : Bytes)
      C = char(Random());
    if (Round % 2 && Bytes.size() >= 16)
      Bytes.replace(0, 12, std::string("OMPJITPK\2\0\0\0", 12));
    EXPECT_FALSE(bool(PackageView::parse(Bytes)));
  }
}

TEST(PackageReader, NamesBothVersions) {
  EXPECT_THAT(problemWith([](Header &H, auto &) { H.Version = Version + 1; }),
              AllOf(HasSubstr("version " + std::to_string(Version + 1)),
                    HasSubstr("version " + std::to_string(package::Version))));
}

TEST(PackageReader, NeedsConsistentSections) {
  using Rows = std::vector<SectionRow>;
  EXPECT_THAT(problemWith([](Header &H, Rows &) { H.NumSections = 6; }),
              HasSubstr("out of place"));
  EXPECT_THAT(problemWith([](Header &H, Rows &) { H.NumSections = 10; }),
              HasSubstr("too many sections"));
  EXPECT_THAT(
      problemWith([](Header &, Rows &R) { R[2].Kind = SectionKind::Strings; }),
      HasSubstr("appears twice"));
  EXPECT_THAT(
      problemWith([](Header &, Rows &R) { R[2].Kind = SectionKind(10); }),
      HasSubstr("unknown kind 10"));
  EXPECT_THAT(problemWith([](Header &, Rows &R) { R[2].Offset += 8; }),
              HasSubstr("out of place"));
  EXPECT_THAT(problemWith([](Header &, Rows &R) { R[2].Size = ~0ull; }),
              HasSubstr("ends behind"));
  EXPECT_THAT(problemWith([](Header &, Rows &R) { R[6].Offset = ~0ull; }),
              HasSubstr("out of place"));
}

TEST(PackageReader, NeedsTheRequiredSections) {
  EXPECT_THAT(problemWith([](Header &H, std::vector<SectionRow> &R) {
                H.NumSections = 0;
                H.Size -= R.size() * sizeof(SectionRow);
                R.clear();
              }),
              HasSubstr("is missing"));
}

TEST(PackageReader, NeedsStringsThatEnd) {
  RawPackage Raw;
  Raw.Strings.back() = 'x';
  EXPECT_THAT(problem(Raw), HasSubstr("strings do not end"));
}

TEST(PackageReader, NeedsStringsInside) {
  RawPackage Raw;
  Raw.Kernels[0].Symbol = uint32_t(Raw.Strings.size());
  EXPECT_THAT(problem(Raw), HasSubstr("kernel 0 has no name"));
  Raw = {};
  Raw.Globals[1].EntryName = 0x80000000;
  EXPECT_THAT(problem(Raw), HasSubstr("global 1 has no name"));
  Raw = {};
  Raw.Target.Triple = RawPackage::Empty;
  EXPECT_THAT(problem(Raw), HasSubstr("target has no name"));
}

TEST(PackageReader, NeedsParametersInside) {
  RawPackage Raw;
  Raw.Kernels[0].NumParameters = 3;
  EXPECT_THAT(problem(Raw), HasSubstr("parameters outside"));
  Raw.Kernels[0].FirstParameter = ~0u;
  Raw.Kernels[0].NumParameters = 2;
  EXPECT_THAT(problem(Raw), HasSubstr("parameters outside"));
}

TEST(PackageReader, NeedsConsistentParameters) {
  auto With = [](ParameterRecord P) {
    RawPackage Raw;
    Raw.Kernels[0].NumFields = 0;
    Raw.Parameters[1] = P;
    return problem(Raw);
  };
  auto IsRefused = HasSubstr("parameter 1 contradicts itself");
  EXPECT_THAT(With({ParameterKind(2), 64, 0, 0, 0}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Scalar, 0, 0, 0, 0}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Scalar, 65, 0, 0, 0}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Scalar, 8, 0, 0, 0x100}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Scalar, 8, 16, 0, 0}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Pointer, 64, 0, 12, 0}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Pointer, 64, 0, 8, 1}), IsRefused);
  EXPECT_THAT(With({ParameterKind::Pointer, 64, UseCaptured, 8, 0}), IsRefused);
  EXPECT_EQ(With({ParameterKind::Pointer, 64, UseWritten, 8, 0}), "");
  EXPECT_EQ(With({ParameterKind::Scalar, 64, 15, 0, ~0ull}), "");
}

TEST(PackageReader, KnowsNoWritesThroughScalars) {
  RawPackage Raw;
  Raw.Parameters[0].Uses |= UseWritten;
  EXPECT_THAT(problem(Raw), HasSubstr("parameter 0 contradicts itself"));
}

TEST(PackageReader, NeedsLateBoundFunctionsOfItsKernels) {
  RawPackage Raw;
  Raw.LateBound[1].Kernel = 1;
  EXPECT_THAT(problem(Raw), HasSubstr("late-bound function 1 is of a kernel "
                                      "that there is not"));
  Raw = {};
  Raw.LateBound[0].Symbol = RawPackage::Empty;
  EXPECT_THAT(problem(Raw), HasSubstr("late-bound function 0 has no name"));
  Raw = {};
  Raw.Kernels.push_back(Raw.Kernels[0]);
  Raw.LateBound[0].Kernel = 1;
  EXPECT_THAT(problem(Raw), HasSubstr("late-bound function 1 is out of order"));
}

TEST(PackageReader, NeedsFieldsInside) {
  RawPackage Raw;
  Raw.Kernels[0].NumFields = 3;
  EXPECT_THAT(problem(Raw), HasSubstr("fields outside"));
  Raw.Kernels[0].FirstField = ~0u;
  Raw.Kernels[0].NumFields = 2;
  EXPECT_THAT(problem(Raw), HasSubstr("fields outside"));
  Raw = {};
  Raw.Fields.resize(MaxFields + 1);
  Raw.Kernels[0].NumFields = MaxFields + 1;
  EXPECT_THAT(problem(Raw), HasSubstr("fields outside"));
}

TEST(PackageReader, NeedsConsistentFields) {
  auto With = [](FieldRecord F) {
    RawPackage Raw;
    Raw.Fields[1] = F;
    return problem(Raw);
  };
  auto IsRefused = HasSubstr("field 1 of kernel 0 contradicts itself");
  EXPECT_THAT(With({1, 8, UseIndex, 0, {}}), IsRefused);
  EXPECT_THAT(With({1, 8, UseIndex, 4, {}}), IsRefused);
  EXPECT_THAT(With({1, 8, UseIndex, 24, {}}), IsRefused);
  EXPECT_THAT(With({1, 8, UseIndex, 128, {}}), IsRefused);
  EXPECT_THAT(With({1, 8, UseWritten, 8, {}}), IsRefused);
  EXPECT_THAT(With({1, 8, UseIndex, 8, {0, 1}}), IsRefused);
  auto HasNoPointer = HasSubstr("field 1 of kernel 0 lies behind no pointer");
  EXPECT_THAT(With({0, 8, UseIndex, 8, {}}), HasNoPointer);
  EXPECT_THAT(With({2, 8, UseIndex, 8, {}}), HasNoPointer);
  auto IsOutOfOrder = HasSubstr("field 1 of kernel 0 is out of order");
  EXPECT_THAT(With({1, 4, UseIndex, 32, {}}), IsOutOfOrder);
  EXPECT_THAT(With({1, 0, UseIndex, 64, {}}), IsOutOfOrder);
  EXPECT_EQ(With({1, 4, UseIndex, 64, {}}), "");
}

TEST(PackageReader, NeedsWholeRecords) {
  EXPECT_THAT(problemWith([](Header &, std::vector<SectionRow> &R) {
                R[4].Size -= 8; // The parts come later than they should.
              }),
              HasSubstr("out of place"));
  EXPECT_THAT(problemWith([](Header &, std::vector<SectionRow> &R) {
                R[4].Size -= 1; // Padding takes the place of the byte.
              }),
              HasSubstr("part of a record"));
}

TEST(PackageReader, NeedsPartsInside) {
  auto With = [](PartRecord P) {
    RawPackage Raw;
    Raw.Parts[0] = P;
    return problem(Raw);
  };
  constexpr Compression Plain = Compression::None, Zstd = Compression::Zstd;
  EXPECT_EQ(With({0, 22, 22, Plain, 0}), "");
  EXPECT_EQ(With({0, 22, 22, Plain, 1}), "");
  EXPECT_EQ(With({0, 22, MaxPlainBytes, Zstd, 0}), "");
  EXPECT_THAT(With({0, 400, 400, Plain, 0}), HasSubstr("part 0 lies outside"));
  EXPECT_THAT(With({8, 8, 8, Plain, 0}), HasSubstr("part 0 lies outside"));
  EXPECT_THAT(With({~0ull, 2, 2, Plain, 0}), HasSubstr("part 0 lies outside"));
  EXPECT_THAT(With({0, 0, 0, Plain, 0}), HasSubstr("part 0 has no bitcode"));
  EXPECT_THAT(With({0, 22, 0, Zstd, 0}), HasSubstr("part 0 has no bitcode"));
  auto Unbelievable = HasSubstr("part 0 cannot have the size");
  EXPECT_THAT(With({0, 22, 23, Plain, 0}), Unbelievable);
  EXPECT_THAT(With({0, 22, MaxPlainBytes + 1, Zstd, 0}), Unbelievable);
  auto Unknown = HasSubstr("part 0 is packed in an unknown way");
  EXPECT_THAT(With({0, 22, 22, Compression(2), 0}), Unknown);
  EXPECT_THAT(With({0, 22, 22, Plain, 100'000}),
              HasSubstr("part 0 has a name outside the package"));
}

TEST(PackageReader, NeedsTheKernelsParts) {
  RawPackage Raw;
  Raw.Kernels[0].Part = 1;
  EXPECT_THAT(problem(Raw),
              HasSubstr("kernel 0 is in a part that there is not"));
  Raw.Kernels[0].Part = 0;
  Raw.Kernels[0].Flags = KernelInBase;
  EXPECT_EQ(problem(Raw), "");
  Raw.Target.Flags = 0;
  EXPECT_THAT(problem(Raw), HasSubstr("kernel 0 is in a base image"));
  Raw = {};
  Raw.Parts.clear();
  EXPECT_THAT(problem(Raw), HasSubstr("it has no bitcode"));
}

TEST(PackageReader, NeedsNativeImagesInside) {
  RawPackage Raw;
  Raw.Images[0].Size = 12;
  EXPECT_THAT(problem(Raw), HasSubstr("native image 0 lies outside"));
  Raw.Images[0] = {RawPackage::V3, 0, 8, 8};
  EXPECT_THAT(problem(Raw), HasSubstr("native image 0 lies outside"));
  Raw.Images[0] = {RawPackage::V3, 0, ~0ull, 2};
  EXPECT_THAT(problem(Raw), HasSubstr("native image 0 lies outside"));
}

} // namespace
