! Internal procedures with target regions that use the variables of their host; regions that call procedures.
! RUN: %run-fortran %t %s

module series
  implicit none
contains
  pure real function term(i)
    !$omp declare target
    integer, intent(in) :: i
    term = 1.0 / (i * (i + 1))
  end function

  elemental integer function square(i)
    !$omp declare target
    integer, intent(in) :: i
    square = i * i
  end function

  recursive integer function fibonacci(i) result(f)
    !$omp declare target
    integer, intent(in) :: i
    if (i < 2) then
      f = i
    else
      f = fibonacci(i - 1) + fibonacci(i - 2)
    end if
  end function

  subroutine add_to(x, values)
    !$omp declare target
    integer, intent(in) :: x
    integer, intent(inout) :: values(:)
    integer :: i
    do i = 1, size(values)
      values(i) = values(i) + x
    end do
  end subroutine
end module

program internal
  use checks
  use series
  implicit none
  integer, parameter :: n = 50
  integer :: data(n), factor, f, i
  real :: s

  factor = 3
  data = [(i, i = 1, n)]
  call multiply()
  call check('host association', sum(data), 3 * n * (n + 1) / 2)

  s = 0
  !$omp target teams distribute parallel do reduction(+: s) map(tofrom: s)
  do i = 1, n
    s = s + term(i)
  end do
  call check('pure function', s, real(n) / (n + 1))

  !$omp target teams distribute parallel do map(from: data)
  do i = 1, n
    data(i) = square(i)
  end do
  call check('elemental function', sum(data), n * (n + 1) * (2 * n + 1) / 6)

  !$omp target map(from: f)
  f = fibonacci(12)
  !$omp end target
  call check('recursive function', f, 144)

  data = 0
  !$omp target map(tofrom: data)
  call add_to(5, data(1:10))
  !$omp end target
  call check('section as argument', sum(data), 50)
  call finish()
contains
  subroutine multiply()
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: data)
    do i = 1, n
      data(i) = data(i) * factor
    end do
  end subroutine
end program
