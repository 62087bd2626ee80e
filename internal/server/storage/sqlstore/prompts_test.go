package sqlstore_test

import (
	"testing"

	"platform/internal/server/prompts/promptstest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
)

func TestPrompts(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		promptstest.RunStore(t, func(t *testing.T) promptstest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return promptstest.Opened{Store: db.Prompts(), Owner: newDatabase, Drop: drop}
		})
	})
}
