// Package metrics is the catalog: every metric the collector can emit, once.
// Sources emit by naming a row, so an undeclared metric does not compile.
package metrics

import "slices"

// Def declares one metric.
type Def struct {
	ID      int // dense, for arrays indexed by metric
	Group   string
	Name    string
	Kind    Kind
	Unit    string // UCUM, as OpenTelemetry writes it
	Help    string
	Integer bool      // values are whole numbers and stay exact
	Entity  []Key     // attributes of the thing measured
	By      []Key     // attributes that split it further, in the order Batch takes them
	Bounds  []float64 // upper bucket bounds of a histogram, in Unit
	Support [3]string // nvidia, amd, intel: "Y", "Y*", "soft" or "-"; empty outside GPUs
}

// Kind says how values combine.
type Kind uint8

const (
	Gauge         Kind = iota // a level; the last value wins
	Counter                   // only grows; a smaller value is a restart
	UpDownCounter             // a sum that may shrink
	Histogram                 // a distribution; its count only grows
)

func (k Kind) String() string {
	return [...]string{"Gauge", "Counter", "UpDownCounter", "Histogram"}[k]
}

// Key is an attribute; Values is its closed set, nil for free values.
type Key struct {
	Name     string
	Values   []string
	Optional bool // may be left out of a point
	Number   bool // a whole number, though a split is given as text
}

// opt returns k as an attribute that a point may lack.
func opt(k Key) Key {
	k.Optional = true
	return k
}

var all []*Def

// All returns every declared metric in declaration order: by file name, then
// by line.
func All() []*Def { return slices.Clone(all) }

// Count returns how many metrics are declared; IDs are below it.
func Count() int { return len(all) }

// group declares metrics that share what they measure.
type group struct {
	name   string
	entity []Key
}

func (g group) gauge(name, unit, help string) *Def   { return g.declare(name, Gauge, unit, help) }
func (g group) counter(name, unit, help string) *Def { return g.declare(name, Counter, unit, help) }
func (g group) updown(name, unit, help string) *Def {
	return g.declare(name, UpDownCounter, unit, help)
}

func (g group) histogram(name, unit, help string, bounds []float64) *Def {
	d := g.declare(name, Histogram, unit, help)
	d.Bounds = bounds
	return d
}

func (g group) declare(name string, k Kind, unit, help string) *Def {
	d := &Def{ID: len(all), Group: g.name, Name: name, Kind: k, Unit: unit, Help: help, Entity: g.entity}
	all = append(all, d)
	return d
}

func (d *Def) by(keys ...Key) *Def { d.By = keys; return d }
func (d *Def) ints() *Def          { d.Integer = true; return d }
func (d *Def) on(nvidia, amd, intel string) *Def {
	d.Support = [3]string{nvidia, amd, intel}
	return d
}
