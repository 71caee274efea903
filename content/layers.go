package content

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// layers are where texts and settings come from, each of which changes those before it.
type layers struct {
	base fs.FS  // complete
	over fs.FS  // a publisher's, nil for none
	site []File // over site.yaml

	language string // instead of that of the site, whose publisher's words are in another one
	folder   string // of the publisher's pages
}

// BuiltIn begins the names of built-in files in messages to publishers, who have files of their own.
const BuiltIn = "built-in "

// shown is the name of a file of the base.
func (l layers) shown(name string) string {
	return map[bool]string{false: BuiltIn}[l.over == nil] + name
}

// settings are the settings files, merged and checked, by name.
func (l layers) settings(errs *Errors) map[string]entry {
	all, own := map[string]entry{}, l.early()
	builtin, translation := own.under("builtin"), translationTo(cmp.Or(l.language, own.language()), errs)
	for _, file := range declared().Files {
		name, keys := file.Name, file.object()
		base := l.parseBase(name, errs)
		if base != nil {
			base = merged(keys, nil, base, errs)
		} else if !errs.About(l.shown(name)) {
			errs.Add(l.shown(name), 0, "missing; add the file or do not use this content folder")
		}
		if base != nil && name != pageKindsName { // whose pages are no texts
			base = kept(keys, base, builtin, l.over == nil || name != "announcements.yaml")
		}
		changing := yamltree.Merging{Errs: errs, Changing: name != wordsName} // words are all texts
		tree := changing.Merged(keys, base, translated(translation, name))
		for _, more := range l.overs(name, errs) {
			tree = merged(keys, tree, more, errs)
		}
		all[name] = entryOf(tree, keys, errs)
	}
	return all
}

// parseBase is the complete file; a folder that is complete without texts of pages, or without kinds of pages, has the
// built-in ones.
func (l layers) parseBase(name string, errs *Errors) *node {
	switch name {
	case wordsName:
		return englishWords()
	case pageKindsName:
		return parseFile(embedded, name, BuiltIn+name, errs)
	}
	return parseFile(l.base, name, l.shown(name), errs)
}

// overs are a publisher's file, if there is one, and those that change it.
func (l layers) overs(name string, errs *Errors) (all []*node) {
	if l.over != nil && (l.language == "" || name != wordsName) {
		all = append(all, parseFile(l.over, name, name, errs))
	}
	if name == "site.yaml" {
		all = append(all, lists.Map(l.site, func(f File) *node { return yamltree.ReadMapping(f.Name, f.Text, 0, errs) })...)
	}
	return lists.NonZero(all)
}

// early is what the publisher says of the site, which decides what else is read: which built-in parts stay, and in which
// language; its faults are reported with the whole file.
func (l layers) early() entry {
	tree := &node{Kind: yamltree.Mapping}
	for _, n := range l.overs("site.yaml", new(Errors)) {
		tree = merged(keysOf("site"), tree, n, new(Errors))
	}
	return entry{tree, keysOf("site"), new(Errors)}
}

// text is a Markdown file, or two of which one changes the other.
type text struct {
	slug  string
	File  string
	front entry
	body  Markdown
}

// texts are the Markdown files of a folder by name; over is its name in a publisher's files. A publisher's
// file changes what the front matter of a built-in one says, and its text unless it has none.
func (l layers) texts(dir, overDir string, keys *object, builtin entry, errs *Errors) (texts []text) {
	base := l.files(l.base, dir, errs)
	var over map[string]bool
	if l.over != nil {
		over = l.files(l.over, overDir, errs)
	}
	names := maps.Clone(base)
	maps.Copy(names, over)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		t := text{slug: strings.TrimSuffix(name, ".md")}
		var front *node
		if base[name] && builtin.which(dir, t.slug, true) {
			front = l.open(&t, l.base, dir+"/"+name, l.shown(dir+"/"+name), keys, nil, errs)
		}
		if over[name] {
			at := path.Join(overDir, name)
			front = l.open(&t, l.over, at, at, keys, front, errs)
		}
		if front == nil {
			continue
		}
		t.front = entryOf(front, keys, errs)
		if keys.Key("remove") == nil || !t.front.flag("remove", false) {
			texts = append(texts, t)
		}
	}
	return texts
}

// files are the texts of a folder; one that is not there has none, unless nothing else has the pages.
func (l layers) files(fsys fs.FS, dir string, errs *Errors) map[string]bool {
	found := map[string]bool{}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil && (!errors.Is(err, fs.ErrNotExist) || dir == "pages" && l.over == nil) {
		errs.Add(dir, 0, "%v; make it a folder of .md files", err)
	}
	total := int64(0)
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".md" {
			continue
		}
		if len(found) == mostTexts {
			errs.Add(dir, 0, "more than %d files; remove some", mostTexts)
			break
		}
		if entry, err := fs.Stat(fsys, path.Join(dir, e.Name())); err == nil {
			total += entry.Size()
		}
		if total > mostText {
			errs.Add(path.Join(dir, e.Name()), 0, "with it, the texts of the folder have more than %d bytes; shorten or remove some", mostText)
			break
		}
		found[e.Name()] = true
	}
	return found
}

// open reads a text over what was read before it; nil where it has no front matter.
func (l layers) open(t *text, fsys fs.FS, name, shown string, keys *object, before *node, errs *Errors) *node {
	t.File = shown
	if !isOf("slug", t.slug) {
		errs.Add(shown, 0, "the file name becomes part of the URL: use a-z, 0-9 and single hyphens")
	}
	content, err := readFile(fsys, name, LargestText)
	if err != nil {
		errs.Add(shown, 0, "%v; make it a readable file", err)
		return nil
	}
	split := splitFrontMatter
	if keys == keysOf("page") && bytes.HasPrefix(content, []byte("# ")) {
		split = splitTitle
	}
	front, body, ok := split(shown, bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")), errs)
	if !ok {
		return nil
	}
	n := yamltree.ReadMapping(shown, front, 1, errs)
	if n == nil {
		return nil
	}
	if before == nil || strings.TrimSpace(body.Text) != "" {
		t.body, t.body.Pages = body, l.folder
		if t.body.BuiltIn() {
			t.body.Pages = pagesFolder
		}
	}
	return merged(keys, before, n, errs)
}

// splitTitle takes the title and the description of a page without front matter from its first heading and the
// paragraph after it, so that the same file reads well where Markdown is shown as it is.
func splitTitle(file string, text []byte, errs *Errors) (front []byte, body Markdown, ok bool) {
	title, rest, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	description, after, _ := strings.Cut(strings.TrimLeft(rest, "\n"), "\n\n")
	if description = strings.TrimSpace(description); strings.ContainsAny(description, "[`*_<#") {
		errs.Add(file, 3, "the paragraph after the title describes the page to search engines too: write it without links and other markup")
	}
	if description == "" {
		errs.Add(file, 1, "after the title, write a paragraph that describes the page")
		return nil, Markdown{}, false
	}
	line := 1 + strings.Count(string(text[:len(text)-len(after)]), "\n")
	description = strings.Join(strings.Fields(description), " ")
	quoted, _ := json.Marshal(map[string]string{"title": strings.TrimSpace(title), "description": description})
	return quoted, Markdown{Text: after, File: file, Line: line}, true
}

// splitFrontMatter separates the settings between two lines of three hyphens
// from the text after them.
func splitFrontMatter(file string, text []byte, errs *Errors) (front []byte, body Markdown, ok bool) {
	rest, begins := bytes.CutPrefix(text, []byte("---\n"))
	front, after, ends := bytes.Cut(rest, []byte("\n---\n"))
	if !begins || !ends {
		errs.Add(file, 1, "begin with a line of three hyphens, title: and description:, and again three hyphens")
		return nil, Markdown{}, false
	}
	line := 1 + bytes.Count(front, []byte("\n")) + 1 + 1 + 1
	return front, Markdown{Text: string(after), File: file, Line: line}, true
}
