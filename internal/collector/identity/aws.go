package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// askAWS asks with a session token (IMDSv2), and without where there is none to
// be had (v1).
func askAWS(ctx context.Context, c *metadataClient, base string, inCluster bool) (found, error) {
	header := ""
	token, _, err := c.do(ctx, http.MethodPut, base+"/latest/api/token", "X-aws-ec2-metadata-token-ttl-seconds", "60")
	if token = strings.TrimSpace(token); err == nil && token != "" && len(token) <= 1024 && !strings.ContainsAny(token, "\r\n") {
		header = "X-aws-ec2-metadata-token"
	}
	get := func(path string) (string, error) {
		body, _, err := c.do(ctx, http.MethodGet, base+path, header, token)
		return body, err
	}
	document, err := get("/latest/dynamic/instance-identity/document")
	if err != nil {
		return found{}, err
	}
	f, err := parseAWS([]byte(document))
	if err != nil || !inCluster {
		return f, err
	}
	if name, err := get("/latest/meta-data/local-hostname"); err == nil {
		f.hostname = clean(name)
	}
	f.cluster = askEKS(get)
	return f, nil
}

// parseAWS reads an instance identity document.
func parseAWS(raw []byte) (found, error) {
	var d struct {
		AccountID    string `json:"accountId"`
		Zone         string `json:"availabilityZone"`
		InstanceID   string `json:"instanceId"`
		InstanceType string `json:"instanceType"`
		Region       string `json:"region"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return found{}, fmt.Errorf("parse instance identity: %w", err)
	}
	if clean(d.InstanceID) == "" {
		return found{}, errors.New("parse instance identity: no instance in it")
	}
	f := found{provider: "aws", machine: clean(d.InstanceType), region: clean(d.Region), zone: clean(d.Zone), account: clean(d.AccountID), instance: clean(d.InstanceID)}
	f.sourced()
	return f, nil
}

// sourced marks the type of the machine as told by a metadata service.
func (f *found) sourced() {
	if f.machine != "" {
		f.machineSource = "imds"
	}
}

// eksTags hold the name of the cluster on machines of node groups and of
// Karpenter.
var eksTags = []string{"aws:eks:cluster-name", "eks:cluster-name", "eks:eks-cluster-name"}

// askEKS finds the cluster in the tags of the instance, where those are served.
func askEKS(get func(path string) (string, error)) string {
	list, err := get("/latest/meta-data/tags/instance")
	if err != nil {
		return ""
	}
	name, tag := eksTag(list)
	if tag == "" {
		return name
	}
	value, err := get("/latest/meta-data/tags/instance/" + tag)
	if err != nil {
		return ""
	}
	return clean(value)
}

// eksTag returns the name of the cluster when the key of a tag holds it, else
// the tag whose value does.
func eksTag(list string) (name, tag string) {
	keys := map[string]bool{}
	for key := range strings.Lines(list) {
		key = strings.TrimSpace(key)
		if cluster, ok := strings.CutPrefix(key, "kubernetes.io/cluster/"); ok && clean(cluster) != "" {
			return clean(cluster), ""
		}
		keys[key] = true
	}
	for _, tag := range eksTags {
		if keys[tag] {
			return "", tag
		}
	}
	return "", ""
}
