package system

import (
	"bytes"

	"platform/internal/collector/host/procfile"
)

// parseMountinfo reads lines such as
//
//	36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw
//
// where any number of fields may stand before the lone dash.
func parseMountinfo(raw []byte) (points []mountPoint, err error) {
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		if len(line) == 0 {
			continue
		}
		p, ok := parseMount(line)
		if ok {
			points = append(points, p)
		}
		err = keep(err, ok, line)
	}
	return points, err
}

func parseMount(line []byte) (p mountPoint, ok bool) {
	own, super, found := bytes.Cut(line, []byte(" - "))
	volume, rest := procfile.Field(procfile.Skip(own, 2))
	root, rest := procfile.Field(rest)
	point, _ := procfile.Field(rest)
	fstype, rest := procfile.Field(super)
	device, _ := procfile.Field(rest)
	p = mountPoint{
		device: unescape(device),
		point:  unescape(point),
		fstype: unescape(fstype),
		volume: string(volume),
		whole:  string(root) == "/",
	}
	return p, found && bytes.IndexByte(volume, ':') > 0 && len(point) > 0 && point[0] == '/' && len(fstype) > 0
}

// unescape undoes the kernel's octal escapes, such as \040 for a space.
func unescape(field []byte) string {
	if bytes.IndexByte(field, '\\') < 0 {
		return string(field)
	}
	out := make([]byte, 0, len(field))
	for i := 0; i < len(field); i++ {
		if field[i] == '\\' && i+3 < len(field) && octal(field[i+1]) && octal(field[i+2]) && octal(field[i+3]) {
			out = append(out, (field[i+1]-'0')<<6|(field[i+2]-'0')<<3|(field[i+3]-'0'))
			i += 3
			continue
		}
		out = append(out, field[i])
	}
	return string(out)
}

func octal(c byte) bool { return '0' <= c && c <= '7' }
