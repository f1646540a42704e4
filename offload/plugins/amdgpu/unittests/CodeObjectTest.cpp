//===- CodeObjectTest.cpp - Tests of reading code objects -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeObject.h"

#include "CodeObjectBuilder.h"
#include "Kernel.h"
#include "LoadedKernel.h"
#include "MessagePack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

using namespace ompjit::amdgpu;
using testing::HasSubstr;

namespace {

/// Returns why the image cannot be read, or "".
std::string refusal(const std::string &Image) {
  // The allocation is exact, so that a sanitizer sees a read past the end.
  const auto Copy = std::make_unique<char[]>(Image.size());
  Image.copy(Copy.get(), Image.size());
  CodeObject Object;
  Object.Version = 99;
  ompjit_error Error = {};
  if (!readCodeObject(Copy.get(), Image.size(), Object, &Error))
    return "";
  EXPECT_EQ(Object.Version, 99u);
  return Error.text;
}

std::string refusal(const Fields &Kernel) {
  return refusal(codeObject(Kernel));
}

CodeObject readGood(const std::string &Image) {
  CodeObject Object;
  ompjit_error Error = {};
  EXPECT_EQ(readCodeObject(Image.data(), Image.size(), Object, &Error), 0)
      << Error.text;
  return Object;
}

Fields kernelWith(const std::string &Key, const std::string &Value) {
  Fields Kernel = kernelFields("k");
  Kernel[Key] = Value;
  return Kernel;
}

Fields kernelWithArguments(const std::vector<std::string> &Arguments) {
  return kernelWith(".args", packArray(Arguments));
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

TEST(AmdCodeObject, ReadsWhatAKernelNeeds) {
  Fields Fields = kernelFields("daxpy");
  Fields[".agpr_count"] = packNumber(4);
  Fields[".sgpr_spill_count"] = packNumber(5);
  Fields[".vgpr_spill_count"] = packNumber(6);
  Fields[".uses_dynamic_stack"] = packFlag(true);
  Fields[".uniform_work_group_size"] = packNumber(1);
  Fields[".workgroup_processor_mode"] = packNumber(1);
  const CodeObject Object = readGood(codeObject(Fields));
  EXPECT_EQ(Object.Target.text(), "gfx90a");
  EXPECT_EQ(Object.Version, 6u);
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const KernelMetadata &Kernel = Object.Kernels[0];
  EXPECT_EQ(Kernel.Name, "daxpy");
  EXPECT_EQ(Kernel.Symbol, "daxpy.kd");
  EXPECT_EQ(Kernel.KernargBytes, 272u);
  EXPECT_EQ(Kernel.KernargAlignment, 8u);
  EXPECT_EQ(Kernel.GroupBytes, 260u);
  EXPECT_EQ(Kernel.PrivateBytes, 16u);
  EXPECT_EQ(Kernel.WavefrontSize, 64u);
  EXPECT_EQ(Kernel.MaxGroupSize, 256u);
  EXPECT_EQ(Kernel.NumSgprs, 39u);
  EXPECT_EQ(Kernel.NumVgprs, 24u);
  EXPECT_EQ(Kernel.NumAgprs, 4u);
  EXPECT_EQ(Kernel.NumSgprSpills, 5u);
  EXPECT_EQ(Kernel.NumVgprSpills, 6u);
  EXPECT_TRUE(Kernel.UsesDynamicStack);
  EXPECT_TRUE(Kernel.HasUniformGroups);
  EXPECT_TRUE(Kernel.Arguments.empty());
}

TEST(AmdCodeObject, SaysWhatAKernelTakesOfTheGpu) {
  Fields Fields = kernelFields("daxpy");
  Fields[".vgpr_spill_count"] = packNumber(3);
  ompjit_kernel Loaded;
  Loaded.Metadata = readGood(codeObject(Fields)).Kernels.at(0);
  ompjit_kernel_usage Usage = {};
  describeUsage(nullptr, &Loaded, &Usage);
  EXPECT_EQ(Usage.registers, 24u);
  EXPECT_EQ(Usage.private_bytes, 16u);
  EXPECT_EQ(Usage.spilled_bytes, 12);
  EXPECT_EQ(Usage.shared_bytes, 260u);
  // The rest was spilled to accumulation registers.
  Loaded.Metadata.NumVgprSpills = 100;
  describeUsage(nullptr, &Loaded, &Usage);
  EXPECT_EQ(Usage.spilled_bytes, 16);
  // A virtual GPU's kernel has no metadata.
  Loaded.Metadata = {};
  Usage = {};
  describeUsage(nullptr, &Loaded, &Usage);
  EXPECT_EQ(Usage.registers, 0u);
}

TEST(AmdCodeObject, DoesWithoutWhatIsOptional) {
  const CodeObject Object = readGood(codeObject(kernelFields("k")));
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const KernelMetadata &Kernel = Object.Kernels[0];
  EXPECT_EQ(Kernel.NumAgprs + Kernel.NumSgprSpills + Kernel.NumVgprSpills, 0u);
  EXPECT_FALSE(Kernel.UsesDynamicStack);
  EXPECT_FALSE(Kernel.HasUniformGroups);
  EXPECT_EQ(Kernel.Hidden[ArgumentKind::HiddenGridDims], -1);
}

TEST(AmdCodeObject, FindsKernelsByName) {
  const CodeObject Object = readGood(codeObject(packMap(
      metadataFields({packMap(kernelFields("b")), packMap(kernelFields("c")),
                      packMap(kernelFields("a"))}))));
  ASSERT_EQ(Object.Kernels.size(), 3u);
  for (const char *Name : {"a", "b", "c"}) {
    ASSERT_NE(Object.find(Name), nullptr);
    EXPECT_EQ(Object.find(Name)->Name, Name);
  }
  for (const char *Name : {"", "A", "aa", "d"})
    EXPECT_EQ(Object.find(Name), nullptr) << Name;
}

TEST(AmdCodeObject, MayHaveNoKernels) {
  EXPECT_TRUE(
      readGood(codeObject(packMap(metadataFields({})))).Kernels.empty());
}

struct Expected {
  const char *Name;
  uint32_t Offset, Bytes;
  ArgumentKind Kind;
};

/// These are behind two pointers, at the offsets of code object version 5.
constexpr Expected HiddenArguments[] = {
    {"hidden_block_count_x", 16, 4, ArgumentKind::HiddenBlockCountX},
    {"hidden_block_count_y", 20, 4, ArgumentKind::HiddenBlockCountY},
    {"hidden_block_count_z", 24, 4, ArgumentKind::HiddenBlockCountZ},
    {"hidden_group_size_x", 28, 2, ArgumentKind::HiddenGroupSizeX},
    {"hidden_group_size_y", 30, 2, ArgumentKind::HiddenGroupSizeY},
    {"hidden_group_size_z", 32, 2, ArgumentKind::HiddenGroupSizeZ},
    {"hidden_remainder_x", 34, 2, ArgumentKind::HiddenRemainderX},
    {"hidden_remainder_y", 36, 2, ArgumentKind::HiddenRemainderY},
    {"hidden_remainder_z", 38, 2, ArgumentKind::HiddenRemainderZ},
    {"hidden_global_offset_x", 56, 8, ArgumentKind::HiddenGlobalOffsetX},
    {"hidden_global_offset_y", 64, 8, ArgumentKind::HiddenGlobalOffsetY},
    {"hidden_global_offset_z", 72, 8, ArgumentKind::HiddenGlobalOffsetZ},
    {"hidden_grid_dims", 80, 2, ArgumentKind::HiddenGridDims},
    {"hidden_printf_buffer", 88, 8, ArgumentKind::HiddenPrintfBuffer},
    {"hidden_hostcall_buffer", 96, 8, ArgumentKind::HiddenHostcallBuffer},
    {"hidden_multigrid_sync_arg", 104, 8, ArgumentKind::HiddenMultigridSyncArg},
    {"hidden_heap_v1", 112, 8, ArgumentKind::HiddenHeapV1},
    {"hidden_default_queue", 120, 8, ArgumentKind::HiddenDefaultQueue},
    {"hidden_completion_action", 128, 8, ArgumentKind::HiddenCompletionAction},
    {"hidden_dynamic_lds_size", 136, 4, ArgumentKind::HiddenDynamicLdsSize},
    {"hidden_private_base", 208, 4, ArgumentKind::HiddenPrivateBase},
    {"hidden_shared_base", 212, 4, ArgumentKind::HiddenSharedBase},
    {"hidden_queue_ptr", 216, 8, ArgumentKind::HiddenQueuePtr},
};

TEST(AmdCodeObject, KnowsHiddenArguments) {
  std::vector<std::string> Packed = {packArgument(0, 8, "global_buffer"),
                                     packArgument(8, 8, "global_buffer")};
  for (const Expected &Of : HiddenArguments)
    Packed.push_back(packArgument(Of.Offset, Of.Bytes, Of.Name));
  const CodeObject Object = readGood(codeObject(kernelWithArguments(Packed)));
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const KernelMetadata &Kernel = Object.Kernels[0];
  ASSERT_EQ(Kernel.Arguments.size(), Packed.size());
  size_t Position = 2;
  for (const Expected &Of : HiddenArguments) {
    EXPECT_EQ(Kernel.Hidden[Of.Kind], int32_t(Of.Offset)) << Of.Name;
    const Argument &Read = Kernel.Arguments[Position++];
    EXPECT_EQ(Read.Offset, Of.Offset);
    EXPECT_EQ(Read.Bytes, Of.Bytes);
    EXPECT_EQ(Read.Kind, Of.Kind);
    EXPECT_TRUE(isHidden(Of.Kind));
  }
  EXPECT_EQ(Kernel.Hidden[ArgumentKind::GlobalBuffer], -1);
  // The table has all hidden arguments but those that have no place.
  EXPECT_EQ(std::size(HiddenArguments) + 2,
            size_t(ArgumentKind::HiddenUnknown) -
                size_t(ArgumentKind::HiddenBlockCountX) + 1);
}

TEST(AmdCodeObject, KnowsTheCallersArguments) {
  const Expected All[] = {
      {"global_buffer", 0, 8, ArgumentKind::GlobalBuffer},
      {"by_value", 8, 100, ArgumentKind::ByValue},
      {"dynamic_shared_pointer", 108, 4, ArgumentKind::DynamicSharedPointer},
      {"sampler", 112, 8, ArgumentKind::Unknown},
      {"by_value", 272, 0, ArgumentKind::ByValue},
      {"hidden_of_tomorrow", 120, 8, ArgumentKind::HiddenUnknown},
      {"hidden_none", 128, 8, ArgumentKind::HiddenNone},
      {"hidden_none", 136, 8, ArgumentKind::HiddenNone}};
  std::vector<std::string> Packed;
  for (const Expected &Of : All)
    Packed.push_back(packArgument(Of.Offset, Of.Bytes, Of.Name));
  const CodeObject Object = readGood(codeObject(kernelWithArguments(Packed)));
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const KernelMetadata &Kernel = Object.Kernels[0];
  ASSERT_EQ(Kernel.Arguments.size(), std::size(All));
  for (size_t I = 0; I != std::size(All); ++I) {
    EXPECT_EQ(Kernel.Arguments[I].Kind, All[I].Kind) << All[I].Name;
    EXPECT_EQ(isHidden(All[I].Kind), I >= 5) << All[I].Name;
    EXPECT_EQ(Kernel.Hidden[All[I].Kind], -1) << All[I].Name;
  }
}

//===----------------------------------------------------------------------===//
// Files that are no code objects
//===----------------------------------------------------------------------===//

std::string refusalWith(void (*Change)(CodeObjectBuilder &)) {
  CodeObjectBuilder Builder;
  Builder.addNote(std::string_view("AMDGPU\0", 7), 32,
                  packMap(metadataFields({packMap(kernelFields("k"))})));
  Change(Builder);
  return refusal(Builder.build());
}

TEST(AmdCodeObject, SaysWhatElseItIs) {
  using B = CodeObjectBuilder;
  EXPECT_THAT(refusal(std::string()), HasSubstr("no ELF file"));
  EXPECT_THAT(refusal(std::string(100, 'x')), HasSubstr("no ELF file"));
  EXPECT_EQ(refusalWith([](B &) {}), "");
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_machine = EM_X86_64; }),
              HasSubstr("for machine 62,"));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_type = ET_REL; }),
              HasSubstr("of ELF type 1,"));
  for (const int Place : {EI_CLASS, EI_DATA, EI_OSABI}) {
    B Builder;
    Builder.Header.e_ident[Place] = 66;
    EXPECT_THAT(refusal(Builder.build()), HasSubstr("but not for HSA"));
  }
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_ident[EI_ABIVERSION] = 1; }),
              HasSubstr("of ABI version 1,"));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_flags = 0xff; }),
              HasSubstr("not known (number 0xff)"));
}

TEST(AmdCodeObject, ReadsTheTargetOfACutFile) {
  const std::string Whole = codeObject(kernelFields("k"));
  TargetId Target;
  unsigned Version = 0;
  EXPECT_EQ(
      readTarget(Whole.data(), sizeof(Elf64_Ehdr), Target, Version, nullptr),
      0);
  EXPECT_EQ(Target.text(), "gfx90a");
  EXPECT_EQ(Version, 6u);
  EXPECT_NE(readTarget(Whole.data(), sizeof(Elf64_Ehdr) - 1, Target, Version,
                       nullptr),
            0);
}

TEST(AmdCodeObject, RefusesAFileThatIsCut) {
  const std::string Whole = codeObject(kernelFields("k"));
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    EXPECT_NE(refusal(Whole.substr(0, Size)), "") << Size;
}

TEST(AmdCodeObject, RefusesTablesOutside) {
  using B = CodeObjectBuilder;
  const char *Segments = "its program headers lie outside";
  const char *Sections = "its section headers lie outside";
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_phoff = ~uint64_t(0) - 1; }),
              HasSubstr(Segments));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_phnum = 0xffff; }),
              HasSubstr(Segments));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_phentsize = 32; }),
              HasSubstr(Segments));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_shoff = ~uint64_t(0) - 1; }),
              HasSubstr(Sections));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_shnum = 0xffff; }),
              HasSubstr(Sections));
  EXPECT_THAT(refusalWith([](B &O) { O.Header.e_shentsize = 40; }),
              HasSubstr(Sections));
}

TEST(AmdCodeObject, RefusesContentsOutside) {
  CodeObjectBuilder Builder;
  Builder.Segment.p_offset = ~uint64_t(0) - 1;
  Builder.Segment.p_filesz = 4;
  EXPECT_THAT(refusal(Builder.buildAsIs()), HasSubstr("segment 0 ends"));
  Builder.Segment.p_filesz = Builder.Segment.p_offset = 0;
  Builder.Section.sh_offset = 1;
  Builder.Section.sh_size = ~uint64_t(0);
  EXPECT_THAT(refusal(Builder.buildAsIs()), HasSubstr("section 0 ends"));
  // Sections of this type have no contents.
  Builder.Section.sh_type = SHT_NOBITS;
  EXPECT_THAT(refusal(Builder.buildAsIs()), HasSubstr("it has no note"));
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

TEST(AmdCodeObject, FindsItsNoteAmongOthers) {
  const std::string Metadata =
      packMap(metadataFields({packMap(kernelFields("k"))}));
  CodeObjectBuilder Builder;
  Builder.addNote(std::string_view("GNU\0", 4), 3, "12345");
  Builder.addNote("", 32, "");
  Builder.addNote(std::string_view("AMDGPU\0", 7), 27, "other");
  Builder.addNote(std::string_view("AMDGPU", 6), 32, "no zero");
  Builder.addNote(std::string_view("AMDGPU\0", 7), 32, Metadata);
  Builder.Notes += "padding";
  EXPECT_EQ(readGood(Builder.build()).Kernels.size(), 1u);
  Builder.Segment.p_type = PT_LOAD;
  EXPECT_THAT(refusal(Builder.build()), HasSubstr("it has no note"));
}

/// A linker puts the lists of its inputs one after the other.
TEST(AmdCodeObject, MayHaveSeveralLists) {
  CodeObjectBuilder Builder;
  for (const char *Name : {"b", "c", "a"})
    Builder.addNote(std::string_view("AMDGPU\0", 7), 32,
                    packMap(metadataFields({packMap(kernelFields(Name))})));
  const CodeObject Object = readGood(Builder.build());
  ASSERT_EQ(Object.Kernels.size(), 3u);
  for (const char *Name : {"a", "b", "c"})
    EXPECT_NE(Object.find(Name), nullptr) << Name;
  Builder.addNote(std::string_view("AMDGPU\0", 7), 32,
                  packMap(metadataFields({packMap(kernelFields("a"))})));
  EXPECT_THAT(refusal(Builder.build()), HasSubstr("it has two kernels a"));
}

TEST(AmdCodeObject, NeedsNoPaddingAtTheEnd) {
  for (size_t More = 0; More != 4; ++More) {
    const std::string Metadata = packMap(metadataFields(
        {packMap(kernelWith(".language", packText(std::string(More, 'x'))))}));
    CodeObjectBuilder Builder;
    Builder.addNote(std::string_view("AMDGPU\0", 7), 32, Metadata);
    Builder.Notes.resize(sizeof(Elf64_Nhdr) + 8 + Metadata.size());
    EXPECT_EQ(refusal(Builder.build()), "") << More;
  }
}

TEST(AmdCodeObject, RefusesNotesOutside) {
  for (const Elf64_Nhdr &Note :
       {Elf64_Nhdr{0xffffffff, 0, 32}, Elf64_Nhdr{0, 0xffffffff, 32},
        Elf64_Nhdr{7, 1, 32}, Elf64_Nhdr{9, 0, 32}}) {
    CodeObjectBuilder Builder;
    Builder.Notes.assign(reinterpret_cast<const char *>(&Note), sizeof(Note));
    Builder.Notes += std::string("AMDGPU\0\0", 8);
    EXPECT_THAT(refusal(Builder.build()),
                HasSubstr("a note ends outside its segment"));
  }
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

TEST(AmdCodeObject, RefusesOtherVersions) {
  Fields Root = metadataFields({});
  const auto WithVersion = [&](const std::string &Value) {
    Root["amdhsa.version"] = Value;
    return refusal(codeObject(packMap(Root)));
  };
  EXPECT_EQ(WithVersion(packArray({packNumber(1), packNumber(9)})), "");
  EXPECT_EQ(WithVersion(packArray({packNumber(2), packNumber(0)})),
            "the code object has metadata of version 2.0, only 1.x is known");
  EXPECT_THAT(WithVersion(packArray({packNumber(1)})), HasSubstr("no version"));
  EXPECT_THAT(WithVersion(packText("1.2")), HasSubstr("no version"));
  EXPECT_THAT(WithVersion(packArray({packText("1"), packNumber(2)})),
              HasSubstr("is no number"));
  EXPECT_THAT(WithVersion(packArray({packSigned(-1), packNumber(2)})),
              HasSubstr("is no number"));
  Root.erase("amdhsa.version");
  EXPECT_THAT(refusal(codeObject(packMap(Root))), HasSubstr("no version"));
}

TEST(AmdCodeObject, RefusesWhatIsNoListOfKernels) {
  Fields Root = metadataFields({});
  const auto WithKernels = [&](const std::string &Value) {
    Root["amdhsa.kernels"] = Value;
    return refusal(codeObject(packMap(Root)));
  };
  EXPECT_THAT(WithKernels(packMap({})), HasSubstr("no list of kernels"));
  EXPECT_THAT(WithKernels(packArray({packNumber(1)})), HasSubstr("no name"));
  Root.erase("amdhsa.kernels");
  EXPECT_THAT(refusal(codeObject(packMap(Root))),
              HasSubstr("no list of kernels"));
  for (const std::string &Other : {packArray({}), packNumber(1), packText("")})
    EXPECT_THAT(refusal(codeObject(Other)), HasSubstr("no version"));
}

TEST(AmdCodeObject, RefusesTwoKernelsOfAName) {
  const std::string Kernel = packMap(kernelFields("k"));
  const std::string Other = packMap(kernelFields("l"));
  EXPECT_EQ(
      refusal(codeObject(packMap(metadataFields({Kernel, Other, Kernel})))),
      "the code object is damaged: it has two kernels k");
}

TEST(AmdCodeObject, RefusesKernelsWithoutNames) {
  const char *NoName = "a kernel has no name";
  EXPECT_THAT(refusal(kernelWith(".name", packText(""))), HasSubstr(NoName));
  EXPECT_THAT(refusal(kernelWith(".name", packNumber(1))), HasSubstr(NoName));
  EXPECT_THAT(refusal(kernelWith(".name", packText("a b"))), HasSubstr(NoName));
  EXPECT_THAT(refusal(kernelWith(".name", packText({"a\0", 2}))),
              HasSubstr(NoName));
  // Names from other languages than C are valid.
  EXPECT_EQ(refusal(kernelWith(".name", packText("\xc3\xa4"))), "");
  const char *NoSymbol = "kernel k has no symbol";
  EXPECT_THAT(refusal(kernelWith(".symbol", packText("k"))),
              HasSubstr(NoSymbol));
  EXPECT_THAT(refusal(kernelWith(".symbol", packText({"\0.kd", 4}))),
              HasSubstr(NoSymbol));
}

TEST(AmdCodeObject, RefusesKernelsThatLackSomething) {
  const Fields Whole = kernelFields("k");
  for (const auto &[Key, Value] : Whole) {
    Fields Without = Whole;
    Without.erase(Key);
    EXPECT_NE(refusal(Without), "") << Key;
    EXPECT_NE(refusal(kernelWith(Key, packArray({}))), "") << Key;
    EXPECT_NE(refusal(kernelWith(Key, packSigned(-1))), "") << Key;
  }
}

TEST(AmdCodeObject, RefusesSizesThatNoGpuHas) {
  const std::pair<const char *, uint64_t> Bad[] = {
      {".kernarg_segment_size", (1 << 20) + 1},
      {".kernarg_segment_align", 0},
      {".kernarg_segment_align", 12},
      {".kernarg_segment_align", 8192},
      {".group_segment_fixed_size", (1 << 20) + 1},
      {".private_segment_fixed_size", uint64_t(1) << 32},
      {".wavefront_size", 16},
      {".wavefront_size", 48},
      {".wavefront_size", 128},
      {".max_flat_workgroup_size", 0},
      {".max_flat_workgroup_size", 1025},
      {".sgpr_count", ~uint64_t(0)},
      {".vgpr_count", 4097},
      {".agpr_count", 4097},
      {".sgpr_spill_count", uint64_t(1) << 32},
      {".vgpr_spill_count", uint64_t(1) << 32},
      {".uses_dynamic_stack", 2},
      {".uniform_work_group_size", 2}};
  for (const auto &[Key, Value] : Bad)
    EXPECT_THAT(refusal(kernelWith(Key, packNumber(Value))),
                HasSubstr("the code object is damaged: kernel k has"))
        << Key << Value;
  EXPECT_EQ(refusal(kernelWith(".max_flat_workgroup_size", packNumber(2000))),
            "the code object is damaged: kernel k has 2000 for "
            ".max_flat_workgroup_size, which is 1 to 1024");
}

TEST(AmdCodeObject, RefusesArgumentsOutside) {
  const auto Of = [](uint64_t Offset, uint64_t Bytes) {
    return refusal(
        kernelWithArguments({packArgument(Offset, Bytes, "by_value")}));
  };
  EXPECT_EQ(Of(264, 8), "");
  EXPECT_EQ(Of(265, 8),
            "the code object is damaged: argument 0 of kernel k ends outside "
            "the 272 bytes of its arguments");
  EXPECT_NE(Of(273, 0), "");
  EXPECT_NE(Of(~uint64_t(0), 2), "");
  EXPECT_NE(Of(2, ~uint64_t(0)), "");
}

TEST(AmdCodeObject, RefusesArgumentsThatLackSomething) {
  const Fields Whole = {{".offset", packNumber(0)},
                        {".size", packNumber(8)},
                        {".value_kind", packText("by_value")}};
  EXPECT_EQ(refusal(kernelWithArguments({packMap(Whole)})), "");
  for (const auto &[Key, Value] : Whole) {
    Fields Without = Whole;
    Without.erase(Key);
    EXPECT_THAT(refusal(kernelWithArguments({packMap(Without)})),
                HasSubstr("argument 0 of kernel k has no offset, size or kind"))
        << Key;
  }
  EXPECT_THAT(refusal(kernelWith(".args", packMap({}))),
              HasSubstr("the arguments of kernel k are no list"));
}

TEST(AmdCodeObject, RefusesHiddenArgumentsOfOtherSizes) {
  for (const Expected &Of : HiddenArguments)
    for (const uint32_t Bytes : {Of.Bytes - 1, Of.Bytes + 1})
      EXPECT_NE(refusal(kernelWithArguments({packArgument(0, Bytes, Of.Name)})),
                "")
          << Of.Name;
  EXPECT_EQ(
      refusal(kernelWithArguments({packArgument(0, 4, "hidden_grid_dims")})),
      "the code object is damaged: argument 0 of kernel k is a "
      "hidden_grid_dims of 4 bytes, which has 2");
}

TEST(AmdCodeObject, RefusesAHiddenArgumentTwice) {
  EXPECT_EQ(
      refusal(kernelWithArguments({packArgument(0, 2, "hidden_grid_dims"),
                                   packArgument(8, 2, "hidden_grid_dims")})),
      "the code object is damaged: kernel k has two arguments "
      "hidden_grid_dims");
}

//===----------------------------------------------------------------------===//
// MessagePack
//===----------------------------------------------------------------------===//

TEST(AmdMessagePack, RefusesMoreThanIsThere) {
  // The library alone would take 200 GB of memory for the first value.
  for (const std::string &Bytes :
       {std::string("\xdf\xff\xff\xff\xff", 5),
        std::string("\xdd\xff\xff\xff\xff", 5), std::string("\x81\x01", 2),
        std::string("\x92\x01", 2),
        std::string("\xdb\xff\xff\xff\xff"
                    "a",
                    6),
        std::string("\xc6\xff\xff\xff\xff", 5), std::string("\xc9\xff\xff"),
        std::string("\xcf\x01"),
        std::string("\xa2"
                    "a"),
        std::string(), std::string("\xc1"), std::string("\xd8\x01")}) {
    EXPECT_FALSE(measureValue(Bytes)) << testing::PrintToString(Bytes);
    EXPECT_THAT(refusal(codeObject(Bytes)),
                testing::AnyOf(HasSubstr("cannot be decoded"),
                               HasSubstr("it has no note")));
  }
}

TEST(AmdMessagePack, RefusesDeepNesting) {
  EXPECT_EQ(measureValue(std::string(15, '\x91') + "\x90"), 16u);
  EXPECT_EQ(measureValue(std::string(16, '\x91') + "\x01"), 17u);
  EXPECT_FALSE(measureValue(std::string(17, '\x91') + "\x01"));
  EXPECT_FALSE(measureValue(std::string(1000000, '\x91')));
  EXPECT_FALSE(measureValue(std::string(1000000, '\x81')));
}

TEST(AmdMessagePack, RefusesTooManyValues) {
  const auto ArrayOf = [](uint32_t Length) {
    const char Head[] = {'\xdd', char(Length >> 24), char(Length >> 16),
                         char(Length >> 8), char(Length)};
    return std::string(Head, sizeof(Head)) + std::string(Length, '\xc0');
  };
  EXPECT_TRUE(measureValue(ArrayOf((1 << 22) - 1)));
  EXPECT_FALSE(measureValue(ArrayOf(1 << 22)));
}

TEST(AmdMessagePack, MeasuresEveryKindOfValue) {
  // Each value comes with the number of bytes that follow. The test adds a byte
  // that does not belong to it.
  const std::pair<std::string, size_t> Values[] = {
      {"\x7f", 0},
      {"\xff", 0},
      {"\xc0", 0},
      {"\xc2", 0},
      {"\xc3", 0},
      {std::string("\xc4\x05", 2), 5},
      {{"\xc5\0\x05", 3}, 5},
      {{"\xc6\0\0\0\x05", 5}, 5},
      {{"\xc7\x05", 2}, 6},
      {{"\xc8\0\x05", 3}, 6},
      {{"\xc9\0\0\0\x05", 5}, 6},
      {"\xca", 4},
      {"\xcb", 8},
      {"\xcc", 1},
      {"\xcd", 2},
      {"\xce", 4},
      {"\xcf", 8},
      {"\xd0", 1},
      {"\xd1", 2},
      {"\xd2", 4},
      {"\xd3", 8},
      {"\xd4", 2},
      {"\xd5", 3},
      {"\xd6", 5},
      {"\xd7", 9},
      {"\xd8", 17},
      {{"\xd9\x05", 2}, 5},
      {{"\xda\0\x05", 3}, 5},
      {{"\xdb\0\0\0\x05", 5}, 5},
      {{"\xdc\0\x05", 3}, 5},
      {{"\xdd\0\0\0\x05", 5}, 5},
      {{"\xde\0\x05", 3}, 10},
      {{"\xdf\0\0\0\x05", 5}, 10},
      {"\xa5", 5},
      {"\x95", 5},
      {"\x85", 10},
      {"\x80", 0},
      {"\x90", 0},
      {"\xa0", 0}};
  for (const auto &[Head, NumBytes] : Values) {
    const std::string Whole = Head + std::string(NumBytes, '\x01');
    EXPECT_EQ(measureValue(Whole + "\x01"), Whole.size())
        << testing::PrintToString(Head);
    EXPECT_FALSE(measureValue(Whole.substr(0, Whole.size() - 1)))
        << testing::PrintToString(Head);
    // The library decodes it, too.
    MessagePack Decoded;
    EXPECT_TRUE(Decoded.decode(Whole)) << testing::PrintToString(Head);
  }
}

} // namespace
