//===- Facts.cpp - What an image takes for granted of a launch ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Facts.h"

namespace ompjit {

std::string FactName::describe() const {
  const std::string Subject = "parameter " + std::to_string(Parameter);
  switch (Kind) {
  case FactKind::Scalar:
    return Subject;
  case FactKind::Alignment:
    return "the alignment of " + Subject;
  case FactKind::Class:
    return "the class of " + Subject;
  case FactKind::Teams:
    return "the number of teams";
  case FactKind::Threads:
    return "the number of threads";
  case FactKind::Field:
    return "the " + std::to_string(WidthBits) + " bits at offset " +
           std::to_string(OffsetBytes) + " behind " + Subject;
  case FactKind::KnownFields:
    return "the set of known fields";
  case FactKind::Disjoint:
    return "the set of pointers that do not overlap";
  case FactKind::Extent:
    return "the memory behind " + Subject;
  case FactKind::NumDevices:
    return "the number of devices";
  case FactKind::DeviceNum:
    return "the number of the device";
  case FactKind::DebugKinds:
    return "what the device runtime tells";
  case FactKind::DynamicMemory:
    return "the size of dynamic memory";
  }
  return "";
}

std::string FactName::shortName() const {
  const std::string Subject = std::to_string(Parameter);
  switch (Kind) {
  case FactKind::Scalar:
    return Subject;
  case FactKind::Alignment:
    return "align(" + Subject + ")";
  case FactKind::Class:
    return "class(" + Subject + ")";
  case FactKind::Teams:
    return "teams";
  case FactKind::Threads:
    return "threads";
  case FactKind::Field:
    return "field(" + Subject + "+" + std::to_string(OffsetBytes) + ":" +
           std::to_string(WidthBits) + ")";
  case FactKind::KnownFields:
    return "fields";
  case FactKind::Disjoint:
    return "disjoint";
  case FactKind::Extent:
    return "extent(" + Subject + ")";
  case FactKind::NumDevices:
    return "devices";
  case FactKind::DeviceNum:
    return "device";
  case FactKind::DebugKinds:
    return "debug";
  case FactKind::DynamicMemory:
    return "dynamic";
  }
  return "";
}

} // namespace ompjit
