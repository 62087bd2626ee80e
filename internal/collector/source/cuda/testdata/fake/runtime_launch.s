# The launch functions of a libcudart that hands every launch on to libcuda, as
# the real one does. With ALONE set it hands on nothing.
	.macro begin name
	.globl	\name
	.type	\name, @function
\name:
	push	%rbp
	mov	%rsp, %rbp
	.endm

	.macro finish name
	xor	%eax, %eax
	leave
	ret
	.size	\name, . - \name
	.endm

# (func, grid.xy, grid.z, block.xy, block.z, args, shared, stream)
# to (func, gx, gy, gz, bx, by, bz, shared, stream, args, extra)
	.macro dim3 name, driver
	begin	\name
	.ifndef	ALONE
	mov	driver_handle_of@GOTPCREL(%rip), %rax
	cmp	(%rax), %rdi
	jne	1f
	mov	8(%rax), %rdi
1:
	sub	$8, %rsp
	push	$0
	push	%r9
	push	24(%rbp)
	push	16(%rbp)
	push	%r8
	mov	%rcx, %r8
	mov	%rcx, %r9
	shr	$32, %r9
	mov	%edx, %ecx
	mov	%rsi, %rdx
	shr	$32, %rdx
	call	\driver@PLT
	.endif
	finish	\name
	.endm

	.macro same name, driver
	begin	\name
	.ifndef	ALONE
	call	\driver@PLT
	.endif
	finish	\name
	.endm

	.text
	dim3	cudaLaunchKernel, cuLaunchKernel
	dim3	cudaLaunchKernel_ptsz, cuLaunchKernel_ptsz
	dim3	cudaLaunchCooperativeKernel, cuLaunchCooperativeKernel
	dim3	cudaLaunchCooperativeKernel_ptsz, cuLaunchCooperativeKernel_ptsz
	same	cudaLaunchKernelExC, cuLaunchKernelEx
	same	cudaLaunchKernelExC_ptsz, cuLaunchKernelEx_ptsz
	same	cudaGraphLaunch, cuGraphLaunch
	same	cudaGraphLaunch_ptsz, cuGraphLaunch_ptsz

	.section .note.GNU-stack, "", @progbits
