package engine

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// PasswordVariable names the environment variable that holds Options.Password:
// arguments can be read by every user of the machine.
const PasswordVariable = "PLATFORM_ENGINE_PASSWORD"

// Main is the command "engine": it reads its options from arguments, and runs
// until it is signalled or, with -with-parent, until its standard input ends.
func Main(ctx context.Context, args []string) error {
	opts := Options{Password: os.Getenv(PasswordVariable)}
	withParent := false
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	flags.StringVar(&opts.DataDir, "data", "", "directory of the tables")
	flags.StringVar(&opts.Library, "lib", "", "path of libchdb (default: looked for)")
	flags.StringVar(&opts.Socket, "socket", "", "unix socket to listen on")
	flags.StringVar(&opts.Addr, "addr", "", "loopback address to listen on as well; needs "+PasswordVariable)
	flags.IntVar(&opts.Reads, "reads", 0, "SELECTs at once (default: twice the CPUs)")
	flags.IntVar(&opts.Writes, "writes", 0, "other statements at once (default: twice the CPUs)")
	flags.Int64Var(&opts.Memory, "memory", 0, "bytes for all statements (default: 60 % of the machine's)")
	flags.BoolVar(&opts.Fsync, "fsync", false, "an acknowledged insert survives power loss")
	flags.DurationVar(&opts.Stuck, "stuck", 0, "a statement that goes on so long after it was ended ends the engine (default: 2m)")
	flags.BoolVar(&withParent, "with-parent", false, "stop when standard input ends")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if opts.DataDir == "" || opts.Socket == "" {
		return fmt.Errorf("engine: -data and -socket are needed")
	}
	opts.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	stdin, err := takeStdin()
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // a parent that is gone reads no log; the tables are closed all the same
	if withParent {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		go func() {
			_, _ = io.Copy(io.Discard, stdin)
			cancel()
		}()
	}
	return Run(ctx, opts)
}

// Args are the arguments that give Main these options.
func (o Options) Args() []string {
	args := []string{"-data", o.DataDir, "-socket", o.Socket, "-fsync=" + strconv.FormatBool(o.Fsync)}
	for name, value := range map[string]string{"-lib": o.Library, "-addr": o.Addr} {
		if value != "" {
			args = append(args, name, value)
		}
	}
	for name, value := range map[string]int64{"-reads": int64(o.Reads), "-writes": int64(o.Writes), "-memory": o.Memory} {
		if value > 0 {
			args = append(args, name, strconv.FormatInt(value, 10))
		}
	}
	if o.Stuck > 0 {
		args = append(args, "-stuck", o.Stuck.String())
	}
	return args
}
