package proc

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"time"
)

// maxPasswd is the most that is read of a passwd file.
const maxPasswd = 4 << 20

// users names user ids by a passwd file, which is read again when it changes.
type users struct {
	path string

	mu      sync.Mutex
	names   map[string]string
	size    int64
	changed time.Time
}

// name returns the name of a user id, "" when the file has none.
func (u *users) name(uid string) string {
	if uid == "" {
		return ""
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	info, err := os.Stat(u.path)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if u.names == nil || info.Size() != u.size || !info.ModTime().Equal(u.changed) {
		raw, err := readFile(u.path, maxPasswd)
		if err != nil {
			return ""
		}
		u.names, u.size, u.changed = parsePasswd(raw), info.Size(), info.ModTime()
	}
	return u.names[uid]
}

// parsePasswd returns names by user id; the first of several names of an id is
// the one that other programs show.
func parsePasswd(raw []byte) map[string]string {
	names := map[string]string{}
	for line := range bytes.Lines(raw) {
		f := bytes.SplitN(line, []byte(":"), 4)
		if len(f) < 4 || len(f[0]) == 0 || f[0][0] == '#' {
			continue
		}
		if _, err := strconv.ParseUint(string(f[2]), 10, 32); err != nil {
			continue
		}
		if id := string(f[2]); names[id] == "" {
			names[id] = text(f[0])
		}
	}
	return names
}
