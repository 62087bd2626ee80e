package drm

import (
	"slices"
	"strconv"
	"strings"
)

// Hwmon returns the sensors of a device, those of the chip with that name when
// there are several; "" when the device has none.
func Hwmon(device Dir, chip string) (Dir, bool) {
	base := device.Sub("hwmon")
	all := base.Names()
	slices.Sort(all)
	for _, name := range all {
		if d := base.Sub(name); strings.HasPrefix(name, "hwmon") && (chip == "" || d.Text("name") == chip) {
			return d, true
		}
	}
	return "", false
}

// maxSensors is how many sensors of a kind are looked for.
const maxSensors = 16

// Labelled returns the number of the sensor with that label, such as "mem" of
// temp3_label; 0 when there is none.
func Labelled(hwmon Dir, kind, label string) int {
	for i := 1; i <= maxSensors; i++ {
		if hwmon.Text(kind+strconv.Itoa(i)+"_label") == label {
			return i
		}
	}
	return 0
}

// Temperature returns what the sensor with that label measures, in °C.
func Temperature(hwmon Dir, label string) *float64 {
	i := Labelled(hwmon, "temp", label)
	if i == 0 {
		return nil
	}
	return hwmon.Scaled("temp"+strconv.Itoa(i)+"_input", 1000)
}

// Fastest returns the speed of the fastest fan in rpm: one that fails must not
// hide that the others work hard.
func Fastest(hwmon Dir) (rpm *float64) {
	for i := 1; i <= maxSensors; i++ {
		v := hwmon.Scaled("fan"+strconv.Itoa(i)+"_input", 1)
		if v == nil {
			if i > 1 {
				break
			}
			continue
		}
		if rpm == nil || *v > *rpm {
			rpm = v
		}
	}
	return rpm
}
