# The launch functions of a libcuda that does nothing. They begin as those of
# the real one do: push %rbp, mov %rsp, %rbp.
	.macro call name
	.globl	\name
	.type	\name, @function
\name:
	push	%rbp
	mov	%rsp, %rbp
	xor	%eax, %eax
	pop	%rbp
	ret
	.size	\name, . - \name
	.endm

	.text
	call	cuLaunchKernel
	call	cuLaunchKernel_ptsz
	call	cuLaunchCooperativeKernel
	call	cuLaunchCooperativeKernel_ptsz
	call	cuLaunchKernelEx
	call	cuLaunchKernelEx_ptsz
	call	cuGraphLaunch
	call	cuGraphLaunch_ptsz
	call	cuLaunchHostFunc
	.section .note.GNU-stack, "", @progbits
