//===- CompilerErrorTest.cpp - Tests of the compile service's failures ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every failure is a message that names the code to be compiled, the stage and
// the cause; nothing is printed, and the service continues to work.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::jit::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr char Empty[] = "define void @kernel(ptr %env, i64 %n, ptr %p) {\n"
                         "  ret void\n}\n";

std::string emptyPackage() { return makePackage(Empty, {{"kernel", "sp"}}); }

/// Checks the message of a compile that must fail, and that nothing is on
/// stderr.
class CompilerError : public testing::Test {
protected:
  std::string messageOf(const std::string &Package,
                        const CompileRequest &Request) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    CompileResult Result = compile(Package, Request);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), IsEmpty());
    EXPECT_THAT(testing::internal::GetCapturedStdout(), IsEmpty());
    EXPECT_FALSE(Result.Ok);
    EXPECT_THAT(Result.Output.Bytes, IsEmpty());
    return Result.Message;
  }

  void TearDown() override {
    EXPECT_TRUE(compile(emptyPackage(), kernelRequest("kernel")).Ok)
        << "the service does not work any more";
  }
};

TEST_F(CompilerError, DamagedRequest) {
  CompileResult Result = compileBytes(emptyPackage(), "nonsense");
  EXPECT_FALSE(Result.Ok);
  EXPECT_THAT(Result.Message, HasSubstr("damaged compile request"));
}

TEST_F(CompilerError, DamagedPackage) {
  std::string Package = emptyPackage();
  Package[Package.size() / 2] ^= 1;
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")),
              HasSubstr("cannot compile kernel kernel"));
}

TEST_F(CompilerError, DamagedBitcode) {
  std::string Package = makePackageOfBytes(
      "BC but no bitcode", {{"kernel", ""}}, "x86_64-pc-linux-gnu");
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")),
              HasSubstr("reading the bitcode"));
}

TEST_F(CompilerError, DamagedPart) {
  std::string Package = makePackageOfPart(
      {"no frame", 5000, package::Compression::Zstd}, "kernel");
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")),
              AllOf(HasSubstr("reading the bitcode"),
                    HasSubstr("part 0 of the JIT package cannot be unpacked")));
}

TEST_F(CompilerError, UnknownTriple) {
  std::string Package = makePackage(Empty, {{"kernel", "sp"}}, "vax-dec-vms");
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")),
              AllOf(HasSubstr("target"), HasSubstr("vax")));
}

TEST_F(CompilerError, UnknownCpu) {
  CompileRequest Request = kernelRequest("kernel");
  Request.Arch = "sm_90";
  EXPECT_THAT(messageOf(emptyPackage(), Request), HasSubstr("'sm_90'"));
}

TEST_F(CompilerError, UnknownFeature) {
  CompileRequest Request = kernelRequest("kernel");
  Request.Features = "+warp-drive";
  EXPECT_THAT(messageOf(emptyPackage(), Request), HasSubstr("'+warp-drive'"));
}

TEST_F(CompilerError, UnknownKernel) {
  EXPECT_THAT(messageOf(emptyPackage(), kernelRequest("other")),
              HasSubstr("no kernel other"));
}

TEST_F(CompilerError, UnknownParameter) {
  EXPECT_THAT(messageOf(emptyPackage(), kernelRequest("kernel", {{2, 1}})),
              AllOf(HasSubstr("specialisation"), HasSubstr("parameter 2")));
}

TEST_F(CompilerError, PointerAsScalar) {
  EXPECT_THAT(messageOf(emptyPackage(), kernelRequest("kernel", {{1, 1}})),
              HasSubstr("parameter 1 is not a scalar"));
}

TEST_F(CompilerError, AlignmentOfAScalar) {
  CompileRequest Request = kernelRequest("kernel");
  Request.Facts = {{{FactKind::Alignment, 0}, 64}};
  EXPECT_THAT(messageOf(emptyPackage(), Request),
              HasSubstr("parameter 0 is no pointer"));
  Request.Facts = {{{FactKind::Alignment, 1}, 48}};
  EXPECT_THAT(messageOf(emptyPackage(), Request),
              HasSubstr("48 is no alignment"));
}

TEST_F(CompilerError, MemoryBehindAScalar) {
  CompileRequest Request = kernelRequest("kernel");
  Request.Facts = {{{FactKind::Extent, 0}, 64}};
  EXPECT_THAT(messageOf(emptyPackage(), Request),
              HasSubstr("parameter 0 is no pointer"));
  Request.Facts = {{{FactKind::Disjoint}, 3}};
  EXPECT_THAT(messageOf(emptyPackage(), Request),
              HasSubstr("parameter 0 of the kernel kernel is not a pointer"));
  Request.Facts = {{{FactKind::Disjoint}, uint64_t(1) << 63}};
  EXPECT_THAT(messageOf(emptyPackage(), Request), HasSubstr("parameter 63"));
}

TEST_F(CompilerError, FactsWithoutAKernel) {
  CompileRequest Request = baseRequest();
  Request.Facts = {{{FactKind::Teams}, 2}};
  EXPECT_THAT(messageOf(emptyPackage(), Request), HasSubstr("no kernel ''"));
}

TEST_F(CompilerError, InlineAssemblyThatIsNone) {
  std::string Package = makePackage(R"(
    define void @kernel(ptr %env) {
      call void asm sideeffect "no_such_instruction", ""()
      ret void
    })",
                                    {{"kernel", ""}});
  EXPECT_THAT(
      messageOf(Package, kernelRequest("kernel")),
      AllOf(HasSubstr("code generation"), HasSubstr("no_such_instruction")));
}

// LLVM cannot read this register and reports a fatal error, which would end the
// process.
TEST_F(CompilerError, FatalErrorOfLlvm) {
  std::string Package = makePackage(R"(
    declare i64 @llvm.read_register.i64(metadata)
    define void @kernel(ptr %env, ptr %p) {
      %v = call i64 @llvm.read_register.i64(metadata !0)
      store i64 %v, ptr %p
      ret void
    }
    !0 = !{!"no_register"})",
                                    {{"kernel", "p"}});
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")),
              AllOf(HasSubstr("code generation"), HasSubstr("no_register")));
}

// lld reports this error, because a shared object cannot have such a
// relocation.
TEST_F(CompilerError, LinkError) {
  const std::string Place = ThisHost.Arch == "x86_64"
                                ? ".quad no_such_symbol@TPOFF"
                                : "add x0, x0, :tprel_hi12:no_such_symbol";
  std::string Package = makePackage(R"(
    module asm ".section .text,\22ax\22,@progbits"
    module asm ")" + Place + R"("
    define void @kernel(ptr %env) {
      ret void
    })",
                                    {{"kernel", ""}});
  EXPECT_THAT(messageOf(Package, kernelRequest("kernel")), HasSubstr("link: "));
}

} // namespace
