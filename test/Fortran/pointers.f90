! Pointers to arrays, sections and components; association in and out of regions.
! RUN: %run-fortran %t %s

program pointers
  use checks
  implicit none
  type :: node
    integer :: value
    integer, pointer :: links(:)
  end type
  integer, parameter :: n = 40
  integer, target :: store(n)
  integer, pointer :: p(:)
  type(node) :: one
  integer :: i

  store = 1
  p => store(11:20)
  !$omp target teams distribute parallel do map(tofrom: p)
  do i = 1, size(p)
    p(i) = p(i) + i
  end do
  call check('pointer to a section', sum(store), n + 55)

  allocate(p(n))
  !$omp target data map(from: p)
  !$omp target teams distribute parallel do
  do i = 1, n
    p(i) = i
  end do
  !$omp end target data
  call check('pointer in data', sum(p), n * (n + 1) / 2)
  deallocate(p)

  one%value = 5
  allocate(one%links(8))
  !$omp target map(tofrom: one, one%links)
  do i = 1, 8
    one%links(i) = one%value * i
  end do
  one%value = 6
  !$omp end target
  call check('pointer component', sum(one%links), 180)
  call check('beside it', one%value, 6)
  call finish()
end program
