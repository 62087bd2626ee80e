package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"platform/internal/buildinfo"
	"platform/internal/envvar"
	"platform/internal/server/config"
	"platform/internal/server/engine"
)

// Env is what a command gets from the process.
type Env struct {
	Args   []string // without the program's name
	Lookup func(string) (string, bool)
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
}

// command is one of the program's commands.
type command struct {
	name  string // one or two words
	usage string // arguments
	help  string
	run   func(ctx context.Context, e Env, args []string) error
}

func commands() []command {
	return []command{
		{"serve", "", "Serve the API, the web UI and OTLP. The default.", serve},
		{"engine", "[flags]", "Run the embedded engine alone; the server starts it so. See platform engine --help.", runEngine},
		{"migrate", "", "Bring the schema of the control store up to date and end.", migrate},
		{"user reset-password", "--email ADDRESS", "Set a new password, read from standard input or made and printed.", resetPassword},
		{"key create", "--name NAME [--project ID] [--environment NAME] [--scopes LIST] [--expires DURATION]", "Create an API key and print it.", createKey},
		{"backup", "--to FILE [--control-only] [--without-master-key]", "Archive control data, master key and telemetry of a deployment, running or not.", writeBackup},
		{"restore", "--from FILE [--replace] [--control-only]", "Restore an archive while the server is stopped, into either kind of control store.", readBackup},
		{"doctor", "", "Look at everything the server needs and say what is missing.", doctor},
		{"vault rotate", "[--database-config ID] [--master]", "Seal all secrets anew with new data keys, or all data keys with a new master key, while servers run.", rotateVault},
		{"demo remove", "[--project NAME] [--yes]", "Say what the demonstration holds, and remove it.", removeDemo},
		{"demo", "[--seed N] [--hours N] [--gpus N] [--traces N] [--end TIME] [--url URL] [--project NAME] [--add]", "Fill a project of its own with a day of LLM traces, logs and GPU series.", fillDemo},
		{"openapi", "", "Print the OpenAPI document.", printOpenAPI},
	}
}

// errUsage is an error that the command line itself is to blame for.
var errUsage = errors.New("see platform --help")

// Main runs the command that the arguments name.
func Main(ctx context.Context, e Env) error {
	args := e.Args
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && !isHelp(args[0]) && !isVersion(args[0]) {
		args = append([]string{"serve"}, args...)
	}
	switch {
	case isHelp(args[0]):
		writeHelp(e.Stdout)
		return nil
	case isVersion(args[0]):
		fmt.Fprintf(e.Stdout, "platform %s %s\n", buildinfo.Version, buildinfo.Commit())
		return nil
	}
	for _, c := range commands() {
		words := strings.Fields(c.name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == c.name {
			if err := c.run(ctx, e, args[len(words):]); !errors.Is(err, flag.ErrHelp) {
				return err
			}
			return nil
		}
	}
	return fmt.Errorf("no command %q: %w", args[0], errUsage)
}

func isHelp(arg string) bool    { return arg == "--help" || arg == "-h" || arg == "help" }
func isVersion(arg string) bool { return arg == "--version" || arg == "version" }

func writeHelp(w io.Writer) {
	fmt.Fprint(w, "platform receives, keeps and shows telemetry.\n\nCommands:\n")
	for _, c := range commands() {
		c.write(w)
	}
	fmt.Fprint(w, "\nVariables:\n")
	config.WriteHelp(w)
}

func (c command) write(w io.Writer) {
	fmt.Fprintf(w, "  platform %s\n      %s\n", strings.TrimSpace(c.name+" "+c.usage), c.help)
}

// flags parses the flags of a command, which takes no other arguments. Asked for
// help, it writes it and returns flag.ErrHelp.
func flags(e Env, name string, args []string, declare func(*flag.FlagSet)) error {
	set := flag.NewFlagSet("platform "+name, flag.ContinueOnError)
	set.SetOutput(e.Stdout)
	set.Usage = func() {}
	if declare != nil {
		declare(set)
	}
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		for _, c := range commands() {
			if c.name == name {
				c.write(e.Stdout)
			}
		}
		set.PrintDefaults()
		return err
	} else if err != nil {
		return fmt.Errorf("%w: see platform %s --help", err, name)
	}
	if set.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: %w", set.Arg(0), errUsage)
	}
	return nil
}

// configure reads the variables and makes the log, which tells what is set.
func configure(e Env) (config.Config, *slog.Logger) {
	cfg, warnings := config.Parse(e.Lookup)
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.LogLevel)) // the table lets only levels through
	log := slog.New(slog.NewTextHandler(e.Stderr, &slog.HandlerOptions{Level: level}))
	for _, w := range warnings {
		log.Warn(w)
	}
	return cfg, log
}

func serve(ctx context.Context, e Env, args []string) error {
	if err := flags(e, "serve", args, nil); err != nil {
		return err
	}
	if err := config.Refuse(e.Lookup); err != nil {
		return err
	}
	cfg, log := configure(e)
	for _, s := range envvar.Explicit(config.Vars, e.Lookup) {
		log.Info("variable set", "name", s.Name, "value", s.Value)
	}
	return Run(ctx, cfg, log, e.Stdout)
}

func runEngine(ctx context.Context, _ Env, args []string) error { return engine.Main(ctx, args) }

func migrate(ctx context.Context, e Env, args []string) error {
	if err := flags(e, "migrate", args, nil); err != nil {
		return err
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	current, newest, err := c.db.Version(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "control store (%s): schema version %d of %d\n", c.db.Engine(), current, newest)
	return nil
}

func printOpenAPI(_ context.Context, e Env, args []string) error {
	if err := flags(e, "openapi", args, nil); err != nil {
		return err
	}
	document, err := OpenAPI()
	if err != nil {
		return err
	}
	_, err = e.Stdout.Write(document)
	return err
}
