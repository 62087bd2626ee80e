// Package storetest runs the suite of a domain against each of its stores.
package storetest

import "testing"

// Opened is an empty store, and ways to make and delete what owns its rows: a
// database configuration, or a project.
type Opened[S any] struct {
	Store S
	Owner func(t *testing.T) (id string)
	Drop  func(t *testing.T, id string)
}

// Case is a sentence about a store, and what holds it.
type Case[S any] struct {
	Says string
	Run  func(t *testing.T, o Opened[S])
}

// Run holds every sentence against a store of its own.
func Run[S any](t *testing.T, open func(t *testing.T) Opened[S], cases []Case[S]) {
	for _, c := range cases {
		t.Run(c.Says, func(t *testing.T) { c.Run(t, open(t)) })
	}
}
