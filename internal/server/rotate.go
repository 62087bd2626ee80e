package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"platform/internal/server/vault"
)

// rotateVault gives vaults new data keys, or the deployment a new master key.
// Servers may run meanwhile.
func rotateVault(ctx context.Context, e Env, args []string) error {
	var database string
	var master bool
	if err := flags(e, "vault rotate", args, func(f *flag.FlagSet) {
		f.StringVar(&database, "database-config", "", "id of the database configuration whose vault is rotated; all when left out")
		f.BoolVar(&master, "master", false, "make a new master key and seal the data keys with it")
	}); err != nil {
		return err
	}
	if master && database != "" {
		return fmt.Errorf("there is one master key for all database configurations: %w", errUsage)
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	if master {
		return c.rotateMaster(ctx, e.Stdout)
	}
	return c.rotateKeys(ctx, e.Stdout, database)
}

func (c *control) rotateKeys(ctx context.Context, out io.Writer, only string) error {
	databases := []string{only}
	if only == "" {
		var err error
		if databases, err = c.vault.Databases(ctx); err != nil {
			return err
		}
	}
	if len(databases) == 0 {
		fmt.Fprintln(out, "There are no secrets: nothing to do.")
	}
	var errs []error
	for _, database := range databases {
		err := c.vault.RotateKey(ctx, database, vault.Caller{Source: "platform vault rotate"}, progress(out, database, "values"))
		if err != nil {
			errs = append(errs, fmt.Errorf("rotate %s: %w", database, err))
		}
	}
	return errors.Join(errs...)
}

func (c *control) rotateMaster(ctx context.Context, out io.Writer) error {
	added, removed, err := c.vault.RotateMaster(ctx, c.seal, progress(out, c.cfg.MasterKeyFile, "sealed records"))
	for _, id := range removed {
		fmt.Fprintf(out, "removed key %s, which nothing needed any more\n", id)
	}
	if added != 0 {
		fmt.Fprintf(out, "key %s seals from now on; the one before is removed by the next rotation, when nothing needs it.\n"+
			"Servers that have their own copy of %s need the new file. Backups that were made before need the old one.\n", added, c.cfg.MasterKeyFile)
	}
	return err
}

// progress prints how far a rotation is: at its end, and once a second.
func progress(out io.Writer, what, unit string) vault.Progress {
	var last time.Time
	return func(done, total int) {
		if done < total && time.Since(last) < time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(out, "%s: %d of %d %s\n", what, done, total, unit)
	}
}
