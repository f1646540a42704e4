// Device code prints, allocates, and calls the C and mathematical library.
// RUN: %run-gpus %t %s -lm
// RUN: %link-ahead %t.ahead %s -lm

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

static void prints(int Number) {
  fflush(stdout);
#pragma omp target
  {
    printf("number %d, %5.2f and %s, %c, %x%%\n", Number, Number / 4.0, "text",
           'c', Number);
    printf("long %ld, wide %8d|%-8d|, precision %.3s\n", 1234567890123l, Number,
           Number, "abcdef");
  }
#pragma omp target parallel for ordered num_threads(4)
  for (int I = 0; I < 3; ++I) {
#pragma omp ordered
    printf("line %d\n", I);
  }
}

static void allocates(int Count) {
  long Sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(40) \
    reduction(+ : Sum)
  for (int I = 0; I < Count; ++I) {
    int *Own = static_cast<int *>(malloc(sizeof(int) * 10));
    for (int J = 0; J < 10; ++J)
      Own[J] = I + J;
    Sum += Own[9] + Own[0];
    free(Own);
  }
  printf("malloc: %ld\n", Sum);
}

static void strings(const char *Text, int Size) {
  int Length = 0, Order = 0, Found = 0, Equal = 0;
  char Copy[32] = {}, Moved[32] = {};
#pragma omp target map(to : Text[ : Size]) map(from : Length, Order, Found)    \
    map(tofrom : Copy, Moved, Equal)
  {
    Length = int(strlen(Text));
    memcpy(Copy, Text, size_t(Size));
    memcpy(Moved, Text, size_t(Size));
    memmove(Moved + 2, Moved, 5);
    memset(Copy + 3, '-', 2);
    Order = strcmp(Copy, Text) < 0;
    Found = int(strchr(Text, 'w') - Text);
    Equal = memcmp(Copy, Text, 3);
  }
  printf("%d, %d, %d, %d, %s, %s\n", Length, Order, Found, Equal, Copy, Moved);
}

static int isClose(double A, double B) {
  return fabs(A - B) <= 1e-11 * (fabs(B) + 1);
}

static void mathematics(double X) {
  double Of[20], Expected[20];
  float Single[6];
#define COMPUTE(Of)                                                            \
  Of[0] = sin(X), Of[1] = cos(X), Of[2] = tan(X), Of[3] = exp(X),              \
  Of[4] = log(X), Of[5] = pow(X, 1.7), Of[6] = sqrt(X), Of[7] = cbrt(X),       \
  Of[8] = atan2(X, 2.0), Of[9] = sinh(X), Of[10] = tanh(X), Of[11] = erf(X),   \
  Of[12] = tgamma(X), Of[13] = fmod(X * 10, 3), Of[14] = floor(X),             \
  Of[15] = hypot(X, 3.0), Of[16] = log1p(X), Of[17] = exp2(X),                 \
  Of[18] = asin(X / 100), Of[19] = fma(X, X, 1.5)
#pragma omp target map(from : Of, Single)
  {
    COMPUTE(Of);
    const float F = float(X);
    Single[0] = sinf(F), Single[1] = expf(F), Single[2] = powf(F, 0.5f),
    Single[3] = logf(F), Single[4] = sqrtf(F), Single[5] = fabsf(-F);
  }
  COMPUTE(Expected);
  for (int I = 0; I < 20; ++I)
    if (!isClose(Of[I], Expected[I]))
      printf("function %d of %g: %.17g, expected %.17g\n", I, X, Of[I],
             Expected[I]);
  const double Wide[] = {sin(double(float(X))),  exp(double(float(X))),
                         sqrt(double(float(X))), log(double(float(X))),
                         sqrt(double(float(X))), X};
  for (int I = 0; I < 6; ++I)
    if (fabs(Single[I] - Wide[I]) > 1e-5 * (fabs(Wide[I]) + 1))
      printf("float %d of %g: %g, expected %g\n", I, X, double(Single[I]),
             Wide[I]);
}

int main() {
  prints(10);
  allocates(200);
  strings("hello world", 12);
  for (double X : {0.25, 1.0, 2.5, 7.75})
    mathematics(X);
  puts("done");
}
