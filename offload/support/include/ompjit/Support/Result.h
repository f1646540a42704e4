//===- Result.h - Errors as values, without LLVM --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Error and Result<T>, the return types of everything in the runtime that can
// fail. An Error carries one sentence for the user: what was being done, to
// what, and why it failed. A caller that knows more adds it with context().
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_RESULT_H
#define OMPJIT_SUPPORT_RESULT_H

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace ompjit {

/// A failure. Always holds a message; "no error" is expressed by Result.
class [[nodiscard]] Error {
public:
  explicit Error(std::string Message) : Message(std::move(Message)) {}

  const std::string &message() const { return Message; }

  /// Puts "<What>: " before the message.
  Error context(const std::string &What) && {
    return Error(What + ": " + Message);
  }

private:
  std::string Message;
};

/// Either a T or an Error.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T Value) : Storage(std::move(Value)) {}
  Result(Error Failure) : Storage(std::move(Failure)) {}

  explicit operator bool() const { return Storage.index() == 0; }

  T &operator*() {
    assert(*this && "no value");
    return *std::get_if<0>(&Storage);
  }
  const T &operator*() const {
    assert(*this && "no value");
    return *std::get_if<0>(&Storage);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  const Error &error() const {
    assert(!*this && "no error");
    return *std::get_if<1>(&Storage);
  }
  Error takeError() {
    assert(!*this && "no error");
    return std::move(*std::get_if<1>(&Storage));
  }

private:
  std::variant<T, Error> Storage;
};

/// The value of an operation that returns nothing, but may fail.
struct Done {};
using Status = Result<Done>;

} // namespace ompjit

#endif // OMPJIT_SUPPORT_RESULT_H
