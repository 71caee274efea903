package ipw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/arrowfile"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// the columns that tell the two forms of data set apart
const metricsColumn, traceColumn = "model_metrics", "trace_json"

// mostModels bounds what one data set can ask to be kept.
const mostModels = 1000

// contents is what the files of a data set hold.
type contents struct {
	rows           int
	file           string // that is being read
	before         int    // rows of the batches before, in that file
	open           bool   // a file lacks the mark of its end
	models         map[string]*queries
	order          []string // of the models
	flat           *gathered
	isFlat         bool   // traces, not queries of models
	part           string // what a file consists of: line or row
	details, texts bool   // what decoders keep
	decoder        *decoder
	// metrics takes a batch of the queries of models, each the trace of a line or row, told what is wrong with one.
	metrics func(all columns, of *array.Struct) error
	each    func(t *trace, row int) error
	told    func(fault data.Problem) error
}

// profiled are contents that are added up.
func profiled() *contents {
	c := &contents{models: map[string]*queries{}, flat: newGathered()}
	c.metrics = func(_ columns, of *array.Struct) error { return c.add(of) }
	c.each = func(t *trace, row int) error { c.flat.take(t, row); return nil }
	c.told = func(data.Problem) error { return nil }
	return c
}

// errMissing is that state.json names a file which is not there.
var errMissing = errors.New("is missing; download it")

// shards are the names of a data set's files in their order: as state.json has it,
// else by name.
func shards(tree *filetree.Tree, d filetree.Dir) (names []string, err error) {
	names = lists.Filter(d.Files, isShard)
	if !d.Has("state.json") {
		return names, nil
	}
	state, err := readJSON(tree, d.File("state.json"))
	if err != nil {
		return names, err
	}
	listed, _ := state["_data_files"].([]any)
	var ordered []string
	for _, entry := range listed {
		name := jsontree.Text(entry, "filename")
		switch {
		case name == "" || name != filepath.Base(name) || strings.ContainsAny(name, `/\`):
			err = fmt.Errorf("_data_files: %q is not a plain file name", data.Clip(name))
		case !d.Has(name):
			return nil, fmt.Errorf("_data_files: %q %w", data.Clip(name), errMissing)
		default:
			ordered = append(ordered, name)
		}
	}
	if err == nil && len(ordered) > 0 {
		return ordered, nil
	}
	return names, err
}

func readJSON(tree *filetree.Tree, name string) (jsontree.Object, error) {
	file, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// the scored records repeat prompts and answers
	return jsontree.Parse(file, jsontree.Options{Unknown: true, Wanted: func(key string) bool { return key != "records" }})
}

// read reads the queries of the run in a directory, and names the file that is wrong, or else the first.
func (r *reader) read(c *contents, d filetree.Dir, form string) (name string, err error) {
	names := []string{tracesFile}
	if c.isFlat, c.part = form == agenticForm, "line"; !c.isFlat {
		c.part = "row"
		if names, err = shards(r.tree, d); errors.Is(err, errMissing) {
			return d.File("state.json"), err
		} else if err != nil {
			r.note(d.File("state.json"), "", err.Error()+"; the files are read in order of their names")
		}
	}
	for _, name := range names {
		if err := r.readFile(c, d.File(name)); err != nil {
			return d.File(name), err
		}
	}
	return d.File(names[0]), nil
}

// readFile reads a file of JSON lines, or of a data set.
func (r *reader) readFile(c *contents, name string) error {
	file, err := r.tree.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if c.file, c.before = name, 0; c.part == "line" {
		return c.lines(r.ctx, file)
	}
	entry, err := file.Stat()
	if err != nil {
		return err
	}
	return c.read(file, entry.Size())
}

func (c *contents) read(in io.Reader, size int64) error {
	stream, err := arrowfile.Read(in, size, c.begin, c.batch)
	c.rows += stream.Rows
	c.open = c.open || err == nil && !stream.Ended
	return err
}

// begin looks at the columns of a file.
func (c *contents) begin(s *arrow.Schema) error {
	if s.HasField(metricsColumn) {
		f, _ := s.FieldsByName(metricsColumn)
		if _, ok := f[0].Type.(*arrow.StructType); !ok {
			return fmt.Errorf("column %s: expected a struct with a field per model, got %s", metricsColumn, f[0].Type.Name())
		}
		return nil
	}
	if s.HasField(traceColumn) {
		c.isFlat, c.decoder = true, cmp.Or(c.decoder, newDecoder(c.details, c.texts))
		return nil
	}
	names := lists.Map(s.Fields(), func(f arrow.Field) string { return data.Public(f.Name) })
	return fmt.Errorf("column %s is missing, and so is %s; it has %s", metricsColumn, traceColumn, data.Clip(strings.Join(names, ", ")))
}

func (c *contents) batch(b arrow.RecordBatch) error {
	defer func() { c.before += int(b.NumRows()) }()
	all := columns{}
	for i, f := range b.Schema().Fields() {
		all.add(f.Name, b.Column(i), nil)
	}
	if metrics, there := all[metricsColumn]; there {
		root, ok := metrics.of.(*array.Struct)
		if !ok {
			return errors.New("the columns of the batches differ from the schema")
		}
		return c.metrics(all, root)
	}
	for row := range int(b.NumRows()) {
		line := textLine{number: c.before + row + 1}
		t, err := all.trace(c.decoder, row)
		if err := c.one(&t, line.number, line.fault(err)); err != nil {
			return err
		}
	}
	return nil
}

// add adds the queries of each model of a batch: models are fields of the struct.
func (c *contents) add(root *array.Struct) error {
	for i, f := range fieldsOf(root) {
		model, ok := root.Field(i).(*array.Struct)
		if !ok {
			continue // a model without a single query
		}
		q := c.models[f.Name]
		if q == nil {
			if len(c.models) == mostModels {
				return fmt.Errorf("more than %d models", mostModels)
			}
			means := lists.By(leaves(), func(l data.Field) (string, *sum) { return l.Name, &sum{} })
			q = &queries{none: map[string]int{}, means: means, texts: map[string]string{}, prefill: map[string]*sum{}, decode: map[string]*sum{}}
			c.models[f.Name] = q
			c.order = append(c.order, f.Name)
		}
		q.read(root, model)
	}
	return nil
}
