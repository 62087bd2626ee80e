package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	"platform/internal/demo"
	"platform/internal/server/backup"
	"platform/internal/server/dashboards"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/tenancy"
)

// demoKey is the name of the API keys that the demonstration sends with. A
// project that has one, revoked or not, was made by it: no other is filled or
// removed.
const demoKey = "platform demo"

// fillDemo sends a day of telemetry into a project of its own.
func fillDemo(ctx context.Context, e Env, args []string) error {
	day := demo.Default()
	var project, address, end string
	var again bool
	if err := flags(e, "demo", args, func(f *flag.FlagSet) {
		f.StringVar(&project, "project", "demo", "name of the project, which is made when it does not exist")
		f.Uint64Var(&day.Seed, "seed", day.Seed, "the same seed and end give the same telemetry")
		f.StringVar(&end, "end", "", "time of the newest record, such as 2026-03-04T16:00:00Z; now when left out")
		f.IntVar(&day.Hours, "hours", day.Hours, "how much time is filled")
		f.IntVar(&day.GPUs, "gpus", day.GPUs, "size of the fleet, a multiple of 8")
		f.IntVar(&day.TracesPerHour, "traces", day.TracesPerHour, "traces per hour, on average")
		f.StringVar(&address, "url", "", "URL of OTLP over HTTP; that of PLATFORM_OTLP_HTTP_ADDR when left out")
		f.BoolVar(&again, "add", false, "add to a demonstration that is there already")
	}); err != nil {
		return err
	}
	if end != "" {
		at, err := time.Parse(time.RFC3339, end)
		if err != nil {
			return fmt.Errorf("--end %q is not a time: %w", end, errUsage)
		}
		day.End = at.UTC()
	}
	if err := day.Check(); err != nil {
		return fmt.Errorf("%w: %w", err, errUsage)
	}
	cfg, log := configure(e)
	if address == "" {
		var err error
		if address, err = localURL(cfg.OTLP.HTTPAddr); err != nil {
			return err
		}
	}
	if err := demo.Reach(ctx, address); err != nil {
		return err
	}
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	p, err := c.demoProject(ctx, project, again)
	if err != nil {
		return err
	}
	return c.sendDemo(ctx, e, p, day, address)
}

// demoDashboard adds the example of a dashboard to a project that has none.
func (c *control) demoDashboard(ctx context.Context, p tenancy.Project) error {
	service := dashboards.New(c.db.Dashboards())
	all, err := service.List(ctx, p.ID)
	if err != nil || len(all) > 0 {
		return err
	}
	content, err := dashboards.Parse(demo.Dashboard)
	if err == nil {
		_, err = service.Create(ctx, p.ID, "", content, false)
	}
	if err != nil {
		return fmt.Errorf("create dashboard: %w", err)
	}
	return nil
}

// localURL is how this machine reaches an address that a server listens on.
func localURL(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "0" {
		return "", fmt.Errorf("PLATFORM_OTLP_HTTP_ADDR does not tell where to send: give --url: %w", errUsage)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}

// demoProject finds or makes the project that is filled, in the organisation
// of the first project.
func (c *control) demoProject(ctx context.Context, name string, again bool) (tenancy.Project, error) {
	p, found, err := c.findDemo(ctx, name)
	switch {
	case err != nil:
		return p, err
	case !found:
		return c.tenancy.CreateProject(context.WithoutCancel(ctx), p.Organisation, name)
	case !again:
		return p, fmt.Errorf("the project %s holds a demonstration already, whole or interrupted: remove it with `platform demo remove%s --yes`, or add to it with --add", name, projectFlag(name))
	}
	return p, nil
}

// findDemo returns the project of a demonstration. When there is none, only
// the organisation is set that it belongs in.
func (c *control) findDemo(ctx context.Context, name string) (p tenancy.Project, found bool, err error) {
	store := c.db.Tenancy()
	id, err := c.tenancy.FirstProject(ctx)
	if err != nil {
		return p, false, fmt.Errorf("find the first project; has the server been started once?: %w", err)
	}
	first, err := store.Project(ctx, id)
	if err != nil {
		return p, false, err
	}
	all, err := store.Projects(ctx, first.Organisation)
	if err != nil {
		return p, false, err
	}
	i := slices.IndexFunc(all, func(p tenancy.Project) bool { return p.Name == name })
	if i < 0 {
		return tenancy.Project{Organisation: first.Organisation}, false, nil
	}
	keys, err := store.Keys(ctx, all[i].ID)
	if err != nil {
		return p, false, err
	}
	if !slices.ContainsFunc(keys, func(k tenancy.Key) bool { return k.Name == demoKey }) {
		return p, false, fmt.Errorf("the project %s was not made by platform demo: name another with --project", name)
	}
	return all[i], true, nil
}

// sendDemo sends with a key that works only meanwhile. An interruption does
// not come between the project and its key, by which it is known later.
func (c *control) sendDemo(ctx context.Context, e Env, p tenancy.Project, day demo.Config, address string) (err error) {
	expires := time.Now().Add(24 * time.Hour).UTC()
	key, text, err := c.tenancy.CreateKey(context.WithoutCancel(ctx), p.ID, tenancy.NewKeyFor{Name: demoKey, Scopes: []string{tenancy.ScopeIngest}, ExpiresAt: &expires})
	if err != nil {
		return fmt.Errorf("create key: %w", err)
	}
	defer func() { err = errors.Join(err, c.tenancy.RevokeKey(context.WithoutCancel(ctx), p.ID, key.ID)) }()
	if err := c.demoDashboard(ctx, p); err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "Filling the project %s (%s) with %d hours of %d GPUs, seed %d, until %s.\n", p.Name, p.ID, day.Hours, day.GPUs, day.Seed, day.End.Format(time.RFC3339))
	began := time.Now()
	sent, err := demo.Send(ctx, day, demo.Target{URL: address, Key: text}, demoProgress(e.Stdout, began))
	if err != nil {
		return fmt.Errorf("fill %s after %d of %d requests: %w; `platform demo remove%s --yes` removes what was stored, then it can be filled again", p.Name, sent.Requests, sent.Of, err, projectFlag(p.Name))
	}
	fmt.Fprintf(e.Stdout, "Stored %d spans, %d log records and %d points (%d MB) in %s; %d requests were sent again.\nIts last hour: %s/p/%s/%s/overview?from=%d&to=%d\n`platform demo remove%s --yes` removes it.\n",
		sent.Spans, sent.Logs, sent.Points, sent.Bytes>>20, time.Since(began).Round(time.Second), sent.Repeated,
		c.cfg.SiteURL, p.ID, tenancy.DefaultEnvironment, day.End.Add(-time.Hour).UnixMilli(), day.End.UnixMilli(), projectFlag(p.Name))
	return nil
}

// projectFlag is what a command needs to find a project of this name.
func projectFlag(name string) string {
	if name == "demo" {
		return ""
	}
	return fmt.Sprintf(" --project %q", name)
}

// demoProgress prints how far the filling is and how long it will still take:
// on one line of a terminal, else every ten seconds.
func demoProgress(out io.Writer, began time.Time) func(demo.Sent) {
	every, form := 10*time.Second, "%s\n"
	if f, ok := out.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			every, form = 200*time.Millisecond, "\r\x1b[K%s"
		}
	}
	last := began
	return func(s demo.Sent) {
		now := time.Now()
		done := s.Requests == s.Of
		if !done && now.Sub(last) < every {
			return
		}
		last = now
		took := now.Sub(began)
		left := time.Duration(float64(took) * float64(s.Of-s.Requests) / float64(s.Requests)).Round(time.Second)
		fmt.Fprintf(out, form, fmt.Sprintf("%3d%%  %d records, %.0f per second, about %s left", 100*s.Requests/s.Of, s.Records(), float64(s.Records())/took.Seconds(), left))
		if done && form != "%s\n" {
			fmt.Fprintln(out)
		}
	}
}

// removeDemo removes the demonstration's project with its telemetry.
func removeDemo(ctx context.Context, e Env, args []string) error {
	var project string
	var yes bool
	if err := flags(e, "demo remove", args, func(f *flag.FlagSet) {
		f.StringVar(&project, "project", "demo", "name of the project")
		f.BoolVar(&yes, "yes", false, "remove it; left out, only what would be lost is told")
	}); err != nil {
		return err
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	p, found, err := c.findDemo(ctx, project)
	if err != nil {
		return err
	}
	if !found {
		fmt.Fprintf(e.Stdout, "There is no project %s: nothing to remove.\n", project)
		return nil
	}
	db, stop, err := c.telemetryStore(ctx, e)
	if err != nil {
		return err
	}
	defer stop()
	if err := tellLoss(ctx, e.Stdout, db, p); err != nil {
		return err
	}
	if !yes {
		return errors.New("nothing is removed yet: give --yes to remove it")
	}
	// Telemetry first: while the project is there, this can be repeated.
	if err := dropDatabase(ctx, db, p.ID, cfg.Telemetry.Cluster); err != nil {
		return err
	}
	if err := c.tenancy.DeleteProject(ctx, p.ID); err != nil {
		return fmt.Errorf("delete project: %w", err)
	}
	fmt.Fprintln(e.Stdout, "Removed.")
	return nil
}

// telemetryStore opens the deployment's own store: the engine of a running
// server, one of its own until stop, or a ClickHouse server.
func (c *control) telemetryStore(ctx context.Context, e Env) (db *clickhouse.DB, stop func(), err error) {
	if c.engine == nil {
		db, err = clickhouse.Open(clickhouse.Config{URL: c.cfg.Telemetry.ClickHouseURL, Cluster: c.cfg.Telemetry.Cluster, Database: "default"})
		return db, func() { db.Close() }, err
	}
	var parts backup.Parts
	stop, err = c.attach(ctx, e, &parts, true)
	return parts.Engine, stop, err
}

// tellLoss names what goes with the project.
func tellLoss(ctx context.Context, out io.Writer, db *clickhouse.DB, p tenancy.Project) error {
	fmt.Fprintf(out, "The project %s (%s) of %s, its API keys, prompts, rules, dashboards and secrets, and its telemetry:\n", p.Name, p.ID, p.CreatedAt.Format(time.DateTime))
	rows, err := db.Query(ctx, "SELECT name, coalesce(total_rows, 0), coalesce(total_bytes, 0) FROM system.tables WHERE database = "+clickhouse.Literal(p.ID)+" AND total_rows > 0 AND name LIKE 'otel\\\\_%' ORDER BY name")
	if err != nil {
		return fmt.Errorf("count telemetry: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var count, bytes uint64
		if err := rows.Scan(&name, &count, &bytes); err != nil {
			return fmt.Errorf("count telemetry: %w", err)
		}
		fmt.Fprintf(out, "  %-40s %12d rows %8d MB\n", name, count, bytes>>20)
	}
	return rows.Err()
}

// dropDatabase removes the database that a project was given when it was
// made. Databases that people configured are theirs.
func dropDatabase(ctx context.Context, db *clickhouse.DB, name, cluster string) error {
	statement := "DROP DATABASE IF EXISTS " + clickhouse.Ident(name)
	if cluster != "" {
		statement += " ON CLUSTER " + clickhouse.Ident(cluster)
	}
	if err := db.Exec(ctx, statement+" SYNC"); err != nil {
		return fmt.Errorf("remove telemetry: %w", err)
	}
	return nil
}
