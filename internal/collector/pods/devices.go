package pods

import (
	"strings"

	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"
)

// allocations are the containers by the devices given to them. A device that is
// shared has several.
type allocations struct {
	byDevice map[string][]Pod
	pods     int
}

// readAllocations indexes the kubelet's answer: devices of plugins, and those
// of dynamic resource allocation.
func readAllocations(list *podresources.ListPodResourcesResponse) *allocations {
	a := &allocations{byDevice: map[string][]Pod{}}
	for _, pod := range list.GetPodResources() {
		used := false
		for _, container := range pod.GetContainers() {
			p := Pod{Name: pod.GetName(), Namespace: pod.GetNamespace(), Container: container.GetName()}
			for _, devices := range container.GetDevices() {
				for _, id := range devices.GetDeviceIds() {
					a.add(p, pluginKey(devices.GetResourceName(), id))
					used = true
				}
			}
			for _, claim := range container.GetDynamicResources() {
				for _, r := range claim.GetClaimResources() {
					a.add(p, claimKeys(r)...)
					used = true
				}
			}
		}
		if used {
			a.pods++
		}
	}
	return a
}

func (a *allocations) add(p Pod, keys ...string) {
	for _, key := range keys {
		if key != "" {
			a.byDevice[key] = append(a.byDevice[key], p)
		}
	}
}

// owner returns the one pod that holds any of the devices. Pods that have ended
// do not count, nor do those that are known to have another UID than podUID.
// With several containers of the pod on the devices, none is named.
func (a *allocations) owner(dir *directory, podUID string, devices []string) (Pod, bool) {
	var found Pod
	if a == nil {
		return found, false
	}
	for _, id := range devices {
		for _, p := range a.byDevice[deviceKey(id)] {
			if entry, ok := dir.named(p.Namespace, p.Name); ok {
				if entry.ended || podUID != "" && entry.UID != podUID && entry.hash != podUID {
					continue
				}
				p.UID = entry.UID
			}
			switch {
			case found.Name == "":
				found = p
			case found.Name != p.Name || found.Namespace != p.Namespace:
				return Pod{}, false
			case found.Container != p.Container:
				found.Container = ""
			}
		}
	}
	return found, found.Name != ""
}

// container returns the one container of pod p that holds any of the devices.
func (a *allocations) container(p Pod, devices []string) (name string) {
	if a == nil {
		return ""
	}
	for _, id := range devices {
		for _, q := range a.byDevice[deviceKey(id)] {
			if q.Namespace != p.Namespace || q.Name != p.Name || q.Container == name {
				continue
			}
			if name != "" {
				return ""
			}
			name = q.Container
		}
	}
	return name
}

// pluginKey makes the id that a device plugin uses comparable: GPU-<uuid> and
// MIG-<uuid>, both also with the ::<n> of time-slicing; 0 or 0:1 where NVIDIA's
// plugin counts devices; PCI addresses of AMD's; card0-<n> of Intel's.
func pluginKey(resource, id string) string {
	id, _, _ = strings.Cut(id, "::")
	if domain, _, _ := strings.Cut(resource, "/"); strings.Trim(id, "0123456789:") == "" {
		return domain + "/" + id
	}
	if strings.HasPrefix(id, "card") {
		if card, share, ok := strings.Cut(id, "-"); ok && isNumber(share) {
			return card
		}
	}
	return deviceKey(id)
}

// claimKeys are the names of a device that a driver of dynamic resource
// allocation gave: its own, and what its name and its CDI names tell.
func claimKeys(r *podresources.ClaimResource) []string {
	name := r.GetDeviceName()
	keys := []string{r.GetDriverName() + "/" + name}
	parts := strings.Split(name, "-")
	switch {
	case r.GetDriverName() == "gpu.amd.com" && len(parts) == 3 && parts[0] == "gpu": // gpu-<card>-<render node>
		keys = append(keys, "card"+parts[1], "renderD"+parts[2])
	case r.GetDriverName() == "gpu.intel.com" && len(parts) == 5: // 0000-03-00-0-0x56c0
		keys = append(keys, deviceKey(parts[0]+":"+parts[1]+":"+parts[2]+"."+parts[3]))
	}
	for _, cdi := range r.GetCdiDevices() {
		if _, id, ok := strings.Cut(cdi.GetName(), "="); ok && isUUID(id) {
			keys = append(keys, deviceKey(id))
		}
	}
	return keys
}

func isUUID(id string) bool { return strings.HasPrefix(id, "GPU-") || strings.HasPrefix(id, "MIG-") }

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// deviceKey writes PCI addresses in one way: lower case, with a domain of four
// digits (NVML gives eight). Other ids stay as they are.
func deviceKey(id string) string {
	colon := strings.IndexByte(id, ':')
	if colon < 4 || len(id) != colon+len(":03:00.0") || id[colon+3] != ':' || id[colon+6] != '.' || strings.Trim(id, "0123456789abcdefABCDEF:.") != "" {
		return id
	}
	if colon == 8 && strings.HasPrefix(id, "0000") {
		id = id[4:]
	}
	return strings.ToLower(id)
}
