package catalog

import (
	_ "embed"
	"sync"
	"time"
)

// SeedDate is the day of the price list that new catalogs start with: prices
// that the providers publish, in USD, without discounts.
const SeedDate = "2026-08-08"

//go:embed models.csv
var seedFile []byte

var seedInputs = sync.OnceValue(func() []Input {
	inputs, bad := readCSV(seedFile)
	if len(bad) > 0 {
		panic("catalog: models.csv: " + bad[0].Location + " " + bad[0].Message) // part of the program
	}
	return inputs
})

// seed is what fills an empty catalog. Its prices hold from the beginning of
// time: earlier ones are not known.
func seed(at time.Time) Changes {
	c, _ := newSnapshot(Catalog{}, at).diff(seedInputs(), false, at)
	for i := range c.Put {
		c.Put[i].Default = true
	}
	return c
}
