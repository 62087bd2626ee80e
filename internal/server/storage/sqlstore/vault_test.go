package sqlstore_test

import (
	"testing"

	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/vault/vaulttest"
)

func TestVault(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		vaulttest.RunStore(t, func(t *testing.T) vaulttest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return vaulttest.Opened{Store: db.Vault(), Owner: newDatabase, Drop: drop}
		})
	})
}
