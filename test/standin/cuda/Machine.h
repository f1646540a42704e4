//===- Machine.h - The state of the stand-in ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One machine with its GPUs. Each runs on a virtual GPU, whose memory and
// threads it uses.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_MACHINE_H
#define OMPJIT_STANDIN_CUDA_MACHINE_H

#include "Abi.h"
#include "Model.h"
#include "ompjit/Plugins/WorkQueue.h"
#include "vgpu/Device.h"
#include "vgpu/Image.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ompjit::standin {

struct Context;

struct Gpu {
  Gpu(int Ordinal, int Model);

  const int Ordinal;
  const Model &Is;
  ompjit_device Virtual;
  Context *Primary = nullptr; ///< Null while nobody retains it.
  unsigned TimesRetained = 0;
  unsigned Flags = 0;
  std::atomic<uint64_t> UsedBytes = 0;
};

struct Stream {
  Handle Self = nullptr;
  Context *Of = nullptr;
  bool WaitsForDefault = true;
  std::shared_ptr<plugins::WorkQueue> Work;
};

/// A context. Destroyed ones are kept, because callers may still pass them.
struct Context {
  Handle Self = nullptr;
  Gpu *On = nullptr;
  bool IsDestroyed = false;
  std::atomic<int> Sticky = 0; ///< The error that all further calls return.
  Stream Default;
  std::vector<std::shared_ptr<Stream>> Going; ///< Destroyed, with work left.
  std::set<Context *> Peers;
  size_t Limits[3] = {1024, 1 << 20, 8 << 20};
  bool HasLaunched = false;
};

/// One recording of an event in a stream.
class Recording {
public:
  void finish();
  void wait();
  uint64_t whenNs(); ///< 0: not over.

private:
  std::mutex Mutex;
  std::condition_variable Over;
  uint64_t WhenNs = 0;
};

struct Event {
  Context *Of = nullptr;
  bool IsTimed = true;
  std::shared_ptr<Recording> Latest; ///< Null: never recorded.
};

struct Module;

struct Function {
  std::string Name;
  Module *Of = nullptr;
  uint32_t ParameterBytes = 0;
  uint32_t StaticSharedBytes = 0;
  uint32_t MaxThreads = 1024;
  uint32_t NumRegisters = 32;
  uint32_t LocalBytes = 0;
  uint32_t MaxDynamicShared = 0;
  std::vector<vgpu::ParameterRecord> Parameters;
  const ompjit_kernel *Lowered = nullptr; ///< Null: launches do nothing.
};

struct Variable {
  uintptr_t Address = 0;
  uint64_t Bytes = 0;
};

struct Module {
  Context *Of = nullptr;
  ompjit_image *Lowered = nullptr;
  std::map<std::string, std::shared_ptr<Function>> Functions;
  std::map<std::string, Variable> Variables;
  std::map<std::string, Handle> Handles; ///< Of functions asked for.
  std::vector<uintptr_t> Asked, Memory;  ///< Variables in the ranges; owned.
  std::atomic<uint64_t> NumRunning = 0;  ///< Launches.
};

struct Linker {
  Context *Of = nullptr;
  struct Log {
    char *Text = nullptr;
    size_t Bytes = 0;
    void **Used = nullptr; ///< Receives how many were written.
  };
  Log Errors, Infos;
  int Model = 0, OptimizationLevel = 4, MaxRegisters = 0;
  std::string Cubin;
};

struct Allocation {
  Gpu *On;
  uint64_t Bytes;
  unsigned TimesMapped;
  bool IsReleased;
};

/// Objects by handle. Handles are never reused.
template <typename T> class Book {
public:
  Handle add(std::shared_ptr<T> New, uint64_t &Next) {
    Handle Self = reinterpret_cast<Handle>(Next += 16);
    All[Self] = std::move(New);
    return Self;
  }
  std::shared_ptr<T> find(Handle Self) const {
    auto At = All.find(Self);
    return At == All.end() ? nullptr : At->second;
  }
  void remove(Handle Self) {
    All.erase(Self);
    Gone.insert(Self);
  }
  bool isGone(Handle Self) const { return Gone.count(Self); }

  std::map<Handle, std::shared_ptr<T>> All;

private:
  std::set<Handle> Gone;
};

enum class Place { Device, Managed, Host, Registered, Reserved, Variable };

/// Memory that the driver knows.
struct Range {
  uint64_t Bytes;
  Place Kind;
  Context *Of;
  uint64_t Number; ///< Unique among all ranges that ever existed.
};

struct Machine {
  static Machine &get();

  std::mutex Mutex; ///< Guards everything that is not atomic.
  bool IsOver = false;
  int InitialisedBy = 0; ///< The process.
  bool HasInjected = false;
  uint64_t NextHandle = 0x5d0000000000;
  uint64_t NextRange = 0;
  std::vector<std::unique_ptr<Gpu>> Gpus;
  std::vector<std::unique_ptr<Context>> Contexts;
  Book<Stream> Streams;
  Book<Event> Events;
  Book<Module> Modules;
  Book<Function> Functions;
  Book<Linker> Linkers;
  std::map<AllocationHandle, Allocation> Allocations;
  std::map<uintptr_t, AllocationHandle> Mapped;
  std::map<uintptr_t, Range> Ranges;
  std::map<uintptr_t, uint64_t> Reserved; ///< Reserved addresses, with or
                                          ///< without memory.
  std::unordered_map<std::string, uint64_t> Calls; ///< "*": of all functions.

  void initialise();
  Context *find(Handle Self) const;
  /// Returns null if the bytes are not all in one range.
  const Range *find(uintptr_t Begin, uint64_t Bytes) const;
  /// Returns a range that contains some of the bytes.
  const Range *findOverlap(uintptr_t Begin, uint64_t Bytes) const;
  void add(uintptr_t Begin, uint64_t Bytes, Place Kind, Context *Of);
  /// Describes an address, for messages.
  std::string describe(uintptr_t Address) const;

  /// Reports the objects that are left in a context that is destroyed, and
  /// frees them.
  void close(Context &Of);
  /// Removes the module's variables and code.
  void unload(Module &What);
};

/// The contexts of a thread, the current one last. It has no destructor,
/// because threads call the driver while they end.
class ContextStack {
public:
  bool empty() const { return Count == 0; }
  Handle back() const { return Items[Count - 1]; }
  /// Returns false if there are too many because the caller does not pop them.
  bool push(Handle New) {
    if (Count == std::size(Items))
      return false;
    Items[Count++] = New;
    return true;
  }
  void pop() { --Count; }

private:
  Handle Items[64];
  size_t Count = 0;
};

ContextStack &contextStack();

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_MACHINE_H
