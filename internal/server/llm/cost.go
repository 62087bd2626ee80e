package llm

import "platform/internal/server/catalog"

// Cost is what a usage costs at a price, in USD. Cached tokens that are not
// priced apart cost as much as others.
func (u Usage) Cost(p catalog.Price) float64 {
	read, write := p.CacheRead, p.CacheCreation
	if read == 0 {
		read = p.Input
	}
	if write == 0 {
		write = p.Input
	}
	plain := max(0, u.Input-u.CacheRead-u.CacheWrite)
	return (float64(plain)*p.Input + float64(u.CacheRead)*read + float64(u.CacheWrite)*write + float64(u.Output)*p.Output) / 1e6
}
