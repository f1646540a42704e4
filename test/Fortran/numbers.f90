! Functions of numbers that flang calls: powers with an integer exponent, remainders, and the parts of a number, for
! positive and negative numbers, zeros and subnormal ones.
! RUN: %run-fortran %t %s

module formulas
  implicit none
contains
  pure real(8) function wide(x, which)
    !$omp declare target
    real(8), intent(in) :: x
    integer, intent(in) :: which
    wide = 0
    select case (which)
    case (1); wide = mod(x, 0.75d0)
    case (2); wide = modulo(x, 0.75d0)
    case (3); wide = modulo(x, -0.75d0)
    case (4); wide = fraction(x)
    case (5); wide = exponent(x)
    case (6); wide = scale(x, 5)
    case (7); wide = scale(x, -2000)
    case (8); wide = spacing(x)
    case (9); wide = nearest(x, 1d0)
    end select
  end function

  pure real(4) function single(x, which)
    !$omp declare target
    real(4), intent(in) :: x
    integer, intent(in) :: which
    single = 0
    select case (which)
    case (1); single = mod(x, 0.75)
    case (2); single = modulo(x, 0.75)
    case (3); single = modulo(x, -0.75)
    case (4); single = fraction(x)
    case (5); single = exponent(x)
    case (6); single = scale(x, 5)
    case (7); single = scale(x, -200)
    case (8); single = spacing(x)
    case (9); single = nearest(x, -1.0)
    end select
  end function
end module

program numbers
  use checks
  use formulas
  implicit none
  integer, parameter :: n = 10, formulas_of_each = 9
  character(9), parameter :: names(formulas_of_each) = [character(9) :: 'mod', 'modulo', 'modulo -', &
      'fraction', 'exponent', 'scale', 'scale far', 'spacing', 'nearest']
  real(8) :: x(n), y(n), power(n)
  real(4) :: s(n), t(n), power4(n)
  logical :: right(n)
  integer :: i, which, k(n)

  x = [0d0, 1d0, -1d0, 0.5d0, 3.7d0, -3.7d0, 1d300, 5d-324, -2.5d-310, 1024d0]
  s = [0.0, 1.0, -1.0, 0.5, 3.7, -3.7, 1e38, 2e-45, -2.5e-40, 1024.0]
  do which = 1, formulas_of_each
    !$omp target teams distribute parallel do map(to: x, s) map(from: y, t)
    do i = 1, n
      y(i) = wide(x(i), which)
      t(i) = single(s(i), which)
    end do
    do i = 1, n
      right(i) = y(i) == wide(x(i), which) .and. t(i) == single(s(i), which)
      if (.not. right(i)) print *, x(i), y(i), s(i), t(i)
    end do
    call check(trim(names(which)), all(right))
  end do

  x = [0d0, 1d0, -1d0, 0.5d0, 3.7d0, -3.7d0, 1.1d0, -2d0, -2d0, 10d0]
  k = [2, -5, 3, 10, -2, 3, 40, 7, -7, 15]
  s = real(x)
  !$omp target teams distribute parallel do map(to: x, s, k) map(from: power, power4)
  do i = 1, n
    power(i) = x(i) ** k(i)
    power4(i) = s(i) ** k(i)
  end do
  call check('powers', all(abs(power - x ** k) <= 1d-13 * abs(x ** k)))
  call check('single powers', all(abs(power4 - s ** k) <= 2e-6 * abs(s ** k)))
  call finish()
end program
