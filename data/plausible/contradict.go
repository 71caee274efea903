package plausible

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// sizeInName is the number of parameters in the name of a model, in billions; ofExperts is in names whose size may be that of a part.
var (
	sizeInName = regexp.MustCompile(`(?i)(?:^|[-/ :]|[^0-9]_)([0-9]+(?:\.[0-9]+)?)b(?:[-_ :]|$)`)
	ofExperts  = regexp.MustCompile(`(?i)moe|[0-9]x[0-9]|[0-9]e(?:[-_ ]|$)|[-_ ][ae][0-9.]+b`)
)

// otherSize is from which factor on a number of parameters is not that of a model's name: embeddings explain less.
const otherSize = 1.6

// ofOther tells numbers of parameters that the names of models contradict.
func (t *tally) ofOther(f data.Field, runs []int) string {
	u, _ := data.ParseUnit(f.Unit)
	if f.Role != data.RoleParameters || u.Factor < 1 {
		return ""
	}
	read, active, model := t.table.Reader(f.Name), t.reader(data.RoleActive), t.table.Schema().Name(data.RoleModel)
	isOther := func(run int) bool {
		name := t.table.Text(run, model)
		sizes := sizeInName.FindAllStringSubmatch(name, -1)
		total, stated := read(run)
		part, known := active(run)
		return stated && len(sizes) > 0 && (known || !ofExperts.MatchString(name)) && lists.All(sizes, func(m []string) bool {
			size, _ := strconv.ParseFloat(m[1], 64)
			size *= 1e9 / u.Factor
			isOf := func(x float64) bool { return max(x/size, size/x) < otherSize }
			return !isOf(total) && !(known && isOf(part))
		})
	}
	runs = runs[:min(len(runs), mostLooked)]
	others := lists.Filter(runs, isOther)
	if len(others) == 0 {
		return ""
	}
	first := slices.MinFunc(others, t.inOrder)
	x, _ := read(first)
	return fmt.Sprintf("%s, it is %s %s, but the name of the model is %q; correct the number, or the name",
		t.some(len(others), len(runs), first), units.Short(x), f.Unit, data.ClipName(t.table.Text(first, model)))
}

// partlyShares tells the lesser part of numbers of a percentage that are shares: they are those of the others, divided by 100, with two
// decimal places more.
func (t *tally) partlyShares(f data.Field, runs []int) string {
	type span struct {
		n, places   int
		least, most float64
	}
	shares, others, read := span{least: math.Inf(1)}, span{least: math.Inf(1)}, t.table.Reader(f.Name)
	first := -1
	for _, run := range runs[:min(len(runs), mostLooked)] {
		x, _ := read(run)
		text := strconv.FormatFloat(x/f.InFile(), 'g', 10, 64) // without what dividing has rounded
		v, _ := strconv.ParseFloat(text, 64)
		of := &others
		if v <= 0 {
			continue
		} else if v <= 1 {
			of = &shares
			if first < 0 || t.inOrder(run, first) < 0 {
				first = run
			}
		}
		_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
		*of = span{of.n + 1, max(of.places, len(decimals)), min(of.least, v), max(of.most, v)}
	}
	apart := 2.0 // how far accuracies of models may be from each other
	if shares.n < fewestAlike {
		apart = 1.1 // a few may be small: they must be among the others as percentages
	}
	if shares.n == 0 || shares.n >= others.n || shares.places != others.places+2 ||
		100*shares.least*apart < others.least || 100*shares.most > apart*others.most {
		return ""
	}
	return fmt.Sprintf("in: “%%” is declared, but the numbers %s, are %s to %s, and the others %s to %s: if they are shares, multiply them by 100 in the file",
		t.some(shares.n, shares.n+others.n, first), short(shares.least), short(shares.most), short(others.least), short(others.most))
}

// firstDate is before all measurements, 2000-01-01, in s.
const firstDate = 946_684_800

// noDate tells starts of runs that are numbers of another kind, unless recordings have the same clock.
func (t *tally) noDate(f data.Field, runs []int) string {
	isEarly := func(run int) bool {
		at, err := instants.Instant(t.table.Text(run, f.Name), "UTC")
		return err == nil && at < firstDate
	}
	if f.Role != data.RoleStart || len(runs) == 0 || t.sources[t.table.Place(runs[0]).Source].Written.Recorded || !lists.All(runs, isEarly) {
		return ""
	}
	return fmt.Sprintf("%q in %s is no time of a run: as one, it is before 2000; correct “from”, or leave out the role",
		data.ClipName(t.table.Text(runs[0], f.Name)), t.place(runs[0]))
}

// energyIn tells an energy whose product with the throughput is less than GPUs draw at work in most rows, or more than they can, and is
// what they can in almost all if the energy is in another unit; or is less in all rows.
// It names the column that is in another unit. Where a stated power is about that product, it is none.
func (t *tally) energyIn(f data.Field, runs []int) (said, in string) {
	s := t.table.Schema()
	w, _ := data.ParseUnit("W")
	rate, product, called := t.rate()
	if start, end := s.Name(data.RoleStart), s.Name(data.RoleEnd); start != "" && end != "" && s.Name(data.RoleThroughput)+s.Name(data.RoleDuration) == "" {
		second, _ := data.ParseUnit("s")
		outputs := t.reader(data.RoleOutputTokens)
		product, called = t.unit(data.RoleOutputTokens).Times(second, -1), fmt.Sprintf("%s / (%s − %s)", s.Name(data.RoleOutputTokens), end, start)
		rate = func(run int) (float64, bool) {
			n, counted := outputs(run)
			seconds, _, _, known := instants.Between(t.table.Text(run, start), t.table.Text(run, end))
			return n / seconds, counted && known && seconds > 0
		}
	}
	if product = t.unit(data.RoleEnergy).Times(product, 1); f.Role != data.RoleEnergy || !product.Fits(w) || countsPrompts.MatchString(s.Basis.Token) {
		return "", ""
	}
	energy, power, count, gpu := t.reader(data.RoleEnergy), t.reader(data.RolePower), t.reader(data.RoleGPUs), s.Name(data.RoleGPU)
	var shares [][2]float64 // of the least and the most that the GPUs of a row draw
	first, odd, example := -1, 0, ""
	for _, run := range runs[:min(len(runs), mostLooked)] {
		joules, measured := energy(run)
		outputs, counted := rate(run)
		n, known := count(run)
		limit := t.gpus[t.table.Text(run, gpu)]
		x := joules * outputs * product.Factor / w.Factor
		if watts, stated := power(run); stated && max(x/watts, watts/x) < offUnits {
			return "", ""
		} else if limit.Busy == 0 && x > n*mostOfRack {
			limit = Limit{Busy: 1, Most: mostOfRack}
		}
		if !measured || !counted || !known || limit.Busy == 0 || t.table.BeyondGPUs(run) {
			continue
		}
		shares = append(shares, [2]float64{x / (n * limit.Busy), x / (n * limit.Most)})
		if x < n*limit.Busy || x > n*limit.Most {
			if odd++; first < 0 || t.inOrder(run, first) < 0 {
				first, example = run, fmt.Sprintf("%s W, but %g× %s draws %s to %s W at work",
					short3(x), n, t.table.Text(run, gpu), short(n*limit.Busy), short(n*limit.Most))
			}
		}
	}
	if 2*odd <= len(shares) || len(shares) < fewestRelated {
		return "", ""
	}
	middle := median(lists.Map(shares, func(s [2]float64) float64 { return s[0] }))
	remedy := ""
	for _, column := range t.energies(f, runs) {
		for _, unit := range column.UnitsBy(1/middle, 1e9/middle) {
			u, _ := data.ParseUnit(unit)
			declared, _ := data.ParseUnit(cmp.Or(column.FileUnit, column.Unit))
			by := u.Factor / declared.Factor
			if fit := lists.Count(shares, func(s [2]float64) bool { return by*s[0] >= 1 && by*s[1] <= 1 }); 10*fit >= 9*len(shares) {
				in, remedy = column.Name, fmt.Sprintf("if %s is in %s, write “in: %[2]s”; otherwise correct the throughput or the number of GPUs", column.Name, unit)
			}
		}
	}
	switch {
	case remedy != "":
	case lists.All(shares, func(s [2]float64) bool { return s[0] < 1 }):
		remedy = "is the energy of GPUs that were idle, or of some of them? Correct it, the throughput or the number of GPUs"
	default:
		return "", ""
	}
	return fmt.Sprintf("%s, %s × %s is %s; %s", t.some(odd, len(shares), first), f.Name, called, example, remedy), in
}

// mostOfRack is more W than any rack draws, whatever is called a GPU.
const mostOfRack = 150_000

// energies are the columns of an energy in its unit, or of that of a run from which it is computed; recordings have their own units.
func (t *tally) energies(f data.Field, runs []int) []data.Field {
	s, energy := t.table.Schema(), t.unit(data.RoleEnergy)
	if t.sources[t.table.Place(runs[0]).Source].Written.Recorded {
		return nil
	}
	return lists.Filter(lists.FilterMap(s.ReadFor(f.Name), s.Field), func(column data.Field) bool {
		u, _ := data.ParseUnit(column.Unit)
		return u.Fits(energy) || u.Fits(energy.Times(t.unit(data.RoleOutputTokens), 1))
	})
}

// In all rows of a model in another unit, the power by its energy is offModel times as much or as little as in the median model on the same
// GPU with the same batch size, and those of the others are within likeModel times of it.
const offModel, likeModel, fewestModels = 2.5, 1.6, 3

// otherModel tells one model whose energy, times the throughput, is as far from that of all others as another unit makes it. A power that is
// stated is compared in every row.
func (t *tally) otherModel(f data.Field, runs []int) string {
	s := t.table.Schema()
	w, _ := data.ParseUnit("W")
	rate, product, called := t.rate()
	if product = t.unit(data.RoleEnergy).Times(product, 1); f.Role != data.RoleEnergy || s.Name(data.RolePower) != "" || !product.Fits(w) {
		return ""
	}
	energy, count, batch := t.reader(data.RoleEnergy), t.reader(data.RoleGPUs), t.reader(data.RoleBatch)
	watts := func(run int) float64 {
		joules, _ := energy(run)
		outputs, _ := rate(run)
		n, _ := count(run)
		return joules * outputs / n
	}
	isKnown := func(run int) bool { x := watts(run); return x > 0 && !math.IsInf(x, 1) }
	spans := map[string][]float64{} // of the quotients by model
	for _, alike := range lists.Under(lists.Filter(runs[:min(len(runs), mostLooked)], isKnown), func(run int) string {
		b, _ := batch(run)
		return fmt.Sprint(b, t.table.Text(run, s.Name(data.RoleGPU)))
	}) {
		of := lists.Under(alike, func(run int) string { return t.table.Text(run, s.Name(data.RoleModel)) })
		all := lists.Map(slices.Collect(maps.Values(of)), func(runs []int) float64 { return median(lists.Map(runs, watts)) })
		if middle := median(all); len(of) >= fewestModels {
			for model, runs := range of {
				spans[model] = append(spans[model], lists.Map(runs, func(run int) float64 { return watts(run) / middle })...)
			}
		}
	}
	var odd []string
	for _, model := range slices.Sorted(maps.Keys(spans)) {
		switch least, most := slices.Min(spans[model]), slices.Max(spans[model]); {
		case len(spans[model]) >= fewestAlike && (least > offModel || most < 1/offModel):
			odd = append(odd, model)
		case most > likeModel || least < 1/likeModel:
			return ""
		}
	}
	if len(odd) != 1 {
		return ""
	}
	of := spans[odd[0]]
	for _, column := range t.energies(f, runs) {
		for _, unit := range column.UnitsBy(1/(1.25*slices.Max(of)), 1.25/slices.Min(of)) {
			return fmt.Sprintf("in all %s of %s, %s × %s is about %s times that of other models on the same GPU with the same batch size: is %s in %s there? "+
				"Then write these numbers in the unit of the others", units.Counted(len(of), "row"), data.ClipName(odd[0]), f.Name, called,
				short3(median(slices.Clone(of))), column.Name, unit)
		}
	}
	return ""
}
