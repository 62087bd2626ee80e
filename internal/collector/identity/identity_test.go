package identity

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/kube/kubetest"
)

// text renders a resource as sorted lines.
func text(r *resource.Resource) string {
	var lines []string
	for _, kv := range r.Attributes() {
		lines = append(lines, string(kv.Key)+"="+kv.Value.AsString())
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// options of a host that is nowhere special.
func options(t *testing.T) Options {
	none := refused(t)
	return Options{
		Distro: "platform-collector", Version: "1.2.3",
		Host:     hosttest.Unpack(t, "-- sys/class/dmi/id/sys_vendor --\nSupermicro\n"),
		Hostname: func() (string, error) { return "pod-abc12", nil },
		Clouds:   Clouds{AWS: none, GCP: none, Azure: none},
		Retries:  []time.Duration{},
	}
}

// resolve runs until nothing more is asked.
func resolve(t *testing.T, o Options) Result {
	t.Helper()
	results := make(chan Result, 16)
	o.Changed = func(r Result) { results <- r }
	r := Start(t.Context(), o)
	defer r.Close()
	for {
		select {
		case got := <-results:
			if got.Complete {
				return got
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the resolver does not end")
		}
	}
}

func check(t *testing.T, got *resource.Resource, want ...string) {
	t.Helper()
	want = append(want, "telemetry.distro.name=platform-collector", "telemetry.distro.version=1.2.3")
	slices.Sort(want)
	if w := strings.Join(want, "\n"); text(got) != w {
		t.Errorf("resource:\n%s\nwant:\n%s", text(got), w)
	}
}

func nodeServer(t *testing.T, file string) *kubetest.Server {
	return kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/nodes/node-1" || r.Header.Get("Authorization") != "Bearer first" {
			http.Error(w, `{"message":"not this"}`, http.StatusForbidden)
			return
		}
		io.WriteString(w, testdata(t, file))
	}))
}

func TestABareHostHasItsNameAndNothingUnknown(t *testing.T) {
	o := options(t)
	o.CloudDetect = true
	got := resolve(t, o)
	check(t, got.Resource, "host.name=pod-abc12", "deployment.environment=default")
	if !slices.Equal(got.Missing, []string{"cloud metadata: no metadata service answered"}) {
		t.Errorf("missing: %q", got.Missing)
	}
}

func TestIfOnlyTheNodeNameIsSetHostAndNodeAreNamedByIt(t *testing.T) {
	o := options(t)
	o.NodeName = "node-1"
	r := Start(t.Context(), o)
	defer r.Close()
	check(t, r.Resource(), "host.name=node-1", "k8s.node.name=node-1", "deployment.environment=default")
}

func TestExplicitAttributesWinOverDetection(t *testing.T) {
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup = nodeServer(t, "node-eks.json").Client(t), "node-1", true
	o.ServiceName, o.ClusterName = "gpu", "fallback"
	o.Attributes = "host.name=rack%2C1, host.type=custom,k8s.cluster.name=mine,team=ml,deployment.environment=prod,service.name=x,telemetry.distro.name=y"
	check(t, resolve(t, o).Resource,
		"host.name=rack,1", "host.type=custom", "k8s.cluster.name=mine", "team=ml", "deployment.environment=prod", "service.name=gpu",
		"k8s.node.name=node-1", "cloud.provider=aws", "cloud.platform=aws_eks", "cloud.region=eu-west-1", "cloud.availability_zone=eu-west-1b", "host.id=i-0c3f5d1a2b4e6f708")
}

func TestTheNodeTellsTypeAndPlaceAndMetadataTheRest(t *testing.T) {
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup, o.CloudDetect = nodeServer(t, "node-eks.json").Client(t), "node-1", true, true
	o.Clouds.AWS = serve(t, aws(awsAnswers(t), true, true))
	check(t, resolve(t, o).Resource,
		"host.name=node-1", "k8s.node.name=node-1", "k8s.cluster.name=training", "deployment.environment=default",
		"cloud.provider=aws", "cloud.platform=aws_eks", "cloud.region=eu-west-1", "cloud.availability_zone=eu-west-1b", "cloud.account.id=123456789012",
		"host.id=i-0c3f5d1a2b4e6f708", "host.type=p5en.48xlarge", "platform.host.type.source=k8s_label")
}

func TestAnAKSNodeInNoZoneHasNone(t *testing.T) {
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup = nodeServer(t, "node-aks.json").Client(t), "node-1", true
	check(t, resolve(t, o).Resource,
		"host.name=node-1", "k8s.node.name=node-1", "k8s.cluster.name=serving", "deployment.environment=default",
		"cloud.provider=azure", "cloud.platform=azure_aks", "cloud.region=westeurope", "cloud.account.id=8f3b5f0e-2b0a-4f7d-9f53-1a2b3c4d5e6f",
		"host.id=aks-h100-31022861-vmss/2", "host.type=Standard_ND96isr_H100_v5", "platform.host.type.source=k8s_label")
}

func TestAClusterOnOnesOwnMachineOfACloudIsNotTheClouds(t *testing.T) {
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup, o.CloudDetect = nodeServer(t, "node-k3s.json").Client(t), "node-1", true, true
	o.ClusterName = "edge"
	o.Clouds.GCP = serve(t, gcp(metadata{
		"/computeMetadata/v1/project/project-id":    "p",
		"/computeMetadata/v1/instance/machine-type": "projects/1/machineTypes/g2-standard-4",
		"/computeMetadata/v1/instance/zone":         "projects/1/zones/us-central1-a",
	}))
	check(t, resolve(t, o).Resource,
		"host.name=node-1", "k8s.node.name=node-1", "k8s.cluster.name=edge", "deployment.environment=default",
		"cloud.provider=gcp", "cloud.platform=gcp_compute_engine", "cloud.region=us-central1", "cloud.availability_zone=us-central1-a", "cloud.account.id=p",
		"host.type=g2-standard-4", "platform.host.type.source=imds")
}

func TestInKubernetesTheCloudNamesTheHostThatHasNoNodeName(t *testing.T) {
	o := options(t)
	o.Kube, o.CloudDetect = nodeServer(t, "node-eks.json").Client(t), true
	o.Clouds.GCP = serve(t, gcp(gcpAnswers))
	check(t, resolve(t, o).Resource,
		"host.name=gke-serving-h100-1a2b.c.ml-prod-1234.internal", "k8s.cluster.name=serving", "deployment.environment=default",
		"cloud.provider=gcp", "cloud.platform=gcp_kubernetes_engine", "cloud.region=europe-west4", "cloud.availability_zone=europe-west4-b", "cloud.account.id=ml-prod-1234",
		"host.id=4520031799277581759", "host.type=a3-highgpu-8g", "platform.host.type.source=imds")
}

func TestAnEmptyExplicitAttributeDoesNotHideWhatWasFound(t *testing.T) {
	o := options(t)
	o.Attributes = "host.name=,note="
	check(t, resolve(t, o).Resource, "host.name=pod-abc12", "note=", "deployment.environment=default")
}

func TestClusterNamesAreForKubernetesOnly(t *testing.T) {
	o := options(t)
	o.ClusterName = "c"
	check(t, resolve(t, o).Resource, "host.name=pod-abc12", "deployment.environment=default")
}

func TestTheMakerOfTheMachineHintsAtTheProvider(t *testing.T) {
	o := options(t)
	o.Host = hosttest.Unpack(t, "-- sys/class/dmi/id/sys_vendor --\nAmazon EC2\n-- sys/class/dmi/id/product_name --\ng6.12xlarge\n")
	check(t, resolve(t, o).Resource, "host.name=pod-abc12", "deployment.environment=default",
		"cloud.provider=aws", "host.type=g6.12xlarge", "platform.host.type.source=dmi")
}

func TestANodeThatMayNotBeReadIsAskedForOnce(t *testing.T) {
	var asked atomic.Int32
	s := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `{"message":"nodes \"node-1\" is forbidden"}`)
	}))
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup = s.Client(t), "node-1", true
	o.Retries = []time.Duration{time.Hour}
	got := resolve(t, o)
	check(t, got.Resource, "host.name=node-1", "k8s.node.name=node-1", "deployment.environment=default")
	if want := `node lookup: ask for /api/v1/nodes/node-1: 403 Forbidden: nodes "node-1" is forbidden`; !slices.Equal(got.Missing, []string{want}) || asked.Load() != 1 {
		t.Errorf("missing: %q after %d requests", got.Missing, asked.Load())
	}
}

func TestAnAPIServerThatIsNotUpIsAskedAgainWithTheTokenOfThen(t *testing.T) {
	var s *kubetest.Server
	var asked atomic.Int32
	s = kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch asked.Add(1) {
		case 1:
			http.Error(w, "starting", http.StatusServiceUnavailable)
		case 2:
			s.SetToken(t, "second")
			http.Error(w, "expired", http.StatusUnauthorized)
		default:
			if r.Header.Get("Authorization") != "Bearer second" {
				t.Errorf("token: %q", r.Header.Get("Authorization"))
			}
			io.WriteString(w, testdata(t, "node-eks.json"))
		}
	}))
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup = s.Client(t), "node-1", true
	o.Retries = []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}
	got := resolve(t, o)
	if v, _ := got.Resource.Set().Value("host.type"); v.AsString() != "p5en.48xlarge" || len(got.Missing) != 0 {
		t.Errorf("host.type is %q, missing: %q", v.AsString(), got.Missing)
	}
}

func TestStartDoesNotWaitForServersThatHang(t *testing.T) {
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s := kubetest.Serve(t, stuck)
	o := options(t)
	o.Kube, o.NodeName, o.NodeLookup, o.CloudDetect = s.Client(t), "node-1", true, true
	o.Clouds = Clouds{AWS: serve(t, stuck), GCP: serve(t, stuck), Azure: serve(t, stuck)}
	o.Changed = func(Result) { t.Error("something was found") }
	r := Start(t.Context(), o)
	check(t, r.Resource(), "host.name=node-1", "k8s.node.name=node-1", "deployment.environment=default")
	r.Close() // ends the requests
}

func TestAHostWithoutANameHasNoNameAttribute(t *testing.T) {
	o := options(t)
	o.Hostname = func() (string, error) { return "", errors.New("no name") }
	check(t, resolve(t, o).Resource, "deployment.environment=default")
}

func TestTheSummaryNamesWhatWasNotDetected(t *testing.T) {
	o := options(t)
	o.NodeName = "node-1"
	got := resolve(t, o).Summary()
	want := []any{"host.name", "node-1", "k8s.node.name", "node-1", "k8s.cluster.name", "not detected", "cloud.provider", "not detected", "cloud.platform", "not detected",
		"cloud.region", "not detected", "cloud.availability_zone", "not detected", "cloud.account.id", "not detected", "host.id", "not detected", "host.type", "not detected", "platform.host.type.source", "not detected"}
	if !slices.Equal(got, want) {
		t.Errorf("summary: %v", got)
	}
}
