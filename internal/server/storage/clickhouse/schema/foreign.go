package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// refuseForeign returns an error for tables of our names that another program made: the
// Collector's exporter makes them without the columns that queries need, and
// taking them over would put its rows under our retention.
func refuseForeign(ctx context.Context, conn Conn, opts Options) error {
	var names []string
	for _, t := range timeColumns {
		names = append(names, t.table, t.table+"_local")
	}
	rows, err := conn.Query(ctx, "SELECT table, countIf(name = 'Environment') FROM system.columns WHERE database = ? AND table IN ? GROUP BY table ORDER BY table", opts.Database, names)
	if err != nil {
		return fmt.Errorf("read columns: %w", err)
	}
	defer rows.Close()
	var foreign []string
	for rows.Next() {
		var table string
		var known uint64
		if err := rows.Scan(&table, &known); err != nil {
			return fmt.Errorf("read columns: %w", err)
		}
		if known == 0 {
			foreign = append(foreign, table)
		}
	}
	if err := rows.Err(); err != nil || len(foreign) == 0 {
		return err
	}
	slices.Sort(foreign)
	return fmt.Errorf("migrate: database %s has tables that another program made (%s): name another database, or rename these and copy their rows once ours are there",
		opts.Database, strings.Join(foreign, ", "))
}
