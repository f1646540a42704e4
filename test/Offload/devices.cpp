// Each device has globals of its own; device numbers, `if` and `device` choose among them.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <omp.h>

#pragma omp begin declare target
int PerDevice = 1;
#pragma omp end declare target

static void testOwnGlobals(int Devices) {
  for (int D = 0; D < Devices; ++D) {
#pragma omp target device(D)
    PerDevice += 10 * D;
  }
  bool Right = true;
  for (int D = 0; D < Devices; ++D) {
    int Value = 0;
#pragma omp target device(D) map(from : Value)
    Value = PerDevice;
    Right &= Value == 1 + 10 * D;
  }
  check("a global for each device", Right);
}

static void testData(int Devices) {
  bool Right = true;
  for (int D = 0; D < Devices; ++D) {
    int Data[4] = {D, D, D, D};
#pragma omp target enter data device(D) map(to : Data)
    Right &= omp_target_is_present(Data, D) != 0;
    for (int Other = 0; Other < Devices; ++Other)
      Right &= Other == D || !omp_target_is_present(Data, Other);
#pragma omp target device(D)
    Data[2] += 5;
#pragma omp target exit data device(D) map(from : Data)
    Right &= Data[2] == D + 5;
  }
  check("data of one device", Right);
}

static void testDefaultDevice(int Devices) {
  int Before = omp_get_default_device();
  bool Right = true;
  for (int D = 0; D < Devices; ++D) {
    omp_set_default_device(D);
    int Number = -1;
#pragma omp target map(from : Number)
    Number = omp_get_device_num();
    Right &= omp_get_default_device() == D;
    (void)Number;
  }
  omp_set_default_device(Before);
  check("default device", Right);
}

static void testCopyBetween(int Devices) {
  bool Right = true;
  for (int D = 0; D + 1 < Devices; ++D) {
    int Values[3] = {1, 2, D}, Back[3] = {};
    void *First = omp_target_alloc(sizeof(Values), D);
    void *Second = omp_target_alloc(sizeof(Values), D + 1);
    int Host = omp_get_initial_device();
    Right &= !omp_target_memcpy(First, Values, sizeof(Values), 0, 0, D, Host);
    Right &= !omp_target_memcpy(Second, First, sizeof(Values), 0, 0, D + 1, D);
    Right &=
        !omp_target_memcpy(Back, Second, sizeof(Values), 0, 0, Host, D + 1);
    Right &= Back[0] == 1 && Back[2] == D;
    omp_target_free(First, D);
    omp_target_free(Second, D + 1);
  }
  check("copies between devices", Right);
}

static int where(bool OnDevice) {
  int Result = 0;
#pragma omp target if (OnDevice) map(tofrom : Result)
  Result = PerDevice >= 1 ? 7 : 8;
  return Result;
}

static void testInitialDevice() {
  int OnHost = 0, Value = 3;
#pragma omp target device(omp_get_initial_device()) map(from : OnHost)         \
    map(tofrom : Value)
  {
    OnHost = omp_is_initial_device();
    ++Value;
  }
  checkValue("the initial device", OnHost, 1);
  checkValue("its value", Value, 4);
}

int main() {
  int Devices = omp_get_num_devices();
  check("initial device is the last", omp_get_initial_device() == Devices);
  testOwnGlobals(Devices);
  testData(Devices);
  testDefaultDevice(Devices);
  testCopyBetween(Devices);
  checkValue("if true", where(true), 7);
  checkValue("if false", where(false), 7);
  testInitialDevice();
  return finish();
}
