! Array sections, assumed shape, assumed size and explicit shape arguments.
! RUN: %run-fortran %t %s

program sections
  use checks
  implicit none
  integer, parameter :: n = 100
  real :: a(n), matrix(10, 12)
  integer :: i

  a = 0
  !$omp target map(tofrom: a(11:20))
  a(11:20) = [(i, i = 1, 10)]
  !$omp end target
  call check('section', sum(a), 55.0)

  a = 1
  call scale_shape(a(1:50), 3.0)
  call check('assumed shape', sum(a), 200.0)
  a = 1
  call scale_every_second(a, 4.0)
  call check('with a step', sum(a), 250.0)
  a = 1
  call scale_size(a(11), 10, 2.0)
  call check('assumed size', sum(a), 110.0)

  matrix = 1
  call set_column(10, 12, matrix, 5)
  call check('explicit shape', sum(matrix), 120 + 550.0)
  call scale_plane(matrix(:, 3:4))
  call check('plane', sum(matrix), 120 + 550 - 20.0)
  call finish()
contains
  subroutine scale_shape(x, factor)
    real, intent(inout) :: x(:)
    real, intent(in) :: factor
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x)
    do i = 1, size(x)
      x(i) = x(i) * factor
    end do
  end subroutine

  subroutine scale_every_second(x, factor)
    real, intent(inout) :: x(:)
    real, intent(in) :: factor
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x)
    do i = 2, size(x), 2
      x(i) = x(i) * factor
    end do
  end subroutine

  subroutine scale_size(x, n, factor)
    real, intent(inout) :: x(*)
    integer, intent(in) :: n
    real, intent(in) :: factor
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x(1:n))
    do i = 1, n
      x(i) = x(i) * factor
    end do
  end subroutine

  subroutine set_column(rows, columns, x, column)
    integer, intent(in) :: rows, columns, column
    real, intent(inout) :: x(rows, columns)
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x)
    do i = 1, rows
      x(i, column) = 10 * i + x(i, column)
    end do
  end subroutine

  subroutine scale_plane(x)
    real, intent(inout) :: x(:, :)
    integer :: i, j
    !$omp target teams distribute parallel do collapse(2) map(tofrom: x)
    do j = 1, ubound(x, 2)
      do i = 1, ubound(x, 1)
        x(i, j) = x(i, j) - 1
      end do
    end do
  end subroutine
end program
