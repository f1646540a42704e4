//===- LowerTest.cpp - Tests of the lowering to virtual GPUs --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/VirtualGpu/Lower.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/VirtualGpu.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace ompjit;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace {

struct Gpu {
  StringRef Triple, Arch;
};
const Gpu Nvptx = {"nvptx64-nvidia-cuda", "sm_90"};
const Gpu Wave64 = {"amdgcn-amd-amdhsa", "gfx90a"};
const Gpu Wave32 = {"amdgcn-amd-amdhsa", "gfx1100"};

class LowerTest : public testing::Test {
protected:
  /// Returns the text of the lowered module, or the error.
  std::string lower(const Gpu &Target, StringRef Text, bool Checks = false) {
    auto Machine = createTargetMachine(Target.Triple, Target.Arch, "", 2);
    auto Processor =
        createTargetMachine("x86_64-pc-linux-gnu", "x86-64-v3", "", 2);
    EXPECT_TRUE(bool(Machine) && bool(Processor));
    SMDiagnostic Problem;
    const std::string Whole =
        "target datalayout = \"" +
        (*Machine)->createDataLayout().getStringRepresentation() +
        "\"\ntarget triple = \"" + Target.Triple.str() + "\"\n" + Text.str();
    std::unique_ptr<Module> M = parseAssemblyString(Whole, Problem, Context);
    if (!M)
      return "cannot parse: " + Problem.getMessage().str();
    VirtualGpuOptions Options;
    Options.ChecksAccesses = Checks;
    auto Lowered = lowerToProcessor(*M, **Machine, **Processor, Options);
    if (!Lowered)
      return toString(Lowered.takeError());
    Result = std::move(*Lowered);
    std::string Printed;
    raw_string_ostream(Printed) << *Result;
    return Printed;
  }

  /// Returns the member \p Index of the image's record.
  uint64_t recorded(unsigned Index) {
    auto *Record = cast<ConstantStruct>(
        Result->getNamedGlobal(vgpu::ImageSymbol)->getInitializer());
    return cast<ConstantInt>(Record->getOperand(Index))->getZExtValue();
  }
  static constexpr unsigned KindMember = 1, WarpSizeMember = 2,
                            SharedMember = 3, NumKernelsMember = 4;

  LLVMContext Context;
  std::unique_ptr<Module> Result;
};

TEST_F(LowerTest, DescribesTheImage) {
  constexpr StringLiteral Kernel =
      "define amdgpu_kernel void @k(ptr %p, i32 %n) { ret void }";
  lower(Wave64, Kernel);
  EXPECT_EQ(recorded(KindMember), uint64_t(vgpu::Family::Amdgcn));
  EXPECT_EQ(recorded(WarpSizeMember), 64u);
  lower(Wave32, Kernel);
  EXPECT_EQ(recorded(WarpSizeMember), 32u);
  EXPECT_EQ(recorded(NumKernelsMember), 1u);
  lower(Nvptx, "define ptx_kernel void @k() { ret void }\n"
               "define void @f() { ret void }");
  EXPECT_EQ(recorded(KindMember), uint64_t(vgpu::Family::Nvptx));
  EXPECT_EQ(recorded(NumKernelsMember), 1u);
}

TEST_F(LowerTest, LeavesNoAddressSpace) {
  const std::string Text = lower(Wave64, R"(
    @s = internal addrspace(3) global [4 x i32] poison
    @c = internal addrspace(4) constant i32 5
    @p = addrspace(1) global ptr addrspacecast (ptr addrspace(4) @c to ptr)
    define amdgpu_kernel void @k(ptr addrspace(1) %out) {
      %slot = alloca i32, addrspace(5)
      %generic = addrspacecast ptr addrspace(5) %slot to ptr
      %value = load i32, ptr addrspace(4) @c
      store i32 %value, ptr %generic
      %element = getelementptr [4 x i32], ptr addrspace(3) @s, i32 0, i32 2
      store i32 %value, ptr addrspace(3) %element
      call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) %out,
                                       ptr addrspace(3) @s, i64 16, i1 false)
      ret void
    }
    declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3),
                                        i64, i1))");
  EXPECT_THAT(Text, AllOf(Not(HasSubstr("addrspace")),
                          HasSubstr("@p = global ptr @c"),
                          HasSubstr("@llvm.memcpy.p0.p0.i64"),
                          HasSubstr("x86_64-pc-linux-gnu")));
  EXPECT_EQ(recorded(SharedMember), 16u);
  EXPECT_FALSE(Result->getNamedGlobal("s"));
}

TEST_F(LowerTest, MakesAKernelOfConstructorsWhereThereAreAny) {
  const std::string Text = lower(Nvptx, R"(
    @llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
      { i32, ptr, ptr } { i32 9, ptr @second, ptr null },
      { i32, ptr, ptr } zeroinitializer,
      { i32, ptr, ptr } { i32 5, ptr @first, ptr null }]
    @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }]
      [{ i32, ptr, ptr } zeroinitializer]
    define internal void @first() { ret void }
    define internal void @second() { ret void })");
  EXPECT_THAT(Text, HasSubstr("  call void @first()\n"
                              "  call void @second()\n"));
  EXPECT_THAT(Text, Not(HasSubstr("llvm.global_")));
  EXPECT_EQ(recorded(NumKernelsMember), 1u);
}

TEST_F(LowerTest, KeepsFunctionsOfTheGpuFromBeingTakenForLibc) {
  const std::string Text = lower(Wave64, R"(
    define internal fastcc void @memset(ptr %to) {
      store i32 0, ptr %to
      ret void
    }
    define amdgpu_kernel void @k(ptr %out) {
      call fastcc void @memset(ptr %out)
      call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 132, i1 false)
      ret void
    }
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1))");
  EXPECT_THAT(Text, AllOf(HasSubstr("call fastcc void @gpu.memset(ptr"),
                          HasSubstr("call void @llvm.memset.p0.i64(ptr")));
}

TEST_F(LowerTest, PlacesSharedVariablesByAlignment) {
  lower(Nvptx, R"(
    @a = internal addrspace(3) global i8 poison
    @b = internal addrspace(3) global double poison, align 8
    @rest = external addrspace(3) global [0 x i32], align 4
    define ptx_kernel void @k() {
      store i8 1, ptr addrspace(3) @a
      store double 0.0, ptr addrspace(3) @b
      store i32 0, ptr addrspace(3) @rest
      ret void
    })");
  EXPECT_EQ(recorded(SharedMember), 16u);
}

TEST_F(LowerTest, ListsOfWhatToKeepAreNoUses) {
  lower(Nvptx, R"(
    @kept = weak addrspace(3) global [32 x i32] undef
    @also = global i32 1
    @llvm.compiler.used = appending global [2 x ptr] [
      ptr addrspacecast (ptr addrspace(3) @kept to ptr), ptr @also],
      section "llvm.metadata"
    define ptx_kernel void @k() {
      store i32 1, ptr addrspace(3) @kept
      ret void
    }
  )");
  EXPECT_EQ(recorded(SharedMember), 128u);
}

TEST_F(LowerTest, LanesOfAWaveMeetInLoops) {
  constexpr StringLiteral Loop = R"(
    define amdgpu_kernel void @k(ptr %out, i32 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      %there = call i64 @llvm.amdgcn.ballot.i64(i1 true)
      store i64 %there, ptr %out
      %next = add i32 %i, 1
      %again = icmp ult i32 %next, %n
      br i1 %again, label %loop, label %end
    end:
      ret void
    }
    declare i64 @llvm.amdgcn.ballot.i64(i1) convergent)";
  const std::string Meet =
      "i32 " + std::to_string(uint32_t(vgpu::WarpOperation::Meet)) + ", i64 0";
  EXPECT_THAT(lower(Wave64, Loop), HasSubstr(Meet));
  // If no operation depends on which lanes are there, no lane needs to wait.
  EXPECT_THAT(lower(Nvptx, R"(
    define ptx_kernel void @k(ptr %out, i32 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      call void @llvm.nvvm.bar.warp.sync(i32 -1)
      %next = add i32 %i, 1
      %again = icmp ult i32 %next, %n
      br i1 %again, label %loop, label %end
    end:
      ret void
    }
    declare void @llvm.nvvm.bar.warp.sync(i32) convergent)"),
              Not(HasSubstr(Meet)));
}

/// Returns how often the lanes of a wave meet in lowered code.
static size_t countMeetings(StringRef Lowered) {
  return Lowered.count(
      "i32 " + std::to_string(uint32_t(vgpu::WarpOperation::Meet)) + ", i64 0");
}

TEST_F(LowerTest, LanesOfAWaveGoOneWayAfterTheOther) {
  constexpr StringLiteral Branch = R"(
    define amdgpu_kernel void @k(ptr %out, i1 %a) {
      br i1 %a, label %one, label %other
    one:
      store atomic i32 1, ptr %out monotonic, align 4
      br label %end
    other:
      {0}
      br label %end
    end:
      ret void
    })";
  auto With = [&](StringRef Other) {
    const size_t At = Branch.find("{0}");
    return countMeetings(lower(Wave64, (Branch.substr(0, At) + Other +
                                        Branch.substr(At + strlen("{0}")))
                                           .str()));
  };
  EXPECT_EQ(With(""), 1u) << "behind the branch";
  EXPECT_EQ(With("store atomic i32 2, ptr %out monotonic, align 4"), 3u)
      << "where either way begins, too";
}

TEST_F(LowerTest, LanesOfAWaveMeetWhereOthersTrapped) {
  EXPECT_EQ(countMeetings(lower(Wave64, R"(
    define amdgpu_kernel void @k(ptr %out, i1 %a, i1 %b) {
      br i1 %a, label %one, label %join
    one:
      store atomic i32 1, ptr %out monotonic, align 4
      br i1 %b, label %trap, label %join
    trap:
      call void @llvm.trap()
      unreachable
    join:
      store i32 2, ptr %out
      ret void
    }
    declare void @llvm.trap())")),
            2u)
      << "where the others join, and at the end";
}

TEST_F(LowerTest, LanesOfAWaveDoNotMeetWhereOnlySomePass) {
  EXPECT_EQ(countMeetings(lower(Wave64, R"(
    define amdgpu_kernel void @k(ptr %out, i1 %a, i1 %b, i1 %c) {
      br i1 %a, label %loop, label %end
    loop:
      br i1 %b, label %fast, label %slow
    fast:
      store i32 1, ptr %out
      br i1 %c, label %slow, label %end
    slow:
      store i32 2, ptr %out
      br label %end
    end:
      store atomic i32 3, ptr %out monotonic, align 4
      ret void
    })")),
            0u)
      << "those that pass by would be served while others wait for them";
}

TEST_F(LowerTest, AnnouncesAccessesWhereAsked) {
  constexpr StringLiteral Kernel = R"(
    define ptx_kernel void @k(ptr %p) {
      %local = alloca i32
      store i32 1, ptr %local
      %v = load i16, ptr %p
      store i16 %v, ptr %p
      %old = atomicrmw add ptr %p, i32 1 syncscope("device") monotonic
      ret void
    })";
  const std::string Text = lower(Nvptx, Kernel, /*Checks=*/true);
  EXPECT_THAT(Text, AllOf(HasSubstr(", i64 2, i32 1, ptr"),
                          HasSubstr(", i64 4, i32 7, ptr"),
                          Not(HasSubstr(", i64 4, i32 2, ptr"))));
  EXPECT_THAT(lower(Nvptx, Kernel), Not(HasSubstr("i64 4, i32 7, ptr")));
}

static unsigned countOf(StringRef Text, StringRef What) {
  return unsigned(Text.count(What));
}

TEST_F(LowerTest, AnnouncesReadsWhereTheyCount) {
  auto Announced = [&](const Twine &Body) {
    const std::string Text =
        lower(Nvptx,
              R"(
      @s = internal addrspace(3) global i32 poison
      define ptx_kernel void @k(ptr %p, i1 %wanted) {
      entry:
        %v = load i32, ptr addrspace(3) @s
        )" + Body.str() +
                  "}\ndeclare void @llvm.nvvm.barrier0()"
                  "\ndeclare void @__kmpc_free_shared(ptr, i64)"
                  "\ndeclare void @other(ptr, i64)",
              /*Checks=*/true);
    // If it is not certain that the value counts, the size depends on a
    // condition.
    return std::pair(countOf(Text, ", i64 4, i32 1, ptr"),
                     countOf(Text, ", i64 4, i64 0\n"));
  };
  using testing::Pair;
  EXPECT_THAT(Announced("store i32 %v, ptr %p ret void"), Pair(1, 0));
  // The value counts whichever way is taken.
  EXPECT_THAT(Announced(R"(
      br i1 %wanted, label %then, label %end
    then:
      store i32 0, ptr %p
      br label %end
    end:
      store i32 %v, ptr %p
      ret void)"),
              Pair(1, 0));
  // The value counts in one branch only.
  EXPECT_THAT(Announced(R"(
      %more = add i32 %v, 1
      br i1 %wanted, label %then, label %end
    then:
      store i32 %more, ptr %p
      store i32 %v, ptr %p
      br label %end
    end:
      ret void)"),
              Pair(0, 1));
  EXPECT_THAT(Announced(R"(
      br i1 %wanted, label %then, label %end
    then:
      br label %end
    end:
      %either = phi i32 [ %v, %then ], [ 0, %entry ]
      store i32 %either, ptr %p
      ret void)"),
              Pair(0, 1));
  // A select decides whether the value counts.
  EXPECT_THAT(Announced(R"(
      %either = select i1 %wanted, i32 %v, i32 0
      store i32 %either, ptr %p
      ret void)"),
              Pair(0, 1));
  EXPECT_THAT(Announced(R"(
      %big = icmp ugt i32 %v, 5
      %both = and i1 %big, %wanted
      %byte = zext i1 %both to i8
      store i8 %byte, ptr %p
      ret void)"),
              Pair(0, 1));
  // The program made the read in front of the barrier.
  EXPECT_THAT(Announced(R"(
      br i1 %wanted, label %then, label %end
    then:
      call void @llvm.nvvm.barrier0()
      br i1 %wanted, label %use, label %end
    use:
      store i32 %v, ptr %p
      br label %end
    end:
      ret void)"),
              Pair(0, 1));
  // A volatile access orders other accesses, except one to memory that nobody
  // writes. So does an atomic access, unless it is relaxed.
  const StringRef Use = R"(
      br i1 %wanted, label %then, label %end
    then:
      store i32 %v, ptr %p
      br label %end
    end:
      %late = load i1, ptr %p
      br i1 %late, label %use, label %over
    use:
      store i32 %v, ptr %p
      br label %over
    over:
      ret void)";
  for (auto [Space, Places] : {std::pair(1, 1), std::pair(4, 2)})
    EXPECT_THAT(Announced("%other = addrspacecast ptr %p to ptr addrspace(" +
                          Twine(Space) +
                          ") %x = load volatile i64, ptr addrspace(" +
                          Twine(Space) + ") %other" + Use),
                Pair(0, Places));
  EXPECT_THAT(
      Announced("%x = atomicrmw add ptr %p, i64 1 monotonic" + Twine(Use)),
      Pair(0, 2));
  EXPECT_THAT(
      Announced("%x = atomicrmw add ptr %p, i64 1 acquire" + Twine(Use)),
      Pair(0, 1));
  // Memory that was given back may belong to others already, so that the read
  // must be announced before.
  for (auto [Name, Places] :
       {std::pair("__kmpc_free_shared", 1), std::pair("other", 2)})
    EXPECT_THAT(
        Announced("call void @" + Twine(Name) + "(ptr %p, i64 4) nosync" + Use),
        Pair(0, Places))
        << Name;
  // At the end of the loop the value is what it was or what was stored.
  EXPECT_THAT(Announced(R"(
      br label %loop
    loop:
      %now = phi i32 [ %v, %entry ], [ %next, %latch ]
      %i = phi i32 [ 0, %entry ], [ %more, %latch ]
      br i1 %wanted, label %then, label %latch
    then:
      %added = add i32 %now, 1
      store i32 %added, ptr %p
      br label %latch
    latch:
      %next = phi i32 [ %now, %loop ], [ %added, %then ]
      %more = add i32 %i, 1
      %again = icmp ult i32 %more, 5
      br i1 %again, label %loop, label %end
    end:
      ret void)"),
              Pair(0, 1));
  // The value is kept over the barrier for nothing, unless it is wanted.
  // Whether it is wanted is known there.
  EXPECT_THAT(Announced(R"(
      call void @llvm.nvvm.barrier0()
      %big = icmp ugt i32 %v, 5
      %unwanted = xor i1 %wanted, true
      %any = select i1 %unwanted, i1 true, i1 %big
      br i1 %any, label %then, label %end
    then:
      store i32 0, ptr %p
      br label %end
    end:
      ret void)"),
              Pair(0, 2));
  // Here it is not known yet whether the value is wanted.
  EXPECT_THAT(Announced(R"(
      call void @llvm.nvvm.barrier0()
      %big = icmp ugt i32 %v, 5
      %late = load i1, ptr %p
      %both = select i1 %late, i1 %big, i1 false
      br i1 %both, label %then, label %end
    then:
      store i32 0, ptr %p
      br label %end
    end:
      ret void)"),
              Pair(0, 1));
  // Nothing uses the value.
  EXPECT_THAT(Announced("ret void"), Pair(0, 0));
}

TEST_F(LowerTest, AnnouncesReadsOfOneWayWhereAllMeet) {
  auto Announced = [&](StringRef Index) {
    const std::string Text = lower(Nvptx,
                                   (R"(
      @s = internal addrspace(3) global [4 x i32] poison
      define ptx_kernel void @k(ptr %p, i1 %way, i1 %wanted) {
      entry:
        br label %loop
      loop:
        %i = phi i64 [ 0, %entry ], [ %more, %join ]
        %more = add i64 %i, 1
        %last = icmp eq i64 %i, 3
        br i1 %way, label %one, label %two
      one:
        %a.at = getelementptr [4 x i32], ptr addrspace(3) @s, i64 0, i64 )" +
                                    Index + R"(
        %a = load i32, ptr addrspace(3) %a.at
        br label %join
      two:
        %b = load i32, ptr addrspace(3) @s
        br label %join
      join:
        %v = phi i32 [ %a, %one ], [ %b, %two ]
        %either = select i1 %wanted, i32 %v, i32 0
        store i32 %either, ptr %p
        br i1 %last, label %end, label %loop
      end:
        ret void
      })")
                                       .str(),
                                   /*Checks=*/true);
    return std::pair(countOf(Text, ", i64 4, i32 1, ptr"),
                     countOf(Text, ", i64 4, i64 0\n"));
  };
  using testing::Pair;
  EXPECT_THAT(Announced("1"), Pair(0, 2));
  EXPECT_THAT(Announced("%i"), Pair(0, 2)) << "an address of that way only";
}

TEST_F(LowerTest, AnnouncesElementsOfVectors) {
  const std::string Text = lower(Nvptx, R"(
    define ptx_kernel void @k(ptr dereferenceable(8) align 8 %from, ptr %to, i1 %wanted) {
    entry:
      %v = load <2 x i32>, ptr %from
      br i1 %wanted, label %then, label %end
    then:
      %second = extractelement <2 x i32> %v, i64 1
      %other = insertelement <2 x i32> %v, i32 0, i64 1
      %first = extractelement <2 x i32> %other, i64 1
      %sum = add i32 %first, %second
      store i32 %sum, ptr %to
      br label %end
    end:
      ret void
    })",
                                 /*Checks=*/true);
  EXPECT_EQ(countOf(Text, ", i64 4, i64 0\n"), 1u);
  EXPECT_EQ(countOf(Text, "getelementptr inbounds i8, ptr %0, i64 4"), 1u);

  // Each element is announced where it is chosen itself.
  EXPECT_THAT(lower(Nvptx, R"(
    define ptx_kernel void @k(ptr dereferenceable(8) align 8 %from, ptr %to, <2 x i1> %wanted) {
      %v = load <2 x i32>, ptr %from
      %either = select <2 x i1> %wanted, <2 x i32> %v, <2 x i32> zeroinitializer
      store <2 x i32> %either, ptr %to
      ret void
    })",
                    /*Checks=*/true),
              AllOf(ContainsRegex("extractelement <2 x i1> .*, i64 0"),
                    ContainsRegex("extractelement <2 x i1> .*, i64 1")));
}

TEST_F(LowerTest, CopiesWhatIsBetweenMembers) {
  const std::string Text = lower(Nvptx, R"(
    define internal {i32, i8} @f(ptr %from) noinline {
      %first = load i32, ptr %from
      %behind = getelementptr i8, ptr %from, i64 5
      %second = load i8, ptr %behind
      %begin = insertvalue {i32, i8} poison, i32 %first, 0
      %all = insertvalue {i32, i8} %begin, i8 %second, 1
      call void @use(i32 %first)
      ret {i32, i8} %all
    }
    define internal void @use(i32) noinline { ret void }
    define ptx_kernel void @k(ptr %from, ptr %to) {
      %all = call {i32, i8} @f(ptr %from)
      %first = extractvalue {i32, i8} %all, 0
      store i32 %first, ptr %to
      ret void
    })",
                                 /*Checks=*/true);
  // Bit 6 (AccessCopies) says that it does not matter whether the byte was
  // written.
  EXPECT_EQ(countOf(Text, ", i64 4, i32 1, ptr"), 1u);
  EXPECT_EQ(countOf(Text, ", i64 1, i32 65, ptr"), 1u);
}

TEST_F(LowerTest, SaysAtOnceWhereAReadMayFail) {
  // Bit 9 (AccessGuess) marks a read of which it is announced later whether its
  // value counts.
  EXPECT_THAT(
      lower(Nvptx, R"(
    define ptx_kernel void @k(ptr %from, ptr %to, i1 %wanted) {
      %v = load i32, ptr %from
      %either = select i1 %wanted, i32 %v, i32 0
      store i32 %either, ptr %to
      ret void
    })",
            /*Checks=*/true),
      AllOf(HasSubstr(", i64 4, i32 513, ptr"), HasSubstr(", i64 4, i64 0\n")));
}

TEST_F(LowerTest, TakesAssemblyWithoutInstructions) {
  constexpr char Code[] = R"(
    define i32 @f(i32 %a, float %b) {
      %pair = call { i32, float } asm sideeffect " ", "=r,=f,1,0,~{memory}"(float %b, i32 %a)
      %first = extractvalue { i32, float } %pair, 0
      ret i32 %first
    })";
  for (const Gpu &Each : {Nvptx, Wave64})
    EXPECT_THAT(lower(Each, Code),
                AllOf(HasSubstr("fence syncscope(\"singlethread\")"),
                      HasSubstr("i32 %0, 0"), HasSubstr("float %1, 1"),
                      Not(HasSubstr(" asm "))));
  // It is not known what the assembly returns.
  EXPECT_THAT(lower(Wave64, R"(
    define i32 @f() {
      %new = call i32 asm "", "=v"()
      ret i32 %new
    })"),
              HasSubstr("the virtual GPU cannot run assembly, used in f"));
}

TEST_F(LowerTest, NamesWhatItCannotDo) {
  EXPECT_THAT(lower(Nvptx, R"(
    define void @f() {
      call void asm sideeffect "bra.uni L;", ""()
      ret void
    })"),
              HasSubstr("the virtual GPU cannot run assembly, used in f"));
  EXPECT_THAT(lower(Wave64, R"(
    define void @f() {
      call void @llvm.amdgcn.s.sethalt(i32 1)
      ret void
    }
    declare void @llvm.amdgcn.s.sethalt(i32))"),
              HasSubstr("llvm.amdgcn.s.sethalt, used in f"));
  // The processor does not have pointers of 32 bits.
  EXPECT_THAT(lower(Wave64, R"(
    define void @f(ptr %p, ptr addrspace(3) %s) {
      store ptr addrspace(3) %s, ptr %p
      ret void
    })"),
              HasSubstr("a value in f of type ptr addrspace(3)"));
  EXPECT_THAT(lower(Nvptx, R"(
    @s = internal addrspace(3) global i32 poison
    @p = global ptr addrspacecast (ptr addrspace(3) @s to ptr)
    define ptx_kernel void @k() { ret void })"),
              HasSubstr("the address of s, of which each block has one"));
}

} // namespace
