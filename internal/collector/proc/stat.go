package proc

import (
	"bytes"
	"errors"
	"strconv"
	"time"
)

// userHZ is how many ticks of /proc/PID/stat make a second. The kernel fixes it
// at 100 for user space on every architecture the collector is built for.
const userHZ = 100

const tick = time.Second / userHZ

var errStat = errors.New("parse stat: not the line of a process")

// stat is what the collector reads of /proc/PID/stat.
type stat struct {
	name   string
	state  string
	parent int
	start  uint64 // ticks since boot
}

// parseStat parses "1234 (python3) S 1 ...". The name may hold spaces and
// parentheses, so it ends at the last one. previous is the name read before: a
// steady process then costs no new string.
func parseStat(line []byte, previous string) (stat, error) {
	open, end := bytes.IndexByte(line, '('), bytes.LastIndexByte(line, ')')
	if open < 0 || end < open {
		return stat{}, errStat
	}
	s := stat{name: previous}
	if raw := line[open+1 : end]; string(raw) != previous {
		s.name = text(raw)
	}
	field := 2 // the name is the second
	for word := range bytes.FieldsSeq(line[end+1:]) {
		field++
		var err error
		switch field {
		case 3:
			s.state = stateOf(word[0])
		case 4:
			s.parent, err = strconv.Atoi(string(word))
		case 22:
			s.start, err = strconv.ParseUint(string(word), 10, 64)
			if err == nil {
				return s, nil
			}
		}
		if err != nil {
			return stat{}, errStat
		}
	}
	return stat{}, errStat
}

// stateOf maps the letters of the kernel to the states of the specification.
func stateOf(letter byte) string {
	switch letter {
	case 'R':
		return Running
	case 'S', 'D', 'I', 'K', 'W', 'P':
		return Sleeping
	case 'Z':
		return Zombie
	case 'T', 't':
		return Stopped
	case 'X', 'x':
		return Dead
	}
	return Unknown
}

// ticks converts a start in ticks to a time since boot; a value that no uptime
// can reach is taken for the largest that fits.
func ticks(n uint64) time.Duration {
	const most = uint64(1<<63-1) / uint64(tick)
	return time.Duration(min(n, most)) * tick
}

// parseUID returns the real user id of a /proc/PID/status file, "" when there
// is none.
func parseUID(status []byte) string {
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("Uid:")); ok {
			for word := range bytes.FieldsSeq(rest) {
				if _, err := strconv.ParseUint(string(word), 10, 32); err == nil {
					return string(word)
				}
				return ""
			}
		}
	}
	return ""
}
