// Reductions of all types by all operators, of arrays and classes.
// RUN: env KMP_DEVICE_THREAD_LIMIT=10000 KMP_TEAMS_THREAD_LIMIT=1000 %run-gpus %t %s

#include <complex>
#include <cstdio>

constexpr int N = 300;
static int Failures = 0;

template <typename T>
static void expect(const char *Type, const char *What, T Got, T Wanted) {
  if (Got == Wanted)
    return;
  std::printf("%s: %s\n", Type, What);
  ++Failures;
}

/// A variable for each operator that all numbers have. The values are small, so
/// that every type holds sums and products exactly.
template <typename T> struct Numbers {
  T Sum = 3, Product = 3, Least = 100, Most = 1;
  bool All = true, Any = false;
};

template <typename T>
static void add(int I, T &Sum, T &Product, T &Least, T &Most, bool &All,
                bool &Any) {
  const T Item = T(I % 50 == 7 ? I % 4 : 0), Size = T((I * 31 + 11) % 97 + 3);
  Sum += Item;
  Product *= T(I % 100 == 3 ? 2 : 1);
  Least = Size < Least ? Size : Least;
  Most = Size > Most ? Size : Most;
  All = All && Item < T(3);
  Any = Any || Size == T(50);
}

template <typename T>
static void compare(const char *Type, const Numbers<T> &Got) {
  Numbers<T> Wanted;
  for (int I = 0; I < N; ++I)
    add(I, Wanted.Sum, Wanted.Product, Wanted.Least, Wanted.Most, Wanted.All,
        Wanted.Any);
  expect(Type, "+", Got.Sum, Wanted.Sum);
  expect(Type, "*", Got.Product, Wanted.Product);
  expect(Type, "min", Got.Least, Wanted.Least);
  expect(Type, "max", Got.Most, Wanted.Most);
  expect(Type, "&&", Got.All, Wanted.All);
  expect(Type, "||", Got.Any, Wanted.Any);
}

template <typename T> static void numbers(const char *Type) {
  const Numbers<T> Start;
  auto [Sum, Product, Least, Most, All, Any] = Start;
  T SumA = Sum, ProductA = Product, LeastA = Least, MostA = Most;
  bool AllA = All, AnyA = Any;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(96) \
    reduction(+ : SumA) reduction(* : ProductA) reduction(min : LeastA)        \
    reduction(max : MostA) reduction(&& : AllA) reduction(|| : AnyA)           \
    map(SumA, ProductA, LeastA, MostA, AllA, AnyA)
  for (int I = 0; I < N; ++I)
    add(I, SumA, ProductA, LeastA, MostA, AllA, AnyA);
  compare<T>(Type, {SumA, ProductA, LeastA, MostA, AllA, AnyA});

  T SumB = Sum, ProductB = Product, LeastB = Least, MostB = Most;
  bool AllB = All, AnyB = Any;
#pragma omp target parallel for num_threads(40) reduction(+ : SumB)            \
    reduction(* : ProductB) reduction(min : LeastB) reduction(max : MostB)     \
    reduction(&& : AllB) reduction(|| : AnyB)                                  \
    map(SumB, ProductB, LeastB, MostB, AllB, AnyB)
  for (int I = 0; I < N; ++I)
    add(I, SumB, ProductB, LeastB, MostB, AllB, AnyB);
  compare<T>(Type, {SumB, ProductB, LeastB, MostB, AllB, AnyB});
}

template <typename T> static void bits(const char *Type) {
  auto Add = [](int I, T &And, T &Or, T &Xor) {
    And &= T(~(I == 30 ? 4 : 0));
    Or |= T(I % 50 == 7 ? I % 30 : 0);
    Xor ^= T(I);
  };
  T And = T(-1), Or = T(64), Xor = T(5);
  for (int I = 0; I < N; ++I)
    Add(I, And, Or, Xor);

  T AndA = T(-1), OrA = T(64), XorA = T(5);
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(64) \
    reduction(& : AndA) reduction(| : OrA) reduction(^ : XorA)                 \
    map(AndA, OrA, XorA)
  for (int I = 0; I < N; ++I)
    Add(I, AndA, OrA, XorA);
  expect(Type, "&", AndA, And);
  expect(Type, "|", OrA, Or);
  expect(Type, "^", XorA, Xor);

  T AndB = T(-1), OrB = T(64), XorB = T(5);
#pragma omp target parallel for num_threads(33) reduction(& : AndB)            \
    reduction(| : OrB) reduction(^ : XorB) map(AndB, OrB, XorB)
  for (int I = 0; I < N; ++I)
    Add(I, AndB, OrB, XorB);
  expect(Type, "&, threads", AndB, And);
  expect(Type, "|, threads", OrB, Or);
  expect(Type, "^, threads", XorB, Xor);
}

template <typename T> static void integers(const char *Type) {
  numbers<T>(Type);
  bits<T>(Type);
}

template <typename T, int Size> static void arrays(const char *Type) {
  T OfTeams[Size] = {}, OfThreads[Size] = {}, Part[Size + 2] = {};
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(64) \
    reduction(+ : OfTeams) map(OfTeams)
  for (int I = 0; I < N; ++I)
    OfTeams[I % Size] += T(I % 3);
#pragma omp target parallel for reduction(+ : OfThreads) map(OfThreads)
  for (int I = 0; I < N; ++I)
    OfThreads[I % Size] += T(I % 3);
#pragma omp target parallel for reduction(max : Part[1 : Size]) map(Part)
  for (int I = 0; I < N; ++I)
    if (Part[1 + I % Size] < T(I % 100))
      Part[1 + I % Size] = T(I % 100);
  T Sums[Size] = {}, Most[Size + 2] = {};
  for (int I = 0; I < N; ++I) {
    Sums[I % Size] += T(I % 3);
    Most[1 + I % Size] =
        T(I % 100) > Most[1 + I % Size] ? T(I % 100) : Most[1 + I % Size];
  }
  for (int I = 0; I < Size; ++I) {
    expect(Type, "array of teams", OfTeams[I], Sums[I]);
    expect(Type, "array of threads", OfThreads[I], Sums[I]);
  }
  for (int I = 0; I < Size + 2; ++I)
    expect(Type, "section", Part[I], Most[I]);
}

/// With padding.
struct Extent {
  double Low = 1000;
  float High = -1000;
  short Count = 0;
  char Tag[3] = {};

  void add(const Extent &Other) {
    Low = Other.Low < Low ? Other.Low : Low;
    High = Other.High > High ? Other.High : High;
    Count = short(Count + Other.Count);
    for (int I = 0; I < 3; ++I)
      Tag[I] = char(Tag[I] | Other.Tag[I]);
  }
  static Extent of(int I) {
    Extent E;
    E.Low = I - 20;
    E.High = float(I) / 2;
    E.Count = 1;
    E.Tag[I % 3] = char(1 << (I % 7));
    return E;
  }
};
struct Bytes {
  unsigned char Of[4] = {};
};
using Complex = std::complex<double>;

#pragma omp declare reduction(join:Extent : omp_out.add(omp_in))               \
    initializer(omp_priv = Extent())
#pragma omp declare reduction(mix:Bytes : omp_out.Of[0] += omp_in.Of[0],       \
                                  omp_out.Of[1] ^= omp_in.Of[1],               \
                                  omp_out.Of[2] |= omp_in.Of[2])               \
    initializer(omp_priv = Bytes())
#pragma omp declare reduction(+ : Complex : omp_out += omp_in)                 \
    initializer(omp_priv = Complex())

static void classes() {
  Extent Wanted, OfTeams, OfThreads;
  Bytes Mixed, MixedOnTeams;
  Complex Points, PointsOfTeams;
  for (int I = 0; I < N; ++I) {
    Wanted.add(Extent::of(I));
    Mixed.Of[0] += I, Mixed.Of[1] ^= I, Mixed.Of[2] |= I % 64;
    Points += Complex(I, -2 * I);
  }
#pragma omp target teams distribute parallel for num_teams(4)                  \
    reduction(join : OfTeams) map(OfTeams)
  for (int I = 0; I < N; ++I)
    OfTeams.add(Extent::of(I));
#pragma omp target parallel for reduction(join : OfThreads) map(OfThreads)
  for (int I = 0; I < N; ++I)
    OfThreads.add(Extent::of(I));
#pragma omp target teams distribute parallel for num_teams(4)                  \
    reduction(mix : MixedOnTeams) reduction(+ : PointsOfTeams)                 \
    map(MixedOnTeams, PointsOfTeams)
  for (int I = 0; I < N; ++I) {
    MixedOnTeams.Of[0] += I;
    MixedOnTeams.Of[1] ^= I;
    MixedOnTeams.Of[2] |= I % 64;
    PointsOfTeams += Complex(I, -2 * I);
  }
  for (const Extent &Each : {OfTeams, OfThreads}) {
    expect("class", "low", Each.Low, Wanted.Low);
    expect("class", "high", Each.High, Wanted.High);
    expect("class", "count", Each.Count, Wanted.Count);
    for (int I = 0; I < 3; ++I)
      expect("class", "tag", Each.Tag[I], Wanted.Tag[I]);
  }
  for (int I = 0; I < 3; ++I)
    expect("bytes", "each", MixedOnTeams.Of[I], Mixed.Of[I]);
  expect("complex", "+", PointsOfTeams, Points);
}

int main() {
  integers<char>("char");
  integers<signed char>("signed char");
  integers<unsigned char>("unsigned char");
  integers<short>("short");
  integers<unsigned short>("unsigned short");
  integers<int>("int");
  integers<unsigned>("unsigned");
  integers<long>("long");
  integers<unsigned long>("unsigned long");
  integers<long long>("long long");
  integers<unsigned long long>("unsigned long long");
  numbers<float>("float");
  numbers<double>("double");
  arrays<char, 8>("char");
  arrays<long, 3>("long");
  arrays<double, 100>("double");
  classes();
  std::printf("%d failures\n", Failures);
  return Failures != 0;
}
