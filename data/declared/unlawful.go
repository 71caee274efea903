package declared

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// misnamed tells columns whose names state another unit than “in”.
func (l *loader) misnamed() {
	for _, f := range l.fields {
		in := unit(f.FileUnit)
		counted, _, _ := strings.Cut(f.FileUnit, "/") // of “Wh/1000 tokens”, where a name states Wh
		for _, column := range f.paths {
			_, column = called(column)
			stated, u := f.stating(column)
			other := func(in data.Unit) bool { return u.Fits(in) && !u.Same(in) }
			if l.own[f.Name] > 0 && l.found[f.Name] && stated != "" && !u.Fits(unit("token")) && !strings.EqualFold(stated, f.FileUnit) &&
				f.FileUnit != "" && !f.cell && (other(in) || other(unit(counted))) {
				l.tell(l.own[f.Name], f.Name, "in: the numbers of %q are taken as %s, but its name states %s; write “in: %[3]s”, or rename the column",
					data.ClipName(column), f.FileUnit, stated)
			}
		}
	}
}

// unlawful finds the laws of the declaration that all rows break by one factor, which a unit explains better than the rows.
func (l *loader) unlawful(t data.Table) {
	for i, law := range l.schema.Laws {
		if len(law.Equal) != 2 || law.Doubt || !l.states("laws") {
			continue
		}
		terms := law.Terms()
		var ratios []float64
		for row := range t.Len() {
			if ratio := product(t, row, terms[0]) / product(t, row, terms[1]); ratio > 0 && !math.IsInf(ratio, 1) {
				ratios = append(ratios, ratio)
			}
		}
		if len(ratios) < 2 {
			continue
		}
		slices.Sort(ratios)
		within := 1 + max(law.Within, 0.01)
		least, most := ratios[0], ratios[len(ratios)-1]
		if factor := ratios[len(ratios)/2]; most < least*within*within && (factor > 1.5 || factor < 1/1.5) {
			at := l.written.At("laws", i)
			for _, name := range slices.Concat(terms[0].Fields, terms[1].Fields) {
				isIt := func(f *yamltree.Node) bool { return f.At("name").Text == name && f.Has("in") }
				if f, is := lists.Find(l.written.At("fields").Items, isIt); is {
					at = f.At("in")
				}
			}
			l.faults.At(at, "law %s: in all %s, %s is %s times %s; correct “in”, the column or the unit of one, or the law", data.ClipName(law.Code),
				units.Counted(len(ratios), "row"), terms[0].Text, strconv.FormatFloat(factor, 'g', 3, 64), terms[1].Text)
		}
	}
}

// product is the value of a term in a row, NaN where a factor is missing.
func product(t data.Table, row int, of data.Term) float64 {
	x := of.Factor
	for _, name := range of.Fields {
		factor, known := t.Number(row, name)
		if !known {
			return math.NaN()
		}
		x *= factor
	}
	return x
}
