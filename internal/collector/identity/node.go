package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"platform/internal/collector/kube"
)

const (
	nodeTimeout = 5 * time.Second
	maxNode     = 4 << 20 // nodes list all their images
)

// node is what is read of a Kubernetes node.
type node struct {
	Metadata struct {
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		ProviderID string `json:"providerID"`
	} `json:"spec"`
	Status struct {
		NodeInfo struct {
			KubeletVersion string `json:"kubeletVersion"`
		} `json:"nodeInfo"`
	} `json:"status"`
}

// askNode asks the API server for the node that the collector runs on.
func askNode(ctx context.Context, c *kube.Client, name string) (found, error) {
	ctx, cancel := context.WithTimeout(ctx, nodeTimeout)
	defer cancel()
	raw, err := c.Get(ctx, "/api/v1/nodes/"+url.PathEscape(name), nil, maxNode)
	if err != nil {
		return found{}, err
	}
	return parseNode(raw)
}

func parseNode(raw []byte) (found, error) {
	var n node
	if err := json.Unmarshal(raw, &n); err != nil {
		return found{}, fmt.Errorf("parse node: %w", err)
	}
	labels, version := n.Metadata.Labels, n.Status.NodeInfo.KubeletVersion
	f := found{
		machine: machineType(labels),
		region:  label(labels, "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"),
		zone:    label(labels, "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"),
		cluster: clusterOf(labels),
	}
	if f.machine != "" {
		f.machineSource = "k8s_label"
	}
	id := parseProviderID(n.Spec.ProviderID)
	switch {
	case id.provider != "":
	case strings.Contains(version, "-eks-"):
		id.provider = "aws"
	case strings.Contains(version, "-gke."):
		id.provider = "gcp"
	case strings.Contains(version, "aliyun"):
		id.provider = "alibaba_cloud"
	case labels["cce.cloud.com/cce-nodepool"] != "":
		id.provider = "otc"
	}
	if id.provider == "azure" && strings.Trim(f.zone, "0123456789") == "" {
		f.zone = "" // the number of a fault domain, where the machine is in no zone
	}
	f.fill(id)
	f.notManaged = !managed(f.provider, version, labels)
	return f, nil
}

// label returns the first of the named labels that says something.
func label(labels map[string]string, names ...string) string {
	for _, name := range names {
		if v := clean(labels[name]); v != "" {
			return v
		}
	}
	return ""
}

// machineType returns the type of the machine. Distributions that run on any
// machine put their own name there.
func machineType(labels map[string]string) string {
	for _, name := range []string{"node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type", "oci.oraclecloud.com/instance-shape"} {
		switch v := clean(labels[name]); v {
		case "", "k3s", "rke2", "k0s", "microk8s", "kind", "minikube":
		default:
			return v
		}
	}
	return ""
}

// clusterOf returns the name of the cluster where a label gives it.
func clusterOf(labels map[string]string) string {
	if name := label(labels, "alpha.eksctl.io/cluster-name"); name != "" {
		return name
	}
	return aksCluster(labels["kubernetes.azure.com/cluster"])
}

// managed reports whether the provider itself runs the cluster. Kubelets that
// clouds ship say so in their version; one of a machine's own distribution, such
// as v1.30.2+k3s1, says that too.
func managed(provider, version string, labels map[string]string) bool {
	has := func(prefix string) bool {
		for name := range labels {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
		return false
	}
	switch provider {
	case "aws":
		return version == "" || strings.Contains(version, "-eks-") || has("eks.amazonaws.com/")
	case "gcp":
		return version == "" || strings.Contains(version, "-gke.") || has("cloud.google.com/gke-")
	case "azure":
		return version == "" || has("kubernetes.azure.com/") || !strings.Contains(version, "+")
	}
	return !strings.Contains(version, "+")
}
