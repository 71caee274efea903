package leaderboard

import (
	"context"
	"errors"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// toolName is the program in the meta.json of a site whose files of all runs are known.
const toolName = "jouleboard"

// TablePath is the Parquet file of all runs of a record type, relative to the tree.
func TablePath(domain string) string { return "all/" + domain + ".parquet" }

// DeclarationPath is the file with the field table of another system's runs, relative to the
// tree.
func DeclarationPath(domain string) string { return "all/" + domain + ".yaml" }

// declared is the field table that a site states for a record type which the program does not
// know.
func (r *reader) declared(ctx context.Context, domain string) error {
	text, err := r.from.read(ctx, DeclarationPath(domain), r.maxBytes)
	if err != nil {
		return err
	}
	s, err := data.Declare(text)
	switch {
	case err != nil:
		return err
	case s.Domain != domain || s.Board == nil || len(s.Board.Faults(s)) > 0:
		return errors.New("it declares runs of another domain, or a board without its fields")
	}
	for _, expression := range append(lists.Map(s.Fields(), func(f data.Field) string { return f.Value }), s.Where) {
		if expression == "" {
			continue
		}
		if _, err := s.Expression(expression); err != nil {
			return err
		}
	}
	r.intakes = append(r.intakes, data.NewIntake(s))
	return nil
}

// site is what meta.json says where a site of this program is read: every run is then in
// the table of its record type, in full.
type site struct {
	known     bool
	synthetic bool
	runs      map[string]int           // by record type
	origins   map[string][]data.Source // where they came from
}

// site reads meta.json, which only trees of this program have.
func (r *reader) site(ctx context.Context) site {
	text, err := r.from.read(ctx, "meta.json", r.maxBytes)
	if err != nil {
		return site{}
	}
	v, _ := parse(text)
	meta, _ := v.(members)
	s := site{synthetic: meta.values["synthetic"] == true}
	tool, _ := meta.values["tool"].(members)
	if tool.values["name"] != toolName {
		return s
	}
	if version, _ := count(meta.values["schema_version"]); version != SchemaVersion {
		r.note("meta.json", 0, "schema_version", "expected %d, got %s; only the common part of the format is read; use the program that wrote it",
			SchemaVersion, show(meta.values["schema_version"]))
		return s
	}
	s.known, s.runs, s.origins = true, map[string]int{}, map[string][]data.Source{}
	published, _ := meta.values["published"].(members)
	domains, _ := published.values["by_domain"].(members)
	for domain, v := range domains.values {
		counts, _ := v.(members)
		s.runs[domain], _ = count(counts.values["runs"])
	}
	origins, _ := meta.values["origins"].(members)
	for domain, v := range origins.values {
		listed, _ := v.([]any)
		s.origins[domain] = lists.Map(listed, r.origin)
	}
	return s
}

// origin is a source as meta.json names it.
func (r *reader) origin(v any) data.Source {
	m, _ := v.(members)
	text := func(key string) string { s, _ := m.values[key].(string); return data.Clip(SourceName(s)) }
	s := data.Source{
		Name: text("source"), Kind: text("kind"), Revision: text("revision"), Date: text("date"),
		Synthetic: m.values["synthetic"] == true,
	}
	if !date.MatchString(s.Date) {
		s.Date = ""
	}
	s.Runs, _ = count(m.values["runs"])
	s.LeftOut, _ = count(m.values["left_out"])
	return s
}

// loadTables reads the tables of a site, each with what was recorded beside it.
func (r *reader) loadTables(ctx context.Context, s site) {
	var domains, paths []string
	for _, domain := range sortedKeys(s.runs) {
		switch {
		case s.runs[domain] == 0:
			r.whole[domain] = true
		case !data.IsTask(domain):
			r.note("meta.json", 0, "published.by_domain", "unknown record type %.60q; left out", domain)
			continue
		case r.intake(domain) == nil:
			err := r.declared(ctx, domain)
			if errors.Is(err, errAbsent) {
				r.note("meta.json", 0, "published.by_domain", "unknown domain %.60q; its runs are left out; use the program that wrote them", domain)
				continue
			}
			if err != nil {
				r.note(DeclarationPath(domain), 0, "", "%v; the runs of %s are left out; publish the site again", err, domain)
				continue
			}
		}
		if s.runs[domain] > 0 {
			domains, paths = append(domains, domain), append(paths, TablePath(domain))
		}
	}
	files := each(ctx, r, paths, func(_ int, text []byte) (*columnfile.File, error) { return columnfile.Open(text) })
	for i, f := range files {
		if f.err != nil {
			r.lose(paths[i], domains[i], s.runs[domains[i]], f.err)
			continue
		}
		places := r.takeTable(f.value, paths[i], domains[i], s.runs[domains[i]])
		r.loadRecorded(ctx, r.intake(domains[i]), places)
	}
}

// intake takes the runs of a record type; nil for one that is not known.
func (r *reader) intake(domain string) *data.Intake {
	i := slices.IndexFunc(r.intakes, func(in *data.Intake) bool { return in.Schema().Domain == domain })
	if i < 0 {
		return nil
	}
	return r.intakes[i]
}

// lose notes a table that cannot be read, and what becomes of its runs.
func (r *reader) lose(path, domain string, runs int, why error) {
	p := data.Problem{File: path, Message: why.Error() + "; its runs are left out; publish the file again", LeftOut: runs}
	if in := r.intake(domain); in == r.llm || in == r.diffusion {
		p.Message = why.Error() + "; runs are read from the files of tasks, without some fields; publish the file again"
		p.LeftOut = 0
	}
	r.problems = append(r.problems, p)
}

// takeTable takes in a table, and gives the place of each run in the intake by the id that
// the site gave it. A field that the program which wrote the table did not know may be
// absent.
func (r *reader) takeTable(file *columnfile.File, path, domain string, want int) (places map[string]int) {
	in := r.intake(domain)
	mayLack := func(f data.Field) bool { return f.Nullable || f.Computed }
	rows, noted, wrong := data.OpenStored(path, file, in.Schema().Fields(), mayLack)
	r.problems = append(r.problems, noted...)
	if len(wrong) > 0 {
		r.problems = append(r.problems, wrong...)
		r.lose(path, domain, want, errors.New("columns are wrong"))
		return nil
	}
	if file.Rows != want {
		r.note(path, 0, "", "%d rows, but meta.json lists %d; the rows are read; publish all files of one build", file.Rows, want)
	}
	r.whole[domain] = true
	places = map[string]int{}
	in.Take(rows, path, nil, func(row int, _ data.Row) {
		places[data.Text(rows.At(row, in.Schema().Name(data.RoleRun)))] = in.Len() - 1
	})
	for row := 0; in.Len() < file.Rows && row < file.Rows; row++ {
		r.partial[data.Text(rows.At(row, in.Schema().Name(data.RoleTask)))] = true
	}
	return places
}
