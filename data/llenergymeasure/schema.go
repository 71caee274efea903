package llenergymeasure

import (
	_ "embed"
	"sync"

	"github.com/jouleboard/jouleboard/data"
)

// Domain is the name of this package's record type.
const Domain = "llenergymeasure"

//go:embed llenergymeasure.yaml
var table []byte

// fields are values by field.
type fields = map[string]any

// Schema is the field table of experiments: what their files state, and what is derived from that. Times are UTC. Energy
// is GPU energy in joules, summed over the GPUs, including idle power unless a name contains adjusted.
func Schema() *data.Schema { return schema() }

// schema is read for the first record, or for a text that lists its fields.
var schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })
