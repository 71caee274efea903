package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/ordered"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// problemsPath is where what is wrong with runs is listed.
const problemsPath = "data/#problems"

func (p *page) dataPage() templates.Overview {
	v := p.overview(templates.Plain(p.Say("data.lede")), []templates.Section{
		p.filesSection("everything", "data/all/"),
		p.filesSection("tasks", "data/tasks/"),
		p.filesSection("index", "data/index.json", "data/meta.json", "data/problems.json", "data/schema/"),
		p.provenanceSection(), p.problemsSection(), p.citeSection(), p.useSection(),
		p.filesSection("boards", "data/boards/"),
		p.filesSection("models", "data/models/"),
	})
	if described := p.datasetDescriptions(); len(described) > 0 {
		v.Frame.Head.Dataset = described
	}
	v.Sections = slices.DeleteFunc(v.Sections, func(s templates.Section) bool { return len(s.Tables) > 0 && len(s.Tables[0].Rows) == 0 })
	v.Jump = jumps(v.Sections)
	return v
}

// jumps are links to sections of the same page.
func jumps(sections []templates.Section) []templates.Link {
	return lists.Map(sections, func(s templates.Section) templates.Link { return templates.Link{Text: s.Title, Href: "#" + s.ID} })
}

// filesSection lists the files under any of the prefixes.
func (p *page) filesSection(id string, prefixes ...string) templates.Section {
	title := p.Say("data.files." + id)
	t := templates.Table{
		ID: "files-" + id, Label: title, Columns: p.heads("data.file name, data.size number, data.rows number tablet, =SHA-256 code desktop"),
	}
	files := lists.Filter(p.files, func(f dataFile) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(f.path, prefix) })
	})
	t.Rows = lists.Map(files[:min(len(files), view.Most)], p.fileLine)
	t.More = p.rest(len(files)-len(t.Rows), "data.files.more", "address", p.to(checksumsPath))
	return templates.Section{ID: id, Title: title, Tables: []templates.Table{t}}
}

func (p *page) fileLine(f dataFile) templates.Row {
	rows := templates.Cell{}
	if f.rows >= 0 {
		rows = p.cellOf(f.rows)
	}
	size := templates.Cell{Text: p.content.Words.Bytes(f.size), Value: fmt.Sprint(f.size)}
	return p.row(linked(strings.TrimPrefix(f.path, "data/"), p.to(f.path)), size, rows, f.sha256)
}

func (p *page) provenanceSection() templates.Section {
	t := templates.Table{ID: "sources", Label: p.Say("data.sources"), Wide: true, Columns: p.heads("data.source name, data.kind long, " +
		"data.results_of long, data.date date, table.runs number, data.left_out number, data.problems.column number, data.revision code")}
	t.Rows = append(t.Rows, lists.Map(p.Data.Sources, func(s data.Source) templates.Row {
		return p.row(leaderboard.SourceName(s.Name), s.Kind, p.resultsOf(s), s.Date, s.Runs, s.LeftOut, len(s.Problems), s.Revision)
	})...)
	text := templates.Plain(p.Say("data.provenance.text") + " ")
	for _, s := range p.systems {
		text = append(text, p.Rich("data.provenance.system", "name", s.name, "address", s.home(), "facts", s.facts())...)
		text = append(text, plain(" "))
	}
	text = append(text, p.Rich("data.provenance.more", "address", p.to("data/meta.json"))...)
	return templates.Section{ID: "provenance", Title: p.Say("data.provenance.title"), Text: text, Tables: []templates.Table{t}}
}

// home is where the system is described, "" where its data are made up.
func (s system) home() string {
	if s.synthetic {
		return ""
	}
	return s.about.URL
}

// facts are how many data a system has, of when, and under which license.
func (s system) facts() string {
	facts := []string{s.extent()}
	if s.date != "" {
		facts = append(facts, s.words.Say("source.date", "date", s.words.Day(s.date)))
	}
	switch {
	case s.synthetic: // as its name says
	case s.about.License == "":
		facts = append(facts, s.words.Say("source.no_license"))
	default:
		facts = append(facts, s.words.Say("source.license", "license", s.about.License))
	}
	return strings.Join(facts, ", ")
}

// resultsOf names the systems that a source has runs of.
func (p *page) resultsOf(source data.Source) string {
	return strings.Join(lists.FilterMap(p.systems, func(s system) (string, bool) {
		return s.name, slices.ContainsFunc(s.tables, func(t data.Table) bool { return source.Domains[t.Schema().Domain] > 0 })
	}), ", ")
}

// problemsSection says what the sources had wrong and what became of it.
func (p *page) problemsSection() templates.Section {
	s := templates.Section{ID: "problems", Title: p.Say("data.problems.title")}
	problems := p.All()
	if len(problems) == 0 {
		s.Text = templates.Plain(p.Say("data.problems.none"))
		return s
	}
	n := lists.Sum(p.Data.Sources, func(s data.Source) int { return s.LeftOut })
	left := p.Say(variant("data.problems.left", n == 0, "_none"), "n", n)
	s.Text = templates.Plain(p.Say("data.problems.text", "n", len(problems), "left", left))
	t := templates.Table{ID: "problem-list", Label: p.Say("data.problems.column"), Wide: true, Columns: p.heads("data.file name, " +
		"data.problems.row number, data.problems.field, data.problems.code, data.problems.problem long")}
	t.Rows = append(t.Rows, lists.Map(problems[:min(len(problems), mostProblems)], p.problemLine)...)
	t.More = p.rest(len(problems)-mostProblems, "data.problems.more", "address", p.to("data/problems.json"))
	s.Tables = []templates.Table{t}
	return s
}

// remedy is what the publisher of a source can do about a row that is left out: readers cannot.
var remedy = regexp.MustCompile(`(left out|not ranked)[;:] .*$`)

func (p *page) problemLine(problem data.Problem) templates.Row {
	file, row := problem.File, templates.Cell{}
	if file == "" {
		file = p.Say("data.problems.all_files")
	}
	if problem.Row > 0 {
		row = p.cellOf(problem.Row)
	}
	message := remedy.ReplaceAllString(problem.Message, "$1")
	if problem.Accepted != "" {
		message = p.Say("data.problems.accepted", "problem", message, "why", problem.Accepted)
	}
	return p.row(file, row, problem.Field, problem.Code, message)
}

func (p *page) citeSection() templates.Section {
	s := templates.Section{ID: "cite", Title: p.Say("data.cite.title")}
	real := p.real()
	if len(real) == 0 {
		s.Text = templates.Plain(p.Say("data.cite.nothing"))
		return s
	}
	s.Text = p.Rich("data.cite.text", "n", len(real), "data", spoken(p.sourceText(real)))
	if !p.opts.Frozen && !p.hasVersion() {
		s.Text = append(s.Text, plain(" "+p.Say("data.cite.current")))
	}
	for _, own := range real {
		if own.about.Citation != "" {
			s.Snippets = append(s.Snippets, templates.Snippet{Title: p.Say("data.cite.benchmark"), Code: own.about.Citation})
		}
		cited := p.citations(own, p.Say("data.cite.all"), p.Say("count.runs", "n", own.Runs))
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
	return templates.Section{ID: "use", Title: p.Say("data.use"), Snippets: []templates.Snippet{
		{Title: "pandas", Code: fmt.Sprintf("import pandas as pd\n\nruns = pd.read_parquet(%q)", address)},
		{Title: "DuckDB", Code: fmt.Sprintf("SELECT * FROM read_parquet('%s');", strings.ReplaceAll(address, "'", "''"))},
		{Title: "R", Code: fmt.Sprintf("runs <- arrow::read_parquet(%q)", address)},
	}}
}

// datasetDescriptions are the page's subjects, system by system, in the vocabulary of
// schema.org; none where there is nothing real to describe.
func (p *page) datasetDescriptions() []any {
	if p.opts.BaseURL == "" {
		return nil
	}
	return lists.Map(p.real(), p.datasetDescription)
}

// real are the systems whose data are not made up.
func (e *edition) real() []system {
	return lists.Filter(e.systems, func(s system) bool { return !s.synthetic })
}

func (p *page) datasetDescription(s system) any {
	formats := map[string]string{"csv": "text/csv", "json": "application/json", "parquet": "application/vnd.apache.parquet"}
	var downloads []ordered.Object
	for _, f := range p.files {
		name, extension, _ := strings.Cut(strings.TrimPrefix(f.path, "data/all/"), ".")
		own := slices.ContainsFunc(s.tables, func(t data.Table) bool { return t.Schema().Domain == name })
		if own && "data/all/"+name+"."+extension == f.path {
			downloads = append(downloads, ordered.Object{
				"@type", "DataDownload", "encodingFormat", formats[extension], "contentUrl", p.opts.BaseURL + f.path,
			})
		}
	}
	d := map[string]any{
		"@context": "https://schema.org", "@type": "Dataset", "name": s.text(), "description": p.content.Site.Description,
		"url": p.opts.BaseURL + p.path, "isBasedOn": s.about.URL, "distribution": downloads,
	}
	if s.id != "" {
		d["description"] = s.tables[0].Schema().Board.About
	}
	if s.about.License != "" {
		d["license"] = "https://spdx.org/licenses/" + s.about.License
	}
	if s.date != "" {
		d["dateModified"] = s.date
	}
	return d
}
