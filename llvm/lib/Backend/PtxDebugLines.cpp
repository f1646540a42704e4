//===- PtxDebugLines.cpp - Debug information that ptxas takes -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas takes the full debug information of code that is not optimised, in the
// form that clang gives it there; of other code it takes only lines. flang has
// one form for all targets: ptxas refuses it in optimised code and fails on two
// units of it, and LLVM's code generator crashes on line tables for ptxas.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

static bool isForPtxas(const DICompileUnit *Unit) {
  switch (Unit->getEmissionKind()) {
  case DICompileUnit::NoDebug:
  case DICompileUnit::DebugDirectivesOnly:
    return true;
  case DICompileUnit::LineTablesOnly:
    return false;
  case DICompileUnit::FullDebug:
    return !dwarf::isFortran(static_cast<dwarf::SourceLanguage>(
        Unit->getSourceLanguage().getName()));
  }
  return true;
}

/// Returns \p Unit with lines only, which become directives in the assembly.
static DICompileUnit *withDirectives(const DICompileUnit *Unit) {
  return DICompileUnit::getDistinct(
      Unit->getContext(), Unit->getSourceLanguage(), Unit->getFile(),
      Unit->getProducer(), Unit->isOptimized(), Unit->getFlags(),
      Unit->getRuntimeVersion(), Unit->getSplitDebugFilename(),
      DICompileUnit::DebugDirectivesOnly, /*EnumTypes=*/nullptr,
      /*RetainedTypes=*/nullptr, /*GlobalVariables=*/nullptr,
      /*ImportedEntities=*/nullptr, /*Macros=*/nullptr, Unit->getDWOId(),
      Unit->getSplitDebugInlining(), Unit->getDebugInfoForProfiling(),
      Unit->getNameTableKind(), Unit->getRangesBaseAddress(),
      Unit->getSysRoot(), Unit->getSDK());
}

bool keepLinesForPtx(Module &M) {
  if (all_of(M.debug_compile_units(), isForPtxas))
    return false;
  stripNonLineTableDebugInfo(M);
  DenseMap<DICompileUnit *, DICompileUnit *> Replacements;
  for (DICompileUnit *Unit : M.debug_compile_units())
    Replacements[Unit] = withDirectives(Unit);
  DebugInfoFinder Found;
  Found.processModule(M);
  for (DISubprogram *Function : Found.subprograms())
    if (DICompileUnit *Unit = Replacements.lookup(Function->getUnit()))
      Function->replaceUnit(Unit);
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  for (unsigned I = 0; I < Units->getNumOperands(); ++I)
    if (DICompileUnit *Unit =
            Replacements.lookup(cast<DICompileUnit>(Units->getOperand(I))))
      Units->setOperand(I, Unit);
  return true;
}

} // namespace ompjit
