package site

import (
	"context"
	"maps"
	"slices"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// A site with very many runs has one page for all of them. Its script reads the run that the address names from a file
// with the runs whose IDs begin alike (runs.js), and fills in the form of the record type, which the page came with.

// runsEntry is the page where a reader enters the ID of a run.
func (e *edition) runsEntry() entry {
	return e.entry(e.titled(page{path: provenance.Pages, kind: "runs", script: "runs", about: e.systems}),
		func(_ context.Context, p *page) (templ.Component, error) {
			v := templates.Runs{Frame: p.frame(), Title: p.title, Source: p.source(), Lede: templates.Plain(p.Say("runs.lede", "n", p.runs.Len()))}
			file := runsFile{Report: p.content.Site.ReportURL("{run}"), Run: p.to(provenance.Address("{run}", p.runs.Len()))}
			if p.runs.Len() > provenance.MostPages {
				file.Shards, file.Laws = p.to(shardsPath)+"{begin}.json", map[string][][][]any{}
				for _, t := range p.data.Tables {
					v.Forms = append(v.Forms, p.runForm(t.Schema(), file.Laws))
				}
			}
			v.File = file
			return templates.RunsPage(v), nil
		})
}

// runsFile is what the script of the page reads with it.
type runsFile struct {
	Run    string `json:"run"`              // address of a run's page, with {run} in place of its ID
	Shards string `json:"shards,omitempty"` // address of the runs whose ID begins with {begin}; none where each run has a page
	Report string `json:"report,omitempty"`
	// Laws are the relations by domain: terms of names of fields and a number, in words of the script.
	Laws map[string][][][]any `json:"laws,omitempty"`
}

// runForm is what the page of any run of a record type shows, without values.
func (p *page) runForm(s *data.Schema, laws map[string][][][]any) templates.RunForm {
	groups, relations := provenance.Form(s)
	for _, r := range relations {
		laws[s.Domain] = append(laws[s.Domain], lists.Map(r.Terms, func(t provenance.Term) []any {
			term := []any{t.Factor}
			for _, v := range t.Values {
				term = append(term, v.Name)
			}
			return term
		}))
	}
	form := templates.RunForm{Domain: s.Domain}
	form.Sections = p.runGroups(groups, func(v provenance.Value) templates.Value {
		f := translated(p.content.Words, v.Field)
		return templates.Value{Field: f.Name, Label: f.Label, Unit: f.Unit, Help: p.help(f.Anchor), Note: v.How()}
	})
	for i := range form.Sections {
		form.Sections[i].ID = s.Domain + "-" + form.Sections[i].ID
	}
	return form
}

const shardsPath = "data/runs/"

// shardLetters is how many letters the IDs of a file have in common: 1,024 files of 200 runs each for 200,000 runs.
const shardLetters = 2

// runShard is the runs whose IDs begin alike.
type runShard struct {
	Fields map[string][]string `json:"fields"` // by domain
	Runs   map[string]shardRun `json:"runs"`
}

type shardRun struct {
	Domain   string      `json:"domain"`
	Title    string      `json:"title"`
	Values   []any       `json:"values"` // of the domain's fields, null if missing
	File     string      `json:"file,omitempty"`
	Row      int         `json:"row,omitempty"`
	Unstated []string    `json:"unstated,omitempty"`
	Repeats  [][2]string `json:"repeats,omitempty"` // ID and name
	Sweep    [][2]string `json:"sweep,omitempty"`
}

// writeShards writes those files, if the site has very many runs.
func (e *edition) writeShards(w writer) error {
	if e.runs.Len() <= provenance.MostPages {
		return nil
	}
	shards := map[string][]data.Table{}
	fields := map[string][]string{}
	for _, t := range e.data.Tables {
		fields[t.Schema().Domain] = lists.Map(t.Schema().Stated(), func(f data.Field) string { return f.Name })
		for i := range t.Len() {
			begin := t.Run(i)[:shardLetters]
			shards[begin] = append(shards[begin], t.Slice(i, i+1))
		}
	}
	p := &page{edition: e}
	for _, begin := range slices.Sorted(maps.Keys(shards)) {
		shard := runShard{Fields: fields, Runs: map[string]shardRun{}}
		for _, run := range shards[begin] {
			shard.Runs[run.Run(0)] = p.shardRun(run, fields[run.Schema().Domain])
		}
		content, err := compactJSON(shard)
		if err != nil {
			return err
		}
		if err := w.Write(shardsPath+begin+".json", content); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) shardRun(t data.Table, fields []string) shardRun {
	run, _ := p.runs.Run(t.Run(0))
	others := func(runs data.Table) (all [][2]string) {
		if runs.Len() < 2 {
			return nil
		}
		name := p.runNames(run, runs)
		for i := range runs.Len() {
			all = append(all, [2]string{runs.Run(i), name(i)})
		}
		return all
	}
	return shardRun{
		Domain: t.Schema().Domain, Title: p.runTitle(t, 0), Values: lists.Map(fields, func(name string) any { return run.Value(0, name) }),
		File: data.Public(run.Place.File), Row: run.Place.Row,
		Unstated: lists.Map(run.Unstated, func(u provenance.Unstated) string { return p.Say("run.unstated." + string(u)) }),
		Repeats:  others(run.Repeats), Sweep: others(run.Sweep),
	}
}
