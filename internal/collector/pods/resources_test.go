package pods

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"platform/internal/collector/source"
)

// kubelet is a PodResources server.
type kubelet struct {
	podresources.UnimplementedPodResourcesListerServer
	list  atomic.Pointer[podresources.ListPodResourcesResponse]
	asked atomic.Int32
}

func (k *kubelet) List(context.Context, *podresources.ListPodResourcesRequest) (*podresources.ListPodResourcesResponse, error) {
	k.asked.Add(1)
	return k.list.Load(), nil
}

// serve starts the server at a socket; stop it to make it go away.
func (k *kubelet) serve(t *testing.T, socket string) (stop func()) {
	t.Helper()
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer()
	podresources.RegisterPodResourcesListerServer(s, k)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Serve(l)
	}()
	var stopped atomic.Bool
	stop = func() {
		if stopped.CompareAndSwap(false, true) {
			s.Stop()
			<-done
			os.Remove(socket)
		}
	}
	t.Cleanup(stop)
	return stop
}

func given(name, container, resource string, ids ...string) *podresources.PodResources {
	return &podresources.PodResources{Name: name, Namespace: "ml", Containers: []*podresources.ContainerResources{
		{Name: container, Devices: []*podresources.ContainerDevices{{ResourceName: resource, DeviceIds: ids}}},
	}}
}

func claimed(name, container, driver, device string, cdi ...string) *podresources.PodResources {
	r := &podresources.ClaimResource{DriverName: driver, PoolName: "node-1", DeviceName: device}
	for _, name := range cdi {
		r.CdiDevices = append(r.CdiDevices, &podresources.CDIDevice{Name: name})
	}
	return &podresources.PodResources{Name: name, Namespace: "ml", Containers: []*podresources.ContainerResources{
		{Name: container, DynamicResources: []*podresources.DynamicResource{{ClaimName: "c", ClaimNamespace: "ml", ClaimResources: []*podresources.ClaimResource{r}}}},
	}}
}

func answer(pods ...*podresources.PodResources) *podresources.ListPodResourcesResponse {
	return &podresources.ListPodResourcesResponse{PodResources: pods}
}

// socketIn returns a short path: a socket's may not be longer than 108 bytes.
func socketIn(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the kubelet of Windows listens at a named pipe")
	}
	dir, err := os.MkdirTemp("", "pods")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "k.sock")
}

// eventually asks until ok says yes.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not happen", what)
		}
		time.Sleep(2 * time.Millisecond) // between two looks at what another goroutine does
	}
}

func TestDevicesTellThePodTheyAreGivenTo(t *testing.T) {
	k := &kubelet{}
	k.list.Store(answer(
		given("train", "main", "nvidia.com/gpu", "GPU-aaaa", "GPU-bbbb"),
		given("mig", "main", "nvidia.com/mig-1g.10gb", "MIG-cccc"),
		given("slice-1", "main", "nvidia.com/gpu.shared", "GPU-dddd::0"),
		given("slice-2", "main", "nvidia.com/gpu.shared", "GPU-dddd::1"),
		given("alone", "main", "nvidia.com/gpu.shared", "GPU-eeee::3"),
		given("counted", "main", "nvidia.com/gpu", "5"),
		given("amd", "rocm", "amd.com/gpu", "0000:C1:00.0"),
		given("intel", "oneapi", "gpu.intel.com/i915", "card2-1"),
		claimed("dra", "main", "gpu.nvidia.com", "gpu-3", "k8s.gpu.nvidia.com/device=GPU-ffff"),
		claimed("dra-amd", "main", "gpu.amd.com", "gpu-1-129"),
		claimed("dra-intel", "main", "gpu.intel.com", "0000-4d-00-0-0x0bda"),
		&podresources.PodResources{Name: "two", Namespace: "ml", Containers: []*podresources.ContainerResources{
			{Name: "a", Devices: []*podresources.ContainerDevices{{ResourceName: "nvidia.com/gpu", DeviceIds: []string{"GPU-gggg"}}}},
			{Name: "b", Devices: []*podresources.ContainerDevices{{ResourceName: "nvidia.com/gpu", DeviceIds: []string{"GPU-hhhh"}}}},
		}},
		&podresources.PodResources{Name: "no-gpu", Namespace: "ml"},
	))
	socket := socketIn(t)
	k.serve(t, socket)
	m := Start(t.Context(), Options{Resources: true, Socket: socket})
	defer m.Close()
	eventually(t, "an answer of the kubelet", func() bool { return m.States()[0].Pods == 12 })

	f := func(name, container string, devices ...string) {
		t.Helper()
		want := Pod{Name: name, Namespace: "ml", Container: container}
		if got, ok := m.Of("", "", devices...); ok != (name != "") || ok && got != want {
			t.Errorf("Of(%q) = %+v, %v; want %+v", devices, got, ok, want)
		}
	}
	f("train", "main", "GPU-aaaa")
	f("train", "main", "GPU-aaaa", "GPU-bbbb")
	f("mig", "main", "MIG-cccc")
	f("", "", "GPU-dddd") // shared by two pods
	f("alone", "main", "GPU-eeee")
	f("counted", "main", "nvidia.com/5")
	f("amd", "rocm", "0000:c1:00.0")
	f("amd", "rocm", "00000000:C1:00.0")
	f("intel", "oneapi", "card2")
	f("dra", "main", "GPU-ffff")
	f("dra", "main", "gpu.nvidia.com/gpu-3")
	f("dra-amd", "main", "renderD129")
	f("dra-intel", "main", "0000:4d:00.0")
	f("two", "a", "GPU-gggg")
	f("two", "", "GPU-gggg", "GPU-hhhh") // two containers of one pod
	f("", "", "GPU-zzzz")
	f("", "")
}

func TestAMissingOrRestartingSocketIsSoft(t *testing.T) {
	socket := socketIn(t)
	m := Start(t.Context(), Options{Resources: true, Socket: socket, Refresh: time.Millisecond})
	defer m.Close()
	eventually(t, "a reason", func() bool { return errors.Is(m.States()[0].Err, source.ErrUnavailable) })

	k := &kubelet{}
	k.list.Store(answer(given("a", "c", "nvidia.com/gpu", "GPU-1")))
	stop := k.serve(t, socket)
	known := func(name string) func() bool {
		return func() bool { p, _ := m.Of("", "", "GPU-1"); return p.Name == name && m.States()[0].Err == nil }
	}
	eventually(t, "the socket to be found", known("a"))
	stop()
	eventually(t, "the loss to be noticed", func() bool { return m.States()[0].Err != nil })
	if p, ok := m.Of("", "", "GPU-1"); !ok || p.Name != "a" {
		t.Errorf("while the kubelet restarts: %+v, %v", p, ok)
	}
	k.list.Store(answer(given("b", "c", "nvidia.com/gpu", "GPU-1")))
	k.serve(t, socket)
	eventually(t, "the new socket to be found", known("b"))
}

func TestAnUnknownContainerHastensTheNextQuestion(t *testing.T) {
	k := &kubelet{}
	k.list.Store(answer())
	socket := socketIn(t)
	k.serve(t, socket)
	m := Start(t.Context(), Options{Resources: true, Socket: socket, Refresh: time.Hour})
	defer m.Close()
	eventually(t, "the first question", func() bool { return k.asked.Load() == 1 })
	m.Of("0123", "")
	eventually(t, "a second question", func() bool { return k.asked.Load() == 2 })
}

func TestWithEverythingOffThereIsNoMap(t *testing.T) {
	m := Start(t.Context(), Options{})
	if p, ok := m.Of("c", "u", "GPU-1"); m != nil || ok || m.States() != nil {
		t.Errorf("Of = %+v, %v", p, ok)
	}
	m.Close()
}
