package leaderboard

import (
	"cmp"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// SchemaVersion is the version of meta.json, problems.json and the schemas. It increases if a key is removed or
// changes its meaning.
const SchemaVersion = 1

// Provenance describes the origin of the files.
type Provenance struct {
	Tool    string // name of the program
	Version string // of the program
	// LastUpdated is the newest date of the data, YYYY-MM-DD, "" if unknown.
	LastUpdated string
	// Benchmark is the name of the benchmark whose results have tasks.
	Benchmark string
	// Problems are those found after loading, such as those of Publishable.
	Problems []data.Problem
}

// ProvenanceFiles returns meta.json (the sources of the data, its size, the program that wrote it) and problems.json
// (the problems of each source). Sources have the names that the user gave, without passwords and without the
// directories of absolute paths.
//
// The files contain no time other than the date of the data, so that equal data gives equal files.
func ProvenanceFiles(ds data.Dataset, p Provenance) []Draft {
	problems := problemObjects(ds, p.Problems)
	published, _ := Publishable(ds)
	return []Draft{
		made("meta.json", object{
			"schema_version": SchemaVersion,
			"tool":           object{"name": p.Tool, "version": p.Version},
			"data_date":      orNull(p.LastUpdated),
			"synthetic":      ds.Synthetic(),
			"sources":        lists.Map(ds.Sources, sourceObject),
			"origins":        origins(ds),
			"published":      counts(published, p.Benchmark),
			"problems":       len(problems),
		}),
		made("problems.json", object{"schema_version": SchemaVersion, "problems": problems}),
	}
}

func orNull(s string) any { return data.When(s != "", s).Any() }

func sourceObject(s data.Source) object {
	return object{
		"source":    SourceName(s.Name),
		"kind":      s.Kind,
		"revision":  orNull(s.Revision),
		"date":      orNull(s.Date),
		"synthetic": s.Synthetic,
		"runs":      s.Runs,
		"left_out":  s.LeftOut,
	}
}

// origins is where the runs of each record type came from. For a published site that is
// what it says itself, so that a copy of a copy still names the first source.
func origins(ds data.Dataset) object {
	return lists.By(ds.Tables, func(runs data.Table) (string, any) {
		domain := runs.Schema().Domain
		return domain, lists.FlatMap(ds.Sources, func(s data.Source) []object { return originsOf(s, domain) })
	})
}

func originsOf(s data.Source, domain string) (listed []object) {
	var via any
	if len(s.Origins[domain]) > 0 {
		via = SourceName(s.Name)
	}
	for _, origin := range s.OriginsOf(domain) {
		o := sourceObject(origin)
		o["via"] = via
		listed = append(listed, o)
	}
	return listed
}

// problemObjects lists the problems of each source in its order, then those of
// no single source.
func problemObjects(ds data.Dataset, more []data.Problem) []object {
	objects := []object{}
	add := func(source any, problems []data.Problem) {
		problems = slices.Clone(problems)
		data.SortProblems(problems)
		objects = append(objects, lists.Map(problems, func(p data.Problem) object {
			return object{
				"source": source, "file": p.File, "row": p.Row, "field": p.Field, "message": p.Message,
				"code": p.Code, "accepted": p.Accepted,
			}
		})...)
	}
	for _, s := range ds.Sources {
		add(SourceName(s.Name), s.Problems)
	}
	add(nil, more)
	return objects
}

// counts is how many runs and models are published: of all tasks, by domain and
// by task.
func counts(ds data.Dataset, own string) object {
	llm, diffusion := tasks(ds)
	byTask := object(lists.By(llm, func(task string) (string, any) { return task, domainCounts(ds.LLM().Task(task).Table) }))
	maps.Copy(byTask, lists.By(diffusion, func(task string) (string, any) { return task, domainCounts(ds.Diffusion().Task(task).Table) }))
	byDomain := object{"llm": domainCounts(ds.LLM().Table), "diffusion": domainCounts(ds.Diffusion().Table)}
	for _, runs := range ds.Tables {
		byDomain[runs.Schema().Domain] = domainCounts(runs)
	}
	bySystem := object(lists.By(ds.Systems(), func(name string) (string, any) { return cmp.Or(name, own), domainCounts(ds.Of(name).Tables...) }))
	all := domainCounts(ds.Tables...)
	all["by_domain"], all["by_system"], all["by_task"] = byDomain, bySystem, byTask
	return all
}

func domainCounts(tables ...data.Table) object {
	n := CountOf(tables...)
	return object{"runs": n.Runs, "models": n.Models}
}

// Count is the size of a set of runs. Everywhere on a site, the number of models is the number of their ids.
type Count struct{ Models, Runs int }

// CountOf counts the runs of all tables and the different models among them.
func CountOf(tables ...data.Table) Count {
	return Count{len(modelsOf(tables...)), lists.Sum(tables, data.Table.Len)}
}

// modelsOf lists the models of all runs in order.
func modelsOf(tables ...data.Table) []string { return textsOf(data.RoleModel, tables...) }

// textsOf lists the values that the field of a role has in any run, in order.
func textsOf(role data.Role, tables ...data.Table) []string {
	return lists.Ascending(lists.FlatMap(tables, func(runs data.Table) []string {
		return lists.Map(runs.Distinct(runs.Schema().Name(role)), data.Text)
	}))
}
