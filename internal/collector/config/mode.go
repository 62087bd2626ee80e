package config

import (
	"slices"

	"platform/internal/envvar"
)

// Mode is a preset: each includes everything the one before it turns on.
type Mode string

// The presets, in that order.
const (
	Light    Mode = "light"
	Serving  Mode = "serving"
	Training Mode = "training"
	Deep     Mode = "deep"
	All      Mode = "all"
)

// Modes lists the presets from the smallest to the largest.
var Modes = []Mode{Light, Serving, Training, Deep, All}

func (m Mode) atLeast(other Mode) bool { return slices.Index(Modes, m) >= slices.Index(Modes, other) }

// from is a default that is true in preset m and in those after it.
func from(m Mode) func(Config) string {
	return choose(m, "true", "false")
}

// choose is a default that is on in preset m and those after it, and off before.
func choose(m Mode, on, off string) func(Config) string {
	return func(c Config) string {
		if c.Mode.atLeast(m) {
			return on
		}
		return off
	}
}

// when is a default that is true where the surroundings allow it.
func when(allowed func(Config) bool) func(Config) string {
	return func(c Config) string {
		if allowed(c) {
			return "true"
		}
		return "false"
	}
}

// Presets returns the presets in which v is on when it is unset, on Linux in
// Kubernetes, where nothing else holds it back. Nil when presets do not matter.
func Presets(v envvar.Var[Config]) (in []Mode) {
	base := Config{OS: "linux", Kubernetes: true, NodeSet: true}
	base.Mode = Light
	smallest := v.Default(base)
	for _, m := range Modes {
		base.Mode = m
		if d := v.Default(base); d != smallest {
			in = append(in, m)
		}
	}
	return in
}
