package declared

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/textlog"
	"github.com/jouleboard/jouleboard/units"
)

// Kind is the name of the sources of this package.
const Kind = "table"

// Limits of what is read.
const (
	largestFile = 2 << 30     // bytes of a file of rows, which is read row by row
	largestTree = 512 << 20   // bytes of a JSON or Parquet file
	mostRows    = 3_000_000   // of a source
	mostCells   = 200_000_000 // of tables in texts
	mostHeld    = 640 << 20   // bytes of values in memory
)

// IsResults reports whether path is a directory with a declaration, a declaration, or a file of rows beside one.
func IsResults(path string) bool {
	dir, file := filetree.Split(path)
	_, err := os.Lstat(filepath.Join(dir, Name)) // what is no file is told when it is opened
	return err == nil && (file == "" || file == Name || IsTable(file))
}

// IsTable reports whether the end of a file's name is that of a format of rows.
func IsTable(name string) bool {
	format, err := formatOf(name, Rows{})
	return err == nil && format != "md" && format != "text"
}

// Open reads the rows of a directory by its declaration, or those of one of its files. stableOnly leaves out rows
// that the declaration calls unstable. An error in a file or row is a problem of the source; Open fails if the
// declaration is invalid or if there is nothing to read.
func Open(ctx context.Context, name string, stableOnly bool) (data.Dataset, error) {
	dir, only := filetree.Split(name)
	tree, err := filetree.Open(dir)
	if err != nil {
		return data.Dataset{}, err
	}
	defer tree.Close()
	text, err := tree.Read(Name, yamltree.MostBytes)
	if err != nil {
		lacks := when(errors.Is(err, fs.ErrNotExist), "a "+Name+" in the same directory must describe the results: jouleboard describe FILE drafts one")
		return data.Dataset{}, fmt.Errorf("%s: %w; %s", filepath.Join(dir, Name), err, cmp.Or(lacks, "put a file of at most 1 MiB there, as by fewer fields"))
	}
	return readBy(ctx, tree, text, filepath.Join(dir, Name), name, only, stableOnly)
}

// readBy reads the rows of a directory, or of one file in it, by the text of a declaration, which messages call as given.
func readBy(ctx context.Context, tree *filetree.Tree, text []byte, called, name, only string, stableOnly bool) (data.Dataset, error) {
	b, err := Parse(text)
	if err != nil {
		return data.Dataset{}, fault(called, err)
	}
	l := &loader{
		Benchmark: b, tree: tree, hash: sha256.New(), in: data.NewIntake(b.schema), stableOnly: stableOnly,
		matching: textlog.MostWork, visits: visits{mostVisited, visited}, found: map[string]bool{}, unmatched: map[string]string{},
		joined: map[secondFile]*index{}, inFile: map[string]int{},
		headed: map[string]bool{}, matched: map[string]bool{}, aliased: map[string]bool{}, units: map[string]*data.UnitsBeside{},
		samples: map[string]*draft{}, namesakes: map[string]namesake{},
	}
	l.in.Declared = true
	for _, rule := range slices.Concat(l.where, l.invalid, l.bad) {
		rule.Within(&l.matching)
	}
	for _, f := range l.fields {
		if f.value != nil {
			f.value.Within(&l.matching)
		}
	}
	l.hash.Write(text)
	if err := l.walk(ctx, only); err != nil {
		return data.Dataset{}, err
	}
	if l.files == 0 {
		return data.Dataset{}, fault(called, l.unmatchedFiles())
	}
	if only == "" || only == Name {
		if err := l.idle(); err != nil {
			return data.Dataset{}, fault(called, err)
		}
	}
	if ds := l.dataset(name); len(l.faults) == 0 {
		return ds, nil
	}
	return data.Dataset{}, fault(called, l.faults)
}

// loader gathers the rows of one source.
type loader struct {
	*Benchmark
	tree       *filetree.Tree
	hash       hash.Hash
	in         *data.Intake
	stableOnly bool
	files      int
	matching   int            // work that all its patterns may still do
	count      int            // rows that were read
	cells      int            // of tables that were read
	visits     visits         // of members, for paths
	filtered   int            // rows for which “where” does not hold
	inFile     map[string]int // of those, for which it would if a field were in the unit of the files
	stable     int            // valid rows, of which others are unstable
	unstable   int
	wrong      int               // for which “invalid” holds
	found      map[string]bool   // fields that some file states
	unmatched  map[string]string // a text of each field that its “match” does not fit
	columns    []string          // of tables, to say what was meant
	samples    map[string]*draft // of files, see sampled
	headed     map[string]bool   // all columns of tables
	aliased    map[string]bool   // fields of which some value is a key of their “aliases”
	matched    map[string]bool   // joined files of which some row has a row
	faults     yamltree.Errors   // in the declaration, as the files tell
	beside     []string          // columns of joined tables, as paths name them
	joined     map[secondFile]*index
	doubts     []doubt
	units      map[string]*data.UnitsBeside // of fields
	namesakes  map[string]namesake          // by model, and by file and settings
	patterns   []*mentioned                 // of each entry of rows
	sets       [][]*mention                 // patterns of each of “set”
	all        []string                     // files beside and below the declaration
	blamed     []data.Problem               // files that cannot be read because of the declaration
	power      []*meter
	unrecorded bool // a recording cannot be read
	problems   []data.Problem
	unmeasured []data.Problem // rows without the energy that recordings should give
}

func (l *loader) note(p data.Problem) { l.problems = append(l.problems, p) }

// tell notes what a line of the declaration, about a field or "", does not achieve.
func (l *loader) tell(line int, field, format string, args ...any) {
	l.note(data.Problem{File: Name, Row: line, Lines: true, Field: field, Message: fmt.Sprintf(format, args...)})
}

// tellIf tells it where it is so.
func (l *loader) tellIf(is bool, line int, field, format string, args ...any) {
	if is {
		l.tell(line, field, format, args...)
	}
}

// told reports whether a line of the declaration about a field was told.
func (l *loader) told(field string) bool {
	return slices.ContainsFunc(l.problems, func(p data.Problem) bool { return p.File == Name && p.Field == field })
}

// walk reads every file of rows.
func (l *loader) walk(ctx context.Context, only string) error {
	l.patterns = lists.Times(len(l.Rows), func(i int) *mentioned { return l.Rows[i].mentioned(i) })
	for i, set := range l.Set {
		pattern, _ := set["files"].(string)
		l.sets = append(l.sets, mentions(lists.NonZero([]string{pattern}), "matches no file of rows", "set", i, "files"))
	}
	unread := func(name string, err error) { l.note(data.Problem{File: name, Message: err.Error()}) }
	if err := l.tree.Walk(ctx, l.list, unread); err != nil {
		return err
	}
	l.record()
	if only != "" && only != Name {
		l.read(ctx, only, max(0, l.entryOf(only)))
		return ctx.Err()
	}
	for _, name := range l.all {
		if i := l.entryOf(name); i >= 0 {
			l.read(ctx, name, i)
		}
	}
	return ctx.Err()
}

// read takes in the rows of one file by an entry of rows.
func (l *loader) read(ctx context.Context, name string, entry int) {
	l.files++
	for _, set := range l.sets {
		heed(fitting(set, name))
	}
	if err := l.rows(ctx, name, entry); err != nil {
		l.patterns[entry].unread = true
		message := err.Error()
		if at, is := errors.AsType[*placed.Error](err); is && l.states("rows") {
			line := l.written.At(append([]any{"rows", entry}, at.Path...)...).Line
			l.blamed = append(l.blamed, data.Problem{File: name, Message: fmt.Sprintf("%s (%s:%d)%s", message, Name, line, restLeftOut)})
			return
		}
		l.note(data.Problem{File: name, Message: message + restLeftOut, LeftOut: 1})
	}
}

// valuesInSaid are what differs between files with the same fault.
var valuesInSaid = regexp.MustCompile(`"(?:\\.|[^"\\])*"|^[0-9.]+`)

const restLeftOut = "; the rest of the file is left out"

// blames notes which lines of the declaration keep files from being read, once for all files.
func (l *loader) blames() {
	kinds := lists.Under(l.blamed, func(p data.Problem) string { return valuesInSaid.ReplaceAllString(p.Message, "") })
	for _, kind := range sortedKeys(kinds) {
		p, more := kinds[kind][0], lists.Map(kinds[kind][1:], func(p data.Problem) string { return p.File })
		if p.LeftOut = len(kinds[kind]); len(more) > 0 {
			p.Message += "; the same of " + units.Counted(len(more), "more file") + ", such as " +
				data.ClipName(strings.Join(more[:min(len(more), 5)], ", "))
		}
		l.note(p)
	}
}

// formatOf is that of a file, by the end of its name where the declaration does not say.
func formatOf(name string, r Rows) (string, error) {
	format := cmp.Or(r.Format, strings.TrimPrefix(strings.ToLower(path.Ext(name)), "."))
	usual := map[string]string{"ndjson": "jsonl", "markdown": "md"}[format]
	format = cmp.Or(usual, when(r.Format == "" && len(r.Lines) > 0, "text"), format)
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("its name does not end in one of %s; write “format: …” under rows", strings.Join(formats, ", "))
	}
	return format, nil
}

// open opens a file of rows, which are taken in one by one.
func (l *loader) open(name string, r Rows) (table, io.Closer, error) {
	format, err := formatOf(name, r)
	if err != nil {
		return nil, nil, err
	}
	largest := map[bool]int64{true: largestTree, false: largestFile}[format == "json" || format == "parquet"]
	in, err := l.hashed(name, largest)
	if err != nil {
		return nil, nil, err
	}
	before := l.matching // the values of rows are matched while lines are read ahead
	work := before
	t, err := openTable(in, format, r, l.wanted(r), &work, false)
	in.closed = func() { l.matching -= before - work }
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return t, in, nil
}

// hashed is a file whose bytes are part of the revision, once it is closed: files are read at the same time, but closed one
// after the other. What may be done with values grows with its size.
type hashed struct {
	io.ReadSeekCloser
	own, revision hash.Hash
	closed        func()
}

// hashed opens a file of at most so many bytes.
func (l *loader) hashed(name string, largest int64) (*hashed, error) {
	file, err := l.tree.Open(name)
	if err != nil {
		return nil, err
	}
	entry, err := file.Stat()
	if err != nil || entry.Size() > largest {
		return nil, errors.Join(fmt.Errorf("larger than %d bytes", largest), file.Close())
	}
	l.matching += textlog.WorkOfByte * int(entry.Size())
	l.visits.source += int(entry.Size()) / bytesOfVisit
	return &hashed{file, sha256.New(), l.hash, func() {}}, nil
}

func (h *hashed) Read(p []byte) (int, error) {
	n, err := h.ReadSeekCloser.Read(p)
	h.own.Write(p[:n])
	return n, err
}

func (h *hashed) Close() error {
	h.closed()
	h.revision.Write(h.own.Sum(nil))
	return h.ReadSeekCloser.Close()
}

// wanted tells the keys of a document that some path may lead through; nil where any may.
func (l *loader) wanted(r Rows) func(string) bool {
	if slices.ContainsFunc(l.fields, func(f *reading) bool { return f.JSON }) {
		return nil
	}
	paths := append(lists.FlatMap(l.fields, func(f *reading) []string { return append(l.stating(f, nil), f.paths...) }), r.At)
	for _, j := range r.Join {
		paths = append(paths, j.By, j.Key)
	}
	keys := lists.By(slices.Concat(beside[false], beside[true], lists.FlatMap(paths, unitKeys)), func(key string) (string, bool) { return key, true })
	for _, path := range paths {
		route := parsePath(path, r.joins)
		if route.several() || r.Pivot != nil {
			return nil
		}
		for _, p := range route.parts {
			// a key may have dots itself
			parts := strings.Split(p.at+p.exact, ".")
			for i := range parts {
				for k := i + 1; k <= len(parts); k++ {
					keys[strings.Join(parts[i:k], ".")] = true
				}
			}
		}
	}
	return func(key string) bool { return keys[key] }
}

// dataset is what was read.
func (l *loader) dataset(name string) data.Dataset {
	l.blames()
	l.missed(l.refused() || len(l.blamed) > 0)
	l.lost()
	l.tellUnmeasured()
	l.rank()
	l.tellIf(l.in.Len() == 0 && l.filtered > 0, l.written.At("where").Line, "",
		"where: %s holds for none of %s; correct it", data.ClipName(l.Where), units.Counted(l.filtered, "row"))
	for _, f := range l.fields { // one that holds for all rows would be no condition
		n, asked := l.inFile[f.Name], min(l.filtered, mostAsked)
		l.tellIf(2*n > asked && n < asked && l.filtered > l.in.Len() && l.in.Len() > 0 && l.states("where"), l.written.At("where").Line, "",
			"where: leaves out %d of %s; it compares %s in %s, though the files have %s; convert the number if it is meant in that", l.filtered,
			units.Counted(l.filtered+l.in.Len(), "row"), f.Name, f.Unit, f.FileUnit)
	}
	if l.in.Len() == 0 && l.filtered == 0 && l.wrong > 1 && l.states("invalid") && l.wrong == len(l.in.Problems) {
		l.in.Problems = nil
		l.note(data.Problem{File: Name, Row: l.written.At("invalid").Line, Lines: true, LeftOut: l.wrong, Message: fmt.Sprintf(
			"invalid: a condition holds for every row (%d), so none is left; correct it", l.wrong)})
	}
	l.tellIf(len(l.Unstable) > 0 && l.unstable > 0 && l.stable == 0, l.written.At("unstable").Line, "",
		"unstable: a condition holds for every row, so nothing is ranked; correct it")
	l.neverEqual("invalid", l.invalid[:len(l.invalid)*lists.One(l.wrong == 0)])
	l.neverEqual("unstable", l.bad[:len(l.bad)*lists.One(l.unstable == 0)])
	l.roleless()
	l.unknownValues()
	l.namedAlike()
	l.aliasedAlike()
	l.alikeUnread()
	l.unranked()
	for _, f := range l.fields {
		l.misnamed(f)
		l.ofPair(f)
		l.calledOtherwise(f)
		l.tellUnits(f)
	}
	l.tellDoubts()
	l.ofOthers()
	table := l.in.Table(l.stableOnly && l.schema.Name(data.RoleStable) != "")
	s := data.Source{
		Name: name, Kind: Kind, Date: l.Date, Runs: table.Len(), Revision: "sha256:" + hex.EncodeToString(l.hash.Sum(nil)),
		Problems: append(l.problems, l.in.Problems...), Written: l.places(),
	}
	return data.Merge(data.NewDataset(s, table))
}

// rank makes the throughput what boards rank by where no run states the energy, unless the
// declaration says by what.
func (l *loader) rank() {
	energy, throughput := l.schema.Name(data.RoleEnergy), l.schema.Name(data.RoleThroughput)
	if b := l.schema.Board; b.Primary == energy && !l.found[energy] && l.found[throughput] {
		ranks := func(name string) bool { return leads(energy, name, l.operands, map[string]bool{}) != nil }
		joinless := func(f *reading) bool { return l.joinless(f) && ranks(f.Name) }
		cause := slices.IndexFunc(l.problems, func(p data.Problem) bool { return p.File == Name && p.Field != "" && ranks(p.Field) })
		if line, own := l.own[energy]; cause >= 0 {
			l.problems[cause].Message += "; until then, boards rank by " + throughput
		} else if own && l.in.Len() > 0 && !slices.ContainsFunc(l.fields, joinless) {
			l.tell(line, energy, "no row has it, so boards rank by %s; correct what it is read or computed from, or write “board: {primary: %[1]s}”", throughput)
		}
		b.Primary = throughput
		b.Plots = slices.Clone(b.Plots)
		for i := range b.Plots {
			if b.Plots[i].Y == energy {
				b.Plots[i].Y = throughput
			}
		}
	}
}
