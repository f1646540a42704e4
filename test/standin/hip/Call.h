//===- Call.h - A call of one of HIP's functions --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function begins with a Call, which fails if the test wants it to, and
// writes the log. run() holds the machine's lock while the function works; a
// function that has to wait releases it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HIP_CALL_H
#define OMPJIT_STANDIN_HIP_CALL_H

#include "Machine.h"

#include <mutex>
#include <string>

namespace ompjit::standin {

class Call {
public:
  explicit Call(const char *Name) : Name(Name) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  Call &add(const char *Argument, int Value);
  Call &add(const char *Argument, const Stream *Value);

  template <typename F> Status run(F Body) {
    Lock = std::unique_lock(M.Mutex);
    Status R = begin();
    if (R == Success)
      R = Body();
    return end(R);
  }

  /// Adds text to the log, after the result.
  void note(const std::string &Text) { Notes += " " + Text; }
  /// Reports a violation of the interface by the caller.
  [[gnu::format(printf, 3, 4)]] Status refuse(Status Why, const char *Format,
                                              ...);

  Machine &machine() { return M; }
  /// The lock of the running function, which is held.
  std::unique_lock<std::mutex> &lock() { return Lock; }

  /// Returns the stream, or null after a violation.
  Stream *find(const Stream *Self);
  /// Whether there is such a device; reports a violation if not.
  bool checkDevice(int Ordinal);

private:
  Status begin();
  Status end(Status R);
  void addText(const char *Argument, const std::string &Value);

  const char *Name;
  Machine &M = Machine::get();
  std::unique_lock<std::mutex> Lock;
  std::string Arguments, Notes;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HIP_CALL_H
