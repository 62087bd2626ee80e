package cuda

import (
	"testing"

	"github.com/cilium/ebpf/asm"
)

// holders is where the address of the probed thread's registers may be: a bit for
// each register of the program and, from the 16th on, for each word of its stack.
type holders uint32

func (h holders) with(bit int, in bool) holders {
	if in {
		return h | 1<<bit
	}
	return h &^ (1 << bit)
}

func (h holders) has(bit int) bool { return h>>bit&1 == 1 }

func slotOf(offset int16) int { return 16 + int(-offset/8)&15 }

// after returns where the address may be after an instruction, and whether that
// one computes with it.
func (h holders) after(ins asm.Instruction) (next holders, computes bool) {
	dst, src := int(ins.Dst), int(ins.Src)
	switch class := ins.OpCode.Class(); {
	case class.IsJump():
		if ins.OpCode.JumpOp() == asm.Call {
			h &^= 1<<6 - 1 // a call leaves R0 to R5 undefined
		}
		return h, false
	case class.IsALU() && ins.OpCode.ALUOp() == asm.Mov:
		return h.with(dst, ins.OpCode.Source() == asm.RegSource && h.has(src)), false
	case class.IsALU():
		return h, h.has(dst)
	case class == asm.LdXClass && ins.Src == asm.R10:
		return h.with(dst, h.has(slotOf(ins.Offset))), false
	case class == asm.LdXClass, class == asm.LdClass:
		return h.with(dst, false), false
	case class == asm.StXClass && ins.Dst == asm.R10:
		return h.with(slotOf(ins.Offset), h.has(src)), false
	}
	return h, false
}

// computed returns an instruction of a program that computes with the address of
// the registers, on whatever way through its branches; -1 when none does.
func computed(program asm.Instructions) int {
	at := map[asm.RawInstructionOffset]int{}
	var offsets []asm.RawInstructionOffset
	for it := program.Iterate(); it.Next(); {
		if it.Index > 0 && it.Ins.Symbol() != "" {
			program = program[:it.Index] // functions below are not given the registers
			break
		}
		at[it.Offset] = it.Index
		offsets = append(offsets, it.Offset)
	}
	before := make([]holders, len(program))
	todo := []int{0}
	before[0] = 1 << asm.R1
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		ins := program[i]
		after, computes := before[i].after(ins)
		if computes {
			return i
		}
		reach := func(next int) {
			if next < len(program) && before[next]|after != before[next] {
				before[next] |= after
				todo = append(todo, next)
			}
		}
		op := ins.OpCode.JumpOp()
		jumps := ins.OpCode.Class().IsJump() && op != asm.Call && op != asm.Exit
		if jumps {
			reach(at[offsets[i]+1+asm.RawInstructionOffset(ins.Offset)])
		}
		if op != asm.Exit && (!jumps || op != asm.Ja) {
			reach(i + 1)
		}
	}
	return -1
}

// The kernel lets programs read the registers of the probed thread by constant
// offsets only; a compiler that shares a load between two cases computes one. The
// programs for arm64 are not loaded here, so this is what would find it.
func TestRegistersAreReadByConstantOffsets(t *testing.T) {
	for _, file := range []string{"bpf/cuda_amd64.o", "bpf/cuda_arm64.o"} {
		for name, p := range spec(t, file).Programs {
			if i := computed(p.Instructions); i >= 0 {
				t.Errorf("%s: %s computes an address of registers: %v", file, name, p.Instructions[i])
			}
		}
	}
	bad := asm.Instructions{asm.Mov.Reg(asm.R7, asm.R1), asm.Add.Imm(asm.R7, 8), asm.LoadMem(asm.R0, asm.R7, 64, asm.DWord), asm.Return()}
	if i := computed(bad); i != 1 {
		t.Errorf("computed = %d, want 1", i)
	}
}
