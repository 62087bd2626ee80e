// Package sdk_test runs the tests of the SDKs against a running platform.
package sdk_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"platform/e2e/platformtest"
	sdk "platform/sdk/go"
)

func TestMain(m *testing.M) { os.Exit(platformtest.Main(m)) }

// furnished starts a platform with secrets, a prompt, a context and a rule,
// and returns what clients need to know about it as variables.
func furnished(t *testing.T) map[string]string {
	t.Helper()
	s := platformtest.Start(t)
	s.Ask("POST", "/api/vault", `{"key":"SDK_ONE","value":"sk-planted","tags":["llm"]}`)
	s.Ask("POST", "/api/vault", `{"key":"SDK_TWO","value":"quote \" backslash \\ ü","tags":["payments"]}`)
	prompt := s.Create("/api/prompts", `{"name":"greeting","prompt":"Nine {{name}}","publish":{"version":"9.0.0"}}`)
	s.Ask("PUT", "/api/prompts/"+prompt+"/draft", `{"prompt":"Hello {{name}}, {{n}} times","tags":["llm"]}`)
	s.Ask("POST", "/api/prompts/"+prompt+"/versions", `{"bump":"major"}`)
	context := s.Create("/api/rule-engine/contexts", `{"name":"prices","content":"Prices are in euros."}`)
	rule := s.Create("/api/rule-engine/rules", fmt.Sprintf(`{"name":"costly","condition_groups":[{"condition_operator":"AND","conditions":[
		{"field":"model","operator":"starts_with","value":"gpt","data_type":"string"},{"field":"cost","operator":"gt","value":"1","data_type":"number"}]}],
		"entities":[{"entity_type":"context","entity_id":%q},{"entity_type":"prompt","entity_id":%q}]}`, context, prompt))
	return map[string]string{"PLATFORM_URL": s.URL, "PLATFORM_API_KEY": s.Key, "PROMPT_ID": prompt, "CONTEXT_ID": context, "RULE_ID": rule}
}

// environ is that of a program of another language.
func environ(variables map[string]string, more ...string) []string {
	out := append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, more...)
	for name, value := range variables {
		out = append(out, name+"="+value)
	}
	return out
}

// program finds a program, or skips the test, or fails it when
// PLATFORM_TEST_REQUIRE names the program.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), name) {
			t.Fatal(err)
		}
		t.Skip(name + " is not installed")
	}
	return path
}

func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(cmd.Path), err, out)
	}
	return string(out)
}

func TestPython(t *testing.T) {
	python := program(t, "python3")
	variables := environ(furnished(t), "PYTHONPATH=../../sdk/python/src", "PYTHONDONTWRITEBYTECODE=1")
	tests := exec.CommandContext(t.Context(), python, "-m", "unittest", "discover", "-s", "../../sdk/python/tests")
	tests.Env = variables
	if out := run(t, tests); strings.Contains(out, "skipped") {
		t.Error(out)
	}
	example := exec.CommandContext(t.Context(), python, "../../sdk/python/examples/quickstart.py")
	example.Env = variables
	check(t, run(t, example))
}

func TestTypeScript(t *testing.T) {
	node := program(t, "node")
	npm := program(t, "npm")
	const source = "../../sdk/typescript"
	if _, err := os.Stat(filepath.Join(source, "node_modules")); err != nil {
		install := exec.CommandContext(t.Context(), npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")
		install.Dir = source
		run(t, install)
	}
	built := t.TempDir()
	run(t, exec.CommandContext(t.Context(), node, source+"/node_modules/typescript/bin/tsc", "--project", source, "--outDir", built))
	description, err := os.ReadFile(filepath.Join(source, "package.json")) // says that files are modules
	if err == nil {
		err = os.WriteFile(filepath.Join(built, "package.json"), description, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	variables := environ(furnished(t))
	tests := exec.CommandContext(t.Context(), node, "--test", "test/")
	tests.Dir, tests.Env = built, variables
	if out := run(t, tests); !strings.Contains(out, "# skipped 0") {
		t.Error(out)
	}
	example := exec.CommandContext(t.Context(), node, "examples/quickstart.js")
	example.Dir, example.Env = built, variables
	check(t, run(t, example))
}

// check looks at what the examples print.
func check(t *testing.T, out string) {
	t.Helper()
	for _, part := range []string{"SDK_ONE", "Hello Ada, {{n}} times", "rul_"} {
		if !strings.Contains(out, part) {
			t.Errorf("the example does not print %s:\n%s", part, out)
		}
	}
	if strings.Contains(out, "sk-planted") {
		t.Errorf("the example prints a secret:\n%s", out)
	}
}

func TestGo(t *testing.T) {
	server := furnished(t)
	for name, value := range server {
		t.Setenv(name, value)
	}
	client, err := sdk.New(sdk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	secrets := func(q sdk.SecretsQuery, want string) {
		t.Helper()
		if got, err := client.Secrets(ctx, q); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%+v: %v %v, want %s", q, got, err, want)
		}
	}
	secrets(sdk.SecretsQuery{}, `map[SDK_ONE:sk-planted SDK_TWO:quote " backslash \ ü]`)
	secrets(sdk.SecretsQuery{Key: "SDK_TWO"}, `map[SDK_TWO:quote " backslash \ ü]`)
	secrets(sdk.SecretsQuery{Tags: []string{"llm", "none"}}, `map[SDK_ONE:sk-planted]`)
	secrets(sdk.SecretsQuery{Key: "NONE"}, `map[]`)
	t.Setenv("SDK_ONE", "")
	secrets(sdk.SecretsQuery{Key: "SDK_ONE", SetEnv: true}, `map[SDK_ONE:sk-planted]`)
	if os.Getenv("SDK_ONE") != "sk-planted" {
		t.Error("the variable is not set")
	}

	if p, err := client.Prompt(ctx, sdk.PromptQuery{Name: "greeting", Variables: map[string]any{"name": "Ada", "n": 3}}); err != nil || p.Version != "10.0.0" || p.Compiled != "Hello Ada, 3 times" {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := client.Prompt(ctx, sdk.PromptQuery{ID: server["PROMPT_ID"], Version: "9.0.0", Raw: true}); err != nil || p.Compiled != "Nine {{name}}" {
		t.Errorf("%+v %v", p, err)
	}
	if _, err := client.Prompt(ctx, sdk.PromptQuery{Name: "none"}); err == nil || err.Error() != "get prompt: no published prompt named none" {
		t.Error(err)
	}

	fields := map[string]any{"model": "gpt-4o", "cost": 2}
	if a, err := client.EvaluateRules(ctx, sdk.RuleQuery{Type: sdk.ContextEntity, Fields: fields, WithData: true}); err != nil || fmt.Sprint(a.Rules) != "["+server["RULE_ID"]+"]" ||
		!strings.Contains(string(a.Data["context:"+server["CONTEXT_ID"]]), "Prices are in euros.") {
		t.Errorf("%+v %v", a, err)
	}
	if a, err := client.EvaluateRules(ctx, sdk.RuleQuery{Type: sdk.ContextEntity, Fields: map[string]any{"model": "gpt-4o"}}); err != nil || len(a.Rules) != 0 {
		t.Errorf("%+v %v", a, err)
	}
	if a, err := client.EvaluateRules(ctx, sdk.RuleQuery{Type: sdk.PromptEntity, Fields: fields, WithData: true, Variables: map[string]any{"name": "Ada"}}); err != nil ||
		!strings.Contains(string(a.Data["prompt:"+server["PROMPT_ID"]]), `"compiledPrompt":"Hello Ada, {{n}} times"`) {
		t.Errorf("%+v %v", a, err)
	}

	stranger, err := sdk.New(sdk.Options{APIKey: "wrong"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = stranger.Secrets(ctx, sdk.SecretsQuery{})
	var refused *sdk.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized {
		t.Error(err)
	}
}
