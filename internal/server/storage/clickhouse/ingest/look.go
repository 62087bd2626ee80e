package ingest

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
	views, err := viewsOf(ctx, db, t.Database, name)
	if err != nil {
		return fmt.Errorf("list views of %s: %w", name, err)
	}
	part := "FROM (SELECT * FROM " + clickhouse.Ident(t.Database) + "." + clickhouse.Ident(name) + " WHERE " + rowsOf(name, day, ids) + ") "
	for _, v := range views {
		err := db.Exec(ctx, "INSERT INTO "+v.target+" ("+v.columns+") "+sourceOf(t.Database, name).ReplaceAllLiteralString(v.query, part)+
			" SETTINGS asterisk_include_materialized_columns = 1, insert_deduplicate = 0")
		if err != nil {
			return fmt.Errorf("refill views of %s: %w", name, refused(err))
		}
	}
	return nil
}

// view is a materialized view that reads a table.
type view struct{ target, columns, query string }

// sourceOf finds the table in the text of a view, as the engine writes it.
func sourceOf(database, table string) *regexp.Regexp {
	return regexp.MustCompile("FROM `?" + regexp.QuoteMeta(database) + "`?\\.`?" + regexp.QuoteMeta(table) + "`?(\\s|$)")
}

var targetPattern = regexp.MustCompile(`^CREATE MATERIALIZED VIEW \S+ TO (\S+) `)

func viewsOf(ctx context.Context, db *clickhouse.DB, database, table string) (views []view, err error) {
	rows, err := db.Query(ctx, `SELECT t.create_table_query, t.as_select, arrayStringConcat(arrayMap(c -> concat('\x60', c.2, '\x60'), arraySort(groupArray((c.position, c.name)))), ', ')
		FROM system.tables AS t JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
		WHERE t.database = ? AND t.engine = 'MaterializedView' GROUP BY ALL`, database)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	source := sourceOf(database, table)
	for rows.Next() {
		var create string
		var v view
		if err := rows.Scan(&create, &v.query, &v.columns); err != nil {
			return nil, err
		}
		target := targetPattern.FindStringSubmatch(create)
		if target == nil || !source.MatchString(v.query) {
			continue
		}
		v.target = target[1]
		views = append(views, v)
	}
	return views, rows.Err()
}
