package collector

// Feature is something the collector can do on this host, or why it cannot.
type Feature struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail,omitempty"` // what it gives, or why it does not
	Remedy string `json:"remedy,omitempty"` // what would make it available
	Gate   string `json:"variable,omitempty"`
}

// State is whether a feature works.
type State string

// The states of a feature.
const (
	On          State = "on"
	Off         State = "off"         // switched off by its variable or preset
	Unavailable State = "unavailable" // the host lacks something
	Absent      State = "absent"      // not part of this release
)
