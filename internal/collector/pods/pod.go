package pods

import (
	"encoding/json"
	"fmt"
	"strings"
)

// directory is the pods of this node as the API server tells them. It is never
// modified once made.
type directory struct {
	containers map[string]Pod    // by the id of the container
	pods       map[string]*entry // by UID, and static pods also by the hash in their cgroup
	names      map[[2]string]*entry
}

// entry is one pod.
type entry struct {
	Pod        // Container is set when the pod has only one
	hash       string
	ended      bool
	containers map[string]string // name by id
}

func (d *directory) named(namespace, name string) (*entry, bool) {
	if d == nil {
		return nil, false
	}
	e, ok := d.names[[2]string{namespace, name}]
	return e, ok
}

// newDirectory indexes pods by all that they can be found by.
func newDirectory(pods map[string]*entry) *directory {
	d := &directory{containers: map[string]Pod{}, pods: make(map[string]*entry, len(pods)), names: make(map[[2]string]*entry, len(pods))}
	for uid, e := range pods {
		d.pods[uid] = e
		if e.hash != "" {
			d.pods[e.hash] = e
		}
		if other, ok := d.named(e.Namespace, e.Name); !ok || other.ended {
			d.names[[2]string{e.Namespace, e.Name}] = e
		}
		for id, name := range e.containers {
			p := e.Pod
			p.Container = name
			d.containers[id] = p
		}
	}
	return d
}

// podObject is what is read of a pod.
type podObject struct {
	Metadata struct {
		Name            string `json:"name"`
		Namespace       string `json:"namespace"`
		UID             string `json:"uid"`
		ResourceVersion string `json:"resourceVersion"`
		Annotations     struct {
			Hash string `json:"kubernetes.io/config.hash"` // the UID that the cgroup of a static pod shows
		} `json:"annotations"`
	} `json:"metadata"`
	Spec struct {
		Containers []struct {
			Name string `json:"name"`
		} `json:"containers"`
	} `json:"spec"`
	Status struct {
		Phase     string            `json:"phase"`
		Main      []containerStatus `json:"containerStatuses"`
		Init      []containerStatus `json:"initContainerStatuses"`
		Ephemeral []containerStatus `json:"ephemeralContainerStatuses"`
	} `json:"status"`
}

type containerStatus struct {
	Name        string `json:"name"`
	ContainerID string `json:"containerID"` // containerd://0a1b...
}

func (o *podObject) entry() *entry {
	m := &o.Metadata
	e := &entry{
		Pod:        Pod{UID: m.UID, Name: m.Name, Namespace: m.Namespace},
		hash:       m.Annotations.Hash,
		ended:      o.Status.Phase == "Succeeded" || o.Status.Phase == "Failed",
		containers: map[string]string{},
	}
	if len(o.Spec.Containers) == 1 && len(o.Status.Ephemeral) == 0 {
		e.Container = o.Spec.Containers[0].Name
	}
	for _, statuses := range [...][]containerStatus{o.Status.Main, o.Status.Init, o.Status.Ephemeral} {
		for _, s := range statuses {
			if _, id, ok := strings.Cut(s.ContainerID, "://"); ok && id != "" {
				e.containers[id] = s.Name
			}
		}
	}
	return e
}

// page is one part of a list of pods.
type page struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
		Continue        string `json:"continue"`
	} `json:"metadata"`
	Items []podObject `json:"items"`
}

func parsePage(raw []byte) (page, error) {
	var p page
	if err := json.Unmarshal(raw, &p); err != nil {
		return page{}, fmt.Errorf("parse pods: %w", err)
	}
	return p, nil
}

// event is one line of a watch.
type event struct {
	Type   string          `json:"type"` // ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
	Object json.RawMessage `json:"object"`
}

// parseEvent returns the kind of an event and its pod, or the code of the
// status that an error event holds.
func parseEvent(raw []byte) (kind string, pod podObject, code int, err error) {
	var e event
	if err := json.Unmarshal(raw, &e); err != nil {
		return "", podObject{}, 0, fmt.Errorf("parse event: %w", err)
	}
	var status struct {
		Code int `json:"code"`
	}
	if e.Type == "ERROR" {
		err = json.Unmarshal(e.Object, &status)
	} else {
		err = json.Unmarshal(e.Object, &pod)
	}
	if err != nil {
		return "", podObject{}, 0, fmt.Errorf("parse event: %w", err)
	}
	return e.Type, pod, status.Code, nil
}
