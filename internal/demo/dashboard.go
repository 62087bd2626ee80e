package demo

import _ "embed"

// Dashboard is an example of a dashboard over the telemetry, as a file to import.
//
//go:embed dashboard.json
var Dashboard []byte
