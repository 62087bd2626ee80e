package engine

import (
	"os"
	"path/filepath"
	"testing"
)

func TestInsertsThatNeverCameToBeAreForgotten(t *testing.T) {
	store := t.TempDir()
	table := filepath.Join(store, "store", "3a5", "3a5926e3-881b-4510-8450-d386000f2bec")
	for _, dir := range []string{"deduplication_logs", "detached", "20260101_1_3_1", "20260101_4_4_0", "tmp_insert_20260101_5_5_0", "20260102_9_9_0_12"} {
		if err := os.MkdirAll(filepath.Join(table, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(table, "deduplication_logs", "deduplication_log_1.txt")
	f := func(before, want string) {
		t.Helper()
		if err := os.WriteFile(log, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := repairLogs(store); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(log); string(got) != want {
			t.Errorf("%q became %q; want %q", before, got, want)
		}
	}
	const there = "1\t20260101_2_2_0\t20260101_1_1\n1\t20260101_4_4_0\t20260101_2_2\n1\t20260102_9_9_0\t20260102_3_3\n"
	f(there, there)
	f(there+"1\t20260101_5_5_0\t20260101_4_4\n", there)                                               // never renamed
	f(there+"1\t20260103_1_1_0\t20260103_4_4\n", there)                                               // first of its day
	f(there+"1\t2026010", there)                                                                      // cut short
	f("1\t20260101_7_7_0\ta\n2\t20260101_7_7_0\ta\n", "1\t20260101_7_7_0\ta\n2\t20260101_7_7_0\ta\n") // dropped
	f("", "")
	f("1\tnonsense\tx\n", "1\tnonsense\tx\n")
}

func FuzzKeepDone(f *testing.F) {
	f.Add("1\t20260101_2_2_0\tx\n2\t20260101_2_2_0\tx\n")
	f.Add("1\t20260101_2_2_0")
	f.Fuzz(func(t *testing.T, log string) {
		kept := keepDone(log, partNames{"20260101": {{1, 3}}})
		if again := keepDone(kept, partNames{"20260101": {{1, 3}}}); again != kept {
			t.Errorf("%q is repaired to %q and then to %q", log, kept, again)
		}
	})
}
