package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// versionsPath holds the sites of all versions of the data, each in a folder of its
// name.
const versionsPath = "v/"

// versionFile says at the top of a version's site which one it is.
const versionFile = "version.json"

// Version is an archived version of the data, whose site is kept as it was published.
type Version struct {
	Date     string `json:"date"`   // of the data, YYYY-MM-DD, "" if unknown
	Digest   string `json:"digest"` // see [Digest]
	Models   int    `json:"models"`
	Name     string `json:"name"`
	Revision string `json:"revision"` // of the data, "" if unknown
	Runs     int    `json:"runs"`
	Tasks    int    `json:"tasks"`
	// Systems are the benchmarks of the results; empty in sites of older programs.
	Systems []SystemVersion `json:"systems"`
	Files   fs.FS           `json:"-"` // its site
}

// SystemVersion is the size of a version's results of one benchmark.
type SystemVersion struct {
	Date   string `json:"date"` // of its data, "" if unknown
	Models int    `json:"models"`
	Name   string `json:"name"`
	// Revision is the revision of its data, "" if unknown.
	Revision string `json:"revision"`
	Runs     int    `json:"runs"`
}

var versionName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,39}$`)

// IsVersion reports whether a name is valid for a version, which is part of URLs.
func IsVersion(name string) bool {
	return versionName.MatchString(name) && !strings.HasSuffix(name, ".") && !strings.Contains(name, "..")
}

// Digest distinguishes the published results of datasets: it is a hash of the configurations with their energies and
// latencies, and of the number of runs of other systems. It does not cover all columns, because a later program that
// reads more columns must still recognize what it published.
func Digest(ds data.Dataset) string {
	published, _ := leaderboard.Publishable(ds)
	sum := sha256.New()
	for _, runs := range []data.Table{published.LLM().Table, published.Diffusion().Table} {
		digestRuns(sum, runs)
	}
	for _, runs := range published.Tables {
		if runs.Schema().Board != nil { // others are above
			fmt.Fprintln(sum, runs.Schema().Domain, runs.Len())
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// digestRuns takes the runs of one type, in order of the table.
func digestRuns(sum io.Writer, runs data.Table) {
	s := runs.Schema()
	energy, latency := s.Name(data.RoleEnergy), s.LatencyAt()
	number := func(i int, field string, missing float64) float64 {
		if x, ok := runs.Number(i, field); ok {
			return x
		}
		return missing
	}
	for i := range runs.Len() {
		fmt.Fprintf(sum, "%s %v", runs.Run(i), number(i, energy, math.NaN()))
		for p := aggregate.P50; p <= aggregate.P99 && len(latency) > 0; p++ {
			fmt.Fprintf(sum, " %v", number(i, latency[min(int(p), len(latency)-1)], math.Inf(1)))
		}
		fmt.Fprintln(sum)
	}
}

// ReadVersion reads the version of a site; name is that of its folder.
func ReadVersion(name string, files fs.FS) (Version, error) {
	v := Version{Files: files}
	f, err := files.Open(versionFile)
	if errors.Is(err, fs.ErrNotExist) {
		return v, fmt.Errorf("%s: has no %s; a version is made by build --data-version, anything else belongs elsewhere", name, versionFile)
	}
	if err != nil {
		return v, err
	}
	defer f.Close()
	const most = 4096
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return v, fmt.Errorf("%s/%s: %w", name, versionFile, err)
	}
	if err := v.decode(name, text, len(text) > most); err != nil {
		return v, fmt.Errorf("%s/%s: %w; make the version again from its data, or remove it", name, versionFile, err)
	}
	return v, nil
}

func (v *Version) decode(name string, text []byte, long bool) error {
	_, twice := jsontree.Parse(bytes.NewReader(text), jsontree.Options{Lower: true})
	switch err := cmp.Or(twice, json.Unmarshal(text, v)); {
	case long:
		return errors.New("is too large")
	case err != nil:
		return fmt.Errorf("want a version as build --data-version writes it: %w", err)
	case v.Name != name || !IsVersion(name):
		return fmt.Errorf("is of version %.40q but in a folder %q", v.Name, name)
	case len(v.Revision) > 300 || data.Public(v.Revision) != v.Revision:
		return errors.New("revision: want a short printable text")
	case v.Models < 1 || v.Runs < 1 || v.Tasks < 0:
		return errors.New("want a number of models and runs")
	}
	for _, s := range append(v.systems(), SystemVersion{Date: v.Date, Models: v.Models, Runs: v.Runs}) {
		if _, ok := units.Day(s.Date); s.Date != "" && !ok {
			return fmt.Errorf("date: want a day as YYYY-MM-DD, got %.40q", s.Date)
		}
		if len(s.Name)+len(s.Revision) > 600 || data.Public(s.Name) != s.Name || data.Public(s.Revision) != s.Revision || s.Models < 1 ||
			s.Runs < 1 {
			return errors.New("systems: want short printable texts, and a number of models and runs")
		}
	}
	return nil
}

// systems are what the version has of each system; of an old program's the whole.
func (v Version) systems() []SystemVersion {
	if len(v.Systems) > 0 {
		return v.Systems
	}
	return []SystemVersion{{Date: v.Date, Models: v.Models, Revision: v.Revision, Runs: v.Runs}}
}

// writeVersion says in the site of a version which one it is.
func (e *edition) writeVersion(w writer) error {
	v := Version{
		Name: e.opts.DataVersion, Date: e.newestDate(), Revision: data.Public(e.Data.Revision()), Digest: Digest(e.Data), Tasks: len(e.tasks),
	}
	all := leaderboard.CountOf(e.Data.Tables...)
	v.Models, v.Runs = all.Models, all.Runs
	for _, s := range e.systems {
		v.Systems = append(v.Systems, SystemVersion{Date: s.date, Models: s.Models, Name: s.name, Revision: s.revision, Runs: s.Runs})
	}
	text, err := json.MarshalIndent(v, "", "  ")
	return writeMade(w, versionFile, append(text, '\n'), err)
}

// versionBanner says on every page of a kept version what it is. The text of its first link is replaced where the
// version is published beside others: only there is known which one is the newest.
func (p *page) versionBanner() templates.Text {
	text := p.Say("versions.banner", "version", p.opts.DataVersion)
	if len(p.about) == 1 && p.about[0].date != "" {
		text = p.Say("versions.banner_dated", "version", p.opts.DataVersion, "date", p.day(p.about[0].date))
	}
	return templates.Text{
		plain(text + " "), linked(p.Say("versions.newest"), p.to("../../")), plain(" · "), linked(p.Say("versions.all"), p.to("../")),
	}
}

// writeVersions puts the sites of all versions below v/.
func (e *edition) writeVersions(w writer) error {
	for _, v := range e.opts.Versions {
		if err := e.copyVersion(w, v); err != nil {
			return fmt.Errorf("version %s: %w", v.Name, err)
		}
	}
	return nil
}

// copyVersion copies regular files; hidden ones, such as the list of the tree's
// files, are no part of a site.
func (e *edition) copyVersion(w writer, v Version) error {
	return fs.WalkDir(v.Files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		content, err := fs.ReadFile(v.Files, name)
		if err != nil {
			return err
		}
		old, now := e.Say("versions.newest"), e.newest(v)
		switch path.Ext(name) {
		case ".html":
			content = bytes.Replace(content, []byte(">"+templ.EscapeString(old)+"</a>"), []byte(">"+templ.EscapeString(now)+"</a>"), 1)
		case ".md":
			content = bytes.Replace(content, []byte("["+old+"]("), []byte("["+now+"]("), 1)
		}
		return w.Write(versionsPath+v.Name+"/"+name, content)
	})
}

// newest is what the banner of a version says of the newest one.
func (e *edition) newest(v Version) string {
	switch e.opts.DataVersion {
	case "":
		return e.Say("versions.newest")
	case v.Name:
		return e.Say("versions.is_newest")
	}
	return e.Say("versions.newest_is", "version", e.opts.DataVersion)
}

// versionsPage lists the versions, the newest first.
func (p *page) versionsPage() templates.Overview {
	t := templates.Table{ID: "versions", Label: p.Say("versions.all"), Columns: p.heads("versions.version name, data.results_of long tablet, " +
		"versions.date tablet, table.models number, table.runs number tablet, data.revision code desktop")}
	versions := slices.Clone(p.opts.Versions)
	slices.SortStableFunc(versions, func(a, b Version) int { return cmp.Or(cmp.Compare(b.Date, a.Date), cmp.Compare(b.Name, a.Name)) })
	for _, v := range versions {
		for _, s := range v.systems() {
			row := p.row(linked(v.Name, p.to(versionsPath+v.Name+"/")), s.Name, s.Date, s.Models, s.Runs, s.Revision)
			if v.Name == p.opts.DataVersion {
				row.Mark = p.Say("versions.mark")
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return p.overview(templates.Plain(p.Say("versions.lede")), []templates.Section{{ID: "all", Title: p.Say("versions.all"), Tables: []templates.Table{t}}})
}

// hasVersion reports whether the version that the site shows is kept below v/.
func (e *edition) hasVersion() bool {
	return slices.ContainsFunc(e.opts.Versions, func(v Version) bool { return v.Name == e.opts.DataVersion })
}
