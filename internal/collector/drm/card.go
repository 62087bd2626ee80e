// Package drm reads GPUs from the files of Linux's display drivers: which cards
// there are, their sensors, and how much of them each process uses.
package drm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"platform/internal/collector/host"
)

// Card is a GPU as the kernel numbers it.
type Card struct {
	Dir      // the card's own directory
	Device   Dir
	Number   int    // N of cardN
	Name     string // cardN
	PCI      string // 0000:03:00.0
	Vendor   uint16 // of PCI
	Model    uint16 // of PCI
	Driver   string // amdgpu, i915, xe, ...
	Renderer string // renderD128; "" when the card has none
}

// maxCards is far above what a host has.
const maxCards = 256

// Cards returns the PCI cards of a vendor by number. A host without display
// drivers has none.
func Cards(h host.Root, vendor uint16) ([]Card, error) {
	base := filepath.Join(h.Sys, "class/drm")
	names, err := names(base)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("no display driver is loaded: %w", err)
	}
	if err != nil {
		return nil, err
	}
	var cards []Card
	for _, name := range names {
		number, ok := cardNumber(name)
		if !ok || len(cards) == maxCards {
			continue
		}
		c := Card{Dir: Dir(filepath.Join(base, name)), Number: number, Name: name}
		if c.identify() && c.Vendor == vendor {
			cards = append(cards, c)
		}
	}
	slices.SortFunc(cards, func(a, b Card) int { return a.Number - b.Number })
	return cards, nil
}

// cardNumber returns N of cardN; connectors have names such as card0-DP-1.
func cardNumber(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "card")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// identify fills in what the files of the device say; false when it is not one
// on a PCI bus.
func (c *Card) identify() bool {
	c.Device = c.Sub("device")
	vendor, ok1 := c.Device.Hex("vendor")
	model, ok2 := c.Device.Hex("device")
	if !ok1 || !ok2 {
		return false
	}
	c.Vendor, c.Model = uint16(vendor), uint16(model)
	text, _ := c.Device.Read("uevent")
	c.Driver, c.PCI = parseUevent(text)
	for _, name := range c.Device.Sub("drm").Names() {
		if strings.HasPrefix(name, "renderD") {
			c.Renderer = name
		}
	}
	return c.PCI != ""
}

// parseUevent returns the driver and the address of a PCI device.
func parseUevent(text []byte) (driver, pci string) {
	for line := range bytes.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(string(line)), "=")
		switch key {
		case "DRIVER":
			driver = strings.ToValidUTF8(value, "")
		case "PCI_SLOT_NAME":
			pci = strings.ToLower(strings.ToValidUTF8(value, ""))
		}
	}
	return driver, pci
}

// Asleep reports whether the device is powered down: reading its sensors would
// wake it, or fail.
func (c *Card) Asleep() bool {
	s := c.Device.Sub("power").Text("runtime_status")
	return s == "suspended" || s == "suspending"
}
