// Package web holds the built files of the web UI.
package web

import "embed"

// Dist is what the web build wrote into dist; before a build it holds only a
// placeholder.
//
//go:embed all:dist
var Dist embed.FS
