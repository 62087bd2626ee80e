package intel

import (
	"context"
	"testing"

	"platform/internal/collector/proc/fdinfo"
	"platform/internal/collector/source/intel/levelzero"
)

// hidden is a host whose processes may not be looked at.
type hidden struct{}

func (hidden) Holders(context.Context) ([]fdinfo.Holder, error) { return nil, nil }
func (hidden) Hidden() int                                      { return 3 }

func TestTasksOfEngineGroups(t *testing.T) {
	f := func(busy map[int32][]float64, general, encoder, decoder float64) {
		t.Helper()
		got := tasks(busy)
		for _, v := range []struct {
			name string
			got  *float64
			want float64
		}{{"general", got.General, general}, {"encoder", got.Encoder, encoder}, {"decoder", got.Decoder, decoder}} {
			if v.got == nil && v.want >= 0 || v.got != nil && *v.got != v.want {
				t.Errorf("%v: %s is %v, want %g", busy, v.name, v.got, v.want)
			}
		}
	}
	const absent = -1
	f(nil, absent, absent, absent)
	f(map[int32][]float64{levelzero.EngineAll: {0.5, 0.25}, levelzero.EngineComputeAll: {0.9}}, 0.375, absent, absent)
	f(map[int32][]float64{levelzero.EngineComputeAll: {0.5}, levelzero.EngineRenderSingle: {0.1, 0.75}}, 0.75, absent, absent)
	f(map[int32][]float64{levelzero.EngineEncode: {0.2, 0.5}, levelzero.EngineDecode: {0.25}, levelzero.EngineMediaAll: {0.9}}, absent, 0.5, 0.25)
	f(map[int32][]float64{levelzero.EngineMediaAll: {0.75}}, absent, 0.75, absent)
}
