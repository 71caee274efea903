package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// most problems that the data page lists; problems.json has them all
const mostProblems = 200

func (p *page) dataPage() templates.Overview {
	f := p.frame()
	if described := p.datasetDescriptions(); len(described) > 0 {
		f.Head.Dataset = described
	}
	v := templates.Overview{
		Frame: f, Title: "Data", Source: p.source(),
		Lede: templates.Plain("Every number of this site as files. Addresses under data/ stay the same from one edition to the next; the columns are described by JSON Schemas."),
		Sections: []templates.Section{
			p.filesSection("everything", "All runs", "data/all/"),
			p.filesSection("tasks", "By task", "data/tasks/"),
			p.filesSection("index", "Index, provenance and schemas", "data/index.json", "data/meta.json", "data/problems.json", "data/schema/"),
			p.provenanceSection(), p.problemsSection(), p.citeSection(), p.useSection(),
			p.filesSection("boards", "Other benchmarks", "data/boards/"),
			p.filesSection("models", "By model and task", "data/models/"),
		},
	}
	for _, s := range v.Sections {
		v.Jump = append(v.Jump, templates.Link{Text: s.Title, Href: "#" + s.ID})
	}
	return v
}

// filesSection lists the files under any of the prefixes.
func (p *page) filesSection(id, title string, prefixes ...string) templates.Section {
	t := templates.Table{ID: "files-" + id, Label: title, Empty: "There are no such files.", Columns: []templates.Column{
		{Label: "File", Kind: templates.Name},
		{Label: "Size", Kind: templates.Number},
		{Label: "Rows", Kind: templates.Number, Show: templates.Tablet},
		{Label: "SHA-256", Kind: templates.Code, Show: templates.Desktop},
	}}
	for _, f := range p.files {
		for _, prefix := range prefixes {
			if strings.HasPrefix(f.path, prefix) {
				t.Rows = append(t.Rows, p.fileLine(f))
			}
		}
	}
	return templates.Section{ID: id, Title: title, Tables: []templates.Table{t}}
}

func (p *page) fileLine(f dataFile) templates.Row {
	rows := templates.Cell{}
	if f.rows >= 0 {
		rows = p.cellOf(f.rows)
	}
	return templates.Row{Cells: []templates.Cell{
		{Text: strings.TrimPrefix(f.path, "data/"), Href: p.to(f.path)},
		{Text: units.Bytes(f.size), Value: fmt.Sprint(f.size)},
		rows,
		{Text: f.sha256},
	}}
}

func (p *page) provenanceSection() templates.Section {
	t := templates.Table{ID: "sources", Label: "Sources", Wide: true, Columns: []templates.Column{
		{Label: "Source", Kind: templates.Name},
		{Label: "Kind", Kind: templates.Long},
		{Label: "Results of", Kind: templates.Long},
		{Label: "Date", Kind: templates.Date},
		{Label: "Runs", Kind: templates.Number},
		{Label: "Left out", Kind: templates.Number},
		{Label: "Problems", Kind: templates.Number},
		{Label: "Revision", Kind: templates.Code},
	}}
	for _, s := range p.data.Sources {
		t.Rows = append(t.Rows, templates.Row{Cells: []templates.Cell{
			{Text: leaderboard.SourceName(s.Name)}, {Text: s.Kind}, {Text: p.resultsOf(s)}, {Text: s.Date}, p.cellOf(s.Runs), p.cellOf(s.LeftOut), p.cellOf(len(s.Problems)), {Text: s.Revision},
		}})
	}
	text := templates.Text{plain("This edition is made from the sources below. ")}
	for _, s := range p.systems {
		text = append(text, s.terms()...)
	}
	text = append(text, plain("The same is in "), linked("meta.json", p.to("data/meta.json")), plain("."))
	return templates.Section{ID: "provenance", Title: "Provenance", Text: text, Tables: []templates.Table{t}}
}

// terms says whose a system's data are, how many, and under which license.
func (s system) terms() templates.Text {
	name := plain(s.name)
	if s.url != "" && !s.synthetic {
		name = linked(s.name, s.url)
	}
	text := append(templates.Text{name, plain(": " + s.extent())}, s.dated()...)
	switch {
	case s.synthetic:
		return append(text, plain(", invented. "))
	case s.license == "":
		return append(text, plain(", no license stated. "))
	}
	return append(text, plain(", license "+s.license+". "))
}

// resultsOf names the systems that a source has runs of.
func (p *page) resultsOf(source data.Source) string {
	var names []string
	for _, s := range p.systems {
		if slices.ContainsFunc(s.tables, func(t data.Table) bool { return source.Domains[t.Schema().Domain] > 0 }) {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ", ")
}

// problemsSection says what the sources had wrong and what became of it.
func (p *page) problemsSection() templates.Section {
	s := templates.Section{ID: "problems", Title: "Problems found in the sources"}
	problems := p.selected.All()
	if len(problems) == 0 {
		s.Text = templates.Plain("None: every row of the sources is shown.")
		return s
	}
	s.Text = templates.Plain(fmt.Sprintf(
		"%s. Rows that are wrong are left out of everything on this site unless they were accepted; nothing is repaired silently.",
		units.Plural(len(problems), "problem"),
	))
	t := templates.Table{ID: "problem-list", Label: "Problems", Wide: true, Columns: []templates.Column{
		{Label: "File", Kind: templates.Name},
		{Label: "Row or line", Kind: templates.Number},
		{Label: "Field"},
		{Label: "Code"},
		{Label: "Problem", Kind: templates.Long},
	}}
	for _, problem := range problems[:min(len(problems), mostProblems)] {
		t.Rows = append(t.Rows, problemLine(problem))
	}
	if n := len(problems) - mostProblems; n > 0 {
		t.More = templates.Text{plain(units.Whole(n) + " more are in "), linked("problems.json", p.to("data/problems.json")), plain(".")}
	}
	s.Tables = []templates.Table{t}
	return s
}

func problemLine(problem data.Problem) templates.Row {
	file, row := problem.File, templates.Cell{}
	if file == "" {
		file = "all files"
	}
	if problem.Row > 0 {
		row = fieldCell(english, problem.Row)
	}
	message := problem.Message
	if problem.Accepted != "" {
		message += "; accepted: " + problem.Accepted
	}
	return templates.Row{Cells: []templates.Cell{{Text: file}, row, {Text: problem.Field}, {Text: problem.Code}, {Text: message}}}
}

func (p *page) citeSection() templates.Section {
	s := templates.Section{ID: "cite", Title: "How to cite"}
	real := slices.DeleteFunc(slices.Clone(p.systems), func(s system) bool { return s.synthetic })
	if len(real) == 0 {
		s.Text = templates.Plain("These data are invented; there is nothing to cite.")
		return s
	}
	s.Text = slices.Concat(templates.Text{plain("Cite the benchmark, and name the data: ")}, p.sourceText(real), templates.Plain(". "+p.citeHint()))
	for _, own := range real {
		if own.citation != "" {
			s.Snippets = append(s.Snippets, templates.Snippet{Title: "The benchmark, BibTeX", Code: own.citation})
		}
		cited := p.citations(own, "All results", units.Plural(own.Runs, "run"))
		if len(real) > 1 {
			for i := range cited {
				cited[i].Title = own.name + ", " + cited[i].Title
			}
		}
		s.Snippets = append(s.Snippets, cited...)
	}
	return s
}

// useSection shows how to read a file; the address is absolute where it is known.
func (p *page) useSection() templates.Section {
	path := ""
	for _, f := range p.files {
		if strings.HasPrefix(f.path, "data/all/") && strings.HasSuffix(f.path, ".parquet") {
			path = f.path
		}
	}
	address := p.opts.BaseURL + path
	return templates.Section{ID: "use", Title: "Read it from a program", Snippets: []templates.Snippet{
		{Title: "pandas", Code: fmt.Sprintf("import pandas as pd\n\nruns = pd.read_parquet(%q)", address)},
		{Title: "DuckDB", Code: fmt.Sprintf("SELECT * FROM read_parquet('%s');", strings.ReplaceAll(address, "'", "''"))},
		{Title: "R", Code: fmt.Sprintf("runs <- arrow::read_parquet(%q)", address)},
	}}
}

// datasetDescriptions are the page's subjects, system by system, in the vocabulary of
// schema.org; none where there is nothing real to describe.
func (p *page) datasetDescriptions() (all []any) {
	if p.opts.BaseURL == "" {
		return nil
	}
	for _, s := range p.systems {
		if !s.synthetic {
			all = append(all, p.datasetDescription(s))
		}
	}
	return all
}

func (p *page) datasetDescription(s system) any {
	type download struct {
		Type   string `json:"@type"`
		Format string `json:"encodingFormat"`
		URL    string `json:"contentUrl"`
	}
	formats := map[string]string{"csv": "text/csv", "json": "application/json", "parquet": "application/vnd.apache.parquet"}
	var downloads []download
	for _, f := range p.files {
		name, extension, _ := strings.Cut(strings.TrimPrefix(f.path, "data/all/"), ".")
		own := slices.ContainsFunc(s.tables, func(t data.Table) bool { return t.Schema().Domain == name })
		if own && "data/all/"+name+"."+extension == f.path {
			downloads = append(downloads, download{"DataDownload", formats[extension], p.opts.BaseURL + f.path})
		}
	}
	d := map[string]any{
		"@context": "https://schema.org", "@type": "Dataset", "name": spoken(s.text()), "description": p.content.Site.Description,
		"url": p.opts.BaseURL + p.path, "isBasedOn": s.url, "distribution": downloads,
	}
	if s.id != "" {
		d["description"] = s.tables[0].Schema().Board.About
	}
	if s.license != "" {
		d["license"] = "https://spdx.org/licenses/" + s.license
	}
	if s.date != "" {
		d["dateModified"] = s.date
	}
	return d
}
