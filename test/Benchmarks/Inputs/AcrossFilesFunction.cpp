// The hot function of AcrossFiles.cpp: a polynomial.

#include "AcrossFiles.h"

#pragma omp begin declare target
double evaluate(double X) {
  return ((((0.125 * X - 0.25) * X + 0.5) * X - 1) * X + 2) * X - 4;
}
#pragma omp end declare target

double evaluateOnHost(double X) { return evaluate(X); }
