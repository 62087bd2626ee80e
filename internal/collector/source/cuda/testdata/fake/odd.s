# A libcuda with a function that cannot be probed, one that begins with endbr64,
# and two names for one function.
	.macro call name
	.globl	\name
	.type	\name, @function
\name:
	.endm

	.text
	call	cuLaunchKernel
	call	cuLaunchCooperativeKernel
	endbr64
	push	%rbp
	xor	%eax, %eax
	pop	%rbp
	ret
	call	cuLaunchKernel_ptsz
	lock orl $0, (%rsp)
	xor	%eax, %eax
	ret
	.section .note.GNU-stack, "", @progbits
