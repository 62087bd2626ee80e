package cuda

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// watch tells of processes that map a CUDA library, at the moment they do. The
// kernel writes a record of every file mapped for execution into a ring for each
// CPU; a host where none is mapped costs nothing.
type watch struct {
	pids  chan int
	epoll int
	stop  int // an eventfd
	rings []ring
	task  sync.WaitGroup
}

// everyProcess is sent instead of a pid when records were lost.
const everyProcess = -1

const ringPages = 8

// openWatch returns nil, and why, when the kernel does not let us watch.
func openWatch() (*watch, error) {
	cpus, err := onlineCPUs()
	if err != nil {
		return nil, err
	}
	w := &watch{pids: make(chan int, 64), epoll: -1, stop: -1}
	if err := w.open(cpus); err != nil {
		w.free()
		return nil, err
	}
	w.task.Go(w.run)
	return w, nil
}

func (w *watch) open(cpus []int) (err error) {
	if w.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	if w.stop, err = unix.Eventfd(0, unix.EFD_CLOEXEC); err != nil {
		return err
	}
	wait := func(fd int) error {
		return unix.EpollCtl(w.epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
	}
	if err := wait(w.stop); err != nil {
		return err
	}
	for _, cpu := range cpus {
		r, err := openRing(cpu)
		if err != nil {
			return fmt.Errorf("watch CPU %d: %w", cpu, err)
		}
		w.rings = append(w.rings, r)
		if err := wait(r.fd); err != nil {
			return err
		}
	}
	return nil
}

// mapped returns the channel of pids; a nil watch never sends.
func (w *watch) mapped() <-chan int {
	if w == nil {
		return nil
	}
	return w.pids
}

func (w *watch) close() {
	if w == nil {
		return
	}
	var one [8]byte
	binary.NativeEndian.PutUint64(one[:], 1)
	unix.Write(w.stop, one[:])
	w.task.Wait()
	w.free()
}

func (w *watch) free() {
	for _, r := range w.rings {
		unix.Munmap(r.memory)
		unix.Close(r.fd)
	}
	for _, fd := range []int{w.epoll, w.stop} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

// restBetween bounds how often a host that starts many programs wakes us.
const restBetween = 20 * time.Millisecond

func (w *watch) run() {
	events := make([]unix.EpollEvent, 16)
	for {
		n, err := unix.EpollWait(w.epoll, events, -1)
		if err != nil && err != unix.EINTR {
			return
		}
		for _, e := range events[:max(n, 0)] {
			if int(e.Fd) == w.stop {
				return
			}
		}
		for _, r := range w.rings {
			r.drain(w.tell)
		}
		if n, _ := unix.Poll([]unix.PollFd{{Fd: int32(w.stop), Events: unix.POLLIN}}, int(restBetween.Milliseconds())); n > 0 {
			return
		}
	}
}

func (w *watch) tell(pid int) {
	select {
	case w.pids <- pid:
	default:
		// The reader is busy and has much to look at; what is not told now is found
		// when it looks at every process.
		select {
		case <-w.pids:
		default:
		}
		select {
		case w.pids <- everyProcess:
		default:
		}
	}
}

// ring is one CPU's buffer of records.
type ring struct {
	fd     int
	memory []byte
}

func openRing(cpu int) (ring, error) {
	attr := &unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_DUMMY,
		Size:   uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Bits:   unix.PerfBitMmap | unix.PerfBitMmap2 | unix.PerfBitWatermark,
		Wakeup: 1, // byte: every record wakes
	}
	fd, err := unix.PerfEventOpen(attr, -1, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return ring{}, err
	}
	memory, err := unix.Mmap(fd, 0, (1+ringPages)*os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		unix.Close(fd)
		return ring{}, err
	}
	return ring{fd, memory}, nil
}

// drain takes all records out of the ring.
func (r ring) drain(tell func(pid int)) {
	page := (*unix.PerfEventMmapPage)(unsafe.Pointer(&r.memory[0]))
	data := r.memory[os.Getpagesize():]
	head, tail := atomic.LoadUint64(&page.Data_head), page.Data_tail
	var record []byte
	for tail < head {
		size := int(binary.NativeEndian.Uint16(wrapped(data, tail+6, 2)))
		if size < 8 {
			tail = head // never written by a kernel
			break
		}
		record = append(record[:0], wrapped(data, tail, size)...)
		if pid, ok := mappedLibrary(record); ok {
			tell(pid)
		}
		tail += uint64(size)
	}
	atomic.StoreUint64(&page.Data_tail, tail)
}

// wrapped returns n bytes at a position of a ring.
func wrapped(data []byte, at uint64, n int) []byte {
	i := int(at % uint64(len(data)))
	if i+n <= len(data) {
		return data[i : i+n]
	}
	return append(append([]byte(nil), data[i:]...), data[:i+n-len(data)]...)
}

// mappedLibrary reads a record: which process mapped a CUDA library, every one
// when records were lost.
func mappedLibrary(record []byte) (pid int, ok bool) {
	const file = 72 // where the file's name begins
	if len(record) < 8 {
		return 0, false
	}
	switch binary.NativeEndian.Uint32(record) {
	case unix.PERF_RECORD_LOST:
		return everyProcess, true
	case unix.PERF_RECORD_MMAP2:
		if len(record) <= file {
			return 0, false
		}
		_, ok = kindOf(text(record[file:]))
		return int(binary.NativeEndian.Uint32(record[8:])), ok
	}
	return 0, false
}

func onlineCPUs() ([]int, error) {
	raw, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return nil, fmt.Errorf("read online CPUs: %w", err)
	}
	return parseCPUs(strings.TrimSpace(string(raw)))
}

const maxCPUs = 8192

// parseCPUs parses a list such as 0-3,8.
func parseCPUs(list string) (cpus []int, err error) {
	for part := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err1 != nil || err2 != nil || from < 0 || to < from || to >= maxCPUs {
			return nil, fmt.Errorf("parse CPU list %q", list)
		}
		for cpu := from; cpu <= to; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
