! Modules of two files: variables and procedures for the device, calls from one file to the other.
! RUN: %run-fortran %t %s %S/Inputs/physics.f90

program modules
  use checks
  use physics
  implicit none
  integer, parameter :: n = 300
  real :: energies(n)
  integer :: i, steps

  gravity = 5
  !$omp target update to(gravity)
  !$omp target teams distribute parallel do map(from: energies)
  do i = 1, n
    energies(i) = potential(real(i))
  end do
  call check('function and variable of the module', sum(energies), 5 * n * (n + 1.0))

  gravity = 1
  !$omp target
  call set_table(3)
  !$omp end target
  !$omp target map(from: steps)
  steps = sum_table()
  !$omp end target
  call check('variable stays on the device', steps, 3 * 55)
  table = 0
  !$omp target update from(table)
  call check('and can be fetched', table(10), 30)
  call check('constant array', value_of(3), 6)
  call finish()
contains
  integer function value_of(i)
    integer, intent(in) :: i
    integer :: value
    !$omp target map(from: value)
    value = doubled(i)
    !$omp end target
    value_of = value
  end function
end program
