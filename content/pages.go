package content

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
)

// Page is a page of prose.
type Page struct {
	Slug        string // its address, from the file's name
	Title       string
	Description string // one sentence, for search engines and previews
	Contents    bool   // whether the page shows a table of contents
	Declared
	Body Markdown
}

func loadPages(fsys fs.FS, errs *Errors) (pages []Page) {
	entries, err := fs.ReadDir(fsys, "pages")
	if err != nil {
		errs.add("pages", 0, "%v; make it a folder of .md files", err)
		return nil
	}
	for _, file := range markdownFiles("pages", entries, errs) {
		pages = append(pages, loadPage(fsys, file, errs))
	}
	return pages
}

func markdownFiles(dir string, entries []fs.DirEntry, errs *Errors) (files []string) {
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) == ".md" {
			files = append(files, dir+"/"+e.Name())
		}
	}
	if len(files) > mostTexts {
		errs.add(dir, 0, "more than %d texts; take some out", mostTexts)
		return files[:mostTexts]
	}
	return files
}

func loadPage(fsys fs.FS, file string, errs *Errors) Page {
	p := Page{Slug: slugOf(file, errs)}
	m, body, ok := openText(fsys, file, errs)
	p.Body = body
	if !ok {
		return p
	}
	p.Title = m.text("title", "A title")
	p.Description = m.text("description", "One sentence about the page.")
	p.Contents = m.flag("contents")
	p.Declared = m.declared()
	m.done()
	return p
}

// slugOf is the address of a text, which its file's name tells.
func slugOf(file string, errs *Errors) string {
	slug := strings.TrimSuffix(path.Base(file), ".md")
	if !slugForm.MatchString(slug) {
		errs.add(file, 0, "the file's name is its address: use a-z, 0-9 and single hyphens")
	}
	return slug
}

// openText reads a text with its front matter; ok is false where that is missing.
func openText(fsys fs.FS, file string, errs *Errors) (m *mapping, body Markdown, ok bool) {
	text, err := readFile(fsys, file, LargestText)
	if err != nil {
		errs.add(file, 0, "%v; make it a readable file", err)
		return nil, Markdown{File: file}, false
	}
	front, body, ok := splitFrontMatter(file, text, errs)
	if !ok {
		return nil, body, false
	}
	m, ok = parse(file, front, 1, errs)
	return m, body, ok
}

// splitFrontMatter separates the settings between two lines of three hyphens
// from the text after them.
func splitFrontMatter(file string, text []byte, errs *Errors) (front []byte, body Markdown, ok bool) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	rest, begins := bytes.CutPrefix(text, []byte("---\n"))
	front, after, ends := bytes.Cut(rest, []byte("\n---\n"))
	if !begins || !ends {
		errs.add(file, 1, "begin with a line of three hyphens, title: and description:, and again three hyphens")
		return nil, Markdown{Text: string(text), File: file, Line: 1}, false
	}
	line := 1 + bytes.Count(front, []byte("\n")) + 1 + 1 + 1
	return front, Markdown{Text: string(after), File: file, Line: line}, true
}
