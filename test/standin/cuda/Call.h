//===- Call.h - A call of one of the driver's functions -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function begins with a Call, which does the common checks, fails if the
// test wants it to, and writes the log. run() holds the machine's lock while
// the function works; a function that has to wait releases it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_CALL_H
#define OMPJIT_STANDIN_CUDA_CALL_H

#include "Machine.h"
#include "Report.h"

#include <mutex>
#include <string>
#include <type_traits>

namespace ompjit::standin {

/// Whether all later calls in the context return the error, too.
bool isSticky(int Error);

class Call {
public:
  enum Needs {
    Nothing, ///< May be called before cuInit.
    Driver,
    Current, ///< A current context that has not failed.
    Alive,   ///< A current context that may have failed.
  };

  Call(const char *Name, Needs What) : Name(Name), What(What) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  Call &add(const char *Argument, const std::string &Value);
  template <typename T> Call &add(const char *Argument, T Value) {
    if constexpr (std::is_pointer_v<T>)
      return add(Argument,
                 text("%p", const_cast<const void *>(
                                static_cast<const volatile void *>(Value))));
    else
      return add(Argument, std::to_string(Value));
  }
  Call &address(const char *Argument, uintptr_t Value) {
    return add(Argument, text("0x%zx", size_t(Value)));
  }

  template <typename F> Result run(F Body) {
    Result R = begin();
    if (R == Success)
      R = Body();
    return end(R);
  }

  /// Adds text to the log, after the result.
  void note(const std::string &Text) { Notes += " " + Text; }
  /// Reports a violation of the interface by the caller.
  [[gnu::format(printf, 3, 4)]] Result refuse(Result Why, const char *Format,
                                              ...);

  Context &context() { return *Of; }
  Machine &machine() { return M; }
  /// The lock of the running function, which is held.
  std::unique_lock<std::mutex> &lock() { return Lock; }

  /// Returns the object, or null after a violation.
  template <typename T>
  std::shared_ptr<T> find(const Book<T> &All, Handle Self, const char *Kind) {
    auto Found = All.find(Self);
    if (!Found)
      refuse(InvalidHandle, "%s %p %s", Kind, Self,
             All.isGone(Self) ? "is destroyed" : "does not exist");
    return Found;
  }
  /// The same for an object of the current context.
  template <typename T>
  std::shared_ptr<T> findHere(const Book<T> &All, Handle Self,
                              const char *Kind) {
    auto Found = find(All, Self, Kind);
    if (Found && Found->Of != Of) {
      refuse(InvalidContext, "%s %p belongs to another context", Kind, Self);
      return nullptr;
    }
    return Found;
  }
  Gpu *findGpu(DeviceNumber Number);

private:
  Result begin();
  Result check();
  Result injected();
  Result end(Result R);

  const char *Name;
  const Needs What;
  Machine &M = Machine::get();
  std::unique_lock<std::mutex> Lock;
  Context *Of = nullptr;
  std::string Arguments, Notes;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_CALL_H
