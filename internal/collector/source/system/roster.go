package system

import "platform/internal/collector/sample"

// roster keeps the entities of named things from tick to tick: it makes one
// when a name comes up and forgets it when the name is gone.
type roster struct {
	items map[string]*held
	add   func(name string) *sample.Entity // may return nil
	round uint64
}

type held struct {
	entity *sample.Entity
	seen   uint64 // the last round that had the name
}

func newRoster(add func(name string) *sample.Entity) roster {
	return roster{items: map[string]*held{}, add: add}
}

// get returns the entity of that name in this round.
func (r *roster) get(name []byte) *sample.Entity {
	h := r.items[string(name)]
	if h == nil {
		h = &held{entity: r.add(string(name))}
		r.items[string(name)] = h
	}
	h.seen = r.round
	return h.entity
}

// sweep ends a round in which every present name was asked for. It is not
// called after a round that missed some, which may still be there.
func (r *roster) sweep() {
	for name, h := range r.items {
		if h.seen != r.round {
			delete(r.items, name)
		}
	}
	r.round++
}
