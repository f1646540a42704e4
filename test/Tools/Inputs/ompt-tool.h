//===- ompt-tool.h - A tool that prints the device events of its program --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints no address, so that two runs can be compared: a host address has the
// name that the program gave it, or "host"; an address of a device is "device".
// TOOL says which callbacks are registered: e for those with EMI, n for those
// without, m for target_map.
//
//===----------------------------------------------------------------------===//

#include <omp-tools.h>
#include <omp.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct NamedPlace {
  const void *Place;
  const char *Name;
};
static NamedPlace Places[8];

/// What a tool is told at its start need not be the final number.
static int HostNumber = -2;

/// Gives a host address a name in the output.
static void namePlace(const void *Place, const char *Name) {
  HostNumber = omp_get_initial_device();
  for (NamedPlace &Each : Places)
    if (!Each.Place || Each.Place == Place) {
      Each = {Place, Name};
      return;
    }
}

static const char *nameOf(const void *Place, bool IsHost) {
  if (!Place)
    return "0";
  for (const NamedPlace &Each : Places)
    if (Each.Place == Place)
      return Each.Name;
  return IsHost ? "host" : "device";
}

/// Code addresses are numbered in the order of their appearance.
static int numberOf(const void *Code) {
  static const void *Seen[100];
  int I = 0;
  while (Seen[I] && Seen[I] != Code)
    ++I;
  Seen[I] = Code;
  return Code ? I : -1;
}

static const char *nameOf(ompt_scope_endpoint_t Where) {
  return Where == ompt_scope_begin ? "begin" : "end";
}

static uint64_t LastId;

static void onInitialize(int Device, const char *Type, ompt_device_t *Handle,
                         ompt_function_lookup_t, const char *) {
  printf("initialize %d type=%d handle=%d\n", Device, Type != nullptr,
         Handle != nullptr);
}
static void onFinalize(int Device) { printf("finalize %d\n", Device); }
static void onLoad(int Device, const char *, int64_t, void *, size_t Bytes,
                   void *Host, void *, uint64_t Module) {
  printf("load %d bytes=%d host=%d module=%d\n", Device, Bytes != 0,
         Host != nullptr, int(Module));
}
static void onUnload(int Device, uint64_t Module) {
  printf("unload %d module=%d\n", Device, int(Module));
}

static void onTargetEmi(ompt_target_t Kind, ompt_scope_endpoint_t Where,
                        int Device, ompt_data_t *Task, ompt_data_t *TargetTask,
                        ompt_data_t *Target, const void *Code) {
  if (Where == ompt_scope_begin)
    Target->value = ++LastId;
  printf("target_emi %d %s device=%d task=%d,%d target=%d code=%d\n", Kind,
         nameOf(Where), Device, Task != nullptr, TargetTask != nullptr,
         int(Target->value), numberOf(Code));
}
static void onDataEmi(ompt_scope_endpoint_t Where, ompt_data_t *TargetTask,
                      ompt_data_t *Target, ompt_id_t *HostOp,
                      ompt_target_data_op_t Kind, void *From, int FromDevice,
                      void *To, int ToDevice, size_t Bytes, const void *Code) {
  if (Where == ompt_scope_begin)
    *HostOp = ++LastId;
  printf("  data_emi %d %s task=%d target=%d op=%d %s/%d %s/%d %zu code=%d\n",
         Kind, nameOf(Where), TargetTask != nullptr, int(Target->value),
         int(*HostOp), nameOf(From, FromDevice == HostNumber), FromDevice,
         nameOf(To, ToDevice == HostNumber), ToDevice, Bytes, numberOf(Code));
}
static void onSubmitEmi(ompt_scope_endpoint_t Where, ompt_data_t *Target,
                        ompt_id_t *HostOp, unsigned Teams) {
  if (Where == ompt_scope_begin)
    *HostOp = ++LastId;
  printf("  submit_emi %s target=%d op=%d teams=%u\n", nameOf(Where),
         int(Target->value), int(*HostOp), Teams);
}

static void printItems(unsigned Count, void **Host, void **Device,
                       size_t *Bytes, unsigned *Flags) {
  for (unsigned I = 0; I < Count; ++I)
    printf(" [%s %s %zu %x]", nameOf(Host[I], true), nameOf(Device[I], false),
           Bytes[I], Flags[I]);
  printf("\n");
}
static void onMapEmi(ompt_data_t *Target, unsigned Count, void **Host,
                     void **Device, size_t *Bytes, unsigned *Flags,
                     const void *) {
  printf("  map_emi target=%d", int(Target->value));
  printItems(Count, Host, Device, Bytes, Flags);
}
static void onMap(ompt_id_t Target, unsigned Count, void **Host, void **Device,
                  size_t *Bytes, unsigned *Flags, const void *) {
  printf("  map target=%d", int(Target));
  printItems(Count, Host, Device, Bytes, Flags);
}

static void onTarget(ompt_target_t Kind, ompt_scope_endpoint_t Where,
                     int Device, ompt_data_t *Task, ompt_id_t Target,
                     const void *Code) {
  printf("target %d %s device=%d task=%d target=%d code=%d\n", Kind,
         nameOf(Where), Device, Task != nullptr, int(Target), numberOf(Code));
}
static void onData(ompt_id_t Target, ompt_id_t HostOp,
                   ompt_target_data_op_t Kind, void *From, int FromDevice,
                   void *To, int ToDevice, size_t Bytes, const void *Code) {
  printf("  data %d target=%d op=%d %s/%d %s/%d %zu code=%d\n", Kind,
         int(Target), int(HostOp), nameOf(From, FromDevice == HostNumber),
         FromDevice, nameOf(To, ToDevice == HostNumber), ToDevice, Bytes,
         numberOf(Code));
}
static void onSubmit(ompt_id_t Target, ompt_id_t HostOp, unsigned Teams) {
  printf("  submit target=%d op=%d teams=%u\n", int(Target), int(HostOp),
         Teams);
}

static ompt_set_callback_t setCallback;

static int startTool(ompt_function_lookup_t Find, int, ompt_data_t *) {
  setCallback = (ompt_set_callback_t)Find("ompt_set_callback");
  const char *Which = getenv("TOOL");
#define REGISTER(Name, Function)                                               \
  setCallback(ompt_callback_##Name, (ompt_callback_t)Function)
  REGISTER(device_initialize, onInitialize);
  REGISTER(device_finalize, onFinalize);
  REGISTER(device_load, onLoad);
  REGISTER(device_unload, onUnload);
  if (strchr(Which, 'n')) {
    REGISTER(target, onTarget);
    REGISTER(target_data_op, onData);
    REGISTER(target_submit, onSubmit);
  }
  if (strchr(Which, 'e')) {
    REGISTER(target_emi, onTargetEmi);
    REGISTER(target_data_op_emi, onDataEmi);
    REGISTER(target_submit_emi, onSubmitEmi);
  }
  if (strchr(Which, 'm')) {
    REGISTER(target_map, onMap);
    if (strchr(Which, 'e'))
      REGISTER(target_map_emi, onMapEmi);
  }
#undef REGISTER
  return 1;
}
static void finishTool(ompt_data_t *) { printf("tool ends\n"); }

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t Result = {startTool, finishTool, {}};
  return getenv("TOOL") ? &Result : nullptr;
}
