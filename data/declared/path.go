package declared

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// route is a path that was read: keys joined by dots, among them patterns, in a document that it names, and what is
// made of the values that it leads to.
//
//	gpus.*.power         sum(gpus.*.power)        metrics[name=ttft].p99
//	"localhost:9400".x   config:model             up:date
type route struct {
	fold   string   // "": the one value
	text   string   // as it is written, without that
	of     []string // names of documents, such as config, path, up
	parts  []part
	simple string // the path, where it is only keys in the row or document itself
}

// part is a step of a route. The zero value is none.
type part struct {
	at      string   // keys joined by dots, which can contain dots themselves
	exact   string   // one key, in quotes
	any     []string // a pattern of keys: the texts between which any may stand
	deep    bool     // any number of levels
	equal   []string // the element or member whose value at a path is a text
	literal bool     // one of the first two
}

// folds are what is made of several values.
var folds = map[string]func([]float64) float64{
	"sum": sum, "max": slices.Max[[]float64],
	"mean": func(x []float64) float64 { return sum(x) / float64(len(x)) },
	"p50":  quantile(0.5), "p90": quantile(0.9), "p95": quantile(0.95), "p99": quantile(0.99),
	"first": nil, "count": nil, "only": nil, "key": nil, // of values that need not be numbers
}

func sum(x []float64) float64 { return lists.Sum(x, func(v float64) float64 { return v }) }

// quantile is the share of a sample, with linear interpolation between neighbors.
func quantile(share float64) func([]float64) float64 {
	return func(x []float64) float64 {
		slices.Sort(x)
		return lists.Quantile(x, share)
	}
}

var bracket = regexp.MustCompile(`^\[(?:(\*|[0-9]+)|([^\[\]=]+)=([^\[\]]*))\]`)

// called is the function around a path, "" for none, and the path.
func called(text string) (fold, path string) {
	fold, path, _ = strings.Cut(text, "(")
	if _, is := folds[fold]; !is || len(path) < 2 || path[len(path)-1] != ')' {
		return "", text
	}
	return fold, path[:len(path)-1]
}

// own are the names of what belongs to every row.
var own = []string{"path", "pair", "up", "key"}

// parsePath reads a path. joined tells the names of second files.
func parsePath(text string, joined func(string) bool) (r route) {
	r.fold, text = called(text)
	r.text = text
	for {
		name, below, named := strings.Cut(text, ":")
		if !named || !slices.Contains(own, name) && !joined(name) {
			break
		}
		r.of, text = append(r.of, name), below
	}
	for text != "" {
		text = strings.TrimPrefix(r.next(text), ".")
	}
	if len(r.parts) == 1 && r.parts[0].literal && r.parts[0].exact == "" && r.fold == "" {
		r.simple = r.parts[0].at
	}
	return r
}

// next reads the first part of a path, and gives the rest.
func (r *route) next(text string) string {
	if text[0] == '[' && bracket.MatchString(text) {
		m := bracket.FindStringSubmatch(text)
		switch {
		case m[2] != "":
			r.parts = append(r.parts, part{equal: m[2:4]})
		case m[1] == "*":
			r.parts = append(r.parts, part{any: []string{"", ""}})
		default:
			r.parts = append(r.parts, part{at: m[1], literal: true})
		}
		return text[len(m[0]):]
	}
	if text[0] == '"' {
		quoted, _ := strconv.QuotedPrefix(text)
		if rest := text[len(quoted):]; rest == "" || rest[0] == '.' || rest[0] == '[' {
			key, _ := strconv.Unquote(quoted)
			r.parts = append(r.parts, part{exact: key, literal: true})
			return rest
		}
	}
	key := text
	for i := 1; i < len(text); i++ {
		if text[i] == '.' || text[i] == '[' && bracket.MatchString(text[i:]) {
			key = text[:i]
			break
		}
	}
	rest := text[len(key):]
	switch last := len(r.parts) - 1; {
	case key == "**":
		r.parts = append(r.parts, part{deep: true})
	case strings.Contains(key, "*"):
		r.parts = append(r.parts, part{any: strings.Split(key, "*")})
	case last >= 0 && r.parts[last].at != "":
		r.parts[last].at += "." + key
	default:
		r.parts = append(r.parts, part{at: key, literal: true})
	}
	return rest
}

// several reports whether a route can lead to more than one value.
func (r route) several() bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return !p.literal })
}

// siblings reports whether a route leads to one member of an object, which others may stand beside.
func siblings(r route) bool {
	last := len(r.parts) - 1
	return strings.Contains(r.simple, ".") || r.fold == "" && last > 0 && r.parts[last].at != "" && r.parts[last-1].equal != nil
}

// fault is why a route cannot be used.
func (r route) fault() error {
	keys := lists.Sum(r.parts, func(p part) int { return 1 + strings.Count(p.at, ".") })
	if lists.Count(r.parts, func(p part) bool { return p.deep }) > 1 || keys > 50 {
		return fmt.Errorf("expected at most one ** and 50 parts in a path")
	}
	return nil
}

// scope is a value of a document, its key, and what it stands in: the element of the next list or object around it
// that a pattern leads through; nil around a document.
type scope struct {
	value any
	key   string
	up    *scope
}

// How many members of documents are looked at for the paths of fields.
const (
	mostVisited  = 4_000_000  // of one row
	visited      = 24_000_000 // of a source
	bytesOfVisit = 2          // of its files for each one more
	textVisited  = 32         // bytes of a key, or of a row in memory, that take as long as a member
)

// visits are how many members can still be looked at, of the current row and of the source.
type visits struct{ row, source int }

var errVisited = fmt.Errorf("paths look at more than %d members of the row, and of what is beside it; write narrower paths", mostVisited)

// next begins a row; it is an error if nothing is left for it.
func (v *visits) next() error {
	v.source -= mostVisited - v.row
	if v.row = mostVisited; v.source < 0 {
		return errVisited
	}
	return nil
}

// walker follows the parts of a route from a scope.
type walker struct {
	take    func(*scope)
	from    *scope
	left    *visits
	lacking int    // members behind a pattern that have no value at what follows it
	lacks   *scope // the first of them
}

// walk follows parts from a value. s is the scope of the last pattern; moved says that the value lies below it.
func (w *walker) walk(v any, s *scope, key string, moved bool, parts []part) {
	if w.left.row--; w.left.row < 0 {
		return
	}
	if len(parts) == 0 {
		if moved {
			s = &scope{v, key, s}
		}
		w.take(s)
		return
	}
	p, rest := parts[0], parts[1:]
	if p.literal {
		key, below := cmp.Or(p.at, p.exact), any(nil)
		if o, is := v.(object); is && p.exact != "" {
			below, _ = o.Get(key)
		} else {
			below = at(v, key)
		}
		if below != nil {
			w.walk(below, s, key, true, rest)
		} else if s != w.from {
			w.lacking, w.lacks = w.lacking+1, cmp.Or(w.lacks, s)
		}
		return
	}
	if p.deep {
		w.walk(v, s, key, moved, rest)
		rest = parts
	}
	for key, v := range members(v) {
		if w.left.row -= 1 + len(key)/textVisited; w.left.row < 0 {
			return
		}
		if p.fits(key, v) {
			w.walk(v, &scope{v, key, s}, key, false, rest)
		}
	}
}

// fits reports whether a pattern leads to a member.
func (p part) fits(key string, v any) bool {
	if p.equal != nil {
		return data.Text(at(v, p.equal[0])) == p.equal[1]
	}
	for i, piece := range p.any { // none of a deep one, to which all fit
		from := strings.Index(key, piece)
		switch {
		case i == len(p.any)-1:
			return strings.HasSuffix(key, piece)
		case from < 0 || i == 0 && from > 0:
			return false
		}
		key = key[from+len(piece):]
	}
	return true
}

// members are the elements of a list or the members of an object.
func members(v any) iter.Seq2[string, any] {
	return func(yield func(key string, v any) bool) {
		switch v := v.(type) {
		case []any:
			for i, element := range v {
				if !yield(strconv.Itoa(i), element) {
					return
				}
			}
		case object:
			for _, m := range v.All() {
				if !yield(m.Key, m.Value) {
					return
				}
			}
		}
	}
}

// read is what a route makes of the values in a document; an error where it is not one value.
func (r route) read(s *scope, left *visits, m marks, missing missing) any {
	var found []*scope
	w := walker{from: s, left: left, take: func(s *scope) { found = append(found, s) }}
	w.walk(s.value, s, s.key, false, r.parts)
	values := lists.Map(found, func(s *scope) any { return data.When(r.fold == "key", any(s.key)).Or(s.value) })
	if list, is := cmp.Or(values...).([]any); is && len(values) == 1 && r.fold != "" { // not “key”, which is a text
		values = list
		left.source -= len(list) / bytesOfVisit // which is half of what the bytes of its own elements give
	}
	if left.row < 0 || left.source < 0 {
		return errVisited
	}
	if len(values) == 0 {
		return nil
	}
	fold := folds[r.fold]
	last := len(r.parts) - 1
	ofOne := func(s *scope) bool { return last >= 0 && !r.parts[last].literal && isPercentile(s.key) }
	if p, is := lists.Find(found[:min(len(found), 10)], ofOne); is && fold != nil && r.fold != "max" {
		return fmt.Errorf("%s: its members are statistics of a sample themselves, such as %q; write the path to one, “%s”", r.fold, p.key,
			strings.TrimSuffix(r.text, "*")+data.When(r.fold[0] == 'p', r.fold).Or(p.key))
	}
	if key, is := r.summary(found, s); is && (fold != nil || r.fold == "count") {
		return fmt.Errorf("%s: also matches %q, which sums up the others; write a narrower path", r.fold, data.ClipName(key))
	}
	switch {
	case r.fold == "count":
		return float64(len(values))
	case r.fold == "first":
		return values[0]
	case fold == nil:
		return one(values)
	case w.lacking > 0 && !slices.ContainsFunc(r.parts, func(p part) bool { return p.deep }):
		such, remedy := "member "+strconv.Quote(data.ClipName(w.lacks.key)), ", or, if it is not to count, write a narrower path"
		if _, err := strconv.Atoi(w.lacks.key); err == nil { // of a list, whose others are not all
			such, remedy = "element "+w.lacks.key+", counted from 0", ""
		}
		return fmt.Errorf("%s: %d of %d members have no value, such as %s; correct the file%s", r.fold, w.lacking, w.lacking+len(values), such, remedy)
	default:
		return numbers(values, fold, m, missing)
	}
}

// isPercentile reports whether a key is the name of a percentile, such as p95 or 95%.
func isPercentile(key string) bool {
	number := strings.TrimSuffix(strings.TrimLeft(key, "pP"), "%")
	n, err := strconv.Atoi(number)
	return err == nil && n > 9 && n < 100 && number != key
}

// summary is the key of a match that is the sum or the mean of others, by a word that not all of them have.
func (r route) summary(found []*scope, from *scope) (key string, is bool) {
	first, with := "", 0
	for _, s := range found {
		own := ""
		for ; s != nil && s != from && own == ""; s = s.up {
			own = summaryIn(s.key)
			if own != "" && (first == "" || own == first) {
				first, key = own, s.key
			}
		}
		with += lists.One(own != "" && own == first)
	}
	return key, with > 0 && with < len(found)
}

// summaryIn is the word of a key that says that it sums up others, "" for none.
func summaryIn(key string) string {
	for word := range strings.FieldsFuncSeq(key, func(r rune) bool { return strings.ContainsRune("_- .", r) }) {
		if len(word) > 2 && len(word) < 8 && slices.Contains(clues().Summary, strings.ToLower(word)) {
			return strings.ToLower(word)
		}
	}
	return ""
}

// one is the value that all found are.
func one(found []any) any {
	first := data.Text(found[0])
	for _, v := range found[1:] {
		if a, b := first, data.Text(v); a != b {
			return fmt.Errorf("the path matches %d values, such as %q and %q; write a narrower path, or sum(…), mean(…), max(…) or first(…) around it",
				len(found), data.ClipName(a), data.ClipName(b))
		}
	}
	return found[0]
}

// numbers folds values; it is missing if one of them is.
func numbers(found []any, fold func([]float64) float64, m marks, missing missing) any {
	x := make([]float64, len(found))
	for i, v := range found {
		v = missing.of(v)
		if text, is := v.(string); is {
			n, err := m.number(strings.TrimSpace(text))
			if err != nil {
				return err
			}
			v = n
		}
		n, is := data.Number(v)
		switch {
		case v == nil:
			return nil
		case !is, math.IsNaN(n), math.IsInf(n, 0): // sorted, NaN would come first
			return fmt.Errorf("expected finite numbers, got %s", cmp.Or(shown(v), fmt.Sprint(n)))
		}
		x[i] = n
	}
	return fold(x)
}
