package gpumetrics_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"platform/internal/collector/source/amd/gpumetrics"
	"platform/internal/collector/source/amd/gpumetrics/gpumetricstest"
)

func build(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := gpumetricstest.Build([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func parse(t *testing.T, text string) *gpumetrics.Table {
	t.Helper()
	table, err := gpumetrics.Parse(build(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// text writes the values that a table has.
func text(t *gpumetrics.Table) string {
	var b strings.Builder
	float := func(name string, v *float64) {
		if v != nil {
			fmt.Fprintf(&b, "%s=%g ", name, *v)
		}
	}
	count := func(name string, v *uint64) {
		if v != nil {
			fmt.Fprintf(&b, "%s=%d ", name, *v)
		}
	}
	float("edge", t.Edge)
	float("hot", t.Hotspot)
	float("mem", t.Memory)
	float("gfx", t.GFX)
	float("umc", t.Controller)
	float("media", t.Media)
	float("W", t.Power)
	float("J", t.Energy)
	count("gclk", t.GraphicsClock)
	count("mclk", t.MemoryClock)
	count("fan", t.FanRPM)
	count("replays", t.Replays)
	count("read", t.LinkRead)
	count("write", t.LinkWrite)
	if t.Throttle != nil {
		fmt.Fprintf(&b, "throttle=%v ", t.Throttle)
	}
	if t.Residency != nil {
		fmt.Fprintf(&b, "cycles=%d ", t.Residency.Cycles)
	}
	for _, p := range t.Partitions {
		b.WriteString("[ ")
		float("gfx", p.GFX)
		float("media", p.Media)
		b.WriteString("]")
	}
	return strings.TrimSpace(b.String())
}

// The offsets are those of the driver's structures.
func TestEveryRevisionHasItsValuesWhereTheDriverPutsThem(t *testing.T) {
	f := func(table, want string) {
		t.Helper()
		if got := text(parse(t, table)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", strings.SplitN(table, "\n", 2)[0], got, want)
		}
	}
	const v1 = "u16 4 41 52 63\nu16 16 10 20 30\nu16 22 150\nu64 24 65536\nu16 54 1500\nu16 58 900\nu32 68 %d\nu16 72 1200\nu16 88 40\n"
	f("1.0 80\nu16 16 41 52 63\nu16 28 10 20 30 150\nu32 36 7\nu16 54 1500\nu16 58 900\nu32 68 0\nu16 72 1200",
		"edge=41 hot=52 mem=63 gfx=0.1 umc=0.2 media=0.3 W=150 gclk=1500000000 mclk=900000000 fan=1200 throttle=[]")
	f("1.1 96\n"+fmt.Sprintf(v1, 0), "edge=41 hot=52 mem=63 gfx=0.1 umc=0.2 media=0.3 W=150 J=1 gclk=1500000000 mclk=900000000 fan=1200 throttle=[]")
	f("1.2 104\n"+fmt.Sprintf(v1, 4), "edge=41 hot=52 mem=63 gfx=0.1 umc=0.2 media=0.3 W=150 J=1 gclk=1500000000 mclk=900000000 fan=1200 throttle=[unspecified]")
	f("1.3 120\n"+fmt.Sprintf(v1, 4)+"u64 112 0", "edge=41 hot=52 mem=63 gfx=0.1 umc=0.2 media=0.3 W=150 J=1 gclk=1500000000 mclk=900000000 fan=1200 throttle=[]")
	const front = "u16 4 52 63\nu16 10 150 10 20\n"
	f("1.4 288\n"+front+"u16 16 1 2 3 4\nu64 24 65536\nu32 40 0\nu64 88 9\nu64 104 1 2\nu64 168 3\nu16 240 1500 1600\nu16 280 900",
		"hot=52 mem=63 gfx=0.1 umc=0.2 media=0.04 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072 throttle=[]")
	f("1.5 360\n"+front+"u16 16 1 2 3 4\nu16 86 50\nu64 88 65536\nu64 152 9\nu64 176 1 2\nu64 240 3\nu16 312 1500 1600\nu16 352 900",
		"hot=52 mem=63 gfx=0.1 umc=0.2 media=0.5 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072")
	f("1.6 384\n"+front+"u16 16 1 2 3 4\nu64 88 65536\nu32 104 77\nu64 176 9\nu64 200 1 2\nu64 264 3\nu16 336 1500 1600\nu16 376 900",
		"hot=52 mem=63 gfx=0.1 umc=0.2 media=0.04 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072 cycles=77")
	f("1.6 1664\n"+front+"u64 16 65536\nu32 32 77\nu64 104 9\nu64 128 1 2\nu64 192 3\nu16 264 1500 1600\nu16 304 900 2\nu32 312 30 50\nu16 344 7\nu16 408 9\nu32 480 60\nu16 576 8",
		"hot=52 mem=63 gfx=0.1 umc=0.2 media=0.09 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072 cycles=77 [ gfx=0.4 media=0.09 ][ gfx=0.6 media=0.08 ]")
	f("1.7 2208\n"+front+"u64 24 65536\nu32 40 77\nu64 112 9\nu64 136 1 2\nu64 200 3\nu16 296 1500 1600\nu16 336 900 2\nu32 344 30 50\nu32 576 60",
		"hot=52 mem=63 gfx=0.1 umc=0.2 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072 cycles=77 [ gfx=0.4 ][ gfx=0.6 ]")
	f("1.8 3872\n"+front+"u64 24 65536\nu32 40 77\nu64 112 9\nu64 136 1 2\nu64 200 3\nu16 296 1500 1600\nu16 336 900 2\nu32 344 30 50\nu16 456 11\nu32 784 60",
		"hot=52 mem=63 gfx=0.1 umc=0.2 media=0.11 W=150 J=1 gclk=1600000000 mclk=900000000 replays=9 read=3072 write=3072 cycles=77 [ gfx=0.4 media=0.11 ][ gfx=0.6 ]")
	f("2.1 120\nu16 4 50", "")
	f("2.3 152\nu64 120 1", "throttle=[ppt_power]")
	f("3.0 264\nu16 4 50", "")
}

// attribute is the code of an entry of a table that is a list.
func attribute(kind, id, n uint64) string { return fmt.Sprint(kind<<20 | id<<10 | n) }

func TestATableThatIsAListIsReadByItsOwnWords(t *testing.T) {
	list := "1.9 256\nu32 4 12\n" +
		"u64 8 " + attribute(2, 0, 1) + "\nu16 16 52\n" +
		"u64 18 " + attribute(2, 3, 1) + "\nu16 26 700\n" +
		"u64 28 " + attribute(2, 4, 1) + "\nu16 36 95\n" +
		"u64 38 " + attribute(6, 7, 1) + "\nu64 46 65536\n" +
		"u64 54 " + attribute(6, 10, 1) + "\nu64 62 1000\n" +
		"u64 70 " + attribute(6, 12, 1) + "\nu64 78 5\n" +
		"u64 86 " + attribute(0, 999, 3) + "\nu8 94 1 2 3\n" + // one that is not known
		"u64 97 " + attribute(6, 29, 2) + "\nu64 105 1 18446744073709551615\n" +
		"u64 121 " + attribute(6, 30, 1) + "\nu64 129 4\n" +
		"u64 137 " + attribute(2, 33, 2) + "\nu16 145 2000 2100\n" +
		"u64 149 " + attribute(2, 38, 1) + "\nu16 157 2\n" +
		"u64 159 " + attribute(2, 40, 4) + "\nu16 167 10 20 30 40\n"
	table := parse(t, list)
	const want = "hot=52 gfx=0.95 W=700 J=1 gclk=2100000000 read=1024 write=4096 cycles=1000 [ gfx=0.15 ][ gfx=0.35 ]"
	if got := text(table); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	later := parse(t, strings.Replace(strings.Replace(list, "u64 62 1000", "u64 62 1100", 1), "u64 78 5", "u64 78 6", 1))
	if got := later.Residency.Since(table.Residency); !slices.Equal(got, []string{"ppt_power"}) {
		t.Errorf("throttled by %v", got)
	}
}

func TestFieldsOfOnesAreAbsent(t *testing.T) {
	for _, head := range []string{"1.0 80", "1.1 96", "1.2 104", "1.3 120", "1.4 288", "1.5 360", "1.6 384", "1.6 1664", "1.7 2208", "1.8 3872", "2.4 168"} {
		if got := text(parse(t, head)); got != "" {
			t.Errorf("%s: %s", head, got)
		}
	}
}

func TestTheFirmwareOfADisplayGPUIsNotTrustedWithEnergy(t *testing.T) {
	f := func(table string) {
		t.Helper()
		if e := parse(t, table).Energy; e != nil {
			t.Errorf("%g J", *e)
		}
	}
	f("1.3 120\nu64 24 123456")                                  // no stacked memory
	f("1.3 120\nu64 24 4294967295\nu16 88 40")                   // told to be unknown
	f("1.3 120\nu64 24 0\nu16 88 40")                            // the second die of a board
	f(fmt.Sprintf("1.4 288\nu64 24 %d", uint64(math.MaxUint64))) // absent
}

func TestReasonsForThrottling(t *testing.T) {
	f := func(bit int, want string) {
		t.Helper()
		got := parse(t, fmt.Sprintf("1.3 120\nu64 112 %d", uint64(1)<<bit)).Throttle
		if !slices.Equal(got, []string{want}) {
			t.Errorf("bit %d: %v", bit, got)
		}
	}
	f(0, "ppt_power")
	f(3, "ppt_power")
	f(16, "current")
	f(22, "current")
	f(34, "memory_thermal")
	f(36, "socket_thermal")
	f(38, "vr_thermal")
	f(47, "prochot")
	f(56, "unspecified")
}

func TestResidencyTellsWhatHeldBetweenTwoTables(t *testing.T) {
	at := func(values string) *gpumetrics.Residency {
		return parse(t, "1.7 2208\nu32 40 "+values).Residency
	}
	f := func(before, now string, want []string) {
		t.Helper()
		got := at(now).Since(at(before))
		if !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s to %s: %v", before, now, got)
		}
	}
	f("100 1 2 3 4 5", "200 1 2 3 4 5", []string{})
	f("100 1 2 3 4 5", "200 2 3 4 5 6", []string{"prochot", "ppt_power", "socket_thermal", "vr_thermal", "memory_thermal"})
	f("100 0 0 0 0 0", "100 0 0 0 0 0", nil)             // no cycle has passed
	f("4294967000 0 9 0 0 0", "5 0 9 0 0 0", []string{}) // the counter has wrapped
	if got := at("1 0 0 0 0 0").Since(nil); got != nil {
		t.Errorf("without a table before: %v", got)
	}
}

func TestATruncatedOrUnknownTableIsAnError(t *testing.T) {
	f := func(raw []byte, want error) {
		t.Helper()
		if _, err := gpumetrics.Parse(raw); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", len(raw), err)
		}
	}
	whole := build(t, "1.3 120\nu16 4 50")
	for n := range whole {
		f(whole[:n], gpumetrics.ErrTruncated)
	}
	f(build(t, "1.3 119"), gpumetrics.ErrUnknown) // shorter than its revision is
	f(build(t, "4.1 200"), gpumetrics.ErrUnknown)
	f([]byte{3, 0, 1, 3}, gpumetrics.ErrTruncated)
	f(build(t, "1.9 16\nu32 4 100000"), gpumetrics.ErrUnknown)
	f(build(t, "1.9 16\nu32 4 3\nu64 8 "+attribute(6, 7, 1)), gpumetrics.ErrTruncated)
	f(build(t, "1.9 16\nu32 4 1\nu64 8 "+attribute(9, 7, 1)), gpumetrics.ErrUnknown)
	f(build(t, "1.9 6"), gpumetrics.ErrTruncated)
	if _, err := gpumetrics.Parse(build(t, "1.3 128\nu16 4 50")); err != nil {
		t.Errorf("a table with something added: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1.0 80", "1.3 120\nu16 4 50", "1.6 1664\nu16 306 8", "1.8 3872\nu16 338 8",
		"1.9 64\nu32 4 2\nu64 8 " + attribute(2, 38, 1) + "\nu16 16 8\nu64 18 " + attribute(2, 40, 8)} {
		f.Add(build(f, text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		table, err := gpumetrics.Parse(raw)
		if err != nil {
			return
		}
		for _, v := range []*float64{table.GFX, table.Controller, table.Media} {
			if v != nil && (*v < 0 || *v > 1) {
				t.Errorf("%v is not a ratio", *v)
			}
		}
		if len(table.Partitions) > 8 {
			t.Errorf("%d partitions", len(table.Partitions))
		}
		table.Residency.Since(&gpumetrics.Residency{})
	})
}
