package sqlstore_test

import (
	"testing"

	"platform/internal/server/evaluation/evaluationtest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
)

func TestEvaluations(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		evaluationtest.RunStore(t, func(t *testing.T) evaluationtest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return evaluationtest.Opened{Store: db.Evaluations(), Owner: newDatabase, Drop: drop}
		})
	})
}
