package watch

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

const interval = time.Minute

// vendor has devices that the test adds, removes and stops.
type vendor struct {
	mu      sync.Mutex
	readers map[string]*reader
	err     error
	closed  int
	usersAt []time.Time
}

func (v *vendor) Find() ([]Found, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var found []Found
	for id, r := range v.readers {
		found = append(found, Found{Device: gpu.Device{ID: id, Vendor: "amd"}, Open: func() Reader { return r }})
	}
	return found, v.err
}

func (v *vendor) Close() error { v.closed++; return nil }

func (v *vendor) Users(_ context.Context, now time.Time, devices []gpu.Device) (map[string]Use, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.usersAt = append(v.usersAt, now)
	use := map[string]Use{}
	for _, d := range devices {
		use[d.ID] = Use{Processes: []gpu.Process{{PID: 7, Memory: new(uint64(5))}}, Memory: new(uint64(5))}
	}
	return use, nil
}

func (v *vendor) set(id string, r *reader) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if r == nil {
		delete(v.readers, id)
	} else {
		v.readers[id] = r
	}
}

type reader struct {
	hang   chan struct{} // not nil: reads wait until it is closed
	err    error
	panics bool
	slow   time.Duration

	mu     sync.Mutex
	at     []time.Time
	slowAt []time.Time
	closed bool
}

func (r *reader) Read(now time.Time) (gpu.Reading, error) {
	r.mu.Lock()
	r.at = append(r.at, now)
	r.mu.Unlock()
	if r.hang != nil {
		<-r.hang
	}
	if r.panics {
		panic("a table that nobody has seen")
	}
	return gpu.Reading{Power: new(float64(len(r.at)))}, r.err
}

func (r *reader) ReadSlow(now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slowAt = append(r.slowAt, now)
	return r.slow
}

func (r *reader) Close() error { r.closed = true; return nil }

func open(t *testing.T, v *vendor) *Source {
	t.Helper()
	s, err := Open(t.Context(), v, Options{Interval: interval})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tick returns the power of each device by its id; -1 when it is lost.
func tick(t *testing.T, s *Source) (map[string]float64, error) {
	t.Helper()
	b := sample.NewBatch(time.Now(), nil)
	err := s.Sample(t.Context(), b)
	got := map[string]float64{}
	for _, f := range sample.Merge(b.Now, []*sample.Batch{b}, nil).Families {
		for _, p := range f.Points {
			id, _ := p.Series.Attrs.Value("hw.id")
			if _, ok := got[id.AsString()]; !ok {
				got[id.AsString()] = -1
			}
			if f.Metric == metrics.Power {
				got[id.AsString()] = p.Float()
			}
		}
	}
	return got, err
}

func TestDevicesAreReadShortlyBeforeEachTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &reader{slow: time.Second}
		v := &vendor{readers: map[string]*reader{"a": r}}
		s := open(t, v)
		began := time.Now()
		for i := range 3 {
			got, err := tick(t, s)
			if err != nil || got["a"] != float64(i+1) {
				t.Errorf("tick %d: %v, %v", i, got, err)
			}
			time.Sleep(interval)
		}
		synctest.Wait()
		for i, at := range r.at {
			want := time.Duration(0)
			if i > 0 {
				want = time.Duration(i)*interval - lead
			}
			if at.Sub(began) != want {
				t.Errorf("read %d after %s, want %s", i, at.Sub(began), want)
			}
		}
		if len(v.usersAt) != 4 || len(r.slowAt) < 180 || len(r.slowAt) > 182 {
			t.Errorf("users were read %d times, slow values %d times", len(v.usersAt), len(r.slowAt))
		}
		if err := s.Close(); err != nil || v.closed != 1 || !r.closed {
			t.Errorf("%v, closed %d, %v", err, v.closed, r.closed)
		}
	})
}

func TestASlowReaderThatIsDoneIsNotCalledAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &reader{}
		s := open(t, &vendor{readers: map[string]*reader{"a": r}})
		time.Sleep(interval)
		s.Close()
		if len(r.slowAt) != 1 {
			t.Errorf("%d calls", len(r.slowAt))
		}
	})
}

func TestAReadThatHangsCostsOnlyItsOwnDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck, good := &reader{hang: make(chan struct{})}, &reader{}
		s := open(t, &vendor{readers: map[string]*reader{"stuck": stuck, "good": good}})
		got, err := tick(t, s)
		if _, there := got["stuck"]; err != nil || got["good"] != 1 || there {
			t.Errorf("at first: %v, %v", got, err)
		}
		for range 3 {
			time.Sleep(interval)
			synctest.Wait()
			got, err = tick(t, s)
		}
		if got["stuck"] != -1 || got["good"] != 4 || !errors.Is(err, errHangs) || !strings.Contains(err.Error(), "read stuck") {
			t.Errorf("later: %v, %v", got, err)
		}
		close(stuck.hang)
		time.Sleep(interval)
		synctest.Wait()
		if got, err = tick(t, s); err != nil || got["stuck"] < 1 {
			t.Errorf("after it answered: %v, %v", got, err)
		}
		s.Close()
	})
}

func TestCloseDoesNotWaitForAReadThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := &reader{hang: make(chan struct{})}
		v := &vendor{readers: map[string]*reader{"stuck": stuck}}
		s := open(t, v)
		if err := s.Close(); !errors.Is(err, errStuck) || v.closed != 0 {
			t.Errorf("%v, closed %d", err, v.closed)
		}
		close(stuck.hang)
	})
}

func TestDevicesThatComeAndGoAreFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &reader{}, &reader{}
		v := &vendor{readers: map[string]*reader{"a": a}}
		s := open(t, v)
		v.set("b", b)
		time.Sleep(findEvery + time.Second)
		synctest.Wait()
		if got, err := tick(t, s); err != nil || got["a"] == 0 || got["b"] == 0 {
			t.Errorf("added: %v, %v", got, err)
		}
		v.set("a", nil)
		time.Sleep(findEvery + time.Second)
		synctest.Wait()
		got, err := tick(t, s)
		if _, there := got["a"]; err != nil || there || !a.closed {
			t.Errorf("removed: %v, %v, closed %v", got, err, a.closed)
		}
		v.mu.Lock()
		v.err = errors.New("the driver is being replaced")
		v.mu.Unlock()
		time.Sleep(findEvery + time.Second)
		synctest.Wait()
		if got, err := tick(t, s); err == nil || got["b"] == 0 {
			t.Errorf("not found: %v, %v", got, err)
		}
		s.Close()
	})
}

func TestAReaderThatPanicsIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, &vendor{readers: map[string]*reader{"a": {panics: true}}})
		if _, err := tick(t, s); err == nil || !strings.Contains(err.Error(), "a table that nobody has seen") {
			t.Error(err)
		}
		s.Close()
	})
}

func TestAPartialReadingIsEmittedWithItsError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, &vendor{readers: map[string]*reader{"a": {err: errors.New("no table")}}})
		if got, err := tick(t, s); got["a"] != 1 || err == nil || !strings.Contains(err.Error(), "read a: no table") {
			t.Errorf("%v, %v", got, err)
		}
		s.Close()
	})
}

func TestAVendorWithoutDevicesIsUnavailable(t *testing.T) {
	v := &vendor{}
	if _, err := Open(t.Context(), v, Options{}); !errors.Is(err, source.ErrUnavailable) || v.closed != 1 {
		t.Errorf("%v, closed %d", err, v.closed)
	}
	v = &vendor{err: errors.New("no driver")}
	if _, err := Open(t.Context(), v, Options{}); !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "no driver") || v.closed != 1 {
		t.Errorf("%v, closed %d", err, v.closed)
	}
}

// late does not answer in time.
type late struct{ vendor }

func (l *late) Find() ([]Found, error) { time.Sleep(time.Hour); return nil, nil }

func TestADriverThatDoesNotAnswerDoesNotHoldTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l := &late{}
		if _, err := Open(ctx, l, Options{}); !errors.Is(err, source.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if l.closed != 1 {
			t.Errorf("closed %d", l.closed)
		}
	})
}
