package config

import (
	"fmt"
	"strconv"
	"strings"
)

// maxFields bounds how many profiling fields can be asked for, so that a range
// such as 1-4294967295 is an error and not an allocation.
const maxFields = 256

// parseFields reads "50,1001-1012" into its ids, in the order given.
func parseFields(s string) ([]int, error) {
	var ids []int
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		first, last, ranged := strings.Cut(item, "-")
		low, err := strconv.ParseUint(strings.TrimSpace(first), 10, 16)
		if err != nil {
			return nil, fmt.Errorf("%q is not a field id", item)
		}
		high := low
		if ranged {
			if high, err = strconv.ParseUint(strings.TrimSpace(last), 10, 16); err != nil || high < low {
				return nil, fmt.Errorf("%q is not a range of field ids", item)
			}
		}
		if len(ids)+int(high-low) >= maxFields {
			return nil, fmt.Errorf("more than %d field ids", maxFields)
		}
		for id := low; id <= high; id++ {
			ids = append(ids, int(id))
		}
	}
	return ids, nil
}

// formatFields writes ids with runs as ranges.
func formatFields(ids []int) string {
	var parts []string
	for i := 0; i < len(ids); {
		j := i
		for j+1 < len(ids) && ids[j+1] == ids[j]+1 {
			j++
		}
		if j > i+1 {
			parts = append(parts, fmt.Sprintf("%d-%d", ids[i], ids[j]))
		} else {
			for k := i; k <= j; k++ {
				parts = append(parts, strconv.Itoa(ids[k]))
			}
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
