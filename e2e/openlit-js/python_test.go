package openlitjs_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// python sends a request of testdata/python as it stands there, byte for byte
// through a socket: only host, key, length and what is given replace their
// marks. The Python package itself does not run here; the files hold what its
// request functions were seen to send.
func (s server) python(t *testing.T, file, key string, status int, marks map[string]string, contains ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "python", file+".http"))
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(raw), "\r\n\r\n")
	for mark, text := range marks {
		body = strings.ReplaceAll(body, mark, text)
	}
	host := strings.TrimPrefix(s.URL, "http://")
	head = strings.NewReplacer("{{host}}", host, "{{key}}", key, "{{length}}", fmt.Sprint(len(body))).Replace(head)
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, head, "\r\n\r\n", body)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != status || !json.Valid(content) {
		t.Errorf("%s: %d %s, want %d", file, answer.StatusCode, content, status)
	}
	for _, part := range contains {
		if !strings.Contains(string(content), part) {
			t.Errorf("%s: the answer lacks %s: %s", file, part, content)
		}
	}
	return string(content)
}

// head is what the Python client writes before a body: requests puts its own
// headers first, in this order, then those of the caller.
var head = regexp.MustCompile(`^POST (/?/api/[a-z/-]+) HTTP/1\.1\r\nHost: \{\{host\}\}\r\nUser-Agent: python-requests/[0-9.]+\r\nAccept-Encoding: gzip, deflate\r\nAccept: \*/\*\r\n` +
	`Connection: keep-alive\r\nAuthorization: Bearer \{\{key\}\}\r\nContent-Type: application/json\r\nContent-Length: \{\{length\}\}\r\n\r\n\{`)

func TestTheRecordedRequestsAreThoseOfThePythonClient(t *testing.T) {
	files, err := filepath.Glob("testdata/python/*.http")
	if err != nil || len(files) < 11 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(raw), "\r\n\r\n")
		var sent map[string]any
		if !head.Match(raw) || json.Unmarshal([]byte(body), &sent) != nil {
			t.Errorf("%s is not a request of the Python client: %q", file, raw)
		}
		// json.dumps writes spaces behind colons and commas, and nothing that is None is sent.
		if strings.Contains(body, "null") || !strings.Contains(body, `": `) {
			t.Errorf("%s: the body is not as json.dumps writes it: %s", file, body)
		}
		if strings.Contains(file, "evaluation") == (sent["source"] == "python-sdk") { // evaluations alone do not say who asks
			t.Errorf("%s: source is %v", file, sent["source"])
		}
	}
}
