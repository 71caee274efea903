package data

import "fmt"

// AnyRun is a run of some record type. Code that treats all types alike takes it,
// so that a further type needs no code there: what it knows of the run stands in
// the field table.
type AnyRun struct {
	schema *Schema[AnyRun]
	run    any // the record, a comparable value
}

// AnyRuns is a collection of runs of one record type, whichever that is. The
// zero value has no field table; take collections from [Runs.Any].
type AnyRuns = Runs[AnyRun]

// Schema is the field table of the run's record type.
func (r AnyRun) Schema() *Schema[AnyRun] { return r.schema }

// Any is the run without its type. Two are equal when type and record are.
func Any[R Record[R]](r R) AnyRun { return AnyRun{r.Schema().any, r} }

// Any is the field table for the same records as [AnyRun].
func (s *Schema[R]) Any() *Schema[AnyRun] { return s.any }

// Any is the collection without its type.
func (rs Runs[R]) Any() AnyRuns {
	if already, ok := any(rs).(AnyRuns); ok {
		return already
	}
	all := AnyRuns{schema: rs.Schema().any, stableOnly: rs.stableOnly, err: rs.err, rows: make([]*AnyRun, len(rs.rows))}
	for i, r := range rs.rows {
		run := Any(*r)
		all.rows[i] = &run
	}
	return all
}

// anySchema is the field table s for records inside an AnyRun.
func anySchema[R any](s *Schema[R]) *Schema[AnyRun] {
	all := &Schema[AnyRun]{Traits: s.Traits, byName: s.byName}
	for i := range s.columns {
		c := &s.columns[i]
		all.columns = append(all.columns, FieldOf[AnyRun]{c.Field, func(r *AnyRun) any {
			record, _ := r.run.(R) // the zero AnyRun stands for a zero record
			return s.lend(record, func(p *R) any { return alone(c.At(p)) })
		}})
	}
	all.any = all
	return all
}

// alone is a pointer to a copy of what p points to.
func alone(p any) any {
	switch p := p.(type) {
	case *string:
		return copied(p)
	case *int:
		return copied(p)
	case *float64:
		return copied(p)
	case *bool:
		return copied(p)
	case *Opt[string]:
		return copied(p)
	case *Opt[int]:
		return copied(p)
	case *Opt[float64]:
		return copied(p)
	case *Opt[bool]:
		return copied(p)
	}
	panic(fmt.Sprintf("data: no copy of %T", p))
}

func copied[T any](p *T) *T {
	v := *p
	return &v
}
