package sqlstore_test

import (
	"testing"

	"platform/internal/server/llm/llmtest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
)

func TestLLM(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		llmtest.RunStore(t, func(t *testing.T) llmtest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return llmtest.Opened{Store: db.LLM(), Owner: newDatabase, Drop: drop}
		})
	})
}
