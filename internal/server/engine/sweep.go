package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

const (
	sweepEvery = time.Minute
	sweepAfter = time.Minute // statements that still read a dropped table have so long to end
)

// droppedName is the name of what is left of a dropped table: database, table, UUID.
var droppedName = regexp.MustCompile(`\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.sql$`)

// sweep removes the files of tables that were dropped longer ago than age. A
// ClickHouse server has a task for that; libchdb does not start it.
func sweep(store string, age time.Duration) error {
	dropped := filepath.Join(store, "metadata_dropped")
	entries, err := os.ReadDir(dropped)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sweep dropped tables: %w", err)
	}
	var failed error
	for _, e := range entries {
		m := droppedName.FindStringSubmatch(e.Name())
		info, err := e.Info()
		if m == nil || err != nil || time.Since(info.ModTime()) < age {
			continue
		}
		if err := os.RemoveAll(filepath.Join(store, "store", m[1][:3], m[1])); err != nil {
			failed = errors.Join(failed, fmt.Errorf("sweep dropped tables: %w", err))
			continue
		}
		if err := os.Remove(filepath.Join(dropped, e.Name())); err != nil {
			failed = errors.Join(failed, fmt.Errorf("sweep dropped tables: %w", err))
		}
	}
	return failed
}

// keepSwept sweeps regularly until ctx ends.
func keepSwept(ctx context.Context, store string, log *slog.Logger) {
	every := time.NewTicker(sweepEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if err := sweep(store, sweepAfter); err != nil {
			log.Warn("dropped tables still take room", "reason", err)
		}
	}
}
