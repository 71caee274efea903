package content

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/internal/shared"
)

const goodPost = "---\ntitle: A\nsummary: B.\ndate: 2026-01-02\ntags: [c]\n---\nD.\n"

// files are a folder of which each is the text.
func files(text []byte, names ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, name := range names {
		fsys[name] = &fstest.MapFile{Data: text}
	}
	return fsys
}

// Every reader of YAML refuses what would make it slow or large.
func TestNoReaderExpandsYAML(t *testing.T) {
	for what, text := range map[string]string{
		`"&a" is an anchor`: "a: &a [b]\nc: [*a, *a]\n", `"<<" is a merge key`: "<<: {a: b}\n", `"!!binary" is a tag`: "a: !!binary b\n",
		"lists and mappings nest deeper than 32 levels": strings.Repeat(`{"a":`, 1000) + "\n",
		"larger than 1048576 bytes":                     strings.Repeat("#", 1<<20+1),
	} {
		names := []string{"site.yaml", "tasks.yaml", "gpus.yaml", "comparisons.yaml", "announcements.yaml"}
		_, err := Load(files([]byte(text), names...))
		for _, name := range names {
			if err == nil || !strings.Contains(err.Error(), name+":") || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: got %.200v, want %s", name, err, what)
			}
		}
		if len(text) > 1<<20 {
			continue
		}
		post := files([]byte("---\n"+text+"---\n"), "posts/a.md")
		if c, _ := Load(post); len(c.Faults) != 1 || !strings.HasPrefix(c.Faults[0].Error(), "posts/a.md:2: "+what) {
			t.Errorf("front matter: got %v, want %s", c.Faults, what)
		}
		for name, read := range map[string]func(Markdown) error{
			"figure": func(m Markdown) error { _, err := ReadFigure(m); return err },
			"table":  func(m Markdown) error { _, err := ReadTable(m); return err },
		} {
			if err := read(Markdown{Text: text, File: "a.md", Line: 7}); err == nil || !strings.HasPrefix(err.Error(), "a.md:7: "+what) {
				t.Errorf("%s: got %v, want %s", name, err, what)
			}
		}
	}
}

func TestFilesAreBounded(t *testing.T) {
	long := []byte(goodPost + strings.Repeat("a\n", LargestText/2))
	c, _ := Load(files(long, "posts/a.md", "posts/b/c.md"))
	if len(c.Faults) != 1 || c.Faults[0].Error() != "posts/a.md: larger than 131072 bytes; shorten it or split it; make it a readable file" {
		t.Errorf("a long post: %v", c.Faults)
	}
	c, _ = Load(files([]byte(strings.Repeat("a", largestTable+1)), qualityFile))
	if len(c.Faults) != 1 || !strings.HasPrefix(c.Faults[0].Error(), "quality.csv: larger than 1048576 bytes") {
		t.Errorf("a long table: %v", c.Faults)
	}
	many := fstest.MapFS{}
	for i := range mostTexts + 1 {
		many[fmt.Sprintf("posts/a%d.md", i)] = &fstest.MapFile{Data: []byte(goodPost)}
	}
	want := "posts: more than 1000 files; remove some"
	if c, _ = Load(many); len(c.Posts) != mostTexts || c.Faults.Error() != want {
		t.Errorf("%d posts, %v", len(c.Posts), c.Faults)
	}
	large := fstest.MapFS{}
	for i := range mostText/LargestText + 1 {
		large[fmt.Sprintf("posts/a%03d.md", i)] = &fstest.MapFile{Data: []byte(goodPost + strings.Repeat("a ", (LargestText-len(goodPost))/2))}
	}
	want = "posts/a096.md: with it, the texts of the folder have more than 12582912 bytes; shorten or remove some"
	if c, _ = Load(large); len(c.Posts) != mostText/LargestText || c.Faults.Error() != want {
		t.Errorf("%d posts, %v", len(c.Posts), c.Faults)
	}
}

func FuzzFrontMatter(f *testing.F) {
	f.Add([]byte(goodPost))
	f.Add([]byte("---\ntitle: &a A\nsummary: *a\n---\n"))
	f.Add([]byte("---\r\n" + strings.Repeat("a: ", 50) + "\r\n---\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		shared.Bounded(func() {
			c, _ := Load(files(text, "posts/a.md"))
			if len(c.Posts)+len(c.Faults) == 0 {
				t.Errorf("%q is no post and has no fault", text)
			}
		})
	})
}

func FuzzSite(f *testing.F) {
	f.Add([]byte("colors:\n  accent: {light: \"#0b57d0\", dark: \"#8ab4f8\"}\n  bar: {light: blue, dark: \"#8ab4f8\"}\n"), []byte("a"))
	f.Add([]byte("name: A\nlogo: logo.svg\nuncertainty: {between_runs_percent: 3}\n"), []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`))
	f.Add([]byte("logo: logo.png\ndata: {name: A, url: \"https://a.b\", citation: |\n"), []byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, text, logo []byte) {
		shared.Bounded(func() {
			publisher := files(logo, "logo.svg", "logo.png")
			publisher["site.yaml"] = &fstest.MapFile{Data: text}
			c, err := Over(publisher)
			over := c.Site
			var faults Errors
			if err != nil && !errors.As(err, &faults) {
				t.Errorf("%v names no line", err)
			}
			for name, value := range over.Colors.Tokens() {
				if strings.ContainsAny(value, ";{}<") {
					t.Errorf("%s is %s", name, value)
				}
			}
		})
	})
}

func FuzzLogo(f *testing.F) {
	for _, text := range []string{
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0"/></svg>`, `<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>`,
		strings.Repeat("<g>", 1000), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"logo.svg", "logo.png"} {
			shared.Bounded(func() {
				logo, err := readLogo(files(text, name), name)
				if err == nil && (logo.Ratio < 0.2 || logo.Ratio > 8 || strings.Contains(logo.Content, "<script")) {
					t.Errorf("%q has the ratio %v", text, logo.Ratio)
				}
			})
		}
	})
}

// A key that a figure needs is missing too where nothing stands after it.
func TestAKeyOfAFigureWithoutAValueIsMissing(t *testing.T) {
	for kind, keys := range map[string][]string{
		"scatter": {"x", "y"}, "bar": {"group", "y"}, "grouped-bar": {"group", "y", "series"}, "box": {"group", "y"},
		"histogram": {"x"}, "heatmap": {"x", "y", "value"},
	} {
		for _, key := range keys {
			for _, value := range []string{"", "[]", "~"} {
				text := "name: f\ntitle: T\nalt: A\nkind: " + kind + "\n"
				for _, k := range keys {
					if k != key {
						text += k + ": nickname\n"
					}
				}
				_, err := ReadFigure(Markdown{Text: text + key + ": " + value + "\n", File: "a.md", Line: 1})
				if err == nil || !strings.Contains(err.Error(), key+" is missing; add “"+key+": ") {
					t.Errorf("%s with %s: %s: %v", kind, key, value, err)
				}
			}
		}
	}
}
