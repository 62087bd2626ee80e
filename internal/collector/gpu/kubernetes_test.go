//go:build !windows

package gpu_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/kube/kubetest"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/pods"
	"platform/internal/collector/proc"
	"platform/internal/collector/sample"
)

// kubelet gives one GPU to two pods, by time-slicing, and another to a pod that
// the API server is not asked about.
type kubelet struct {
	podresources.UnimplementedPodResourcesListerServer
}

func (kubelet) List(context.Context, *podresources.ListPodResourcesRequest) (*podresources.ListPodResourcesResponse, error) {
	given := func(pod, container string, ids ...string) *podresources.PodResources {
		return &podresources.PodResources{Name: pod, Namespace: "ml", Containers: []*podresources.ContainerResources{
			{Name: container, Devices: []*podresources.ContainerDevices{{ResourceName: "nvidia.com/gpu", DeviceIds: ids}}},
		}}
	}
	return &podresources.ListPodResourcesResponse{PodResources: []*podresources.PodResources{
		given("chat-0", "model", "GPU-1::0"), given("chat-0", "cache", "GPU-1::1"), given("train-0", "trainer", "GPU-1::2"),
		given("alone-0", "main", "GPU-2"),
	}}, nil
}

// container is a made-up container id of 64 digits.
func container(n int) string { return strings.Repeat(fmt.Sprint(n), 64) }

// apiServer knows two pods of the node, one of them with two containers.
func apiServer(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("watch") != "" {
		<-r.Context().Done()
		return
	}
	pod := func(name, uid string, containers map[string]int) corev1.Pod {
		p := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID(uid)}}
		p.Status.Phase = corev1.PodRunning
		for c, n := range containers {
			p.Spec.Containers = append(p.Spec.Containers, corev1.Container{Name: c})
			p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, corev1.ContainerStatus{Name: c, ContainerID: "containerd://" + container(n)})
		}
		return p
	}
	list := corev1.PodList{Items: []corev1.Pod{
		pod("chat-0", "11111111-1111-1111-1111-111111111111", map[string]int{"model": 1, "cache": 2}),
		pod("train-0", "22222222-2222-2222-2222-222222222222", map[string]int{"trainer": 3}),
	}}
	list.ResourceVersion = "1"
	json.NewEncoder(w).Encode(list)
}

// processTree is a host with a process of each container; the last has no
// cgroup that tells one.
func processTree() string {
	var b strings.Builder
	b.WriteString("-- proc/stat --\nbtime 1700000000\n-- proc/uptime --\n100000.00 1.00\n")
	add := func(pid int, cgroup string) {
		fmt.Fprintf(&b, "-- proc/%d/stat --\n%d (python3) S 1 1 1 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 9 0 360000 1 1 0 0 0 0\n", pid, pid)
		fmt.Fprintf(&b, "-- proc/%d/cmdline --\npython3\n-- proc/%d/cgroup --\n0::%s\n-- proc/%d/status --\nUid:\t0\t0\t0\t0\n", pid, pid, cgroup, pid)
	}
	for n, uid := range map[int]string{1: "11111111_1111_1111_1111_111111111111", 2: "11111111_1111_1111_1111_111111111111", 3: "22222222_2222_2222_2222_222222222222"} {
		add(100+n, fmt.Sprintf("/kubepods.slice/kubepods-pod%s.slice/cri-containerd-%s.scope", uid, container(n)))
	}
	add(104, "/")
	return b.String()
}

// The kubelet's gRPC and the API server's JSON reach the series of processes:
// under time-slicing, and for two containers of one pod.
func TestProcessesCarryThePodAndContainerTheyRunIn(t *testing.T) {
	dir, err := os.MkdirTemp("", "pods") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "k.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	podresources.RegisterPodResourcesListerServer(server, kubelet{})
	go server.Serve(listener)
	t.Cleanup(server.Stop)

	known := pods.Start(t.Context(), pods.Options{
		Resources: true, Socket: socket,
		Lookup: true, Kube: kubetest.Serve(t, http.HandlerFunc(apiServer)).Client(t), Node: "node-1",
	})
	t.Cleanup(known.Close)
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) { // between two looks at what it learns in the background
		_, byDevice := known.Of("", "", "GPU-2")
		if _, byContainer := known.Of(container(3), ""); byContainer && byDevice {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("pods are not learned: %+v", known.States())
		}
	}

	root := hosttest.Unpack(t, processTree())
	emitter := gpu.NewEmitter(gpu.Options{Processes: proc.New(proc.Options{Host: root, CommandLine: true, MaxCommandLine: 512}), Pods: known})
	memory := uint64(1 << 30)
	uses := func(pids ...int) (all []gpu.Process) {
		for _, pid := range pids {
			all = append(all, gpu.Process{PID: pid, Memory: &memory})
		}
		return all
	}
	b := sample.NewBatch(time.Now(), nil)
	emitter.Emit(b, []gpu.Report{
		{Device: gpu.Device{ID: "GPU-1", Vendor: "nvidia"}, Processes: uses(101, 102, 103)},
		{Device: gpu.Device{ID: "GPU-2", Vendor: "nvidia", Index: 1}, Processes: uses(104)},
	})
	snap := sample.Merge(time.Now(), []*sample.Batch{b}, nil)
	metricstest.Check(t, snap)

	got := map[int64]string{}
	for _, f := range snap.Families {
		for _, p := range f.Points {
			if pid, ok := p.Series.Attrs.Value("process.pid"); ok {
				text := func(key string) string {
					for it := p.Series.Attrs.Iter(); it.Next(); {
						if kv := it.Attribute(); string(kv.Key) == key {
							return kv.Value.AsString()
						}
					}
					return "-"
				}
				got[pid.AsInt64()] = text("k8s.namespace.name") + "/" + text("k8s.pod.name") + "/" + text("k8s.container.name")
			}
		}
	}
	for pid, want := range map[int64]string{101: "ml/chat-0/model", 102: "ml/chat-0/cache", 103: "ml/train-0/trainer", 104: "ml/alone-0/main"} {
		if got[pid] != want {
			t.Errorf("process %d is in %s, want %s", pid, got[pid], want)
		}
	}
}
