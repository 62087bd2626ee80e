package identity

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAttributes(t *testing.T) {
	f := func(s string, want map[string]string, faults int) {
		t.Helper()
		got, bad := parseAttributes(s)
		if !maps.Equal(got, want) || len(bad) != faults {
			t.Errorf("parseAttributes(%q) = %v, %q; want %v", s, got, bad, want)
		}
	}
	f("", map[string]string{}, 0)
	f("team=ml,datacenter=ams", map[string]string{"team": "ml", "datacenter": "ams"}, 0)
	f(" team = ml ops ,", map[string]string{"team": "ml ops"}, 0)
	f("a=x%3Dy%2Cz,b=%E2%9C%93", map[string]string{"a": "x=y,z", "b": "✓"}, 0)
	f("a=b=c,empty=", map[string]string{"a": "b=c", "empty": ""}, 0)
	f("a=100%,b=%zz", map[string]string{"a": "100%", "b": "%zz"}, 0)
	f("a=+", map[string]string{"a": "+"}, 0)
	f("secret,=v,a=%ff,ok=1", map[string]string{"ok": "1"}, 3)
	f("a=1,a=2", map[string]string{"a": "2"}, 0)
}

func TestProviderIDs(t *testing.T) {
	f := func(id string, want found) {
		t.Helper()
		if got := parseProviderID(id); got != want {
			t.Errorf("parseProviderID(%q) = %+v, want %+v", id, got, want)
		}
	}
	f("aws:///us-east-1a/i-0abc", found{provider: "aws", region: "us-east-1", zone: "us-east-1a", instance: "i-0abc"})
	f("aws:///us-west-2-lax-1a/i-0abc", found{provider: "aws", zone: "us-west-2-lax-1a", instance: "i-0abc"})
	f("aws://i-0abc", found{provider: "aws", instance: "i-0abc"})
	f("gce://my-project/us-central1-f/gke-pool-1", found{provider: "gcp", account: "my-project", region: "us-central1", zone: "us-central1-f", instance: "gke-pool-1"})
	f("gce://broken", found{provider: "gcp"})
	f("azure:///subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/vm1", found{provider: "azure", account: "s", instance: "vm1"})
	f("azure:///subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/set/virtualMachines/0", found{provider: "azure", account: "s", instance: "set/0"})
	f("ocid1.instance.oc1.eu-frankfurt-1.abc", found{provider: "oracle_cloud", instance: "ocid1.instance.oc1.eu-frankfurt-1.abc"})
	f("digitalocean://3164494", found{provider: "digitalocean", instance: "3164494"})
	f("kind://docker/kind/kind-worker", found{})
	f("k3s://rack1", found{})
	f("aws", found{})
	f("", found{})
}

func TestTheMakerAloneIsNotEnoughWhenOtherFieldsDisagree(t *testing.T) {
	f := func(vendor, product, tag, provider string) {
		t.Helper()
		fields := map[string]string{"sys_vendor": vendor, "product_name": product, "chassis_asset_tag": tag}
		if got := parseDMI(func(name string) string { return fields[name] }); got.provider != provider {
			t.Errorf("parseDMI(%s, %s, %s) = %+v, want %s", vendor, product, tag, got, provider)
		}
	}
	f("Amazon EC2", "", "", "aws")
	f("Google", "Google Compute Engine", "", "gcp")
	f("Google", "Eve", "", "")
	f("Microsoft Corporation", "Virtual Machine", azureTag, "azure")
	f("Microsoft Corporation", "", "", "azure")
	f("Microsoft Corporation", "Surface Laptop", "0123456789", "")
	f("Dell Inc.", "PowerEdge XE9680", "", "")
	f("", "", "", "")
}

func TestManagedClusterNames(t *testing.T) {
	f := func(group, want string) {
		t.Helper()
		if got := aksCluster(group); got != want {
			t.Errorf("aksCluster(%q) = %q, want %q", group, got, want)
		}
	}
	f("MC_rg_cluster_westeurope", "cluster")
	f("mc_my_rg_cluster_westeurope", "cluster")
	f("MC_rg", "")
	f("my-own-node-group", "")

	if name, tag := eksTag("Name\nkubernetes.io/cluster/prod\n"); name != "prod" || tag != "" {
		t.Errorf("eksTag = %q, %q", name, tag)
	}
	if name, tag := eksTag("Name\n"); name != "" || tag != "" {
		t.Errorf("eksTag = %q, %q", name, tag)
	}
}

// sound fails when something is said that may not be exported.
func sound(t *testing.T, f found) {
	t.Helper()
	for _, s := range []string{f.provider, f.machine, f.machineSource, f.region, f.zone, f.account, f.instance, f.hostname, f.cluster} {
		if !utf8.ValidString(s) || strings.EqualFold(s, "unknown") || len(s) > 2*maxValue+1 {
			t.Errorf("found %q", s)
		}
	}
}

func FuzzAttributes(f *testing.F) {
	f.Add("team=ml,deployment.environment=prod%20eu")
	f.Add("=,==,%,a=%zz,,")
	f.Fuzz(func(t *testing.T, s string) {
		attrs, _ := parseAttributes(s)
		for k, v := range attrs {
			if k == "" || !utf8.ValidString(k) || !utf8.ValidString(v) {
				t.Errorf("%q=%q", k, v)
			}
		}
	})
}

func FuzzProviderID(f *testing.F) {
	f.Add("aws:///us-east-1a/i-0abc")
	f.Add("azure:///subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/set/virtualMachines/0")
	f.Add("gce://p/z/n")
	f.Fuzz(func(t *testing.T, s string) { sound(t, parseProviderID(s)) })
}

func FuzzNode(f *testing.F) {
	f.Add([]byte(testdata(f, "node-eks.json")))
	f.Add([]byte(testdata(f, "node-aks.json")))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if got, err := parseNode(raw); err == nil {
			sound(t, got)
		}
	})
}

func FuzzMetadataAnswers(f *testing.F) {
	f.Add([]byte(testdata(f, "aws.json")), "Name\neks:cluster-name")
	f.Add([]byte(testdata(f, "azure.json")), "projects/1/zones/us-central1-a")
	f.Fuzz(func(t *testing.T, raw []byte, value string) {
		if got, err := parseAWS(raw); err == nil {
			sound(t, got)
		}
		if got, err := parseAzure(raw); err == nil {
			sound(t, got)
		}
		sound(t, parseGCP(value, func(string) string { return value }))
		name, _ := eksTag(value)
		sound(t, found{cluster: name})
	})
}
