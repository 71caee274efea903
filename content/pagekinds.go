package content

import (
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// pageKindsName is the file of the kinds of pages.
const pageKindsName = "pages.yaml"

// ModelFolder is where the pages of models are.
const ModelFolder = "models/"

// Of is what has pages: its role.
const OfModel, OfGPU = "model", "gpu"

// PageKind declares the pages of the values of a field.
type PageKind struct {
	ID          string
	Of          string         // role or name of the field
	Folder      string         // address of the list, under which the pages are: "gpus/"
	Name        string         // of a value
	Title       string         // of the list
	Description string         // of the list
	Views       []DeclaredView `key:"-"`
	Keys
}

// DeclaredView declares a view, or another part of a page. Fields are named by their roles, their own names, or those of
// the columns of boards.
type DeclaredView struct {
	ID, Kind string
	Per      string // field of whose values each is a row; "" where each configuration is one
	Factor   string // field in which matched rows differ; "" where rows are not matched
	Base     string // value of that field to compare with, "" for the one with most models in common
	Series   string
	X        string
	Y        []string
	Switch   []string // x and y that a reader can choose instead; nil for none
	Label    string
	Alike    []string
	Columns  []string
	Limit    int
	Keys
}

// Named are the fields that stand behind a key of a declaration.
type Named struct {
	Key    string
	Fields []string
}

// Fields are the fields that the view names.
func (v DeclaredView) Fields() []Named {
	return []Named{
		{"rows", lists.NonZero([]string{v.Per, v.Factor})},
		{"series", lists.NonZero([]string{v.Series})},
		{"x", lists.NonZero([]string{v.X})},
		{"y", v.Y},
		{"switch", v.Switch},
		{"label", lists.NonZero([]string{v.Label})},
		{"alike", v.Alike},
		{"columns", v.Columns},
	}
}

// aboutModels are the parts that only pages of models have.
var aboutModels = map[string]bool{"responses": true, "charts": true, "alternatives": true}

func (e entry) pageKinds() (all []PageKind) {
	folders := map[string]bool{}
	for _, under := range e.each("pages") {
		s := read[PageKind](under)
		under.faultIf(folders[s.Folder], "address", "address: %s has other pages already; choose another folder", s.Folder)
		folders[s.Folder] = true
		all = append(all, s)
	}
	e.faultIf(!folders[ModelFolder], "pages", "pages: every site has pages of models; keep the entry model, and remove its views instead")
	return all
}

func (s *PageKind) finish(e entry) {
	s.Folder = strings.TrimSuffix(e.value("address").Text, "{slug}/")
	e.faultIf((s.Of == OfModel) != (s.Folder == ModelFolder), "address", "address: pages of models, and no others, are in %s{slug}/", ModelFolder)
	s.Views = lists.Map(e.each("views"), func(v entry) DeclaredView { return v.declaredView(s.Of) })
}

func (e entry) declaredView(of string) DeclaredView {
	v := read[DeclaredView](e)
	if m := rowsForm.FindStringSubmatch(e.text("rows")); m != nil {
		v.Per, v.Factor = m[1], m[2]
	} else {
		e.fault("rows", "rows: expected configurations, best per FIELD or matched FIELD, got %q", e.text("rows"))
	}
	if v.Base == "others" {
		v.Base = ""
	}
	switch {
	case aboutModels[v.Kind] && of != OfModel:
		e.fault("kind", "kind: only pages of models have %s; remove the view", v.Kind)
	case v.Kind == "change" && v.Factor != of:
		e.fault("rows", `rows: a change is between the values that have the pages; write “rows: matched %s”`, of)
	case v.Kind == "break-even" && v.Factor != OfGPU:
		e.fault("rows", "rows: prices are those of GPUs; write “rows: matched gpu”")
	case v.Kind == "ranking" && len(v.Columns) == 0:
		e.fault("columns", "columns is missing; add “columns: [model, energy, latency]”")
	case len(v.Switch) > 0 && (len(v.Switch) != 2 || v.Kind != "trade-off"):
		e.fault("switch", "switch: expected the x and the y of other axes of a trade-off, such as [throughput_per_user, throughput_per_gpu]")
	case v.Kind == "matrix" && (v.Per == "" || v.Series == ""):
		e.fault("rows", "a matrix needs rows and series, such as “rows: best per model” and “series: gpu”")
	case (v.Kind == "trade-off" || v.Kind == "line") && (v.X == "" || len(v.Y) == 0 || v.Series == ""):
		e.fault("x", "a drawing needs series, x and y; add those that are missing, such as “series: hardware”")
	}
	return v
}

// rowsForm is what a row of a view is.
var rowsForm = regexp.MustCompile(`(?s)^(?:best per (.*)|matched (.*)|configurations)?$`)
