//===- ompjit/Remote/Address.h - The address of a remote cache ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The URL of a Redis server, as OMP_JIT_CACHE_REMOTE has it:
//
//   redis://[[user]:password@]host[:port][/database]
//
// User and password may have percent escapes; an IPv6 address is in brackets.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_REMOTE_ADDRESS_H
#define OMPJIT_REMOTE_ADDRESS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ompjit::remote {

struct Address {
  std::string Host;
  uint16_t Port = 6379;
  uint32_t Database = 0;
  std::string User;     ///< Empty: the server's default user.
  std::string Password; ///< Empty: none is sent.

  /// Returns the address without the password.
  std::string forPeople() const;

  friend bool operator==(const Address &, const Address &) = default;
};

/// Returns nothing if it is not such a URL.
std::optional<Address> parseAddress(std::string_view Url);

} // namespace ompjit::remote

#endif // OMPJIT_REMOTE_ADDRESS_H
