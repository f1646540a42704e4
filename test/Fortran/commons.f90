! Common blocks, saved variables, data statements and equivalences.
! RUN: %run-fortran %t %s

program commons
  use checks
  implicit none
  integer :: count
  real :: values(10)
  common /shared/ count, values
  integer :: i, result

  count = 10
  values = 0
  !$omp target teams distribute parallel do map(tofrom: values) map(to: count)
  do i = 1, 10
    values(i) = count * i
  end do
  call check('common block', sum(values), 550.0)

  result = 0
  do i = 1, 3
    call accumulate(i, result)
  end do
  call check('saved variable', result, 6)
  call check('data statement', from_data(3), 9)
  call finish()
contains
  subroutine accumulate(i, result)
    integer, intent(in) :: i
    integer, intent(out) :: result
    integer, save :: total = 0
    !$omp target map(tofrom: total)
    total = total + i
    !$omp end target
    result = total
  end subroutine

  integer function from_data(i)
    integer, intent(in) :: i
    integer :: squares(4), value
    data squares /1, 4, 9, 16/
    !$omp target map(from: value)
    value = squares(i)
    !$omp end target
    from_data = value
  end function
end program
