// A little of all that a program does with a device; it prints the same
// wherever its regions run on a GPU.

#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>

#pragma omp declare target
int Global = 7;
#pragma omp end declare target

extern "C" {
void *llvm_omp_target_alloc_host(size_t, int);
void *llvm_omp_target_alloc_shared(size_t, int);
void llvm_omp_target_free_host(void *, int);
void llvm_omp_target_free_shared(void *, int);
void *llvm_omp_target_lock_mem(void *, size_t, int);
int llvm_omp_target_unlock_mem(void *, int);
void *llvm_omp_target_dynamic_shared_alloc();
}

namespace {

constexpr int Size = 1000;

[[noreturn]] void fail(const char *What) {
  std::printf("wrong: %s\n", What);
  std::exit(3);
}

void map(int Device) {
  std::vector<double> Values(Size, 1.5);
  double *Data = Values.data();
#pragma omp target data map(to : Data[ : Size]) device(Device)
  {
#pragma omp target teams distribute parallel for device(Device)
    for (int I = 0; I < Size; ++I)
      Data[I] += I;
#pragma omp target update from(Data[ : Size / 2]) device(Device)
    if (Data[Size / 2 - 1] != Size / 2 + 0.5 || Data[Size - 1] != 1.5)
      fail("update from");
    Data[0] = 100;
#pragma omp target update to(Data[ : 1]) device(Device)
    double First = 0;
#pragma omp target map(from : First) device(Device)
    First = Data[0];
    if (First != 100)
      fail("update to");
  }
}

void reduce(int Device) {
  long Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum) device(Device)
  for (int I = 0; I < Size; ++I)
    Sum += I;
  if (Sum != long(Size) * (Size - 1) / 2)
    fail("reduction");
}

void overlap(int Device) {
  int A = 1, B = 2, OnHost = 0;
#pragma omp target nowait map(tofrom : A) depend(out : A) device(Device)
  A += 10;
#pragma omp target nowait map(tofrom : A, B) depend(inout : A) device(Device)
  B += A;
#pragma omp target nowait map(from : OnHost) device(Device)
  OnHost = omp_is_initial_device();
#pragma omp taskwait
  if (A != 11 || B != 13 || OnHost)
    fail("nowait");
}

void copy() {
  const int Bytes = Size * int(sizeof(int));
  std::vector<int> Out(Size), Back(Size);
  for (int I = 0; I < Size; ++I)
    Out[size_t(I)] = 3 * I;
  const int Host = omp_get_initial_device();
  void *First = omp_target_alloc(size_t(Bytes), 0);
  void *Second = omp_target_alloc(size_t(Bytes), 1);
  if (!First || !Second)
    fail("no memory");
  if (omp_target_memcpy(First, Out.data(), size_t(Bytes), 0, 0, 0, Host) ||
      omp_target_memcpy(Second, First, size_t(Bytes), 0, 0, 1, 0) ||
      omp_target_memcpy(Back.data(), Second, size_t(Bytes), 0, 0, Host, 1))
    fail("no copy");
  omp_target_free(First, 0);
  omp_target_free(Second, 1);
  if (Out != Back)
    fail("copy between devices");
}

/// Memory of every kind that there is.
void allocate(int Device) {
  constexpr size_t Bytes = size_t(1) << 20;
  auto *OfDevice = static_cast<char *>(omp_target_alloc(Bytes, Device));
  auto *OfHost = static_cast<int *>(llvm_omp_target_alloc_host(Bytes, Device));
  auto *OfBoth =
      static_cast<int *>(llvm_omp_target_alloc_shared(Bytes, Device));
  if (!OfDevice || !OfHost || !OfBoth)
    fail("no memory of a kind");
  OfHost[1] = OfBoth[1] = 5;
#pragma omp target is_device_ptr(OfHost, OfBoth) device(Device)
  OfBoth[2] = OfHost[1] + OfBoth[1];
  if (OfBoth[2] != 10)
    fail("memory that both reach");
  if (omp_target_memcpy(OfDevice, OfBoth, 16, 0, 0, Device, Device) ||
      omp_target_memcpy(OfHost, OfDevice, 16, 0, 0, Device, Device) ||
      OfHost[2] != 10)
    fail("copy on a device");
  omp_target_free(OfDevice, Device);
  llvm_omp_target_free_host(OfHost, Device);
  llvm_omp_target_free_shared(OfBoth, Device);
}

void pin(int Device) {
  constexpr size_t Bytes = 4 * Size;
  std::vector<int> Values(Size, 1);
  int *Data = Values.data();
  if (!llvm_omp_target_lock_mem(Data, Bytes, Device))
    fail("pinning");
#pragma omp target teams distribute parallel for map(tofrom : Data[ : Size])   \
    device(Device)
  for (int I = 0; I < Size; ++I)
    Data[I] += I;
  if (llvm_omp_target_unlock_mem(Data, Device) || Data[Size - 1] != Size)
    fail("pinned memory");
}

/// More than what a block has without being asked for.
void useTeamMemory(int Device) {
  int Sum = 0;
#pragma omp target teams num_teams(1) ompx_dyn_cgroup_mem(60000)               \
    map(tofrom : Sum) device(Device)
  {
    auto *Memory = static_cast<char *>(llvm_omp_target_dynamic_shared_alloc());
    Memory[59999] = 4;
    Sum += Memory[59999];
  }
  if (Sum != 4)
    fail("memory of a team");
}

void share(int Device) {
  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object) device(Device)
  int Failed = 0;
  if (!omp_get_interop_ptr(Object, omp_ipr_targetsync, &Failed) || Failed)
    fail("a stream");
#pragma omp interop destroy(Object)
}

void setGlobal(int Device) {
  Global = 40 + Device;
#pragma omp target update to(Global) device(Device)
  int Seen = 0;
#pragma omp target map(from : Seen) device(Device)
  Seen = ++Global;
  if (Seen != 41 + Device)
    fail("a global variable");
}

} // namespace

int main(int Number, char **) {
  // With an argument, nothing depends on what the kernel computes.
  if (Number > 1) {
#pragma omp target
    ++Global;
    std::printf("done\n");
    return 0;
  }
  const int Count = omp_get_num_devices();
  if (Count != 2) {
    std::printf("wrong: %d devices\n", Count);
    return 3;
  }
  for (int Device = 0; Device < Count; ++Device) {
    map(Device);
    reduce(Device);
    overlap(Device);
    setGlobal(Device);
    allocate(Device);
    pin(Device);
    useTeamMemory(Device);
    share(Device);
#pragma omp target device(Device)
    std::printf("on device %d\n", omp_get_device_num());
  }
  copy();
  std::printf("done\n");
}
