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

// Schema is the field table of experiments.
func Schema() *data.Schema { return schema() }

// schema is read for the first record, or for a text that lists its fields.
var schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })
