//go:build linux || windows

package intel

import (
	"platform/internal/collector/gpu"
	"platform/internal/collector/source/intel/levelzero"
)

// activity is how long a group of engines was active, at which time.
type activity struct{ active, at uint64 } // µs

// readEngines derives how busy engines were since the last reading.
func (s *sysman) readEngines(v *gpu.Reading, all []levelzero.Engine) {
	busy := map[int32][]float64{} // by kind
	for i, e := range all {
		if !s.may("engine activity") {
			break
		}
		active, at, err := e.Activity()
		if !s.note("engine activity", err) {
			continue
		}
		if b, known := s.engines[i]; known && at > b.at && active >= b.active {
			busy[e.Kind] = append(busy[e.Kind], min(1, float64(active-b.active)/float64(at-b.at)))
		}
		s.engines[i] = activity{active, at}
	}
	v.Utilization = tasks(busy)
}

// tasks tells utilization by task. The group of all engines stands for the
// device, with the average of its parts; without it the busiest kind does.
// Where media engines are only counted together, they count as encoders.
func tasks(busy map[int32][]float64) (t gpu.ByTask) {
	t.General = average(busy[levelzero.EngineAll])
	if t.General == nil {
		t.General = highest(
			average(busy[levelzero.EngineComputeAll]), average(busy[levelzero.EngineRenderAll]),
			largest(busy[levelzero.EngineComputeSingle]), largest(busy[levelzero.EngineRenderSingle]))
	}
	t.Encoder = largest(busy[levelzero.EngineEncode])
	t.Decoder = largest(busy[levelzero.EngineDecode])
	if t.Encoder == nil && t.Decoder == nil {
		t.Encoder = highest(average(busy[levelzero.EngineMediaAll]), largest(busy[levelzero.EngineCodec]))
	}
	return t
}

func average(all []float64) *float64 {
	if len(all) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return new(sum / float64(len(all)))
}

func largest(all []float64) (v *float64) {
	for _, one := range all {
		v = highest(v, &one)
	}
	return v
}

func highest(all ...*float64) (v *float64) {
	for _, one := range all {
		if one != nil && (v == nil || *one > *v) {
			v = one
		}
	}
	return v
}
