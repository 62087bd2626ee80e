//go:build amd64 || arm64

package cuda

import (
	"errors"
	"fmt"

	"github.com/cilium/ebpf"
)

// batchBytes is about how much of a map is read by one call.
const batchBytes = 256 << 10

// readAll calls visit with every entry of m. The value is valid during the call.
func readAll[K comparable, V any](m *ebpf.Map, visit func(K, *V)) error {
	size := max(64, batchBytes/int(m.ValueSize()+m.KeySize()))
	keys, values := make([]K, size), make([]V, size)
	var cursor ebpf.MapBatchCursor
	for {
		n, err := m.BatchLookup(&cursor, keys, values, nil)
		for i := range n {
			visit(keys[i], &values[i])
		}
		if errors.Is(err, ebpf.ErrKeyNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", m, err)
		}
	}
}

// forget drops everything about processes that have ended. Nothing else may be
// deleted from the maps: a program on another CPU could be adding to it.
func (s *Source) forget() error {
	gone := map[uint32]bool{}
	for pid, p := range s.processes {
		if p.gone {
			gone[pid] = true
			s.leaving = append(s.leaving, p)
			delete(s.processes, pid)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	maps := s.tracer.programs.maps
	err := errors.Join(
		drop(maps["kernels"], s.before.kernels, func(k kernelKey) bool { return gone[k.TGID] }),
		drop(maps["others"], s.before.others, func(k kernelKey) bool { return gone[k.TGID] }),
		drop(maps["memories"], s.before.memory, func(k deviceKey) bool { return gone[k.TGID] }),
		drop(maps["copied"], s.before.copies, func(k copyKey) bool { return gone[k.TGID] }),
		sweep[streamKey, streamState](maps["streams"], func(k streamKey) bool { return gone[k.TGID] }),
		sweep[handleKey, uint64](maps["functions"], func(k handleKey) bool { return gone[k.TGID] }),
		sweep[uint32, processState](maps["processes"], func(pid uint32) bool { return gone[pid] }),
		sweep[uint32, uint64](maps["runtimes"], func(pid uint32) bool { return gone[pid] }))
	if err != nil {
		return fmt.Errorf("forget ended processes: %w", err)
	}
	return nil
}

// drop deletes entries of m whose keys are remembered in known.
func drop[K comparable, V any](m *ebpf.Map, known map[K]*V, gone func(K) bool) error {
	for key := range known {
		if gone(key) {
			delete(known, key)
			if err := m.Delete(key); err != nil && !errors.Is(err, ebpf.ErrKeyNotExist) {
				return err
			}
		}
	}
	return nil
}

// sweep deletes entries of m.
func sweep[K comparable, V any](m *ebpf.Map, gone func(K) bool) error {
	var keys []K
	if err := readAll(m, func(key K, _ *V) {
		if gone(key) {
			keys = append(keys, key)
		}
	}); err != nil {
		return err
	}
	for _, key := range keys {
		if err := m.Delete(key); err != nil && !errors.Is(err, ebpf.ErrKeyNotExist) {
			return err
		}
	}
	return nil
}
