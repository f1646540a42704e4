! A small application: heat on a plate, with data that stays on the device and a norm for each step.
! RUN: %run-fortran %t %s

module plate
  implicit none
  integer, parameter :: n = 48
  real(8), allocatable :: old(:, :), new(:, :)
contains
  subroutine start()
    allocate(old(0:n + 1, 0:n + 1), new(0:n + 1, 0:n + 1))
    old = 0
    old(0, :) = 100
    new = old
    !$omp target enter data map(to: old, new)
  end subroutine

  real(8) function step()
    integer :: i, j
    real(8) :: change
    change = 0
    !$omp target teams distribute parallel do collapse(2) reduction(max: change) map(tofrom: change)
    do j = 1, n
      do i = 1, n
        new(i, j) = 0.25d0 * (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1))
        change = max(change, abs(new(i, j) - old(i, j)))
      end do
    end do
    !$omp target teams distribute parallel do collapse(2)
    do j = 1, n
      do i = 1, n
        old(i, j) = new(i, j)
      end do
    end do
    step = change
  end function

  subroutine finish_plate()
    !$omp target exit data map(from: old) map(delete: new)
  end subroutine
end module

program heat
  use checks
  use plate
  implicit none
  real(8) :: change, expected(0:n + 1, 0:n + 1), next(0:n + 1, 0:n + 1)
  integer :: k

  call start()
  expected = old
  next = old
  do k = 1, 20
    change = step()
    next(1:n, 1:n) = 0.25d0 * (expected(0:n - 1, 1:n) + expected(2:n + 1, 1:n) + &
                               expected(1:n, 0:n - 1) + expected(1:n, 2:n + 1))
    if (k == 20) call check('change', change, maxval(abs(next - expected)))
    expected = next
  end do
  call finish_plate()
  call check('temperatures', maxval(abs(old - expected)) < 1d-12)
  call finish()
end program
