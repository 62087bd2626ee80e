package server

import (
	"context"
	"time"

	"platform/internal/server/catalog"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/tenancy"
)

// catalogPrices are the prices that telemetry computes costs from.
type catalogPrices struct{ catalog *catalog.Service }

func (p catalogPrices) Price(ctx context.Context, scope tenancy.Scope, provider, model string, at time.Time) (genai.Price, bool, error) {
	found, ok, err := p.catalog.Price(ctx, scope.DatabaseConfig, provider, model, at)
	price := genai.Price{Input: found.Input, Output: found.Output}
	if found.CacheRead > 0 {
		price.CacheRead = &found.CacheRead
	}
	if found.CacheCreation > 0 {
		price.CacheWrite = &found.CacheCreation
	}
	return price, ok, err
}
