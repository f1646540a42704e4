//===- Service.cpp - The entry point of the compile service ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit_compile_v1, which takes and returns bytes; every failure becomes a
// result with a message. libompjit-compiler.so exports one function besides,
// which opens a library.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Guard.h"

#include "ompjit/Backend/LtoIr.h"

#include <memory>
#include <optional>

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
  case ImageKind::Package:
    return "the fragments of kernel " + Request.KernelSymbol;
  }
  return "";
}

static CompileResult failed(std::string Message) {
  CompileResult Failed;
  Failed.Message = std::move(Message);
  return Failed;
}

namespace {

/// A compile. It may outlive the caller, and therefore owns everything that it
/// uses except the package.
struct Job {
  Job(const PackageView &Package, const CompileRequest &Request)
      : Package(Package), Request(Request) {}

  const PackageView Package;
  const CompileRequest Request;
  Progress Done;
  Image Output;
  std::optional<std::string> Failure;

  void run() {
    llvm::Expected<Image> Compiled = compileImage(Package, Request, Done);
    if (Compiled)
      Output = std::move(*Compiled);
    else
      Failure = llvm::toString(Compiled.takeError());
  }
};

} // namespace

/// Returns the result of a job. Job::Done is valid even after an interruption:
/// its stage is one of a few constants, and texts are either complete or
/// missing.
static CompileResult resultOf(Job &Ended,
                              std::optional<Interruption> Interrupted) {
  CompileResult Result;
  Result.IsAfterCrash = hasCrashed();
  Result.GoesOn = Interrupted && Interrupted->GoesOn;
  Result.Texts = Ended.Done.Written.complete();
  if (!Interrupted && !Ended.Failure) {
    Result.Ok = true;
    Result.Output = std::move(Ended.Output);
    Result.Times = Ended.Done.Times;
    Result.Loops = std::move(Ended.Done.Loops);
    Result.HasUnfitCounts = Ended.Done.HasUnfitCounts;
    return Result;
  }
  const bool IsLink = Ended.Request.Kind == ImageKind::Package;
  Result.Message = (IsLink ? "cannot link " : "cannot compile ") +
                   describe(Ended.Request) + " for " + Ended.Request.Arch +
                   ": " + Ended.Done.Stage.load() + ": " +
                   (Interrupted ? Interrupted->Why : *Ended.Failure);
  return Result;
}

static CompileResult compile(const PackageView &Package,
                             const CompileRequest &Request) {
  auto Wanted = std::make_shared<Job>(Package, Request);
  return resultOf(*Wanted,
                  runGuarded([Wanted] { Wanted->run(); },
                             std::chrono::milliseconds(Request.TimeLimitMs)));
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

extern "C" __attribute__((visibility("default"))) void
ompjit_open_linker_v1(const char *File) {
  ompjit::openLtoIrLinker(File);
}

static_assert(std::is_same_v<ompjit_compile_fn, decltype(&ompjit_compile_v1)>);
static_assert(
    std::is_same_v<ompjit_open_linker_fn, decltype(&ompjit_open_linker_v1)>);
