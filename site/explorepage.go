package site

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// exploring is what the script of the page Explore reads.
type exploring struct {
	Root   string           `json:"root"`
	Boards []exploringBoard `json:"boards"`
}

type exploringBoard struct {
	ID   string `json:"id"`
	Data string `json:"data"` // address of the rows
}

// exploreBoards are the boards that readers can explore.
func (e *edition) exploreBoards() []*task {
	all := lists.Filter(slices.Concat(e.tasks, e.boards), func(t *task) bool { return len(t.rows) > 1 })
	return all[:min(len(all), mostChoices)]
}

// exploreEmbedPath is that of frames in other pages.
const exploreEmbedPath = explorePath + "embed/"

// exploreEmbed is the view alone.
func (p *page) exploreEmbed() templates.Explore {
	v := p.explorePage()
	v.Frame.Head.Modules, v.Frame.Head.Words = []string{p.to(p.assets.scripts[p.script])}, p.scriptWords(p.script)
	v.Site, v.Source = p.content.Site.Name, append(p.sourceText(p.about), plain(" · "))
	v.Full = templates.Link{Text: p.Say("embed.full", "site", v.Site), Href: p.to(explorePath)}
	return v
}

func (p *page) explorePage() templates.Explore {
	boards := p.exploreBoards()
	option := func(value, key string) templates.Option { return templates.Option{Value: value, Text: p.Say(key)} }
	v := templates.Explore{
		Frame: p.frame(), Title: p.title, Lede: templates.Plain(p.Say("explore.lede")), Library: p.toFile(p.assets.library), Widths: []int{plotWide, 500, phone, 272},
		Kinds: lists.Map(view.ExploredKinds, func(k view.Kind) templates.Option { return option(string(k), "explore.kind."+string(k)) }),
		Logs: []templates.Option{
			option("x,y", "explore.log.both"), option("x", "explore.log.x"), option("y", "explore.log.y"), option(board.None, "explore.log.none"),
		},
		Boards: lists.Map(boards, func(t *task) templates.Option { return templates.Option{Value: t.ID, Text: t.calledInLists()} }),
		Data:   exploring{p.root(), lists.Map(boards, func(t *task) exploringBoard { return exploringBoard{t.ID, p.to(t.data)} })},
	}
	list := templates.Section{ID: "boards", Title: p.Say("explore.boards"), Text: templates.Plain(p.Say("explore.boards_text"))}
	for _, t := range boards[:min(len(boards), mostIndexRows)] {
		list.Links = append(list.Links, templates.Link{Text: t.calledInLists(), Href: p.to(t.address())})
		if path := t.dataPath("csv"); p.file(path) != nil {
			list.Links = append(list.Links, templates.Link{Text: p.Say("explore.csv", "board", t.calledInLists()), Href: p.to(path), Download: t.ID + ".csv"})
		}
	}
	v.Lists = append([]templates.Section{list}, p.citing(p.about[0], p.title)...)
	return v
}

// explored is the address of a view on the page Explore, "" for one of rows that no word of it selects.
func (p *page) explored(t *task, a ask) string {
	usual, _ := view.Explore(t.board, "kind="+string(a.Kind))
	values := url.Values{"board": {t.ID}}
	set := func(name, value, usual string) {
		if value != usual {
			values.Set(name, cmp.Or(value, board.None))
		}
	}
	set("kind", string(a.Kind), string(view.Tradeoff))
	set("x", a.X, usual.X)
	set("y", a.Y[0], usual.Y[0])
	set("color", a.By, usual.By)
	set("label", a.Label, usual.Label)
	switch a.where {
	case "":
	case t.name(data.RoleModel):
		values.Set("models", board.ListText(a.is))
	case t.name(data.RoleGPU):
		values.Set("gpu", board.ListText(a.is))
	case t.name(data.RoleArchitecture):
		values.Set("arch", board.ListText(a.is))
	default:
		return ""
	}
	return p.to(explorePath) + "?" + values.Encode()
}

// figuresOf lead to the figures that readers of a board look for first, on the page Explore.
func (p *page) figuresOf(t *task) (links []templates.Link) {
	measures := lists.Map(t.board.Measures(), func(m board.Measure) string { return m.Name })
	has := func(name string) bool {
		_, column := t.board.Column(name)
		return column || slices.Contains(measures, name)
	}
	add := func(key string, values url.Values, needs ...string) {
		if lists.All(needs, has) {
			values.Set("board", t.ID)
			links = append(links, templates.Link{Text: t.words.Say("explore.usual." + key), Href: p.to(explorePath) + "?" + values.Encode()})
		}
	}
	add("tradeoff", url.Values{}, t.board.Tradeoff().Y)
	add("throughput", url.Values{"x": {perUser[0]}, "y": {perUser[1]}}, perUser...)
	add("batch", url.Values{"kind": {string(view.Line)}, "color": {t.board.Naming()}}, t.name(data.RoleBatch), t.board.Naming())
	add("model", url.Values{"kind": {string(view.Bar)}}, t.board.Naming())
	return links
}
