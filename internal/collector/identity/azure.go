package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

func askAzure(ctx context.Context, c *metadataClient, base string, inCluster bool) (found, error) {
	body, _, err := c.do(ctx, http.MethodGet, base+"/metadata/instance/compute?api-version=2021-02-01&format=json", "Metadata", "true")
	if err != nil {
		return found{}, err
	}
	f, err := parseAzure([]byte(body))
	if err == nil && !inCluster {
		f.hostname, f.cluster = "", ""
	}
	return f, err
}

// parseAzure reads the compute part of the instance metadata.
func parseAzure(raw []byte) (found, error) {
	var d struct {
		Name           string `json:"name"`
		VMID           string `json:"vmId"`
		VMSize         string `json:"vmSize"`
		Location       string `json:"location"`
		Zone           string `json:"zone"`
		SubscriptionID string `json:"subscriptionId"`
		ResourceGroup  string `json:"resourceGroupName"`
		OSProfile      struct {
			ComputerName string `json:"computerName"`
		} `json:"osProfile"`
		TagsList []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"tagsList"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return found{}, fmt.Errorf("parse instance metadata: %w", err)
	}
	if clean(d.VMID) == "" {
		return found{}, errors.New("parse instance metadata: no machine in it")
	}
	f := found{
		provider: "azure",
		machine:  clean(d.VMSize),
		region:   clean(d.Location),
		account:  clean(d.SubscriptionID),
		instance: clean(d.VMID),
		hostname: clean(d.OSProfile.ComputerName),
		cluster:  aksCluster(d.ResourceGroup),
	}
	if f.hostname == "" {
		f.hostname = clean(d.Name)
	}
	// Kubernetes labels zones as eastus-1, and so does this.
	if zone := clean(d.Zone); zone != "" && f.region != "" {
		f.zone = f.region + "-" + zone
	}
	for _, tag := range d.TagsList {
		if strings.EqualFold(tag.Name, "aks-managed-clusterName") && clean(tag.Value) != "" {
			f.cluster = clean(tag.Value)
		}
	}
	f.sourced()
	return f, nil
}

// aksCluster returns the cluster of a node resource group, which AKS names
// MC_<group>_<cluster>_<region>; "" for any other group.
func aksCluster(group string) string {
	parts := strings.Split(clean(group), "_")
	if len(parts) < 4 || !strings.EqualFold(parts[0], "MC") {
		return ""
	}
	return parts[len(parts)-2]
}
