! Optional arguments, present or not, in target regions; values and results of procedures with them.
! RUN: %run-fortran %t %s

program optionals
  use checks
  implicit none
  integer :: a(20)

  call fill(a, 2)
  call check('both', sum(a), 420)
  call fill(a, 2, 5)
  call check('with the optional one', sum(a), 520)
  call scale(a)
  call check('absent array', sum(a), 520)
  call finish()
contains
  subroutine fill(x, step, offset)
    integer, intent(out) :: x(:)
    integer, value :: step
    integer, intent(in), optional :: offset
    integer :: i, more
    more = 0
    if (present(offset)) more = offset
    !$omp target teams distribute parallel do map(from: x)
    do i = 1, size(x)
      x(i) = step * i + more
    end do
  end subroutine

  subroutine scale(x, weights)
    integer, intent(inout) :: x(:)
    integer, intent(in), optional :: weights(:)
    integer :: i
    if (present(weights)) then
      !$omp target teams distribute parallel do map(tofrom: x) map(to: weights)
      do i = 1, size(x)
        x(i) = x(i) * weights(i)
      end do
    end if
  end subroutine
end program
