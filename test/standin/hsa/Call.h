//===- Call.h - A call of one of the runtime's functions ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function begins with a Call, which does the common checks, fails if the
// test wants it to, and writes the log. run() holds the machine's lock while
// the function works; a function that has to wait releases it. Functions that
// return no status do not fail and are not in the log: they are called often,
// and in an order that differs from run to run.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_CALL_H
#define OMPJIT_STANDIN_HSA_CALL_H

#include "Machine.h"
#include "Report.h"

#include <mutex>
#include <string>
#include <type_traits>

namespace ompjit::standin {

class Call {
public:
  enum Needs {
    Nothing, ///< May be called before hsa_init.
    Runtime,
  };

  explicit Call(const char *Name, Needs What = Runtime)
      : Name(Name), What(What) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  Call &add(const char *Argument, const std::string &Value);
  template <typename T> Call &add(const char *Argument, T Value) {
    if constexpr (std::is_pointer_v<T>)
      return hex(Argument, reinterpret_cast<uintptr_t>(Value));
    else
      return add(Argument, std::to_string(Value));
  }
  Call &hex(const char *Argument, uint64_t Value) {
    return add(Argument, text("0x%zx", size_t(Value)));
  }
  Call &handle(const char *Argument, Handle Value) {
    return hex(Argument, Value.Value);
  }

  template <typename F> Status run(F Body) {
    Status R = begin();
    if (R == Success)
      R = Body();
    return end(R);
  }

  /// For functions without a status.
  template <typename T, typename F> T answer(T Otherwise, F Body) {
    if (!isHere())
      return Otherwise;
    Lock = std::unique_lock(M.Mutex);
    return Body();
  }

  /// Adds text to the log, after the result.
  void note(const std::string &Text) { Notes += " " + Text; }
  /// Reports a violation of the interface by the caller.
  [[gnu::format(printf, 3, 4)]] Status refuse(Status Why, const char *Format,
                                              ...);

  Machine &machine() { return M; }
  /// The lock of the running function, which is held.
  std::unique_lock<std::mutex> &lock() { return Lock; }

  /// Returns the object, or null after a violation.
  template <typename T>
  std::shared_ptr<T> find(const Book<T> &All, Handle Self, const char *Kind) {
    auto Found = All.find(Self.Value);
    if (!Found)
      refuse(InvalidArgument, "%s 0x%zx %s", Kind, size_t(Self.Value),
             All.isGone(Self.Value) ? "is destroyed" : "does not exist");
    return Found;
  }
  Agent *findAgent(Handle Self);
  Agent *findGpu(Handle Self);
  const Pool *findPool(Handle Self);
  std::shared_ptr<Queue> findQueue(const AqlQueue *Self);

private:
  bool isHere() const;
  Status begin();
  Status injected();
  Status end(Status R);

  const char *Name;
  const Needs What;
  Machine &M = Machine::get();
  std::unique_lock<std::mutex> Lock;
  std::string Arguments, Notes;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_CALL_H
