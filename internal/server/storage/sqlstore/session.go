package sqlstore

import (
	"context"
	"time"
)

// sessionStore keeps browser sessions. The tokens it gets are hashes.
type sessionStore struct{ run runner }

func (s *sessionStore) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	all, err := many(ctx, s.run, scanValue[[]byte],
		"SELECT data FROM sessions WHERE token = ? AND expires_at > ?", token, micros(time.Now()))
	if err != nil || len(all) == 0 {
		return nil, false, err
	}
	return all[0], true, nil
}

func (s *sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expires time.Time) error {
	_, err := s.run.exec(ctx, `INSERT INTO sessions (token, data, expires_at) VALUES (?, ?, ?)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`, token, data, micros(expires))
	return err
}

func (s *sessionStore) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.run.exec(ctx, "DELETE FROM sessions WHERE token = ?", token)
	return err
}

// DeleteExpired removes the sessions that ended before at.
func (s *sessionStore) DeleteExpired(ctx context.Context, at time.Time) error {
	_, err := s.run.exec(ctx, "DELETE FROM sessions WHERE expires_at <= ?", micros(at))
	return err
}

// Find, Commit and Delete complete the interface; the session manager calls
// their forms with a context.
func (s *sessionStore) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}
func (s *sessionStore) Commit(token string, data []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expires)
}
func (s *sessionStore) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
