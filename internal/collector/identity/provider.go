package identity

import (
	"regexp"
	"strings"
)

// platforms are the values of cloud.platform by provider: of a cluster that the
// provider runs, and of a plain machine.
var platforms = map[string]struct{ managed, plain string }{
	"aws":           {"aws_eks", "aws_ec2"},
	"gcp":           {"gcp_kubernetes_engine", "gcp_compute_engine"},
	"azure":         {"azure_aks", "azure_vm"},
	"oracle_cloud":  {"oracle_cloud_oke", "oracle_cloud_compute"},
	"scaleway":      {"scaleway_kapsule", ""},
	"digitalocean":  {"digitalocean_kubernetes", ""},
	"alibaba_cloud": {"alibaba_cloud_ack", "alibaba_cloud_ecs"},
	"otc":           {"otc_cce", ""},
}

// schemes are the providers by the scheme of a node's providerID.
var schemes = map[string]string{
	"aws": "aws", "gce": "gcp", "azure": "azure", "oci": "oracle_cloud", "scaleway": "scaleway", "digitalocean": "digitalocean",
	"hcloud": "hetzner", "ibm": "ibm_cloud", "linode": "akamai_cloud", "qcloud": "tencent_cloud",
}

// parseProviderID reads Node.spec.providerID, such as
// aws:///eu-west-1a/i-0a1b2c, gce://project/europe-west4-a/name and
// azure:///subscriptions/S/resourceGroups/G/providers/Microsoft.Compute/virtualMachineScaleSets/V/virtualMachines/3.
func parseProviderID(id string) found {
	if len(id) > 2048 {
		return found{}
	}
	if strings.HasPrefix(id, "ocid1.instance.") { // Oracle gives its identifier alone
		return found{provider: "oracle_cloud", instance: clean(id)}
	}
	scheme, rest, ok := strings.Cut(id, "://")
	provider := schemes[scheme]
	if !ok || provider == "" {
		return found{}
	}
	parts := strings.Split(strings.Trim(rest, "/"), "/")
	f := found{provider: provider, instance: clean(parts[len(parts)-1])}
	switch provider {
	case "aws":
		if len(parts) == 2 {
			f.zone = clean(parts[0])
			f.region = awsRegion(f.zone)
		}
	case "gcp":
		if len(parts) != 3 {
			f.instance = ""
			break
		}
		f.account, f.zone = clean(parts[0]), clean(parts[1])
		f.region = gcpRegion(f.zone)
	case "azure":
		f.account, f.instance = azureIDs(parts)
	}
	return f
}

var plainZone = regexp.MustCompile(`^([a-z]+(?:-[a-z]+)+-\d+)[a-z]$`)

// awsRegion returns the region of a zone such as eu-west-1a; local zones, whose
// names do not end in the region's, have none here.
func awsRegion(zone string) string {
	if m := plainZone.FindStringSubmatch(zone); m != nil {
		return m[1]
	}
	return ""
}

// gcpRegion returns the region of a zone such as europe-west4-a.
func gcpRegion(zone string) string {
	if at := strings.LastIndexByte(zone, '-'); at > 0 {
		return zone[:at]
	}
	return ""
}

// azureIDs returns the subscription and the machine, which in a scale set is
// named by the set and its number there.
func azureIDs(parts []string) (account, machine string) {
	set := ""
	for i := 0; i+1 < len(parts); i += 2 {
		value := clean(parts[i+1])
		switch strings.ToLower(parts[i]) {
		case "subscriptions":
			account = value
		case "virtualmachinescalesets":
			set = value
		case "virtualmachines":
			machine = value
		}
	}
	if set != "" && machine != "" {
		machine = set + "/" + machine
	}
	return account, machine
}
