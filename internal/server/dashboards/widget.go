package dashboards

// Format is the version of how widgets are written. It grows when widgets of
// before can no longer be read as they are.
const Format = 1

// Columns is how wide the grid is.
const Columns = 12

// Widget is one part of a dashboard.
type Widget struct {
	ID      string        `json:"id" minLength:"1" maxLength:"40" pattern:"^[A-Za-z0-9_-]+$" doc:"Unique in the dashboard."`
	Kind    Kind          `json:"kind" enum:"series,number,top,bar,text" doc:"series: lines over time. number: one value and how it changed since the range before. top: a table of groups. bar: bars of groups. text: a note."`
	Title   string        `json:"title,omitempty" maxLength:"200"`
	Place   WidgetPlace   `json:"place"`
	Queries []WidgetQuery `json:"queries,omitempty" maxItems:"8" doc:"What is shown; called a, b, c and so on. A text has none."`
	Formula string        `json:"formula,omitempty" maxLength:"200" doc:"A number made of the queries, shown instead of them." example:"a / b * 100"`
	Unit    string        `json:"unit,omitempty" maxLength:"32" doc:"UCUM; that of the metric when left out." example:"By"`
	Reduce  Reduce        `json:"reduce,omitempty" enum:"last,avg,min,max,sum" doc:"How the values of a range become one, for number, top and bar. Default: what suits the query."`
	Stacked bool          `json:"stacked,omitempty" doc:"Lines of a series stand on each other."`
	Limit   int           `json:"limit,omitempty" minimum:"0" maximum:"50" doc:"Groups of top and bar; 10 when 0."`
	Text    string        `json:"text,omitempty" maxLength:"20000" doc:"Of a text: lines, # titles, - lists, **strong**, and links."`
}

// Kind is how a widget shows its queries.
type Kind string

// Kinds of widgets.
const (
	Series Kind = "series"
	Number Kind = "number"
	Top    Kind = "top"
	Bar    Kind = "bar"
	Text   Kind = "text"
)

// WidgetPlace is where a widget stands on the grid, in columns and rows.
type WidgetPlace struct {
	X int `json:"x" minimum:"0" maximum:"11"`
	Y int `json:"y" minimum:"0" maximum:"1000"`
	W int `json:"w" minimum:"1" maximum:"12"`
	H int `json:"h" minimum:"1" maximum:"24"`
}

// overlaps reports whether two places share a cell.
func (p WidgetPlace) overlaps(q WidgetPlace) bool {
	return p.X < q.X+q.W && q.X < p.X+p.W && p.Y < q.Y+q.H && q.Y < p.Y+p.H
}

// Reduce is how the values of a time range become one.
type Reduce string

// Reductions.
const (
	Last Reduce = "last"
	Avg  Reduce = "avg"
	Min  Reduce = "min"
	Max  Reduce = "max"
	Sum  Reduce = "sum"
)
