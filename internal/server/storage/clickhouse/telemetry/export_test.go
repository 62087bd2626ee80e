package telemetry

// Asked calls f with every statement from now on.
func (s *Store) Asked(f func(sql string, args []any)) { s.asked = f }
