//===- Statuses.cpp - The texts of status codes ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"

namespace ompjit::standin {

namespace {

struct Row {
  int Code;
  const char *Text;
};

constexpr Row Rows[] = {
#define HSA_STATUS(Code, Name, Text) {Code, "HSA_STATUS_" #Name ": " Text},
#include "Statuses.def"
#undef HSA_STATUS
};

} // namespace

extern "C" {

Status hsa_status_string(Status Code, const char **Text) {
  Call C("hsa_status_string", Call::Nothing);
  return C.hex("code", uint64_t(Code)).run([&]() -> Status {
    if (!Text)
      return C.refuse(InvalidArgument, "there is no place for the text");
    for (const Row &Each : Rows)
      if (Each.Code == Code) {
        *Text = Each.Text;
        return Success;
      }
    return InvalidArgument;
  });
}

} // extern "C"

} // namespace ompjit::standin
