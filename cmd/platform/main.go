// Command platform receives, keeps and shows telemetry. Run platform --help
// for its commands and variables.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"platform/internal/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := server.Main(ctx, server.Env{Args: os.Args[1:], Lookup: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, "platform:", err)
		os.Exit(1)
	}
}
