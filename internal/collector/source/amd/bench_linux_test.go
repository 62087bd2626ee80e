package amd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/amd/gpumetrics/gpumetricstest"
	"platform/internal/collector/watch/watchtest"
)

// eight makes a host with eight MI300X and 64 processes on each.
func eight(b *testing.B) host.Root {
	root := watchtest.Load(b, "testdata/mi300x.txtar", gpumetricstest.Build)
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	model := filepath.Join(root.Sys, "devices/pci0000:00/0000:00:01.1/0000:05:00.0")
	for _, card := range []string{"card2", "card10"} {
		os.Remove(filepath.Join(root.Sys, "class/drm", card))
	}
	for i := range 8 {
		dir := filepath.Join(root.Sys, "class/drm", fmt.Sprintf("card%d", i))
		if err := os.CopyFS(filepath.Join(dir, "device"), os.DirFS(model)); err != nil {
			b.Fatal(err)
		}
		pci := fmt.Sprintf("0000:%02x:00.0", 0x40+i)
		write(filepath.Join(dir, "device/uevent"), "DRIVER=amdgpu\nPCI_SLOT_NAME="+pci+"\n")
		write(filepath.Join(dir, "device/unique_id"), fmt.Sprintf("%016x", i+1))
		for p := range 64 {
			pid := 10000 + 100*i + p
			write(filepath.Join(root.Proc, fmt.Sprint(pid), "stat"), fmt.Sprintf("%d (python3) S 1 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 1000 1 1\n", pid))
			write(filepath.Join(root.Proc, fmt.Sprint(pid), "fdinfo/4"),
				fmt.Sprintf("drm-driver:\tamdgpu\ndrm-client-id:\t%d\ndrm-pdev:\t%s\ndrm-memory-vram:\t1024 KiB\ndrm-engine-gfx:\t5 ns\n", pid, pci))
			fd := filepath.Join(root.Proc, fmt.Sprint(pid), "fd")
			if err := os.MkdirAll(fd, 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.Symlink("/dev/dri/renderD128", filepath.Join(fd, "4")); err != nil {
				b.Fatal(err)
			}
		}
	}
	return root
}

// BenchmarkTick measures what a tick itself costs: eight GPUs, 64 processes on
// each.
func BenchmarkTick(b *testing.B) {
	root := eight(b)
	s, err := Open(context.Background(), Options{Root: root, Interval: time.Minute, GPU: watchtest.Options(root)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	batch := sample.NewBatch(time.Now(), nil)
	b.ReportAllocs()
	for b.Loop() {
		batch.Reset(time.Now(), nil)
		if err := s.Sample(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(batch.Len()), "series")
}

// BenchmarkRead measures one reading of one GPU between ticks.
func BenchmarkRead(b *testing.B) {
	v, err := newVendor(Options{Root: eight(b)})
	if err != nil {
		b.Fatal(err)
	}
	found, err := v.Find()
	if err != nil || len(found) != 8 {
		b.Fatalf("%d GPUs, %v", len(found), err)
	}
	r := found[0].Open()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Read(time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}
