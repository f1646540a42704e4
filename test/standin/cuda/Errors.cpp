//===- Errors.cpp - The names and texts of errors -------------------------===//
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

struct ErrorRow {
  int Code;
  const char *Name;
  const char *Text;
};

constexpr ErrorRow Errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
#define DRIVER_ERROR(Code, Name, Text) {Code, "CUDA_ERROR_" #Name, Text},
#include "Errors.def"
#undef DRIVER_ERROR
};

Result find(Result Error, const char *ErrorRow::*Column, const char **Out) {
  *Out = nullptr;
  for (const ErrorRow &Row : Errors)
    if (Row.Code == Error)
      *Out = Row.*Column;
  return *Out ? Success : InvalidValue;
}

} // namespace

extern "C" {

Result cuGetErrorName(Result Error, const char **Name) {
  Call C("cuGetErrorName", Call::Nothing);
  return C.add("error", Error).run([&] {
    return find(Error, &ErrorRow::Name, Name);
  });
}

Result cuGetErrorString(Result Error, const char **Text) {
  Call C("cuGetErrorString", Call::Nothing);
  return C.add("error", Error).run([&] {
    return find(Error, &ErrorRow::Text, Text);
  });
}

} // extern "C"

} // namespace ompjit::standin
