package dashboards

import (
	"encoding/json"

	"platform/internal/server/fault"
)

// Parse reads a dashboard from a file as it is exported.
func Parse(file []byte) (Content, error) {
	var body DashboardBody
	if err := json.Unmarshal(file, &body); err != nil {
		return Content{}, fault.New(fault.Invalid, "not a file of a dashboard").Because(err)
	}
	if body.Format != Format {
		return Content{}, invalid("format", "is not %d", Format)
	}
	c := body.content()
	return c, c.check()
}
