package llenergymeasure

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/data/yamltree"
)

// Domain is the name of this package's record type.
const Domain = "llenergymeasure"

//go:embed llenergymeasure.yaml
var table []byte

// fields are values by field.
type fields = map[string]any

// Schema is the field table of experiments: what their files state, and what is derived from that. Times are UTC. Energy
// is GPU energy in joules, summed over the GPUs, including idle power unless a name contains adjusted.
var Schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })

//go:embed tables.yaml
var tablesText []byte

type namedTables struct {
	Processes, Energies, Throttling []string
	Most                            map[string]float64
}

// tables are those of tables.yaml.
var tables = sync.OnceValue(func() namedTables { return yamltree.Embedded[namedTables](tablesText) })

// checkVersion refuses documents that are no results, and results of versions whose
// meaning is not known.
func checkVersion(result jsontree.Object) error {
	for _, key := range [][2]string{{"schema_version", "234"}, {"bundle_version", "12"}} {
		v := result[key[0]]
		if v == nil {
			continue
		}
		text, ok := v.(string)
		major, _, _ := strings.Cut(text, ".")
		if !ok || len(major) != 1 || !strings.Contains(key[1], major) {
			stated := data.When(ok, fmt.Sprintf("%q", data.Clip(text))).Or(kindOf(v))
			return fault(key[0], fmt.Sprintf("unknown version %s; supported are schema_version 2 to 4 and bundle_version 1 and 2", stated))
		}
		return nil
	}
	return fault("schema_version", "schema_version and bundle_version are missing: not an llenergymeasure result, or older than 2.0")
}
