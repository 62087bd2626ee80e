package cuda

import (
	"math/rand/v2"
	"testing"
)

const second = uint64(1e9)

// A process launches 100 threads at 1 s and syncs at 3 s, in an interval of 4 s.
func TestASpanUsesItsThreadsForAsLongAsItLasts(t *testing.T) {
	m := newModel(0)
	key := loadKey{1, "d"}
	m.add(key, span{first: 1 * second, end: 3 * second, launches: 2, threads: 200}, 1000, 0)
	used, active := m.finish(4*second, map[string]float64{"d": 1000})
	if u := used[key]; u.cores != 50 || u.active != 0.5 {
		t.Errorf("%+v", u)
	}
	if active["d"] != 0.5 {
		t.Errorf("the device is active for %v", active["d"])
	}
	if used, active := m.finish(5*second, nil); len(used)+len(active) != 0 {
		t.Error("an idle interval has usage")
	}
}

func TestASpanCountsOnlyInsideTheInterval(t *testing.T) {
	m := newModel(10 * second)
	key := loadKey{1, "d"}
	m.add(key, span{first: 5 * second, end: 11 * second, launches: 1, threads: 10}, 1000, 0)
	m.add(key, span{first: 5 * second, end: 9 * second, launches: 1, threads: 10}, 1000, 0)
	used, _ := m.finish(12*second, nil)
	if u := used[key]; u.cores != 5 || u.active != 0.5 {
		t.Errorf("%+v", u)
	}
}

func TestThreadsBeyondTheCoresDoNotCount(t *testing.T) {
	m := newModel(0)
	key := loadKey{1, "d"}
	m.add(key, span{first: 1, end: second, launches: 1, threads: 1 << 40}, 1000, 0)
	used, _ := m.finish(second, map[string]float64{"d": 1000})
	if u := used[key]; u.cores < 999.9 || u.cores > 1000 {
		t.Errorf("%+v", u)
	}
}

func TestProcessesShareTheDevice(t *testing.T) {
	m := newModel(0)
	cores := map[string]float64{"d": 1000}
	a, b := loadKey{1, "d"}, loadKey{2, "d"}
	m.add(a, span{first: 0, end: second, launches: 1, threads: 1000}, 1000, 0)
	m.add(b, span{first: 0, end: second, launches: 1, threads: 1000}, 1000, 0)
	m.add(b, span{first: 0, end: second, launches: 1, threads: 2000}, 1000, 0) // on another stream
	used, active := m.finish(second, cores)
	if sum := used[a].cores + used[b].cores; sum < 999.9 || sum > 1000.1 {
		t.Errorf("together they use %v of 1000 cores", sum)
	}
	if used[b].cores < 1.99*used[a].cores || used[a].active != 1 || active["d"] != 1 {
		t.Errorf("%+v of %+v", used, active)
	}
}

func TestGraphsOfUnknownContentAreAsLargeAsTheUsualLaunch(t *testing.T) {
	f := func(s span, usual, want float64) {
		t.Helper()
		if got := s.parallel(1000, usual); got != want {
			t.Errorf("parallel = %v, want %v", got, want)
		}
	}
	f(span{unknownGraphs: 3}, 64, 64)
	f(span{launches: 1, threads: 100, unknownGraphs: 1}, 300, 200)
	f(span{unknownGraphs: 1}, 1e9, 1000)
	f(span{}, 64, 0)
}

func TestAUnionIsThatOfItsPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var c cover
		var covered [200]bool
		for range 1 + r.IntN(30) {
			from := r.Uint64N(199)
			to := from + 1 + r.Uint64N(199-from)
			c.add(from, to)
			for i := from; i < to; i++ {
				covered[i] = true
			}
		}
		want := uint64(0)
		for _, yes := range covered {
			if yes {
				want++
			}
		}
		if c.length() != want {
			t.Fatalf("%d covered, want %d: %+v", c.length(), want, c.apart)
		}
	}
}

func TestAUnionOfManyPiecesStaysSmall(t *testing.T) {
	var c cover
	const n = 1_000_000
	for i := range uint64(n) {
		c.add(10*i, 10*i+1)
	}
	if len(c.apart) > maxApart || c.length() != n {
		t.Errorf("%d pieces kept, length %d", len(c.apart), c.length())
	}
}
