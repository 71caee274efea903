package site

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// A fragment of a page is a drawing of a view with its files, or other files that are drawn, such as its card. A page that
// is made again, since something else on it has changed, takes those whose key is that of the last build: drawings from its
// old file, files from the old tree. Drawing is most of the time of a page.
type fragment struct {
	Key    string
	Files  []string // their addresses
	Inline int      // bytes of the page's drawings after it
}

// fragments are those of the old page, which its file has, and of the new one.
type fragments struct {
	was  part
	html []byte // of the old page, nil for none
	made map[string]fragment
	rows map[string]string // digests of the rows that views are about
}

// fragmentsOf is what the last build left of a page.
func (e *edition) fragmentsOf(name string) *fragments {
	f := &fragments{made: map[string]fragment{}, rows: map[string]string{}}
	if e.parts != nil {
		f.was = e.parts.before.Parts[name]
	}
	return f
}

// read reads the old page, if its file is still the one which the last build wrote.
func (f *fragments) read(file string, from *parts) {
	i := slices.IndexFunc(f.was.Files, func(f partFile) bool { return f.Name == file })
	if i >= 0 && len(f.was.Fragments) > 0 && from.tree.Holds(file, f.was.Files[i].File) {
		f.html = from.tree.Old(file)
	}
}

// readdressed writes the old page with other addresses of the data of its boards, where nothing
// else on it has changed, and tells whether it did.
func (n *page) readdressed(w *recorder) (done bool, err error) {
	was := n.fragments.was
	same := n.within != "" && was.Within == n.within && len(was.Data) == len(w.page.Data)
	held := func(f partFile) bool { return n.edition.parts.tree.Holds(f.Name, f.File) }
	if !same || !lists.All(was.Files, held) {
		return false, nil
	}
	addresses := map[string]string{} // of other boards each, so that their order does not matter
	for i, old := range was.Data {
		if (old == "") != (w.page.Data[i] == "") {
			return false, nil
		}
		if old != w.page.Data[i] {
			addresses[old] = w.page.Data[i]
		}
	}
	var loads []loaded
	for _, f := range was.Files {
		has := false
		var text []byte
		if strings.HasPrefix(f.Name, n.path) {
			text = n.edition.parts.tree.Old(f.Name)
			for from, to := range addresses {
				if bytes.Contains(text, []byte(from)) {
					has, text = true, bytes.ReplaceAll(text, []byte(from), []byte(to))
				}
			}
		}
		if !has {
			loads = append(loads, loaded{address: f.Name, kept: &f})
			continue
		}
		if err := w.Write(f.Name, text); err != nil {
			return true, err
		}
	}
	w.page.Fragments = was.Fragments
	return true, n.writeLoaded(w, loads)
}

// held are the files of a fragment of the old page; ok is false if it has another key or one of its files has changed.
func (p *page) held(id, key string) (files []loaded, ok bool) {
	old, known := p.fragments.was.Fragments[id]
	if key == "" || !known || old.Key != key || p.fragments.html == nil {
		return nil, false
	}
	for _, f := range p.fragments.was.Files {
		if slices.Contains(old.Files, f.Name) {
			if !p.edition.parts.tree.Holds(f.Name, f.File) {
				return nil, false
			}
			files = append(files, loaded{address: f.Name, kept: &f})
		}
	}
	return files, true
}

// once gives the page files that are made from what key is the digest of: those of the last build, or new ones.
func (p *page) once(id, key string, make func() []loaded) []loaded {
	files, known := p.held(id, key)
	if !known {
		files = make()
	}
	p.loads = append(p.loads, files...)
	p.noteFragment(id, key, files)
	return files
}

// noteFragment remembers a fragment with the files that it loads.
func (p *page) noteFragment(id, key string, files []loaded) {
	if key != "" && !p.undone {
		p.fragments.made[id] = fragment{key, lists.Map(files, func(f loaded) string { return f.address }), p.inline}
	}
}

// figureIn is the element of a figure in the old page, "" if it is not there.
func (f *fragments) figureIn(id string) templates.HTML {
	begin := bytes.Index(f.html, []byte(`<figure id="`+id+`"`))
	if begin < 0 {
		return ""
	}
	const end = "</figure>"
	length := bytes.Index(f.html[begin:], []byte(end))
	if length < 0 {
		return ""
	}
	return templates.HTML(f.html[begin : begin+length+len(end)])
}

// viewFigure draws the answer of a view, or takes the drawing of the last build. The first drawing of a page is also on
// its card, so that it is drawn where the card is.
func (p *page) viewFigure(t *task, a ask, answer view.Answer) templates.Figure {
	key := p.viewKey(t, a)
	lead := p.lead == ""
	if lead {
		p.leadKey = key
	}
	files, known := p.held(a.ID, key)
	if old := p.fragments.figureIn(a.ID); old != "" && known && (!lead || p.cardKept()) {
		p.loads, p.inline = append(p.loads, files...), p.fragments.was.Fragments[a.ID].Inline
		if p.noteFragment(a.ID, key, files); lead {
			p.lead = a.ID
		}
		return templates.Figure{ID: a.ID, Made: old}
	}
	since := len(p.loads)
	made := p.drawnView(t, a, answer)
	p.noteFragment(a.ID, key, p.loads[since:])
	return made
}

// viewKey is the digest of what the drawing of a view is made from: the settings, the view, its rows, how the page and
// the board show them. It is "" where nothing is kept.
func (p *page) viewKey(t *task, a ask) string {
	if p.settings == "" {
		return ""
	}
	style := *a.Style
	style.Words = nil // of the settings
	unequal := lists.Map(t.unequal(t.board.Default, t.rows), func(c board.Column) string { return c.Name })
	return digest.Of(p.frameDigest, p.path, p.inline, t.ID, t.board.Default, formsOf(t.board), unequal, a.View, a.Where, a.Is, style,
		p.rowsKey(t, a))
}

// rowsKey is the digest of the rows of a view with the runs behind them. Most views of a page have the same.
func (p *page) rowsKey(t *task, a ask) string {
	of := strings.Join(append([]string{t.ID, strconv.Itoa(len(a.rows)), a.Where}, a.Is...), "\n")
	if key, known := p.fragments.rows[of]; known && a.Where != "" {
		return key
	}
	key := rowsSum(a.rows)
	p.fragments.rows[of] = key
	return key
}

// cardFragment is the name of a page's card among its fragments.
const cardFragment = "card"

// cardKept tells whether the page needs no drawing for its card.
func (p *page) cardKept() bool {
	_, known := p.held(cardFragment, p.cardKey())
	return known || !p.ownCard || p.opts.BaseURL == ""
}

// cardKey is the digest of what a card is made from whose drawing is a view.
func (p *page) cardKey() string {
	if p.leadKey == "" {
		return ""
	}
	return digest.Of(p.leadKey, p.says)
}
