package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
)

// askGCP asks for single values: the recursive answer also holds the secrets
// that start scripts are given.
func askGCP(ctx context.Context, c *metadataClient, base string, inCluster bool) (found, error) {
	get := func(path string) (string, error) {
		body, header, err := c.do(ctx, http.MethodGet, base+"/computeMetadata/v1/"+path, "Metadata-Flavor", "Google")
		if err == nil && header.Get("Metadata-Flavor") != "Google" {
			err = errors.New("ask metadata service: the answer is not from Google")
		}
		return body, err
	}
	project, err := get("project/project-id")
	if err != nil {
		return found{}, err
	}
	values := map[string]*string{"instance/machine-type": new(string), "instance/zone": new(string), "instance/id": new(string)}
	if inCluster {
		values["instance/hostname"], values["instance/attributes/cluster-name"] = new(string), new(string)
	}
	var wg sync.WaitGroup
	for path, value := range values {
		wg.Go(func() {
			if body, err := get(path); err == nil {
				*value = body
			}
		})
	}
	wg.Wait()
	return parseGCP(project, func(path string) string {
		if v := values[path]; v != nil {
			return *v
		}
		return ""
	}), nil
}

// parseGCP reads values such as projects/123/machineTypes/a3-highgpu-8g.
func parseGCP(project string, value func(path string) string) found {
	last := func(path string) string {
		v := value(path)
		return clean(v[strings.LastIndexByte(v, '/')+1:])
	}
	f := found{
		provider: "gcp",
		account:  clean(project),
		machine:  last("instance/machine-type"),
		zone:     last("instance/zone"),
		instance: clean(value("instance/id")),
		hostname: clean(value("instance/hostname")),
		cluster:  clean(value("instance/attributes/cluster-name")),
	}
	f.region = gcpRegion(f.zone)
	f.sourced()
	return f
}
