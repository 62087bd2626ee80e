package engine

import (
	"sync"
	"time"

	"platform/internal/server/engine/chdb"
)

const maxSessions = 200

// sessions are connections kept between requests of the same session_id, with
// their settings, current database and temporary tables.
type sessions struct {
	mu   sync.Mutex
	open func() (*chdb.Conn, error)
	byID map[string]*openSession
}

type openSession struct {
	conn  *chdb.Conn
	busy  bool
	timer *time.Timer
}

// take returns the session's connection, which is then held until give.
func (s *sessions) take(want session) (*chdb.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have, ok := s.byID[want.id]; ok {
		if have.busy {
			return nil, exceptionf(codeSessionLocked, "Session %s is locked by a concurrent client", want.id)
		}
		have.timer.Stop()
		have.busy = true
		return have.conn, nil
	}
	if want.check {
		return nil, exceptionf(codeSessionMissing, "Session %s not found", want.id)
	}
	if len(s.byID) >= maxSessions {
		return nil, exceptionf(codeTooManyQueries, "Too many open sessions")
	}
	conn, err := s.open()
	if err != nil {
		return nil, err
	}
	s.byID[want.id] = &openSession{conn: conn, busy: true}
	return conn, nil
}

// give ends the request's hold; the session lives on for its timeout.
func (s *sessions) give(used session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	have := s.byID[used.id]
	have.busy = false
	have.timer = time.AfterFunc(used.timeout, func() { s.expire(used.id, have) })
}

func (s *sessions) expire(id string, old *openSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have := s.byID[id]; have == old && !have.busy {
		delete(s.byID, id)
		have.conn.Close()
	}
}

// close closes the connections of all sessions but those whose statement did not end.
func (s *sessions) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, have := range s.byID {
		if have.busy {
			continue
		}
		have.timer.Stop()
		have.conn.Close()
		delete(s.byID, id)
	}
}
