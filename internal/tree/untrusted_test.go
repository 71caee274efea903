//go:build unix

package tree

import (
	"path/filepath"
	"testing"
)

// A working tree of somebody else can hold what builds leave in and beside the output directory, made up: nothing outside is
// written, moved or removed by it.
func TestLeftoversOfSomebodyElseLeadNowhere(t *testing.T) {
	const work, site = ".public.jouleboard/", "public/" + Marker
	marked := func(names ...string) string { return string(MarkerOf(names)) }
	for name, planted := range map[string]files{
		"a marker with a path up":                {site: marked("../precious/b"), "public/x": "x"},
		"a marker with a path up below":          {site: marked("a/../../precious/b"), "public/a/x": "x"},
		"a marker with a path of the system":     {site: marked("/etc/hostname"), "public/x": "x"},
		"a marker with a folder up":              {site: marked(".."), "public/x": "x"},
		"a linked folder with a file of ours":    {site: marked("d/b"), "public/d": "→../precious"},
		"a linked folder with one to write":      {site: marked("index.html"), "public/data": "→../precious"},
		"a linked folder with one to replace":    {site: marked("data/b"), "public/data": "→../precious"},
		"a linked folder far up":                 {site: marked("data/deep/er/b"), "public/data": "→../precious"},
		"a linked marker":                        {site: "→../precious/b"},
		"a linked place for work":                {"public/": "", ".public.jouleboard": "→precious"},
		"a linked place for the next tree":       {"public/": "", work + "new": "→../precious"},
		"a linked place for the last tree":       {"public/": "", work + "old": "→../precious"},
		"a last tree elsewhere":                  {work + "old": "→../precious"},
		"a linked place for a change":            {site: marked(), work + "patch": "→../precious"},
		"a linked lock":                          {"public/": "", work + "lock": "→../precious/lock"},
		"linked notes":                           {"public/": "", ".public.jouleboard.parts": "→precious/b"},
		"a change through a linked folder":       {site: marked(), "public/d": "→../precious", work + "patch/" + Marker: marked("d/b"), work + "patch/d/b": "z"},
		"a change that makes a linked folder":    {site: marked(), "public/d": "→../precious", work + "patch/" + Marker: marked("d/e/b"), work + "patch/d/e/b": "z"},
		"a change that drops from one":           {site: marked("d/b"), "public/d": "→../precious", work + "patch/" + Marker: marked("c"), work + "patch/c": "z"},
		"a last tree through a linked folder":    {site: marked(), "public/d": "→../precious", work + "old/" + Marker: marked(), work + "old/d/new": "z"},
		"a last tree with a folder in one":       {site: marked(), "public/d": "→../precious", work + "old/" + Marker: marked(), work + "old/d/e/f": "z"},
		"a next tree through a linked folder":    {site: marked(), "public/d": "→../precious", work + "new/" + Marker: marked(), work + "new/d/new": "z"},
		"a change whose marker has a path up":    {site: marked(), work + "patch/" + Marker: marked("../precious/b"), work + "patch/c": "z"},
		"a tree before it whose names lead away": {site: marked("../precious/b", "../precious/keep/a"), work + "patch/" + Marker: marked("c"), work + "patch/c": "z"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			precious := files{"keep/a": "x", "b": "y"}
			put(t, filepath.Join(dir, "precious"), precious)
			put(t, dir, planted)
			for _, site := range []files{first, second, {"data/b": "new"}} {
				w, err := Open(filepath.Join(dir, "public"))
				if err != nil {
					continue
				}
				for name, text := range site {
					must(t, w.Write(name, []byte(text)))
				}
				_ = w.Note([]byte("notes"))
				_ = w.Commit()
				_ = w.Close()
			}
			same(t, name, read(t, filepath.Join(dir, "precious")), precious)
		})
	}
}
