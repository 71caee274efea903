package board

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Study is the content of a board of another system: the runs of a study, or on a dataset, whose configurations are
// comparable.
type Study struct {
	*data.Board
	ID    string // part of the address, unique among those of a dataset
	Name  string // of the study or dataset
	Alike []any  // the values of the declaration's Alike
	Runs  data.Table
	Title string // the name and, if there are several such boards, the values that distinguish this one

	Deadline   float64 // of the default view, in the unit of the latency; 0 for none
	Percentile aggregate.Percentile
}

// Key names the study by its system, its study or dataset, and the values in which its configurations agree: the same whatever
// else a dataset has.
func (s Study) Key() string {
	values := lists.NonZero(lists.Map(s.Alike, data.Text))
	return strings.Join(slices.Concat([]string{s.System, s.Name}, values), ", ")
}

// Studies returns the studies of all record types that declare boards.
func Studies(ds data.Dataset) (all []Study) {
	taken := map[string]int{}
	for _, runs := range ds.Tables {
		declared := runs.Schema().Board
		if declared == nil {
			continue
		}
		groups, _ := runs.GroupBy(declared.By) // a board's fields are tested where it is declared
		all = append(all, lists.FlatMap(groups, func(g data.Group) []Study { return studiesOf(declared, g, taken) })...)
	}
	return all
}

// studiesOf are those of one study or dataset, which may be several.
func studiesOf(declared *data.Board, g data.Group, taken map[string]int) (all []Study) {
	key := data.Text(g.Key[0])
	name := cmp.Or(declared.Words[declared.By][key], key)
	if f, _ := g.Runs.Schema().Field(declared.By); f.Value == data.OneTask {
		name = declared.System // which states no tasks
	}
	deadline, own := declared.Deadlines[key]
	if !own {
		deadline = declared.Deadlines["default"]
	}
	percentile, _ := aggregate.ParsePercentile(declared.Percentile)
	if titles := g.Runs.Distinct(declared.Title); len(titles) > 0 {
		name = data.Text(titles[0])
	}
	classes, _ := g.Runs.GroupBy(declared.Alike...)
	for _, class := range classes {
		id := free(class.Runs.Schema().Domain+" "+key, taken)
		all = append(all, Study{
			Board: declared, ID: id, Name: name, Alike: class.Key, Runs: class.Runs, Deadline: deadline,
			Percentile: percentile,
		})
	}
	for i := range all {
		all[i].Title = all[i].title(all)
	}
	return all
}

func (s Study) title(siblings []Study) string {
	var parts, unstated []string
	for k, name := range s.Board.Alike {
		if !slices.ContainsFunc(siblings, func(o Study) bool { return o.Alike[k] != s.Alike[k] }) {
			continue
		}
		if f, _ := s.Runs.Schema().Field(name); s.InWords(name, s.Alike[k]) == Unknown {
			unstated = append(unstated, units.LowerFirst(f.Label))
			continue
		}
		parts = append(parts, s.part(name, s.Alike[k]))
	}
	stated := strings.Join(parts, ", ")
	switch {
	case len(unstated) > 0 && stated != "":
		stated += "; not stated: " + strings.Join(unstated, ", ")
	case len(unstated) > 0:
		stated = "not stated: " + strings.Join(unstated, ", ")
	case stated == "":
		return s.Name
	}
	return s.Name + " (" + stated + ")"
}

// part is what a field adds to a title: "NVIDIA H100", "2 GPUs" or "prompts: aienergyscore".
func (s Study) part(name string, v any) string {
	f, _ := s.Runs.Schema().Field(name)
	text := s.InWords(name, v)
	n, isCount := v.(int)
	switch {
	case f.Role == data.RoleGPU:
		return text
	case f.Role == data.RoleGPUs && isCount:
		return units.Plural(n, "GPU")
	}
	return units.LowerFirst(f.Label) + ": " + text
}

// Unknown is the text for a value that a run does not contain.
const Unknown = "unknown"

// InWords returns the text of a value: the words for a code, or the value itself.
func (s Study) InWords(field string, v any) string {
	text := cmp.Or(data.Text(v), Unknown)
	return cmp.Or(s.Words[field][text], text)
}

// free is a name's address that no other name has. The count of an address is the last number that was tried behind it.
func free(name string, taken map[string]int) string {
	base := Slug(name)
	s := base
	for taken[s] > 0 {
		taken[base]++
		s = fmt.Sprintf("%s-%d", base, taken[base])
	}
	taken[s] = 1
	return s
}

// longestSlug leaves room for what is put before and behind it in file names of at most 255 bytes.
const longestSlug = 120

// Slug turns a name into a part of an address: lower-case letters, digits, hyphens. A name without any of these
// becomes a hash, and so does the end of a long one.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	s := strings.Trim(b.String(), "-")
	if s != "" && len(s) <= longestSlug {
		return s
	}
	sum := sha256.Sum256([]byte(name))
	return strings.TrimRight(cmp.Or(s[:min(len(s), longestSlug)], "x"), "-") + "-" + hex.EncodeToString(sum[:4])
}

// Shown is a board with what it is of: a task of the ML.ENERGY benchmark, or results of another system.
type Shown struct {
	*Board
	Task        content.Task
	Study       *Study // nil for a task of the ML.ENERGY benchmark
	Uncertainty aggregate.Uncertainty
}

// Key names what the board is of, the same in all datasets.
func (s Shown) Key() string {
	if s.Study != nil {
		return s.Study.Key()
	}
	return s.Task.ID
}

// ShownIn returns the boards of a dataset: those of tasks, then those of other systems.
func ShownIn(ds data.Dataset, settings content.Content) []Shown {
	return append(Tasks(ds, aggregate.RowsIn(ds, settings), settings), Systems(ds, settings)...)
}

// Tasks returns the boards of the tasks that have rows, in the order of [ByTask].
func Tasks(ds data.Dataset, rows []aggregate.Row, settings content.Content) []Shown {
	uncertainty := uncertaintyIn(ds, settings)
	return lists.MapAtOnce(ByTask(rows, settings), func(of TaskRows) Shown {
		percentile, _ := aggregate.ParsePercentile(of.Percentile) // of a batch there is none
		return Shown{
			Board: New(of.Rows, of.Deadline, percentile).priced(settings.Site, ds), Task: of.Task,
			Uncertainty: uncertainty[of.Rows[0].Domain](),
		}
	})
}

// TaskRows are the rows of a task.
type TaskRows struct {
	content.Task
	Rows []aggregate.Row
}

// ByTask returns the tasks that have rows: first those in tasks.yaml, in their order, then the others by id.
func ByTask(rows []aggregate.Row, settings content.Content) []TaskRows {
	order := map[string]int{}
	for i, t := range settings.Tasks {
		order[t.ID] = i - len(settings.Tasks)
	}
	tasks := lists.Map(lists.Group(rows, func(r aggregate.Row) string { return r.Task }), func(own []aggregate.Row) TaskRows {
		return TaskRows{settings.Task(own[0].Task, own[0].Domain), own}
	})
	lists.Sort(tasks, func(a, b TaskRows) int { return cmp.Or(cmp.Compare(order[a.ID], order[b.ID]), cmp.Compare(a.ID, b.ID)) })
	return tasks
}

// Systems returns the boards of all record types that declare them.
func Systems(ds data.Dataset, settings content.Content) (boards []Shown) {
	uncertainty := uncertaintyIn(ds, settings)
	for _, s := range Studies(ds) {
		u, noun := uncertainty[s.Runs.Schema().Domain](), s.Runs.Schema().Noun
		boards = append(boards, Shown{
			Board: New(aggregate.Rows(aggregate.Assessed(s.Runs, settings), u), s.Deadline, s.Percentile).priced(settings.Site, ds), Study: &s, Uncertainty: u,
			Task: content.Task{
				ID: s.ID, Name: s.Name, Title: s.Title, Output: noun, Summary: s.About, Daily: content.UsualDaily(noun),
				Deadline: s.Deadline, Percentile: s.Board.Percentile,
			},
		})
	}
	return boards
}

// uncertaintyIn is that of each record type, computed for those that have boards.
func uncertaintyIn(ds data.Dataset, settings content.Content) map[string]func() aggregate.Uncertainty {
	return lists.By(ds.Tables, func(runs data.Table) (string, func() aggregate.Uncertainty) {
		return runs.Schema().Domain, sync.OnceValue(func() aggregate.Uncertainty { return aggregate.UncertaintyOf(runs, settings) })
	})
}
