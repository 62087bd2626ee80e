package drm

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"platform/internal/collector/host"
)

// ProductName looks a PCI device up in the host's list of names; "" when there
// is no such list or it does not know the device.
func ProductName(h host.Root, vendor, model uint16) string {
	for _, file := range []string{"usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids"} {
		f, err := os.Open(filepath.Join(h.FS, file))
		if err != nil {
			continue
		}
		defer f.Close()
		if name := productName(f, vendor, model); name != "" {
			return name
		}
	}
	return ""
}

// maxIDs bounds what is read of the list, which has one and a half megabytes.
const maxIDs = 16 << 20

// productName reads a list in which vendors begin lines and their devices
// follow, indented by one tab. Of a name with a product in brackets, that is
// returned.
func productName(r io.Reader, vendor, model uint16) string {
	inVendor := fmt.Sprintf("%04x  ", vendor)
	wanted := fmt.Sprintf("\t%04x  ", model)
	found := false
	lines := bufio.NewScanner(io.LimitReader(r, maxIDs))
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			if found {
				return ""
			}
			found = strings.HasPrefix(line, inVendor)
		case found && strings.HasPrefix(line, wanted):
			return product(line[len(wanted):])
		}
	}
	return ""
}

func product(name string) string {
	name = strings.ToValidUTF8(strings.TrimSpace(name), "")
	if i := strings.LastIndexByte(name, '['); i >= 0 && strings.HasSuffix(name, "]") && len(name) > i+2 {
		return name[i+1 : len(name)-1]
	}
	return name
}
