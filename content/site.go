package content

import (
	"cmp"
	"io/fs"
	"net/url"
	"strings"
	"time"
)

// Site contains the settings of the whole site.
type Site struct {
	Name        string
	Description string // one line
	Language    string // a BCP 47 tag
	BaseURL     string // URL of the site, "" if unknown
	Repository  string // URL of the repository of the data or content, "" for none
	License     string // of the repository
	Report      string // URL with {run}, see [Site.ReportURL]; "" for none
	Synthetic   string // notice on every page made from the invented sample
	Credit      bool   // whether the footer names the program
	Data        DataSource
	Uncertainty Uncertainty
	Everyday    []Everyday
	Prices      []Price // of GPUs; none built in
	Currency    string  // of all prices, a code of ISO 4217
	Colors      Colors
	Fonts       Fonts
	Look        Look `key:"figures"`
	Logo        Logo
	Icons       Icons
	Navigation  []Link
	Footer      []Link
	Pages       string // folder of the publisher's pages
	Sidebar     []Chapter
	Sections    []string // of a task's page, in order; none for all
	Columns     *Columns // of a task's table, nil for the default
	Analytics   Analytics
}

// DataSource describes the benchmark whose results are published.
type DataSource struct {
	Name     string
	URL      string
	License  string // an SPDX identifier
	Citation string // BibTeX
	Paper    string // its address, "" if unknown
	Dataset  string
	Models   string // where the address of a model's page begins, which ends with the model's ID
}

// Everyday is an everyday use of energy.
type Everyday struct {
	Text      string  `json:"text"` // after a number and "×"
	WattHours float64 `json:"watt_hours"`
	Least     float64 `json:"least"` // Wh, of usual cases
	Most      float64 `json:"most"`
	Source    string  `json:"source"` // URL
}

func (use *Everyday) finish(e entry) {
	e.faultIf(use.Least > use.WattHours || use.WattHours > use.Most, "watt_hours",
		"watt_hours: expected a value from least (%v) to most (%v), got %v", use.Least, use.Most, use.WattHours)
}

// Price is what a GPU of a model costs.
type Price struct {
	GPU     string
	PerHour float64
	Source  string // URL
	Date    time.Time
}

// Link is a link of the header or the footer.
type Link struct {
	ID, Text string
	Address  string `key:"link"` // https or an address of this site that begins with "/"
	Optional bool   // built in and therefore left out in a build without this page
	Keys
}

// Columns are the columns after the range, in order.
type Columns struct {
	Names []string
	Keys
}

func (e entry) columns() *Columns {
	if !e.has("columns") {
		return nil
	}
	return &Columns{e.words("columns"), e.Places()}
}

// Chapter is a group of pages that are read together.
type Chapter struct {
	Title string
	Pages []string // by slug
	Keys
}

// TaskSections are the sections of a task's page after its table.
func TaskSections() []string { return keysOf("site").Key("sections").Words }

// Analytics is a script of another host that counts visits. Without a script there is none.
type Analytics struct {
	Script     string
	Connect    string // the origin that the script sends data to
	Attributes []Attribute
}

// Attribute is an attribute of the script element, whose name begins with data-.
type Attribute struct{ Name, Value string }

// Hosts are the origins that pages with the script must be allowed to contact.
func (a Analytics) Hosts() (script, connect string) {
	u, err := url.Parse(a.Script)
	if err != nil || a.Script == "" {
		return "", ""
	}
	script = u.Scheme + "://" + u.Host
	return script, cmp.Or(a.Connect, script)
}

// ReportURL is the URL at which a reader reports a problem with a run, given its id.
func (s Site) ReportURL(run string) string {
	return strings.ReplaceAll(s.Report, "{run}", url.QueryEscape(run))
}

// site reads the settings, with the files that they name from a folder; base is the built-in file.
func (e entry) site(folder fs.FS, base string) Site {
	e.faultIf(e.has("report") && !strings.Contains(e.text("report"), "{run}"), "report", "report: add {run} in place of the run's ID")
	s := read[Site](e)
	s.Language, s.Currency, s.Credit, s.Pages = e.language(), cmp.Or(s.Currency, "USD"), e.flag("credit", true), cmp.Or(s.Pages, pagesFolder)
	s.Data.Name, s.Colors, s.Columns = cmp.Or(s.Data.Name, s.Name), s.Colors.checked(e.under("colors")), e.columns()
	s.Fonts, s.Logo = e.fonts(folder), ofFile(e, folder, "logo", readLogo)
	s.Icons = Icons{e.under("icons").icon(folder, "touch", 180), e.under("icons").icon(folder, "large", 512)}
	for _, links := range [][]Link{s.Navigation, s.Footer} {
		for i := range links {
			links[i].Optional = links[i].File == base || strings.HasPrefix(links[i].File, BuiltIn)
		}
	}
	return s
}

func (a *Analytics) finish(e entry) {
	if script, _ := a.Hosts(); a.Script != "" && (!isHost(script) || strings.ContainsAny(a.Script, ";,*'")) {
		e.fault("script", "script: expected the https:// URL of a script, without a password or a space, got %q", a.Script)
		*a = Analytics{}
	}
}

// Uncertainty contains the publisher's assumptions about values that the results do not determine.
type Uncertainty struct {
	// BetweenRuns is the standard deviation, in percent, between runs of one configuration. It is used if
	// repeats have fewer than 20 degrees of freedom, or if there are none.
	BetweenRuns float64 `key:"between_runs_percent"`
	// Sensor is the error, in percent, common to all power sensors of a GPU model, used if none is published.
	// SensorSource is the source of this assumption.
	Sensor       float64 `key:"sensor_percent"`
	SensorSource string
}
