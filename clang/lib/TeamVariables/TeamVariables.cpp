//===- TeamVariables.cpp - Variables with a copy for each team ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU, each team can have its own copy of a global or static variable: by
// `allocate` with omp_pteam_mem_alloc, where it is declared for the device, and
// from OpenMP 6.0 on by `groupprivate`. clang 22 places the former, but makes
// the host look for them on the device, where a team's copies cannot be found.
// It parses the latter directive and ignores it.
//
// libompjit-clang-team-variables.so, which the driver hands to `clang -cc1`,
// expresses the directives by others that clang implements:
//
// - The host and each device have a variable of their own, and the host does
//   not look for those of devices: `declare target` with the type of the device
//   that is compiled for.
// - For `groupprivate`, a GPU has it in the memory of each team: `allocate`.
//
// A device that is no GPU has no such memory, so that its teams share a
// groupprivate variable; a warning says so.
//
//===----------------------------------------------------------------------===//

#include "DeviceNumber.h"
#include "IndirectCalls.h"
#include "InteropClauses.h"
#include "SingleIterations.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Passes/PassBuilder.h"

using namespace clang;

namespace {

/// Hears of each variable right at its directive, before code uses it.
class Listener : public ASTMutationListener {
public:
  explicit Listener(CompilerInstance &Compiler)
      : Compiler(Compiler),
        IsForDevice(Compiler.getLangOpts().OpenMPIsTargetDevice) {}

  void DeclarationMarkedOpenMPGroupPrivate(const Decl *Marked) override;
  void DeclarationMarkedOpenMPAllocate(const Decl *Marked,
                                       const Attr *) override;
  void DeclarationMarkedOpenMPDeclareTarget(const Decl *Marked,
                                            const Attr *) override;

private:
  bool isForGpu() const;
  bool isNamedBefore(const VarDecl &Variable) const;
  void keepApart(VarDecl &Variable) const;
  void putIntoTeam(VarDecl &Variable) const;
  void refuseClause(const VarDecl &Variable) const;
  void report(DiagnosticsEngine::Level Level, const char *What,
              const VarDecl &Variable) const;

  CompilerInstance &Compiler;
  const bool IsForDevice;
};

class Consumer : public ASTConsumer {
public:
  explicit Consumer(CompilerInstance &Compiler)
      : Compiler(Compiler), Variables(Compiler) {}

  /// clang's class that passes events on to several listeners omits
  /// groupprivate. Code generation does not listen.
  void Initialize(ASTContext &Context) override {
    if (!Context.getASTMutationListener())
      Context.setASTMutationListener(&Variables);
  }
  bool HandleTopLevelDecl(DeclGroupRef Definitions) override {
    ompjit::keepInteropClauses(Compiler, Definitions);
    return true;
  }

private:
  CompilerInstance &Compiler;
  Listener Variables;
};

void findIndirectFunctions(llvm::PassBuilder &Builder) {
  Builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &Passes,
                                             llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) {
    Passes.addPass(ompjit::IndirectCallsPass());
  });
}

class Action : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    const llvm::Triple &Target = Compiler.getTarget().getTriple();
    if (Compiler.getLangOpts().OpenMPIsTargetDevice && !Target.isNVPTX() &&
        !Target.isAMDGPU())
      for (auto *Correct :
           {ompjit::knowDeviceNumber, ompjit::keepSingleIterations,
            findIndirectFunctions})
        Compiler.getCodeGenOpts().PassBuilderCallbacks.push_back(Correct);
    return std::make_unique<Consumer>(Compiler);
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

/// Returns the variable as one that can be changed, which listeners are not
/// meant to do.
static VarDecl *variable(const Decl *Marked) {
  return const_cast<VarDecl *>(dyn_cast<VarDecl>(Marked));
}

static bool isInTeamMemory(const VarDecl &Variable) {
  const auto *Allocate = Variable.getAttr<OMPAllocateDeclAttr>();
  return Variable.hasGlobalStorage() && Allocate &&
         Allocate->getAllocatorType() == OMPAllocateDeclAttr::OMPPTeamMemAlloc;
}

void Listener::DeclarationMarkedOpenMPGroupPrivate(const Decl *Marked) {
  VarDecl *Variable = variable(Marked);
  if (!Variable)
    return;
  if (isNamedBefore(*Variable))
    return refuseClause(*Variable);
  for (VarDecl *Each : Variable->redecls()) {
    keepApart(*Each);
    if (IsForDevice && isForGpu())
      putIntoTeam(*Each);
  }
  if (IsForDevice && !isForGpu())
    report(DiagnosticsEngine::Warning,
           "groupprivate variable %0 is shared by all teams on a device that "
           "is not a GPU",
           *Variable);
}

/// Without `declare target` a variable exists on the host only.
void Listener::DeclarationMarkedOpenMPAllocate(const Decl *Marked,
                                               const Attr *) {
  VarDecl *Variable = variable(Marked);
  if (!Variable || !isInTeamMemory(*Variable) ||
      !OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable))
    return;
  if (!isNamedBefore(*Variable))
    keepApart(*Variable);
  else if (isForGpu())
    refuseClause(*Variable);
}

void Listener::DeclarationMarkedOpenMPDeclareTarget(const Decl *Marked,
                                                    const Attr *) {
  VarDecl *Variable = variable(Marked);
  if (!Variable)
    return;
  if (Variable->hasAttr<OMPGroupPrivateDeclAttr>())
    refuseClause(*Variable);
  else if (isInTeamMemory(*Variable))
    keepApart(*Variable);
}

bool Listener::isForGpu() const {
  const llvm::Triple &Target = Compiler.getTarget().getTriple();
  return Target.isNVPTX() || Target.isAMDGPU();
}

/// Such a variable exists already. A variable between `begin declare target`
/// and its end has the location of that begin, and is still to be emitted.
bool Listener::isNamedBefore(const VarDecl &Variable) const {
  const auto Directive = OMPDeclareTargetDeclAttr::getLocation(&Variable);
  return Directive && Compiler.getSourceManager().isBeforeInTranslationUnit(
                          Variable.getFirstDecl()->getLocation(), *Directive);
}

/// Leaves the variable alone if the program limits it to some devices.
void Listener::keepApart(VarDecl &Variable) const {
  using Attribute = OMPDeclareTargetDeclAttr;
  if (const auto Devices = Attribute::getDeviceType(&Variable);
      Devices && *Devices != Attribute::DT_Any)
    return;
  Variable.dropAttr<Attribute>();
  Variable.addAttr(Attribute::CreateImplicit(
      Compiler.getASTContext(), Attribute::MT_Enter,
      IsForDevice ? Attribute::DT_NoHost : Attribute::DT_Host,
      /*IndirectExpr=*/nullptr, /*Indirect=*/false, /*Level=*/0,
      Variable.getSourceRange()));
}

void Listener::putIntoTeam(VarDecl &Variable) const {
  Variable.dropAttr<OMPAllocateDeclAttr>();
  Variable.addAttr(OMPAllocateDeclAttr::CreateImplicit(
      Compiler.getASTContext(), OMPAllocateDeclAttr::OMPPTeamMemAlloc,
      /*Allocator=*/nullptr, /*Alignment=*/nullptr, Variable.getSourceRange()));
}

void Listener::refuseClause(const VarDecl &Variable) const {
  report(DiagnosticsEngine::Error,
         Variable.hasAttr<OMPGroupPrivateDeclAttr>()
             ? "groupprivate variable %0 must not be in a clause of a "
               "'declare target' directive"
             : "the 'allocate' directive of %0 must come before the "
               "'declare target' directive that names it",
         Variable);
}

void Listener::report(DiagnosticsEngine::Level Level, const char *What,
                      const VarDecl &Variable) const {
  DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
  Diagnostics.Report(Variable.getLocation(),
                     Diagnostics.getDiagnosticIDs()->getCustomDiagID(
                         DiagnosticIDs::Level(Level), What))
      << &Variable;
}

static FrontendPluginRegistry::Add<Action>
    Registered("ompjit-team-variables", "gives each team its variables");
