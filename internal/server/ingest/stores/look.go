package stores

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/storage/clickhouse"
)

// Count returns how many rows of these ingest ids there are on a day.
func (s *Stores) Count(ctx context.Context, t commit.Target, name string, day int32, ids []uint64) (n uint64, known bool, err error) {
	tbl, err := s.table(ctx, t, name)
	if err != nil {
		return 0, false, err
	}
	if tbl.distributed || !tbl.columns[block.IngestColumn] {
		return 0, false, nil
	}
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return 0, false, err
	}
	err = db.QueryRow(ctx, "SELECT count() FROM "+clickhouse.Ident(name)+" WHERE "+rowsOf(name, day, ids)).Scan(&n)
	if err != nil {
		return 0, false, fmt.Errorf("look for rows in %s: %w", name, refused(err))
	}
	return n, true, nil
}

// Delete removes the rows of these ingest ids on a day.
func (s *Stores) Delete(ctx context.Context, t commit.Target, name string, day int32, ids []uint64) error {
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return err
	}
	err = db.Exec(ctx, "ALTER TABLE "+clickhouse.Ident(name)+" DELETE WHERE "+rowsOf(name, day, ids)+" SETTINGS mutations_sync = 1")
	if err != nil {
		return fmt.Errorf("remove rows from %s: %w", name, refused(err))
	}
	return nil
}

// rowsOf is the condition for rows of these ids on that day (UTC).
func rowsOf(name string, day int32, ids []uint64) string {
	var list strings.Builder
	for i, id := range ids {
		if i > 0 {
			list.WriteByte(',')
		}
		list.WriteString(strconv.FormatUint(id, 10))
	}
	const seconds = 24 * 60 * 60
	from := int64(day) * seconds
	return fmt.Sprintf("%[1]s >= toDateTime(%[2]d) AND %[1]s < toDateTime(%[3]d) AND %[4]s IN (%[5]s)",
		timeColumn(name), from, from+seconds, block.IngestColumn, list.String())
}

// Refill runs the views of a table over these rows again: an insert may have
// ended after its rows were written and before those of its views were. Our
// views derive the same however often they see a row.
func (s *Stores) Refill(ctx context.Context, t commit.Target, name string, day int32, ids []uint64) error {
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return err
	}
	rows, err := db.Query(ctx, "SELECT name, as_select FROM system.tables WHERE database = ? AND engine = 'MaterializedView'", t.Database)
	if err != nil {
		return fmt.Errorf("list views of %s: %w", name, err)
	}
	defer rows.Close()
	source := regexp.MustCompile("FROM `?" + regexp.QuoteMeta(t.Database) + "`?\\.`?" + regexp.QuoteMeta(name) + "`?(\\s|$)")
	var refills []string
	for rows.Next() {
		var view, query string
		if err := rows.Scan(&view, &query); err != nil {
			return fmt.Errorf("list views of %s: %w", name, err)
		}
		if !source.MatchString(query) {
			continue
		}
		part := "FROM (SELECT * FROM " + clickhouse.Ident(t.Database) + "." + clickhouse.Ident(name) + " WHERE " + rowsOf(name, day, ids) + ") "
		refills = append(refills, "INSERT INTO "+clickhouse.Ident(view)+" "+source.ReplaceAllLiteralString(query, part)+
			" SETTINGS asterisk_include_materialized_columns = 1, insert_deduplicate = 0")
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list views of %s: %w", name, err)
	}
	for _, statement := range refills {
		if err := db.Exec(ctx, statement); err != nil {
			return fmt.Errorf("refill views of %s: %w", name, err)
		}
	}
	return nil
}
