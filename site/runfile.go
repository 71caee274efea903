package site

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// A site with very many runs has one page for all of them. Its script reads the run that the address names from a file
// that has it and its neighbors (runs.js), and fills in the form of the record type, which the page came with.

// runsPage is the page where a reader enters the ID of a run.
func (p *page) runsPage() templates.Runs {
	v := templates.Runs{Frame: p.frame(), Title: p.title, Source: p.source(), Lede: templates.Plain(p.Say("runs.lede", "n", p.runs.Len())), Files: p.downloads().Items}
	file := runsFile{Report: p.content.Site.ReportURL("{run}"), Run: p.to(provenance.Address("{run}", p.runs.Len()))}
	if p.large() {
		file.Shards, file.Laws, file.Rules = p.to(shardsPath)+"{file}.json.gz", map[string][][][]any{}, map[string]runRules{}
		for _, t := range p.Data.Tables {
			v.Forms = append(v.Forms, p.runForm(t.Schema(), file.Laws))
			file.Rules[t.Schema().Domain] = p.runRules(t)
		}
		file.Limits = lists.By(p.content.GPUs, func(g content.GPU) (string, float64) { return g.Model, g.TDP })
		v.Parts = []templates.Section{
			p.runSection("computed"), p.runSection("repeats", "n", 2), p.runSection("sweep"), {ID: "problems", Title: p.Say("run.problems")},
		}
	}
	v.File = file
	return v
}

// runsFile is what the script of the page reads with it.
type runsFile struct {
	Run string `json:"run"` // address of a run's page, with {run} in place of its ID
	// Shards is the address of the files of runs, with {file} in place of a number, or of "ids-" and the first letter of IDs for
	// their numbers; none where each run has a page.
	Shards string `json:"shards,omitempty"`
	Report string `json:"report,omitempty"`
	// Laws are the relations by domain: terms of names of fields and a number, in words of the script.
	Laws  map[string][][][]any `json:"laws,omitempty"`
	Rules map[string]runRules  `json:"rules,omitempty"` // by domain
	// Limits are the power limits of one GPU in W by its model.
	Limits map[string]float64 `json:"limits,omitempty"`
}

// runRules are what the script computes further numbers of a run from: names of fields by their roles.
type runRules struct {
	Headline   []string          `json:"headline"` // what sums up a run, the main number first
	Throughput string            `json:"throughput,omitempty"`
	Power      string            `json:"power,omitempty"`
	GPU        string            `json:"gpu,omitempty"`
	GPUs       string            `json:"gpus,omitempty"`
	Scope      string            `json:"scope,omitempty"`
	Beyond     []string          `json:"beyond,omitempty"` // scopes of more than the GPUs, "" if a run that states none is of more
	Model      string            `json:"model,omitempty"`
	Task       string            `json:"task,omitempty"`
	Outputs    map[string]string `json:"outputs,omitempty"` // what is counted, by task; "" is of all others
	Models     string            `json:"models,omitempty"`  // where the address of a model's page begins
	Times      []string          `json:"times,omitempty"`   // fields of times
	Quoted     string            `json:"quoted"`            // what stands behind sentences of the benchmark
	// Words are those of codes, by field.
	Words map[string]map[string]string `json:"words,omitempty"`
}

func (p *page) runRules(of data.Table) runRules {
	s := of.Schema()
	scopes := append(lists.Map(of.Distinct(s.Name(data.RoleScope)), data.Text), "")
	r := runRules{
		Headline: provenance.HeadlineOf(s), Throughput: s.Name(data.RoleThroughput), Power: s.Name(data.RolePower), GPU: s.Name(data.RoleGPU),
		GPUs: s.Name(data.RoleGPUs), Model: s.Name(data.RoleModel), Task: s.Name(data.RoleTask), Models: p.system(s.System()).about.Models,
		Outputs: map[string]string{}, Quoted: p.Say("run.quoted", "system", p.system(s.System()).name),
		Times: lists.NonZero([]string{s.Name(data.RoleStart), s.Name(data.RoleEnd)}), Scope: s.Name(data.RoleScope),
		Beyond: lists.Filter(scopes, func(scope string) bool { return data.BeyondGPUs(s.Measured(scope)) }),
	}
	if s.Board != nil {
		r.Words = s.Board.Words
	}
	for _, t := range p.all {
		switch {
		case t.rows[0].Schema() != s:
		case t.subject == nil:
			r.Outputs[t.ID] = t.Output
		case s.Noun != "query": // the throughput of single queries is none of a server
			r.Outputs[""] = t.Output
		}
	}
	return r
}

// runForm is what the page of any run of a record type shows, without values.
func (p *page) runForm(s *data.Schema, laws map[string][][][]any) templates.RunForm {
	groups, relations := provenance.Form(s)
	for _, r := range relations {
		laws[s.Domain] = append(laws[s.Domain], lists.Map(r.Terms, func(t provenance.Term) []any {
			return append([]any{t.Factor}, lists.Map(t.Values, func(v provenance.Value) any { return v.Name })...)
		}))
	}
	form := templates.RunForm{Domain: s.Domain}
	form.Sections = p.runGroups(groups, func(v provenance.Value) templates.Value {
		f := translated(p.content.Words, *v.Field)
		return templates.Value{Field: f.Name, Label: f.Label, Unit: f.Unit, Help: p.help(f.Anchor), Note: p.how(s, v)}
	})
	called := *p // as the page of a run, whose title and ID the script puts in
	called.path, called.title = provenance.Address(runToken, p.runs.Len()), titleToken
	form.Last = []templates.Section{p.originOf(s, nil), called.citeCalled(s, runToken)}
	for _, sections := range [][]templates.Section{form.Sections, form.Last} {
		for i := range sections {
			sections[i].ID = s.Domain + "-" + sections[i].ID
		}
	}
	return form
}

// What stands for the ID and the title of a run in the form of all.
const (
	runToken   = "@run"
	titleToken = "@title"
)

const shardsPath = "data/runs/"

// shardSize is how many runs a file has, in the order of their source, where those of a sweep mostly stand together.
const shardSize = 500

// runShard is some runs of a record type. What all of them have in common is in Same; a field in neither is missing.
type runShard struct {
	Domain string `json:"domain"`
	// Texts are what many runs have in common: names of files, what is unstated, names of neighbors. Runs have their indexes.
	Texts  []string                   `json:"texts"`
	Same   map[string]json.RawMessage `json:"same"`
	Fields []string                   `json:"fields"`
	Runs   map[string]shardRun        `json:"runs"` // by ID
}

// shardRun is the title, the values of the fields, the source with its file and the row in it, what is unstated, then the IDs of
// repeats (of very many, their number) and of neighbors in the sweep, each followed by its name, the name and the address of its
// board, if one shows it, and of the pages of its model and of its GPU, and its problems.
type shardRun [8]any

// writeShards writes those files, if the site has very many runs, and by the first letter of their IDs the numbers of their files.
func (e *edition) writeShards(ctx context.Context, w writer) error {
	if !e.large() {
		return nil
	}
	shards := lists.FlatMap(e.Data.Tables, func(t data.Table) (shards []data.Table) {
		for from := 0; from < t.Len(); from += shardSize {
			shards = append(shards, t.Slice(from, min(from+shardSize, t.Len())))
		}
		return shards
	})
	write := func(w writer, name string, v any) error {
		content, err := zippedJSON(v)
		return writeMade(w, shardsPath+name+".json.gz", content, err)
	}
	ids := lists.Map(shards, func(runs data.Table) []string { return lists.Times(runs.Len(), runs.Run) })
	if _, err := e.part(w, shardsPath+"ids", e.keyOf(e.frameDigest, ids), func(r *recorder) error {
		for letter, numbers := range numbersOf(ids) {
			if err := write(r, "ids-"+string(letter), numbers); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return sideBySide(ctx, len(shards), func(_ context.Context, n int) error {
		name, reads := strconv.Itoa(n), lists.Map(ids[n], e.readsOfRuns()) // of which titles are made too
		_, err := e.part(w, shardsPath+name, e.keyOf(e.frameDigest, reads), func(r *recorder) error {
			p := &page{edition: e, path: provenance.Pages}
			shard, err := p.shardOf(shards[n])
			if err != nil {
				return err
			}
			return write(r, name, shard)
		})
		return err
	})
}

// numbersOf are the numbers of the files that runs are in, by the first letter of their IDs.
func numbersOf(ids [][]string) map[byte]map[string]int {
	numbers := map[byte]map[string]int{}
	for _, letter := range []byte("abcdefghijklmnopqrstuvwxyz234567") {
		numbers[letter] = map[string]int{}
	}
	for n, runs := range ids {
		for _, id := range runs {
			numbers[id[0]][id] = n
		}
	}
	return numbers
}

// shardOf is the file of some runs of a table.
func (p *page) shardOf(t data.Table) (*runShard, error) {
	made := &runShard{Domain: t.Schema().Domain, Same: map[string]json.RawMessage{}, Runs: make(map[string]shardRun, t.Len())}
	values, all, texts := make([][]byte, t.Len()), lists.Indices(t.Len()), map[string]int{} // values are JSON, without brackets
	var cells []byte
	for _, f := range t.Schema().Stated() {
		var err error
		if cells, err = t.JSON(cells[:0], f, all); err != nil {
			return nil, err
		}
		each := bytes.Split(bytes.TrimSuffix(cells, []byte{0}), []byte{0})
		if lists.All(each, func(cell []byte) bool { return bytes.Equal(cell, each[0]) }) {
			if string(each[0]) != "null" {
				made.Same[f.Name] = bytes.Clone(each[0])
			}
			continue
		}
		made.Fields = append(made.Fields, f.Name)
		for i, cell := range each {
			values[i] = append(append(values[i], cell...), ',')
		}
	}
	for i := range t.Len() {
		made.Runs[t.Run(i)] = p.shardRun(made, texts, t.Slice(i, i+1), values[i])
	}
	return made, nil
}

// readFrom is the file of a run, after the sources that state it.
func (p *page) readFrom(run provenance.Run) string {
	names := lists.Map(run.Sources, func(s data.Source) string {
		if s.Revision != "" && !strings.HasPrefix(s.Revision, contentRevision) {
			return leaderboard.SourceName(s.Name) + "@" + data.Public(s.Revision)
		}
		return leaderboard.SourceName(s.Name)
	})
	return strings.Join(append(names, data.Public(run.Place.File)), ", ")
}

func (p *page) shardRun(to *runShard, texts map[string]int, t data.Table, values []byte) shardRun {
	run, _ := p.runs.Run(t.Run(0))
	own := p.ofRun(run)
	text := func(text string) int {
		at, known := texts[text]
		if !known {
			at = len(to.Texts)
			texts[text], to.Texts = at, append(to.Texts, text)
		}
		return at
	}
	others := func(runs data.Table) []any {
		all := []any{}
		if runs.Len() < 2 {
			return all
		}
		name := own.names(runs)
		for i := range runs.Len() {
			all = append(all, runs.Run(i), text(name(i)))
		}
		return all
	}
	var repeats any = run.Repeats.Len() // of very many, their number
	if run.Repeats.Len() <= provenance.MostListed {
		repeats = others(run.Repeats)
	}
	return shardRun{
		p.runTitle(t, 0), json.RawMessage(slices.Concat([]byte("["), bytes.TrimSuffix(values, []byte(",")), []byte("]"))),
		[]int{text(p.readFrom(run)), run.Place.Row},
		lists.Map(run.Unstated, func(u provenance.Unstated) int { return text(p.Say("run.unstated." + string(u))) }),
		repeats, others(run.Sweep), lists.Map(own.shownOn(), func(l templates.Run) []int { return []int{text(l.Text), text(l.Href)} }),
		lists.Map(run.Problems, func(problem data.Problem) int { return text(problem.Error()) }),
	}
}
