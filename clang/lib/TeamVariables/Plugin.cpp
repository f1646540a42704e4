//===- Plugin.cpp - Corrections of the host's code ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for the host is optimised in a job of its own, which has no front end
// for an action to hook into.
//
//===----------------------------------------------------------------------===//

#include "DeviceNumber.h"
#include "LoopTeams.h"
#include "SingleIterations.h"
#include "StridedUpdates.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

static void correctHostCode(PassBuilder &Builder) {
  ompjit::knowDeviceNumber(Builder); // In flang's code for the host device.
  ompjit::passNumTeams(Builder);
  ompjit::correctStridedUpdates(Builder);
  ompjit::keepSingleIterations(Builder);
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-host-code", "22.1", correctHostCode};
}
