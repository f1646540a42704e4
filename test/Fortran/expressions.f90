! Expressions of regions: bits, rounding, conversions, conditions, complex numbers, small arrays of a thread's own,
! loops that end early.
! RUN: %run-fortran %t %s

program expressions
  use checks
  implicit none
  integer, parameter :: n = 64
  integer :: i, k, bits(n), whole(n), turns(n)
  integer(8) :: wide(n)
  real(8) :: x(n), table(4)
  complex(8) :: z(n)
  logical :: odd(n)

  !$omp target teams distribute parallel do map(from: bits, whole, wide, x, z, odd, turns) private(k, table)
  do i = 1, n
    bits(i) = ieor(iand(ishft(i, 2), not(7)), popcnt(i)) + ibits(i, 1, 3) + merge(1000, 0, btest(i, 0))
    whole(i) = nint(i * 0.6d0) + modulo(-i, 7) * 100 + mod(-i, 7) + int(i / 3.0) + sign(10000, 32 - i)
    wide(i) = int(i, 8)**10 / 3 + leadz(i)
    do k = 1, 4
      table(k) = k * 0.5d0 * i
    end do
    x(i) = max(table(1), min(table(4), 20.0d0)) + abs(table(2) - table(3)) + aint(i / 7.0d0)
    z(i) = cmplx(i, -i, 8) * conjg(cmplx(2, 1, 8)) + (0.0d0, 1.0d0)
    odd(i) = mod(i, 2) == 1 .neqv. (i > 32 .and. i < 48)
    k = i
    turns(i) = 0
    do while (k /= 1)
      turns(i) = turns(i) + 1
      if (mod(k, 2) == 0) then
        k = k / 2
      else
        k = 3 * k + 1
      end if
      if (turns(i) >= 100) exit
    end do
  end do

  do i = 1, n
    call check('bits', bits(i), &
      ieor(iand(ishft(i, 2), not(7)), popcnt(i)) + ibits(i, 1, 3) + merge(1000, 0, btest(i, 0)))
    call check('whole', whole(i), &
      nint(i * 0.6d0) + modulo(-i, 7) * 100 + mod(-i, 7) + int(i / 3.0) + sign(10000, 32 - i))
    call check('wide', wide(i) == int(i, 8)**10 / 3 + leadz(i))
    call check('real', x(i), max(0.5d0 * i, min(2.0d0 * i, 20.0d0)) + 0.5d0 * i + (i / 7))
    call check('complex', abs(z(i) - cmplx(i, -3 * i + 1, 8)) < 1.0d-12)
    call check('logical', odd(i) .eqv. (mod(i, 2) == 1 .neqv. (i > 32 .and. i < 48)))
  end do
  call check('turns of 27', turns(27), 100)
  call check('turns of 9', turns(9), 19)
  call finish
end program
