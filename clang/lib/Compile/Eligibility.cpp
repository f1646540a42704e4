//===- Eligibility.cpp - Which steps are compiled here --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Eligibility.h"

#include "ompjit/Targets.h"

#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using clang::CompilerInvocation;

/// Options of LLVM that the driver adds itself. Others may belong to what is
/// not linked in, such as Polly, or print something when clang ends.
static constexpr StringLiteral KnownOptions[] = {
    "-openmp-opt-disable", "-enable-memcpyopt-without-libcalls",
    "-nvvm-reflect-add=", "-ompjit-"};

static bool isLinkedIn(StringRef Name) {
  const Triple Target(Name);
  return ompjit::findTarget(Triple::getArchTypeName(Target.getArch()));
}

static bool isGeneration(clang::frontend::ActionKind Action) {
  switch (Action) {
  case clang::frontend::EmitAssembly:
  case clang::frontend::EmitBC:
  case clang::frontend::EmitLLVM:
  case clang::frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

/// Returns whether clang would report on itself, with counters and timers that
/// start with the process.
static bool reportsOnCompiler(const CompilerInvocation &Invocation) {
  const clang::FrontendOptions &Options = Invocation.getFrontendOpts();
  const clang::CodeGenOptions &Code = Invocation.getCodeGenOpts();
  return Options.ShowStats || !Options.StatsFile.empty() ||
         !Options.TimeTracePath.empty() || Code.TimePasses ||
         Code.TimePassesPerRun || Code.TimeTrace;
}

static bool hasOtherAction(const clang::FrontendOptions &Options) {
  return Options.ShowHelp || Options.ShowVersion ||
         Options.PrintSupportedCPUs || Options.PrintSupportedExtensions ||
         Options.PrintEnabledExtensions || Options.FixAndRecompile ||
         Options.EmitSymbolGraph || Options.UseClangIRPipeline ||
         !Options.ASTMergeFiles.empty() || !Options.AddPluginActions.empty();
}

static bool hasOtherLanguage(const clang::LangOptions &Language) {
  return Language.CUDA || Language.HIP || Language.OpenCL || Language.ObjC ||
         Language.HLSL || Language.SYCLIsDevice || Language.SYCLIsHost;
}

/// Files that hold a compiler's state are read by the very version that wrote
/// them.
static bool usesCompilerState(const CompilerInvocation &Invocation) {
  const clang::HeaderSearchOptions &Search = Invocation.getHeaderSearchOpts();
  return !Invocation.getPreprocessorOpts().ImplicitPCHInclude.empty() ||
         !Invocation.getFrontendOpts().ModuleFiles.empty() ||
         !Search.ModuleCachePath.empty() ||
         !Search.PrebuiltModuleFiles.empty() ||
         !Search.PrebuiltModulePaths.empty();
}

/// Returns whether the packaged clang can read the input once more if the step
/// crashes here.
static bool isFile(const clang::FrontendInputFile &Input) {
  return Input.isFile() && sys::fs::is_regular_file(Input.getFile());
}

bool ompjit::driver::isCompiledHere(const CompilerInvocation &Invocation,
                                    StringRef TreeLib) {
  const clang::FrontendOptions &Options = Invocation.getFrontendOpts();
  const auto IsOurs = [&](StringRef Plugin) {
    return sys::path::parent_path(Plugin) == TreeLib;
  };
  const auto IsKnown = [](StringRef Option) {
    return any_of(KnownOptions, [&](StringRef Known) {
      return Known.ends_with("=") || Known.ends_with("-")
                 ? Option.starts_with(Known)
                 : Option == Known;
    });
  };
  return isGeneration(Options.ProgramAction) && !hasOtherAction(Options) &&
         !reportsOnCompiler(Invocation) && !usesCompilerState(Invocation) &&
         all_of(Options.Inputs, isFile) &&
         !hasOtherLanguage(Invocation.getLangOpts()) &&
         isLinkedIn(Invocation.getTargetOpts().Triple) &&
         (Options.AuxTriple.empty() || isLinkedIn(Options.AuxTriple)) &&
         !Invocation.getHeaderSearchOpts().ResourceDir.empty() &&
         all_of(Options.Plugins, IsOurs) &&
         all_of(Invocation.getCodeGenOpts().PassPlugins, IsOurs) &&
         all_of(Options.LLVMArgs, IsKnown);
}
