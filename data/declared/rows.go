package declared

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/units"
)

// rows reads the rows of a file by an entry of rows.
func (l *loader) rows(ctx context.Context, name string, entry int) error {
	r := l.Rows[entry]
	t, file, err := l.open(name, r)
	if err != nil {
		return err
	}
	defer file.Close()
	defer t.close()
	if t, err = l.gathered(t, name, entry); err != nil {
		return err
	}
	docs, err := l.join(name, entry, t)
	if err != nil {
		return err
	}
	plan := l.plan(name, t, docs, r)
	if err := unequivocal(t, plan); err != nil {
		return err
	}
	defer func() {
		for _, s := range plan {
			l.found[s.Name] = l.found[s.Name] || s.found
			l.unmatched[s.Name] = cmp.Or(l.unmatched[s.Name], s.unmatched)
			l.aliased[s.Name] = l.aliased[s.Name] || s.aliased
		}
		for as, j := range docs.joins {
			l.matched[as] = l.matched[as] || j.by == nil || j.unmatched < j.asked
		}
	}()
	row, width, before := data.NewRow(l.schema), len(headerOf(t)), l.in.Len()
	asked := lists.Sum(plan, func(s *step) int { return len(s.gets) + len(s.contrary) + len(s.beside) }) // paths
	var excess data.Excess
	for n := 1; ; n++ {
		ok, fault := t.next()
		at := n
		if of, is := t.(*pairs); ok && is {
			at = of.begin[of.now]
		}
		if !ok {
			l.in.Problems = append(append(l.in.Problems, excess.Summary(name)...), docs.unmatched()...)
			if n == 1 && fault == nil {
				return errors.New("has no row")
			}
			cutOff := fault != nil && strings.Contains(fault.Error(), "the file ends")
			if _, is := errors.AsType[*placed.Error](fault); n == 1 && !cutOff && r.Format != "" && !is && fault != nil {
				fault = placed.At([]any{"format"}, "%w; correct “format: %s”, or the file", fault, r.Format)
			}
			if fault == nil && l.in.Len() > before {
				l.lacks(plan, name, entry, t)
			}
			return fault
		}
		switch look := n%rowsAtOnce == 0 || width*n%cellsAtOnce < width; {
		case look && ctx.Err() != nil:
			return nil
		case look && l.cells > mostCells:
			return fmt.Errorf("with row %d, all rows have more than %d cells; remove columns that no field reads", n, mostCells)
		case look && l.in.Bytes() > mostHeld:
			return fmt.Errorf("with row %d, the values of all rows take more than %d MB; declare fewer fields or read fewer rows (where)", n, mostHeld>>20)
		case l.count >= mostRows:
			return fmt.Errorf("with row %d, the source has more than %d rows; aggregate them, or leave files out with “but”", n, mostRows)
		}
		l.count, l.cells, l.visits.row = l.count+1, l.cells+width, l.visits.row-asked
		if fault != nil {
			l.in.Reject(name, at, "", fault.Error())
		} else if err := docs.next(); err != nil {
			l.reject(name, at, "", err)
		} else if !l.fill(row, plan, t, name, at) {
			docs.follow(l.in.Problems)
		} else if !l.in.Add(row, name, at) {
			l.explain(plan, row)
			docs.follow(l.in.Problems)
		}
		excess.Fold(&l.in.Problems)
		if err := l.spent(); err != nil {
			return fmt.Errorf("with row %d, %w", n, err)
		}
	}
}

// spent is what cannot go on for any further row, nil if all can.
func (l *loader) spent() error {
	switch {
	case l.visits.source < 0:
		return errors.New("paths look at too many members, of all rows and of what is beside them; write narrower paths")
	case l.matching < 0:
		return errors.New("texts and expressions take too long to match and to evaluate; write fewer or simpler ones of “match”, “value”, " +
			"“where”, “invalid” and “unstable”")
	}
	return nil
}

// reject leaves out a row, unless the file ends with it, which is told.
func (l *loader) reject(name string, n int, field string, err error) {
	if l.spent() == nil {
		l.in.Reject(name, n, field, err.Error())
	}
}

// unequivocal refuses a table in which several columns have the name of one that is read.
func unequivocal(t table, plan []*step) error {
	for _, from := range lists.FlatMap(plan, func(s *step) []string { return s.froms }) {
		if n := lists.Count(headerOf(t), func(name string) bool { return name == from }); n > 1 {
			return fmt.Errorf("its header has the column %q %d times; rename or remove all but one", data.ClipName(from), n)
		}
	}
	return nil
}

// fewTexts are kept of a field, so that each is read once.
const fewTexts = 1000

// constants are the values that hold for all rows of a file; of two the later.
func (l *loader) constants(name string) map[string]any {
	fixed := map[string]any{}
	for i, set := range l.Set {
		if len(fitting(l.sets[i], name)) < len(l.sets[i]) {
			continue
		}
		for field, v := range set {
			fixed[field] = plainNumber(v)
		}
	}
	return fixed
}

// unitOfSet reads a value of “set”: in the unit of the field, or in one that it states.
func unitOfSet(f *data.Field, v any) *reading {
	r := &reading{Field: f, factor: 1, unit: unit(f.Unit)}
	text, is := v.(string)
	r.cell = is && f.Kind == data.Float && r.unit.Factor > 0 && numeral.FindString(text) != "" && numeral.FindString(text) != text
	return r
}

// plainNumber is a value of YAML with whole numbers as others are.
func plainNumber(v any) any {
	switch n := v.(type) {
	case uint64:
		return float64(n)
	case int64:
		return float64(n)
	}
	return v
}

// fill reads a row; false where it is left out.
func (l *loader) fill(row data.Row, plan []*step, t table, name string, n int) bool {
	sums := false // the row sums up others, as is told
	put := func(s *step, v any, err error) bool {
		if err == nil {
			err = row.Put(s.at, v)
		}
		if err != nil {
			before := len(l.in.Problems)
			l.reject(name, n, s.Name, err)
			for i := range l.in.Problems[before:] {
				l.in.Problems[before+i].Follows = sums
			}
			l.seen(plan)
			return false
		}
		s.found = s.found || v != nil
		return true
	}
	for _, s := range plan {
		if s.value != nil || l.made(s.Name) {
			if s.Nullable && !put(s, nil, nil) {
				return false
			}
			continue
		}
		v, err := s.statedIn(t)
		if !put(s, v, err) {
			return false
		}
		if v == nil && s.found && s.below != "" && !sums {
			remedy := summing(t, "")
			sums = remedy != ""
			l.doubt(s.Name, "is missing below a value", name, n, cmp.Or(remedy, s.below))
		}
		l.besides(s, v, name, n)
	}
	unmeasured := l.measure(row, path.Dir(name))
	for _, s := range plan {
		if s.value == nil || s.fixed != nil {
			continue
		}
		if v, err := s.computed(row); !put(s, v, err) {
			return false
		}
	}
	if field, fault, certain := l.outOfTime(row); certain {
		l.in.Reject(name, n, field, fault)
		return false
	} else if fault != "" {
		l.doubt(field, fault, name, n, "correct it, its unit, or the times")
	}
	if !l.judge(row, name, n) {
		return false
	}
	l.within(row, plan, name, n)
	if unmeasured != "" {
		l.unmeasured = append(l.unmeasured, data.Problem{File: name, Row: n, Message: unmeasured})
	}
	return true
}

// statedIn is what the current row of a table states of the field, or why it has no such value.
func (s *step) statedIn(t table) (any, error) {
	v, err := s.stated()
	if err != nil && s.joined != "" {
		err = fmt.Errorf("in %s: %w", s.joined, err)
	}
	if err == nil && v == nil && s.Role == data.RoleReason {
		v = ""
	}
	if err == nil && v == nil && !s.Nullable {
		err = fmt.Errorf(isMissing+"%s%s", data.ClipName(strings.Join(s.paths, ", ")), summing(t, "; "))
	}
	if err != nil && slices.Contains(s.froms, data.Text(s.get())) {
		err = errors.New("is the name of its column; remove the line if it repeats the header")
	}
	return v, err
}

// computed is the value of the field's expression.
func (s *step) computed(row data.Row) (any, error) {
	v, err := s.value.Of(row)
	if x, is := data.Number(v); is && s.Kind == data.Int && x != math.Trunc(x) && units.IsFinite(x) {
		err = fmt.Errorf("expected a whole number, got %v; write “value: round(…)”", v)
	}
	return v, err
}

// besides compares a stated value with other columns that state it, and with the unit beside it.
func (l *loader) besides(s *step, v any, name string, n int) {
	if v == nil {
		return
	}
	if len(s.contrary) > 0 {
		l.contradicted(s, v, name, n)
	}
	if x, is := v.(float64); is && s.marks.decimal != "" && s.own {
		l.pointed(s, x, name, n)
	}
	if s.beside != nil && s.Role == data.RoleRequests {
		l.failed(s, v, name, n)
	} else if s.beside != nil {
		l.unitBeside(s, name, n)
	}
	if s.own && len(s.gets) > 1 {
		l.rivals(s, v, name, n)
	}
}

// pointed tells a number of one mark in a column of numbers with decimals, by which it is far larger than all before it.
func (l *loader) pointed(s *step, x float64, name string, n int) {
	switch text := data.Text(s.get()); {
	case strings.Contains(text, s.marks.decimal):
		s.largest = max(s.largest, x)
	case s.largest > 0 && x > 100*s.largest && strings.Contains(text, s.marks.thousands):
		l.doubt(s.Name, fmt.Sprintf("%q is %g thousand, since %q separates thousands, but those above have decimals",
			text, x/s.factor/1000, s.marks.thousands),
			name, n, fmt.Sprintf("write %q before its decimals", s.marks.decimal))
	}
}

// within compares values of a row that is kept with one another.
func (l *loader) within(row data.Row, plan []*step, name string, n int) {
	gpus, _ := data.Number(row.Value(l.schema.Name(data.RoleGPUs)))
	counted := false
	for _, s := range plan {
		if s.own && !counted && (s.count != nil || s.Role == data.RolePower && s.averaged > 1) {
			counted = l.ofGPUs(s, gpus, name, n)
		}
		if s.own && s.Role == data.RoleModel && (s.Aliases != nil || s.match != nil) && s.fixed == nil {
			l.merged(s, data.Text(s.get()), row, name, n)
		}
	}
}

// explain adds to what was said of the last row why a value of it is no number that can be.
func (l *loader) explain(plan []*step, row data.Row) {
	last := len(l.in.Problems) - 1
	p := &l.in.Problems[last]
	for i := last; i >= 0 && l.in.Problems[i].File == p.File && l.in.Problems[i].Row == p.Row; i-- { // the first of a row that is infinite
		if x, is := data.Number(row.Value(l.in.Problems[i].Field)); is && !units.IsFinite(x) {
			p = &l.in.Problems[i]
		}
	}
	x, _ := data.Number(row.Value(p.Field))
	s, is := lists.Find(plan, func(s *step) bool { return s.Name == p.Field })
	isNegative := func(name string) bool { n, is := data.Number(row.Value(name)); return is && n < 0 && l.own[name] > 0 }
	if cause, of := lists.Find(l.operands[p.Field], isNegative); of && is {
		said := strings.NewReplacer(fmt.Sprint(x), fmt.Sprint(row.Value(cause)))
		p.Field, p.Message = cause, said.Replace(p.Message)
	}
	if !is || p.Code != data.CodeValue || units.IsFinite(x) {
		return
	}
	said, more, _ := strings.Cut(p.Message, "; ")
	isZero := func(name string) bool { n, is := data.Number(row.Value(name)); return is && n == 0 }
	if zero, is := lists.Find(l.operands[p.Field], isZero); is {
		p.Message = fmt.Sprintf("is divided by 0, which %s is; correct that value, or leave the row out: “invalid: [{when: %[1]s == 0, why: …}]”; %s", zero, more)
		for i := last; i >= 0 && l.in.Problems[i].File == p.File && l.in.Problems[i].Row == p.Row; i-- {
			l.in.Problems[i].Follows = &l.in.Problems[i] != p
		}
	} else if text, is := s.get().(string); is && s.value == nil {
		said = strings.Replace(said, fmt.Sprint("got ", x), fmt.Sprintf("got %q", data.ClipName(text)), 1)
		p.Message = fmt.Sprintf("%s; if %q means no value, write “missing: [%[2]s]” under rows; %s", said, data.ClipName(text), more)
	}
}

// holds gives the reason of the first rule that holds for a row.
func holds(row data.Row, rules []rule) (why string, err error) {
	for _, r := range rules {
		v, err := r.Of(row)
		is, wrong := data.Holds(r.why, v)
		if is || err != nil || wrong != nil {
			return r.why, cmp.Or(err, wrong)
		}
	}
	return "", nil
}

// mostIdle is how often the duration fits between start and end, such as with the loading of a model.
const mostIdle = 5

// outOfTime says that a row ended before it began, or that it lasted longer than that or, which is not certain to be wrong, only
// a part of it; "" if neither, or if its times cannot be read. Times without a zone may be an hour apart because clocks are set.
func (l *loader) outOfTime(row data.Row) (field, fault string, certain bool) {
	began, ended := l.schema.Name(data.RoleStart), l.schema.Name(data.RoleEnd)
	start, end := data.Text(row.Value(began)), data.Text(row.Value(ended))
	if start == "" || end == "" {
		return "", "", false
	}
	between, shortest, longest, read := instants.Between(start, end)
	if !read {
		return "", "", false
	}
	seconds, known := data.Number(row.Value(l.schema.Name(data.RoleDuration)))
	if f, _ := l.schema.The(data.RoleDuration); known {
		seconds *= unit(f.Unit).Factor
	}
	switch {
	case longest < 0:
		return ended, fmt.Sprintf("is before %s, %q before %q; correct the times, or, if all are so, exchange the roles start and end", began, end, start), true
	case known && (seconds > 1.01*longest+1 || shortest > mostIdle*seconds+1):
		return l.schema.Name(data.RoleDuration), fmt.Sprintf("is %g s, but from %s to %s it is %g s", seconds, began, ended, between), seconds > longest
	}
	return "", "", false
}

// made reports whether a field is filled by the loader itself.
func (l *loader) made(field string) bool {
	return len(l.Unstable) > 0 && (field == l.schema.Name(data.RoleStable) || field == l.schema.Name(data.RoleReason)) || l.measured(field)
}

// mostAsked are the rows that are looked at again.
const mostAsked = 10_000

// asInFile counts a row that “where” leaves out, but would not if its numbers compared a field in the unit of the files.
func (l *loader) asInFile(row data.Row) {
	for _, f := range l.fields[:len(l.fields)*lists.One(l.filtered <= mostAsked)] {
		x, is := data.Number(row.Value(f.Name))
		if is && !f.Key && f.factor != 1 && slices.Contains(l.where[0].Uses(l.schema), f.Name) {
			_ = row.Set(f.Name, x/f.factor)
			asked, err := holds(row, l.where)
			l.inFile[f.Name] += lists.One(err == nil && asked != "")
			_ = row.Set(f.Name, x)
		}
	}
}

// judge leaves out rows that are not asked for or invalid, and marks unstable ones.
func (l *loader) judge(row data.Row, name string, n int) bool {
	asked, err := holds(row, l.where)
	if err == nil && asked == "" && l.where != nil {
		l.filtered++
		l.asInFile(row)
		return false
	}
	wrong, bad, stable := "", "", l.schema.Name(data.RoleStable)
	if err == nil {
		wrong, err = holds(row, l.invalid)
		l.wrong += lists.One(wrong != "")
	}
	if err == nil && wrong == "" && len(l.bad) > 0 {
		bad, err = holds(row, l.bad)
		_ = row.Set(stable, bad == "")
		_ = row.Set(l.schema.Name(data.RoleReason), bad)
	}
	if wrong != "" {
		err = errors.New(wrong)
	}
	if err != nil {
		l.reject(name, n, "", err)
		return false
	}
	if row.Value(stable) == false {
		l.unstable++
		return !l.stableOnly
	}
	l.stable++
	return true
}
