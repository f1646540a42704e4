//===- Environment.cpp - CC_* variables of clang's driver -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include "clang/Driver/Driver.h"

#include <cstdlib>

using namespace ompjit::driver;
using clang::driver::Driver;

/// Returns whether a feature is requested, and sets the file if one is named
/// for it.
static bool isOn(const char *Feature, const char *FileVariable,
                 std::string &FileName) {
  if (!getenv(Feature))
    return false;
  if (const char *Name = getenv(FileVariable))
    FileName = Name;
  return true;
}

static bool readHeaderSettings(Driver &Driver) {
  if (isOn("CC_PRINT_HEADERS", "CC_PRINT_HEADERS_FILE",
           Driver.CCPrintHeadersFilename)) {
    Driver.CCPrintHeadersFormat = clang::HIFMT_Textual;
    return true;
  }
  const char *Format = getenv("CC_PRINT_HEADERS_FORMAT");
  if (!Format)
    return true;
  Driver.CCPrintHeadersFormat = clang::stringToHeaderIncludeFormatKind(Format);
  if (const char *File = getenv("CC_PRINT_HEADERS_FILE"))
    Driver.CCPrintHeadersFilename = File;
  const char *Filter = getenv("CC_PRINT_HEADERS_FILTERING");
  return Driver.CCPrintHeadersFormat != clang::HIFMT_None && Filter &&
         clang::stringToHeaderIncludeFiltering(Filter,
                                               Driver.CCPrintHeadersFiltering);
}

bool ompjit::driver::readEnvironment(Driver &Driver) {
  Driver.CCPrintOptions = isOn("CC_PRINT_OPTIONS", "CC_PRINT_OPTIONS_FILE",
                               Driver.CCPrintOptionsFilename);
  Driver.CCLogDiagnostics =
      isOn("CC_LOG_DIAGNOSTICS", "CC_LOG_DIAGNOSTICS_FILE",
           Driver.CCLogDiagnosticsFilename);
  Driver.CCPrintProcessStats =
      isOn("CC_PRINT_PROC_STAT", "CC_PRINT_PROC_STAT_FILE",
           Driver.CCPrintStatReportFilename);
  Driver.CCPrintInternalStats =
      isOn("CC_PRINT_INTERNAL_STAT", "CC_PRINT_INTERNAL_STAT_FILE",
           Driver.CCPrintInternalStatReportFilename);
  return readHeaderSettings(Driver);
}
