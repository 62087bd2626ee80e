// Package deploy_test checks the manifests against the API types they are for
// and against what the collector needs.
package deploy_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	"platform/internal/collector/config"
)

// documents returns the documents of a manifest by kind.
func documents(t *testing.T, path string) map[string][]byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for _, doc := range bytes.Split(raw, []byte("\n---\n")) {
		var meta struct{ Kind string }
		if err := yaml.Unmarshal(doc, &meta); err != nil {
			t.Fatal(err)
		}
		found[meta.Kind] = doc
	}
	return found
}

func decode(t *testing.T, doc []byte, into any) {
	t.Helper()
	if err := yaml.UnmarshalStrict(doc, into); err != nil {
		t.Errorf("%v", err)
	}
}

func TestTheCollectorManifestIsValidAndGrantsWhatTheSpecificationAsks(t *testing.T) {
	docs := documents(t, "kubernetes/collector.yaml")
	var role rbacv1.ClusterRole
	decode(t, docs["ClusterRole"], &role)
	verbs := map[string][]string{}
	for _, r := range role.Rules {
		for _, res := range r.Resources {
			verbs[res] = r.Verbs
		}
	}
	if !slices.Contains(verbs["nodes"], "get") || !slices.Contains(verbs["pods"], "list") || !slices.Contains(verbs["pods"], "watch") {
		t.Errorf("%v", verbs)
	}
	decode(t, docs["ClusterRoleBinding"], &rbacv1.ClusterRoleBinding{})
	decode(t, docs["ServiceAccount"], &corev1.ServiceAccount{})

	var set appsv1.DaemonSet
	decode(t, docs["DaemonSet"], &set)
	if pod := set.Spec.Template.Spec; !pod.HostPID || !pod.HostNetwork {
		t.Error("the collector needs the host's processes and interfaces")
	}
	var secret corev1.Secret
	decode(t, docs["Secret"], &secret)
	env := map[string]bool{}
	for _, e := range set.Spec.Template.Spec.Containers[0].Env {
		env[e.Name] = true
	}
	for name := range secret.StringData {
		env[name] = true
	}
	known := map[string]bool{"NVIDIA_VISIBLE_DEVICES": true, "NVIDIA_DRIVER_CAPABILITIES": true}
	for _, v := range config.Vars {
		known[v.Name] = true
	}
	for name := range env {
		if !known[name] {
			t.Errorf("%s is not a variable of the collector", name)
		}
	}
}

func TestTheSystemdUnitIsNotifiedAndFlushesBeforeItIsKilled(t *testing.T) {
	raw, err := os.ReadFile("systemd/collector.service")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Type=notify", "TimeoutStopSec=10", "CAP_BPF CAP_PERFMON", "LimitMEMLOCK=infinity", "PLATFORM_EXPORT_QUEUE_DIR="} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("lacks %s", want)
		}
	}
}
