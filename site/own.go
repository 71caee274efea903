package site

import (
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// ownRules are what the script of a board needs to read a run of the reader's own, to check it by the laws of its record
// type, and to give it a place (own.js). The run stays in the browser.
type ownRules struct {
	Benchmark string     `json:"benchmark"` // whose results the board shows
	Kind      string     `json:"kind"`      // of the record type: the value of --domain
	Typed     []string   `json:"typed"`     // the fields that a reader can type, up to four
	Fields    []ownField `json:"fields"`
	Where     string     `json:"where,omitempty"` // a condition that rows of files must meet
	Laws      []ownLaw   `json:"laws,omitempty"`
	// GPUs are the least and the most power that one GPU can draw and its limit, in W, then the error of its sensor as a share
	// of the power and in W.
	GPUs map[string][5]float64 `json:"gpus"`
	// Sensor is the error of the sensor of any other GPU, as a share of the power; 0 where no energy is ranked.
	Sensor float64 `json:"sensor"`
	Power  string  `json:"power"` // the field with the power of all GPUs, "" for none
	// Margin is the half-width of the 95% interval of a single run on a log scale, 0 if unknown.
	Margin    float64   `json:"margin"`
	Task      string    `json:"task,omitempty"`      // of the board's rows: the value of the field in part "task"
	TaskField string    `json:"task_field"`          //
	Stable    [2]string `json:"stable"`              // fields that say whether a run is stable, and why not; "" for none
	Neighbors []string  `json:"neighbors,omitempty"` // fields that agree between runs of the same order of magnitude
	Compared  []string  `json:"compared,omitempty"`  // metrics that neighbors share
}

// ownField is how a value of a field is found in a reader's file.
type ownField struct {
	Name    string            `json:"name"`
	Kind    string            `json:"kind"`
	Label   string            `json:"label"`
	Unit    string            `json:"unit,omitempty"`
	Range   []float64         `json:"range,omitempty"`   // least and most, in the unit
	Above   bool              `json:"above,omitempty"`   // whether it must be above 0
	Counted bool              `json:"counted,omitempty"` // a number that no rounding changed
	From    []string          `json:"from,omitempty"`    // names in a file besides its own, in order of preference
	Factor  float64           `json:"factor,omitempty"`  // by which numbers of a file are multiplied, if not 1
	Match   string            `json:"match,omitempty"`
	Value   string            `json:"value,omitempty"` // expression over other fields instead
	Aliases map[string]string `json:"aliases,omitempty"`
}

// ownLaw is a law of the record type: terms of names of fields and a number.
type ownLaw struct {
	Code   string   `json:"code"`
	Equal  bool     `json:"equal,omitempty"` // terms are equal, otherwise rising
	Doubt  bool     `json:"doubt,omitempty"`
	Within float64  `json:"within,omitempty"`
	Terms  [][]any  `json:"terms"`
	Texts  []string `json:"texts"`
}

func (e *edition) ownRules(t *task) ownRules {
	s, row := t.rows[0].Schema(), t.rows[0]
	o := ownRules{
		Benchmark: e.system(s.System()).name, Kind: s.Domain, Margin: t.uncertainty.Single(), GPUs: map[string][5]float64{},
		TaskField: s.Name(data.RoleTask), Task: data.Text(row.The(data.RoleTask)),
		Stable: [2]string{s.Name(data.RoleStable), s.Name(data.RoleReason)}, Neighbors: s.Neighbors, Power: s.Name(data.RolePower), Where: s.Where,
	}
	assumed := e.content.Site.Uncertainty.Sensor / 100
	if t.uncertainty.Sensor != nil {
		o.Sensor = assumed
	}
	for _, g := range e.content.GPUs {
		least, most := g.Draws()
		limits := [5]float64{least, most, g.TDP}
		if row.Runs().BeyondGPUs(0) { // which no limit of a GPU holds for
			limits[1], limits[2] = math.MaxFloat64, 0
		}
		if t.uncertainty.Sensor != nil {
			limits[3], limits[4] = g.Sensor.Percent/100, g.Sensor.Watts
			if limits[3] == 0 && limits[4] == 0 {
				limits[3] = assumed
			}
		}
		o.GPUs[g.Model] = limits
	}
	o.Typed = lists.Distinct(lists.Filter(append([]string{row.RankField().Name}, t.typed()...), s.Has))
	o.Typed = o.Typed[:min(len(o.Typed), mostTyped)]
	short := lists.Filter(s.Fields(), func(f data.Field) bool { return !f.Path && !f.Long && !f.JSON })
	o.Fields = lists.Map(short, t.ownField)
	for _, l := range s.Laws {
		law := ownLaw{Code: l.Code, Equal: len(l.Equal) > 0, Doubt: l.Doubt, Within: l.Within}
		for _, term := range l.Terms() {
			names := lists.Map(term.Fields, func(name string) any { return name })
			law.Terms, law.Texts = append(law.Terms, append([]any{term.Factor}, names...)), append(law.Texts, term.Text)
		}
		o.Laws = append(o.Laws, law)
	}
	o.Compared = lists.NonZero(lists.Map(data.SharedByNeighbors, s.Name))
	return o
}

// typed are the fields that a reader can type besides what ranks: the latency of the default view, throughput, power, and
// the energy of a response.
func (t *task) typed() []string {
	s := t.rows[0].Schema()
	var names []string
	if at := s.LatencyAt(); len(at) > 0 {
		names = append(names, at[min(int(t.query.Percentile), len(at)-1)])
	}
	roles := []data.Role{data.RoleThroughput, data.RolePower, data.RolePerResponse, data.RoleEnergy, data.RoleAccuracy}
	return append(names, lists.Map(roles, s.Name)...)
}

func (t *task) ownField(f data.Field) ownField {
	of := t.translated(f)
	o := ownField{
		Name: f.Name, Kind: f.Kind.String(), Label: of.Label, Unit: of.Unit, Above: f.Positive, Match: f.Match, Value: f.Value, Aliases: f.Aliases,
		Counted: f.Kind != data.Float || f.Better == data.Neutral,
	}
	if f.Max != 0 {
		o.Range = []float64{f.Min, f.Max}
	}
	o.From = lists.Filter(f.From, func(name string) bool { return !strings.ContainsAny(name, ":()[*") }) // of the file itself, one value
	file, known := data.ParseUnit(f.FileUnit)
	own, stated := data.ParseUnit(f.Unit)
	if f.FileUnit != "" && known && stated && own.Factor != 0 {
		o.Factor = file.Factor / own.Factor
	}
	return o
}
