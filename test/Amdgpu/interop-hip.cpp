// A program that prefers HIP gets its stream, which the runtime waits for; where HIP is not there, it gets what it prefers next, or what the device has.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t -ldl
// DEFINE: %{set} =
// DEFINE: %{run} = rm -f %t.log; env OMPJIT_STANDIN_DEVICES=gfx90a,gfx942 OMPJIT_STANDIN_LOG=%t.log OMPJIT_STANDIN_DELAY=2000 %{set} %standin %t
// RUN: %{run} choose | FileCheck %s --check-prefix=CHOOSE
// CHOOSE: nothing: hsa 7 of amd, hsa_agent_t * N/A hsa_queue_t *
// CHOOSE: hip: hip 5 of amd, hipDevice_t hipCtx_t hipStream_t
// CHOOSE: hsa: hsa 7
// CHOOSE: hip, hsa: hip 5
// CHOOSE: hsa, hip: hsa 7
// CHOOSE: unknown, hip: hip 5
// CHOOSE: sycl, hip: hip 5
// CHOOSE: cuda, unknown: hsa 7
// CHOOSE: any, hip: hsa 7
//
// Nobody asks for HIP, and nobody opens it.
// RUN: %{run} own | FileCheck %s --check-prefix=OWN
// OWN: hsa 7
// RUN: not grep '^hip' %t.log
//
// HIP is installed and has no devices, or it is not installed.
// REDEFINE: %{set} = OMPJIT_STANDIN_HIP=0
// RUN: %{run} choose | FileCheck %s --check-prefix=WITHOUT
// RUN: rm -rf %t.hsa && mkdir %t.hsa && ln -s %builddir/standin/libhsa-runtime64.so.1 %t.hsa
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OMPJIT_STANDIN_DEVICES=gfx90a,gfx942 LD_LIBRARY_PATH=%t.hsa %t choose | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: nothing: hsa 7
// WITHOUT: hip: hsa 7
// WITHOUT: hsa: hsa 7
// WITHOUT: hip, hsa: hsa 7
// WITHOUT: hsa, hip: hsa 7
// WITHOUT: unknown, hip: hsa 7
// WITHOUT: sycl, hip: hsa 7
// WITHOUT: cuda, unknown: hsa 7
// WITHOUT: any, hip: hsa 7
//
// The stand-in counts HIP's devices from the last one.
// REDEFINE: %{set} =
// RUN: %{run} devices | FileCheck %s --check-prefix=DEVICES
// DEVICES: device 0: 1 for HIP, status 0, its stream is of 1, no context: status 1
// DEVICES: device 1: 0 for HIP, status 0, its stream is of 0, no context: status 1
// DEVICES: 0 is current
//
// Work in the stream finds done what the construct depends on, and each end of the
// object waits for it. A stream is made for each object with a queue, and goes with it.
// RUN: %{run} work | FileCheck %s --check-prefix=WORK
// WORK: the kernel has written 42
// WORK: use waits: 1
// WORK: destroy waits: 1
// WORK: the first and the second: 1
// WORK: the same preferences, the same object: 1
// WORK: others, another: 1
// WORK: a task wait waits: 1
// RUN: grep -c '^hipStreamCreateWithFlags(flags=1, current=1) = 0' %t.log | FileCheck %s --check-prefix=MADE
// MADE: 3
// RUN: grep -c '^hipStreamDestroy(.*) = 0' %t.log | FileCheck %s --check-prefix=GONE
// GONE: 2
//
// What HIP fails with is told in its words.
// REDEFINE: %{set} = OMPJIT_STANDIN_FAIL=hipGetDeviceCount:1:719
// RUN: %{run} work 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: omptarget: warning OT501: device 0: no interop object can be made: HIP cannot count its devices: a kernel failed
// COUNT: there is no object
// REDEFINE: %{set} = OMPJIT_STANDIN_FAIL=hipDeviceGetPCIBusId:2:719
// RUN: %{run} work 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: omptarget: warning OT501: device 0: no interop object can be made: HIP does not tell where its device 1 is: a kernel failed
// PLACE: there is no object
// REDEFINE: %{set} = OMPJIT_STANDIN_FAIL=hipStreamCreateWithFlags:1:2
// RUN: %{run} work 2>&1 | FileCheck %s --check-prefix=STREAM
// STREAM: omptarget: warning OT501: device 0: no interop object can be made: HIP cannot make a stream on its device 1: no memory is left
// STREAM: there is no object
// REDEFINE: %{set} = OMPJIT_STANDIN_FAIL=hipStreamSynchronize:2:719 not --crash
// RUN: %{run} work 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: omptarget: error OT{{[0-9]+}}: {{.*}}the work in a stream of HIP's device 1 failed: a kernel failed

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>
#include <vector>

// As a compiler passes them.
struct Preference {
  int32_t Runtime;
  uint32_t Attributes;
  int64_t ImplementationAttributes;
};
struct Context {
  uint32_t Version, Flags;
  int32_t Thread;
};
struct Dependence {
  void *Base;
  size_t Bytes;
  uint8_t Flags;
};
struct Dependences {
  int32_t Count, NoAliasCount;
  Dependence *List, *NoAliasList;
};

extern "C" {
omp_interop_t __tgt_interop_get(void *, int32_t Type, int64_t Device,
                                int32_t Count, const Preference *, Context *,
                                Dependences *);
int __tgt_interop_use60(void *, omp_interop_t, Context *, Dependences *);
int __tgt_interop_release(void *, omp_interop_t, Context *, Dependences *);
void __tgt_target_sync(void *, int32_t Thread, void *, void *);
}

namespace {

enum { Any = 0, Cuda = 1, Sycl = 4, Hip = 5, Hsa = 7, Unknown = 99 };
enum { Target = 0, TargetSync = 1 };
constexpr uint32_t IsDispatch = 1, IsInOrder = 1;

Context Plain = {0, 0, 0};

omp_interop_t get(int Type, int Device, std::vector<int> Runtimes,
                  Context &In = Plain, Dependences *Needs = nullptr) {
  std::vector<Preference> List;
  for (int Each : Runtimes)
    List.push_back({Each, IsInOrder, 0});
  return __tgt_interop_get(nullptr, Type, Device, int32_t(List.size()),
                           List.data(), &In, Needs);
}

void release(omp_interop_t Object) {
  __tgt_interop_release(nullptr, Object, &Plain, nullptr);
}

void *streamOf(omp_interop_t Object) {
  return omp_get_interop_ptr(Object, omp_ipr_targetsync, nullptr);
}

template <typename Function> void find(Function *&Found, const char *Name) {
  static void *const Runtime = dlopen("libamdhip64.so.6", RTLD_NOW);
  Found = reinterpret_cast<Function *>(dlsym(Runtime, Name));
}

int (*SetDevice)(int);
int (*GetDevice)(int *);
int (*StreamGetDevice)(void *, int *);
int (*LaunchHostFunc)(void *, void (*)(void *), void *);

void findAll() {
  find(SetDevice, "hipSetDevice");
  find(GetDevice, "hipGetDevice");
  find(StreamGetDevice, "hipStreamGetDevice");
  find(LaunchHostFunc, "hipLaunchHostFunc");
}

/// On HIP's device 1, which is OpenMP's 0.
void put(omp_interop_t Into, void (*Function)(void *), void *Data) {
  SetDevice(1);
  LaunchHostFunc(streamOf(Into), Function, Data);
}

void putMark(omp_interop_t Into, std::atomic<bool> &Mark) {
  Mark = false;
  put(
      Into, [](void *Mark) { *static_cast<std::atomic<bool> *>(Mark) = true; },
      &Mark);
}

void say(const char *What, std::vector<int> Runtimes) {
  omp_interop_t Object = get(TargetSync, 0, Runtimes);
  const auto TypeOf = [&](omp_interop_property_t Which) {
    return omp_get_interop_type_desc(Object, Which);
  };
  std::printf("%s: %s %d of %s, %s %s %s\n", What,
              omp_get_interop_str(Object, omp_ipr_fr_name, nullptr),
              int(omp_get_interop_int(Object, omp_ipr_fr_id, nullptr)),
              omp_get_interop_str(Object, omp_ipr_vendor_name, nullptr),
              TypeOf(omp_ipr_device), TypeOf(omp_ipr_device_context),
              TypeOf(omp_ipr_targetsync));
  release(Object);
}

void choose() {
  say("nothing", {});
  say("hip", {Hip});
  say("hsa", {Hsa});
  say("hip, hsa", {Hip, Hsa});
  say("hsa, hip", {Hsa, Hip});
  say("unknown, hip", {Unknown, Hip});
  say("sycl, hip", {Sycl, Hip});
  say("cuda, unknown", {Cuda, Unknown});
  say("any, hip", {Any, Hip});
}

void showDevices() {
  findAll();
  for (int Device : {0, 1}) {
    omp_interop_t Object = get(TargetSync, Device, {Hip});
    int OfHip = 7, OfContext = 7, OfStream = 7;
    const int Ordinal =
        int(omp_get_interop_int(Object, omp_ipr_device, &OfHip));
    omp_get_interop_ptr(Object, omp_ipr_device_context, &OfContext);
    StreamGetDevice(streamOf(Object), &OfStream);
    std::printf("device %d: %d for HIP, status %d, its stream is of %d, "
                "no context: status %d\n",
                Device, Ordinal, OfHip, OfStream, OfContext);
    release(Object);
  }
  int Current = 7;
  GetDevice(&Current);
  std::printf("%d is current\n", Current);
}

/// What comes in the stream sees what a kernel has written.
omp_interop_t getBehindKernel() {
  static int Number = 0, Seen = 0;
  omp_interop_t Object = omp_interop_none;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait map(tofrom : Number) depend(out : Number)
    Number = 42;
    Context Mine = {0, 0, /*Thread=*/-1}; // Whoever calls.
    constexpr uint8_t InOut = 3;
    Dependence Need = {&Number, sizeof(Number), InOut};
    Dependences Needs = {1, 0, &Need, nullptr};
    Object = get(TargetSync, 0, {Hip}, Mine, &Needs);
  }
  if (Object == omp_interop_none)
    return Object;
  put(Object, [](void *) { Seen = Number; }, nullptr);
  __tgt_interop_use60(nullptr, Object, &Plain, nullptr);
  std::printf("the kernel has written %d\n", Seen);
  return Object;
}

void work() {
  findAll();
  omp_interop_t First = getBehindKernel();
  if (First == omp_interop_none) {
    std::puts("there is no object");
    return;
  }
  static std::atomic<bool> Mark, Other;
  putMark(First, Mark);
  __tgt_interop_use60(nullptr, First, &Plain, nullptr);
  std::printf("use waits: %d\n", Mark.load());
  omp_interop_t Second = get(TargetSync, 0, {Hip, Hsa});
  putMark(First, Mark);
  putMark(Second, Other);
  release(First);
  std::printf("destroy waits: %d\n", Mark.load());
  release(Second);
  std::printf("the first and the second: %d\n", Other.load());
  // Without a queue there is no stream.
  release(get(Target, 0, {Hip}));

  Context Dispatch = {0, IsDispatch, 0};
  omp_interop_t Mine = get(TargetSync, 0, {Hip}, Dispatch);
  std::printf("the same preferences, the same object: %d\n",
              Mine == get(TargetSync, 0, {Hip}, Dispatch));
  std::printf("others, another: %d\n",
              Mine != get(TargetSync, 0, {Hsa}, Dispatch) &&
                  Mine != get(TargetSync, 0, {}, Dispatch));
  putMark(Mine, Mark);
  __tgt_target_sync(nullptr, 0, nullptr, nullptr);
  std::printf("a task wait waits: %d\n", Mark.load());
}

} // namespace

int main(int, char **Arguments) {
  if (!std::strcmp(Arguments[1], "choose"))
    choose();
  if (!std::strcmp(Arguments[1], "own"))
    say("own", {});
  if (!std::strcmp(Arguments[1], "devices"))
    showDevices();
  if (!std::strcmp(Arguments[1], "work"))
    work();
}
