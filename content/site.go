package content

import (
	"io/fs"
	"net/url"
	"strings"
)

// Site is what the whole site shares.
type Site struct {
	Name        string
	Description string // one line
	Repository  string // address of the program's code
	License     string // of the program, an SPDX identifier
	Report      string // address with {run}, see [Site.ReportURL]
	Synthetic   string // notice on every page made from the invented sample
	Data        DataSource
	Uncertainty Uncertainty
	Colours     Colours
	Logo        Logo
}

// DataSource says whose benchmark the published results are.
type DataSource struct {
	Name     string
	URL      string
	License  string // an SPDX identifier
	Citation string // BibTeX
}

// ReportURL is where a reader reports a problem with a run, given its id.
func (s Site) ReportURL(run string) string {
	return strings.ReplaceAll(s.Report, "{run}", url.QueryEscape(run))
}

// With returns the settings with those of a publisher's file put over them;
// what the file leaves out stays. folder holds the logo that it may name. Its
// error is of type [Errors].
func (s Site) With(file string, text []byte, folder fs.FS) (Site, error) {
	var errs Errors
	m, ok := parse(file, text, 0, &errs)
	if !ok {
		return s, errs.orNil()
	}
	over := s
	over.read(m, folder)
	return over, errs.orNil()
}

func loadSite(fsys fs.FS, errs *Errors) (s Site) {
	m, ok := parseFile(fsys, "site.yaml", errs)
	if !ok {
		return s
	}
	s.read(m, fsys)
	return s
}

func (s *Site) read(m *mapping, folder fs.FS) {
	m.over(&s.Name, "name", "Jouleboard")
	m.over(&s.Description, "description", "Energy of model inference")
	m.overLink(&s.Repository, "repository", "https://example.org/code")
	m.over(&s.License, "license", "Apache-2.0")
	m.overLink(&s.Report, "report", "https://example.org/new?run={run}")
	if _, ok := m.values["report"]; ok && !strings.Contains(s.Report, "{run}") {
		m.fault(m.at("report"), "report: put {run} where the run's id belongs")
	}
	m.over(&s.Synthetic, "synthetic", "The numbers here are invented.")
	s.Data.readOver(m)
	s.Uncertainty.readOver(m)
	s.Colours.readOver(m)
	s.Logo.readOver(m, folder)
	m.done()
}

func (d *DataSource) readOver(m *mapping) {
	if _, ok := m.values["data"]; !ok && d.Name != "" {
		m.known = append(m.known, "data")
		return
	}
	e := m.entry("data")
	e.over(&d.Name, "name", "The Benchmark")
	e.overLink(&d.URL, "url", "https://example.org/")
	e.over(&d.License, "license", "Apache-2.0")
	e.over(&d.Citation, "citation", "|")
	e.done()
}

// over sets a text that the file gives, and asks for one only where none is
// there yet: the embedded file must be complete, a publisher's need not be.
func (m *mapping) over(dst *string, key, example string) {
	if _, ok := m.values[key]; ok || *dst == "" {
		*dst = m.text(key, example)
		return
	}
	m.known = append(m.known, key)
}

func (m *mapping) overLink(dst *string, key, example string) {
	if _, ok := m.values[key]; ok || *dst == "" {
		*dst = m.link(key, example)
		return
	}
	m.known = append(m.known, key)
}
