// Command collector measures the GPUs, the host and their processes and exports
// the metrics over OTLP and Prometheus. It is configured by environment
// variables alone; --help lists them.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"platform/internal/buildinfo"
	"platform/internal/collector"
	"platform/internal/collector/config"
	"platform/internal/envvar"
)

const usage = `collector measures GPUs, the host and their processes and exports metrics.

  collector                          run until SIGTERM or SIGINT
  collector doctor [--send] [--json] say what works on this host, and why the rest does not;
                                     --send makes one export
  collector --version
  collector --help

Variables:
`

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // the heap is a few MiB: less memory costs next to nothing
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:]))
}

func run(ctx context.Context, args []string) int {
	cfg, warnings := config.Load(os.LookupEnv)
	switch {
	case len(args) == 0:
		log := slog.New(slog.NewTextHandler(os.Stderr, nil))
		for _, w := range warnings {
			log.Warn(w)
		}
		for _, s := range envvar.Explicit(config.Vars, os.LookupEnv) {
			log.Info("set", "variable", s.Name, "value", s.Value)
		}
		collector.Run(ctx, cfg, log)
		return 0
	case args[0] == "--help" || args[0] == "-h" || args[0] == "help":
		fmt.Print(usage)
		envvar.WriteHelp(os.Stdout, config.Surroundings(os.LookupEnv), config.Vars)
		return 0
	case args[0] == "--version" || args[0] == "version":
		fmt.Println("collector", buildinfo.Version, buildinfo.Commit())
		return 0
	case args[0] == "doctor" && !slices.ContainsFunc(args[1:], func(a string) bool { return a != "--send" && a != "--json" }):
		return doctor(ctx, cfg, warnings, slices.Contains(args, "--send"), slices.Contains(args, "--json"))
	}
	fmt.Fprintf(os.Stderr, "collector: unknown arguments %q\n\n%s", args, usage)
	return 2
}

func doctor(ctx context.Context, cfg config.Config, warnings []string, send, json bool) int {
	d := collector.Diagnose(ctx, cfg, warnings, send)
	write := d.WriteText
	if json {
		write = d.WriteJSON
	}
	if err := write(os.Stdout); err != nil || send && !d.Export.Sent {
		return 1
	}
	return 0
}
