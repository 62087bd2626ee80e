//go:build amd64 || arm64

package cuda

import (
	"debug/elf"
	"path/filepath"
	"strings"
)

// nameHostFunctions looks for the symbols of handles that have no name. It reads
// large files, so it is no part of a sample.
func (s *Source) nameHostFunctions(pid uint32) {
	s.mu.Lock()
	p := s.processes[pid]
	var addresses []uint64
	if p != nil {
		addresses = p.names.addresses()
	}
	s.mu.Unlock()
	if len(addresses) == 0 {
		return
	}
	raw, err := readLimited(filepath.Join(s.dir(pid), "maps"), maxMaps)
	if err != nil {
		return
	}
	for file, at := range codeAt(raw, addresses) {
		f, err := elf.Open(filepath.Join(s.dir(pid), "root", file))
		if err != nil {
			continue
		}
		found := functionsAt(f, at)
		f.Close()
		s.mu.Lock()
		for address, name := range found {
			p.names.learn(address, strings.TrimPrefix(name, "__device_stub__"))
		}
		s.mu.Unlock()
	}
}

// codeAt returns in which files, and where in them, the code at addresses of a
// process is: for each file, offset to address.
func codeAt(maps []byte, addresses []uint64) map[string]map[uint64]uint64 {
	files := map[string]map[uint64]uint64{}
	parseMaps(maps, func(m mapping) bool {
		if !m.exec || !strings.HasPrefix(m.path, "/") {
			return true
		}
		for _, a := range addresses {
			if a < m.start || a >= m.end {
				continue
			}
			if files[m.path] == nil {
				files[m.path] = map[uint64]uint64{}
			}
			files[m.path][a-m.start+m.offset] = a
		}
		return true
	})
	return files
}

// functionsAt returns the names of the functions that begin at offsets of the
// file, by the addresses that stand for them.
func functionsAt(f *elf.File, at map[uint64]uint64) map[uint64]string {
	found := map[uint64]string{}
	static, _ := f.Symbols()
	dynamic, _ := f.DynamicSymbols()
	for _, table := range [][]elf.Symbol{dynamic, static} {
		for _, s := range table {
			if elf.ST_TYPE(s.Info) != elf.STT_FUNC {
				continue
			}
			if offset, ok := fileOffset(f, s.Value); ok {
				if address, wanted := at[offset]; wanted {
					found[address] = s.Name
				}
			}
		}
	}
	return found
}
