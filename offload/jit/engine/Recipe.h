//===- Recipe.h - Which arguments count, and what is loaded ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L1. A recipe says which arguments of a kernel are made constant, with which
// bits, and holds the kernels that are loaded on the device for their values.
// It is what a launch consults, so looking a kernel up takes neither lock nor
// allocation: a list whose nodes never change or move, with an atomic head.
//
// A recipe's arguments are fixed; when the tracker gives one up, the kernel
// gets a new recipe, and the old one stays for launches that are reading it.
//
// Private to the engine. find() may run in any thread beside publish();
// publish() is called under the kernel's lock.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_RECIPE_H
#define OMPJIT_JIT_RECIPE_H

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"
#include "ompjit/Plugin.h"

#include <atomic>
#include <memory>
#include <vector>

namespace ompjit::jit {

/// An argument that is made constant.
struct CountedArgument {
  uint32_t Index;
  uint64_t Mask; ///< Its demanded bits; the others may be garbage.
};

class Recipe {
public:
  explicit Recipe(std::vector<CountedArgument> Counted)
      : Counted(std::move(Counted)) {}
  ~Recipe();

  /// All scalars that can change what the kernel does; pointers and arguments
  /// that it does not look at never count.
  static std::vector<CountedArgument> scalarsOf(const PackageView &,
                                                const KernelInfo &);

  const std::vector<CountedArgument> &counted() const { return Counted; }

  /// The kernel that fits the arguments, or null.
  ompjit_kernel *find(void *const *Arguments) const {
    for (const Node *At = Newest.load(std::memory_order_acquire); At;
         At = At->Next.get())
      if (fits(*At, Arguments))
        return At->Kernel;
    return nullptr;
  }

  /// The arguments' values, reduced to the bits that count.
  std::vector<uint64_t> valuesOf(void *const *Arguments) const;
  /// The same as the compile service takes them.
  std::vector<ScalarValue> scalarsFor(const std::vector<uint64_t> &) const;

  /// Values of the kernel that was loaded last; null if none is.
  const std::vector<uint64_t> *newestValues() const {
    const Node *At = Newest.load(std::memory_order_acquire);
    return At ? &At->Values : nullptr;
  }

  void publish(std::vector<uint64_t> Values, ompjit_kernel *);

private:
  struct Node {
    std::vector<uint64_t> Values;
    ompjit_kernel *Kernel;
    std::unique_ptr<Node> Next;
  };

  bool fits(const Node &At, void *const *Arguments) const {
    const uint64_t *Value = At.Values.data();
    for (const CountedArgument &Argument : Counted)
      if ((uint64_t(Arguments[Argument.Index]) & Argument.Mask) != *Value++)
        return false;
    return true;
  }

  const std::vector<CountedArgument> Counted;
  std::unique_ptr<Node> Owner; ///< The newest node.
  std::atomic<const Node *> Newest{nullptr};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_RECIPE_H
