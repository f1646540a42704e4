//===- units.h - What the translation units of units.cpp share ------------===//

#ifndef OMPJIT_TEST_UNITS_H
#define OMPJIT_TEST_UNITS_H

#pragma omp begin declare target
extern int SharedCounter;
extern const double Weights[3];
int addToShared(int By);

/// One for the whole program.
inline int callsOfInline() {
  static int Calls = 0;
  return ++Calls;
}
#pragma omp end declare target

/// The same region in both units.
inline int inHeader(int Value) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = addToShared(Value);
  return Result;
}

/// One region for each unit, of equal names.
static int ownOfUnit(int Value) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = Value + callsOfInline() * 1000;
  return Result;
}

int secondUnitOwn(int Value);
int secondUnitHidden(int By);
int secondUnitHeader(int Value);

#endif // OMPJIT_TEST_UNITS_H
