// What device code may use of the C library and of C++'s runtime.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp begin declare target

struct Shape {
  virtual int sides() const = 0;
  virtual ~Shape();
};
struct Square : Shape {
  int sides() const override;
  ~Square() override;
};
Shape::~Shape() {}
int Square::sides() const { return 4; }
Square::~Square() {}

struct Counted {
  explicit Counted(int Start) : Value(Start) {}
  ~Counted() { Value = -1; }
  int Value;
};
Counted Global(3);

struct alignas(64) Strict {
  int Value;
};

int useObjects(int N) {
  static Counted Local(N);
  Shape *Any = new Square;
  const int Sides = Any->sides();
  delete Any;
  int *Numbers = new int[N]();
  const int First = Numbers[0];
  delete[] Numbers;
  Strict *One = new Strict{N};
  const int Value = One->Value;
  delete One;
  return Local.Value + Global.Value + Sides + First + Value;
}

long useStrings(const char *In, int N) {
  char *A = static_cast<char *>(malloc(100)),
       *B = static_cast<char *>(calloc(10, 10));
  strcpy(A, In);
  strcat(B, A);
  strncat(B, In, 2);
  strncpy(A, B, 20);
  stpcpy(A, B);
  long Sum = long(strlen(A)) + long(strnlen(A, 3)) + strcmp(A, B) +
             strncmp(A, B, 3) + memcmp(A, B, N);
  Sum += (strchr(A, 'c') - A) + (strrchr(A, 'b') - A) + (strstr(A, "bc") - A) +
         long(strspn(A, B)) + long(strcspn(A, B)) + (strpbrk(A, B) - A) +
         (static_cast<char *>(memchr(A, 3, N)) - A);
  memmove(A, A + 1, N);
  memcpy(B, A, N);
  memset(B, N, N);
#if !defined(__NVPTX__) // The driver's heap does not tell how large blocks are.
  A = static_cast<char *>(realloc(A, 200));
#endif
  free(A);
  free(B);
  return Sum;
}

void stop(int N) {
  assert(N > 3 && "enough");
  if (N == 5)
    abort();
  if (N == 6)
    exit(3);
}

#pragma omp end declare target

int main(int Argc, char **Argv) {
  char Text[100] = "abc";
  int N = Argc;
#pragma omp target map(Text, N)
  {
    printf("%d %s %5.2f %*d %.*s %c %p %lld %%\n", N, Text, N * 0.5, 3, N, 2,
           Text, 'x', Text, 1ll);
    puts(Text);
    N += useObjects(N) + int(useStrings(Text, N));
    stop(N);
  }
  return N;
}
