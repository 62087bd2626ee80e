package intel

import (
	"encoding/binary"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// queryMemory asks a driver for the memory of its device. What is in use is
// told only to those that may watch performance: nil otherwise.
func queryMemory(node, driver string) (total, used *uint64) {
	fd, err := unix.Open(node, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil
	}
	defer unix.Close(fd)
	if driver == "xe" {
		return parseXe(askXe(fd))
	}
	return parseI915(askI915(fd))
}

// maxAnswer bounds what a driver may have to say.
const maxAnswer = 64 << 10

// The calls, numbered by their driver and the size of their argument.
const (
	ioctlXeQuery   = 0xc0286440
	ioctlI915Query = 0xc0106479

	xeMemory   = 1
	i915Memory = 4
)

type xeQuery struct {
	extensions  uint64
	query, size uint32
	data        uint64
	_           [2]uint64
}

// askXe returns the answer of xe, nil when it gives none.
func askXe(fd int) []byte {
	q := &xeQuery{query: xeMemory}
	if !ioctl(fd, ioctlXeQuery, unsafe.Pointer(q)) || q.size == 0 || q.size > maxAnswer {
		return nil
	}
	raw := make([]byte, q.size)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&raw[0])
	q.data = uint64(uintptr(unsafe.Pointer(&raw[0])))
	if !ioctl(fd, ioctlXeQuery, unsafe.Pointer(q)) {
		return nil
	}
	return raw
}

type i915Query struct {
	items, flags uint32
	list         uint64
}

type i915Item struct {
	query         uint64
	length, flags int32
	data          uint64
}

// askI915 returns the answer of i915, nil when it gives none.
func askI915(fd int) []byte {
	item := &i915Item{query: i915Memory}
	q := &i915Query{items: 1}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(item)
	q.list = uint64(uintptr(unsafe.Pointer(item)))
	if !ioctl(fd, ioctlI915Query, unsafe.Pointer(q)) || item.length <= 0 || item.length > maxAnswer {
		return nil
	}
	raw := make([]byte, item.length)
	pin.Pin(&raw[0])
	item.data = uint64(uintptr(unsafe.Pointer(&raw[0])))
	if !ioctl(fd, ioctlI915Query, unsafe.Pointer(q)) || item.length <= 0 {
		return nil
	}
	return raw
}

func ioctl(fd int, request uintptr, arg unsafe.Pointer) bool {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg))
	return errno == 0
}

// A region is described in so many bytes by both drivers, after a header.
const (
	regionSize = 88
	xeHeader   = 8
	i915Header = 16
)

// onDevice is the class of the device's own memory.
const onDevice = 1

// regions calls f with every region of the device itself.
func regions(raw []byte, header int, f func(region []byte)) {
	if len(raw) < header {
		return
	}
	n := int(binary.LittleEndian.Uint32(raw))
	raw = raw[header:]
	for ; n > 0 && len(raw) >= regionSize; n-- {
		if binary.LittleEndian.Uint16(raw) == onDevice {
			f(raw[:regionSize])
		}
		raw = raw[regionSize:]
	}
}

// parseXe reads the regions of xe: their size, and what is in use.
func parseXe(raw []byte) (total, used *uint64) {
	regions(raw, xeHeader, func(r []byte) {
		total = plus(total, binary.LittleEndian.Uint64(r[8:]))
		if n := binary.LittleEndian.Uint64(r[16:]); n > 0 {
			used = plus(used, n)
		}
	})
	return total, used
}

// parseI915 reads the regions of i915: their size, and what is free.
func parseI915(raw []byte) (total, used *uint64) {
	regions(raw, i915Header, func(r []byte) {
		size, free := binary.LittleEndian.Uint64(r[8:]), binary.LittleEndian.Uint64(r[16:])
		total = plus(total, size)
		if free < size {
			used = plus(used, size-free)
		}
	})
	return total, used
}
