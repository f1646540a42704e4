// Linked with constructors.cpp.

#pragma omp begin declare target
struct Third {
  Third();
  int Value;
};
int tripled(int);
Third::Third() : Value(tripled(1)) {}
Third Last;
#pragma omp end declare target

int second() {
  int Value = 0;
#pragma omp target map(from : Value)
  Value = Last.Value;
  return Value;
}
