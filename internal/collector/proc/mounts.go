package proc

import (
	"bytes"
	"strings"
)

// parseMounts finds the pod and container of a /proc/PID/mountinfo file. The
// kubelet and the runtimes bind files of theirs over /etc/hosts and
// /dev/termination-log, and the source of those binds names the pod or the
// container, also where a cgroup namespace hides the paths of cgroups. The
// mounts of the host itself do not cover these places.
func parseMounts(raw []byte) place {
	var p place
	for line := range bytes.Lines(raw) {
		var root, at string
		field := 0
		for word := range bytes.FieldsSeq(line) {
			if field++; field == 4 {
				root = string(word)
			} else if field == 5 {
				at = string(word)
				break
			}
		}
		switch at {
		case "/etc/hosts", "/etc/hostname", "/etc/resolv.conf", "/dev/termination-log":
			p.learn(strings.Split(root, "/"))
		}
	}
	return p
}

// learn takes what the path of a bound file says: .../pods/<uid>/etc-hosts,
// .../pods/<uid>/containers/<name>/<file> or .../containers/<id>/hosts.
func (p *place) learn(parts []string) {
	for i := 0; i+1 < len(parts); i++ {
		next := parts[i+1]
		switch parts[i] {
		case "pods":
			if uid := asUID(next); uid != "" {
				p.pod = uid
				if i+3 < len(parts) && parts[i+2] == "containers" {
					p.name = parts[i+3]
				}
			}
		case "containers":
			if isHex(next, 64) && p.pod == "" {
				p.container = next
			}
		}
	}
}
