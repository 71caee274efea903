package data

// Group is the runs that agree in the grouping fields.
type Group struct {
	Key  []any // one value per field: string, int, float64, bool, or nil if missing
	Runs Table
}

// GroupBy splits the runs by one or several fields. Groups are in the order of their first run; runs keep their
// order. An unknown field is an error.
func (t Table) GroupBy(fields ...string) ([]Group, error) {
	if t.err != nil {
		return nil, t.err
	}
	ids := make([]int32, len(t.rows))
	for _, name := range fields {
		if _, err := t.schema.index(name); err != nil {
			return nil, err
		}
		Tell(ids, name, t)
	}
	var groups []Group
	at := map[int32]int{}
	for k, id := range ids {
		i, known := at[id]
		if !known {
			i = len(groups)
			at[id] = i
			groups = append(groups, Group{Key: make([]any, len(fields)), Runs: Table{values: t.values, stableOnly: t.stableOnly}})
			for j, name := range fields {
				groups[i].Key[j] = t.Value(k, name)
			}
		}
		groups[i].Runs.rows = append(groups[i].Runs.rows, t.rows[k])
	}
	return groups, nil
}

// Tell renumbers the runs of several tables of one record type, one table after the other in ids, so that runs with
// the same number keep it only if they agree in a field. Keys are not built from text, so different values with the
// same text remain separate.
func Tell(ids []int32, field string, tables ...Table) {
	numbers, pairs := map[any]int32{}, map[[2]int32]int32{}
	for _, t := range tables {
		for i := range t.Len() {
			ids[i] = numberOf(pairs, [2]int32{ids[i], numberOf(numbers, t.Value(i, field))})
		}
		ids = ids[t.Len():]
	}
}

func numberOf[K comparable](numbers map[K]int32, k K) int32 {
	n, ok := numbers[k]
	if !ok {
		n = int32(len(numbers))
		numbers[k] = n
	}
	return n
}
