package vaultcors_test

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// marker begins every planted value.
const marker = "xPl4nt3dV4luex"

func planted() string { return marker + rand.Text() }

// resting is a platform whose files, log and memory a test looks into.
type resting struct {
	t       *testing.T
	dir     string
	env     []string
	url     string
	key     string
	pid     int
	client  *http.Client
	cookie  *http.Cookie
	refused []string // bodies of answers that are errors
}

func rest(t *testing.T) *resting {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	r := &resting{t: t, dir: t.TempDir(), url: "http://" + addr, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}}
	r.env = []string{"PATH=" + os.Getenv("PATH"), "PLATFORM_LISTEN_ADDR=" + addr, "PLATFORM_DATA_DIR=" + filepath.Join(r.dir, "data"), "PLATFORM_OTLP_GRPC_ADDR=", "PLATFORM_OTLP_HTTP_ADDR=",
		"PLATFORM_CLICKHOUSE_URL=http://127.0.0.1:1", "PLATFORM_ADMIN_PASSWORD=correct horse battery", "PLATFORM_FIRST_KEY_FILE=" + filepath.Join(r.dir, "first.key"), "PLATFORM_LOG_LEVEL=debug"}
	log, err := os.Create(filepath.Join(r.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary)
	cmd.Env, cmd.Stdout, cmd.Stderr = r.env, log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		log.Close()
	})
	r.pid = cmd.Process.Pid
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // between two questions
		if answer, err := r.client.Get(r.url + "/healthz"); err == nil {
			answer.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the server does not answer")
		}
	}
	raw, err := os.ReadFile(filepath.Join(r.dir, "first.key"))
	if err != nil {
		t.Fatal(err)
	}
	r.key = strings.TrimSpace(string(raw))
	r.ask("POST", "/api/session", `{"email":"admin@localhost","password":"correct horse battery"}`, 200)
	return r
}

// ask makes a request as the administrator, or with the key where SDKs ask.
func (r *resting) ask(method, path, body string, status int) string {
	r.t.Helper()
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	if path == "/api/vault/get-secrets" {
		q.Header.Set("Authorization", "Bearer "+r.key)
	} else if r.cookie != nil {
		q.AddCookie(r.cookie)
	}
	answer, err := r.client.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	if answer.StatusCode/100 != status/100 {
		r.t.Fatalf("%s %s: %d %.300s", method, path, answer.StatusCode, content)
	}
	if answer.StatusCode >= 400 {
		r.refused = append(r.refused, string(content))
	}
	for _, c := range answer.Cookies() {
		r.cookie = c
	}
	return string(content)
}

// run runs a command of the platform beside the server.
func (r *resting) run(args ...string) {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), binary, args...)
	cmd.Env = r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("platform %v: %v\n%s", args, err, out)
	}
	r.clean("output of platform "+args[0], bytes.NewReader(out))
}

// forms are what a planted value looks like, also encoded.
func forms() (out [][]byte) {
	out = append(out, []byte(marker), []byte(hex.EncodeToString([]byte(marker))), []byte(strings.ToUpper(hex.EncodeToString([]byte(marker)))))
	for shift := range 3 { // base64 depends on what stands before
		text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("?", shift) + marker + "???"))
		out = append(out, []byte(text[4:len(text)-8]))
	}
	return out
}

// found returns what stands around the first planted value of a stream.
func found(from io.Reader) string {
	const chunk, overlap = 4 << 20, 256
	buf := make([]byte, 0, chunk+overlap)
	reader := bufio.NewReaderSize(from, 1<<20)
	for {
		n, err := io.ReadFull(reader, buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		for _, form := range forms() {
			if i := bytes.Index(buf, form); i >= 0 {
				return fmt.Sprintf("%q", buf[max(0, i-60):min(len(buf), i+100)])
			}
		}
		if err != nil {
			return ""
		}
		buf = buf[:copy(buf, buf[len(buf)-overlap:])]
	}
}

func (r *resting) clean(what string, from io.Reader) {
	r.t.Helper()
	if around := found(from); around != "" {
		r.t.Errorf("%s holds a planted value: %s", what, around)
	}
}

// TestPlantedSecretsAreNowhereAtRest uses everything that the vault does, then
// looks for what was planted wherever something of the server is kept.
func TestPlantedSecretsAreNowhereAtRest(t *testing.T) {
	r := rest(t)
	r.use()
	backup := filepath.Join(r.dir, "backup.tar")
	r.run("backup", "--control-only", "--to", backup)
	r.run("vault", "rotate")
	r.run("vault", "rotate", "--master")
	if got := r.ask("POST", "/api/vault/get-secrets", `{}`, 200); !strings.Contains(got, marker) {
		t.Fatalf("the secrets are not there: %s", got)
	}
	r.client.CloseIdleConnections()

	files := 0
	err := filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		files++
		r.clean(strings.TrimPrefix(path, r.dir), f)
		return nil
	})
	if err != nil || files < 5 { // database, its log, master key, log, backup
		t.Errorf("%d files, %v", files, err)
	}
	r.unpacked(backup)
	for _, body := range r.refused {
		r.clean("an answer that is an error", strings.NewReader(body))
	}
	if len(r.refused) < 6 {
		t.Errorf("%d answers were errors", len(r.refused))
	}
	r.memory()
}

// use does everything with secrets.
func (r *resting) use() {
	var ids []string
	for i := range 5 {
		made := r.ask("POST", "/api/vault", fmt.Sprintf(`{"key":"S%d","value":%q,"tags":["t"]}`, i, planted()), 201)
		_, rest, _ := strings.Cut(made, `"id":"`)
		id, _, _ := strings.Cut(rest, `"`)
		ids = append(ids, id)
	}
	r.ask("PUT", "/api/vault/"+ids[0], fmt.Sprintf(`{"value":%q}`, planted()), 200)
	r.ask("PUT", "/api/vault/"+ids[1], fmt.Sprintf(`{"value":%q}`, strings.Repeat(planted()+"\\n\\u00e9\"", 1000)), 200)
	for _, body := range []string{`{}`, `{"key":"S0"}`, `{"key":"S1"}`, `{"tags":["t"]}`} {
		r.ask("POST", "/api/vault/get-secrets", body, 200)
	}
	r.ask("POST", "/api/vault/"+ids[0]+"/reveal", `{}`, 200)
	r.ask("POST", "/api/vault/"+ids[1]+"/reveal", `{"version":1}`, 200)
	r.ask("POST", "/api/vault/"+ids[0]+"/restore", `{"version":1}`, 200)
	r.ask("POST", "/api/vault/rotate", ``, 200)
	r.ask("DELETE", "/api/vault/"+ids[4], ``, 204)
	for _, bad := range []struct{ method, path, body string }{
		{"POST", "/api/vault", `{"key":"S1","value":"` + planted() + `"}`},                          // is there already
		{"POST", "/api/vault", `{"key":"not a name","value":"` + planted() + `"}`},                  // no name
		{"POST", "/api/vault", `{"key":"B","value":["` + planted() + `"]}`},                         // no text
		{"POST", "/api/vault", `{"key":"B","value":"` + planted()},                                  // no JSON
		{"POST", "/api/vault", `{"key":"B","value":"` + strings.Repeat(planted(), 3000) + `"}`},     // too long
		{"POST", "/api/vault", `{"key":"B","value":"` + strings.Repeat(planted(), 10_000) + `"}`},   // much too long
		{"PUT", "/api/vault/sec_none", `{"value":"` + planted() + `"}`},                             // not there
		{"PUT", "/api/vault/" + ids[0], `{"value":"x","tags":{"` + planted() + `":1}}`},             // no tags
		{"PUT", "/api/vault/" + ids[0], `{"value":"` + planted() + `","more":"` + planted() + `"}`}, // not known
	} {
		r.ask(bad.method, bad.path, bad.body, 400)
	}
}

// unpacked looks into the files of a backup.
func (r *resting) unpacked(path string) {
	r.t.Helper()
	f, err := os.Open(path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	archive, n := tar.NewReader(f), 0
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.t.Fatalf("read backup: %v", err)
		}
		n++
		r.clean("backup: "+header.Name, archive)
	}
	if n < 5 {
		r.t.Errorf("the backup has %d files", n)
	}
}

// memory looks into a core dump of the server. What an answer under way still
// needs is erased a moment later, so it is looked at a few times.
func (r *resting) memory() {
	r.t.Helper()
	var around string
	for range 5 {
		dump, err := r.core()
		if err != nil {
			r.t.Skipf("no core dump on this host, all else was looked at: %v", err)
		}
		around = found(dump)
		dump.Close()
		if around == "" {
			return
		}
		time.Sleep(500 * time.Millisecond) // between two looks
	}
	r.t.Errorf("the core dump holds a planted value: %s", around)
}

// core dumps the memory of the running server.
func (r *resting) core() (io.ReadCloser, error) {
	path := filepath.Join(r.dir, "core")
	gcore, err := exec.LookPath("gcore")
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(r.t.Context(), gcore, "-o", path, fmt.Sprint(r.pid))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("gcore: %w: %.500s", err, out)
	}
	f, err := os.Open(fmt.Sprintf("%s.%d", path, r.pid))
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // it is large, and open
	info, err := f.Stat()
	if err != nil || info.Size() < 10<<20 {
		f.Close()
		return nil, fmt.Errorf("a core dump of %d bytes, %w", info.Size(), err)
	}
	r.t.Logf("looked into a core dump of %d MiB", info.Size()>>20)
	return f, nil
}
