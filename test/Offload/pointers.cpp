// Pointers into mapped, device and no memory: offsets, attachment, null, both directions.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdint>
#include <omp.h>
#include <vector>

static void testNull() {
  int *Null = nullptr;
  const void *Also = nullptr;
  bool Both = false;
#pragma omp target map(from : Both)
  Both = Null == nullptr && Also == nullptr;
  check("null pointers", Both);
}

static void testSections() {
  int Data[100];
  for (int I = 0; I < 100; ++I)
    Data[I] = I;
  int *Middle = Data + 50;
  long Sum = 0;
#pragma omp target map(tofrom : Middle[-10 : 20], Sum)
  {
    for (int I = -10; I < 10; ++I) {
      Sum += Middle[I];
      Middle[I] = -1;
    }
  }
  checkValue("section before the pointer", Sum, 990);
  checkValue("inside", Data[40] + Data[59], -2);
  checkValue("outside", Data[39] + Data[60], 99);
}

static void testDeviceMemory() {
  int Device = omp_get_default_device(), Host = omp_get_initial_device();
  const int Count = 1000;
  auto *There =
      static_cast<double *>(omp_target_alloc(Count * sizeof(double), Device));
  check("omp_target_alloc", There != nullptr);
  double Factor = 0.5;
#pragma omp target teams distribute parallel for is_device_ptr(There)
  for (int I = 0; I < Count; ++I)
    There[I] = I * Factor;
  std::vector<double> Here(Count, -1);
  checkValue("omp_target_memcpy",
             omp_target_memcpy(Here.data(), There, Count * sizeof(double), 0, 0,
                               Host, Device),
             0);
  checkReal("last", Here[Count - 1], 499.5);
  omp_target_free(There, Device);
}

static void testUseDevice() {
  int Data[10] = {};
  int *Pointer = Data;
#pragma omp target data map(tofrom : Pointer[ : 10])
  {
    int *There = nullptr;
#pragma omp target data use_device_ptr(Pointer)
    There = Pointer;
#pragma omp target is_device_ptr(There)
    There[3] = 33;
#pragma omp target data use_device_addr(Data)
    {
#pragma omp target has_device_addr(Data)
      Data[4] = 44;
    }
    check("is present", omp_target_is_present(Data, omp_get_default_device()));
  }
  checkValue("through the device's address", Data[3], 33);
  checkValue("has_device_addr", Data[4], 44);
}

struct Node {
  int Value;
  int *Values;
  Node *Next;
};

static void testAttachment() {
  int First[3] = {1, 2, 3}, Second[3] = {10, 20, 30};
  Node B{2, Second, nullptr}, A{1, First, &B};
  int Sum = 0;
#pragma omp target map(tofrom : Sum)                                           \
    map(to : A, A.Values[ : 3], A.Next[ : 1], A.Next -> Values[ : 3])
  {
    Sum = A.Value + A.Values[2] + A.Next->Value + A.Next->Values[2];
  }
  checkValue("attached", Sum, 36);
  check("pointers of the host", A.Values == First && A.Next == &B);
}

static void testPointerToPointer() {
  int Rows[4][5] = {};
  int *Table[4] = {Rows[0], Rows[1], Rows[2], Rows[3]};
  int **All = Table;
#pragma omp target enter data map(to : All[ : 4])
  for (int R = 0; R < 4; ++R) {
#pragma omp target enter data map(to : All[R][ : 5])
  }
#pragma omp target map(to : All[ : 4])
  for (int R = 0; R < 4; ++R)
    for (int C = 0; C < 5; ++C)
      All[R][C] = 10 * R + C;
  for (int R = 0; R < 4; ++R) {
#pragma omp target exit data map(from : All[R][ : 5])
  }
#pragma omp target exit data map(release : All[ : 4])
  checkValue("pointer to pointer", Rows[3][4] + Rows[1][2], 46);
}

static void testAsInteger() {
  int Value = 7;
  std::uintptr_t Address = 0x1234567890abcdef;
  std::uintptr_t Result = 0;
#pragma omp target map(from : Result) firstprivate(Value)
  Result = Address + Value;
  check("an address as a number", Result == 0x1234567890abcdef + 7);
}

int main() {
  testNull();
  testSections();
  testDeviceMemory();
  testUseDevice();
  testAttachment();
  testPointerToPointer();
  testAsInteger();
  return finish();
}
