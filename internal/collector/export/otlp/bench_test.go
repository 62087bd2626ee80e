package otlp

import (
	"fmt"
	"testing"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// BenchmarkSnapshot measures what a snapshot of 2,500 series costs before and
// after the official exporter.
func BenchmarkSnapshot(b *testing.B) {
	batch := sample.NewBatch(at(0), nil)
	for i := range 500 {
		e := sample.NewEntity(attribute.String("hw.id", fmt.Sprintf("GPU-%08x-0000-0000-0000-000000000000", i)), attribute.String("hw.name", "NVIDIA H200"),
			attribute.String("hw.vendor", "nvidia"), attribute.Int("gpu.index", i), attribute.String("gpu.pci_address", "0000:1b:00.0"),
			attribute.String("gpu.measurement.source", "nvml"), attribute.Bool("gpu.mig.enabled", false), attribute.String("hw.driver_version", "570.86.10"))
		batch.Float(e, metrics.Power, 700.25)
		batch.Float(e, metrics.Energy, 1000)
		batch.Float(e, metrics.GPUUtilization, 0.75, "general")
		batch.Int(e, metrics.GPUIO, 1<<30, "receive")
		batch.Int(e, metrics.GPUIO, 1<<20, "transmit")
	}
	snap := sample.Merge(at(0), []*sample.Batch{batch}, nil)
	rm := convert(snap, named("h"))
	body, _ := encode(rm, 0)
	b.Run("convert", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			convert(snap, nil)
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			encode(rm, len(body))
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			decode(body)
		}
	})
}
