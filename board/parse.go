package board

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Fault is a parameter whose value the board cannot use.
type Fault struct{ Parameter, Value, Want string }

func (f Fault) String() string {
	return fmt.Sprintf("%s=%q: use %s", f.Parameter, f.Value, f.Want)
}

// Parameters are the names of the parameters of a query.
func Parameters() []string {
	return []string{
		"deadline", "pct", "energy", "accuracy", "gpu", "gpus", "precision", "arch", "q", "view", "unit", "sort", "cols",
		"rent", "currency", "price", "grid", "pue", "ceiling", "daily", "responses", "kw", "monthly", "reserve", "idle", "extra", "extra_server", "between",
	}
}

// auto is the order of a form whose readers did not choose one: by cost where they state prices of GPUs.
const auto = "auto"

// None is the value of a parameter that switches off a limit or a list.
const None = "none"

// Parse reads a query string, with or without its question mark. Unknown parameters are ignored. A value that cannot
// be used falls back to the default and is reported; only the unknown words of a list are dropped.
func (b *Board) Parse(query string) (Query, []Fault) {
	values, _ := url.ParseQuery(strings.TrimPrefix(query, "?")) // what cannot be decoded is left out
	p := Reader{Values: values}
	q := b.Default
	if text, ok := p.value("deadline"); ok && text == None {
		q.Deadline = 0
	} else if x, ok := p.measured("deadline", b.limitUnit(), b.limitWanted(), b.isLatency); ok {
		q.Deadline = x
	}
	if b.perPercentile() {
		q.Percentile = p.percentile(q.Percentile, b.Percentiles())
	}
	if x, ok := p.number("energy", "an energy above 0, on a board with energies", b.isEnergy); ok {
		q.EnergyBudget = x
	}
	if x, ok := p.number("accuracy", "a share above 0 and up to 1, on a board with accuracies", b.isShare); ok {
		q.Floor = math.Round(x*1e9) / 1e9 // 0.7 of 70%
	}
	q.GPUs, q.GPUCounts = p.gpus(b.GPUs(), b.GPUCounts())
	q.Precisions = list(&p, "precision", b.Precisions(), identity)
	q.Architectures = list(&p, "arch", b.Architectures(), identity)
	q.Search = p.Get("q")
	q.Listing = Word(&p, "view", []Listing{Best, All}, q.Listing)
	q.Unit = Word(&p, "unit", energyUnits, q.Unit)
	q.Between = Word(&p, "between", []string{"1"}, "") != ""
	q.Columns = list(&p, "cols", b.names(), identity)
	q.Currency = p.currency(q.Currency)
	p.code = q.Currency
	if _, ok := p.value("rent"); ok && !b.Server() {
		p.Fault("rent", "none, since no throughput of a server was measured here")
	} else {
		q.Rents = p.rents(b.GPUs(), b.usualRents(q.Currency))
	}
	q.Price = p.optional("price", b.ofEnergy("a price of 0 or more"), b.least(0))
	q.Grid = p.optional("grid", b.ofEnergy("a mass in grams of CO2e of 0 or more"), b.least(0))
	if x, ok := p.number("pue", b.ofEnergy("a ratio of 1 or more"), b.least(1)); ok {
		q.PUE = x
	}
	q.Load = p.load(q)
	if x, ok := p.number("ceiling", "a cost above 0", positive); ok && p.priced("ceiling", q) {
		q.Ceiling = x
	}
	q.Sort = b.sortOf(&p, q)
	return q, p.Faults
}

// isLatency reports whether a limit of the latency can be one on this board.
func (b *Board) isLatency(x float64) bool { return x > 0 && b.HasLatency() }

func (b *Board) limitWanted() string {
	if !b.HasLatency() {
		return "none, since latency was not measured here"
	}
	return "a latency above 0, or none"
}

// isEnergy reports whether a limit of the energy can be one on this board.
func (b *Board) isEnergy(x float64) bool { return x > 0 && b.HasEnergy() }

// HasEnergy reports whether the energy of any row is known.
func (b *Board) HasEnergy() bool {
	return slices.ContainsFunc(b.Rows, func(r aggregate.Row) bool { return !math.IsNaN(r.Energy) })
}

// ofEnergy is what a parameter should be that has an effect on energies alone, and least what it accepts.
func (b *Board) ofEnergy(want string) string {
	if !b.HasEnergy() {
		return "none, since energy was not measured here"
	}
	return want
}

func (b *Board) least(least float64) func(float64) bool {
	return func(x float64) bool { return x >= least && b.HasEnergy() }
}

// isShare reports whether a floor of the accuracy can be one on this board.
func (b *Board) isShare(x float64) bool { return x > 0 && x <= 1 && b.HasAccuracy() }

// HasAccuracy reports whether the accuracy of any row is known.
func (b *Board) HasAccuracy() bool {
	return slices.ContainsFunc(b.Rows, func(r aggregate.Row) bool { return !math.IsNaN(r.Accuracy) })
}

func (b *Board) names() []string {
	return lists.Map(b.Columns, func(c Column) string { return c.Name })
}

func (b *Board) sortOf(p *Reader, q Query) Sort {
	text, ok := p.value("sort")
	if !ok {
		return b.Default.Sort
	}
	if text == None {
		return Sort{}
	}
	if text == auto {
		if q.Rents != nil && q.Charged() {
			return Sort{Field: ByCost}
		}
		return b.Default.Sort
	}
	field, descending := strings.CutPrefix(text, "-")
	if _, known := b.Column(field); known || field == ByLatency && b.HasLatency() || field == ByCost && q.Charged() {
		return Sort{field, descending}
	}
	if field == ByCost {
		p.Fault("sort", "it with a price above 0: rent or price")
	} else {
		p.Fault("sort", "a column's name, or none")
	}
	return b.Default.Sort
}

// priced reports whether a reader states a price, which a parameter takes.
func (p *Reader) priced(name string, q Query) bool {
	if !q.Priced() {
		p.Fault(name, "it with a price: rent or price")
	}
	return q.Priced()
}

// load reads what servers are planned for.
func (p *Reader) load(q Query) Load {
	amount := func(name, want string) float64 {
		x, _ := p.number(name, want, atLeast(0))
		return x
	}
	l := Load{
		Outputs:   p.optional("daily", "a number of outputs per day above 0", positive),
		Responses: p.optional("responses", "a number of responses per day above 0", positive),
		Power:     p.optional("kw", "a power in kW above 0", positive),
		Monthly:   p.optional("monthly", "a cost per month above 0", positive),
		Reserve:   amount("reserve", "a share of the load in percent, 0 or more"),
		Idle:      amount("idle", "a power in W of 0 or more"), Extra: amount("extra", "a power in W of 0 or more"),
		ExtraServer: amount("extra_server", "a power in W of 0 or more"),
	}
	if l.Monthly.Present() && !p.priced("monthly", q) {
		l.Monthly = data.Opt[float64]{}
	}
	return l
}

// Reader takes the values of an address and notes which cannot be used.
type Reader struct {
	url.Values
	Faults []Fault
	code   string // currency of all prices
}

// value is the first value of a parameter; one without text counts as absent.
func (p *Reader) value(name string) (string, bool) {
	text := p.Get(name)
	return text, text != ""
}

// Fault notes what the value of a parameter should be.
func (p *Reader) Fault(name, want string) {
	p.Faults = append(p.Faults, Fault{name, p.Get(name), want})
}

func positive(x float64) bool { return x > 0 }

func atLeast(x float64) func(float64) bool { return func(v float64) bool { return v >= x } }

func (p *Reader) number(name, want string, good func(float64) bool) (float64, bool) {
	return p.measured(name, name, want, good)
}

// measured reads a number of a measure of [accepted].
func (p *Reader) measured(name, measure, want string, good func(float64) bool) (float64, bool) {
	text, ok := p.value(name)
	if !ok {
		return 0, false
	}
	x, ok := readNumber(text, measure, good)
	if slices.Contains(costs, name) && !p.inCurrency(name) {
		return 0, false
	}
	if !ok {
		p.Fault(name, want)
	}
	return x, ok
}

// inCurrency reports whether a price names the currency of all prices, or none.
func (p *Reader) inCurrency(name string) bool {
	code, others := currencyIn(p.Get(name))
	ok := !others && (code == "" || code == p.code)
	if !ok {
		p.Fault(name, "one currency for all prices")
	}
	return ok
}

func (p *Reader) optional(name, want string, good func(float64) bool) data.Opt[float64] {
	x, ok := p.number(name, want, good)
	return data.When(ok, x)
}

// rents are prices of GPUs. Those of GPUs that are not among the known ones are dropped and reported.
func (p *Reader) rents(known []string, fallback []Rent) []Rent {
	text, ok := p.value("rent")
	if !ok || text == None {
		return map[bool][]Rent{false: fallback}[ok]
	}
	if !p.inCurrency("rent") {
		return nil
	}
	rents, all := readRents(text, known)
	if !all {
		p.Fault("rent", "each GPU model in this data once, with its price per hour: H100:2.5,B200:4")
	}
	return rents
}

var currencyCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{3}$`) })

// currency is that of the parameter, or of the first price that names one.
func (p *Reader) currency(fallback string) string {
	text, ok := p.value("currency")
	if code := cmp.Or(currencies[text], strings.ToUpper(text)); ok && currencyCode().MatchString(code) {
		return code
	}
	if ok {
		p.Fault("currency", "three letters, such as EUR")
		return fallback
	}
	prices := lists.Map(append([]string{"rent"}, costs...), p.Get)
	code, _ := currencyIn(strings.Join(prices, " "))
	return cmp.Or(code, fallback)
}

func (p *Reader) percentile(fallback aggregate.Percentile, measured []aggregate.Percentile) aggregate.Percentile {
	named := lists.Map(measured, parameter)
	text, ok := p.value("pct")
	if i := slices.Index(named, text); i >= 0 {
		return measured[i]
	}
	switch last := len(named) - 1; {
	case !ok:
	case last < 0:
		p.Fault("pct", "it on a board with latencies")
	default:
		p.Fault("pct", strings.TrimPrefix(strings.Join(named[:last], ", ")+" or "+named[last], " or "))
	}
	return fallback
}

// parameter is how a percentile is written in a query.
func parameter(p aggregate.Percentile) string { return strings.ToLower(p.String()) }

// Word is the value of a parameter if it is one of the known ones.
func Word[T ~string](p *Reader, name string, known []T, fallback T) T {
	text, ok := p.value(name)
	if !ok {
		return fallback
	}
	if !slices.Contains(known, T(text)) {
		words := lists.Map(known, func(k T) string { return string(k) })
		p.Fault(name, strings.Join(words, ", "))
		return fallback
	}
	return T(text)
}

func identity(s string) string { return s }

// list keeps those of the named values that are known, in the order of known; nil
// where all are meant.
func list[T any](p *Reader, name string, known []T, text func(T) string) []T {
	value, ok := p.value(name)
	if !ok {
		return nil
	}
	if value == None {
		return []T{}
	}
	return kept(p, name, ReadList(value), known, text)
}

// kept are those of the known values that are named.
func kept[T any](p *Reader, name string, named []string, known []T, text func(T) string) []T {
	is := func(k T) func(string) bool {
		return func(n string) bool {
			n = strings.TrimSpace(n)
			return strings.EqualFold(n, text(k)) || strings.EqualFold(n, units.Precision(text(k)))
		}
	}
	kept := lists.Filter(known, func(k T) bool { return slices.ContainsFunc(named, is(k)) })
	if slices.ContainsFunc(named, func(n string) bool {
		return !slices.ContainsFunc(known, func(k T) bool { return is(k)(n) })
	}) {
		p.Fault(name, "values in this data, separated by commas")
	}
	if len(kept) == len(known) {
		return nil
	}
	return kept
}

// gpus are GPU models and numbers of GPUs; models may be named with numbers.
func (p *Reader) gpus(known []string, counts []int) (gpus []string, numbers []int) {
	numbers = list(p, "gpus", counts, strconv.Itoa)
	value, ok := p.value("gpu")
	if !ok || value == None {
		return list(p, "gpu", known, identity), numbers
	}
	named, with, all := readGPUs(value, known)
	if len(named) > 0 {
		gpus = kept(p, "gpu", named, known, identity)
	}
	usable := lists.Filter(counts, func(n int) bool { return slices.Contains(with, strconv.Itoa(n)) })
	switch asked := lists.Distinct(with); {
	case all && len(asked) == 1 && len(usable) == 0:
		p.Fault("gpu", fmt.Sprintf("a number of GPUs in this data (%s)", strings.Join(lists.Map(counts, strconv.Itoa), ", ")))
	case !all || len(usable) < len(asked):
		p.Fault("gpu", "GPU models in this data, with one number of GPUs for all: H100,B200 or 4x H100")
	case numbers == nil && len(usable) > 0 && len(usable) < len(counts):
		numbers = usable
	}
	return gpus, numbers
}

// ReadList returns the words of a list as [ListText] writes it.
func ReadList(text string) []string { return lists.Map(strings.Split(text, ","), unescape.Replace) }

// A comma within a value of a list is written %2C and a percent sign %25, before
// the address is encoded.
var (
	escape   = strings.NewReplacer("%", "%25", ",", "%2C")
	unescape = strings.NewReplacer("%25", "%", "%2C", ",")
)
