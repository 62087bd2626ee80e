package cuda

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

// fakes builds the CUDA libraries of testdata/fake below dir.
func fakes(t testing.TB, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		required(t, "root", "probes need root")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		required(t, "gcc", "gcc builds the libraries to probe")
	}
	src := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join("testdata/fake", name))
		}
		return paths
	}
	build := func(out string, args ...string) {
		t.Helper()
		all := append([]string{"-O0", "-fno-omit-frame-pointer", "-fcf-protection=none", "-o", filepath.Join(dir, out)}, args...)
		if text, err := exec.Command("gcc", all...).CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", out, err, text)
		}
	}
	shared := func(out, soname string, args ...string) {
		t.Helper()
		build(out, append([]string{"-shared", "-fPIC", "-Wl,--build-id", "-Wl,-rpath,$ORIGIN", "-Wl,-soname," + soname}, args...)...)
	}
	shared("libcuda.so.1", "libcuda.so.1", src("driver.c", "driver_launch.s")...)
	driver := filepath.Join(dir, "libcuda.so.1")
	shared("libcudart.so.13", "libcudart.so.13", append(src("runtime.c", "runtime_launch.s"), driver)...)
	shared("libcudart.so.12", "libcudart.so.12", append(src("runtime.c", "runtime_launch.s"), "-DALONE", "-Wa,--defsym,ALONE=1")...)
	shared("libengine.so", "libengine.so", append(src("runtime.c", "runtime_launch.s"), driver)...) // a runtime linked statically
	build("app", append(src("app.c"), "-rdynamic", "-ldl", "-lpthread")...)
}

var built struct {
	once sync.Once
	dir  string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" && os.Getenv(conditionVariable) == "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// fakeDir returns a directory with the fake libraries, built once.
func fakeDir(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		var err error
		if built.dir, err = os.MkdirTemp("", "cuda"); err != nil {
			t.Fatal(err)
		}
		if built.dir, err = filepath.EvalSymlinks(built.dir); err != nil { // as maps name it
			t.Fatal(err)
		}
		dir := filepath.Join(built.dir, "lib")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		fakes(t, dir)
	})
	if _, err := os.Stat(filepath.Join(built.dir, "lib/app")); err != nil {
		required(t, "root", "the fake libraries were not built")
	}
	return filepath.Join(built.dir, "lib")
}

// newDir returns a directory for more libraries that the sources of this test
// look at.
func newDir(t testing.TB) string {
	t.Helper()
	fakeDir(t)
	dir, err := os.MkdirTemp(built.dir, "more")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// app is a running program that calls what it is told to.
type app struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startApp(t testing.TB, env ...string) *app {
	t.Helper()
	cmd := exec.Command(filepath.Join(fakeDir(t), "app"))
	cmd.Env = append(os.Environ(), env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a := &app{t, cmd, in, bufio.NewScanner(out)}
	t.Cleanup(a.end)
	return a
}

// do gives a command and returns the answer.
func (a *app) do(format string, args ...any) string {
	a.t.Helper()
	fmt.Fprintf(a.in, format+"\n", args...)
	if !a.out.Scan() {
		a.t.Fatalf("%s: the program ended", fmt.Sprintf(format, args...))
	}
	return a.out.Text()
}

// run gives commands that are answered by ok.
func (a *app) run(commands ...string) {
	a.t.Helper()
	for _, c := range commands {
		if answer := a.do("%s", c); answer != "ok" {
			a.t.Fatalf("%s: %s", c, answer)
		}
	}
}

func (a *app) number(format string, args ...any) int {
	a.t.Helper()
	n, err := strconv.Atoi(a.do(format, args...))
	if err != nil {
		a.t.Fatal(err)
	}
	return n
}

func (a *app) pid() int { return a.cmd.Process.Pid }

func (a *app) end() {
	a.in.Close()
	a.cmd.Wait()
}
