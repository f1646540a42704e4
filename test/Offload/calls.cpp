// Virtual functions and function pointers on the device, across kernels and specialisations.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <new>

#pragma omp begin declare target
struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  virtual int corners() const { return 0; }
};

struct Square : Shape {
  explicit Square(int Side) : Side(Side) {}
  int area() const override { return Side * Side; }
  int corners() const override { return 4; }
  int Side;
};

struct Circle : Shape {
  explicit Circle(int Radius) : Radius(Radius) {}
  int area() const override { return 3 * Radius * Radius; }
  int Radius;
};

typedef int (*Operation)(int, int);
static int add(int A, int B) { return A + B; }
static int subtract(int A, int B) { return A - B; }
static int multiply(int A, int B) { return A * B; }

// A constant table, and a pointer that one kernel stores and another calls.
static const Operation Operations[] = {add, subtract, multiply};
Operation Chosen = add;
Shape *Kept = nullptr;

static int applyTwice(Operation F, int A, int B) { return F(F(A, B), B); }

static int fibonacci(int N) {
  return N < 2 ? N : fibonacci(N - 1) + fibonacci(N - 2);
}
#pragma omp end declare target

static void testVirtual() {
  for (int Size = 2; Size < 5; ++Size) {
    int Area = 0, Corners = 0;
#pragma omp target map(from : Area, Corners)
    {
      Square S(Size);
      Circle C(Size);
      const Shape *Shapes[] = {&S, &C, &S};
      Area = Corners = 0;
      for (const Shape *One : Shapes) {
        Area += One->area();
        Corners += One->corners();
      }
    }
    checkValue("area", Area, 5 * Size * Size);
    checkValue("corners", Corners, 8);
  }
}

// The object is made in one kernel and used in others, so that its table of
// virtual functions has to outlive the image that made it.
static void testKept() {
  int Side = 7, Area = 0;
#pragma omp target
  Kept = new Square(Side);
#pragma omp target map(from : Area)
  Area = Kept->area();
  checkValue("kept object", Area, 49);
#pragma omp target
  {
    delete Kept;
    Kept = new Circle(Side - 6);
  }
#pragma omp target map(from : Area)
  {
    Area = Kept->area() + Kept->corners();
    delete Kept;
    Kept = nullptr;
  }
  checkValue("kept object of another kind", Area, 3);
}

static int compute(int Which, int A, int B) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = applyTwice(Operations[Which], A, B);
  return Result;
}

static void choose(int Which) {
#pragma omp target
  Chosen = Operations[Which];
}

static int callChosen(int A, int B) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = Chosen(A, B);
  return Result;
}

static void testPointers() {
  checkValue("add twice", compute(0, 10, 3), 16);
  checkValue("subtract twice", compute(1, 10, 3), 4);
  checkValue("multiply twice", compute(2, 10, 3), 90);
  checkValue("first choice", callChosen(5, 6), 11);
  choose(2);
  checkValue("second choice", callChosen(5, 6), 30);
  choose(1);
  checkValue("third choice", callChosen(5, 6), -1);
  bool Same = false;
#pragma omp target map(from : Same)
  Same = Chosen == &subtract && Chosen == Operations[1];
  check("equal addresses", Same);
}

static void testRecursion() {
  int Result = 0;
  for (int N = 10; N < 13; ++N) {
#pragma omp target map(from : Result)
    Result = fibonacci(N);
    checkValue("fibonacci", Result, N == 10 ? 55 : N == 11 ? 89 : 144);
  }
}

struct Member {
  int Base;
  int plus(int X) const { return Base + X; }
  int minus(int X) const { return Base - X; }
};

static void testMemberPointers() {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    int (Member::*F)(int) const = &Member::plus;
    Member M{10};
    Result = (M.*F)(3);
    F = &Member::minus;
    Result = Result * 100 + (M.*F)(3);
  }
  checkValue("pointers to members", Result, 1307);
}

int main() {
  testVirtual();
  testKept();
  testPointers();
  testRecursion();
  testMemberPointers();
  return finish();
}
