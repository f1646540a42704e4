//===- InteropProperties.cpp - Properties of interop objects --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InteropProperties.h"

#include "Interop.h"

#include <cstddef>
#include <iterator>

namespace ompjit {

namespace {

/// The names that a foreign runtime has for its handles' types.
struct RuntimeTypes {
  const char *Platform, *Device, *Context, *TargetSync;
};

constexpr const char *None = nullptr;

/// By omp_interop_fr_t.
constexpr RuntimeTypes TypesOfRuntimes[] = {
    {None, None, None, None},
    /*cuda=*/{None, "int", None, "cudaStream_t"},
    /*cuda_driver=*/{None, "CUdevice", "CUcontext", "CUstream"},
    /*opencl=*/
    {"cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue"},
    /*sycl=*/
    {"sycl::platform *", "sycl::device *", "sycl::context *", "sycl::queue *"},
    /*hip=*/{None, "hipDevice_t", "hipCtx_t", "hipStream_t"},
    /*level_zero=*/
    {"ze_driver_handle_t", "ze_device_handle_t", "ze_context_handle_t",
     "ze_command_queue_handle_t"},
    /*hsa=*/{None, "hsa_agent_t *", None, "hsa_queue_t *"},
};

/// One of OpenMP's properties. Numbers begin at -1 and go down.
struct Property {
  const char *Name;
  InteropValue (*Value)(const Interop &);
  /// The member of RuntimeTypes; null if the type is the same for all runtimes.
  const char *RuntimeTypes::*Type;
};

constexpr Property Properties[] = {
    {"fr_id",
     [](const Interop &I) -> InteropValue {
       return intptr_t(I.native().runtime);
     },
     nullptr},
    {"fr_name",
     [](const Interop &I) -> InteropValue { return I.native().runtime_name; },
     nullptr},
    {"vendor",
     [](const Interop &I) -> InteropValue {
       return intptr_t(I.native().vendor);
     },
     nullptr},
    {"vendor_name",
     [](const Interop &I) -> InteropValue { return I.native().vendor_name; },
     nullptr},
    {"device_num",
     [](const Interop &I) -> InteropValue { return intptr_t(I.deviceId()); },
     nullptr},
    {"platform",
     [](const Interop &I) -> InteropValue { return I.native().platform; },
     &RuntimeTypes::Platform},
    {"device",
     [](const Interop &I) -> InteropValue { return I.native().device; },
     &RuntimeTypes::Device},
    {"device_context",
     [](const Interop &I) -> InteropValue { return I.native().context; },
     &RuntimeTypes::Context},
    {"targetsync",
     [](const Interop &I) -> InteropValue { return I.native().queue; },
     &RuntimeTypes::TargetSync},
};

const Property *findProperty(int Number) {
  if (Number >= 0 || -(Number + 1) >= int(std::size(Properties)))
    return nullptr;
  return &Properties[-(Number + 1)];
}

bool isForQueues(const Property &P) {
  return P.Type == &RuntimeTypes::TargetSync;
}

/// In the order of the types in InteropValue.
constexpr InteropCode WrongType[] = {
    InteropCode::TypeInt, InteropCode::TypePointer, InteropCode::TypeString};
constexpr const char *TypeNames[] = {"intptr_t", "void *", "const char *"};

bool isEmpty(intptr_t) { return false; }
bool isEmpty(const void *Pointer) { return !Pointer; }

/// A device may be an integer in the foreign runtime, where 0 is the first one.
/// Programs may query it as such, as OpenMP says, or as a pointer like all
/// other handles.
template <typename T>
bool findNumber(const Property &P, const Interop &Object, T &Number) {
  enum { Cuda = 1, CudaDriver = 2, Hip = 5 };
  const int32_t Runtime = Object.native().runtime;
  if (P.Type != &RuntimeTypes::Device ||
      (Runtime != Cuda && Runtime != CudaDriver && Runtime != Hip))
    return false;
  Number = reinterpret_cast<T>(Object.native().device);
  return true;
}
bool findNumber(const Property &, const Interop &, const char *&) {
  return false;
}

struct CodeText {
  InteropCode Code;
  const char *Text;
};

constexpr CodeText CodeTexts[] = {
    {InteropCode::NoValue,
     "the foreign runtime of the object does not have this property"},
    {InteropCode::Success, "the value was obtained"},
    {InteropCode::Empty, "the object is omp_interop_none"},
    {InteropCode::OutOfRange, "there is no property of this number"},
    {InteropCode::TypeInt,
     "the property is an integer: use omp_get_interop_int"},
    {InteropCode::TypePointer,
     "the property is a pointer: use omp_get_interop_ptr"},
    {InteropCode::TypeString,
     "the property is a string: use omp_get_interop_str"},
    {InteropCode::Other,
     "the object has no such property: it was not made with targetsync"},
};

} // namespace

template <typename T>
T interopProperty(const Interop *Object, int Number, InteropCode &Code) {
  Code = InteropCode::Empty;
  if (!Object)
    return T();
  const Property *P = findProperty(Number);
  Code = InteropCode::OutOfRange;
  if (!P)
    return T();
  Code = InteropCode::Other;
  if (isForQueues(*P) && Object->kind() != InteropKind::TargetSync)
    return T();
  Code = InteropCode::Success;
  if (T Number; findNumber(*P, *Object, Number))
    return Number;
  InteropValue Value = P->Value(*Object);
  const T *Wanted = std::get_if<T>(&Value);
  Code = WrongType[Value.index()];
  if (!Wanted)
    return T();
  Code = isEmpty(*Wanted) ? InteropCode::NoValue : InteropCode::Success;
  return *Wanted;
}

template intptr_t interopProperty<intptr_t>(const Interop *, int,
                                            InteropCode &);
template void *interopProperty<void *>(const Interop *, int, InteropCode &);
template const char *interopProperty<const char *>(const Interop *, int,
                                                   InteropCode &);

const char *interopPropertyName(int Number) {
  const Property *P = findProperty(Number);
  return P ? P->Name : nullptr;
}

const char *interopTypeDescription(const Interop *Object, int Number) {
  const Property *P = findProperty(Number);
  if (!Object || !P)
    return nullptr;
  if (!P->Type)
    return TypeNames[P->Value(*Object).index()];
  const size_t Runtime = size_t(Object->native().runtime);
  const char *Name = Runtime < std::size(TypesOfRuntimes)
                         ? TypesOfRuntimes[Runtime].*P->Type
                         : nullptr;
  return Name ? Name : "N/A";
}

const char *interopCodeDescription(int Code) {
  for (const CodeText &Each : CodeTexts)
    if (int(Each.Code) == Code)
      return Each.Text;
  return nullptr;
}

} // namespace ompjit
