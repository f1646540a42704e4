! The module of modules.f90.
module physics
  implicit none
  real :: gravity = 9.81
  integer :: table(10)
  integer, parameter :: doubles(5) = [2, 4, 6, 8, 10]
  real, parameter :: mass = 2
  !$omp declare target(gravity, table)
contains
  real function potential(height)
    !$omp declare target
    real, intent(in) :: height
    potential = weight() * height
  end function

  real function weight()
    !$omp declare target
    weight = mass * gravity
  end function

  subroutine set_table(step)
    !$omp declare target
    integer, intent(in) :: step
    integer :: i
    do i = 1, size(table)
      table(i) = i * step
    end do
  end subroutine

  integer function sum_table()
    !$omp declare target
    integer :: i
    sum_table = 0
    do i = 1, 10
      sum_table = sum_table + table(i)
    end do
  end function

  integer function doubled(i)
    !$omp declare target
    integer, intent(in) :: i
    doubled = doubles(i)
  end function
end module
