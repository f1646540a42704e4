! Numbers that a region gets by value are numbers for the JIT: on GPUs kernels are specialised for them, and nowhere for the
! alignment that the bits of a number seem to have. A second run compiles nothing.
! RUN: rm -rf %t && mkdir %t
! RUN: %flang -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t/gpu
! DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_INFO=1 OMP_JIT_CACHE_DIR=%t/cache
! RUN: %{run} %t/gpu 2>&1 | FileCheck %s --check-prefixes=GPU,SUM
! RUN: %{run} %t/gpu 2>&1 | FileCheck %s --check-prefix=SUM --implicit-check-not=compiled
! GPU: compiled __omp_offloading_{{.*}}scale{{.*}}: first image
! GPU: compiled __omp_offloading_{{.*}}scale{{.*}}: parameter {{[0-9]}} was 0x3fe0000000000000, is 0x3fe6666666666666{{$}}
! GPU: compiled __omp_offloading_{{.*}}scale{{.*}}: parameter {{[0-9]}} was 100, is 50{{$}}
!
! RUN: %flang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t/host
! RUN: %{run} %t/host 2>&1 | FileCheck %s --check-prefixes=HOST,SUM --implicit-check-not=compiled
! HOST: compiled __omp_offloading_{{.*}}scale{{.*}}: first image
! SUM: sum: 75.00
program main
  implicit none
  real(8) :: values(100)
  values = 1
  call scale(values, 100, 0.5d0)
  call scale(values, 100, 0.7d0)
  call scale(values, 50, 0.7d0)
  values(1:50) = values(1:50) / 0.245d0
  values(51:) = values(51:) / 0.7d0
  print '(a, f5.2)', 'sum: ', sum(values)
contains
  subroutine scale(x, n, factor)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: factor
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x)
    do i = 1, n
      x(i) = x(i) * factor
    end do
  end subroutine
end program
