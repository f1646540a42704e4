//===- TestSupport.cpp - Packages, the service and images for tests -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "ompjit/PackageBitcode.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ompjit::jit::test {

// Ends a test that cannot be set up.
[[noreturn]] static void giveUp(const std::string &Why) {
  std::fprintf(stderr, "test setup: %s\n", Why.c_str());
  std::abort();
}

static std::string assemble(const std::string &Assembly) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Assembly, Diagnostic, Context);
  if (!M)
    giveUp(Diagnostic.getMessage().str() + ": " +
           Diagnostic.getLineContents().str());
  M->setTargetTriple(llvm::Triple(HostTriple));
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(*M, Stream);
  return Bitcode;
}

static ParameterInfo parameter(char Letter) {
  if (Letter == 'p')
    return {package::ParameterKind::Pointer, 64, package::UsePlain, 8, 0};
  uint8_t Width = Letter == 'i' ? 32 : 64;
  return {package::ParameterKind::Scalar, Width, package::UsePlain, 0,
          ~uint64_t(0) >> (64 - Width)};
}

std::string makePackageOfBytes(const std::string &Bitcode,
                               const std::vector<TestKernel> &Kernels,
                               const std::string &Triple) {
  PackageContents Contents;
  Contents.Triple = Triple;
  Contents.Arch = HostCpu;
  Contents.Parts.push_back(packPart(Bitcode));
  for (const TestKernel &Kernel : Kernels) {
    PackageContents::Kernel &Row = Contents.Kernels.emplace_back();
    Row.EntryName = Row.Symbol = Kernel.Symbol;
    for (char Letter : Kernel.Parameters)
      Row.Parameters.push_back(parameter(Letter));
  }
  return writePackage(Contents);
}

std::string makePackageOfPart(PackageContents::Part Part,
                              const std::string &Kernel) {
  PackageContents Contents;
  Contents.Triple = HostTriple;
  Contents.Parts.push_back(std::move(Part));
  Contents.Kernels.emplace_back().EntryName = Kernel;
  Contents.Kernels.back().Symbol = Kernel;
  return writePackage(Contents);
}

std::string makePackage(const std::string &Assembly,
                        const std::vector<TestKernel> &Kernels,
                        const std::string &Triple) {
  return makePackageOfBytes(assemble(Assembly), Kernels, Triple);
}

static std::string writeFragments(PackageContents Contents,
                                  const std::vector<TestFragment> &Fragments) {
  Contents.Triple = HostTriple;
  Contents.Arch = HostCpu;
  for (const auto &[Name, Assembly] : Fragments) {
    Contents.Parts.push_back(packPart(assemble(Assembly)));
    Contents.Parts.back().Name = Name;
  }
  return writePackage(Contents);
}

std::string makeFragments(const std::vector<TestFragment> &Fragments,
                          const std::string &LinkOptions) {
  PackageContents Contents;
  Contents.Flags = package::TargetIsFragments;
  Contents.LinkOptions = LinkOptions;
  return writeFragments(std::move(Contents), Fragments);
}

std::string makeBinding(const std::string &Program,
                        const std::vector<TestFragment> &Fragments) {
  PackageContents Contents;
  Contents.Flags = package::TargetIsBinding;
  Contents.Parts.push_back(packPart(assemble(Program)));
  return writeFragments(std::move(Contents), Fragments);
}

CompileRequest kernelRequest(const std::string &Symbol, const Scalars &Values) {
  CompileRequest Request;
  Request.KernelSymbol = Symbol;
  Request.Arch = HostCpu;
  for (const auto &[Parameter, Value] : Values)
    Request.Facts.push_back({{FactKind::Scalar, Parameter}, Value});
  return Request;
}

CompileRequest baseRequest() {
  CompileRequest Request = kernelRequest("");
  Request.Kind = ImageKind::Base;
  return Request;
}

ompjit_compile_fn service() {
  static void *Handle = ::dlopen(OMPJIT_COMPILER_PATH, RTLD_LAZY | RTLD_LOCAL);
  if (!Handle)
    giveUp(::dlerror());
  static void *Entry = ::dlsym(Handle, CompileServiceEntry);
  if (!Entry)
    giveUp(::dlerror());
  return reinterpret_cast<ompjit_compile_fn>(Entry);
}

CompileResult compileBytes(const std::string &Package,
                           const std::string &Request) {
  std::string Encoded;
  auto Keep = [](void *Context, const void *Bytes, size_t Size) {
    static_cast<std::string *>(Context)->assign(
        static_cast<const char *>(Bytes), Size);
  };
  service()(Package.data(), Package.size(), Request.data(), Request.size(),
            Keep, &Encoded);
  Result<CompileResult> Decoded = CompileResult::decode(Encoded);
  if (!Decoded)
    giveUp(Decoded.error().message());
  return std::move(*Decoded);
}

CompileResult compile(const std::string &Package,
                      const CompileRequest &Request) {
  return compileBytes(Package, Request.encode());
}

LoadedImage::LoadedImage(const Image &Image, const LoadedImage *Base)
    : File(::memfd_create("image", MFD_CLOEXEC)) {
  const std::string &Bytes = Image.Bytes;
  if (::write(File, Bytes.data(), Bytes.size()) != ssize_t(Bytes.size()))
    giveUp("cannot write the image");
  std::string Name = "/proc/self/fd/" + std::to_string(File);
  Handle = ::dlopen(Name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    giveUp(::dlerror());
  void **Slots = get<void *>(SlotsSymbol);
  if (bool(Slots) != !Image.Slots.empty())
    giveUp("the slot array and the slots disagree");
  for (const std::string &Symbol : Image.Slots)
    if (!(*Slots++ = Base->find(Symbol)))
      giveUp("the base image lacks " + Symbol);
}

LoadedImage::~LoadedImage() {
  ::dlclose(Handle);
  ::close(File);
}

void *LoadedImage::find(const std::string &Symbol) const {
  return ::dlsym(Handle, Symbol.c_str());
}

} // namespace ompjit::jit::test
