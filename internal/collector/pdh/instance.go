package pdh

import (
	"strconv"
	"strings"
)

// instance is what a counter is of, as its name says:
// pid_1234_luid_0x00000000_0x0000C9DE_phys_0_eng_3_engtype_VideoDecode, or a
// part of that.
type instance struct {
	pid    int    // 0 when it is of the adapter
	luid   string // 0x00000000_0x0000c9de
	engine string // which of the adapter, "" when it is of no engine
	kind   string // of engine
}

// parseInstance takes a name apart.
func parseInstance(name string) (i instance, ok bool) {
	name = strings.ToLower(name)
	if rest, is := strings.CutPrefix(name, "pid_"); is {
		digits, after, _ := strings.Cut(rest, "_")
		pid, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || pid < 0 {
			return instance{}, false
		}
		i.pid, name = int(pid), after
	}
	rest, is := strings.CutPrefix(name, "luid_")
	parts := strings.SplitN(rest, "_", 3)
	if !is || len(parts) < 2 || !isHex(parts[0]) || !isHex(parts[1]) {
		return instance{}, false
	}
	i.luid = parts[0] + "_" + parts[1]
	if len(parts) == 3 {
		if engine, kind, is := strings.Cut(parts[2], "_engtype_"); is {
			i.engine, i.kind = engine, kind
		}
	}
	return i, true
}

// isHex reports whether s is a number such as 0x0000c9de.
func isHex(s string) bool {
	digits, ok := strings.CutPrefix(s, "0x")
	return ok && len(digits) == 8 && strings.Trim(digits, "0123456789abcdef") == ""
}

// task is what a kind of engine works on: "" for what counts for none. Media
// engines that are only counted together count as encoders.
func task(kind string) string {
	switch {
	case kind == "3d", strings.Contains(kind, "compute"), strings.Contains(kind, "cuda"):
		return "general"
	case strings.Contains(kind, "encode"), strings.Contains(kind, "codec"):
		return "encoder"
	case strings.Contains(kind, "decode"):
		return "decoder"
	}
	return ""
}
