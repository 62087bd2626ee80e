package cuda

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// image is what the probes need to know of a shared library's file.
type image struct {
	soname  string
	buildID string // hex; "" when the file has none
	machine elf.Machine
	offsets map[string]uint64 // where exported functions begin in the file
}

// readImage reads the ELF file in r. The probes go to the second instruction of
// a function that begins with endbr64: the first cannot be emulated and would
// cost ten times as much.
func readImage(r io.ReaderAt) (image, error) {
	f, err := elf.NewFile(r)
	if err != nil {
		return image{}, fmt.Errorf("read ELF header: %w", err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return image{}, fmt.Errorf("read dynamic symbols: %w", err)
	}
	img := image{buildID: buildID(f), machine: f.Machine, offsets: make(map[string]uint64, len(symbols))}
	if names, err := f.DynString(elf.DT_SONAME); err == nil && len(names) > 0 {
		img.soname = names[0]
	}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF || elf.ST_TYPE(s.Info) != elf.STT_FUNC {
			continue
		}
		if offset, ok := fileOffset(f, s.Value); ok {
			img.offsets[s.Name] = offset
		}
	}
	if f.Machine == elf.EM_X86_64 {
		skipEndbr(r, img.offsets)
	}
	return img, nil
}

// fileOffset translates a virtual address of executable code.
func fileOffset(f *elf.File, address uint64) (uint64, bool) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && p.Vaddr <= address && address-p.Vaddr < p.Filesz {
			return address - p.Vaddr + p.Off, true
		}
	}
	return 0, false
}

var endbr64 = []byte{0xf3, 0x0f, 0x1e, 0xfa}

func skipEndbr(r io.ReaderAt, offsets map[string]uint64) {
	var first [4]byte
	for name, offset := range offsets {
		if wanted[name] {
			if _, err := r.ReadAt(first[:], int64(offset)); err == nil && bytes.Equal(first[:], endbr64) {
				offsets[name] = offset + 4
			}
		}
	}
}

// wanted holds every name that can be probed.
var wanted = func() map[string]bool {
	names := map[string]bool{}
	for _, table := range [][]symbol{runtimeSymbols, driverSymbols} {
		for _, s := range table {
			names[s.name], names[s.name+s.twin] = true, true
		}
	}
	return names
}()

const (
	maxNote    = 4096 // bytes of notes read
	noteGNU    = "GNU\x00"
	ntGNUBuild = 3
)

// buildID returns the GNU build id of f in hex.
func buildID(f *elf.File) string {
	for _, p := range f.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > maxNote {
			continue
		}
		notes := make([]byte, p.Filesz)
		if _, err := p.ReadAt(notes, 0); err != nil {
			continue
		}
		if id := findBuildID(notes, f.ByteOrder); id != "" {
			return id
		}
	}
	return ""
}

// findBuildID looks for the build id in a note segment.
func findBuildID(notes []byte, order binary.ByteOrder) string {
	for len(notes) >= 12 {
		name, desc, kind := order.Uint32(notes), order.Uint32(notes[4:]), order.Uint32(notes[8:])
		notes = notes[12:]
		nameEnd, descEnd := uint64(name+3)&^3, uint64(desc+3)&^3
		if nameEnd+descEnd > uint64(len(notes)) || nameEnd < uint64(name) || descEnd < uint64(desc) {
			return ""
		}
		if kind == ntGNUBuild && string(notes[:name]) == noteGNU {
			return hex.EncodeToString(notes[nameEnd : nameEnd+uint64(desc)])
		}
		notes = notes[nameEnd+descEnd:]
	}
	return ""
}
