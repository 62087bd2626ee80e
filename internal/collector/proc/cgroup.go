package proc

import (
	"bytes"
	"strings"
)

// place is where a process runs.
type place struct {
	container string // 64 hexadecimal digits, or what the runtime uses instead
	pod       string // UID, with dashes
	name      string // of the container in its pod, where mounts tell it
	onHost    bool   // it is in a cgroup of the host's own services or sessions
	private   bool   // the paths are cut off by a cgroup namespace
}

// parseCgroup finds the container and pod of a /proc/PID/cgroup file. Version 1
// has a line for each hierarchy, version 2 one line with number 0; they agree
// where they say something, so the most telling line is taken.
func parseCgroup(raw []byte) place {
	var best place
	hostOnly := true
	lines := 0
	for line := range bytes.Lines(raw) {
		_, rest, ok := bytes.Cut(bytes.TrimRight(line, "\n"), []byte(":"))
		if !ok {
			continue
		}
		_, path, ok := bytes.Cut(rest, []byte(":"))
		if !ok || len(path) == 0 || path[0] != '/' {
			continue
		}
		lines++
		p := parseCgroupPath(string(path))
		hostOnly = hostOnly && (p.onHost || string(path) == "/")
		best.private = best.private || p.private
		best.onHost = best.onHost || p.onHost
		if score(p) > score(best) {
			best.container, best.pod = p.container, p.pod
		}
	}
	if best.container != "" || best.pod != "" || !hostOnly {
		best.onHost = false
	}
	best.private = best.private || lines > 0 && !best.onHost && score(best) == 0
	return best
}

func score(p place) (n int) {
	if p.pod != "" {
		n += 2
	}
	if p.container != "" {
		n++
	}
	return n
}

// parseCgroupPath walks the parts of one path. Below a pod, the first container
// is the pod's own, whatever it runs inside itself; without a pod, the
// innermost is taken.
func parseCgroupPath(path string) place {
	p := place{private: path == "/" || strings.HasPrefix(path, "/..")}
	first := true
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == ".." {
			continue
		}
		if first {
			p.onHost = hostSlices[part]
			first = false
		}
		for part := range strings.SplitSeq(part, ":") { // "kubepods-podUID.slice:cri-containerd:ID"
			if uid := podUID(part); uid != "" {
				p.pod, p.container = uid, ""
			} else if id := containerID(part); id != "" && (p.pod == "" || p.container == "") {
				p.container = id
			}
		}
	}
	return p
}

// hostSlices are the first parts of paths that systemd makes for the host.
var hostSlices = map[string]bool{"system.slice": true, "user.slice": true, "init.scope": true}

// podUID returns the UID in "pod<uid>" or "kubepods-burstable-pod<uid>.slice",
// "" when part is neither. systemd writes underscores for the dashes. The UID
// of a static pod is a hash without dashes.
func podUID(part string) string {
	part = strings.TrimSuffix(part, ".slice")
	at := strings.LastIndex(part, "pod")
	if at < 0 || at > 0 && part[at-1] != '-' {
		return ""
	}
	return asUID(part[at+len("pod"):])
}

// asUID returns s as a UID with dashes, "" when it is none.
func asUID(s string) string {
	if isHex(s, 32) {
		return s
	}
	if len(s) != 36 {
		return ""
	}
	s = strings.ReplaceAll(s, "_", "-")
	for i, group := range strings.Split(s, "-") {
		if i >= len(uidGroups) || !isHex(group, uidGroups[i]) {
			return ""
		}
	}
	return s
}

var uidGroups = [...]int{8, 4, 4, 4, 12}

// runtimePrefixes come before the id of a container in the names of scopes.
var runtimePrefixes = [...]string{"cri-containerd-", "crio-", "docker-", "libpod-", "nerdctl-", "cri-o-", "podman-", "containerd-"}

// containerID returns the id in "cri-containerd-<id>.scope" or "<id>", "" when
// part is neither; the monitors that runtimes put beside a container, such as
// crio-conmon-<id>.scope, are not containers.
func containerID(part string) string {
	part = strings.TrimSuffix(part, ".scope")
	for _, prefix := range runtimePrefixes {
		if id, ok := strings.CutPrefix(part, prefix); ok {
			part = id
			break
		}
	}
	if isHex(part, 64) {
		return part
	}
	// Elastic Container Service names tasks <32 digits>-<number>.
	if task, number, ok := strings.Cut(part, "-"); ok && isHex(task, 32) && number != "" && strings.Trim(number, "0123456789") == "" {
		return part
	}
	return ""
}

// isHex reports whether s is n lower-case hexadecimal digits.
func isHex(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
