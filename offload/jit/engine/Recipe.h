//===- Recipe.h - Which arguments count, and what is loaded ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L1. A recipe says which facts about a launch its images are compiled for, and
// holds the kernels that are loaded on the device for their values. It is what
// a launch consults, so looking a kernel up takes neither lock nor allocation:
// a list whose nodes never change or move, with an atomic head.
//
// While the image that a launch wants is being compiled, another kernel may
// stand in for it in the list.
//
// A recipe's facts are fixed; when the tracker gives one up, the kernel gets a
// new recipe, and the old one stays for launches that are reading it.
//
// Private to the engine. find() may run in any thread beside what changes the
// list, which is called under the kernel's lock.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_RECIPE_H
#define OMPJIT_JIT_RECIPE_H

#include "MappedRanges.h"
#include "ValueClasses.h"
#include "ompjit/CompileService.h"
#include "ompjit/Package.h"
#include "ompjit/Plugin.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace ompjit::jit {

/// A fact that images are compiled for.
struct CountedFact {
  FactName Name;
  uint64_t Mask; ///< Scalar: its demanded bits, the others may be garbage.
                 ///< Alignment: the powers of two that are worth knowing.
                 ///< Class: demanded bits, as well.
                 ///< KnownFields: those of the fields that are counted.
                 ///< Disjoint: pointers that the kernel accesses.
                 ///< NumDevices, DeviceNum, DebugKinds: the value itself.
  uint64_t Classes = 0; ///< Class: those that are told apart.
                        ///< Disjoint: pointers that the kernel writes through.
  uint32_t Index = 0;   ///< Field: the package's number for it.

  bool operator==(const CountedFact &) const = default;
};

inline bool isAlwaysKnown(FactKind Kind) {
  return Kind == FactKind::Scalar || Kind >= FactKind::NumDevices;
}

/// What a launch finds at the places of its kernel's fields.
struct FieldValues {
  uint64_t Known = 0; ///< A bit for each of the package's fields.
  uint64_t Values[package::MostFields]; ///< Only those are set.

  uint64_t operator[](uint32_t Index) const {
    return Known >> Index & 1 ? Values[Index] : 0;
  }
};

/// What a launch passes.
class LaunchValues {
public:
  LaunchValues(void *const *Arguments, ompjit_launch_size Size,
               uint32_t DynamicBytes = 0,
               std::span<const MappedRange> Ranges = {},
               uint32_t NumArguments = 0)
      : Arguments(Arguments), Size(Size), DynamicBytes(DynamicBytes),
        NumArguments(NumArguments), Ranges(Ranges) {}

  /// None is known at first.
  FieldValues &fields() { return Fields; }

  /// Whether the arguments and their ranges are all that facts depend on.
  bool isComparable() const { return NumArguments != 0 && Fields.Known == 0; }

  /// The fact's value; 0 means that nothing is known, unless the fact is known
  /// at every launch (isAlwaysKnown).
  uint64_t of(const CountedFact &Fact) const {
    switch (Fact.Name.Kind) {
    case FactKind::Scalar:
      return uint64_t(Arguments[Fact.Name.Parameter]) & Fact.Mask;
    case FactKind::Alignment:
      return alignmentOf(Arguments[Fact.Name.Parameter], Fact.Mask);
    case FactKind::Class:
      return classOf(uint64_t(Arguments[Fact.Name.Parameter]) & Fact.Mask,
                     Fact.Classes);
    case FactKind::Teams:
      return Size.num_teams;
    case FactKind::Threads:
      return Size.num_threads;
    case FactKind::Field:
      return Fields[Fact.Index];
    case FactKind::KnownFields:
      return Fields.Known & Fact.Mask;
    case FactKind::Disjoint:
      return Ranges.empty() ? 0 : disjointOf(Ranges, Fact.Mask, Fact.Classes);
    case FactKind::Extent:
      return Ranges.empty() ? 0
                            : extentOf(Arguments[Fact.Name.Parameter],
                                       Ranges[Fact.Name.Parameter]);
    case FactKind::NumDevices:
    case FactKind::DeviceNum:
    case FactKind::DebugKinds:
      return Fact.Mask;
    case FactKind::DynamicMemory:
      return DynamicBytes;
    }
    return 0;
  }

private:
  friend class LaunchCopy;

  /// \p Allowed: neighbouring powers of two.
  static uint64_t alignmentOf(const void *Pointer, uint64_t Allowed) {
    const uint64_t Most = Allowed & ~(Allowed >> 1);
    const uint64_t Bits = uint64_t(Pointer) | Most;
    return Bits & -Bits & Allowed;
  }

  void *const *Arguments;
  ompjit_launch_size Size;
  uint32_t DynamicBytes;
  uint32_t NumArguments;               ///< 0: not known.
  std::span<const MappedRange> Ranges; ///< Of each argument, or empty.
  FieldValues Fields;
};

/// What a launch passed. One that passes the same has the same facts, whatever
/// they are, and to compare words is quicker than to find out facts.
class LaunchCopy {
public:
  /// \p Of is comparable.
  explicit LaunchCopy(const LaunchValues &Of)
      : Size(Of.Size), DynamicBytes(Of.DynamicBytes),
        Arguments(Of.Arguments, Of.Arguments + Of.NumArguments),
        Ranges(Of.Ranges.begin(), Of.Ranges.end()) {}

  bool isLike(const LaunchValues &Launch) const {
    return Launch.isComparable() && Size.num_teams == Launch.Size.num_teams &&
           Size.num_threads == Launch.Size.num_threads &&
           DynamicBytes == Launch.DynamicBytes &&
           hasSameBytes(Arguments, {Launch.Arguments, Launch.NumArguments}) &&
           hasSameBytes(Ranges, Launch.Ranges);
  }

private:
  template <typename T>
  static bool hasSameBytes(const std::vector<T> &Own,
                           std::span<const T> Others) {
    static_assert(std::has_unique_object_representations_v<T>);
    return Own.size() == Others.size() &&
           (Own.empty() ||
            std::memcmp(Own.data(), Others.data(), Others.size_bytes()) == 0);
  }

  const ompjit_launch_size Size;
  const uint32_t DynamicBytes;
  const std::vector<void *> Arguments;
  const std::vector<MappedRange> Ranges;
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
  /// \p Counted ascends by name.
  explicit Recipe(std::vector<CountedFact> Counted)
      : Counted(std::move(Counted)) {}
  ~Recipe();

  const std::vector<CountedFact> &counted() const { return Counted; }

  /// Whether launches that are alike for \p Other are alike here.
  bool isImpliedBy(const Recipe &Other) const;

  /// What runs a launch.
  class Fit {
  public:
    explicit operator bool() const { return Kernel; }
    /// What it stands in for, or null.
    AwaitedImage *awaited() const { return Awaited; }
    ompjit_kernel *kernel() const { return Kernel; }
    const std::vector<uint64_t> &values() const { return At->Values; }
    /// Lets the like of this launch, which it fits, be found soon.
    void remember(const LaunchValues &Launch) const {
      if (!At->First.load(std::memory_order_relaxed) && Launch.isComparable())
        At->remember(Launch);
    }
    /// Notes that it is used at this time.
    void touch(uint64_t Now) const {
      if (At->LastUse.load(std::memory_order_relaxed) != Now)
        At->LastUse.store(Now, std::memory_order_relaxed);
    }

  private:
    friend class Recipe;
    explicit Fit(const Node *At) : At(At) {
      if (!At)
        return;
      Awaited = At->Awaited.load(std::memory_order_acquire);
      // Against forget(): LaunchWatch.h says why.
      Kernel = At->Kernel.load(std::memory_order_seq_cst);
    }
    const Node *At;
    AwaitedImage *Awaited = nullptr;
    ompjit_kernel *Kernel = nullptr;
  };

  Fit find(const LaunchValues &Launch) const {
    const Node *At = Newest.load(std::memory_order_acquire);
    while (At && !At->isKnown(Launch) && !fits(*At, Launch))
      At = At->Next.get();
    return Fit(At);
  }

  /// The facts' values, in the order of counted().
  std::vector<uint64_t> valuesOf(const LaunchValues &) const;
  /// What the compile service is told of these values.
  std::vector<Fact> facts(const std::vector<uint64_t> &Values) const;

  /// Which facts differ: places in counted(), other than that of the set of
  /// known fields, which stands for those that only one side knows.
  std::vector<size_t> differences(const std::vector<uint64_t> &Values,
                                  const std::vector<uint64_t> &Others) const;

  /// Of the kernels for other values, those that differ from \p Values in the
  /// fewest places, of equals the newest; null if there is none.
  const std::vector<uint64_t> *
  nearestOther(const std::vector<uint64_t> &Values) const;

  /// Takes the kernel away from launches to come, wherever it is.
  void forget(ompjit_kernel *);
  /// When it was used, or 0.
  uint64_t lastUse(const ompjit_kernel *) const;

  /// Gives launches with these values another kernel from now on.
  void replace(const std::vector<uint64_t> &Values, ompjit_kernel *);
  /// Takes the place of a stand-in.
  void publish(const std::vector<uint64_t> &Values, ompjit_kernel *);
  /// Unless there is a kernel for these values, other than a stand-in. \p For
  /// must stay.
  void publishStandIn(const std::vector<uint64_t> &Values, ompjit_kernel *,
                      AwaitedImage &For);

private:
  struct Node {
    const std::vector<uint64_t> Values;
    std::atomic<ompjit_kernel *> Kernel; ///< Null: forgotten.
    std::atomic<AwaitedImage *> Awaited;
    std::unique_ptr<Node> Next;
    mutable std::atomic<uint64_t> LastUse{0};
    /// A launch with these values; most programs repeat it. Null at first, then
    /// never changed.
    mutable std::atomic<const LaunchCopy *> First{nullptr};

    Node(std::vector<uint64_t> Values, ompjit_kernel *Kernel,
         AwaitedImage *Awaited, std::unique_ptr<Node> Next)
        : Values(std::move(Values)), Kernel(Kernel), Awaited(Awaited),
          Next(std::move(Next)) {}
    ~Node() { delete First.load(std::memory_order_relaxed); }

    bool isKnown(const LaunchValues &Launch) const {
      const LaunchCopy *Known = First.load(std::memory_order_acquire);
      return Known && Known->isLike(Launch);
    }
    void remember(const LaunchValues &) const;
  };

  uint64_t knownFields(const std::vector<uint64_t> &Values) const;
  Node *nodeOf(const std::vector<uint64_t> &Values) const;
  void push(const std::vector<uint64_t> &Values, ompjit_kernel *,
            AwaitedImage *);

  bool fits(const Node &At, const LaunchValues &Launch) const {
    const uint64_t *Value = At.Values.data();
    for (const CountedFact &Fact : Counted)
      if (Launch.of(Fact) != *Value++)
        return false;
    return true;
  }

  const std::vector<CountedFact> Counted;
  std::unique_ptr<Node> Owner; ///< The newest node.
  /// Nodes may be there for values without a kernel of their own.
  bool HasOpenNodes = false;
  std::atomic<const Node *> Newest{nullptr};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_RECIPE_H
