package pods

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"platform/internal/collector/kube/kubetest"
)

// server is an API server with pods of one node.
type server struct {
	t      *testing.T
	fail   atomic.Int32 // the status that every request gets, when not 0
	watch  atomic.Int32 // the status that watches get, when not 0
	lists  atomic.Int32
	tokens sync.Map // seen

	mu     sync.Mutex
	pods   []corev1.Pod
	events chan any // to the one watch
}

func newServer(t *testing.T, pods ...corev1.Pod) *server {
	return &server{t: t, pods: pods, events: make(chan any, 16)}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.tokens.Store(r.Header.Get("Authorization"), true)
	q := r.URL.Query()
	if r.URL.Path != "/api/v1/pods" || q.Get("fieldSelector") != "spec.nodeName=node-1" {
		s.t.Errorf("asked for %s", r.URL)
	}
	refuse := func(code int) {
		w.WriteHeader(code)
		json.NewEncoder(w).Encode(metav1.Status{Message: "no", Code: int32(code)})
	}
	switch code := int(s.fail.Load()); {
	case code != 0:
		refuse(code)
	case q.Get("watch") == "":
		s.list(w, q.Get("limit"), q.Get("continue"))
	case s.watch.Load() != 0:
		refuse(int(s.watch.Load()))
	default:
		s.stream(w, r)
	}
}

func (s *server) list(w http.ResponseWriter, limit, from string) {
	s.lists.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := strconv.Atoi(limit)
	if err != nil || n < 1 {
		s.t.Errorf("limit is %q", limit)
	}
	start, _ := strconv.Atoi(from)
	end := min(start+n, len(s.pods))
	list := corev1.PodList{Items: s.pods[start:end]}
	list.ResourceVersion = "100"
	if end < len(s.pods) {
		list.Continue = strconv.Itoa(end)
	}
	json.NewEncoder(w).Encode(list)
}

func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("resourceVersion") == "" || r.URL.Query().Get("allowWatchBookmarks") != "true" {
		s.t.Errorf("watch without a version or bookmarks: %s", r.URL)
	}
	w.WriteHeader(http.StatusOK)
	flush := http.NewResponseController(w)
	flush.Flush()
	for {
		select {
		case e := <-s.events:
			if e == nil {
				return
			}
			json.NewEncoder(w).Encode(e)
			flush.Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func watchEvent(kind string, object any) any {
	return struct {
		Type   string `json:"type"`
		Object any    `json:"object"`
	}{kind, object}
}

func pod(name, uid string, containers ...string) corev1.Pod {
	p := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ml", UID: types.UID(uid), ResourceVersion: "7"}}
	p.Spec.NodeName = "node-1"
	p.Status.Phase = corev1.PodRunning
	for _, c := range containers {
		p.Spec.Containers = append(p.Spec.Containers, corev1.Container{Name: c})
		p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, corev1.ContainerStatus{Name: c, ContainerID: "containerd://" + name + "-" + c})
	}
	return p
}

func start(t *testing.T, s *server, o Options) (*Map, *kubetest.Server) {
	t.Helper()
	at := kubetest.Serve(t, s)
	o.Lookup, o.Kube, o.Node, o.Backoff = true, at.Client(t), "node-1", time.Millisecond
	m := Start(t.Context(), o)
	t.Cleanup(m.Close)
	return m, at
}

func state(m *Map, name string) State {
	for _, s := range m.States() {
		if s.Name == name {
			return s
		}
	}
	return State{}
}

func found(m *Map, container, uid string, want Pod) func() bool {
	return func() bool { p, _ := m.Of(container, uid); return p == want }
}

func TestAListOf500PodsIsReadInPages(t *testing.T) {
	var pods []corev1.Pod
	for i := range 500 {
		pods = append(pods, pod(fmt.Sprintf("p%d", i), fmt.Sprintf("uid-%d", i), "main", "sidecar"))
	}
	s := newServer(t, pods...)
	m, _ := start(t, s, Options{})
	eventually(t, "the list", func() bool { return state(m, "pod-lookup").Pods == 500 })
	if got, ok := m.Of("p499-sidecar", ""); !ok || got != (Pod{"uid-499", "p499", "ml", "sidecar"}) {
		t.Errorf("Of = %+v, %v", got, ok)
	}
	if n := s.lists.Load(); n != 5 {
		t.Errorf("%d pages", n)
	}
}

func TestContainersOfAllKindsAreKnown(t *testing.T) {
	p := pod("a", "uid-a", "main")
	p.Status.InitContainerStatuses = []corev1.ContainerStatus{{Name: "fetch", ContainerID: "cri-o://init"}}
	p.Status.EphemeralContainerStatuses = []corev1.ContainerStatus{{Name: "debug", ContainerID: "docker://debug"}, {Name: "waiting"}}
	static := pod("etcd", "uid-mirror", "etcd")
	static.Annotations = map[string]string{"kubernetes.io/config.hash": "7b2d5f0e", "other": "x"}
	m, _ := start(t, newServer(t, p, static), Options{})
	eventually(t, "the list", func() bool { return state(m, "pod-lookup").Pods == 2 })
	f := func(container, uid string, want Pod) {
		t.Helper()
		if got, ok := m.Of(container, uid); !ok || got != want {
			t.Errorf("Of(%q, %q) = %+v, %v; want %+v", container, uid, got, ok, want)
		}
	}
	f("a-main", "", Pod{"uid-a", "a", "ml", "main"})
	f("init", "uid-a", Pod{"uid-a", "a", "ml", "fetch"})
	f("debug", "", Pod{"uid-a", "a", "ml", "debug"})
	f("gone", "uid-a", Pod{"uid-a", "a", "ml", ""})
	f("", "7b2d5f0e", Pod{"uid-mirror", "etcd", "ml", "etcd"})
}

func TestChangesAreFollowed(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	m, _ := start(t, s, Options{})
	b := pod("b", "uid-b", "main")
	s.events <- watchEvent("ADDED", b)
	eventually(t, "a new pod", found(m, "b-main", "", Pod{"uid-b", "b", "ml", "main"}))
	b.Status.ContainerStatuses[0].ContainerID = "containerd://restarted"
	s.events <- watchEvent("MODIFIED", b)
	eventually(t, "a new container", found(m, "restarted", "", Pod{"uid-b", "b", "ml", "main"}))
	s.events <- watchEvent("BOOKMARK", corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "200"}})
	s.events <- watchEvent("DELETED", pod("a", "uid-a", "main"))
	eventually(t, "the end of a pod", found(m, "a-main", "uid-a", Pod{}))
	s.events <- nil // the server ends the watch, and another begins
	s.events <- watchEvent("ADDED", pod("c", "uid-c", "main"))
	eventually(t, "a pod of the second watch", found(m, "", "uid-c", Pod{"uid-c", "c", "ml", "main"}))
	if n := s.lists.Load(); n != 1 {
		t.Errorf("%d lists", n)
	}
}

func TestAVersionThatIsTooOldListsAgain(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	m, _ := start(t, s, Options{})
	eventually(t, "the list", func() bool { return s.lists.Load() == 1 })
	s.mu.Lock()
	s.pods = []corev1.Pod{pod("b", "uid-b", "main")}
	s.mu.Unlock()
	s.events <- watchEvent("ERROR", metav1.Status{Code: 410, Reason: metav1.StatusReasonExpired})
	eventually(t, "the second list", found(m, "b-main", "", Pod{"uid-b", "b", "ml", "main"}))
	if _, ok := m.Of("a-main", "uid-a"); ok {
		t.Error("a pod of the first list is still known")
	}
	s.watch.Store(410)
	s.events <- nil
	eventually(t, "a third list", func() bool { return s.lists.Load() > 2 })
}

func TestA403StopsWithOneReason(t *testing.T) {
	s := newServer(t)
	s.fail.Store(403)
	m, _ := start(t, s, Options{})
	eventually(t, "the reason", func() bool { return state(m, "pod-lookup").Err != nil })
	if got, want := state(m, "pod-lookup").Err.Error(), "look pods up: ask for /api/v1/pods: 403 Forbidden: no"; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
	m.done.Wait() // it has stopped by itself
}

func TestWithoutThePermissionToWatchTheListIsUsed(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	s.watch.Store(403)
	m, _ := start(t, s, Options{})
	eventually(t, "the list", found(m, "a-main", "", Pod{"uid-a", "a", "ml", "main"}))
	if err := state(m, "pod-lookup").Err; err != nil {
		t.Errorf("err = %v", err)
	}
}

func TestA401IsAskedAgainWithTheNewToken(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	s.fail.Store(401)
	m, at := start(t, s, Options{})
	eventually(t, "the refusal", func() bool { return state(m, "pod-lookup").Err != nil })
	at.SetToken(t, "second")
	eventually(t, "the new token", func() bool { _, ok := s.tokens.Load("Bearer second"); return ok })
	s.fail.Store(0)
	eventually(t, "the list", found(m, "a-main", "", Pod{"uid-a", "a", "ml", "main"}))
}

func TestA500IsAskedAgainAndWhatWasKnownStays(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	m, _ := start(t, s, Options{})
	known := found(m, "a-main", "", Pod{"uid-a", "a", "ml", "main"})
	eventually(t, "the list", known)
	s.fail.Store(500)
	s.events <- nil
	eventually(t, "the failure", func() bool { return state(m, "pod-lookup").Err != nil })
	if !known() {
		t.Error("what was known is gone")
	}
	s.fail.Store(0)
	eventually(t, "the recovery", func() bool { return state(m, "pod-lookup").Err == nil })
}

func TestGarbageFromTheServerIsAskedAgain(t *testing.T) {
	s := newServer(t, pod("a", "uid-a", "main"))
	m, _ := start(t, s, Options{})
	eventually(t, "the list", func() bool { return s.lists.Load() == 1 })
	s.events <- "not an event"
	eventually(t, "another list", func() bool { return s.lists.Load() == 2 })
	eventually(t, "the pods", found(m, "a-main", "", Pod{"uid-a", "a", "ml", "main"}))
}

func TestTheContainerWinsOverTheDevice(t *testing.T) {
	ended := pod("ended", "uid-ended", "main")
	ended.Status.Phase = corev1.PodSucceeded
	s := newServer(t, pod("a", "uid-a", "main", "side"), pod("b", "uid-b", "main"), ended)
	k := &kubelet{}
	k.list.Store(answer(
		given("a", "main", "nvidia.com/gpu.shared", "GPU-1::0"),
		given("b", "main", "nvidia.com/gpu.shared", "GPU-1::1"),
		given("a", "side", "nvidia.com/gpu", "GPU-2"),
		given("ended", "main", "nvidia.com/gpu", "GPU-3"), given("b", "main", "nvidia.com/gpu", "GPU-3"),
	))
	socket := socketIn(t)
	k.serve(t, socket)
	m, _ := start(t, s, Options{Resources: true, Socket: socket})
	eventually(t, "both", func() bool { return state(m, "pod-lookup").Pods == 3 && state(m, "pod-resources").Pods == 5 })
	f := func(container, uid, device string, want Pod) {
		t.Helper()
		if got, ok := m.Of(container, uid, device); ok != (want != Pod{}) || got != want {
			t.Errorf("Of(%q, %q, %q) = %+v, %v; want %+v", container, uid, device, got, ok, want)
		}
	}
	f("b-main", "uid-b", "GPU-2", Pod{"uid-b", "b", "ml", "main"}) // although GPU-2 is a's
	f("a-side", "uid-a", "GPU-1", Pod{"uid-a", "a", "ml", "side"}) // two pods share GPU-1
	f("new", "uid-a", "GPU-1", Pod{"uid-a", "a", "ml", "main"})    // the container is too new for the API
	f("", "uid-a", "GPU-9", Pod{"uid-a", "a", "ml", ""})           // two containers, and the device tells neither
	f("", "uid-b", "GPU-9", Pod{"uid-b", "b", "ml", "main"})       // the only container
	f("", "", "GPU-1", Pod{})                                      // either
	f("", "", "GPU-2", Pod{"uid-a", "a", "ml", "side"})            // only a device is known
	f("", "", "GPU-3", Pod{"uid-b", "b", "ml", "main"})            // the other has ended
	f("x", "uid-new", "GPU-2", Pod{})                              // a pod too new for the API does not own a's device
}

func TestAMapWithoutANodeSaysSo(t *testing.T) {
	s := kubetest.Serve(t, http.NotFoundHandler())
	m := Start(t.Context(), Options{Lookup: true, Kube: s.Client(t)})
	defer m.Close()
	eventually(t, "the reason", func() bool { return state(m, "pod-lookup").Err != nil })
	if got := state(m, "pod-lookup").Err.Error(); !strings.Contains(got, "K8S_NODE_NAME") {
		t.Errorf("reason %q", got)
	}
}

func FuzzPods(f *testing.F) {
	list, err := json.Marshal(corev1.PodList{Items: []corev1.Pod{pod("a", "uid-a", "main", "side")}})
	if err != nil {
		f.Fatal(err)
	}
	change, err := json.Marshal(watchEvent("ADDED", pod("b", "uid-b", "main")))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(list)
	f.Add(change)
	f.Add([]byte(`{"type":"ERROR","object":{"code":410}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		pods := map[string]*entry{}
		if p, err := parsePage(raw); err == nil {
			for i := range p.Items {
				pods[p.Items[i].Metadata.UID] = p.Items[i].entry()
			}
		}
		newDirectory(pods)
		l := &lookup{pods: pods, tell: func() {}}
		_ = l.apply(raw)
	})
}

func FuzzDeviceIDs(f *testing.F) {
	f.Add("nvidia.com/gpu", "GPU-1::3")
	f.Add("gpu.intel.com", "0000-4d-00-0-0x0bda")
	f.Add("amd.com/gpu", "00000000:C1:00.0")
	f.Fuzz(func(t *testing.T, name, id string) {
		list := answer(given("p", "c", name, id), claimed("q", "c", name, id, id))
		a := readAllocations(list)
		if key := deviceKey(id); deviceKey(key) != key {
			t.Errorf("deviceKey(%q) = %q is not stable", id, key)
		}
		a.owner(nil, "", []string{id})
	})
}

func TestLookingUpAllocatesNothing(t *testing.T) {
	m := &Map{missed: map[string]bool{"x": true}}
	m.api.Store(newDirectory(map[string]*entry{"u": {Pod: Pod{UID: "u", Name: "a"}, containers: map[string]string{"c": "main"}}}))
	m.given.Store(readAllocations(answer(given("a", "main", "nvidia.com/gpu", "GPU-1"))))
	if n := testing.AllocsPerRun(100, func() {
		m.Of("c", "u", "GPU-1", "00000000:c1:00.0")
		m.Of("x", "", "GPU-1", "00000000:c1:00.0")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
