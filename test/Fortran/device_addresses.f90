! Device addresses: use_device_addr, has_device_addr, use_device_ptr and is_device_ptr, omp_target_alloc.
! RUN: %run-fortran %t %s -fopenmp-version=52

program device_addresses
  use checks
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 64
  integer, target :: a(n)
  integer :: i, total
  type(c_ptr) :: memory

  a = 1
  !$omp target data map(tofrom: a) use_device_addr(a)
  call add_there(a, n)
  !$omp end target data
  call check('use_device_addr and has_device_addr', sum(a), n + n * (n + 1) / 2)

  memory = omp_target_alloc(int(n * c_sizeof(i), c_size_t), omp_get_default_device())
  call check('allocated', c_associated(memory))
  call fill(memory)
  a = 0
  i = omp_target_memcpy(c_loc(a), memory, int(n * 4, c_size_t), 0_c_size_t, 0_c_size_t, &
                        omp_get_initial_device(), omp_get_default_device())
  call check('copied', i, 0)
  call check('is_device_ptr', sum(a), n * (n + 1))
  call omp_target_free(memory, omp_get_default_device())

  total = 0
  !$omp target data map(to: a)
  if (omp_target_is_present(c_loc(a), omp_get_default_device()) /= 0) total = 1
  !$omp end target data
  call check('present', total, 1)
  call finish()
contains
  subroutine add_there(x, n)
    integer, intent(in) :: n
    integer :: x(n)
    integer :: i
    !$omp target teams distribute parallel do has_device_addr(x)
    do i = 1, n
      x(i) = x(i) + i
    end do
  end subroutine

  subroutine fill(where)
    type(c_ptr) :: where
    !$omp target is_device_ptr(where)
    call fill_there(where)
    !$omp end target
  end subroutine

  subroutine fill_there(where)
    !$omp declare target
    type(c_ptr), intent(in) :: where
    integer, pointer :: x(:)
    integer :: i
    call c_f_pointer(where, x, [n])
    do i = 1, n
      x(i) = 2 * i
    end do
  end subroutine
end program
