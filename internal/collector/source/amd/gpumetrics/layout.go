package gpumetrics

// layout says where a revision has its values: offsets in bytes, 0 for what it
// lacks. Unless said otherwise a value has 16 bits.
type layout struct {
	format, content uint8
	size            int

	edge, hotspot, memory int
	gfx, controller       int
	media, mediaEngines   int // the first percentage, and how many follow each other
	power                 int
	energy                int // 64 bits
	stack                 int // temperature of stacked memory, without which energy is not to be trusted

	graphicsClock, graphicsClocks int
	memoryClock                   int
	fan                           int
	replays                       int // 64 bits
	linkRead, linkWrite           int // 64 bits each, one after another for all links

	status    int // 32 bits, in terms of the chip
	reasons   int // 64 bits, in terms of all chips
	residency int // 32 bits: the counter of cycles, then one per reason

	partitions               int // how many are in use
	partition, partitionSize int // the first one
	partitionMedia           int // engines that follow the busy percentages of its parts
}

const (
	links         = 8 // of XGMI
	maxPartitions = 8
	maxParts      = 8 // of a partition, 32 bits each
	vcn           = 4 // engines that encode and decode
)

// layouts are all that are known. Two have the revision 1.6: the first one was
// replaced before most drivers had it.
var layouts = []layout{
	{format: 1, content: 0, size: 80, edge: 16, hotspot: 18, memory: 20, gfx: 28, controller: 30, media: 32, mediaEngines: 1,
		power: 34, graphicsClock: 54, graphicsClocks: 1, memoryClock: 58, status: 68, fan: 72},
	v1(1, 96), v1(2, 104), v1(3, 120),
	{format: 1, content: 4, size: 288, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14, media: 16, mediaEngines: vcn,
		energy: 24, status: 40, replays: 88, linkRead: 104, linkWrite: 168, graphicsClock: 240, graphicsClocks: 8, memoryClock: 280},
	{format: 1, content: 5, size: 360, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14, media: 16, mediaEngines: vcn + 32,
		energy: 88, status: 104, replays: 152, linkRead: 176, linkWrite: 240, graphicsClock: 312, graphicsClocks: 8, memoryClock: 352},
	{format: 1, content: 6, size: 384, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14, media: 16, mediaEngines: vcn + 32,
		energy: 88, residency: 104, replays: 176, linkRead: 200, linkWrite: 264, graphicsClock: 336, graphicsClocks: 8, memoryClock: 376},
	{format: 1, content: 6, size: 1664, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14,
		energy: 16, residency: 32, replays: 104, linkRead: 128, linkWrite: 192, graphicsClock: 264, graphicsClocks: 8, memoryClock: 304,
		partitions: 306, partition: 312, partitionSize: 168, partitionMedia: 32 + vcn},
	{format: 1, content: 7, size: 2208, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14,
		energy: 24, residency: 40, replays: 112, linkRead: 136, linkWrite: 200, graphicsClock: 296, graphicsClocks: 8, memoryClock: 336,
		partitions: 338, partition: 344, partitionSize: 232, partitionMedia: 32 + vcn},
	{format: 1, content: 8, size: 3872, hotspot: 4, memory: 6, power: 10, gfx: 12, controller: 14,
		energy: 24, residency: 40, replays: 112, linkRead: 136, linkWrite: 200, graphicsClock: 296, graphicsClocks: 8, memoryClock: 336,
		partitions: 338, partition: 344, partitionSize: 440, partitionMedia: 40 + vcn},
	// Processors with graphics: their sensors are in hwmon, in certain units.
	{format: 2, content: 0, size: 120}, {format: 2, content: 1, size: 120},
	{format: 2, content: 2, size: 128, reasons: 120}, {format: 2, content: 3, size: 152, reasons: 120}, {format: 2, content: 4, size: 168, reasons: 120},
	{format: 3, content: 0},
}

// v1 is one of the revisions 1.1 to 1.3, each of which adds to the one before.
func v1(content uint8, size int) layout {
	l := layout{format: 1, content: content, size: size, edge: 4, hotspot: 6, memory: 8, gfx: 16, controller: 18, media: 20, mediaEngines: 1,
		power: 22, energy: 24, stack: 88, graphicsClock: 54, graphicsClocks: 1, memoryClock: 58, status: 68, fan: 72}
	if content >= 3 {
		l.status, l.reasons = 0, 112
	}
	return l
}

// layoutOf returns the layout of a revision. A table that is longer than its
// layout has something added at its end.
func layoutOf(format, content uint8, size int) (best *layout, ok bool) {
	for i := range layouts {
		l := &layouts[i]
		if l.format == format && l.content == content && l.size <= size && (best == nil || l.size > best.size) {
			best = l
		}
	}
	return best, best != nil
}
