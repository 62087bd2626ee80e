package identity

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// metadata are recorded answers of one cloud's metadata service.
type metadata map[string]string

// serve starts a metadata service; refused is one that nobody runs.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func refused(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(nil)
	s.Close()
	return s.URL
}

func testdata(t testing.TB, name string) string {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// aws serves IMDS; versions says which of its two it speaks.
func aws(answers metadata, v1, v2 bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/latest/api/token" {
			if !v2 || r.Method != http.MethodPut || r.Header.Get("X-aws-ec2-metadata-token-ttl-seconds") == "" {
				http.Error(w, "", http.StatusForbidden)
				return
			}
			io.WriteString(w, "AQAEAToken==")
			return
		}
		token := r.Header.Get("X-aws-ec2-metadata-token")
		if !v1 && token != "AQAEAToken==" || token != "" && token != "AQAEAToken==" {
			http.Error(w, "", http.StatusUnauthorized)
			return
		}
		answer(w, answers[r.URL.Path])
	})
}

func answer(w http.ResponseWriter, body string) {
	if body == "" {
		http.Error(w, "", http.StatusNotFound)
		return
	}
	io.WriteString(w, body)
}

func gcp(answers metadata) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Metadata-Flavor") != "Google" {
			http.Error(w, "", http.StatusForbidden)
			return
		}
		w.Header().Set("Metadata-Flavor", "Google")
		answer(w, answers[r.URL.Path])
	})
}

func azure(body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Metadata") != "true" || r.URL.Path != "/metadata/instance/compute" || r.URL.Query().Get("api-version") == "" {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		io.WriteString(w, body)
	})
}

func awsAnswers(t *testing.T) metadata {
	return metadata{
		"/latest/dynamic/instance-identity/document":           testdata(t, "aws.json"),
		"/latest/meta-data/local-hostname":                     "ip-10-0-31-7.eu-west-1.compute.internal",
		"/latest/meta-data/tags/instance":                      "Name\neks:cluster-name\neks:nodegroup-name",
		"/latest/meta-data/tags/instance/eks:cluster-name":     "training",
		"/latest/meta-data/tags/instance/eks:nodegroup-name":   "h200",
		"/latest/meta-data/iam/security-credentials/node-role": "secret",
	}
}

var gcpAnswers = metadata{
	"/computeMetadata/v1/project/project-id":               "ml-prod-1234",
	"/computeMetadata/v1/instance/machine-type":            "projects/1045678901/machineTypes/a3-highgpu-8g",
	"/computeMetadata/v1/instance/zone":                    "projects/1045678901/zones/europe-west4-b",
	"/computeMetadata/v1/instance/id":                      "4520031799277581759",
	"/computeMetadata/v1/instance/hostname":                "gke-serving-h100-1a2b.c.ml-prod-1234.internal",
	"/computeMetadata/v1/instance/attributes/cluster-name": "serving",
}

func TestAMachineIsAskedAboutItsCloud(t *testing.T) {
	f := func(name string, at Clouds, inCluster bool, want found) {
		t.Helper()
		got, err := askClouds(t.Context(), at, inCluster)
		if err != nil || got != want {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", name, got, err, want)
		}
	}
	none := refused(t)
	onAWS := found{provider: "aws", machine: "p5en.48xlarge", machineSource: "imds", region: "eu-west-1", zone: "eu-west-1b", account: "123456789012", instance: "i-0c3f5d1a2b4e6f708"}
	f("IMDSv2", Clouds{AWS: serve(t, aws(awsAnswers(t), false, true)), GCP: none, Azure: none}, false, onAWS)
	f("IMDSv1", Clouds{AWS: serve(t, aws(awsAnswers(t), true, false)), GCP: none, Azure: none}, false, onAWS)
	onEKS := onAWS
	onEKS.hostname, onEKS.cluster = "ip-10-0-31-7.eu-west-1.compute.internal", "training"
	f("EKS", Clouds{AWS: serve(t, aws(awsAnswers(t), true, true)), GCP: none, Azure: none}, true, onEKS)

	onGKE := found{provider: "gcp", machine: "a3-highgpu-8g", machineSource: "imds", region: "europe-west4", zone: "europe-west4-b", account: "ml-prod-1234", instance: "4520031799277581759",
		hostname: "gke-serving-h100-1a2b.c.ml-prod-1234.internal", cluster: "serving"}
	f("GKE", Clouds{AWS: none, GCP: serve(t, gcp(gcpAnswers)), Azure: none}, true, onGKE)

	onAKS := found{provider: "azure", machine: "Standard_ND96isr_H100_v5", machineSource: "imds", region: "westeurope", zone: "westeurope-3", account: "8f3b5f0e-2b0a-4f7d-9f53-1a2b3c4d5e6f",
		instance: "02aab8a4-74ef-476e-8182-f6d2ba4166a6", hostname: "aks-h100-31022861-vmss000002", cluster: "prod_serving"}
	f("AKS", Clouds{AWS: none, GCP: none, Azure: serve(t, azure(testdata(t, "azure.json")))}, true, onAKS)
}

func TestAServerThatIsNoMetadataServiceIsNotTakenForOne(t *testing.T) {
	hello := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>log in</html>") }))
	if got, err := askClouds(t.Context(), Clouds{AWS: hello, GCP: hello, Azure: hello}, true); err == nil {
		t.Errorf("askClouds = %+v", got)
	}
}

func TestAMetadataServiceThatHangsIsGivenUp(t *testing.T) {
	stuck := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	if got, err := askClouds(t.Context(), Clouds{AWS: stuck, GCP: stuck, Azure: stuck}, true); err == nil {
		t.Errorf("askClouds = %+v", got)
	}
}
