//===- Service.cpp - The entry point of the compile service ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit_compile_v1, the one symbol that libompjit-compiler.so exports. Bytes
// in, bytes out; every failure becomes a result with a message.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Guard.h"

using namespace ompjit;
using namespace ompjit::jit;

static std::string describe(const CompileRequest &Request) {
  switch (Request.Kind) {
  case ImageKind::Kernel:
    return "kernel " + Request.KernelSymbol;
  case ImageKind::Base:
    return "the shared state of the package";
  case ImageKind::Whole:
    return "the whole package";
  }
  return "";
}

static CompileResult failed(std::string Message) {
  CompileResult Failed;
  Failed.Message = std::move(Message);
  return Failed;
}

static CompileResult compile(const PackageView &Package,
                             const CompileRequest &Request) {
  CompileResult Result;
  Progress Progress;
  std::optional<std::string> Failure;
  auto Work = [&] {
    llvm::Expected<Image> Output = compileImage(Package, Request, Progress);
    if (Output)
      Result.Output = std::move(*Output);
    else
      Failure = llvm::toString(Output.takeError());
  };
  if (std::optional<std::string> Interruption = runGuarded(Work))
    Failure = std::move(Interruption);
  Result.Ok = !Failure;
  Result.Times = Progress.Times;
  if (Failure)
    Result.Message = "cannot compile " + describe(Request) + " for " +
                     Request.Arch + ": " + Progress.Stage + ": " + *Failure;
  return Result;
}

static CompileResult compile(ByteView PackageBytes, ByteView RequestBytes) {
  Result<CompileRequest> Request = CompileRequest::decode(RequestBytes);
  if (!Request)
    return failed(Request.error().message());
  Result<PackageView> Package = PackageView::parse(PackageBytes);
  if (!Package)
    return failed("cannot compile " + describe(*Request) + ": " +
                  Package.error().message());
  return compile(*Package, *Request);
}

extern "C" __attribute__((visibility("default"))) void
ompjit_compile_v1(const void *Package, size_t PackageSize, const void *Request,
                  size_t RequestSize, ompjit_compile_sink Sink, void *Context) {
  CompileResult Result =
      compile(ByteView(static_cast<const char *>(Package), PackageSize),
              ByteView(static_cast<const char *>(Request), RequestSize));
  std::string Encoded = Result.encode();
  Sink(Context, Encoded.data(), Encoded.size());
}

static_assert(std::is_same_v<ompjit_compile_fn, decltype(&ompjit_compile_v1)>);
