! Fortran and C++ in one program: regions in both, calls in both directions, on the host and on the device.
! RUN: %run-fortran %t %s %S/Inputs/mixed.cpp

module fortran_side
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function cpp_square(x) bind(c)
      !$omp declare target
      import c_int
      integer(c_int), value :: x
    end function
    subroutine cpp_fill(values, n) bind(c)
      import c_int, c_double
      integer(c_int), value :: n
      real(c_double) :: values(n)
    end subroutine
    integer(c_int) function cpp_calls_fortran(x) bind(c)
      import c_int
      integer(c_int), value :: x
    end function
  end interface
contains
  integer(c_int) function fortran_double(x) bind(c)
    !$omp declare target
    integer(c_int), value :: x
    fortran_double = 2 * x
  end function

  subroutine fortran_sum(values, n, total) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: values(n)
    real(c_double), intent(out) :: total
    real(c_double) :: s
    integer :: i
    s = 0
    !$omp target teams distribute parallel do reduction(+: s) map(to: values) map(tofrom: s)
    do i = 1, n
      s = s + values(i)
    end do
    total = s
  end subroutine
end module

program mixed
  use checks
  use fortran_side
  implicit none
  integer, parameter :: n = 100
  integer(c_int) :: i, squares(n)
  real(c_double) :: values(n)

  !$omp target teams distribute parallel do map(from: squares)
  do i = 1, n
    squares(i) = cpp_square(i)
  end do
  call check('C++ function in a region of Fortran', sum(squares), n * (n + 1) * (2 * n + 1) / 6)
  call cpp_fill(values, n)
  call check('region of C++', sum(values), 0.5d0 * n * (n + 1) / 2)
  call check('Fortran function in a region of C++', cpp_calls_fortran(21), 42 + 5050)
  call finish()
end program
