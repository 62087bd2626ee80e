// Command trace runs the CUDA source alone and gives its samples over HTTP, one
// line for each point. The checks beside it compare them with what programs did.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/cuda"
)

// one is a host with one device.
type one cuda.Device

func (d one) CUDADevices() []cuda.Device { return []cuda.Device{cuda.Device(d)} }

func main() {
	listen := flag.String("listen", "127.0.0.1:19190", "address to answer on")
	every := flag.Duration("every", 0, "sample as often as this too, as a collector does; 0: only when asked")
	dedup := flag.String("dedup", cuda.DedupNested, "rule against double counting")
	id := flag.String("id", "GPU-0", "UUID of the device")
	cores := flag.Int("cores", 0, "CUDA cores of the device")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *listen, *every, cuda.Options{
		Root: host.System(""), Dedup: *dedup,
		Devices: one{Device: gpu.Device{ID: *id, Vendor: "nvidia"}, Cores: *cores},
	}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, listen string, every time.Duration, options cuda.Options) error {
	started := time.Now()
	s, err := cuda.Open(ctx, options)
	if err != nil {
		return err
	}
	fmt.Printf("opened in %v: load %v, attach %v; probes in %v, %v\n", time.Since(started), s.Times().Load, s.Times().Attach, s.Libraries(), s.State())
	var mu sync.Mutex
	take := func() (*sample.Snapshot, error) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		b := sample.NewBatch(now, nil)
		err := s.Sample(ctx, b)
		return sample.Merge(now, []*sample.Batch{b}, nil), err
	}
	if every > 0 {
		go func() {
			for range time.Tick(every) {
				take()
			}
		}()
	}
	http.HandleFunc("GET /sample", func(w http.ResponseWriter, _ *http.Request) {
		snap, err := take()
		if err != nil {
			fmt.Fprintf(w, "# error: %v\n", err)
		}
		for _, path := range s.Libraries() {
			fmt.Fprintf(w, "# probes in %s\n", path)
		}
		sample.WriteText(w, snap)
	})
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	server := &http.Server{ReadTimeout: 10 * time.Second}
	go server.Serve(l)
	<-ctx.Done()
	server.Close()
	started = time.Now()
	err = s.Close()
	fmt.Printf("closed in %v: detach %v", time.Since(started), s.Times().Detach)
	for s.Times().Release == 0 && time.Since(started) < 10*time.Second {
		time.Sleep(time.Millisecond)
	}
	fmt.Printf(", released %v\n", s.Times().Release)
	return err
}
