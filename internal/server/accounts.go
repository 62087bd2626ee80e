package server

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"platform/internal/server/tenancy"
)

// resetPassword sets a user's password: the first line of standard input
// when that is not a terminal and not empty, a random one otherwise.
func resetPassword(ctx context.Context, e Env, args []string) error {
	var email string
	if err := flags(e, "user reset-password", args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "address of the user")
	}); err != nil {
		return err
	}
	if email == "" {
		return fmt.Errorf("--email is missing: %w", errUsage)
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	password := firstLine(e.Stdin)
	given := password != ""
	if !given {
		password = tenancy.NewPassword()
	}
	if err := c.tenancy.ResetPassword(ctx, email, password); err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	fmt.Fprintln(e.Stdout, "The password is set; all sessions of the user have ended.")
	if !given {
		fmt.Fprintf(e.Stdout, "password: %s\n", password)
	}
	return nil
}

// firstLine reads a line from a pipe or file; a terminal or nothing is "".
func firstLine(r io.Reader) string {
	if r == nil {
		return ""
	}
	if f, ok := r.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return ""
		}
	}
	line, _ := bufio.NewReader(io.LimitReader(r, 4096)).ReadString('\n')
	return strings.TrimRight(line, "\r\n")
}

// createKey prints a new API key of the first project, or of the one named.
func createKey(ctx context.Context, e Env, args []string) error {
	var want tenancy.NewKeyFor
	var project, scopes string
	var expires time.Duration
	if err := flags(e, "key create", args, func(f *flag.FlagSet) {
		f.StringVar(&want.Name, "name", "", "name of the key")
		f.StringVar(&project, "project", "", "id of the project; the first one when left out")
		f.StringVar(&want.Environment, "environment", "", "environment the key is bound to; all when left out")
		f.StringVar(&scopes, "scopes", "", "comma-separated scopes; all when left out")
		f.DurationVar(&expires, "expires", 0, "how long the key works; for ever when left out")
	}); err != nil {
		return err
	}
	if want.Name == "" {
		return fmt.Errorf("--name is missing: %w", errUsage)
	}
	if scopes != "" {
		want.Scopes = strings.Split(scopes, ",")
	}
	if expires > 0 {
		at := time.Now().Add(expires).UTC()
		want.ExpiresAt = &at
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	if project == "" {
		if project, err = c.tenancy.FirstProject(ctx); err != nil {
			return err
		}
	}
	_, text, err := c.tenancy.CreateKey(ctx, project, want)
	if err != nil {
		return fmt.Errorf("create key: %w", err)
	}
	fmt.Fprintln(e.Stdout, text)
	return nil
}
