package mlenergy

import (
	"embed"
	"io/fs"

	"github.com/jouleboard/jouleboard/data"
)

//go:generate go run ./sample/generate -out sample/runs

//go:embed sample/runs/*.parquet
var sampleFiles embed.FS

// SampleName is the name of the embedded sample as a source.
const SampleName = "sample:"

// Sample loads the embedded synthetic sample: about twenty invented models, whose numbers come from the physical
// model in sample/generate. Its source is marked as synthetic.
func Sample(o Options) (data.Dataset, error) {
	root, err := fs.Sub(sampleFiles, "sample")
	if err != nil {
		return data.Dataset{}, err
	}
	return load(root, data.Source{Name: SampleName, Kind: "sample"}, o)
}
