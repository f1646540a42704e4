//===- InteropClauses.cpp - Clauses of interop constructs -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InteropClauses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace {

constexpr char PreferName[] = "__ompjit_interop_prefer";

/// The list is passed as one number with a byte for each preference, the first
/// one in the lowest byte.
constexpr unsigned BitsOfOne = 8, MaxPreferences = 8;

/// Returns the number of a foreign runtime in OpenMP's "Additional
/// Definitions", or 0 for an unknown name.
uint64_t numberOf(StringRef Runtime) {
  return llvm::StringSwitch<uint64_t>(Runtime)
      .Case("cuda", 1)
      .Case("cuda_driver", 2)
      .Case("opencl", 3)
      .Case("sycl", 4)
      .Case("hip", 5)
      .Case("level_zero", 6)
      .Case("hsa", 7)
      .Default(0);
}

uint64_t numberOf(const Expr &Preference, const ASTContext &Context) {
  if (const auto *Name =
          dyn_cast<StringLiteral>(Preference.IgnoreParenImpCasts()))
    return Name->isOrdinary() ? numberOf(Name->getString()) : 0;
  Expr::EvalResult Value;
  if (Preference.isValueDependent() ||
      !Preference.EvaluateAsInt(Value, Context))
    return 0;
  const llvm::APSInt Number = Value.Val.getInt();
  return Number.isNegative() || Number.ugt(0xff) ? 0 : Number.getZExtValue();
}

uint64_t listOf(const OMPInitClause &Init, const ASTContext &Context) {
  uint64_t List = 0;
  unsigned Count = 0;
  for (const Expr *Each : Init.prefs())
    if (const uint64_t Number = numberOf(*Each, Context);
        Number && Count < MaxPreferences)
      List |= Number << BitsOfOne * Count++;
  return List;
}

/// Visits definitions and replaces directives by other statements.
class Rewriter : public DynamicRecursiveASTVisitor {
public:
  explicit Rewriter(ASTContext &Context) : Context(Context) {
    ShouldVisitImplicitCode = true;
  }

  /// Leaves templates as they are, because their instantiations are visited
  /// too.
  bool TraverseDecl(Decl *Definition) override {
    const auto *Scope = dyn_cast_or_null<DeclContext>(Definition);
    return (Scope && Scope->isDependentContext()) ||
           DynamicRecursiveASTVisitor::TraverseDecl(Definition);
  }

  bool VisitStmt(Stmt *Parent) override {
    for (Stmt *&Child : Parent->children())
      if (auto *Directive = dyn_cast_or_null<OMPInteropDirective>(Child);
          Directive && Seen.insert(Directive).second)
        Child = rewritten(*Directive);
    return true;
  }

private:
  Stmt *rewritten(OMPInteropDirective &);
  OMPInteropDirective &withQueues(OMPInteropDirective &);
  Expr *preferenceCall(uint64_t List, SourceLocation);

  ASTContext &Context;
  llvm::SmallPtrSet<const Stmt *, 8> Seen;
  FunctionDecl *Prefer = nullptr;
};

/// Returns the same directive, with only `targetsync` where it also has
/// `target`.
OMPInteropDirective &Rewriter::withQueues(OMPInteropDirective &Directive) {
  SmallVector<OMPClause *> Clauses;
  bool HasBoth = false;
  for (OMPClause *Each : Directive.clauses()) {
    auto *Init = dyn_cast<OMPInitClause>(Each);
    if (Init && Init->getIsTarget() && Init->getIsTargetSync()) {
      HasBoth = true;
      OMPInteropInfo Info(/*IsTarget=*/false, /*IsTargetSync=*/true);
      Info.PreferTypes.assign(Init->prefs().begin(), Init->prefs().end());
      Each = OMPInitClause::Create(Context, Init->getInteropVar(), Info,
                                   Init->getBeginLoc(), Init->getLParenLoc(),
                                   Init->getVarLoc(), Init->getEndLoc());
    }
    Clauses.push_back(Each);
  }
  if (!HasBoth)
    return Directive;
  auto *New = OMPInteropDirective::Create(Context, Directive.getBeginLoc(),
                                          Directive.getEndLoc(), Clauses);
  Seen.insert(New);
  return *New;
}

Stmt *Rewriter::rewritten(OMPInteropDirective &Old) {
  OMPInteropDirective &Directive = withQueues(Old);
  // The construct makes its objects in the order of the clauses.
  SmallVector<uint64_t> Lists;
  for (const auto *Init : Directive.getClausesOfKind<OMPInitClause>())
    Lists.push_back(listOf(*Init, Context));
  if (llvm::all_of(Lists, [](uint64_t List) { return List == 0; }))
    return &Directive;
  SmallVector<Stmt *> Statements;
  for (const uint64_t List : Lists)
    Statements.push_back(preferenceCall(List, Directive.getBeginLoc()));
  Statements.push_back(&Directive);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(),
                              Directive.getBeginLoc(), Directive.getEndLoc());
}

Expr *Rewriter::preferenceCall(uint64_t List, SourceLocation At) {
  const QualType Number = Context.UnsignedLongLongTy;
  if (!Prefer) {
    const QualType Type = Context.getFunctionType(
        Context.VoidTy, Number, FunctionProtoType::ExtProtoInfo());
    Prefer = FunctionDecl::Create(Context, Context.getTranslationUnitDecl(), At,
                                  At, &Context.Idents.get(PreferName), Type,
                                  /*TInfo=*/nullptr, SC_Extern);
    Prefer->setImplicit();
    Prefer->setParams(ParmVarDecl::Create(Context, Prefer, At, At,
                                          /*Id=*/nullptr, Number,
                                          /*TInfo=*/nullptr, SC_None,
                                          /*DefArg=*/nullptr));
    Prefer->addAttr(AsmLabelAttr::CreateImplicit(Context, PreferName));
    Prefer->addAttr(NoThrowAttr::CreateImplicit(Context));
  }
  auto *Name = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                                   SourceLocation(), Prefer,
                                   /*RefersToEnclosingVariableOrCapture=*/false,
                                   At, Prefer->getType(), VK_LValue);
  auto *Callee = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Prefer->getType()),
      CK_FunctionToPointerDecay, Name, /*BasePath=*/nullptr, VK_PRValue,
      FPOptionsOverride());
  auto *Argument =
      IntegerLiteral::Create(Context, llvm::APInt(64, List), Number, At);
  return CallExpr::Create(Context, Callee, {Argument}, Context.VoidTy,
                          VK_PRValue, At, FPOptionsOverride());
}

} // namespace

void ompjit::keepInteropClauses(CompilerInstance &Compiler,
                                const DeclGroupRef &Definitions) {
  ASTContext &Context = Compiler.getASTContext();
  // The preprocessor has no identifier for a word that no directive of the file
  // uses.
  if (!Context.getLangOpts().OpenMP ||
      Context.Idents.find("interop") == Context.Idents.end())
    return;
  Rewriter Rewriting(Context);
  for (Decl *Each : Definitions)
    Rewriting.TraverseDecl(Each);
}
