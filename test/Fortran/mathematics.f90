! Intrinsic functions in target regions: elementary functions, conversions, bits, merges, dot products.
! RUN: %run-fortran %t %s

program mathematics
  use checks
  implicit none
  integer, parameter :: n = 64
  real(8) :: x(n), y(n), expected(n)
  real :: single(n)
  integer :: i, k(n)

  do i = 1, n
    x(i) = 0.05d0 * i
    expected(i) = sin(x(i)) + cos(x(i))**2 + exp(-x(i)) + log(x(i)) + sqrt(x(i)) + &
                  atan2(x(i), 2d0) + tanh(x(i)) + x(i)**1.5d0 + hypot(x(i), 1d0)
  end do
  !$omp target teams distribute parallel do map(to: x) map(from: y)
  do i = 1, n
    y(i) = sin(x(i)) + cos(x(i))**2 + exp(-x(i)) + log(x(i)) + sqrt(x(i)) + &
           atan2(x(i), 2d0) + tanh(x(i)) + x(i)**1.5d0 + hypot(x(i), 1d0)
  end do
  call check('elementary functions', maxval(abs(y - expected)) < 1d-12)

  !$omp target teams distribute parallel do map(to: x) map(from: single)
  do i = 1, n
    single(i) = sqrt(real(x(i))) + abs(-1.0) + aint(2.7) + sign(3.0, -1.0) + mod(7.5, 2.0)
  end do
  call check('single precision', sum(single), sum(sqrt(real(x))) + n * 1.5)

  !$omp target teams distribute parallel do map(to: x) map(from: k)
  do i = 1, n
    k(i) = nint(x(i)) + floor(-0.5) + mod(i, 7) + modulo(-i, 7) + popcnt(i) + &
           iand(i, 12) + ishft(i, 2) + merge(1, 0, btest(i, 0)) + ieor(i, 3) + max(i, 10) + i**3
  end do
  do i = 1, n
    k(i) = k(i) - (nint(x(i)) + floor(-0.5) + mod(i, 7) + modulo(-i, 7) + popcnt(i) + &
           iand(i, 12) + ishft(i, 2) + merge(1, 0, btest(i, 0)) + ieor(i, 3) + max(i, 10) + i**3)
  end do
  call check('integers and bits', all(k == 0))
  call finish()
end program
