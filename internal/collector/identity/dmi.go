package identity

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"platform/internal/collector/host"
)

// azureTag is the asset tag of every Azure machine; other machines of Microsoft
// have another or none.
const azureTag = "7783-7084-3265-9085-8269-3286-77"

// readDMI guesses the provider from who made the machine.
func readDMI(h host.Root) found {
	if h.Sys == "" {
		return found{}
	}
	return parseDMI(func(name string) string {
		f, err := os.Open(filepath.Join(h.Sys, "class/dmi/id", name))
		if err != nil {
			return ""
		}
		defer f.Close()
		raw, err := io.ReadAll(io.LimitReader(f, 1024))
		if err != nil {
			return ""
		}
		return clean(string(raw))
	})
}

// parseDMI takes the vendor's name for a hint only where the other fields, when
// they are there, agree: laptops are made by Google and Microsoft too. On
// Amazon's machines the product is the type of the instance.
func parseDMI(field func(name string) string) found {
	vendor, product := strings.ToLower(field("sys_vendor")), field("product_name")
	switch {
	case strings.Contains(vendor, "amazon"):
		f := found{provider: "aws"}
		if family, size, ok := strings.Cut(product, "."); ok && family != "" && size != "" && !strings.Contains(product, " ") {
			f.machine, f.machineSource = product, "dmi"
		}
		return f
	case strings.Contains(vendor, "google") && (product == "" || strings.HasPrefix(product, "Google Compute Engine")):
		return found{provider: "gcp"}
	case strings.Contains(vendor, "microsoft"):
		if tag := field("chassis_asset_tag"); tag == "" || tag == azureTag {
			return found{provider: "azure"}
		}
	}
	return found{}
}
