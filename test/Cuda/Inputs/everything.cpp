// A little of all that a program does with a device; it prints the same
// wherever its regions run on a GPU.

#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>

#pragma omp declare target
int Global = 7;
#pragma omp end declare target

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

int main() {
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
#pragma omp target device(Device)
    std::printf("on device %d\n", omp_get_device_num());
  }
  copy();
  std::printf("done\n");
}
