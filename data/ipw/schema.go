package ipw

import (
	_ "embed"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Domain is the name of this package's record type.
const Domain = "ipw"

//go:embed ipw.yaml
var table []byte

// fields are values by field.
type fields = map[string]any

// Schema is the field table of profiles: the results of one model in one run. Energy is GPU energy in joules; other
// measured energies have their own fields.
var Schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })

// leaves are the fields that each query of a single-turn run states: a run has the mean
// over its queries, or the text that they share.
var leaves = sync.OnceValue(func() []data.Field {
	return lists.Filter(Schema().Fields(), func(f data.Field) bool { return f.In("") != nil })
})
