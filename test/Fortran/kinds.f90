! Kinds: integers, reals, logicals and characters of all sizes as arguments, in arrays and in computations.
! RUN: %run-fortran %t %s

program kinds
  use checks
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int8) :: i8
  integer(int16) :: i16
  integer(int32) :: i32
  integer(int64) :: i64
  real(real32) :: r32
  real(real64) :: r64
  complex(real64) :: c64
  logical(1) :: l1
  logical(8) :: l8
  character :: letter
  character(8) :: word
  integer(int8) :: bytes(64)
  integer :: i, vowels

  i8 = 100_int8
  i16 = 30000_int16
  i32 = 2000000000
  i64 = 4000000000000_int64
  r32 = 1.5
  r64 = 2.25_real64
  c64 = (1, -1)
  l1 = .true.
  l8 = .false.
  letter = 'x'
  word = 'offloads'
  !$omp target map(tofrom: i8, i16, i32, i64, r32, r64, c64, l1, l8, letter)
  i8 = i8 + 27_int8
  i16 = i16 + 2767_int16
  i32 = i32 + 147483647
  i64 = i64 * 1000
  r32 = r32 * 2
  r64 = r64 * 2 + i8
  c64 = c64 * c64
  l8 = l1
  l1 = .not. l1
  letter = achar(iachar(letter) + 1)
  !$omp end target
  call check('int8', int(i8), 127)
  call check('int16', int(i16), 32767)
  call check('int32', i32, 2147483647)
  call check('int64', i64, 4000000000000000_int64)
  call check('real32', r32, 3.0)
  call check('real64', r64, 131.5_real64)
  call check('complex', aimag(c64), -2.0_real64)
  call check('logical(1)', logical(.not. l1))
  call check('logical(8)', logical(l8))
  call check('character', letter == 'y')

  vowels = 0
  !$omp target map(to: word) map(tofrom: vowels)
  do i = 1, 8
    if (word(i:i) == 'o' .or. word(i:i) == 'a') vowels = vowels + 1
  end do
  !$omp end target
  call check('characters of a word', vowels, 3)

  !$omp target teams distribute parallel do map(from: bytes)
  do i = 1, 64
    bytes(i) = int(i - 33, int8)
  end do
  call check('array of bytes', sum(int(bytes)), -32)

  ! Scalars without a map clause are passed by value.
  !$omp target teams distribute parallel do map(from: bytes)
  do i = 1, 64
    bytes(i) = merge(1_int8, 0_int8, l8 .and. i8 == 127 .and. i16 == 32767 .and. r32 == 3.0 .and. &
                     r64 == 131.5_real64 .and. i64 == 4000000000000000_int64 .and. letter == 'y')
  end do
  call check('by value', sum(int(bytes)), 64)
  call finish()
end program
