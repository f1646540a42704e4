// C++ in device code: objects inside of functions, virtual functions, new and delete, lambdas, templates.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#pragma omp begin declare target
static int Made;

struct Counted {
  explicit Counted(int Start) : Value(Start) { ++Made; }
  ~Counted() { Value = -1; }
  int next() { return ++Value; }
  int Value;
};

[[gnu::noinline]] static Counted &theOne(int Start) {
  static Counted Object(Start);
  return Object;
}

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
  virtual int corners() const { return 0; }
};
struct Circle final : Shape {
  explicit Circle(double Radius) : Radius(Radius) {}
  double area() const override { return 3 * Radius * Radius; }
  double Radius;
};
struct Box : Shape {
  Box(double Width, double Height) : Width(Width), Height(Height) {}
  double area() const override { return Width * Height; }
  int corners() const override { return 4; }
  double Width, Height;
};

struct alignas(64) Strict {
  int Value = 3;
};

template <typename T, size_t N> static T total(const std::array<T, N> &Of) {
  return std::accumulate(Of.begin(), Of.end(), T());
}
#pragma omp end declare target

static void statics() {
  int First = 0, Second = 0, Objects = 0;
#pragma omp target map(from : First)
  First = theOne(10).next();
#pragma omp target parallel num_threads(40) map(tofrom : Second)
  {
    Counted &Object = theOne(99);
    const int Mine = Object.Value;
#pragma omp atomic
    Second += Mine;
  }
#pragma omp target map(from : Objects)
  Objects = Made;
  expect("first", First, 11);
  expect("others", Second, 440);
  expect("made", Objects, 1);
}

static void shapes(int Which) {
  double Area = 0;
  int Corners = 0;
#pragma omp target map(Area, Corners)
  {
    Shape *Shapes[2] = {new Circle(Which), new Box(Which, 2)};
    for (Shape *Each : Shapes) {
      Area += Each->area();
      Corners += Each->corners();
      delete Each;
    }
  }
  expect("area", Area, 3.0 * Which * Which + 2 * Which);
  expect("corners", Corners, 4);
}

static void memory() {
  int Right = 0;
#pragma omp target parallel num_threads(33) map(Right)
  {
    Strict *One = new Strict, *Some = new Strict[3];
    int *Numbers = new int[20]();
    const bool IsAligned = reinterpret_cast<size_t>(One) % 64 == 0 &&
                           reinterpret_cast<size_t>(&Some[2]) % 64 == 0;
#pragma omp atomic
    Right += IsAligned && One->Value + Some[1].Value == 6 && Numbers[19] == 0;
    delete One;
    delete[] Some;
    delete[] Numbers;
  }
  expect("new", Right, 33);
}

static void library() {
  std::array<int, 9> Values = {5, 3, 9, 1, 7, 2, 8, 6, 4};
  int Sum = 0, Sorted = 0, Largest = 0, Captured = 0, Offset = 100;
#pragma omp target map(tofrom : Values, Sum, Sorted, Largest, Captured)        \
    firstprivate(Offset)
  {
    Sum = total(Values);
    Largest = *std::max_element(Values.begin(), Values.end());
    std::sort(Values.begin(), Values.end());
    Sorted = std::is_sorted(Values.begin(), Values.end());
    std::swap(Values[0], Values[8]);
    auto Add = [Offset, &Values](int I) { return Offset + Values[size_t(I)]; };
    const auto [Left, Right] = std::pair(Add(0), Add(8));
    Captured = Left * 1000 + Right;
  }
  expect("sum", Sum, 45);
  expect("largest", Largest, 9);
  expect("sorted", Sorted, 1);
  expect("captured", Captured, 109101);
  expect("swapped", Values[0], 9);
}

int main() {
  statics();
  shapes(2);
  shapes(5);
  memory();
  library();
  return finish();
}
