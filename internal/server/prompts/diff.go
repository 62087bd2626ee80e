package prompts

import (
	"slices"
	"strings"
)

// Op says what happened to lines between two texts.
type Op string

const (
	Same   Op = "same"
	Add    Op = "add"
	Remove Op = "remove"
)

// Change is a run of lines to which the same happened. The text has the line
// ends it has in its version.
type Change struct {
	Op   Op     `json:"op" enum:"same,add,remove"`
	Text string `json:"text"`
}

// diffCells bounds the work of finding the longest common lines. Above it,
// what differs is shown as removed and added whole.
const diffCells = 4 << 20

// Diff returns what turns one text into the other, line by line.
func Diff(from, to string) []Change {
	a, b := lines(from), lines(to)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	changes := []Change{}
	add := func(op Op, lines ...string) {
		text := strings.Join(lines, "")
		if n := len(changes); n > 0 && changes[n-1].Op == op {
			changes[n-1].Text += text
		} else if text != "" {
			changes = append(changes, Change{op, text})
		}
	}
	add(Same, a[:start]...)
	middle(a[start:len(a)-end], b[start:len(b)-end], add)
	add(Same, a[len(a)-end:]...)
	return changes
}

// lines cuts a text after each line end.
func lines(s string) []string { return slices.Collect(strings.Lines(s)) }

// middle walks along the longest common subsequence.
func middle(a, b []string, add func(Op, ...string)) {
	if len(a)*len(b) > diffCells {
		add(Remove, a...)
		add(Add, b...)
		return
	}
	// common[i][j] is how many lines a[i:] and b[j:] have in common, in order.
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			add(Same, a[i])
			i, j = i+1, j+1
		case common[(i+1)*width+j] >= common[i*width+j+1]:
			add(Remove, a[i])
			i++
		default:
			add(Add, b[j])
			j++
		}
	}
	add(Remove, a[i:]...)
	add(Add, b[j:]...)
}
