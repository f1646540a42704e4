//===- BoundKernels.cpp - Kernels with bound functions --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundKernels.h"

#include "LinkedPackage.h"
#include "report/RequestText.h"

#include "ompjit/Support/LoadedFile.h"

using namespace ompjit;
using namespace ompjit::jit;

/// A kernel, and what it uses.
struct BoundKernels::Bound {
  Bound(EngineContext &Engine, const Device &Target,
        const LoadedBase &OfProgram, std::unique_ptr<const std::string> Linked,
        const PackageView &View, std::string Names)
      : Bytes(std::move(Linked)),
        Package(std::make_shared<SharedPackage>(
            View, libraryAround(View.bytes().data()), std::move(Names))),
        Base{OfProgram.Image ? BaseContent::State : BaseContent::Nothing,
             OfProgram.Image},
        History(Engine.Source, Package, requestFor(Target, Engine.Chosen)),
        Only(Engine, Package, Target, Base, History, View.kernel(0)) {}
  /// Compiles in the background may be about to read the bytes.
  ~Bound() { Package->close(); }
  Bound(const Bound &) = delete;
  Bound &operator=(const Bound &) = delete;

  const std::unique_ptr<const std::string> Bytes;
  const std::shared_ptr<SharedPackage> Package;
  const LoadedBase Base;
  TrackerHistory History;
  KernelImpl Only;
};

BoundKernels::BoundKernels(EngineContext &Engine, const Device &Target,
                           const LoadedBase &Base)
    : Engine(Engine), Target(Target), Base(Base) {}

BoundKernels::~BoundKernels() = default;

Kernel *BoundKernels::find(const Key &Wanted) {
  const GatedLock Lock(Engine.Process, Guard);
  auto Place = All.find(Wanted);
  return Place == All.end() ? nullptr : &Place->second->Only;
}

Result<Kernel *> BoundKernels::bind(const PackageView &Binding,
                                    const std::string &Symbol) {
  Key Wanted(Binding.digest(), Symbol);
  if (Kernel *Known = find(Wanted))
    return Known;
  Result<std::string> Linked = linkPackage(Engine, Binding, Symbol);
  if (!Linked)
    return Linked.takeError();
  // The view is of bytes that stay where they are.
  auto Bytes = std::make_unique<std::string>(std::move(*Linked));
  Result<PackageView> View = PackageView::parse(*Bytes);
  if (!View)
    return View.takeError();
  if (View->numKernels() != 1)
    return Error("what was linked for the kernel '" + Symbol +
                 "' is not one kernel");
  auto New = std::make_unique<Bound>(Engine, Target, Base, std::move(Bytes),
                                     *View, boundText(Binding));
  const GatedLock Lock(Engine.Process, Guard);
  // Another thread may have been first.
  return &All.try_emplace(std::move(Wanted), std::move(New))
              .first->second->Only;
}

void BoundKernels::saveHistory() {
  const GatedLock Lock(Engine.Process, Guard);
  for (const auto &[Which, Each] : All) {
    Each->Only.remember();
    Each->History.save();
  }
}
