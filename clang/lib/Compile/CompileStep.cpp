//===- CompileStep.cpp - A step of `clang -cc1` in this process -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/CompileStep.h"

#include "Eligibility.h"
#include "PackagedVersion.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Stack.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/CodeGen/ObjectFilePCHContainerWriter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Serialization/ObjectFilePCHContainerReader.h"
#include "llvm-c/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit::driver;
using clang::CompilerInstance;
using clang::CompilerInvocation;

namespace {

/// What is known of a step before it runs.
struct Step {
  std::shared_ptr<CompilerInvocation> Invocation =
      std::make_shared<CompilerInvocation>();
  clang::DiagnosticOptions PlainOptions;
  /// What is wrong with the arguments is reported as they say.
  clang::TextDiagnosticBuffer Problems;
};

} // namespace

static void initializeTargets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser(); // For assembly in functions.
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  LLVMInitializeAMDGPUAsmParser();
}

/// The packaged clang meets the same error, and reports it with a trace and
/// with a file to reproduce it.
static void leaveToPackaged(void *, const char *, bool) {
  sys::RunInterruptHandlers();
  _exit(LeftToPackaged);
}

/// clang asks for as much for its main thread, where the soft limit is lower.
static void enlargeStack() {
  constexpr rlim_t Wanted = 8 << 20;
  rlimit Limit;
  if (getrlimit(RLIMIT_STACK, &Limit) != 0 || Limit.rlim_cur >= Wanted)
    return;
  Limit.rlim_cur = std::min(Wanted, Limit.rlim_max);
  setrlimit(RLIMIT_STACK, &Limit);
}

/// Gets at once the memory that even a small file needs: a page fault for each
/// page takes many times as long. A step ends soon and returns none of it.
static void growHeap() {
  constexpr size_t Size = 2 << 20;
  const auto Page = size_t(sysconf(_SC_PAGESIZE));
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
  void *Memory = malloc(Size);
  const auto First = alignTo(reinterpret_cast<uintptr_t>(Memory), Page);
  // If it fails, the pages come one by one.
  if (Memory)
    madvise(reinterpret_cast<void *>(First), Size - Page, MADV_POPULATE_WRITE);
  free(Memory);
}

static std::unique_ptr<clang::FrontendAction>
actionFor(clang::frontend::ActionKind Kind) {
  switch (Kind) {
  case clang::frontend::EmitAssembly:
    return std::make_unique<clang::EmitAssemblyAction>();
  case clang::frontend::EmitBC:
    return std::make_unique<clang::EmitBCAction>();
  case clang::frontend::EmitLLVM:
    return std::make_unique<clang::EmitLLVMAction>();
  default:
    return std::make_unique<clang::EmitObjAction>();
  }
}

/// Sets LLVM's options, some of which the plugins define.
static void setLlvmOptions(ArrayRef<std::string> Options) {
  if (Options.empty())
    return;
  SmallVector<const char *> Arguments = {"clang (LLVM option parsing)"};
  for (const std::string &Option : Options)
    Arguments.push_back(Option.c_str());
  cl::ParseCommandLineOptions(int(Arguments.size()), Arguments.data());
}

static std::shared_ptr<clang::PCHContainerOperations> containers() {
  auto Made = std::make_shared<clang::PCHContainerOperations>();
  Made->registerWriter(std::make_unique<clang::ObjectFilePCHContainerWriter>());
  Made->registerReader(std::make_unique<clang::ObjectFilePCHContainerReader>());
  return Made;
}

static int run(Step &TheStep) {
  enlargeStack();
  growHeap();
  clang::noteBottomOfStack();
  install_fatal_error_handler(leaveToPackaged);
  // Nothing is freed: the process ends.
  auto *Compiler = new CompilerInstance(TheStep.Invocation, containers());
  Compiler->createVirtualFileSystem();
  Compiler->createDiagnostics();
  if (!Compiler->hasDiagnostics())
    return LeftToPackaged;
  TheStep.Problems.FlushDiagnostics(Compiler->getDiagnostics());
  Compiler->LoadRequestedPlugins();
  const clang::FrontendOptions &Options = Compiler->getFrontendOpts();
  setLlvmOptions(Options.LLVMArgs);
  if (Compiler->getDiagnostics().hasErrorOccurred())
    return EXIT_FAILURE;
  auto *Action = actionFor(Options.ProgramAction).release();
  const bool IsDone = Compiler->ExecuteAction(*Action);
  outs().flush();
  return IsDone ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Returns null if the packaged clang is to report what is wrong.
static std::unique_ptr<Step> readArguments(const char *Executable,
                                           ArrayRef<const char *> Arguments) {
  auto Made = std::make_unique<Step>();
  clang::DiagnosticsEngine Engine(clang::DiagnosticIDs::create(),
                                  Made->PlainOptions, &Made->Problems,
                                  /*ShouldOwnClient=*/false);
  return CompilerInvocation::CreateFromArgs(*Made->Invocation, Arguments,
                                            Engine, Executable)
             ? std::move(Made)
             : nullptr;
}

PrepareStep ompjit::driver::compileSteps(const Locations &Paths) {
  if (!isPackagedOfSameBuild(Paths.PackagedBin))
    return {};
  return
      [TreeLib = Paths.TreeLib](const char *Executable,
                                ArrayRef<const char *> Arguments) -> StepWork {
        if (Arguments.empty() || StringRef(Arguments.front()) != "-cc1")
          return {};
        static const bool IsInitialized = (initializeTargets(), true);
        (void)IsInitialized;
        std::unique_ptr<Step> Read =
            readArguments(Executable, Arguments.drop_front());
        if (!Read || !isCompiledHere(*Read->Invocation, TreeLib))
          return {};
        return [Read = std::move(Read)] { return run(*Read); };
      };
}
