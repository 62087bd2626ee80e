package sqlstore_test

import (
	"testing"

	"platform/internal/server/rules/rulestest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
)

func TestRules(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		rulestest.RunStore(t, func(t *testing.T) rulestest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return rulestest.Opened{Store: db.Rules(), Owner: newDatabase, Drop: drop}
		})
	})
}
