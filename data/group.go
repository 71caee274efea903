package data

// Group is the runs that agree in the grouping fields.
type Group[R Record[R]] struct {
	Key  []any // one value a field: string, int, float64, bool, or nil when missing
	Runs Runs[R]
}

// GroupBy splits the runs by one or several fields. Groups come in the order of
// their first run, runs keep theirs. An unknown field is an error.
func (rs Runs[R]) GroupBy(fields ...string) ([]Group[R], error) {
	if rs.err != nil {
		return nil, rs.err
	}
	columns := make([]*FieldOf[R], len(fields))
	for i, name := range fields {
		c, err := rs.Schema().column(name)
		if err != nil {
			return nil, err
		}
		columns[i] = c
	}
	tree := groupNode[R]{index: -1}
	var groups []Group[R]
	for _, r := range rs.rows {
		i := tree.find(r, columns, &groups)
		groups[i].Runs.rows = append(groups[i].Runs.rows, r)
	}
	for i := range groups {
		groups[i].Runs.stableOnly, groups[i].Runs.schema = rs.stableOnly, rs.schema
	}
	return groups, nil
}

// groupNode maps the values of the next field to the groups below it: no key is
// built from text, so values that print alike stay apart.
type groupNode[R Record[R]] struct {
	index int // of the group at a leaf, -1 before its first run
	next  map[any]*groupNode[R]
}

func (n *groupNode[R]) find(r *R, columns []*FieldOf[R], groups *[]Group[R]) int {
	key := make([]any, len(columns))
	for i, c := range columns {
		key[i] = c.value(r)
		if n.next == nil {
			n.next = map[any]*groupNode[R]{}
		}
		child := n.next[key[i]]
		if child == nil {
			child = &groupNode[R]{index: -1}
			n.next[key[i]] = child
		}
		n = child
	}
	if n.index < 0 {
		n.index = len(*groups)
		*groups = append(*groups, Group[R]{Key: key})
	}
	return n.index
}
