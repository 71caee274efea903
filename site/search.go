package site

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
	"golang.org/x/net/html"
)

const searchPath = "search/"

// searchIndex is the address of what the search reads. All pages have it, so that it has no hash, with which each would
// change with every number that the search shows.
const searchIndex = searchPath + "pages.json"

// found is a page as the search knows it. The text is that before the first heading.
type found struct {
	Title    string  `json:"title"`
	Address  string  `json:"address"`
	Text     string  `json:"text"`
	Also     string  `json:"also,omitempty"`   // what it is about beyond its text
	Number   string  `json:"number,omitempty"` // the first that the page is about, such as the best of a task
	Sections []found `json:"sections,omitempty"`
}

var _ = list(func(e *edition) []*page {
	return e.page(true, page{
		path: searchPath, kind: "search", deferred: "search", prosaic: true, about: e.systems, chapter: len(e.content.Site.Sidebar) > 0,
	}, of(templates.SearchPage, (*page).searchPage))
})

// searchPage is the list of all pages, which a script searches.
func (p *page) searchPage() templates.Search {
	groups := lists.Map(p.shelves, func(s shelf) templates.SearchGroup {
		return templates.SearchGroup{Title: s.title, Links: p.linksTo(s.pages[:min(len(s.pages), mostIndexRows)])}
	})
	return templates.Search{Frame: p.frame(), Title: p.title, Finder: p.finder(), Groups: groups}
}

// finder is what finds pages and runs.
func (p *page) finder() templates.Finder {
	return templates.Finder{Href: p.to(searchPath), Index: p.to(searchIndex), Run: provenance.Address("{run}", p.runs.Len())}
}

// shelf is a group of pages in the list of all.
type shelf struct {
	title string
	pages []*page
}

// shelved groups pages: chapters first, then by the folder that they are in.
func (e *edition) shelved(pages []*page) (shelves []shelf) {
	at := map[string]int{}
	put := func(title string, n *page) {
		if _, known := at[title]; !known {
			at[title] = len(shelves)
			shelves = append(shelves, shelf{title: title})
		}
		shelves[at[title]].pages = append(shelves[at[title]].pages, n)
	}
	titles := map[string]string{"tasks/": e.Say("frame.tasks")}
	byPath := map[string]*page{}
	for _, n := range pages {
		byPath[n.path], titles[n.path] = n, n.title
	}
	titles[comparePath] = e.Say("pages.compare.title") // its page is called after its board
	for _, c := range e.content.Site.Sidebar {
		for _, slug := range c.Pages {
			if n, ok := byPath[proseAddress(slug)]; ok {
				put(c.Title, n)
			}
		}
	}
	for _, n := range pages {
		folder, below, _ := strings.Cut(n.path, "/")
		switch {
		case n.partOf != "" || n.single || n.path == notFoundPath || n.path == searchPath || n.chapter && n.text != nil:
		case below == "":
			put(e.Say("search.pages"), n)
		default:
			put(titles[folder+"/"], n)
		}
	}
	return shelves
}

func (p *page) linksTo(pages []*page) []templates.Described {
	return lists.Map(pages, func(n *page) templates.Described {
		return templates.Described{Link: templates.Link{Text: n.title, Href: p.to(n.path)}, About: n.description}
	})
}

// writeSearch writes what the script of the search reads.
func (e *edition) writeSearch(w writer, pages []*page) error {
	e.shelves = e.shelved(pages)
	all, numbers, subjects := []found{}, e.firstNumbers(), e.searchSubjects()
	for _, s := range e.shelves {
		for _, n := range s.pages {
			if n.path != comparePath && strings.HasPrefix(n.path, comparePath) {
				continue // the first comparison leads to those of the other tasks, which are described alike
			}
			of := n.found()
			of.Number = numbers[n.path]
			of.Text, of.Also = strings.TrimSpace(of.Text+" "+subjects[n.path].Text), subjects[n.path].Also
			all = append(all, of)
		}
	}
	text, err := json.Marshal(all)
	if err = writeMade(w, searchIndex, text, err); err != nil || e.large() {
		return err
	}
	text, err = json.Marshal(e.runs.IDs())
	return writeMade(w, searchRuns, text, err)
}

// searchRuns is the address of the IDs of all runs, which the search reads when a reader types what may begin one. Of very many
// runs, it reads the file of those that begin alike.
const searchRuns = searchPath + "runs.json"

// firstNumbers are what a reader looks for on pages of boards, models and GPUs, by address: the best in the first of the
// boards that have any, under its usual limit.
func (e *edition) firstNumbers() map[string]string {
	numbers := map[string]string{}
	root := &page{edition: e}
	for _, t := range e.all {
		put := func(address, text string, r aggregate.Row) {
			if x := r.Value(r.RankField().Name); address != "" && numbers[address] == "" && x != nil {
				numbers[address] = strings.TrimSuffix(t.cellOf(r.RankField().Name, x).Text+space+t.rankUnit(), space) + ", " + text
			}
		}
		for _, r := range t.best {
			where := cmp.Or(t.where(r), t.Title)
			put(t.address(), r.Nickname, r)
			put(e.modelOf(t, r), t.Title+" · "+where, r)
		}
		q := t.board.Default
		for _, r := range aggregate.BestBy(aggregate.Trusted(q.Ordered(t.rows)), q.Query, gpuOf) {
			put(root.linkTo(content.OfGPU, r.GPU).Href, r.Nickname+" · "+t.Title, r)
		}
	}
	return numbers
}

// searchSubjects are what pages of tasks, models and GPUs are about beyond their descriptions, by address: readers look for
// a model by its task or precision, and for a GPU by its generation.
func (e *edition) searchSubjects() map[string]found {
	asked := e.Say("search.asked") + " " + strings.Join(lists.Map(e.content.Site.Everyday, func(use content.Everyday) string { return use.Text }), ", ")
	subjects := map[string]found{"": {Also: asked}}
	for _, t := range e.tasks {
		gpus := distinct(t.rows, gpuOf)
		subjects[t.address()] = found{Text: t.Summary, Also: strings.Join(append(gpus, asked), ", ")}
	}
	for _, s := range e.kinds {
		for _, g := range s.groups {
			names := lists.Map(g.boards, func(t *task) string { return t.Name })
			for _, of := range []func(aggregate.Row) string{
				gpuOf, func(r aggregate.Row) string { return r.Architecture }, precisionOf,
			} {
				names = append(names, distinct(g.rows, of)...)
			}
			if f, ok := e.content.GPU(g.name); ok && s.Of == content.OfGPU {
				names = []string{f.Name, f.Architecture}
			}
			names = slices.DeleteFunc(names, func(name string) bool { return name == "" || name == g.name })
			subjects[s.address(g)] = found{Also: strings.Join(names, ", ")}
		}
	}
	return subjects
}

// found is what the search knows of a page: its description and, of a text, all words.
func (n *page) found() found {
	f := found{Title: n.title, Address: n.path, Text: n.description}
	if n.text == nil {
		return f
	}
	rendered := n.text.Render(func(address string) string { return address })
	sections := []found{{}}
	words := html.NewTokenizer(strings.NewReader(rendered.HTML()))
	inHeading, inTeX := false, false
	for kind := words.Next(); kind != html.ErrorToken; kind = words.Next() {
		t := words.Token()
		last := &sections[len(sections)-1]
		switch {
		case t.Data == "annotation" && kind != html.TextToken: // a formula again, as its author wrote it
			inTeX = kind == html.StartTagToken
		case inTeX:
		case isHeading(t.Data) && kind == html.StartTagToken && len(t.Attr) > 0:
			sections, inHeading = append(sections, found{Address: "#" + t.Attr[0].Val}), true
		case isHeading(t.Data) && kind == html.EndTagToken:
			inHeading = false
		case kind == html.TextToken && inHeading:
			last.Title += t.Data
		case kind == html.TextToken:
			last.Text += t.Data
		case kind == html.EndTagToken && !inline[t.Data]:
			last.Text += " "
		}
	}
	for i := range sections {
		sections[i].Text = strings.Join(strings.Fields(sections[i].Text), " ")
	}
	f.Text = strings.TrimSpace(f.Text + " " + sections[0].Text)
	f.Sections = sections[1:]
	return f
}

// inline are elements that end within a word or a sentence.
var inline = map[string]bool{"a": true, "code": true, "em": true, "strong": true, "span": true, "sup": true, "data": true}

func isHeading(tag string) bool { return tag == "h2" || tag == "h3" || tag == "h4" }
