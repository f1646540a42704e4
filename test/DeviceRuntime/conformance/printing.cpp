// printf in device code: every conversion, flag, width, precision and length; puts; many lines.
// RUN: %run-gpus %t.gpus %s -Wno-format
// RUN: %link-ahead %t.ahead %s -Wno-format

#include <climits>
#include <cstdio>

static void integers(int Small, long Large, unsigned char Byte) {
#pragma omp target
  {
    printf("%d|%i|%u|%x|%X|%o|%c|%%\n", Small, -Small, unsigned(Small), Small,
           Small, Small, 'c');
    printf("%5d|%-5d|%05d|%+d|% d|%#x|%#o\n", Small, Small, Small, Small, Small,
           Small, Small);
    printf("%.5d|%8.3d|%-8.3d|%*d|%.*d\n", Small, Small, Small, 7, Small, 4,
           Small);
    printf("%ld|%lu|%lx|%lld|%llu|%20ld\n", Large,
           static_cast<unsigned long>(Large), Large,
           static_cast<long long>(-Large),
           static_cast<unsigned long long>(Large), Large);
    printf("%hhd|%hhu|%hd|%hu|%zu|%td\n", static_cast<signed char>(Byte), Byte,
           short(Small), static_cast<unsigned short>(Small), sizeof(int),
           static_cast<long>(Small));
  }
}

static void reals(double X, float Y) {
#pragma omp target
  {
    printf("%f|%e|%g|%E|%G\n", X, X, X, X, X);
    printf("%.2f|%10.3f|%-10.1f|%+.0f|%010.2f\n", X, X, X, X, X);
    printf("%f|%.3e|%g|%g|%g\n", double(Y), double(Y), 1e100, 1e-7, 0.0);
    printf("%a|%.*f|%*.*f\n", X, 3, X, 9, 2, X);
  }
}

static void texts(const char *Text, int Size) {
#pragma omp target map(to : Text[ : Size])
  {
    printf("%s|%10s|%-10s|%.3s|%*s|%.*s|%s\n", Text, Text, Text, Text, 7, Text,
           2, Text, "");
    printf("no argument\n");
    puts("a line");
    puts(Text);
    printf("%d of %s: %5.1f%c", 3, Text, 2.5, '\n');
  }
}

/// As many as a buffer must hold, and one at a time.
static void many() {
#pragma omp target parallel for ordered num_threads(40)
  for (int I = 0; I < 200; ++I) {
#pragma omp ordered
    printf("line %d of %d: %s\n", I, 200, I % 2 ? "odd" : "even");
  }
}

int main() {
  // What the host prints itself must come in its order.
  setvbuf(stdout, nullptr, _IONBF, 0);
  integers(42, 1234567890123, 200);
  integers(INT_MAX, LONG_MAX, 127);
  reals(3.14159, 0.1f);
  reals(-1e10, 2.5f);
  texts("text", 5);
  many();
  return 0;
}
