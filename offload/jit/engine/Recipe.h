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
// The number of teams and of threads of a launch count as arguments, too.
// It is what a launch consults, so looking a kernel up takes neither lock nor
// allocation: a list whose nodes never change or move, with an atomic head.
//
// While the image that a launch wants is being compiled, another kernel may
// stand in for it in the list.
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

/// Indices beyond those of arguments.
constexpr uint32_t TeamsIndex = 0xfffffffe, ThreadsIndex = 0xffffffff;

/// "parameter 3", "the number of teams".
std::string nameOfArgument(uint32_t Index);

/// An argument that is made constant.
struct CountedArgument {
  uint32_t Index;
  uint64_t Mask; ///< Its demanded bits; the others may be garbage.
};

/// What a launch passes.
class LaunchValues {
public:
  LaunchValues(void *const *Arguments, ompjit_launch_size Size)
      : Arguments(Arguments), Size(Size) {}

  uint64_t operator[](uint32_t Index) const {
    if (Index < TeamsIndex)
      return uint64_t(Arguments[Index]);
    return Index == TeamsIndex ? Size.num_teams : Size.num_threads;
  }

private:
  void *const *Arguments;
  ompjit_launch_size Size;
};

/// An image that a kernel stands in for. Thread-safe.
class AwaitedImage {
public:
  /// Whether the next launch should look what has become of it.
  bool hasNews() const { return News.load(std::memory_order_acquire); }
  void setNews(bool Is) { News.store(Is, std::memory_order_release); }

  /// Launches that did without it.
  uint64_t launches() const { return Launches.load(std::memory_order_relaxed); }
  void countLaunch() { Launches.fetch_add(1, std::memory_order_relaxed); }

private:
  std::atomic<bool> News{false};
  std::atomic<uint64_t> Launches{0};
};

class Recipe {
  struct Node;

public:
  explicit Recipe(std::vector<CountedArgument> Counted)
      : Counted(std::move(Counted)) {}
  ~Recipe();

  /// All scalars that can change what the kernel does; pointers and arguments
  /// that it does not look at never count.
  static std::vector<CountedArgument> scalarsOf(const PackageView &,
                                                const KernelInfo &);

  const std::vector<CountedArgument> &counted() const { return Counted; }

  /// What runs a launch.
  class Fit {
  public:
    explicit operator bool() const { return At; }
    /// What it stands in for, or null. To be asked before kernel().
    AwaitedImage *awaited() const {
      return At->Awaited.load(std::memory_order_acquire);
    }
    ompjit_kernel *kernel() const {
      return At ? At->Kernel.load(std::memory_order_relaxed) : nullptr;
    }

  private:
    friend class Recipe;
    explicit Fit(const Node *At) : At(At) {}
    const Node *At;
  };

  Fit find(const LaunchValues &Launch) const {
    const Node *At = Newest.load(std::memory_order_acquire);
    while (At && !fits(*At, Launch))
      At = At->Next.get();
    return Fit(At);
  }

  /// The arguments' values, reduced to the bits that count.
  std::vector<uint64_t> valuesOf(const LaunchValues &) const;
  /// Asks the compile service for these values.
  void request(const std::vector<uint64_t> &, CompileRequest &) const;

  /// Values of the kernel that was loaded last; null if none is.
  const std::vector<uint64_t> *newestValues() const {
    const Node *At = Newest.load(std::memory_order_acquire);
    return At ? &At->Values : nullptr;
  }

  /// Takes the place of a stand-in.
  void publish(const std::vector<uint64_t> &Values, ompjit_kernel *);
  /// Unless there is a kernel for these values. \p For must stay.
  void publishStandIn(const std::vector<uint64_t> &Values, ompjit_kernel *,
                      AwaitedImage &For);

private:
  struct Node {
    const std::vector<uint64_t> Values;
    std::atomic<ompjit_kernel *> Kernel;
    std::atomic<AwaitedImage *> Awaited;
    std::unique_ptr<Node> Next;
  };

  Node *nodeOf(const std::vector<uint64_t> &Values) const;
  void push(const std::vector<uint64_t> &Values, ompjit_kernel *,
            AwaitedImage *);

  bool fits(const Node &At, const LaunchValues &Launch) const {
    const uint64_t *Value = At.Values.data();
    for (const CountedArgument &Argument : Counted)
      if ((Launch[Argument.Index] & Argument.Mask) != *Value++)
        return false;
    return true;
  }

  const std::vector<CountedArgument> Counted;
  std::unique_ptr<Node> Owner; ///< The newest node.
  bool HasStandIns = false;    ///< Or had.
  std::atomic<const Node *> Newest{nullptr};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_RECIPE_H
